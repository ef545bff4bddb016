import * as z from 'zod/mini'
import { HOLIDAY_MARKS, type HolidayMark } from '../../domain/holiday-balance.ts'
import { recordType } from '../record.ts'
import { holidayBalanceRecord } from './holiday-balance.ts'

const { areaName: _area, ...columns } = holidayBalanceRecord.columns
const marks = Object.keys(HOLIDAY_MARKS) as HolidayMark[]

/** What a manager's own line has of holiday, with HR's figures (spec 4 §4.3.3): Interviewer manager › Holiday balance. */
export const lineHolidayRecord = recordType({
  name: 'lineHoliday',
  page: 'interviewer-manager.holiday-balance',
  path: '/api/manager/holiday-balance',
  spec: '4 §4.3.3',
  words: { one: 'holiday balance', many: 'holiday balances', none: 'No balances for this year.' },
  row: z.extend(holidayBalanceRecord.row, {
    mark: z.enum(marks),
    /** YYYY-MM-DD of the next approved one. */
    nextHoliday: z.nullable(z.string()),
  }),
  columns: {
    ...columns,
    mark: { kind: 'choice', label: 'Mark', choices: HOLIDAY_MARKS, width: 8 },
    nextHoliday: { kind: 'day', label: 'Next holiday', width: 9 },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: 'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
})
