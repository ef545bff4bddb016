export { AskDialog } from './AskDialog.tsx'
