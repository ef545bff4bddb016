import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { DAY_STATES } from '../domain/attendance.ts'
import { PAY_STATES } from '../domain/earnings.ts'
import { TICKET_STATUSES } from '../domain/tickets.ts'
import { EXPORT_TYPES } from './exports.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

/** London's, YYYY-MM-DD. */
const day = z.iso.date()
const seconds = z.int()
/** Whole ones; null where there is no rate for the day. */
const pence = z.nullable(z.int())
const REASON = { min: 3, max: 1000 } as const

const payStep = z.object({
  element: z.enum(['BASIC', 'OVERTIME', 'BONUS']),
  /** Of a bonus: which campaign's; '' else. */
  title: z.string(),
  hours: z.number(),
  /** Pence an hour. */
  rate: z.int(),
  multiplier: z.number(),
  /** Pence. */
  amount: z.int(),
})

const earnedDay = z.object({
  date: day,
  scheduledStart: z.nullable(timestamp),
  scheduledEnd: z.nullable(timestamp),
  workedSeconds: seconds,
  breakOverSeconds: seconds,
  /** Before they go up to the quarter. */
  paidSeconds: seconds,
  paidHours: z.number(),
  overtimeHours: z.number(),
  rate: pence,
  /** By which rate and overtime rate of the day are made from it. */
  multiplier: z.number(),
  overtimeMultiplier: z.number(),
  bonus: pence,
  amount: pence,
  state: z.enum(DAY_STATES),
  /** They add up to the amount. */
  steps: z.array(payStep),
  /** What it is counted from, in order. */
  sessions: z.array(
    z.object({
      activity: z.enum(ACTIVITY_NAMES),
      project: z.nullable(z.string()),
      start: timestamp,
      /** Null while it goes on. */
      end: z.nullable(timestamp),
      /** Of it, those that are paid. */
      paidSeconds: seconds,
    }),
  ),
  /** The ticket by which the person queried the day last. */
  query: z.nullable(z.object({ ticketID: recordID, status: z.enum(TICKET_STATUSES) })),
  mayQuery: z.boolean(),
})
export type EarnedDay = z.output<typeof earnedDay>

const period = z.object({ from: day, to: day })

export const earnings = call({
  path: '/api/itracker/earnings',
  request: z.object({
    /** Without both the present pay period. Two years at most. */
    from: z.optional(day),
    to: z.optional(day),
  }),
  response: z.object({
    period: z.object({ ...period.shape, state: z.enum(PAY_STATES) }),
    /** The present pay period and those before it, the latest first. */
    periods: z.array(period),
    paidHours: z.number(),
    overtimeHours: z.number(),
    /** Pence, of the days that have a rate. */
    bonus: z.int(),
    /** Pence: the days and the lines. */
    gross: z.int(),
    /** Of the pay period before; pence. */
    last: z.object({ ...period.shape, state: z.enum(PAY_STATES), gross: z.int() }),
    /** The latest first. */
    days: z.array(earnedDay),
    /** What is paid and is no day's, such as holiday and adjustments. */
    lines: z.array(
      z.object({
        id: recordID,
        date: day,
        element: z.enum(['HOLIDAY', 'SICK', 'PUBLIC_HOLIDAY', 'ADJUSTMENT', 'DEDUCTION']),
        hours: z.number(),
        /** Pence. */
        amount: z.int(),
      }),
    ),
    asOf: timestamp,
  }),
  summary:
    'What the caller is paid for the days of a time, with the sessions and steps that each amount is made of. Amounts are pence before tax.',
  spec: '4 §4.2.3, §5.5',
  permission: 'ITRACKER_CAN_SEE_MY_EARNINGS',
})
export const earningsFile = call({
  path: '/api/itracker/earnings/file',
  request: z.object({
    /** Without both the present pay period. Two years at most. */
    from: z.optional(day),
    to: z.optional(day),
    type: z._default(z.enum(EXPORT_TYPES), 'Excel'),
  }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'What the caller is paid for the days of a time, and what is no day’s, as a file.',
  spec: '4 §4.2.3, §1.6',
  permission: 'ITRACKER_CAN_SEE_MY_EARNINGS',
  extension: true,
})
export type Earnings = z.output<(typeof earnings)['response']>

export const queryEarnings = call({
  path: '/api/itracker/earnings/query',
  request: z.object({
    date: day,
    reason: z.string().check(z.trim(), z.minLength(REASON.min), z.maxLength(REASON.max)),
  }),
  response: z.object({ ticketID: recordID }),
  summary:
    'Raises a ticket about the pay of a day of the caller’s, with the day and its figures filled in. One at a time a day, within 60 days.',
  spec: '4 §4.2.3, 6 §16',
  permission: 'ITRACKER_CAN_SEE_MY_EARNINGS',
})
