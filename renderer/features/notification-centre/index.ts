export { NotificationCentre } from './NotificationCentre.tsx'
export { timeAgo } from './time-ago.ts'
