export { CatiReportScreen } from './CatiReportScreen.tsx'
export { figureText } from './figures.ts'
