export { ActivityReportScreen } from './ActivityReportScreen.tsx'
