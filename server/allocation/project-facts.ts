import type { AllocatedProject, ProjectPriority } from '#shared/domain/allocation.ts'
import { isCalling, isCallingDay } from '#shared/domain/allocation.ts'
import type { CallingTime } from '#shared/domain/calling-hours.ts'
import { hoursNeeded, type ProjectProgress, projectRate, RATE_DAYS } from '#shared/domain/forecast.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { neededByHour } from '#shared/domain/plan-needed.ts'
import { type ProjectStatus, RUNNING_STATUSES } from '#shared/domain/projects.ts'
import type { Database } from '../db/database.ts'
import { hourTallies, sumOf } from '../interviews/tallies.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/** So long back contact rates, rates and indexes are counted. */
export const FACTS_BACK_MS = 28 * DAY_MS
/** Where nothing is known of a project's calls: from 9 to 21 as well as any hour. */
const USUAL = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 21 ? 1 : 0))
const CONTACTS = ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'] as const

export interface CellFacts {
  readonly id: number
  readonly label: string
  readonly target: number
  readonly achieved: number
  readonly isSuspended: boolean
}

/** A project with what its figures of the plan are made of (spec 4 §2.1, §2.5). */
export interface ProjectFacts extends AllocatedProject, ProjectProgress {
  readonly code: string
  readonly epic: string | null
  readonly status: ProjectStatus
  readonly priority: ProjectPriority
  readonly boostedUntil: number | null
  readonly minimumPeople: number
  readonly interviewsPerHour: number
  /** YYYY-MM-DD */
  readonly start: string | null
  readonly end: string | null
  readonly cells: readonly CellFacts[]
  /** How likely a call reaches somebody, by London's hour. */
  readonly reached: readonly number[]
}

/** The moment at which a project's last day ends; null where it isn't known. */
export const endOf = ({ end }: Pick<ProjectFacts, 'end'>): number | null =>
  end === null ? null : londonDayAfter(momentOfField(end), 1)

/** Projects that run, or are to, in the order of their names. @param only those of these ids */
export async function projectFacts(
  db: Database,
  now: number,
  statuses: readonly ProjectStatus[] = RUNNING_STATUSES,
  only?: readonly number[],
): Promise<ProjectFacts[]> {
  const rows = await db
    .selectFrom('projects as p')
    .leftJoin('epics as e', 'e.id', 'p.epicID')
    .where('p.status', 'in', statuses)
    .where('p.kind', '<>', 'INTERNAL')
    .$if(only !== undefined, (query) => query.where('p.id', 'in', [0, ...(only ?? [])]))
    .orderBy('p.name')
    .orderBy('p.id')
    .selectAll('p')
    .select('e.name as epic')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const skills = await skillsOf(db, ids)
  const achieved = await achievedOf(db, ids)
  const cells = await cellsOf(db, ids)
  const { rates, reached } = await slowly(db, ids, now)
  return rows.map((row) => {
    const { id, code, name, epic, status, priority, boostedUntil, minimumPeople, interviewsPerHour } = row
    const recent = rates.get(id) ?? { completes: 0, hours: 0 }
    return {
      ...{ id, code, name, epic, status, priority, boostedUntil, minimumPeople, interviewsPerHour },
      ...{ start: row.start, end: row.end, targetCompletes: row.targetCompletes, timeZone: row.timeZone },
      ...{ isLive: status === 'LIVE', maximumPeople: row.maximumPeople },
      callingHours: JSON.parse(row.callingHours) as CallingTime[],
      skills: (skills.get(id) ?? []).map((skill) => ({ id: skill.id, name: skill.name })),
      achieved: achieved.get(id) ?? 0,
      cells: (cells.get(id) ?? []).map(({ projectID: _, isSuspended, ...cell }) => ({
        ...{ ...cell, achieved: Number(cell.achieved) },
        isSuspended: isSuspended === 1,
      })),
      rate: projectRate({ ...recent, interviewsPerHour }),
      reached: reached.get(id) ?? USUAL,
    }
  })
}

/** One project, where it runs or is to, unless other statuses are asked for. */
export async function projectFactsOf(
  db: Database,
  id: number,
  now: number,
  statuses: readonly ProjectStatus[] = RUNNING_STATUSES,
): Promise<ProjectFacts | undefined> {
  const [project] = await projectFacts(db, now, statuses, [id])
  return project
}

async function skillsOf(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('projectSkills as needed')
    .innerJoin('skills', 'skills.id', 'needed.skillID')
    .where('skills.isActive', '=', 1)
    .where('needed.projectID', 'in', ids)
    .orderBy('skills.nameKey')
    .select(['needed.projectID', 'skills.id', 'skills.name'])
    .execute()
  return Map.groupBy(rows, ({ projectID }) => projectID)
}

/** COMPLETE records that aren't void, by project. */
export async function achievedOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('projectID', 'in', ids)
    .where('outcome', '=', 'COMPLETE')
    .where('isVoid', '=', 0)
    .groupBy('projectID')
    .select((eb) => ['projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ projectID, count }) => [projectID, Number(count)]))
}

/** Quota cells with what each has achieved, by project. */
export async function cellsOf(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('quotaCells as c')
    .leftJoin('interviewRecords as r', (join) =>
      join.onRef('r.quotaCellID', '=', 'c.id').on('r.outcome', '=', 'COMPLETE').on('r.isVoid', '=', 0),
    )
    .where('c.projectID', 'in', ids)
    .groupBy(['c.id', 'c.projectID', 'c.label', 'c.target', 'c.isSuspended'])
    .orderBy('c.id')
    .select(['c.id', 'c.projectID', 'c.label', 'c.target', 'c.isSuspended'])
    .select((eb) => eb.fn.count<number>('r.id').as('achieved'))
    .execute()
  return Map.groupBy(rows, ({ projectID }) => projectID)
}

interface SlowFacts {
  readonly rates: Awaited<ReturnType<typeof recentWork>>
  readonly reached: Awaited<ReturnType<typeof contactRates>>
}

/** Rates of weeks change slowly, and take long to count: they are counted once a minute. */
const counted = new WeakMap<
  Database,
  { readonly minute: number; readonly facts: Map<string, Promise<SlowFacts>> }
>()

function slowly(db: Database, ids: readonly number[], now: number): Promise<SlowFacts> {
  const minute = Math.floor(now / 60_000)
  let known = counted.get(db)
  if (known?.minute !== minute) {
    known = { minute, facts: new Map() }
    counted.set(db, known)
  }
  const { facts } = known
  const key = ids.join()
  const before = facts.get(key)
  if (before) return before
  const made = (async () => ({
    rates: await recentWork(db, ids, now),
    reached: await contactRates(db, ids, now),
  }))()
  facts.set(key, made)
  // What failed is tried again.
  made.catch(() => facts.delete(key))
  return made
}

/** Completes and hours of each project's last 7 days with interviewing, as far back as is counted. */
async function recentWork(db: Database, projectIDs: readonly number[], now: number) {
  const hours = await hourTallies(db, { from: now - FACTS_BACK_MS, to: now, now, projectIDs })
  const found = new Map<number, { completes: number; hours: number }>()
  for (const [projectID, own] of Map.groupBy(hours, (one) => one.projectID)) {
    const days = Map.groupBy(own, ({ hour }) => londonField(hour).slice(0, 10))
    const worked = [...days].filter(([, all]) => all.some(({ tally }) => tally.interviewingSeconds > 0))
    const last = worked.toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, RATE_DAYS)
    const { outcomes, interviewingSeconds } = sumOf(last.flatMap(([, all]) => all))
    found.set(projectID, { completes: outcomes.COMPLETE, hours: interviewingSeconds / 3600 })
  }
  return found
}

/** How many of a project's calls reached somebody, by London's hour as it is now; none where there were few calls. */
async function contactRates(
  db: Database,
  projectIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('projectID', 'in', projectIDs)
    .where('start', '>=', now - FACTS_BACK_MS)
    .where('isVoid', '=', 0)
    // As literals: PostgreSQL takes two parameters for two things, and the one isn't grouped by the other.
    .groupBy((eb) => ['projectID', eb(eb('start', '/', eb.lit(HOUR_MS)), '%', eb.lit(24))])
    .select((eb) => [
      'projectID',
      eb(eb('start', '/', eb.lit(HOUR_MS)), '%', eb.lit(24))
        .$castTo<number>()
        .as('hour'),
      eb.fn.countAll<number>().as('calls'),
      eb.fn.sum<number>(eb.case().when('outcome', 'in', CONTACTS).then(1).else(0).end()).as('contacts'),
    ])
    .execute()
  const day = londonField(now).slice(0, 10)
  const ahead = Math.round((momentOfField(`${day}T12:00`) - Date.parse(`${day}T12:00Z`)) / -HOUR_MS)
  const rates = new Map<number, number[]>()
  for (const { projectID, hour, calls, contacts } of rows) {
    const own = rates.get(projectID) ?? USUAL.map(() => 0)
    own[(Number(hour) + ahead + 24) % 24] = Number(contacts) / Number(calls)
    rates.set(projectID, own)
  }
  return rates
}

/** Hours of work that a project needs by London's hour of a day, YYYY-MM-DD (spec 4 §4.5.2). */
export function neededOn(project: ProjectFacts, day: string, now: number): number[] {
  const open = Array.from({ length: 24 }, (_, hour) =>
    isCalling(project, momentOfField(`${day}T${String(hour).padStart(2, '0')}:00`)),
  )
  const known = project.reached.map((one, hour) => (open[hour] ? one : 0))
  return neededByHour(
    {
      hours: hoursNeeded(project) ?? 0,
      ...{ start: project.start, end: project.end },
      // Where nothing is known of the hours in which it calls, they are alike.
      reached: known.some((one) => one > 0) ? known : open.map(Number),
      isCallingDay: (one) => isCallingDay(project, one),
    },
    day,
    londonField(now).slice(0, 10),
  )
}

/** The same of several projects and days. @param from @param to moments */
export function neededRows(
  projects: readonly ProjectFacts[],
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
) {
  const rows: { projectID: number; day: string; hours: number[] }[] = []
  for (let at = from; at < to; at = londonDayAfter(at, 1))
    for (const project of projects) {
      if (!project.isLive || project.targetCompletes <= 0) continue
      const day = londonField(at).slice(0, 10)
      const hours = neededOn(project, day, now)
      if (hours.some((one) => one > 0)) rows.push({ projectID: project.id, day, hours })
    }
  return rows
}

/** How people do on projects beside what is expected, of 100, from the time that is counted (spec 4 §2.5: index). */
export async function projectIndexes(
  db: Database,
  now: number,
): Promise<(userID: number, projectID: number) => number | null> {
  const from = now - FACTS_BACK_MS
  const made = await db
    .selectFrom('interviewRecords')
    .where('start', '>=', from)
    .where('start', '<', now)
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('userID', 'is not', null)
    .groupBy(['userID', 'projectID'])
    .select((eb) => ['userID', 'projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'is not', null)
    .where('startedAt', '>=', from)
    .where('startedAt', '<', now)
    .select(['userID', 'projectID', 'startedAt', 'endedAt'])
    .execute()
  const hours = new Map<string, number>()
  const all = new Map<number, { completes: number; hours: number }>()
  const project = (id: number) => {
    const found = all.get(id) ?? { completes: 0, hours: 0 }
    all.set(id, found)
    return found
  }
  for (const { userID, projectID, startedAt, endedAt } of sessions) {
    const worked = (Math.min(endedAt ?? now, now) - startedAt) / HOUR_MS
    const key = `${userID} ${projectID}`
    hours.set(key, (hours.get(key) ?? 0) + worked)
    project(projectID ?? 0).hours += worked
  }
  const completes = new Map<string, number>()
  for (const { userID, projectID, count } of made) {
    completes.set(`${userID} ${projectID}`, Number(count))
    project(projectID).completes += Number(count)
  }
  return (userID, projectID) => {
    const key = `${userID} ${projectID}`
    const own = all.get(projectID)
    const expected = own && own.hours > 0 ? (own.completes / own.hours) * (hours.get(key) ?? 0) : 0
    return expected > 0 ? ((completes.get(key) ?? 0) / expected) * 100 : null
  }
}
