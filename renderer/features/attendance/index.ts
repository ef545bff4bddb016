export { Attendance } from './Attendance.tsx'
export { Development } from './Development.tsx'
