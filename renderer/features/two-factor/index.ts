export { EnrolScreen } from './EnrolScreen.tsx'
export { RecoveryCodes } from './RecoveryCodes.tsx'
export { SetUp } from './SetUp.tsx'
export { TwoFactorDialog } from './TwoFactorDialog.tsx'
