import type { PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../../db/database.ts'
import { TOUR } from '../../help/testing/help-fixture.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { addTicket } from './ticket-fixture.ts'

const ENDING = { id: 1, resolveMessage: 'done' }
const SETTINGS = { spec: '', status: 'WAITING', effort: '5', priority: 'HIGH', type: 'Other', dueby: null }
const NOTIFICATION = { type: 0, subject: 'Ticket: 1', body: '', source: 'TICKET', sourceID: 1 }
const INCIDENT = { callID: 'c1', respondentName: 'A. Bell', phoneNumber: '0113 496 0000', details: 'Upset.' }

/** A good request for every call about tickets and notifications that needs one, with the tickets below. */
export const TICKET_REQUESTS: Readonly<Record<string, unknown>> = {
  'help.searchUsers': { selectedIDs: [], searchTerm: 'bob' },
  'help.fetchTour': { tourID: 1 },
  'help.systemIssuesReport': { ticketID: 1 },
  'help.canUseSystemIssue': { ticketID: 1 },
  'help.startSystemIssue': { ticketID: 1 },
  'help.endSystemIssue': { ticketID: 1 },
  'help.revokeSystemIssue': { ticketID: 1, recordID: 1, reason: 'A mistake.' },
  'help.lockShift': { userID: 2, locked: true, reason: 'Dialler training' },
  'incident.newIncident': { selectedProject: 7, ...INCIDENT },
  'livePanel.agentProfile': { userID: 2 },
  'notifications.searchNotifications': {},
  'notifications.viewNotification': { id: 1 },
  'notifications.markManyAsRead': { ids: [1] },
  'notifications.markAsRead': { id: 1, ...NOTIFICATION },
  'tickets.searchTickets': {},
  'tickets.relatedTickets': { ticketID: 1 },
  'tickets.ticketIssueData': { ticketID: 1 },
  'tickets.getUserHelpMessageData': { ticketID: 1 },
  'tickets.getAgencyHelpMessageData': { ticketID: 1 },
  'tickets.isIssueResolved': { issueID: 1 },
  'tickets.timeline': { id: 1 },
  'tickets.raiseTicket': { ticketType: 'Other', message: 'It is cold.' },
  'tickets.raiseTicketFor': { userID: 2, ticketType: 'Other', message: 'Their desk is cold.' },
  'tickets.assignTicketToMe': { id: 1 },
  'tickets.unassignTicket': { id: 2 },
  'tickets.escalateTicket': { ticketID: 1, team: 'Payroll', reason: 'It has to be this month.' },
  'tickets.viewSetting': { id: 1 },
  'tickets.updateTicket': { ticketID: 1, ...SETTINGS },
  'tickets.addInternalNote': { ticketID: 1, note: 'Third this week.' },
  'tickets.internalNotes': { ticketID: 1 },
  'tickets.mergeTickets': { ticketID: 1, duplicateIDs: [2] },
  'tickets.resolveHelpRequest': {
    id: 1,
    subject: 'RE: Ticket - 1',
    body: 'It works now.',
    sendEmail: false,
    internalComment: '',
    interviewerNameID: 'ann',
    userLoginID: 1,
  },
  'tickets.selfResolveTicket': ENDING,
  'tickets.closeTicket': ENDING,
  'tickets.reopenTicket': { id: 3 },
  'tickets.submitFeedback': { ticketID: 3, rating: 5, comment: '' },
  'tickets.getChatThread': { id: 1 },
  'tickets.startTicketChat': { id: 1 },
}

const AGENT_CALLS = [
  'tickets.selfResolveTicket',
  'tickets.submitFeedback',
  'help.canUseSystemIssue',
  'help.startSystemIssue',
  'help.endSystemIssue',
]
const AGENCY_CALLS = ['tickets.closeTicket', 'tickets.getAgencyHelpMessageData']

/** Permissions that make the person an agent, an agency user or a supervisor, as the call needs. */
export function ticketPermissionsFor(call: string): readonly PermissionName[] {
  if (!(call in TICKET_REQUESTS)) return []
  if (AGENT_CALLS.includes(call)) return []
  return AGENCY_CALLS.includes(call)
    ? ['IAGENCY_CAN_SEE_MODULE']
    : ['ISUPERVISOR_CAN_SEE_MODULE', 'CAN_REOPEN_TICKET']
}

/** Everything that the requests name; all of it is the person's. */
export async function addTickets(db: Database, userID: number): Promise<void> {
  const resolved = { status: 'RESOLVED', resolvedAt: NOON, resolvedBy: 2, requireFeedback: 1 } as const
  await addTicket(db, { raisedBy: userID })
  await addTicket(db, { raisedBy: userID, assignedTo: userID, status: 'IN_PROGRESS' })
  await addTicket(db, { raisedBy: userID, ...resolved })
  await db
    .insertInto('systemIssues')
    .values({
      ticketID: 1,
      userID,
      activity: 'SYSTEM ISSUES',
      startedAt: NOON,
      endedAt: NOON,
      revokedAt: null,
      revokedBy: null,
      revokeReason: '',
    })
    .execute()
  const notification = { type: 'NEW_UPDATE', subject: 'Ticket: 1', body: '', source: 'TICKET', sourceID: 1 }
  await db
    .insertInto('notifications')
    .values({ ...notification, userID, cssClass: 'info', isRead: 0, entryTime: NOON })
    .execute()
  const { name, steps } = TOUR
  await db
    .insertInto('tours')
    .values({ id: 1, name, payload: JSON.stringify({ title: name, steps }) })
    .execute()
  await db.updateTable('threads').set({ status: 'In field' }).where('source', '=', 'PROJECT').execute()
}

/** Makes the system issue unfinished, for the call that ends it. */
export async function reopenSystemIssue(db: Database): Promise<void> {
  await db.updateTable('systemIssues').set({ endedAt: null }).execute()
}
