import type { HolidayEntryKind } from '#shared/domain/holiday-balance.ts'
import { lastDayOfHolidayYear } from '#shared/domain/holiday-balance.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { lineHolidaySource } from '../time-records/holiday-balance-source.ts'

const DAY_MS = 86_400_000
const STATES = ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'] as const
const iso = (at: number) => new Date(at).toISOString()

/** Interviewer manager › Holiday balance: the caller's own line, to look at and to remind (spec 4 §4.3.3). */
export function lineHolidayHandlers({
  db,
  clock,
  publisher,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}): AreaHandlers<'lineHoliday'> {
  /** @throws Refusal 404 for whom isn't of the caller's line */
  async function requireBalance(on: Database, managerID: number, id: number) {
    const source = await lineHolidaySource(on, managerID, clock())
    const row = await source.where('m.id', '=', id as never).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: lineHolidayRecord.words.one })
    return row
  }

  return {
    listLineHolidays: async (request, { caller }) =>
      listRecords(db, request, {
        record: lineHolidayRecord,
        source: recordSource(await lineHolidaySource(db, caller.userID, clock())),
        viewer: caller.permissions,
        now: clock(),
      }),

    getLineHoliday: async ({ id }, { caller }) => (await requireBalance(db, caller.userID, id)) as never,

    lineHolidayYear: async ({ id }, { caller }) => {
      const { yearFrom } = await requireBalance(db, caller.userID, id)
      const from = String(yearFrom)
      const to = lastDayOfHolidayYear(from)
      const holidays = await db
        .selectFrom('bookingRequests')
        .where('userID', '=', id)
        .where('type', '=', 'HOLIDAY')
        .where('state', 'in', STATES)
        .where('start', '<', momentOfField(to) + DAY_MS)
        .where('end', '>', momentOfField(from))
        .orderBy('start')
        .orderBy('id')
        .select(['id', 'start', 'end', 'hours', 'state'])
        .execute()
      const entries = await db
        .selectFrom('holidayEntries')
        .where('userID', '=', id)
        .where('yearFrom', '=', from)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .select(['id', 'kind', 'hours', 'reason', 'at'])
        .execute()
      const reminded = await db
        .selectFrom('holidayReminders')
        .where('userID', '=', id)
        .select('at')
        .executeTakeFirst()
      return {
        ...{ from, to, remindedAt: reminded ? iso(reminded.at) : null },
        holidays: holidays.map(({ start, end, state, ...one }) => ({
          ...{ ...one, start: iso(start), end: iso(end) },
          state: state as (typeof STATES)[number],
        })),
        entries: entries.map(({ at, kind, ...one }) => ({
          ...{ ...one, at: iso(at) },
          kind: kind as HolidayEntryKind,
        })),
      }
    },

    remindHoliday: async ({ ids }, { caller }) => {
      const now = clock()
      const { kept, ...counts } = await db.transaction().execute(async (trx) => {
        const told: NewNotification[] = []
        const found = { reminded: 0, already: 0, nothing: 0 }
        for (const id of new Set(ids)) {
          const { free, yearFrom, displayName } = await requireBalance(trx, caller.userID, id)
          const hours = free === null ? 0 : Number(free)
          if (hours <= 0) {
            found.nothing += 1
            continue
          }
          // Of two reminders at once, also on two servers, one counts.
          const first = await trx
            .insertInto('holidayReminders')
            .values({ userID: id, at: now })
            .onConflict((on) =>
              on
                .column('userID')
                .doUpdateSet({ at: now })
                .where('holidayReminders.at', '<=', now - DAY_MS),
            )
            .returning('userID')
            .executeTakeFirst()
          if (!first) {
            found.already += 1
            continue
          }
          found.reminded += 1
          const day = lastDayOfHolidayYear(String(yearFrom))
          told.push({
            ...{ userID: id, type: 'NEW_UPDATE', source: 'CALENDAR', cssClass: 'info' },
            subject: `You have ${hours} ${hours === 1 ? 'hour' : 'hours'} of holiday to take by ${day}`,
            body: `${caller.displayName} reminds you to plan it in My calendar.`,
          })
          await audit(trx, caller, now, {
            ...{ action: 'HOLIDAY_REMINDED', page: lineHolidayRecord.page, recordType: 'person' },
            ...{ recordID: id, label: String(displayName), personID: id },
          })
        }
        return { ...found, kept: await keepNotifications(trx, now, told) }
      })
      publisher.notified(kept)
      return counts
    },
  }
}
