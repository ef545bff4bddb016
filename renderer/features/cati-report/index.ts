export { CatiReportScreen } from './CatiReportScreen.tsx'
export { oneOf, TimeFilter, useTime } from './TimeFilter.tsx'
