import * as z from 'zod/mini'
import {
  DAY_PARTS,
  HOLIDAY_DAYS_MAX,
  REASON_MAX,
  REASON_MIN,
  REQUEST_STATES,
  REQUEST_TYPES,
} from '../domain/booking.ts'
import { CALENDAR_TEXT, isLocalTime } from '../domain/calendar.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'

const BOOKINGS = 'IRESOURCE_CAN_SEE_BOOKINGS'
const PATH = '/api/resource/booking'

const state = z.enum(REQUEST_STATES)
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const local = z.string().check(z.refine(isLocalTime, { error: CALENDAR_TEXT.badTime }))

/** What somebody asks for (spec 4 §2). */
export const bookingRequest = z.object({
  id: recordID,
  type: z.enum(REQUEST_TYPES),
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
  /** Of a holiday: its working days by the company's calendar, 'YYYY-MM-DD' each. An extension. */
  workingDays: z.array(z.string()),
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
  }),
  response: bookingRequest,
  summary:
    'Decides on somebody else’s request, of a holiday also in part. Refused with 409 where somebody decided meanwhile, or where an approved holiday overlaps that `seen` doesn’t name.',
  spec: '4 §6',
  permission: BOOKINGS,
})
