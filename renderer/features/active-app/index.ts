export { ActiveAppDialog } from './ActiveAppDialog.tsx'
