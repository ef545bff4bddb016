import type { EventState, EventType } from './calendar.ts'
import type { PermissionRule } from './permission-rule.ts'
import type { PermissionName } from './permissions.ts'
import { publicHolidays } from './public-holidays.ts'

/** What a person can ask for by themselves (spec 4 §2, Booking request). */
export const REQUEST_TYPES = ['HOLIDAY', 'OVERTIME', 'MEDICAL_APPOINTMENT', 'PERSONAL', 'SALAH_TIME'] as const
export type RequestType = (typeof REQUEST_TYPES)[number] & EventType

/** Every type of a request: a slot is asked for where a booking window needs a planner's word (spec 4 §4.5.4). */
export const BOOKING_TYPES = [...REQUEST_TYPES, 'SLOT'] as const
export type BookingType = (typeof BOOKING_TYPES)[number]

export const REQUEST_WORDS: Readonly<Record<BookingType, string>> = {
  HOLIDAY: 'Holiday',
  OVERTIME: 'Overtime',
  MEDICAL_APPOINTMENT: 'Medical appointment',
  PERSONAL: 'Personal',
  SALAH_TIME: 'Prayer time',
  SLOT: 'Slot',
}

export const DAY_PARTS = ['DAY', 'MORNING', 'AFTERNOON'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export const REQUEST_STATES = [
  'PENDING',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'REQUESTED_CANCELATION',
] as const
export type RequestState = (typeof REQUEST_STATES)[number] & EventState

/** States that wait for a decision (spec 4 §4.5.6). */
export const WAITING = ['PENDING', 'REQUESTED_CANCELATION'] as const

/** The states that a decision may lead to, by the present state (spec 4 §5.1). */
const DECISIONS: Readonly<Record<RequestState, readonly RequestState[]>> = {
  PENDING: ['APPROVED', 'DECLINED'],
  REQUESTED_CANCELATION: ['CANCELLED', 'APPROVED'],
  APPROVED: ['CANCELLED'],
  DECLINED: ['PENDING'],
  CANCELLED: [],
}
export const mayBecome = (from: RequestState, to: RequestState): boolean => DECISIONS[from].includes(to)

/** Whether a decision needs a reason: declining, and taking back an approval. */
export const needsNote = (from: RequestState, to: RequestState): boolean =>
  to === 'DECLINED' || (from === 'APPROVED' && to === 'CANCELLED')

export const REQUEST_PERMISSION: Readonly<Record<RequestType, PermissionName>> = {
  HOLIDAY: 'ITRACKER_CAN_REQUEST_HOLIDAY',
  OVERTIME: 'ITRACKER_CAN_REQUEST_OVERTIME',
  MEDICAL_APPOINTMENT: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  PERSONAL: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  SALAH_TIME: 'CAN_BOOK_SALAH_TIME',
}

/** Permission to ask for an approved one to be cancelled, by type. */
export const CANCEL_PERMISSION: Readonly<Record<BookingType, PermissionName>> = {
  ...REQUEST_PERMISSION,
  SLOT: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  HOLIDAY: 'ITRACKER_CAN_CANCEL_HOLIDAY',
  OVERTIME: 'ITRACKER_CAN_CANCEL_OVERTIME',
}

/** What deciding needs in addition to IRESOURCE_CAN_SEE_BOOKINGS, by type (spec 4 §4.5.6). */
export const DECIDE_PERMISSION: Readonly<Partial<Record<BookingType, Exclude<PermissionRule, string>>>> = {
  OVERTIME: { anyOf: ['IRESOURCE_CAN_APPROVE_OVERTIME'] },
  HOLIDAY: { anyOf: ['HR_CAN_MANAGE_HOLIDAY', 'IRESOURCE_CAN_PROCESS_SHIFT'] },
  SLOT: { anyOf: ['IRESOURCE_CAN_PROCESS_SHIFT'] },
}

export const REASON_MIN = 3
export const REASON_MAX = 1000
export const HOLIDAY_DAYS_MAX = 30
export const MONTHS_AHEAD_MAX = 12

/** Words of spec 4 §4.5.6 and §5.2 where those have some; the rest is ours. */
export const BOOKING_TEXT = {
  gone: 'This request is no longer there.',
  own: 'Somebody else has to decide on your own request.',
  sayWhy: 'Say why.',
  past: 'This is in the past.',
  quarter: 'Times are in steps of 15 minutes.',
  tooFar: `A holiday can be asked for ${MONTHS_AHEAD_MAX} months ahead at most.`,
  tooLong: `A holiday has ${HOLIDAY_DAYS_MAX} days at most.`,
  noWorkingDay: 'There is no working day in this time.',
  hourAtLeast: 'Overtime is an hour at least.',
  endBeforeStart: 'A request must end after it starts.',
  started: 'This has begun already.',
  badDays: 'Please choose days of the request.',
  meanwhile: 'This changed just now. Please look again.',
} as const

/** Whether a day, 'YYYY-MM-DD', is a public holiday; a company may have others than the law. */
export type IsHoliday = (day: string) => boolean

/** The days of a holiday, 'YYYY-MM-DD' each; `to` is the day after it. */
export function daysOfHoliday(from: string, to: string): string[] {
  const days: string[] = []
  const end = Date.parse(`${to}T00:00Z`)
  for (let at = Date.parse(`${from}T00:00Z`); at < end; at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** A part of a holiday: from a day to before another. */
export interface HolidayPart {
  readonly from: string
  readonly to: string
  readonly isChosen: boolean
}

/**
 * A holiday in parts, those of the chosen days and those of the others. What isn't a working day goes with the
 * day before it, so that a Friday and a Monday are one part.
 *
 * @returns null where none of its working days is chosen, or one is chosen that it hasn't
 */
export function partsOfHoliday(
  from: string,
  to: string,
  chosen: readonly string[],
  isHoliday: IsHoliday = isRuledHoliday,
): HolidayPart[] | null {
  const days = daysOfHoliday(from, to)
  const isWork = (day: string): boolean => isWorkingDay(Date.parse(`${day}T00:00Z`), isHoliday)
  if (chosen.some((day) => !days.includes(day)) || !chosen.some(isWork)) return null
  let before = chosen.includes(days.find(isWork) ?? '')
  const parts: HolidayPart[] = []
  for (const day of days) {
    before = isWork(day) ? chosen.includes(day) : before
    const last = parts.at(-1)
    const to = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    if (last && last.isChosen === before) parts[parts.length - 1] = { ...last, to }
    else parts.push({ from: day, to, isChosen: before })
  }
  return parts
}

/** Whether it is Monday to Friday and no public holiday; `at` as `Date.UTC` counts. */
export function isWorkingDay(at: number, isHoliday: IsHoliday = isRuledHoliday): boolean {
  const day = new Date(at)
  return ![0, 6].includes(day.getUTCDay()) && !isHoliday(day.toISOString().slice(0, 10))
}

/** The holidays of the law. */
function isRuledHoliday(day: string): boolean {
  return publicHolidays(Number(day.slice(0, 4))).some(({ date }) => date === day)
}

/** The working days of a holiday, 'YYYY-MM-DD' each; `to` is the day after it. */
export const workingDaysOf = (from: string, to: string, isHoliday: IsHoliday): string[] =>
  daysOfHoliday(from, to).filter((day) => isWorkingDay(Date.parse(`${day}T00:00Z`), isHoliday))
