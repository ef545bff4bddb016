import { londonField } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { within } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { absenceCases } from './cases.ts'
import { markAs, requireTodaysShift, unmark } from './marking.ts'
import { todayOf } from './today.ts'

const PAGE = 'supervisor.resource'

interface AbsenceServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Supervisor › Resource › Today (spec 4 §4.4.4). */
export function absenceHandlers({ db, clock, shell, publisher }: AbsenceServices): AreaHandlers<'absence'> {
  /** Whom the page shows, as its other tabs do (server/attendance). */
  const scoped = (on: Database, caller: Caller) =>
    on
      .selectFrom('users as u')
      .where('u.id', '>', 0)
      .where((eb) =>
        within(
          caller,
          caller.permissions.can('IRESOURCE_CAN_SEE_REPORTS') ? 'ALL' : 'AREA_AND_TEAM',
        )(eb as never),
      )

  /** @throws Refusal 404 for whom the caller doesn't look after, 403 for themselves */
  async function requireScope(on: Database, caller: Caller, userID: number, one: string): Promise<void> {
    if (userID === caller.userID) throw new Refusal(403, 'absence.own')
    const found = await scoped(on, caller).where('u.id', '=', userID).select('u.id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one })
  }

  /** Their calendar, their day and pages that show them are otherwise. */
  async function tell(
    caller: Caller,
    userID: number,
    id: number | null,
    kept: readonly KeptNotification[],
  ): Promise<void> {
    publisher.notified(kept)
    const change = { entity: 'ABSENCE' as const, ids: id === null ? [] : [id] }
    shell.main.toUser(userID, 'calendarChanged', [])
    for (const one of [userID, caller.userID]) shell.main.toUser(one, 'workingDayChange', [change])
    // The live panel reads them again, and so do windows that follow it.
    await shell.tellActivity(userID)
  }

  return {
    supervisorToday: async (_input, { caller }) => {
      const now = clock()
      const people = await scoped(db, caller)
        .where('u.isActive', '=', 1)
        .where('u.id', '<>', caller.userID)
        .orderBy('u.displayName')
        .orderBy('u.id')
        .select(['u.id', 'u.displayName as name'])
        .execute()
      return { rows: await todayOf(db, people, now), asOf: new Date(now).toISOString() }
    },

    markAbsent: async ({ shiftID, reported, note }, { caller }) => {
      const now = clock()
      // A shift has one case, also where two mark it at once.
      await holdTurn(db)
      const { id, userID, kept } = await db.transaction().execute(async (trx) => {
        const shift = await requireTodaysShift(trx, shiftID, now)
        await requireScope(trx, caller, shift.userID, 'shift')
        const marked = await markAs(trx, caller, { shift, reported, note, now })
        return { ...marked, userID: shift.userID, kept: await keepNotifications(trx, now, marked.told) }
      })
      await tell(caller, userID, id, kept)
      return { id }
    },

    unmarkAbsent: async ({ id, version }, { caller }) => {
      const now = clock()
      const { userID, kept } = await db.transaction().execute(async (trx) => {
        const [found] = await absenceCases(trx, { ids: [id] })
        if (!found) throw new Refusal(404, 'record.gone', { one: 'case' })
        await requireScope(trx, caller, found.userID, 'case')
        const told = await unmark(trx, caller, found, { version, now })
        return { userID: found.userID, kept: await keepNotifications(trx, now, [told]) }
      })
      await tell(caller, userID, id, kept)
      return { done: true }
    },

    noteLate: async ({ shiftID, expectedAt, note }, { caller }) => {
      const now = clock()
      const at = Date.parse(expectedAt)
      const userID = await db.transaction().execute(async (trx) => {
        const shift = await requireTodaysShift(trx, shiftID, now)
        await requireScope(trx, caller, shift.userID, 'shift')
        if (at <= shift.start || at >= shift.end) throw new Refusal(400, 'absence.expected')
        const values = { userID: shift.userID, expectedAt: at, note, byID: caller.userID, at: now }
        await trx
          .insertInto('lateNotices')
          .values({ shiftID, ...values })
          .onConflict((on) => on.column('shiftID').doUpdateSet(values))
          .execute()
        await audit(trx, caller, now, {
          ...{ action: 'LATE_NOTED', page: PAGE, recordType: 'shift', recordID: shiftID },
          ...{ label: `${shift.name}, ${londonField(shift.start)}`, reason: note, personID: shift.userID },
          changes: [{ field: 'expectedAt', before: null, after: londonField(at) }],
        })
        return shift.userID
      })
      await tell(caller, userID, null, [])
      return { done: true }
    },
  }
}
