export { PlannerScreen } from './PlannerScreen.tsx'
