export { DangerousEmailDialog } from './DangerousEmailDialog.tsx'
