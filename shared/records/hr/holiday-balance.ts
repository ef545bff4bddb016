import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { recordType } from '../record.ts'

const hours = z.number()
/** Nobody says how much a person works a week, or by which terms. */
const known = z.nullable(hours)

/** What everybody has of holiday in their present holiday year, in hours (spec 6 §5.4): its page lists them, and reports are made of them. */
export const holidayBalanceRecord = recordType({
  name: 'holidayBalance',
  page: 'hr.holiday-balance',
  path: '/api/hr/holiday-balance',
  spec: '6 §5.4',
  words: { one: 'holiday balance', many: 'holiday balances', none: 'Nobody has holiday here yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    managerName: z.nullable(z.string()),
    contractTypeName: z.nullable(z.string()),
    yearFrom: z.nullable(z.string()),
    entitlement: known,
    /** From the year before, and given or taken by HR. */
    carried: hours,
    adjustments: hours,
    taken: hours,
    booked: hours,
    pending: hours,
    remaining: known,
    free: known,
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'id' },
      label: 'Name',
      isSearched: true,
      width: 12,
    },
    areaName: { kind: 'text', isGroupable: true, label: 'Area', isSearched: true, width: 10 },
    managerName: { kind: 'text', picks: { of: 'person', by: 'managerID' }, label: 'Manager', isExtra: true },
    contractTypeName: { kind: 'text', isGroupable: true, label: 'Contract type', width: 10 },
    yearFrom: { kind: 'day', label: 'Year from', width: 8 },
    entitlement: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Entitlement (h)', width: 10 },
    carried: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Carried over (h)', width: 11 },
    adjustments: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Adjustments (h)', width: 11 },
    taken: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Taken (h)', width: 8 },
    booked: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Booked (h)', width: 8 },
    pending: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Pending (h)', width: 8 },
    remaining: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Remaining (h)', width: 10 },
    free: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Free (h)', width: 8 },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: { anyOf: ['HR_CAN_MANAGE_HOLIDAY', 'HR_CAN_MANAGE_HOLIDAY_EVENTS'] },
})
