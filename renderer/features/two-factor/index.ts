export { EnrolScreen } from './EnrolScreen.tsx'
export { TwoFactorDialog } from './TwoFactorDialog.tsx'
