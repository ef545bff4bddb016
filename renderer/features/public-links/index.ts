export { MagicLinkScreen } from './MagicLinkScreen.tsx'
export { ResetPasswordScreen } from './ResetPasswordScreen.tsx'
