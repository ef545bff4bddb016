export { TicketsDialog } from './desk/TicketsDialog.tsx'
export { AgencyTicketsScreen, HelpCenterScreen, MyTickets } from './list/screens.tsx'
export { IncidentDialog } from './raise/IncidentDialog.tsx'
export { RaiseTicketDialog } from './raise/RaiseTicketDialog.tsx'
