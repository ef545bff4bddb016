export { ResourceLeaversScreen } from './ResourceLeaversScreen.tsx'
