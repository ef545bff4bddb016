import * as z from 'zod/mini'
import { HOLIDAY_ENTRY_KINDS, type HolidayEntryKind } from '../domain/holiday-balance.ts'
import { holidayBalanceRecord } from '../records/hr/holiday-balance.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const { spec, path, permission } = holidayBalanceRecord
const kind = z.enum(Object.keys(HOLIDAY_ENTRY_KINDS) as HolidayEntryKind[])

/** So many hours are given or taken at once. */
export const ENTRY_HOURS_MAX = 1000
export const ENTRY_REASON_MAX = 500

export const listHolidayBalances = listCall(holidayBalanceRecord)
export const getHolidayBalance = getCall(holidayBalanceRecord)

const entry = z.object({
  id: recordID,
  kind,
  hours: z.number(),
  reason: z.string(),
  at: timestamp,
  /** '' where they aren't known any more. */
  byName: z.string(),
})

export const holidayEntries = call({
  path: `${path}/entries`,
  request: z.object({
    /** The person, in their present holiday year. */
    id: recordID,
  }),
  response: z.object({ entries: z.array(entry) }),
  summary:
    'What was carried over and adjusted of somebody’s holiday in their present year, the newest first.',
  spec,
  permission,
})

export const adjustHoliday = call({
  path: `${path}/adjust`,
  request: z.object({
    /** The person, in their present holiday year. */
    id: recordID,
    kind,
    /** Quarters of an hour; less than none takes hours away. */
    hours: z.number().check(
      z.minimum(-ENTRY_HOURS_MAX),
      z.maximum(ENTRY_HOURS_MAX),
      z.multipleOf(0.25),
      z.refine((hours) => hours !== 0, 'Say how many hours.'),
    ),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(ENTRY_REASON_MAX)),
  }),
  response: holidayBalanceRecord.row,
  summary: 'Carries hours of holiday over from the year before, or adjusts them, with a reason.',
  spec,
  permission: 'HR_CAN_MANAGE_HOLIDAY',
})
