export { AgenciesScreen } from './AgenciesScreen.tsx'
