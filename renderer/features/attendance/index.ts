export { Attendance } from './Attendance.tsx'
export { Development } from './Development.tsx'
export { SupervisorResourceScreen } from './SupervisorResource.tsx'
export { AttendanceScreen, DevelopmentScreen } from './screens.tsx'
