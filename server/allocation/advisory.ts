import type { AdvisoryProject, AdvisoryRow } from '#shared/contract/advisory.ts'
import { adviceFor, isCellBehind } from '#shared/domain/advice.ts'
import { isCallingDay, workedHours } from '#shared/domain/allocation.ts'
import {
  cellRemaining,
  forecastCompletes,
  forecastFinish,
  hoursNeeded,
  isBehind,
  quotaRemaining,
  verdictOf,
} from '#shared/domain/forecast.ts'
import { EMPTY_TALLY, figureOf } from '#shared/domain/interviews.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { PROJECT_MOVES, RUNNING_STATUSES } from '#shared/domain/projects.ts'
import type { Database } from '../db/database.ts'
import { hourTallies, sumOf } from '../interviews/tallies.ts'
import { hoursToCome, type Schedule, scheduleFrom } from './board.ts'
import { abandonedRates, usableSample } from './hypervisor.ts'
import {
  endOf,
  FACTS_BACK_MS,
  neededOn,
  type ProjectFacts,
  projectFacts,
  projectIndexes,
} from './project-facts.ts'
import { allocationsToCome } from './project-status.ts'

const DAY_MS = 24 * 3_600_000
const TREND_DAYS = 7
const PEOPLE_SHOWN = 10
/** Days of the plan that the panel shows ahead. */
const DAYS_AHEAD = 28
const ALLOCATED_SHOWN = 5
/** Of which the page tells. */
export const SHOWN_STATUSES = [...RUNNING_STATUSES, 'FIELD_COMPLETE'] as const
const iso = (at: number) => new Date(at).toISOString()
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** The share of its field time that has passed; none where it isn't known. */
function elapsedOf({ start, end }: ProjectFacts, now: number): number {
  if (start === null || end === null) return 0
  const [from, to] = [momentOfField(start), londonDayAfter(momentOfField(end), 1)]
  return to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 0
}

/** Days on which it calls, from today to its end. */
function callingDaysLeft(project: ProjectFacts, now: number): number {
  if (project.end === null) return 0
  let days = 0
  const first = Math.max(now, project.start === null ? now : momentOfField(project.start))
  for (let at = first; dayOf(at) <= project.end; at = londonDayAfter(at, 1))
    if (isCallingDay(project, dayOf(at))) days += 1
  return days
}

async function callsOfCells(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('userID', 'is not', null)
    .where('quotaCellID', 'is not', null)
    .groupBy('quotaCellID')
    .select((eb) => ['quotaCellID', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ quotaCellID, count }) => [quotaCellID ?? 0, Number(count)]))
}

/** The mean score of reviews that are SUBMITTED or later, calibration left out (spec 4 §2.5), by project. */
async function qcScores(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('qcReviews')
    .where('state', 'in', ['SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED'])
    .where('isCalibration', '=', 0)
    .where('score', 'is not', null)
    .groupBy('projectID')
    .select((eb) => ['projectID', eb.fn.avg<number>('score').as('score')])
    .execute()
  return new Map(rows.map(({ projectID, score }) => [projectID, Number(score)]))
}

interface Known {
  readonly now: number
  readonly schedule: Schedule
  readonly usable: ReadonlyMap<number, number>
  readonly calls: ReadonlyMap<number, number>
  readonly scores: ReadonlyMap<number, number>
  readonly abandoned: readonly ReadonlyMap<number, number>[]
  readonly tallies: ReadonlyMap<number, ReturnType<typeof sumOf>>
}

/** A project's usable sample and attempts a complete, where both are known. */
function sampleOf({ id }: ProjectFacts, { usable, tallies }: Pick<Known, 'usable' | 'tallies'>) {
  const left = usable.get(id)
  const attemptsPerComplete = figureOf('attemptsPerComplete', tallies.get(id) ?? EMPTY_TALLY)
  return left === undefined || attemptsPerComplete === null ? null : { usable: left, attemptsPerComplete }
}

function rowOf(project: ProjectFacts, known: Known): AdvisoryRow {
  const { id, code, name, status, end, targetCompletes: target, achieved, rate } = project
  const { now, schedule } = known
  const hoursAllocated = hoursToCome(project, schedule, now)
  const needed = hoursNeeded(project)
  const gap = needed === null ? null : needed - hoursAllocated
  const forecast = forecastCompletes(project, hoursAllocated)
  const remaining = quotaRemaining(project)
  const sample = sampleOf(project, known)
  const verdict = verdictOf(project, forecast, sample)
  const endsAt = endOf(project)
  const elapsed = elapsedOf(project, now)
  const tally = known.tallies.get(id) ?? EMPTY_TALLY
  const blocks = (schedule.blocks.get(id) ?? []).flatMap((one) =>
    endsAt !== null && one.start >= endsAt ? [] : [{ ...one, end: Math.min(one.end, endsAt ?? one.end) }],
  )
  const finish = forecastFinish(project, blocks, now)
  const open = project.cells.filter((cell) => !cell.isSuspended && cellRemaining(cell) > 0)
  const usable = known.usable.get(id) ?? null
  return {
    ...{ projectID: id, code, name, client: project.epic, status, end, target, achieved, remaining, rate },
    ...{ targetRate: project.interviewsPerHour, hoursNeeded: needed, hoursAllocated, forecast, verdict },
    gap,
    finish: finish === null ? null : iso(finish),
    cells: {
      open: open.length,
      full: project.cells.filter((cell) => cellRemaining(cell) === 0).length,
      behind: open.filter((cell) => isCellBehind(cell, elapsed)).length,
    },
    samplePerComplete: usable === null || remaining === 0 ? null : usable / remaining,
    attemptsPerComplete: figureOf('attemptsPerComplete', tally),
    refusalRate: figureOf('refusalRate', tally),
    qcScore: known.scores.get(id) ?? null,
    abandoned: known.abandoned.map((day) => day.get(id) ?? null),
    advice: adviceFor({
      ...{ verdict, target, forecast, rate, gap, endsAt, now, remaining, usable },
      callingDays: callingDaysLeft(project, now),
      attemptsPerComplete: figureOf('attemptsPerComplete', tally),
      cells: project.cells.map((cell) => ({ ...cell, attempts: known.calls.get(cell.id) ?? 0 })),
    }),
  }
}

/** Whether each project that runs or is to will make it (spec 4 §4.5.12), in the order of their names. */
export async function advisoryRows(db: Database, now: number): Promise<AdvisoryRow[]> {
  // One whose field work is over stays until somebody closes it.
  const projects = await projectFacts(db, now, SHOWN_STATUSES)
  const tallies = Map.groupBy(
    await hourTallies(db, { from: now - FACTS_BACK_MS, to: now, now }),
    ({ projectID }) => projectID,
  )
  const abandoned: ReadonlyMap<number, number>[] = []
  for (let back = TREND_DAYS - 1; back >= 0; back--)
    abandoned.push(await abandonedRates(db, now - back * DAY_MS))
  const known: Known = {
    ...{ now, abandoned },
    schedule: await scheduleFrom(db, now, projects, false),
    usable: await usableSample(db),
    calls: await callsOfCells(db),
    scores: await qcScores(db),
    tallies: new Map([...tallies].map(([id, own]) => [id, sumOf(own)])),
  }
  return projects.filter(({ targetCompletes }) => targetCompletes > 0).map((one) => rowOf(one, known))
}

/** Projects in field whose forecast is under 97 % of their target, the worst first (spec 4 §4.1). */
export async function projectsBehind(
  db: Database,
  now: number,
): Promise<
  { readonly projectID: number; readonly name: string; readonly forecast: number; readonly target: number }[]
> {
  const projects = (await projectFacts(db, now, ['LIVE'])).filter(
    ({ targetCompletes }) => targetCompletes > 0,
  )
  const schedule = await scheduleFrom(db, now, projects, false)
  return projects
    .map((project) => ({
      ...{ projectID: project.id, name: project.name, target: project.targetCompletes },
      forecast: forecastCompletes(project, hoursToCome(project, schedule, now)),
    }))
    .filter(({ forecast, target }) => isBehind(forecast, target))
    .sort((a, b) => a.forecast / a.target - b.forecast / b.target || a.projectID - b.projectID)
}

const withoutProject = <S extends { readonly projectID: number }>({ projectID: _, ...rest }: S) => rest

const stateOf = (cell: ProjectFacts['cells'][number]) =>
  cell.isSuspended
    ? 'SUSPENDED'
    : cell.achieved > cell.target
      ? 'OVER'
      : cell.achieved === cell.target
        ? 'FULL'
        : 'OPEN'

/** One project, as its panel shows it. */
export async function advisoryProject(
  db: Database,
  project: ProjectFacts,
  now: number,
): Promise<AdvisoryProject> {
  const schedule = await scheduleFrom(db, now, [project], false)
  const indexOf = await projectIndexes(db, now)
  const people = await db
    .selectFrom('users')
    .where('isActive', '=', 1)
    .where('id', '>', 0)
    .orderBy('id')
    .select(['id', 'displayName'])
    .execute()
  const sample = await db
    .selectFrom('sampleStatuses')
    .where('projectID', '=', project.id)
    .selectAll()
    .executeTakeFirst()
  const elapsed = elapsedOf(project, now)
  const allocated = await allocationsToCome(db, project.id, now)
  return {
    curve: await curveOf(db, project, now),
    cells: project.cells.map((cell) => ({
      ...{ label: cell.label, target: cell.target, achieved: cell.achieved, state: stateOf(cell) },
      isBehind: isCellBehind(cell, elapsed),
    })),
    hours: daysAhead(project, now).map((at) => ({
      day: dayOf(at),
      needed: neededOn(project, dayOf(at), now).reduce((sum, one) => sum + one, 0),
      allocated: workedHours(schedule.blocks.get(project.id) ?? [], schedule.shifts, {
        start: Math.max(at, now),
        end: londonDayAfter(at, 1),
      }),
    })),
    people: people
      .flatMap(({ id, displayName }) => {
        const index = indexOf(id, project.id)
        return index === null ? [] : [{ userID: id, name: displayName, index }]
      })
      .sort((a, b) => b.index - a.index || a.userID - b.userID)
      .slice(0, PEOPLE_SHOWN),
    sample: sample ? { ...withoutProject(sample), asOf: iso(sample.asOf) } : null,
    moves: [...PROJECT_MOVES[project.status]],
    allocated: {
      count: allocated.length,
      people: new Set(allocated.map(({ userID }) => userID)).size,
      next: allocated
        .slice(0, ALLOCATED_SHOWN)
        .map(({ name, start, end }) => ({ name, start: iso(Math.max(start, now)), end: iso(end) })),
    },
  }
}

function daysAhead(project: ProjectFacts, now: number): number[] {
  const last = project.end ?? dayOf(now)
  const days: number[] = []
  for (
    let at = startOfLondonDay(now);
    dayOf(at) <= last && days.length < DAYS_AHEAD;
    at = londonDayAfter(at, 1)
  )
    days.push(at)
  return days
}

/** Completes by the end of each day beside a plan that goes straight from its start to its target at the end. */
async function curveOf(db: Database, project: ProjectFacts, now: number): Promise<AdvisoryProject['curve']> {
  const { start, end, targetCompletes } = project
  if (start === null || end === null) return []
  const rows = await db
    .selectFrom('interviewRecords')
    .where('projectID', '=', project.id)
    .where('outcome', '=', 'COMPLETE')
    .where('isVoid', '=', 0)
    .groupBy((eb) => eb(eb('start', '/', eb.lit(3_600_000)), '*', eb.lit(3_600_000)))
    .select((eb) => [
      eb(eb('start', '/', eb.lit(3_600_000)), '*', eb.lit(3_600_000))
        .$castTo<number>()
        .as('hour'),
      eb.fn.countAll<number>().as('count'),
    ])
    .execute()
  const made = new Map<string, number>()
  let before = 0
  for (const { hour, count } of rows) {
    const day = dayOf(Number(hour))
    if (day < start) before += Number(count)
    else made.set(day, (made.get(day) ?? 0) + Number(count))
  }
  const first = momentOfField(start)
  const days = Math.round((momentOfField(end) - first) / DAY_MS) + 1
  const step = Math.max(1, Math.ceil(days / 60))
  const curve: AdvisoryProject['curve'] = []
  let completes = before
  for (let at = first, place = 1; dayOf(at) <= end; at = londonDayAfter(at, 1), place++) {
    const day = dayOf(at)
    completes += made.get(day) ?? 0
    if (place % step !== 0 && day !== end && day !== dayOf(now)) continue
    curve.push({
      day,
      completes: day <= dayOf(now) ? completes : null,
      plan: Math.round((targetCompletes * place) / days),
    })
  }
  return curve
}

/** What 'What if' goes by: a project with another end, and its hours until then (spec 4 §4.5.12). */
export async function whatIfFacts(db: Database, project: ProjectFacts, end: string | null, now: number) {
  const tally = sumOf(
    await hourTallies(db, { from: now - FACTS_BACK_MS, to: now, now, projectIDs: [project.id] }),
  )
  const other = end === null ? project : { ...project, end }
  const hoursOf = async (one: ProjectFacts) =>
    hoursToCome(one, await scheduleFrom(db, now, [one], false), now)
  return {
    before: forecastCompletes(project, await hoursOf(project)),
    ...{ other, allocated: await hoursOf(other), days: callingDaysLeft(other, now) },
    sample: sampleOf(project, {
      usable: await usableSample(db),
      tallies: new Map([[project.id, tally]]),
    }),
  }
}
