/** The calendar's literals (spec 3 §3), and rules for all events. */
export const EVENT_TYPES = [
  'TASK',
  'MEETING',
  'CORE',
  'HOLIDAY',
  'PERSONAL',
  'OVERTIME',
  'MEDICAL_APPOINTMENT',
  'ABSENCE',
  'AWOL',
  'OTHER',
  'SICK',
  'INTERVIEW_SLOT',
  'UNKNOWN',
  'OUTLOOK',
  'OFFICE_VISIT',
  'TRAINING_SESSION',
  'AVAILABLE_SLOT',
  'CATI_APPOINTMENT',
  'PUBLIC_HOLIDAY',
  'ACTIVITY_INVITE',
  'SALAH_TIME',
  'SHIFT',
  'BLOCKED',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** 'REQUESTED_CANCELATION' is the documents' spelling. */
export const EVENT_STATES = [
  'UNKNOWN',
  'PENDING',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'REQUESTED_CANCELATION',
  'HIDDEN',
  'SYSTEM_AUTO',
  'LIVE',
  'COMPLETED',
] as const
export type EventState = (typeof EVENT_STATES)[number]

export const HOLIDAY_KINDS = ['UK_PUBLIC_HOLIDAY', 'CHRISTMAS', 'CORE'] as const
export type HolidayKind = (typeof HOLIDAY_KINDS)[number]
export const DAY_KINDS = ['NO_SHIFT', 'OFFICE_CLOSED', 'HOLIDAY', 'WORKING'] as const
export type DayKind = (typeof DAY_KINDS)[number]
export const SLOT_STATES = ['OPEN', 'OCCUPIED', 'LIVE', 'COMPLETED'] as const

/**
 * The kind of record that an event is made from. 'event' is the calendar's own, for what has no other record.
 */
export const RECORD_KINDS = [
  'event',
  'task',
  'meeting',
  'request',
  'holiday',
  'shift',
  'training',
  'windowSlot',
  'campaignSlot',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The parts of an event's id, `{kind}:{recordID}`; within a series also the original local start. */
export interface EventKey {
  readonly kind: RecordKind
  readonly recordID: number
  readonly original: string | null
}

export const eventID = (kind: RecordKind, recordID: number, original: string | null = null): string =>
  original === null ? `${kind}:${recordID}` : `${kind}:${recordID}:${original}`

const ID = /^([a-z]+):([1-9]\d{0,14})(?::(\d{4}-\d\d-\d\dT\d\d:\d\d))?$/

/** Reads an event's id; null where it isn't one. */
export function parseEventID(id: string): EventKey | null {
  const [, name, number, original = null] = ID.exec(id) ?? []
  const kind = RECORD_KINDS.find((one) => one === name)
  return kind === undefined ? null : { kind, recordID: Number(number), original }
}

/** Written into somebody's calendar by their company: they see it and can't change it. */
const COMPANYS: readonly EventType[] = ['SICK', 'ABSENCE', 'AWOL']
export const isCompanys = (type: EventType): boolean => COMPANYS.includes(type)

/** Cancelled and declined events are shown faded and struck through (spec 3 §4). */
export const isStruckThrough = (state: EventState): boolean => state === 'CANCELLED' || state === 'DECLINED'

/** Title of a quick meeting (spec 3 §9); it lasts as long as any immediate meeting. */
export const QUICK_MEETING_TITLE = 'General Call'

/** Which events of a series are meant: this one, this and all later ones, or all. */
export const SERIES_SCOPES = ['THIS', 'FOLLOWING', 'ALL'] as const
export type SeriesScope = (typeof SERIES_SCOPES)[number]

export const SUBJECT_MAX = 200
export const NOTE_MAX = 2000
/** The longest range that is read at once, in days: six weeks of a month view, and some more. */
export const RANGE_DAYS_MAX = 100
/** First and last year of the events that people make. */
export const YEARS = [2000, 2099] as const
const LENGTH_DAYS_MAX = 366
/** Characters and events that a file may have which is taken in. */
export const IMPORT_FILE_MAX = 900_000
export const IMPORT_MAX = 5000
/** Why a part of a file makes no event. */
export const UNREAD_REASONS = ['NO_EVENT', 'NO_TIME', 'BAD_TIME', 'BAD_ZONE', 'BAD_RULE', 'BROKEN'] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

export const CALENDAR_TEXT = {
  gone: 'This event is no longer in your calendar.',
  endBeforeStart: 'An event must not end before it starts.',
  tooLong: `An event may last ${LENGTH_DAYS_MAX} days at most.`,
  badTime: `Please give a day between ${YEARS[0]} and ${YEARS[1]}.`,
  badZone: 'This is no time zone.',
  badRule: 'This is no repetition that the calendar knows.',
  changedMeanwhile: 'This event was changed in another window. Please look at it again.',
  noFeed: 'There is no calendar at this address.',
  noFile: 'This is no calendar file (.ics).',
  emptyFile: 'There is nothing in this file.',
  workEndsFirst: 'Work must end after it starts.',
} as const

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Whether it is an existing local time, 'YYYY-MM-DDTHH:mm', within the calendar's years. */
export function isLocalTime(local: string): boolean {
  if (!LOCAL.test(local)) return false
  const at = new Date(`${local}Z`)
  // Date takes 31 February for a day of March.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 16) !== local) return false
  return isWithinYears(at)
}

/** Whether a moment is of the years that calendars have, in UTC. */
export function isWithinYears(at: Date): boolean {
  const year = at.getUTCFullYear()
  return year >= YEARS[0] && year <= YEARS[1]
}

/** Why an event can't last from one local time to the other, as a key of CALENDAR_TEXT; null where it can. */
export function timesProblem(startLocal: string, endLocal: string): 'endBeforeStart' | 'tooLong' | null {
  const days = (Date.parse(`${endLocal}Z`) - Date.parse(`${startLocal}Z`)) / 86_400_000
  if (days < 0) return 'endBeforeStart'
  return days > LENGTH_DAYS_MAX ? 'tooLong' : null
}
