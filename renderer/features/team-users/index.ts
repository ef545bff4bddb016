export { PlannedUsersScreen, TeamUsersScreen } from './screens.tsx'
