import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import { daysFrom, neededOn, ROTA, type RotaShift } from './rota.ts'

const HOUR = 3_600_000
const REST = 11 * HOUR
const WEEK_MAX = 44 * HOUR
const DAYS_MAX = 6

interface Span {
  readonly start: number
  readonly end: number
}

interface Planned extends Span {
  readonly userID: number
}

/**
 * Shifts that are missing so that enough interviewers are there at any hour of these days (spec 4 §3.2): of whoever
 * works least that week, has their rest and isn't absent.
 */
function missingShifts(
  days: readonly string[],
  shifts: readonly Planned[],
  absences: readonly Planned[],
): RotaShift[] {
  const all: Planned[] = [...shifts]
  const made: RotaShift[] = []
  const isNear = (one: Span, other: Span) => one.start < other.end + REST && other.start < one.end + REST
  for (const day of days)
    for (const block of neededOn(day)) {
      const there = all.filter(({ start, end }) => start <= block.start && end >= block.end)
      const weekStart = startOfLondonWeek(block.start)
      const week = { start: weekStart, end: londonDayAfter(weekStart, 7) }
      const free = ROTA.filter(({ person: { id }, isInterviewer }) => {
        if (!isInterviewer) return false
        if (all.some((one) => one.userID === id && isNear(one, block))) return false
        return !absences.some((one) => one.userID === id && one.start < block.end && one.end > block.start)
      })
        .map((worker) => {
          const own = all.filter(
            ({ userID, start }) => userID === worker.person.id && start >= week.start && start < week.end,
          )
          return {
            worker,
            count: own.length,
            time: own.reduce((sum, { start, end }) => sum + end - start, 0),
          }
        })
        .filter(({ time, count }) => time + (block.end - block.start) <= WEEK_MAX && count < DAYS_MAX)
        .toSorted((a, b) => a.time - b.time || a.worker.person.id - b.worker.person.id)
      for (const { worker } of free.slice(0, Math.max(0, block.people - there.length))) {
        const { start, end } = block
        const shift = { userID: worker.person.id, start, end, projectID: worker.projects[0] ?? null }
        made.push(shift)
        all.push(shift)
      }
    }
  return made
}

/** Shifts that people are to come to, or have come to. */
const STAND: readonly ShiftState[] = ['DRAFT', 'PUBLISHED', 'LIVE', 'COMPLETED']

/** The same, of what the database has planned from one moment on. */
export async function missingInPlan(db: Database, from: number, to: number): Promise<RotaShift[]> {
  const interviewers = ROTA.filter(({ isInterviewer }) => isInterviewer).map(({ person }) => person.id)
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', interviewers)
    .where('state', 'in', STAND)
    .where('end', '>', startOfLondonWeek(from) - 24 * HOUR)
    .where('start', '<', to + 7 * 24 * HOUR)
    .select(['userID', 'start', 'end'])
    .execute()
  const absences = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', interviewers)
    .where('type', '<>', 'OVERTIME')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('end', '>', from)
    .select(['userID', 'start', 'end'])
    .execute()
  return missingShifts(daysFrom(from, to), shifts, absences)
}
