export { TicketDialog } from './desk/TicketDialog.tsx'
export { AgencyTicketsScreen, HelpCenterScreen, MyTickets, MyTicketsDialog } from './list/screens.tsx'
export { IncidentDialog } from './raise/IncidentDialog.tsx'
export { RaiseTicketDialog } from './raise/RaiseTicketDialog.tsx'
