export { BusyOverlay } from './BusyOverlay.tsx'
/** Whoever signs in needs none of its code before it opens. */
export const loadToolsDialog = async () => (await import('./ToolsDialog.tsx')).ToolsDialog
export { createToolServices, ToolsProvider } from './tools-context.tsx'
export { VpnMenu } from './VpnMenu.tsx'
