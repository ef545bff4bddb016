export { ShiftRequestsScreen } from './ShiftRequestsScreen.tsx'
