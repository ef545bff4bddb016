export { LazyCorrectionForm } from './LazyCorrectionForm.tsx'
