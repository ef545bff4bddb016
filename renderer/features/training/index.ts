import './mantine-styles.ts'

export { ManagerTrainingScreen, SupervisorTrainingScreen } from './TrainingScreens.tsx'
