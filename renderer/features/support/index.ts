export { SupportHomeScreen } from './SupportHomeScreen.tsx'
