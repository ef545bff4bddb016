export { TwoFactorDialog } from './TwoFactorDialog.tsx'
