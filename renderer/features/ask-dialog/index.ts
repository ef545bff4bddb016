export { AskDialog } from './AskDialog.tsx'
export { FormDialog } from './FormDialog.tsx'
export { FormModal } from './FormModal.tsx'
