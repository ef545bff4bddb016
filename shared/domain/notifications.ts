/** Types of notifications; a type's number on the wire is its place here (spec 3 §3). */
export const NOTIFICATION_TYPES = [
  'NEW_UPDATE',
  'MESSAGE',
  'EMAIL',
  'REQUESTED_HELP',
  'GAMIFICATION_MILESTONE_ACHIEVED',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The type with that number; null for an unknown one. */
export const notificationType = (type: number): NotificationType | null => NOTIFICATION_TYPES[type] ?? null

/** Kinds of records that a notification can open. */
export const NOTIFICATION_TARGETS = ['TASK', 'TICKET', 'TICKET_ISSUE', 'TOUR', 'MEETING', 'EXPORT'] as const
export type TargetKind = (typeof NOTIFICATION_TARGETS)[number]

export const NOTIFICATION_TEXT = {
  selectOne: 'Please select minimum 1 notification',
  noTaskID: 'Unable to extract Task ID',
  noIssueID: 'Unable to extract ticket issue ID',
  noTicketID: 'Unable to extract ticket ID',
  noTourID: 'Unable to extract tour ID',
  noMeetingID: 'Unable to extract Meeting ID',
  noExportID: 'Unable to extract export ID',
  badTaskID: 'Error extracting task ID',
} as const

/** The button for each kind in the notification modal, beside 'OK' (spec 3 §2). */
export const TARGET_BUTTONS: Readonly<Record<TargetKind, string>> = {
  TASK: 'Show task',
  TICKET: 'Show ticket',
  TICKET_ISSUE: 'Show ticket',
  TOUR: 'Start Tour',
  MEETING: 'Show Meeting',
  EXPORT: 'Download the file',
}

/** The id in a subject, or why there is none. */
export type ExtractedID =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly message: string }

/**
 * How a subject names a record: its word, maybe 'ID', 'no', '#', ':' or '-', and a number, as in 'Task ID: 41
 * was given to you'. The documents show no subjects; these forms are ours.
 */
const idAfter = (words: string): RegExp =>
  new RegExp(`\\b${words}(?:\\s*(?:id|no\\.?|number))?\\s*[:#-]*\\s*(\\d+)`, 'i')

const FORMS: Readonly<
  Record<TargetKind, { readonly form: RegExp; readonly missing: string; readonly bad: string }>
> = {
  TASK: { form: idAfter('task'), missing: NOTIFICATION_TEXT.noTaskID, bad: NOTIFICATION_TEXT.badTaskID },
  TICKET_ISSUE: {
    form: idAfter('(?:ticket\\s+)?issue'),
    missing: NOTIFICATION_TEXT.noIssueID,
    bad: NOTIFICATION_TEXT.noIssueID,
  },
  TICKET: {
    form: idAfter('ticket'),
    missing: NOTIFICATION_TEXT.noTicketID,
    bad: NOTIFICATION_TEXT.noTicketID,
  },
  TOUR: { form: idAfter('tour'), missing: NOTIFICATION_TEXT.noTourID, bad: NOTIFICATION_TEXT.noTourID },
  MEETING: {
    form: idAfter('meeting'),
    missing: NOTIFICATION_TEXT.noMeetingID,
    bad: NOTIFICATION_TEXT.noMeetingID,
  },
  EXPORT: {
    form: idAfter('export'),
    missing: NOTIFICATION_TEXT.noExportID,
    bad: NOTIFICATION_TEXT.noExportID,
  },
}

/**
 * The id in a notification's subject, or the message that there is none (spec 3 §8). An unusable number (0,
 * or too large) counts as none; for tasks it has a message of its own.
 */
export function extractID(kind: TargetKind, subject: string): ExtractedID {
  const { form, missing, bad } = FORMS[kind]
  const digits = form.exec(subject)?.[1]
  if (digits === undefined) return { ok: false, message: missing }
  const id = Number(digits)
  return id > 0 && Number.isSafeInteger(id) ? { ok: true, id } : { ok: false, message: bad }
}

/**
 * A record's word with a number that is marked as its id: by ':', '#', 'ID', 'no' or 'number'. A bare number
 * ('task 3 of 5') may be anything, and so may the time in 'Meeting: 14:00'.
 */
const SPELT_ID =
  /\b((?:ticket\s+)?issue|ticket|task|meeting|tour|export)(?:\s*(?:id|no\.|no|number)(?!\w)\s*[:#-]*|\s*[:#]+)\s*\d+\b(?![.:]\d)/i

/** A subject without its id, which people don't need (spec 3 §3). */
export const shownSubject = (subject: string): string => subject.replace(SPELT_ID, '$1')

/** Words by which a subject belongs to a kind of record, with or without an id. The order matters. */
const NAMED: readonly (readonly [TargetKind, RegExp])[] = [
  ['TICKET_ISSUE', /\b(?:ticket\s+)?issue\b/i],
  ['TICKET', /\bticket\b/i],
  ['TASK', /\btask\b/i],
  ['MEETING', /\bmeeting\b/i],
  ['TOUR', /\btour\b/i],
  ['EXPORT', /\bexport\b/i],
]

/**
 * The record that a notification opens: by its source where that names a kind, else by the kind and id in its
 * subject; null for none. Merely mentioning a tour isn't enough.
 */
export function targetOf({ source, subject }: { source: string; subject: string }): TargetKind | null {
  const bySource = NOTIFICATION_TARGETS.find((kind) => kind === source)
  if (bySource) return bySource
  const named = NAMED.find(([kind, words]) => words.test(subject) && extractID(kind, subject).ok)
  return named?.[0] ?? null
}

/** The body of a milestone notification (spec 3 §3). */
export interface Milestone {
  readonly milestoneName: string
  readonly milestoneAchievedDate: string
}

/** Reads the body of a GAMIFICATION_MILESTONE_ACHIEVED notification; null where it isn't one. */
export function readMilestone(body: string): Milestone | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  if (!('milestoneName' in parsed) || !('milestoneAchievedDate' in parsed)) return null
  const { milestoneName, milestoneAchievedDate } = parsed
  if (typeof milestoneName !== 'string' || typeof milestoneAchievedDate !== 'string') return null
  return { milestoneName, milestoneAchievedDate }
}
