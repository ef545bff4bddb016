export { ResourceHomeScreen } from './ResourceHomeScreen.tsx'
