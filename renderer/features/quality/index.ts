export { MyQualityScreen } from './MyQuality.tsx'
export { SupervisorQualityScreen } from './SupervisorQuality.tsx'
