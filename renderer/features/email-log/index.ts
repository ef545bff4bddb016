export { EmailLogScreen } from './EmailLogScreen.tsx'
