import { WAITING } from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { HolidayEntryKind } from '#shared/domain/holiday-balance.ts'
import { lastDayOfHolidayYear } from '#shared/domain/holiday-balance.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import { holidayDeciders, tellPending } from '../booking/requests.ts'
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
import type { LiveShell } from '../shell/live-shell.ts'
import { lineHolidaySource } from '../time-records/holiday-balance-source.ts'

const DAY_MS = 86_400_000
const DAY = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })
const STATES = ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'] as const
const iso = (at: number) => new Date(at).toISOString()

/** Interviewer manager › Holiday balance: the caller's own line, to look at and to remind (spec 4 §4.3.3). */
export function lineHolidayHandlers({
  db,
  clock,
  shell,
  publisher,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
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
        viewer: caller,
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
        .select(['id', 'start', 'end', 'hours', 'state', 'urgedAt'])
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
        holidays: holidays.map(({ start, end, state, urgedAt, ...one }) => ({
          ...{ ...one, start: iso(start), end: iso(end), urgedAt: urgedAt === null ? null : iso(urgedAt) },
          state: state as (typeof STATES)[number],
        })),
        entries: entries.map(({ at, kind, ...one }) => ({
          ...{ ...one, at: iso(at) },
          kind: kind as HolidayEntryKind,
        })),
      }
    },

    askHolidayApproval: async ({ id }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const request = await trx
          .selectFrom('bookingRequests')
          .where('id', '=', id)
          .where('type', '=', 'HOLIDAY')
          .select(['userID', 'start', 'end', 'state', 'hours'])
          .executeTakeFirst()
        // Whose it is stays unsaid to who doesn't look after them.
        if (!request) throw new Refusal(404, 'record.gone', { one: 'request' })
        const { displayName } = await requireBalance(trx, caller.userID, request.userID)
        const { numUpdatedRows } = await trx
          .updateTable('bookingRequests')
          .set({ urgedAt: now, urgedBy: caller.userID })
          .where('id', '=', id)
          .where('state', 'in', WAITING)
          .where((eb) => eb.or([eb('urgedAt', 'is', null), eb('urgedAt', '<=', now - DAY_MS)]))
          .executeTakeFirstOrThrow()
        if (!WAITING.some((state) => state === request.state))
          throw new Refusal(409, 'record.cannot', {
            ...{ record: 'The request', state: request.state, action: 'asked about' },
          })
        if (numUpdatedRows === 0n) return []
        await audit(trx, caller, now, {
          ...{ action: 'HOLIDAY_APPROVAL_ASKED', page: lineHolidayRecord.page, recordType: 'bookingRequest' },
          ...{ recordID: id, label: String(displayName), personID: request.userID },
        })
        const days = `${DAY.format(request.start)} to ${DAY.format(request.end - 1)}`
        return keepNotifications(
          trx,
          now,
          (await holidayDeciders(trx))
            .filter((userID) => userID !== request.userID && userID !== caller.userID)
            .map((userID) => ({
              ...{ userID, type: 'NEW_UPDATE', source: 'CALENDAR', cssClass: 'info' },
              subject: `${caller.displayName} asks for a decision on the holiday of ${displayName}, ${days}`,
              body: 'It waits in Pending requests.',
            })),
        )
      })
      publisher.notified(kept)
      if (kept.length > 0) await tellPending(db, shell)
      return { told: kept.length }
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
