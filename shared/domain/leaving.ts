import type { PermissionRule } from './permission-rule.ts'
import { LEAVE_REASONS, type LeaveReason } from './person.ts'

/** Who may let somebody go (spec 5 §3.4). */
export const MAY_DEACTIVATE: PermissionRule = {
  anyOf: ['ADMIN_CAN_EDIT_USERS', 'SUPPORT_CAN_DELETE_ACCOUNT'],
}

/** Reasons that a person can choose; DIRECTORY comes by SCIM only (spec 5 §3.4). */
export const CHOSEN_LEAVE_REASONS = LEAVE_REASONS.filter(
  (reason): reason is Exclude<LeaveReason, 'DIRECTORY'> => reason !== 'DIRECTORY',
)

export const LEAVE_REASON_WORDS: Readonly<Record<LeaveReason, string>> = {
  RESIGNED: 'Resigned',
  END_OF_CONTRACT: 'End of contract',
  DISMISSED: 'Dismissed',
  REDUNDANT: 'Redundant',
  AGENCY_ENDED: 'Agency ended',
  NEVER_STARTED: 'Never started',
  OTHER: 'Other',
  DIRECTORY: 'By the directory',
}

/** What changes hands when somebody leaves (spec 5 §3.4), in the order in which it is shown. */
export const MOVING_KINDS = [
  'TICKETS',
  'TASKS',
  'REPORTS',
  'REVIEWS',
  'JOB_ORDERS',
  'CASES',
  'SCHEDULES',
  'SHIFTS',
] as const
export type MovingKind = (typeof MOVING_KINDS)[number]

const plural = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`

/** How many of a kind, in words. */
export const MOVING_WORDS: Readonly<Record<MovingKind, (count: number) => string>> = {
  TICKETS: plural('ticket in hand', 'tickets in hand'),
  TASKS: plural('task', 'tasks'),
  REPORTS: plural('direct report', 'direct reports'),
  REVIEWS: plural('QC review', 'QC reviews'),
  JOB_ORDERS: plural('job order', 'job orders'),
  CASES: plural('case', 'cases'),
  SCHEDULES: plural('report schedule', 'report schedules'),
  SHIFTS: plural('future shift', 'future shifts'),
}

/** How many things of a kind somebody has. */
export interface Moving {
  readonly kind: MovingKind
  readonly count: number
}

/** Those that need somebody to take them over: shifts end instead. */
export const openItems = (moves: readonly Moving[]): number =>
  moves.reduce((sum, { kind, count }) => (kind === 'SHIFTS' ? sum : sum + count), 0)

export const LEAVING_TEXT = {
  self: 'You cannot deactivate yourself.',
  noHolder: (open: number) => `Choose who takes over ${open} open ${open === 1 ? 'item' : 'items'}.`,
  erased: "This person's data was erased.",
} as const

/** Longest note for HR. */
export const LEAVE_NOTE_MAX = 2000
