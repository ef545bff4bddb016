import { workedHours } from '#shared/domain/allocation.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Span } from '#shared/domain/spans.ts'
import type { Database } from '../db/database.ts'
import { neededRows, type ProjectFacts, projectFacts } from './project-facts.ts'
import { heldShifts, type Range, scheduledIn } from './schedule.ts'

const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Hours of a day of a project: planned by what people were told, and needed. */
export interface Coverage {
  readonly projectID: number
  readonly project: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly planned: number
  readonly needed: number
}

/** Hours planned and needed, by project and London's day, of whatever is live (spec 4 §4.5.1). @param range whole days */
export async function coverageIn(db: Database, range: Range, now: number): Promise<Coverage[]> {
  const projects = await projectFacts(db, now, ['LIVE'])
  const shifts = await heldShifts(db, range)
  const blocks = Map.groupBy(await scheduledIn(db, range), ({ projectID }) => projectID)
  const needed = new Map(
    neededRows(projects, range, now).map(({ projectID, day, hours }) => [
      `${projectID} ${day}`,
      hours.reduce((sum, one) => sum + one, 0),
    ]),
  )
  const rows: Coverage[] = []
  for (const { id, name } of projects)
    for (let at = range.from; at < range.to; at = londonDayAfter(at, 1)) {
      const day = dayOf(at)
      const planned = workedHours(blocks.get(id) ?? [], shifts, { start: at, end: londonDayAfter(at, 1) })
      const wanted = needed.get(`${id} ${day}`) ?? 0
      if (planned > 0 || wanted > 0) rows.push({ projectID: id, project: name, day, planned, needed: wanted })
    }
  return rows
}

/** Some of somebody's time that would be lost. */
interface LostTime {
  readonly userID: number
  /** The time whose coverage it is about. */
  readonly range: Range
  readonly lost: readonly Span[]
}

/**
 * What share of the hours that live projects need in a time is planned, as it is and without some of somebody's time
 * (spec 4 §4.5.6), for each that is asked about, in their order; what is planned is read once for all.
 * @returns null where no hours are needed
 */
export async function coverageWithout(
  db: Database,
  projects: readonly ProjectFacts[],
  asked: readonly LostTime[],
  now: number,
): Promise<({ before: number; after: number } | null)[]> {
  if (asked.length === 0 || projects.length === 0) return asked.map(() => null)
  const all = {
    from: Math.min(...asked.map(({ range }) => range.from)),
    to: Math.max(...asked.map(({ range }) => range.to)),
  }
  const held = await heldShifts(db, all)
  const live = new Set(projects.map(({ id }) => id))
  const scheduled = (await scheduledIn(db, all)).filter(({ projectID }) => live.has(projectID))
  return asked.map(({ userID, range, lost }) => {
    const needed = neededRows(projects, range, now).reduce(
      (sum, { hours }) => sum + hours.reduce((day, one) => day + one, 0),
      0,
    )
    if (needed <= 0) return null
    const reaches = ({ start, end }: Span) => start < range.to && end > range.from
    const shifts = held.filter(reaches)
    const blocks = scheduled.filter(reaches)
    const own = blocks.filter((block) => block.userID === userID)
    const planned = workedHours(blocks, shifts, { start: range.from, end: range.to })
    const gone = lost.reduce((sum, span) => sum + workedHours(own, shifts, span), 0)
    return { before: planned / needed, after: (planned - gone) / needed }
  })
}

/** Today's hours by project (spec 4 §4.1): needed, planned, and what lacks; the widest gap first. */
export async function coverageToday(
  db: Database,
  now: number,
): Promise<(Coverage & { readonly gap: number })[]> {
  const range = { from: startOfLondonDay(now), to: londonDayAfter(now, 1) }
  return (await coverageIn(db, range, now))
    .map((row) => ({ ...row, gap: Math.max(0, row.needed - row.planned) }))
    .sort((a, b) => b.gap - a.gap || a.projectID - b.projectID)
}
