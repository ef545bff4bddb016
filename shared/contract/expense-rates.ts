import * as z from 'zod/mini'
import { expenseCategory, expenseRateRecord, expenseRateValues } from '../records/admin/expense-rate.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const about = { spec: expenseRateRecord.spec, permission: expenseRateRecord.permission } as const
const PATH = '/api/admin/configuration/expense-rates'
const UNITS_MAX = 1_000_000

export const listExpenseRates = listCall(expenseRateRecord)
export const getExpenseRate = getCall(expenseRateRecord)

export const saveExpenseRate = call({
  path: `${PATH}/save`,
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    rate: expenseRateValues,
  }),
  response: expenseRateRecord.row,
  summary:
    'Makes a rate, or changes the one that is named as it was seen. A change of a rate that holds already begins on a later day: a new rate, and the old one ends the day before.',
  ...about,
})

export const confirmExpenseRate = call({
  path: `${PATH}/confirm`,
  request: seenRecord,
  response: expenseRateRecord.row,
  summary: 'Finance confirms a rate that came with the product; claims can use it from then on.',
  spec: about.spec,
  permission: 'IFINANCE_CAN_FINANCE_EXPENSES',
  extension: true,
})

export const tryExpenseRate = call({
  path: `${PATH}/try`,
  request: z.object({
    category: expenseCategory,
    day: z.iso.date(),
    units: z.number().check(z.minimum(0), z.maximum(UNITS_MAX)),
    /** Units of the same tax year so far. */
    before: z._default(z.number().check(z.minimum(0), z.maximum(UNITS_MAX)), 0),
  }),
  response: z.object({
    rate: expenseRateRecord.row,
    /** £; null where what was spent is repaid. */
    amount: z.nullable(z.number()),
    taxYearStart: z.string(),
  }),
  summary:
    'What a claim of a day is repaid, as claims reckon it. Refused while finance hasn’t confirmed the rate.',
  ...about,
  extension: true,
})
