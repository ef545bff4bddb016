export { HardwareBadge } from './HardwareBadge.tsx'
export { HardwareDialog } from './HardwareDialog.tsx'
export { SupportHome } from './SupportHome.tsx'
