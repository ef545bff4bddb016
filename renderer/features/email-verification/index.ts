export { EmailVerificationScreen } from './EmailVerificationScreen.tsx'
