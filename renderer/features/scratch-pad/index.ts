export { ScratchPadDialog } from './ScratchPadDialog.tsx'
export { ScratchPadScreen } from './ScratchPadScreen.tsx'
