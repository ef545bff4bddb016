export { ActivityPlannerDialog } from './ActivityPlannerDialog.tsx'
