export { Attendance } from './Attendance.tsx'
export const loadCorrectionForm = async () => (await import('./CorrectionForm.tsx')).CorrectionForm
export { Development } from './Development.tsx'
export { SupervisorResourceScreen } from './SupervisorResource.tsx'
export { AttendanceScreen, DevelopmentScreen } from './screens.tsx'
