import type { PermissionName, Permissions } from './permissions.ts'

/** How far a ticket is. All but RESOLVED are open (spec 3 §4). */
export const TICKET_STATUSES = [
  'OPEN',
  'IN_PROGRESS',
  'WAITING',
  'ESCALATED',
  'REOPENED',
  'RESOLVED',
] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** What somebody may choose in a ticket's settings: the other statuses come with what is done to it. */
export const CHOSEN_STATUSES = ['OPEN', 'IN_PROGRESS', 'WAITING'] as const satisfies readonly TicketStatus[]

/** Priorities, lowest first (spec 3 §3). */
export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'EMERGENCY'] as const
export type Priority = (typeof PRIORITIES)[number]

/** A status or priority as people read it: 'In progress' for 'IN_PROGRESS'. */
export function ticketLabel(value: TicketStatus | Priority): string {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The effort scale (spec 3 §9); points travel as text. */
export const EFFORTS = [
  { points: '21', label: 'Exhausting' },
  { points: '13', label: 'Very difficult' },
  { points: '8', label: 'Difficult' },
  { points: '5', label: 'Moderate' },
  { points: '3', label: 'Somewhat easy' },
  { points: '2', label: 'Easy' },
  { points: '1', label: 'Very easy' },
] as const

/** Which tickets a list shows (spec 3 §4). */
export const TICKET_FILTERS = ['All', 'Resolved', 'Unresolved'] as const
export type TicketFilter = (typeof TICKET_FILTERS)[number]
export const DEFAULT_TICKET_FILTER: TicketFilter = 'Unresolved'

/** Rows of a grid's page (spec 3 §9). */
export const PAGE_SIZES = [10, 25, 50, 100, 200, 500] as const
export const DEFAULT_PAGE_SIZE = 25

/** Most characters of a ticket's texts. The documents name no limits. */
export const TICKET_TEXT_MAX = 10_000
export const TICKET_SUBJECT_MAX = 300

export const TICKET_TEXT = {
  enterSubject: 'Enter subject',
  enterComment: 'Please provide a resolution comment',
  alreadyResolved: 'Selected ticket is already resolved',
  notAssigned: 'This ticket is not currently assigned',
  shortReason: 'Please include more details in your reason for escalation',
  shiftLocked: 'Shift locked',
  assigned: 'Ticket assigned to you',
  unassigned: 'Successfully unassigned ticket from you',
  feedbackSubmitted: 'Feedback submitted',
  vanished: 'This ticket is gone, or you may no longer see it.',
  notResolved: 'This ticket is not resolved.',
  noFeedbackWanted: 'This ticket does not wait for feedback.',
  feedbackGiven: 'Feedback for this ticket was given before. The first one counts.',
  enterMessage: 'Please describe the problem.',
} as const

/** Why somebody else's ticket isn't unassigned (spec 3 §5). */
export const belongsTo = (name: string): string => `This ticket belongs to ${name}`

/** What a reply is called until somebody says otherwise (spec 3 §5). */
export const defaultReplySubject = (ticketID: number): string => `RE: Ticket - ${ticketID}`

/** What is said to whoever comes second to a ticket that somebody else closed. */
export const resolvedMeanwhile = (ticketID: number, name: string): string =>
  `Ticket ${ticketID} was resolved by ${name} in the meantime.`

/** What is said to whoever saves over a change that they haven't seen. */
export const changedMeanwhile = (ticketID: number, name: string): string =>
  `Ticket ${ticketID} was changed by ${name} in the meantime. Look at it again before you save.`

/** Why a ticket that was merged stays closed. */
export const mergedInto = (ticketID: number): string => `This ticket was merged into ticket ${ticketID}.`

/** What a ticket is about in a line: the first that its message has. */
export const ticketSubject = (message: string): string => message.trim().split('\n', 1)[0]?.trim() ?? ''

/** How somebody works with tickets (spec 3 §6). */
export type TicketMode = 'SUPERVISOR' | 'AGENT' | 'AGENCY'

/** ISUPERVISOR_CAN_SEE_MODULE decides which view of a ticket opens; the agency's module is its own (spec 3 §6). */
export function ticketMode(permissions: Pick<Permissions, 'can'>): TicketMode {
  if (permissions.can('ISUPERVISOR_CAN_SEE_MODULE')) return 'SUPERVISOR'
  return permissions.can('IAGENCY_CAN_SEE_MODULE') ? 'AGENCY' : 'AGENT'
}

/**
 * Whose open tickets the 'Support tickets' badge counts and its click lists: one's own, and for
 * supervisors those in hand and those that nobody has.
 */
export const outstandingScope = (permissions: Pick<Permissions, 'can'>): 'MINE' | 'TO_HANDLE' =>
  ticketMode(permissions) === 'SUPERVISOR' ? 'TO_HANDLE' : 'MINE'

export type TicketAbility =
  | 'TIMELINE'
  | 'SETTINGS'
  | 'ASSIGN'
  | 'ESCALATE'
  | 'RESOLVE'
  | 'CALL'
  | 'INTERNAL_NOTES'
  | 'LIVE_PANEL'
  | 'REVOKE_SYSTEM_ISSUE'
  | 'MERGE'
  | 'FEEDBACK'
  | 'SELF_RESOLVE'
  | 'SYSTEM_ISSUE_CHECK'
  | 'CLOSE'

/** What each mode can do (spec 3 §6); merging is an extension. */
export const MODE_ABILITIES: Readonly<Record<TicketMode, readonly TicketAbility[]>> = {
  SUPERVISOR: [
    'TIMELINE',
    'SETTINGS',
    'ASSIGN',
    'ESCALATE',
    'RESOLVE',
    'CALL',
    'INTERNAL_NOTES',
    'LIVE_PANEL',
    'REVOKE_SYSTEM_ISSUE',
    'MERGE',
  ],
  AGENT: ['FEEDBACK', 'SELF_RESOLVE', 'SYSTEM_ISSUE_CHECK'],
  AGENCY: ['CLOSE'],
}

export const hasAbility = (mode: TicketMode, ability: TicketAbility): boolean =>
  MODE_ABILITIES[mode].includes(ability)

/** Reopening has a permission of its own (spec 3 §6). */
export const REOPEN_PERMISSION = 'CAN_REOPEN_TICKET' satisfies PermissionName

/** Tabs of the ticket modal (spec 3 §2). */
export type TicketTab = 'Details' | 'Transcript' | 'Timeline' | 'Settings' | 'Resolution' | 'Feedback'

const TABS: Readonly<Record<TicketMode, readonly TicketTab[]>> = {
  SUPERVISOR: ['Details', 'Transcript', 'Timeline', 'Settings', 'Resolution'],
  AGENT: ['Details', 'Transcript', 'Resolution', 'Feedback'],
  AGENCY: ['Details', 'Transcript'],
}

export const ticketTabs = (mode: TicketMode): readonly TicketTab[] => TABS[mode]

/** A resolved ticket that wants feedback opens there for its agent (spec 3 §4). */
export function initialTab(
  mode: TicketMode,
  ticket: { readonly resolved: boolean; readonly requireFeedback: boolean },
): TicketTab {
  return mode === 'AGENT' && ticket.resolved && ticket.requireFeedback ? 'Feedback' : 'Details'
}

/** What happens to a ticket. */
export const TICKET_EVENTS = ['ASSIGN', 'UNASSIGN', 'ESCALATE', 'RESOLVE', 'REOPEN'] as const
export type TicketEvent = (typeof TICKET_EVENTS)[number]

/** The status after it; null where it can't happen to a ticket of that status (spec 3 §4). */
export function nextStatus(status: TicketStatus, event: TicketEvent): TicketStatus | null {
  if (status === 'RESOLVED') return event === 'REOPEN' ? 'REOPENED' : null
  switch (event) {
    case 'ASSIGN':
      return status === 'OPEN' || status === 'REOPENED' ? 'IN_PROGRESS' : status
    case 'UNASSIGN':
      return status === 'IN_PROGRESS' ? 'OPEN' : status
    case 'ESCALATE':
      return 'ESCALATED'
    case 'RESOLVE':
      return 'RESOLVED'
    case 'REOPEN':
      return null
  }
}

/** What the refusals go by. */
export interface AssignedTicket {
  readonly resolved: boolean
  /** Whoever has it in hand; null for nobody. */
  readonly assigned: { readonly userID: number; readonly name: string } | null
}

/** Why somebody can't give a ticket back. */
export type UnassignRefusal =
  | { readonly reason: 'alreadyResolved' | 'notAssigned' }
  | { readonly reason: 'belongsTo'; readonly name: string }

/** Why this person can't give the ticket back (spec 3 §5); null where they can. */
export function unassignRefusal(
  { resolved, assigned }: AssignedTicket,
  userID: number,
): UnassignRefusal | null {
  if (resolved) return { reason: 'alreadyResolved' }
  if (assigned === null) return { reason: 'notAssigned' }
  return assigned.userID === userID ? null : { reason: 'belongsTo', name: assigned.name }
}

/** The same in the words of spec 3 §5. */
export function unassignWords(refusal: UnassignRefusal): string {
  return refusal.reason === 'belongsTo' ? belongsTo(refusal.name) : TICKET_TEXT[refusal.reason]
}

/** What is missing in a resolution, in the words of spec 3 §5; null where nothing is. */
export function resolutionProblem({ subject, body }: { subject: string; body: string }): string | null {
  if (subject.trim() === '') return TICKET_TEXT.enterSubject
  return body.trim() === '' ? TICKET_TEXT.enterComment : null
}

/** A reason of that many words or fewer is too short (spec 3 §9). */
export const ESCALATION_WORDS = 4

/** Why the reason won't do; null where it will (spec 3 §5). */
export function escalationProblem(reason: string): string | null {
  const words = reason.split(/\s+/).filter((word) => word !== '')
  return words.length > ESCALATION_WORDS ? null : TICKET_TEXT.shortReason
}

/** Feedback's stars (spec 3 §5). */
export const RATING_MIN = 1
export const RATING_MAX = 5
