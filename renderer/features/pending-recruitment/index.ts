export { PendingScreen } from './PendingScreen.tsx'
