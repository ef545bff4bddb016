export { MyCalendarScreen } from './CalendarScreen.tsx'
export { ApprovedRequestsDialog, PendingRequestsDialog } from './RequestsDialogs.tsx'
