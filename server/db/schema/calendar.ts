import type { Generated } from 'kysely'
import type { DayPart, RequestState, RequestType } from '#shared/domain/booking.ts'
import type { EventState, EventType } from '#shared/domain/calendar.ts'
import type { Time } from './time.ts'

/** Events of a person that no other record stands for (spec 3 §3). */
export interface CalendarEventTable {
  id: Generated<number>
  userID: number
  eventType: EventType
  eventState: EventState
  subject: string
  note: string
  /** By the clock of `zone`, 'YYYY-MM-DDTHH:mm'; of a series those of its first. */
  startLocal: string
  endLocal: string
  /** An IANA name. */
  zone: string
  isAllDay: number
  /** How it repeats, by that clock; null for what doesn't. */
  rule: string | null
  /** Counts its changes, from 1. */
  version: number
  updatedAt: Time
  deletedAt: Time | null
}

/** One of a series that is otherwise than its rule says, or not at all. */
export interface CalendarExceptionTable {
  eventID: number
  /** When it would begin by the rule, by the series' clock. */
  original: string
  isCancelled: number
  startLocal: string
  endLocal: string
  subject: string
  note: string
}

/** What people ask for (spec 4 §2). */
export interface BookingRequestTable {
  id: Generated<number>
  userID: number
  type: RequestType
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
}

/** The secret addresses that calendars are read at from outside; a hash of the secret. */
export interface CalendarFeedTable {
  userID: number
  keyHash: string
  createdAt: Time
}
