export { HypervisorScreen } from './HypervisorScreen.tsx'
