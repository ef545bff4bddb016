export { NotificationCentre } from './NotificationCentre.tsx'
