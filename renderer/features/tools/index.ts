export { BusyOverlay } from './BusyOverlay.tsx'
export { ToolsDialog } from './ToolsDialog.tsx'
export { createToolServices, ToolsProvider } from './tools-context.tsx'
export { VpnMenu } from './VpnMenu.tsx'
