export { KpiDashboardScreen } from './KpiDashboard.tsx'
export { KpisScreen } from './Kpis.tsx'
export { PerformanceScreen } from './Performance.tsx'
