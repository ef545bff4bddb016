import { type DayState, dayFigures } from '#shared/domain/attendance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { projectsFor } from '../activity/choosing.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { within } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { applyCorrection, dayOf, type Requested, requireCorrectable, requireUnlocked } from './corrections.ts'
import { dayFacts } from './day-facts.ts'
import { attendedDays, correctionsOf, readDayID, readExceptionID } from './days.ts'
import { teamShiftsOf } from './team-shifts.ts'

interface AttendanceServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'tellActivity' | 'main'>
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const PAGE = 'supervisor.resource'
const OWN_PAGE = 'tracker.attendance'
const DATE = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

const dayWords = (day: string) => DATE.format(momentOfField(day))
const told = (userID: number, subject: string, body = ''): NewNotification => ({
  ...{ userID, subject, body, source: 'ATTENDANCE' },
  type: 'NEW_UPDATE',
})

interface SentRequest {
  readonly activity: Requested['activity']
  readonly projectID: number | null
  readonly start: string
  readonly end: string
}

/** Days, exceptions and corrections, as people and their supervisors decide on them (spec 4 §4.2.5, §4.4.4). */
export function attendanceHandlers({
  db,
  clock,
  shell,
  publisher,
}: AttendanceServices): AreaHandlers<'attendance'> {
  /**
   * Whom the caller looks after: their team and area, a restricted supervisor the team alone; who has the activity
   * report everybody (spec 4 §5.4).
   */
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

  /** @throws Refusal 404 for whom the caller doesn't look after */
  async function requireScope(on: Database, caller: Caller, userID: number, one = 'person'): Promise<void> {
    const found = await scoped(on, caller).where('u.id', '=', userID).select('u.id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one })
  }

  const stateOf = async (on: Database, userID: number, day: string): Promise<DayState> => {
    const row = await on
      .selectFrom('attendanceDays')
      .where('userID', '=', userID)
      .where('day', '=', day)
      .select('state')
      .executeTakeFirst()
    return row?.state ?? 'OPEN'
  }

  interface DayChange {
    readonly userID: number
    readonly day: string
    readonly from: readonly DayState[]
    readonly to: DayState
    /** The transition as a participle: 'approved'. */
    readonly action: string
    readonly note?: string
    readonly page: string
  }

  /** Changes a day's state where it is in one of those. @throws Refusal 400 where it isn't, or the day is locked */
  async function changeDay(trx: Database, caller: Caller, change: DayChange): Promise<void> {
    const { userID, day, from, to, action, page } = change
    const at = clock()
    const state = await stateOf(trx, userID, day)
    if (!from.includes(state)) throw new Refusal(400, 'record.cannot', { record: 'The day', state, action })
    const values = {
      ...{ userID, day, state: to, isBySystem: 0, changedBy: caller.userID, changedAt: at },
      ...(change.note !== undefined && { note: change.note }),
    }
    const { numInsertedOrUpdatedRows: changed } = await trx
      .insertInto('attendanceDays')
      .values({ note: '', ...values })
      .onConflict((conflict) =>
        conflict.columns(['userID', 'day']).doUpdateSet(values).where('attendanceDays.state', '=', state),
      )
      .executeTakeFirstOrThrow()
    if (changed === 0n) throw new Refusal(400, 'record.cannot', { record: 'The day', state, action })
    await audit(trx, caller, at, {
      ...{ action: `DAY_${to}`, page, recordType: 'attendanceDay', recordID: null, personID: userID },
      label: `${dayWords(day)}`,
      changes: [{ field: 'state', before: state, after: to }],
      ...(change.note !== undefined && { reason: change.note }),
    })
  }

  /** @throws Refusal 400 before the day's end, or before its shift's where that is later; 404 where nothing was on it */
  async function requireOver(trx: Database, userID: number, day: string): Promise<void> {
    const from = momentOfField(day)
    const now = clock()
    const [own] = await dayFacts(trx, { userIDs: [userID], from, to: londonDayAfter(from, 1), now })
    const { shifts = [], sessions = [] } = own?.facts ?? {}
    if (shifts.length === 0 && sessions.length === 0) throw new Refusal(404, 'record.gone', { one: 'day' })
    const end = shifts.at(-1)?.end ?? londonDayAfter(from, 1)
    const goesOn = sessions.some((session) => session.activity !== 'INACTIVE' && session.end >= now)
    if (now < end || goesOn) throw new Refusal(400, 'attendance.notOver')
  }

  const asRequested = (userID: number, sessionID: number | null, wanted: SentRequest): Requested => ({
    ...{ userID, sessionID, activity: wanted.activity, projectID: wanted.projectID },
    start: Date.parse(wanted.start),
    end: Date.parse(wanted.end),
  })

  async function keepCorrection(
    trx: Database,
    wanted: Requested,
    { by, reason, state }: { by: number; reason: string; state: 'PENDING' | 'APPROVED' },
  ): Promise<number> {
    const at = clock()
    const { id } = await trx
      .insertInto('activityCorrections')
      .values({
        ...wanted,
        ...{ reason, state, requestedBy: by, requestedAt: at, decisionNote: '', replaced: '[]' },
        ...(state === 'APPROVED' && { decidedBy: by, decidedAt: at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const wordsOf = ({ activity, start, end }: Pick<Requested, 'activity' | 'start' | 'end'>) =>
    `${activity}, ${DATE.format(start)} ${TIME.format(start)}–${TIME.format(end)}`

  async function managerOf(trx: Database, userID: number): Promise<number | null> {
    const row = await trx.selectFrom('users').where('id', '=', userID).select('managerID').executeTakeFirst()
    return row?.managerID ?? null
  }

  return {
    attendance: async ({ from, to }, { caller: { userID } }) => ({
      days: await attendedDays(db, { userIDs: [userID], from, to, now: clock() }),
      corrections: await correctionsOf(db, [userID], { from, isPending: false }),
    }),

    attendanceSessions: async ({ date, userID }, { caller }) => {
      if (userID !== undefined && userID !== caller.userID) {
        if (!caller.permissions.can('ISUPERVISOR_CAN_SEE_RESOURCE')) throw new Refusal(403, 'accessDenied')
        await requireScope(db, caller, userID)
      }
      const person = userID ?? caller.userID
      const from = momentOfField(date)
      const rows = await db
        .selectFrom('activitySessions')
        .where('userID', '=', person)
        .where('startedAt', '<', londonDayAfter(from, 1))
        .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
        .where('activity', '<>', 'INACTIVE')
        .orderBy('startedAt')
        .orderBy('id')
        .select(['id', 'activity', 'project', 'projectID', 'startedAt', 'endedAt', 'correctionID'])
        .execute()
      return {
        sessions: rows.map(({ startedAt, endedAt, correctionID, ...session }) => ({
          ...session,
          start: new Date(startedAt).toISOString(),
          end: endedAt === null ? null : new Date(endedAt).toISOString(),
          isCorrected: correctionID !== null,
        })),
        projects: (await projectsFor(db, person, clock())).map(({ id, name }) => ({ id, name })),
      }
    },

    confirmDay: async ({ date }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        await requireOver(trx, caller.userID, date)
        await changeDay(trx, caller, {
          ...{
            userID: caller.userID,
            day: date,
            from: ['OPEN', 'QUERIED'],
            to: 'CONFIRMED',
            action: 'confirmed',
          },
          page: OWN_PAGE,
        })
      })
      return { done: true }
    },

    queryDay: async ({ date, reason }, { caller }) => {
      const kept = await db.transaction().execute(async (trx) => {
        await requireOver(trx, caller.userID, date)
        await changeDay(trx, caller, {
          ...{
            userID: caller.userID,
            day: date,
            from: ['OPEN'],
            to: 'QUERIED',
            action: 'queried',
            note: reason,
          },
          page: OWN_PAGE,
        })
        const manager = await managerOf(trx, caller.userID)
        return manager === null
          ? []
          : keepNotifications(trx, clock(), [
              told(manager, `${caller.displayName} queries ${dayWords(date)}`, reason),
            ])
      })
      publisher.notified(kept)
      return { done: true }
    },

    newCorrection: async ({ sessionID, requested, reason }, { caller }) => {
      const wanted = asRequested(caller.userID, sessionID, requested)
      const { id, kept } = await db.transaction().execute(async (trx) => {
        await requireCorrectable(trx, wanted, clock())
        const made = await keepCorrection(trx, wanted, { by: caller.userID, reason, state: 'PENDING' })
        await audit(trx, caller, clock(), {
          ...{
            action: 'CORRECTION_REQUESTED',
            page: OWN_PAGE,
            recordType: 'activityCorrection',
            recordID: made,
          },
          ...{ label: wordsOf(wanted), reason, personID: caller.userID },
        })
        const manager = await managerOf(trx, caller.userID)
        const news =
          manager === null
            ? []
            : [told(manager, `${caller.displayName} asks for a correction`, wordsOf(wanted))]
        return { id: made, kept: await keepNotifications(trx, clock(), news) }
      })
      publisher.notified(kept)
      return { id }
    },

    cancelCorrection: async ({ id }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('activityCorrections')
          .where('id', '=', id)
          .where('userID', '=', caller.userID)
          .select(['state', 'activity', 'start', 'end'])
          .executeTakeFirst()
        if (!row) throw new Refusal(404, 'record.gone', { one: 'correction' })
        await decide(trx, caller, { id, state: 'CANCELLED', note: '', action: 'cancelled' })
        await audit(trx, caller, clock(), {
          ...{
            action: 'CORRECTION_CANCELLED',
            page: OWN_PAGE,
            recordType: 'activityCorrection',
            recordID: id,
          },
          ...{ label: wordsOf(row), personID: caller.userID },
        })
      })
      return { done: true }
    },

    decideCorrection: async ({ id, state, note }, { caller }) => {
      const { kept, userID } = await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('activityCorrections')
          .where('id', '=', id)
          .select(['userID', 'sessionID', 'activity', 'projectID', 'start', 'end', 'reason'])
          .executeTakeFirst()
        if (!row) throw new Refusal(404, 'record.gone', { one: 'correction' })
        if (row.userID === caller.userID) throw new Refusal(403, 'attendance.own')
        await requireScope(trx, caller, row.userID, 'correction')
        if (state === 'APPROVED') {
          await requireUnlocked(trx, row.userID, dayOf(row.start))
          await requireUnlocked(trx, row.userID, dayOf(row.end - 1))
        }
        await decide(trx, caller, { id, state, note, action: state === 'APPROVED' ? 'approved' : 'declined' })
        if (state === 'APPROVED') await applyCorrection(trx, id, row, caller.userID)
        await audit(trx, caller, clock(), {
          ...{ action: `CORRECTION_${state}`, page: PAGE, recordType: 'activityCorrection', recordID: id },
          ...{ label: wordsOf(row), reason: note, personID: row.userID },
        })
        const subject = `Your correction of ${DATE.format(row.start)} was ${state === 'APPROVED' ? 'approved' : 'declined'}`
        return {
          userID: row.userID,
          kept: await keepNotifications(trx, clock(), [told(row.userID, subject, note)]),
        }
      })
      publisher.notified(kept)
      shell.main.toUser(userID, 'workingDayChange', [{ entity: 'ACTIVITY_SESSION', ids: [] }])
      return { done: true }
    },

    correctSession: async ({ userID, sessionID, requested, reason }, { caller }) => {
      const { kept, whose } = await db.transaction().execute(async (trx) => {
        const session =
          sessionID === null
            ? null
            : await trx
                .selectFrom('activitySessions')
                .where('id', '=', sessionID)
                .select('userID')
                .executeTakeFirst()
        const person = session?.userID ?? (sessionID === null ? userID : undefined)
        if (person === undefined) throw new Refusal(404, 'record.gone', { one: 'session' })
        if (person === caller.userID) throw new Refusal(403, 'attendance.own')
        await requireScope(trx, caller, person, 'session')
        const wanted = asRequested(person, sessionID, requested)
        await requireCorrectable(trx, wanted, clock())
        const id = await keepCorrection(trx, wanted, { by: caller.userID, reason, state: 'APPROVED' })
        await applyCorrection(trx, id, wanted, caller.userID)
        await audit(trx, caller, clock(), {
          ...{ action: 'SESSION_CORRECTED', page: PAGE, recordType: 'activityCorrection', recordID: id },
          ...{ label: wordsOf(wanted), reason, personID: person },
        })
        const subject = `${caller.displayName} corrected your ${DATE.format(wanted.start)}`
        return { whose: person, kept: await keepNotifications(trx, clock(), [told(person, subject, reason)]) }
      })
      publisher.notified(kept)
      shell.main.toUser(whose, 'workingDayChange', [{ entity: 'ACTIVITY_SESSION', ids: [] }])
      return { done: true }
    },

    attendanceDays: async ({ from, to, userID }, { caller }) => {
      const people = await scoped(db, caller)
        .$if(userID !== undefined, (query) => query.where('u.id', '=', userID ?? 0))
        .orderBy('u.id')
        .select('u.id')
        .execute()
      const ids = people.map(({ id }) => id)
      const order: readonly DayState[] = ['QUERIED', 'CONFIRMED', 'OPEN', 'APPROVED', 'LOCKED']
      const days = await attendedDays(db, { userIDs: ids, from, to, now: clock() })
      return {
        days: days.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
        corrections: await correctionsOf(db, ids, { from, isPending: true }),
      }
    },

    teamShifts: async ({ day }, { caller }) => {
      const people = await scoped(db, caller).where('u.id', '<>', caller.userID).select('u.id').execute()
      const userIDs = people.map(({ id }) => id)
      return teamShiftsOf(db, { caller, userIDs, day, now: clock() })
    },

    approveDays: async ({ ids }, { caller }) => {
      const results: { id: string; done: boolean; reason: string }[] = []
      const news: NewNotification[] = []
      const kept = await db.transaction().execute(async (trx) => {
        for (const id of new Set(ids)) {
          try {
            const { userID, day } = readDayID(id)
            if (userID === caller.userID) throw new Refusal(403, 'attendance.own')
            await requireScope(trx, caller, userID)
            await changeDay(trx, caller, {
              ...{ userID, day, from: ['CONFIRMED'], to: 'APPROVED', action: 'approved', page: PAGE },
            })
            news.push(told(userID, `${dayWords(day)} was approved`))
            results.push({ id, done: true, reason: '' })
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            results.push({ id, done: false, reason: error.message })
          }
        }
        return keepNotifications(trx, clock(), news)
      })
      publisher.notified(kept)
      return { results }
    },

    answerDay: async ({ id, note }, { caller }) => {
      const { userID, day } = readDayID(id)
      if (userID === caller.userID) throw new Refusal(403, 'attendance.own')
      const kept = await db.transaction().execute(async (trx) => {
        await requireScope(trx, caller, userID, 'day')
        await changeDay(trx, caller, {
          ...{ userID, day, from: ['QUERIED'], to: 'CONFIRMED', action: 'answered', note, page: PAGE },
        })
        return keepNotifications(trx, clock(), [
          told(userID, `Your query of ${dayWords(day)} was answered`, note),
        ])
      })
      publisher.notified(kept)
      return { done: true }
    },

    excuseException: async ({ exceptionID, minutes, reason }, { caller }) => {
      const { userID, start, kind } = readExceptionID(exceptionID)
      if (userID === caller.userID) throw new Refusal(403, 'attendance.own')
      const kept = await db.transaction().execute(async (trx) => {
        await requireScope(trx, caller, userID, 'exception')
        const at = clock()
        const midnight = momentOfField(londonField(start).slice(0, 10))
        const days = await dayFacts(trx, {
          ...{ userIDs: [userID], now: at },
          from: londonDayAfter(midnight, -1),
          to: londonDayAfter(midnight, 1),
        })
        const found = days.flatMap(({ day, facts }) => {
          const one = dayFigures(facts, at).exceptions.find(
            (each) => each.start === start && each.kind === kind,
          )
          return one ? [{ day, one }] : []
        })[0]
        if (!found) throw new Refusal(404, 'record.gone', { one: 'exception' })
        await requireUnlocked(trx, userID, found.day)
        const seconds = Math.min(minutes * 60, found.one.seconds)
        const values = { userID, kind, start, seconds, reason, byID: caller.userID, at }
        if (seconds === 0)
          await trx
            .deleteFrom('attendanceExcuses')
            .where('userID', '=', userID)
            .where('kind', '=', kind)
            .where('start', '=', start)
            .execute()
        else
          await trx
            .insertInto('attendanceExcuses')
            .values(values)
            .onConflict((conflict) => conflict.columns(['userID', 'start', 'kind']).doUpdateSet(values))
            .execute()
        await audit(trx, caller, at, {
          ...{ action: 'EXCEPTION_EXCUSED', page: PAGE, recordType: 'attendanceException', recordID: null },
          ...{ label: `${kind}, ${DATE.format(start)} ${TIME.format(start)}`, reason, personID: userID },
          changes: [{ field: 'excusedSeconds', before: found.one.excusedSeconds, after: seconds }],
        })
        const subject =
          seconds === 0
            ? `An excuse of ${dayWords(found.day)} was taken back`
            : `${Math.round(seconds / 60)} minutes of ${dayWords(found.day)} were excused`
        return keepNotifications(trx, at, [told(userID, subject, reason)])
      })
      publisher.notified(kept)
      return { done: true }
    },
  }

  /** @throws Refusal 400 where somebody has decided already */
  async function decide(
    trx: Database,
    caller: Caller,
    wanted: { id: number; state: 'APPROVED' | 'DECLINED' | 'CANCELLED'; note: string; action: string },
  ): Promise<void> {
    const { id, state, note, action } = wanted
    const changed = await trx
      .updateTable('activityCorrections')
      .set({ state, decisionNote: note, decidedBy: caller.userID, decidedAt: clock() })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .returning('id')
      .executeTakeFirst()
    if (changed) return
    const row = await trx
      .selectFrom('activityCorrections')
      .where('id', '=', id)
      .select('state')
      .executeTakeFirst()
    throw new Refusal(400, 'record.cannot', { record: 'The correction', state: row?.state ?? '', action })
  }
}
