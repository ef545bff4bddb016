import { lineHolidayRecord } from '../records/hr/line-holiday.ts'
import { getCall, listCall } from '../records/record.ts'

/** The documents' own name of it (spec 4 §5.5). */
export const listLineHolidays = {
  ...listCall(lineHolidayRecord),
  path: '/api/manager/holiday-balance' as const,
}
export const getLineHoliday = getCall(lineHolidayRecord)
