export { ResourcePowerReport, SupervisorReportsScreen, TrackerPowerReport } from './PowerReportScreen.tsx'
