import type { PermissionName, Permissions } from './permissions.ts'

/** A ticket's status. All but RESOLVED are open (spec 3 §4). */
export const TICKET_STATUSES = [
  'OPEN',
  'IN_PROGRESS',
  'WAITING',
  'ESCALATED',
  'REOPENED',
  'RESOLVED',
] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** Statuses that can be chosen in a ticket's settings; the others follow from actions. */
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

/** Most characters of each text of a ticket. The documents name no limits. */
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

/** Why somebody else's ticket can't be unassigned (spec 3 §5). */
export const belongsTo = (name: string): string => `This ticket belongs to ${name}`

/** Default subject of a reply (spec 3 §5). */
export const defaultReplySubject = (ticketID: number): string => `RE: Ticket - ${ticketID}`

/** For somebody who resolves a ticket that another person has just resolved. */
export const resolvedMeanwhile = (ticketID: number, name: string): string =>
  `Ticket ${ticketID} was resolved by ${name} in the meantime.`

/** For somebody who would overwrite a change that they haven't seen. */
export const changedMeanwhile = (ticketID: number, name: string): string =>
  `Ticket ${ticketID} was changed by ${name} in the meantime. Look at it again before you save.`

/** Why a ticket that was merged stays closed. */
export const mergedInto = (ticketID: number): string => `This ticket was merged into ticket ${ticketID}.`

/** A ticket's subject: the first line of its message. */
export const ticketSubject = (message: string): string => message.trim().split('\n', 1)[0]?.trim() ?? ''

/** The view of a ticket that somebody gets (spec 3 §6). */
export type TicketMode = 'SUPERVISOR' | 'AGENT' | 'AGENCY'

/** ISUPERVISOR_CAN_SEE_MODULE opens the supervisor's view, the agency's module the agency's (spec 3 §6). */
export function ticketMode(permissions: Pick<Permissions, 'can'>): TicketMode {
  if (permissions.can('ISUPERVISOR_CAN_SEE_MODULE')) return 'SUPERVISOR'
  return permissions.can('IAGENCY_CAN_SEE_MODULE') ? 'AGENCY' : 'AGENT'
}

/**
 * The open tickets that the 'Support tickets' badge counts and its click lists: a person's own; for
 * supervisors those assigned to them and to nobody.
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

/** What each view allows (spec 3 §6); merging is an extension. */
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

/**
 * The tab that a ticket opens with: for its agent the feedback, if it is resolved and has none (spec 3 §4).
 */
export function initialTab(
  mode: TicketMode,
  ticket: { readonly resolved: boolean; readonly requireFeedback: boolean },
): TicketTab {
  return mode === 'AGENT' && ticket.resolved && ticket.requireFeedback ? 'Feedback' : 'Details'
}

/** Actions that change a ticket's status. */
export const TICKET_EVENTS = ['ASSIGN', 'UNASSIGN', 'ESCALATE', 'RESOLVE', 'REOPEN'] as const
export type TicketEvent = (typeof TICKET_EVENTS)[number]

/** The status after the action; null where the action is impossible (spec 3 §4). */
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

/** What decides whether somebody may unassign a ticket. */
export interface AssignedTicket {
  readonly resolved: boolean
  /** Who is assigned; null for nobody. */
  readonly assigned: { readonly userID: number; readonly name: string } | null
}

/** Why somebody can't unassign a ticket. */
export type UnassignRefusal =
  | { readonly reason: 'alreadyResolved' | 'notAssigned' }
  | { readonly reason: 'belongsTo'; readonly name: string }

/** Why this person can't unassign it (spec 3 §5); null where they can. */
export function unassignRefusal(
  { resolved, assigned }: AssignedTicket,
  userID: number,
): UnassignRefusal | null {
  if (resolved) return { reason: 'alreadyResolved' }
  if (assigned === null) return { reason: 'notAssigned' }
  return assigned.userID === userID ? null : { reason: 'belongsTo', name: assigned.name }
}

/** That reason in the words of spec 3 §5. */
export function unassignWords(refusal: UnassignRefusal): string {
  return refusal.reason === 'belongsTo' ? belongsTo(refusal.name) : TICKET_TEXT[refusal.reason]
}

/** What a resolution lacks, in the words of spec 3 §5; null for a complete one. */
export function resolutionProblem({ subject, body }: { subject: string; body: string }): string | null {
  if (subject.trim() === '') return TICKET_TEXT.enterSubject
  return body.trim() === '' ? TICKET_TEXT.enterComment : null
}

/** A reason needs more words than this (spec 3 §9). */
export const ESCALATION_WORDS = 4

/** What is wrong with the reason; null where nothing is (spec 3 §5). */
export function escalationProblem(reason: string): string | null {
  const words = reason.split(/\s+/).filter((word) => word !== '')
  return words.length > ESCALATION_WORDS ? null : TICKET_TEXT.shortReason
}

/** Feedback's stars (spec 3 §5). */
export const RATING_MIN = 1
export const RATING_MAX = 5
