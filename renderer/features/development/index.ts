export { DevelopmentScreen } from './DevelopmentScreen.tsx'
