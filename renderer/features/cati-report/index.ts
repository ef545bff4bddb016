export { CatiReportScreen } from './CatiReportScreen.tsx'
