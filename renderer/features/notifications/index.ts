export { NotificationDialog } from './NotificationDialog.tsx'
export { NotificationsDialog } from './NotificationsDialog.tsx'
