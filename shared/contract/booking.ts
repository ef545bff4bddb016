import * as z from 'zod/mini'
import {
  BOOKING_TYPES,
  DAY_PARTS,
  HOLIDAY_DAYS_MAX,
  REASON_MAX,
  REASON_MIN,
  REQUEST_STATES,
  REQUEST_TYPES,
} from '../domain/booking.ts'
import { CALENDAR_TEXT, isLocalTime } from '../domain/calendar.ts'
import { EXPORT_TYPES } from './exports.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'
import { shiftCheck } from './shifts.ts'

const BOOKINGS = 'IRESOURCE_CAN_SEE_BOOKINGS'
const PATH = '/api/resource/booking'

const state = z.enum(REQUEST_STATES)
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const local = z.string().check(z.refine(isLocalTime, { error: CALENDAR_TEXT.badTime }))

/** A shift that a holiday changes: what is left of it, null where it goes. */
const touchedShift = z.object({
  id: recordID,
  start: timestamp,
  end: timestamp,
  left: z.nullable(z.object({ start: timestamp, end: timestamp })),
})

/** What somebody asks for (spec 4 §2). */
export const bookingRequest = z.object({
  id: recordID,
  type: z.enum(BOOKING_TYPES),
  userID,
  userName: z.string(),
  start: timestamp,
  end: timestamp,
  hours: z.number(),
  dayPart: z.enum(DAY_PARTS),
  reason: z.string(),
  state,
  askedAt: timestamp,
  /** Who decided; null before anybody has. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  decisionNote: z.string(),
  /** Of a holiday: whose approved holidays of the same area it overlaps. An extension. */
  overlaps: z.array(z.object({ id: recordID, userName: z.string(), start: timestamp, end: timestamp })),
  /** Of a holiday: the hours that the person has this year, approved and waiting, by their requests. An extension. */
  yearHours: z.nullable(z.object({ approved: z.number(), pending: z.number() })),
  /** Of a holiday that waits: the hours free in its year without it and with it; null where that isn't known. An extension. */
  balance: z.nullable(z.object({ before: z.number(), after: z.number() })),
  /** Of a holiday that waits: how many of the person's team are off then. An extension. */
  teamOff: z.nullable(z.object({ off: z.int(), of: z.int() })),
  /**
   * Of a holiday that waits: the share of the hours needed on its days that is planned, as it is and without the person;
   * null where none are needed. An extension.
   */
  coverage: z.nullable(z.object({ before: z.number(), after: z.number() })),
  /** Of a holiday that waits: the shifts that go, or what is left of them. An extension. */
  shifts: z.array(touchedShift),
  /** Of overtime and a slot that wait: what is against the shift (spec 4 §5.2). */
  checks: z.array(shiftCheck),
  /** Of a holiday: its working days by the company's calendar, 'YYYY-MM-DD' each. An extension. */
  workingDays: z.array(z.string()),
  /** The manager who asks for a decision, and when they last did. An extension. */
  urged: z.optional(z.object({ by: z.string(), at: timestamp })),
  /** Whether the caller may decide on it. */
  mayDecide: z.boolean(),
})
export type BookingRequest = z.output<typeof bookingRequest>

export const newBooking = call({
  path: `${PATH}/new`,
  request: z.object({
    type: z.enum(REQUEST_TYPES),
    /** By London's clock. For a holiday: midnight of its first day, and midnight after its last. */
    startLocal: local,
    endLocal: local,
    dayPart: z._default(z.enum(DAY_PARTS), 'DAY'),
    reason: z.string().check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX)),
  }),
  response: bookingRequest,
  summary: 'Asks for a holiday, overtime or time off; it is PENDING until somebody decides.',
  spec: '4 §6',
  permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  scope: 'calendar:write',
})

export const withdrawBooking = call({
  path: `${PATH}/withdraw`,
  request: z.object({ id: recordID }),
  response: bookingRequest,
  summary: 'Takes an own request back: a PENDING one is CANCELLED, an APPROVED one REQUESTED_CANCELATION.',
  spec: '4 §6',
  permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  scope: 'calendar:write',
})

export const pendingBookings = call({
  path: `${PATH}/pending`,
  request: z.object({}),
  response: z.array(bookingRequest),
  summary: 'The requests that wait for a decision, oldest first.',
  spec: '4 §6',
  permission: BOOKINGS,
})

export const approvedBookings = call({
  path: `${PATH}/approved`,
  request: z.object({ start: timestamp, end: timestamp }),
  response: z.array(bookingRequest),
  summary: 'The requests of that time that were decided, soonest first.',
  spec: '4 §6',
  permission: BOOKINGS,
})

export const approvedBookingsFile = call({
  path: `${PATH}/approved/file`,
  request: z.object({ start: timestamp, end: timestamp, type: z._default(z.enum(EXPORT_TYPES), 'Excel') }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'The requests of that time that were decided, as a file.',
  spec: '4 §4.5.7, §1.6',
  extension: true,
  permission: BOOKINGS,
})

export const decideBooking = call({
  path: `${PATH}/decide`,
  request: z.object({
    id: recordID,
    state,
    /**
     * The state that the decider saw (an extension). If the request's state is another one, the decision is
     * refused.
     */
    from: z.optional(state),
    note: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
    /** Of a holiday only these days are approved, the others declined. An extension. */
    days: z.optional(z.array(day).check(z.minLength(1), z.maxLength(HOLIDAY_DAYS_MAX))),
    /** The overlaps that the decider was shown: a holiday with another one isn't approved. An extension. */
    seen: z.optional(z.array(recordID)),
    /** Why a holiday is approved for which the person has too few hours left (spec 4 §4.5.6). */
    override: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: bookingRequest,
  summary:
    'Decides on somebody else’s request, of a holiday also in part. 409 where somebody decided meanwhile or an overlap isn’t in `seen`.',
  spec: '4 §6',
  permission: BOOKINGS,
})

export const previewHoliday = call({
  path: `${PATH}/preview`,
  request: z.object({
    /** Midnight of its first day, and midnight after its last, by London's clock. */
    startLocal: local,
    endLocal: local,
    dayPart: z._default(z.enum(DAY_PARTS), 'DAY'),
  }),
  response: z.object({
    hours: z.number(),
    balance: z.nullable(z.object({ before: z.number(), after: z.number() })),
    teamOff: z.object({ off: z.int(), of: z.int() }),
    shifts: z.array(touchedShift),
  }),
  summary: 'What a holiday of one’s own would take, before it is asked for.',
  spec: '4 §4.2.2',
  extension: true,
  permission: 'ITRACKER_CAN_REQUEST_HOLIDAY',
})

const hours = z.nullable(z.number())
export const ownHoliday = call({
  path: `${PATH}/balance`,
  request: z.object({}),
  response: z.object({
    /** The first day of the holiday year, YYYY-MM-DD. */
    yearFrom: day,
    /** Null where nobody says what the person works a week. */
    entitlement: hours,
    carried: z.number(),
    adjustments: z.number(),
    taken: z.number(),
    booked: z.number(),
    pending: z.number(),
    remaining: hours,
    free: hours,
    holidays: z.array(
      z.object({
        id: recordID,
        start: timestamp,
        end: timestamp,
        hours: z.number(),
        dayPart: z.enum(DAY_PARTS),
        state,
      }),
    ),
  }),
  summary: 'One’s own holiday of the year that is going on, and the holidays that it is made of.',
  spec: '4 §4.2.2',
  extension: true,
  permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
})
export type OwnHoliday = z.output<typeof ownHoliday.response>
