import { ABSENCE_WORDS, OPEN_CASE_STATES } from '#shared/domain/absence.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { within } from '../people/scope.ts'
import { audit, auditRead } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { decideCase, sentCase } from './case-decisions.ts'
import { type AbsenceCaseRow, absenceCases } from './cases.ts'
import { keepLate, sayOwnLate } from './late-notices.ts'
import { markAs, requireTodaysShift, unmark } from './marking.ts'
import { todayOf } from './today.ts'

const PAGE = 'supervisor.resource'
const OWN_PAGE = 'tracker.my-calendar'
const HR_PAGE = 'hr.unauthorised-absence'
const CASES = 500

interface AbsenceServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'besideChanged' | 'main' | 'tellActivity'>
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
    for (const one of new Set([userID, caller.userID])) shell.main.toUser(one, 'workingDayChange', [change])
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
      const userID = await db.transaction().execute(async (trx) => {
        const shift = await requireTodaysShift(trx, shiftID, now)
        await requireScope(trx, caller, shift.userID, 'shift')
        await keepLate(trx, caller, { shift, expectedAt: Date.parse(expectedAt), note, now, page: PAGE })
        return shift.userID
      })
      await tell(caller, userID, null, [])
      return { done: true }
    },

    sayLate: async ({ shiftID, expectedAt, note }, { caller }) => {
      const now = clock()
      const { isWithNotice, kept } = await db.transaction().execute(async (trx) => {
        const shift = await requireTodaysShift(trx, shiftID, now)
        if (shift.userID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'shift' })
        const said = { shift, expectedAt: Date.parse(expectedAt), note, now, page: OWN_PAGE }
        const told = await sayOwnLate(trx, caller, said)
        return { isWithNotice: now < shift.start, kept: await keepNotifications(trx, now, told) }
      })
      await tell(caller, caller.userID, null, kept)
      return { isWithNotice }
    },

    listAbsenceCases: async (_input, { caller }) => {
      const cases = (await absenceCases(db, {})).filter(({ userID }) => userID !== caller.userID)
      const shown = cases.slice(0, CASES)
      for (const [userID, [first]] of Map.groupBy(shown, (one) => one.userID)) {
        await auditRead(db, caller, clock(), {
          ...{ action: 'ABSENCE_CASES_READ', page: HR_PAGE, recordType: 'absenceCase', recordID: null },
          ...{ label: first?.name ?? '', personID: userID },
        })
        shell.main.toUser(userID, 'recordedReading', [{ kind: 'VIEW' }])
      }
      return { cases: shown.map(sentCase) }
    },

    attemptContact: async ({ id, channel, result }, { caller }) => {
      const now = clock()
      const userID = await db.transaction().execute(async (trx) => {
        const found = await requireOpenCase(trx, id)
        if (found.userID === caller.userID) throw new Refusal(403, 'absence.ownCase')
        await trx
          .insertInto('absenceAttempts')
          .values({ caseID: id, at: now, channel, result, byID: caller.userID })
          .execute()
        await trx
          .updateTable('absenceCases')
          .set((eb) => ({
            ...{ state: found.state === 'OPEN' ? 'CONTACTING' : found.state, changedAt: now },
            ...{ changedBy: caller.userID, version: eb('version', '+', 1) },
          }))
          .where('id', '=', id)
          .execute()
        await audit(trx, caller, now, {
          ...{ action: 'ABSENCE_ATTEMPTED', page: HR_PAGE, recordType: 'absenceCase', recordID: id },
          ...{ label: `${found.name}, ${londonField(found.start)}`, personID: found.userID },
          changes: [{ field: 'attempt', before: null, after: `${channel} ${result}` }],
        })
        return found.userID
      })
      await tell(caller, userID, id, [])
      return { done: true }
    },

    explainAbsence: async ({ id, text }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const [own] = await absenceCases(trx, { ids: [id], userIDs: [caller.userID] })
        if (!own) throw new Refusal(404, 'record.gone', { one: 'case' })
        const found = await requireOpenCase(trx, id)
        await trx
          .updateTable('absenceCases')
          .set((eb) => ({
            ...{ state: 'EXPLAINED', explanation: text, explainedAt: now, changedAt: now },
            version: eb('version', '+', 1),
          }))
          .where('id', '=', id)
          .execute()
        // What somebody says of themselves stays out of the audit.
        await audit(trx, caller, now, {
          ...{ action: 'ABSENCE_EXPLAINED', page: HR_PAGE, recordType: 'absenceCase', recordID: id },
          ...{ label: `${found.name}, ${londonField(found.start)}`, personID: found.userID },
        })
        const of = { type: 'NEW_UPDATE', source: 'ABSENCE', sourceID: id, cssClass: 'info' } as const
        return keepNotifications(
          trx,
          now,
          found.managerID === null
            ? []
            : [
                {
                  ...of,
                  userID: found.managerID,
                  subject: `${found.name} explained their absence`,
                  body: '',
                },
              ],
        )
      })
      await tell(caller, caller.userID, id, kept)
      return { done: true }
    },

    decideAbsence: async ({ id, ...decision }, { caller }) => {
      const now = clock()
      const { userID, kept } = await db.transaction().execute(async (trx) => {
        const [found] = await absenceCases(trx, { ids: [id] })
        if (!found) throw new Refusal(404, 'record.gone', { one: 'case' })
        const told = await decideCase(trx, caller, found, { ...decision, now })
        return { userID: found.userID, kept: await keepNotifications(trx, now, told) }
      })
      await tell(caller, userID, id, kept)
      // Where it is unauthorised a note about it is there.
      shell.besideChanged(userID)
      return { done: true }
    },

    myAbsenceCases: async (_input, { caller }) => ({
      cases: (await absenceCases(db, { userIDs: [caller.userID] })).map(sentCase),
    }),
  }
}

/** @throws Refusal 404 where there is none, 400 where it is decided */
async function requireOpenCase(trx: Database, id: number): Promise<AbsenceCaseRow> {
  const [found] = await absenceCases(trx, { ids: [id] })
  if (!found) throw new Refusal(404, 'record.gone', { one: 'case' })
  if ((OPEN_CASE_STATES as readonly string[]).includes(found.state)) return found
  throw new Refusal(400, 'record.cannot', {
    ...{ record: 'The case', state: ABSENCE_WORDS.state[found.state].toLowerCase(), action: 'added to' },
  })
}
