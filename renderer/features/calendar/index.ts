export { MyCalendarScreen } from './CalendarScreen.tsx'
export { CalendarSettings } from './CalendarSettings.tsx'
export { ApprovedRequestsDialog, PendingRequestsDialog } from './RequestsDialogs.tsx'
