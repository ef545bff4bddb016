import './mantine-styles.ts'

export { SupervisorHrScreen } from './SupervisorHrScreen.tsx'
