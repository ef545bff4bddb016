export { Attendance } from './Attendance.tsx'
export { Development } from './Development.tsx'
export { AttendanceScreen, DevelopmentScreen } from './screens.tsx'
