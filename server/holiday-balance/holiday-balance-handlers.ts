import { holidayBalanceRecord } from '#shared/records/hr/holiday-balance.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { holidayBalanceSource } from '../time-records/holiday-balance-source.ts'

const { page, name: recordType, words } = holidayBalanceRecord

/** What people have of holiday, and what HR carries over and adjusts (spec 6 §5.4). */
export function holidayBalanceHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'holidayBalance'> {
  /** @throws Refusal 404 for who isn't employed, or whom the caller doesn't see */
  async function read(id: number, caller: Caller) {
    const source = await holidayBalanceSource(db, caller, clock())
    const row = await source.where('m.id', '=', id as never).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return row as never as { displayName: string; yearFrom: string }
  }

  return {
    listHolidayBalances: async (request, { caller }) =>
      listRecords(db, request, {
        record: holidayBalanceRecord,
        source: recordSource(await holidayBalanceSource(db, caller, clock())),
        viewer: caller,
        now: clock(),
      }),

    getHolidayBalance: async ({ id }, { caller }) => (await read(id, caller)) as never,

    holidayEntries: async ({ id }, { caller }) => {
      const { yearFrom } = await read(id, caller)
      const rows = await db
        .selectFrom('holidayEntries as e')
        .leftJoin('users as by', 'by.id', 'e.byID')
        .where('e.userID', '=', id)
        .where('e.yearFrom', '=', yearFrom)
        .orderBy('e.id', 'desc')
        .select(['e.id', 'e.kind', 'e.hours', 'e.reason', 'e.at', 'by.displayName as byName'])
        .execute()
      return {
        entries: rows.map(({ at, byName, ...row }) => ({
          ...row,
          at: new Date(at).toISOString(),
          byName: byName ?? '',
        })),
      }
    },

    adjustHoliday: async ({ id, kind, hours, reason }, { caller }) => {
      if (id === caller.userID) throw new Refusal(403, 'holiday.own')
      const { displayName, yearFrom } = await read(id, caller)
      const at = clock()
      await db
        .insertInto('holidayEntries')
        .values({ userID: id, yearFrom, kind, hours, reason, at, byID: caller.userID })
        .execute()
      await audit(db, caller, at, {
        ...{ action: `HOLIDAY_${kind === 'CARRIED' ? 'CARRIED_OVER' : 'ADJUSTED'}`, page, recordType },
        ...{ recordID: id, label: displayName, personID: id, reason },
        changes: [
          { field: 'hours', before: null, after: hours },
          { field: 'yearFrom', before: null, after: yearFrom },
        ],
      })
      return (await read(id, caller)) as never
    },
  }
}
