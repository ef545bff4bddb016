export { AskDialog } from './AskDialog.tsx'
export { FormDialog } from './FormDialog.tsx'
