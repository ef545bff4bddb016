import { GAP_DAYS } from '#shared/domain/demo-clock.ts'
import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { missingInPlan } from '../demo/cover.ts'
import { awayOn, callsOf, type PlannedCall, type PlannedSession, sessionsOf } from '../demo/days.ts'
import { randomOf } from '../demo/manners.ts'
import { daysFrom, ROTA, shiftsOn, workerOf } from '../demo/rota.ts'
import { plannedOn, WEEKS_AHEAD, WEEKS_PUBLISHED } from '../demo/weeks.ts'
import { insertRows } from '../seed/insert.ts'
import {
  RECORD_COLUMNS,
  recordRow,
  SESSION_COLUMNS,
  SHIFT_COLUMNS,
  sessionRow,
  shiftRow,
} from '../seed/weeks.ts'
import type { Memory } from './plan.ts'
import { wantedCells } from './world.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const STAFF = ROTA.map(({ person }) => person.id)
/** Weeks into the demo's history: manners have become what they are. */
const WEEK = 8
/** Where so little of a target is left, more is ordered. */
const NEARLY = 0.97
const MORE = 1.3

const dayAt = (at: number): string => londonField(at).slice(0, 10)

/**
 * Plans the rota's coming weeks, publishes the nearer ones, and covers what requests have left open: once a day. What
 * planners made or changed is left alone.
 */
export async function keepRota(trx: Database, now: number): Promise<void> {
  const { last } = await trx
    .selectFrom('shifts')
    .where('userID', 'in', STAFF)
    .where('source', '=', 'PATTERN')
    .select((eb) => eb.fn.max<number | null>('start').as('last'))
    .executeTakeFirstOrThrow()
  const published = londonDayAfter(startOfLondonWeek(now), WEEKS_PUBLISHED * 7)
  const stateAt = (start: number) => (start < published ? ('PUBLISHED' as const) : ('DRAFT' as const))
  const horizon = londonDayAfter(now, WEEKS_AHEAD * 7)
  const from = Math.max(londonDayAfter(last ?? now, 1), londonDayAfter(now, -GAP_DAYS))
  const made = from > horizon ? [] : daysFrom(from, horizon).flatMap(shiftsOn)
  const rows = made.flatMap((shift) => {
    const worker = workerOf(shift.userID)
    const projectID = worker && shift.projectID !== null ? plannedOn(worker, shift, 0) : null
    return [shiftRow({ ...shift, projectID, state: stateAt(shift.start) }, now)]
  })
  await insertRows(trx, 'shifts', SHIFT_COLUMNS, rows)
  await trx
    .updateTable('shifts')
    .set({ state: 'PUBLISHED', publishedAt: now })
    .where('userID', 'in', STAFF)
    .where('source', '=', 'PATTERN')
    .where('state', '=', 'DRAFT')
    .where('version', '=', 1)
    .where('start', '<', published)
    .execute()
  const missing = await missingInPlan(trx, londonDayAfter(now, 1), horizon)
  await insertRows(
    trx,
    'shifts',
    SHIFT_COLUMNS,
    missing.map((shift) => shiftRow({ ...shift, state: stateAt(shift.start) }, now)),
  )
}

/** Clients order more where nearly all is done, so that there is always something to interview. */
export async function keepTargets(trx: Database, now: number): Promise<void> {
  const cells = await wantedCells(trx)
  const live = await trx
    .selectFrom('projects')
    .where('status', '=', 'LIVE')
    .where('kind', 'in', ['CATI', 'INBOUND'])
    .select(['id', 'targetCompletes', 'end'])
    .execute()
  for (const { id, targetCompletes, end } of live) {
    const left = (cells.get(id) ?? []).reduce((sum, cell) => sum + Math.max(0, cell.left), 0)
    const isShort = left < targetCompletes * (1 - NEARLY)
    const isOver = end !== null && end < dayAt(now + 7 * DAY)
    if (!isShort && !isOver) continue
    if (isShort)
      for (const cell of cells.get(id) ?? [])
        await trx
          .updateTable('quotaCells')
          .set((eb) => ({
            target: eb(
              'target',
              '+',
              Math.round((targetCompletes * (MORE - 1)) / (cells.get(id)?.length ?? 1)),
            ),
          }))
          .where('id', '=', cell.id)
          .execute()
    await trx
      .updateTable('projects')
      .set({
        end: dayAt(now + 30 * DAY),
        ...(isShort && { targetCompletes: Math.round(targetCompletes * MORE) }),
      })
      .where('id', '=', id)
      .execute()
  }
}

/** What was filled in. */
interface Filled {
  readonly sessions: number
  readonly calls: number
}

interface Gap {
  /** When the demo's people last did something, and the present. */
  readonly since: number
  readonly now: number
  readonly real: ReadonlySet<number>
  readonly memory: Memory
}

/**
 * Fills in what the demo's people would have done while no server ran, at most 14 days back (spec 4 §3.2), by the rules
 * of the demo's weeks. Whoever is really there is left as they are.
 */
export async function fillGap(trx: Database, { since, now, real, memory }: Gap): Promise<Filled> {
  const from = Math.max(since, now - GAP_DAYS * DAY)
  const staff = STAFF.filter((id) => !real.has(id))
  await stopWhatWasOpen(trx, staff, { since, now })
  const shifts = await trx
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...staff])
    .where('state', 'in', ['PUBLISHED', 'LIVE'])
    .where('end', '>', from)
    .where('start', '<', now)
    .orderBy('userID')
    .orderBy('start')
    .select(['id', 'userID', 'start', 'end', 'state'])
    .execute()
  const absences = await trx
    .selectFrom('bookingRequests')
    .where('userID', 'in', [0, ...staff])
    .where('type', '<>', 'OVERTIME')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('end', '>', from)
    .where('start', '<', now)
    .select(['userID', 'start', 'end'])
    .execute()
  const cells = await wantedCells(trx)
  const left = new Map([...cells].map(([id, own]) => [id, own.map((cell) => cell.left)]))
  const away = new Map<string, ReadonlySet<number>>()
  const sessions: PlannedSession[] = []
  const calls: PlannedCall[] = []
  for (const shift of shifts) {
    const { id, userID, state } = shift
    const worker = workerOf(userID)
    if (!worker) continue
    const day = dayAt(shift.start)
    if (!away.has(day)) away.set(day, awayOn(day))
    const isAbsent = absences.some(
      (one) => one.userID === userID && one.start < shift.end && one.end > shift.start,
    )
    const isAway =
      isAbsent || (state === 'PUBLISHED' && shift.end <= now && (away.get(day)?.has(userID) ?? false))
    const own = isAway
      ? []
      : sessionsOf(worker, shift, day, 0)
          .filter(({ start, end }) => start < now && end > from)
          .map((session) => ({ ...session, start: Math.max(session.start, from) }))
          .map((session) =>
            session.end > now && session.activity === 'SYSTEM ISSUES'
              ? { ...session, activity: 'AVAILABLE' as const }
              : session,
          )
    sessions.push(...own)
    const actor = memory.actors[userID]
    const promised = actor?.promised ?? []
    const calling = {
      ...{ random: randomOf(userID, day, 3), userID, week: WEEK, promised },
      isWanted(projectID: number, cell: number) {
        const own = left.get(projectID)
        if (!own || (own[cell] ?? 0) <= 0) return false
        own[cell] = (own[cell] ?? 0) - 1
        return true
      },
    }
    for (const session of own)
      if (session.activity === 'AVAILABLE')
        calls.push(...callsOf(calling, session).filter(({ end }) => end <= now))
    const became =
      shift.end <= now
        ? own.length > 0
          ? 'COMPLETED'
          : isAbsent
            ? 'CANCELLED'
            : 'NO_SHOW'
        : own.length > 0
          ? 'LIVE'
          : null
    if (became !== null)
      await trx.updateTable('shifts').set({ state: became, changedAt: now }).where('id', '=', id).execute()
  }
  const names = new Map(
    (await trx.selectFrom('projects').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  await insertRows(
    trx,
    'activitySessions',
    SESSION_COLUMNS,
    sessions.map((session) => sessionRow(session, names, now)),
  )
  const ids = new Map([...cells].map(([id, own]) => [id, own.map((cell) => cell.id)]))
  await insertRows(
    trx,
    'interviewRecords',
    RECORD_COLUMNS,
    calls.map((call) => recordRow(call, ids)),
  )
  return { sessions: sessions.length, calls: calls.length }
}

/** What went on when the server stopped ended then, or with its shift. */
async function stopWhatWasOpen(
  trx: Database,
  staff: readonly number[],
  { since, now }: { readonly since: number; readonly now: number },
): Promise<void> {
  const ids = [0, ...staff]
  const open = await trx
    .selectFrom('activitySessions')
    .where('userID', 'in', ids)
    .where('endedAt', 'is', null)
    .select(['id', 'userID', 'startedAt'])
    .execute()
  for (const { id, userID, startedAt } of open) {
    const endedAt = Math.min(now, Math.max(startedAt, since))
    await trx.updateTable('activitySessions').set({ endedAt, endedBy: userID }).where('id', '=', id).execute()
    await trx
      .updateTable('systemIssues')
      .set({ endedAt })
      .where('sessionID', '=', id)
      .where('endedAt', 'is', null)
      .execute()
  }
  // A shift that was over when the server stopped has been worked.
  await trx
    .updateTable('shifts')
    .set({ state: 'COMPLETED' })
    .where('userID', 'in', ids)
    .where('state', '=', 'LIVE')
    .where('end', '<=', since)
    .execute()
  await trx
    .updateTable('idleReadings')
    .set({ until: now })
    .where('userID', 'in', ids)
    .where('until', 'is', null)
    .execute()
  await trx.deleteFrom('diallerStatuses').where('userID', 'in', ids).execute()
  await trx.deleteFrom('waitingSwitches').where('userID', 'in', ids).execute()
}

/** So long after the last step it is a gap, and no more a step that came late. */
export const GAP_MS = HOUR / 6
