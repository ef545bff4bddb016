import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { lineHolidaySource } from '../time-records/holiday-balance-source.ts'

/** Interviewer manager › Holiday balance: the caller's own line, to look at (spec 4 §4.3.3). */
export function lineHolidayHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'lineHoliday'> {
  return {
    listLineHolidays: async (request, { caller }) =>
      listRecords(db, request, {
        record: lineHolidayRecord,
        source: recordSource(await lineHolidaySource(db, caller.userID, clock())),
        viewer: caller.permissions,
        now: clock(),
      }),

    getLineHoliday: async ({ id }, { caller }) => {
      const source = await lineHolidaySource(db, caller.userID, clock())
      const row = await source.where('m.id', '=', id as never).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: lineHolidayRecord.words.one })
      return row as never
    },
  }
}
