import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import {
  awayOn,
  type Calling,
  callsOf,
  type PlannedCall,
  type PlannedSession,
  type Promised,
  sessionsOf,
} from './days.ts'
import { randomOf } from './manners.ts'
import { DONE_DAYS_AGO, openAt } from './projects.ts'
import { daysFrom, isLooker, onQuarter, type RotaShift, shiftsOn, type Worker, workerOf } from './rota.ts'

const HOUR = 3_600_000
const REST = 11 * HOUR
/** Past days that the demo has, today not among them, and weeks to come, of which so many are published. */
export const DAYS_BACK = 56
export const WEEKS_AHEAD = 4
export const WEEKS_PUBLISHED = 2

export interface PlannedShift extends RotaShift {
  readonly state: ShiftState
}

/** A stretch of the demo's life, up to a moment. */
export interface Weeks {
  readonly shifts: readonly PlannedShift[]
  /** Those that go on at that moment end after it. */
  readonly sessions: readonly PlannedSession[]
  readonly calls: readonly PlannedCall[]
}

/** When the project that is done was done, if the demo's history begins on that day. */
export const doneAt = (firstDay: number): number => londonDayAfter(firstDay, DAYS_BACK - DONE_DAYS_AGO)

/** The looker's day: on shift by day, whenever the demo begins; null where the rota has it so, or at night. */
function lookersShift(now: number, own: readonly RotaShift[]): { start: number; end: number } | null {
  const hour = Number(londonField(now).slice(11, 13))
  if (hour < 8 || hour >= 22 || own.some(({ start, end }) => start <= now && now < end)) return null
  const midnight = londonDayAfter(now, 0)
  const start = Math.max(midnight + 6.5 * HOUR, onQuarter(now - 2.5 * HOUR))
  return { start, end: Math.min(start + 6 * HOUR, midnight + 22 * HOUR) }
}

function shiftsOf(worker: Worker, rota: readonly RotaShift[], now: number): RotaShift[] {
  const extra = isLooker(worker.person.id) ? lookersShift(now, rota) : null
  if (!extra) return [...rota]
  const kept = rota.filter(({ start, end }) => end + REST <= extra.start || start - REST >= extra.end)
  const projectID = worker.projects[0] ?? null
  return [...kept, { userID: worker.person.id, projectID, ...extra }].toSorted((a, b) => a.start - b.start)
}

function stateOf(shift: RotaShift, isAway: boolean, now: number): ShiftState {
  const published = londonDayAfter(startOfLondonWeek(now), WEEKS_PUBLISHED * 7)
  if (shift.end <= now) return isAway ? 'NO_SHOW' : 'COMPLETED'
  return shift.start < published ? 'PUBLISHED' : 'DRAFT'
}

/** Eight weeks up to `now`, and the shifts of four to come (spec 4 §3.1). The same day gives the same. */
export function planWeeks(now: number, daysBack = DAYS_BACK): Weeks {
  const first = londonDayAfter(now, -daysBack)
  const done = doneAt(first)
  const days = daysFrom(first, londonDayAfter(now, WEEKS_AHEAD * 7))
  const byPerson = Map.groupBy(days.flatMap(shiftsOn), ({ userID }) => userID)
  const today = londonField(now).slice(0, 10)
  const away = new Map(days.filter((day) => day < today).map((day) => [day, awayOn(day)]))
  const shifts: PlannedShift[] = []
  const sessions: PlannedSession[] = []
  const calls: PlannedCall[] = []
  for (const [userID, rota] of byPerson) {
    const worker = workerOf(userID)
    if (!worker) continue
    const promised: Promised[] = []
    for (const shift of shiftsOf(worker, rota, now)) {
      const day = londonField(shift.start).slice(0, 10)
      const isAway = day < today && (away.get(day)?.has(userID) ?? false)
      const state = stateOf(shift, isAway, now)
      const own = shift.start > now + HOUR || isAway ? [] : playedBy(worker, shift, { day, done, now })
      const projectID = shift.projectID === null ? null : plannedOn(worker, shift, done)
      shifts.push({ ...shift, projectID, state: shift.end > now && own.length > 0 ? 'LIVE' : state })
      sessions.push(...own)
      const week = (shift.start - first) / (7 * 24 * HOUR)
      const calling: Calling = {
        random: randomOf(userID, day, 3),
        userID,
        week,
        promised,
        isWanted: () => true,
      }
      for (const session of own)
        if (session.activity === 'AVAILABLE')
          calls.push(...callsOf(calling, session).filter(({ end }) => end <= now))
    }
  }
  return { shifts, sessions, calls }
}

/** The project that can be called for most of the shift. */
export const plannedOn = (
  { projects, isInterviewer }: Worker,
  { start }: RotaShift,
  done: number,
): number | null => (isInterviewer ? openAt(projects, start + HOUR, done).id : (projects[0] ?? null))

interface Played {
  readonly day: string
  readonly done: number
  readonly now: number
}

/** What somebody has done of a shift by now. What stops them now isn't known to anybody: they go on. */
function playedBy(worker: Worker, shift: RotaShift, { day, done, now }: Played): PlannedSession[] {
  return sessionsOf(worker, shift, day, done)
    .filter(({ start }) => start < now)
    .map((session) =>
      session.end > now && session.activity === 'SYSTEM ISSUES'
        ? { ...session, activity: 'AVAILABLE' as const, category: 'Outbound' }
        : session,
    )
}
