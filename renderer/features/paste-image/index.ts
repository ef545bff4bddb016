// By name: the shell listens for pastes; the dialog comes when there is one.
export const loadPasteImageDialog = async () => (await import('./PasteImageDialog.tsx')).PasteImageDialog
export { destinationsOf } from './destinations.ts'
export { usePasteKeys } from './use-paste-keys.ts'
