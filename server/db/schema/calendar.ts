import type { ColumnType, Generated } from 'kysely'
import type { BookingType, DayPart, RequestState } from '#shared/domain/booking.ts'
import type { EventState, EventType, RecordKind } from '#shared/domain/calendar.ts'
import type { CalendarView } from '#shared/domain/calendar-settings.ts'
import type { HolidayEntryKind } from '#shared/domain/holiday-balance.ts'
import type { Time } from './time.ts'

/** When somebody's manager last reminded them to take holiday (spec 4 §4.3.3). */
export interface HolidayReminderTable {
  userID: number
  at: Time
}

/** When somebody was told what is left of their holiday. */
export interface HolidayWarningTable {
  userID: number
  /** The first day of the holiday year, YYYY-MM-DD. */
  yearFrom: string
  /** Which warning it was: so many days before the year ends. */
  days: number
  hours: number
  toldAt: Time
}

/** Hours of holiday that HR carried over or adjusted, with why (spec 6 §5.4). */
export interface HolidayEntryTable {
  id: Generated<number>
  userID: number
  /** The first day of the holiday year, YYYY-MM-DD. */
  yearFrom: string
  kind: HolidayEntryKind
  /** Quarters of an hour; less than none takes away. */
  hours: number
  reason: string
  at: Time
  byID: number | null
}

/** Events of a person that have no other record (spec 3 §3). */
export interface CalendarEventTable {
  id: Generated<number>
  userID: number
  eventType: EventType
  eventState: EventState
  subject: string
  note: string
  /** Local time in `zone`, 'YYYY-MM-DDTHH:mm'; for a series, of its first event. */
  startLocal: string
  endLocal: string
  /** An IANA name. */
  zone: string
  isAllDay: number
  /** The rule by which it repeats, in local time; null where it doesn't. */
  rule: string | null
  /** Number of its last change, from 1. */
  version: number
  updatedAt: Time
  deletedAt: Time | null
  /** What it is called in the file that it came from, and the import; null for what was made here. */
  uid: string | null
  importID: number | null
}

/** One event of a series that differs from the rule, or is left out. */
export interface CalendarExceptionTable {
  eventID: number
  /** When it would begin by the rule, in the series' local time. */
  original: string
  isCancelled: number
  startLocal: string
  endLocal: string
  subject: string
  note: string
}

/** How a person has their calendar (shared/domain/calendar-settings.ts). */
export interface CalendarSettingsTable {
  userID: number
  view: CalendarView | null
  firstDay: number
  workStart: number
  workEnd: number
  /** Weekdays, as '1,2,3'. */
  workDays: string
  reminder: number | null
  secondZone: string | null
}

/** How long before one record's events a person is told, where they said so; null for not at all. */
export interface CalendarReminderTable {
  userID: number
  kind: RecordKind
  recordID: number
  minutes: number | null
}

/** Of which events a person was told, and which of their beginnings: whoever adds the row tells them. */
export interface CalendarRemindedTable {
  userID: number
  eventID: string
  startsAt: Time
  toldAt: Time
}

/** Files that were taken in. */
export interface CalendarImportTable {
  id: Generated<number>
  userID: number
  at: Time
  undoneAt: Time | null
}

/** People's requests (spec 4 §2). */
export interface BookingRequestTable {
  id: Generated<number>
  userID: number
  type: BookingType
  start: Time
  end: Time
  hours: number
  dayPart: DayPart
  reason: string
  state: RequestState
  askedAt: Time
  decidedBy: number | null
  decidedAt: Time | null
  decisionNote: string
  /** When a manager last asked for a decision, and who. */
  urgedAt: ColumnType<number | null, number | null | undefined>
  urgedBy: ColumnType<number | null, number | null | undefined>
  /** The conversation about it; null until somebody opens it. */
  threadID: ColumnType<number | null, number | null | undefined>
}

/** What an approved request did to a shift (spec 4 §4.5.6). */
export interface BookingShiftTable {
  requestID: number
  shiftID: number
  /** JSON of the shift's state, start, end, breakMinutes and segments before; null where the request made it. */
  before: string | null
  /** What it left of the shift; null where it cancelled it. */
  leftStart: Time | null
  leftEnd: Time | null
}

/** Counts the holidays that were approved in an area; 0 stands for those without one. */
export interface BookingGuardTable {
  areaID: number
  approvals: number
}

/** Secret addresses at which other programs read a calendar, as hashes. */
export interface CalendarFeedTable {
  userID: number
  keyHash: string
  createdAt: Time
}
