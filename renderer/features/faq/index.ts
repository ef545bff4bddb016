export { FaqDialog } from './FaqDialog.tsx'
