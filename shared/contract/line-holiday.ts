import * as z from 'zod/mini'
import { HOLIDAY_ENTRY_KINDS, type HolidayEntryKind } from '../domain/holiday-balance.ts'
import { lineHolidayRecord } from '../records/hr/line-holiday.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'

/** The documents' own name of it (spec 4 §5.5). */
export const listLineHolidays = {
  ...listCall(lineHolidayRecord),
  path: '/api/manager/holiday-balance' as const,
}
export const getLineHoliday = getCall(lineHolidayRecord)

const day = z.iso.date()

export const lineHolidayYear = call({
  path: '/api/manager/holiday-balance/year',
  request: z.object({ id: userID }),
  response: z.object({
    /** First and last day of the holiday year. */
    from: day,
    to: day,
    /** The earliest first; those that were refused or taken back aren’t among them. */
    holidays: z.array(
      z.object({
        id: recordID,
        start: timestamp,
        end: timestamp,
        hours: z.number(),
        state: z.enum(['PENDING', 'APPROVED', 'REQUESTED_CANCELATION']),
        /** When a manager last asked for a decision. */
        urgedAt: z.nullable(timestamp),
      }),
    ),
    /** What was carried over and adjusted, the latest first. */
    entries: z.array(
      z.object({
        id: recordID,
        kind: z.enum(Object.keys(HOLIDAY_ENTRY_KINDS) as HolidayEntryKind[]),
        hours: z.number(),
        reason: z.string(),
        at: timestamp,
      }),
    ),
    /** When their manager last reminded them to take holiday. */
    remindedAt: z.nullable(timestamp),
  }),
  summary: 'The holiday year of somebody of the caller’s line: what makes up their balance.',
  spec: '4 §4.3.3',
  permission: 'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
  extension: true,
})
export type LineHolidayYear = z.output<typeof lineHolidayYear.response>

export const askHolidayApproval = call({
  path: '/api/manager/holiday-balance/ask-approval',
  /** A request of the year that waits for a decision. */
  request: z.object({ id: recordID }),
  response: z.object({
    /** Who decides and was told; 0 where they were asked within the last 24 hours. */
    told: z.int(),
  }),
  summary:
    'Asks those who decide for a decision on a holiday of the caller’s line; once a day a request. It is marked in Pending requests.',
  spec: '4 §4.3.3',
  permission: 'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
  extension: true,
})

export const remindHoliday = call({
  path: '/api/manager/holiday-balance/remind',
  request: z.object({ ids: z.array(userID).check(z.minLength(1), z.maxLength(500)) }),
  response: z.object({
    reminded: z.int(),
    /** Reminded within the last 24 hours already. */
    already: z.int(),
    /** They have nothing free to take. */
    nothing: z.int(),
  }),
  summary:
    'Tells people of the caller’s line what holiday they have left to take this year; once a day each.',
  spec: '4 §4.3.3',
  permission: 'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
  extension: true,
})
