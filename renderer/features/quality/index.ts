export { MyCoaching } from './MyCoaching.tsx'
export { MyQualityScreen } from './MyQuality.tsx'
export { SupervisorQualityScreen } from './SupervisorQuality.tsx'
