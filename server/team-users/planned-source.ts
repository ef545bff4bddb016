import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { PersonStatus } from '#shared/domain/person.ts'
import { hoursOfShift } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import { peopleSource } from '../people/person-source.ts'
import type { Viewer } from '../people/scope.ts'
import { readSettings } from '../settings/settings.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { asPlanned, PLAN_COLUMNS } from '../shifts/planned.ts'
import { holidayFreeOf } from '../time-records/holiday-balance-source.ts'
import { selectMade } from '../time-records/made-rows.ts'
import { CORE_FIELDS, skillNames } from './core.ts'

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Hours that are planned in this week and the next, and the mean of the weeks before this one with it. */
async function hoursOf(db: Database, userIDs: readonly number[], now: number) {
  const { 'workingTime.meanOfWeeks': weeks } = await readSettings(db, ['workingTime.meanOfWeeks'])
  const monday = startOfLondonWeek(now)
  const next = londonDayAfter(monday, 7)
  const from = londonDayAfter(monday, -7 * (weeks - 1))
  const rows = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...userIDs])
    .where('state', 'not in', ['CANCELLED', 'NO_SHOW'])
    .where((eb) => eb.or([eb('start', '>=', from), eb('plannedStart', '>=', from)]))
    .select('userID')
    .select(PLAN_COLUMNS)
    .execute()
  const found = new Map<number, { week: number; next: number; all: number }>()
  for (const row of rows) {
    const plan = asPlanned(row)
    if (plan.isCancelled || plan.start < from || plan.start >= londonDayAfter(next, 7)) continue
    const own = found.get(row.userID) ?? { week: 0, next: 0, all: 0 }
    const hours = hoursOfShift(plan)
    if (plan.start >= next) own.next += hours
    else {
      own.all += hours
      if (plan.start >= monday) own.week += hours
    }
    found.set(row.userID, own)
  }
  return (userID: number) => {
    const { week, next: after, all } = found.get(userID) ?? { week: 0, next: 0, all: 0 }
    return {
      ...{ plannedHours: tenth(week), plannedNextWeek: tenth(after) },
      meanHours: tenth(all / weeks),
    }
  }
}

/** The pattern of each of these people on a day, YYYY-MM-DD. */
async function patternsOf(db: Database, userIDs: readonly number[], today: string) {
  const rows = await db
    .selectFrom('shiftPatternPeople as p')
    .innerJoin('shiftPatterns as s', 's.id', 'p.patternID')
    .where('p.userID', 'in', [0, ...userIDs])
    .where('p.from', '<=', today)
    .where((eb) => eb.or([eb('p.to', 'is', null), eb('p.to', '>=', today)]))
    .orderBy('p.from')
    .select(['p.userID', 's.name'])
    .execute()
  return new Map(rows.map(({ userID, name }) => [userID, name]))
}

/** Projects that aren't over, with the skills that each needs. */
export async function openProjects(db: Database) {
  const projects = await db
    .selectFrom('projects')
    .where('status', 'in', ['PLANNED', 'LIVE', 'PAUSED'])
    .where('kind', '<>', 'INTERNAL')
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'status'])
    .execute()
  const needed = await db
    .selectFrom('projectSkills as needed')
    .innerJoin('skills', 'skills.id', 'needed.skillID')
    .where('skills.isActive', '=', 1)
    .orderBy('skills.nameKey')
    .select(['needed.projectID', 'skills.id', 'skills.name'])
    .execute()
  const needsOf = Map.groupBy(needed, ({ projectID }) => projectID)
  return projects.map((project) => ({
    ...project,
    needs: (needsOf.get(project.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

/** The skills of each of these people that count on a day. */
export async function heldSkills(db: Database, userIDs: readonly number[], today: string) {
  const rows = await db
    .selectFrom('personSkills')
    .where('userID', 'in', [0, ...userIDs])
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>=', today)]))
    .select(['userID', 'skillID'])
    .execute()
  return Map.groupBy(rows, ({ userID }) => userID)
}

/** Names of the projects that each is assigned to as eligible and has the skills for, with commas between. */
async function eligibleNames(db: Database, userIDs: readonly number[], today: string) {
  const projects = new Map((await openProjects(db)).map((project) => [project.id, project]))
  const held = await heldSkills(db, userIDs, today)
  const rows = await db
    .selectFrom('projectEligible')
    .where('userID', 'in', [0, ...userIDs])
    .select(['userID', 'projectID'])
    .execute()
  const names = new Map<number, string[]>()
  for (const { userID, projectID } of rows) {
    const project = projects.get(projectID)
    const own = held.get(userID) ?? []
    if (!project?.needs.every(({ id }) => own.some(({ skillID }) => skillID === id))) continue
    names.set(userID, [...(names.get(userID) ?? []), project.name])
  }
  return (userID: number) =>
    names
      .get(userID)
      ?.toSorted((a, b) => a.localeCompare(b))
      .join(', ') ?? null
}

/** Everybody whom the viewer plans. */
export async function plannedRows(
  db: Database,
  viewer: Viewer,
  now: number,
  { only, statuses = ['ACTIVE', 'SUSPENDED'] }: { only?: number; statuses?: readonly PersonStatus[] } = {},
) {
  const planned = (await plannablePeople(db, viewer)).select('u.id')
  const people = await peopleSource(db, { viewer, scope: 'ALL', statuses })
    .where('u.id', 'in', planned as never)
    .$if(only !== undefined, (query) => query.where('u.id', '=', only ?? 0))
    .orderBy('u.id')
    .select(['u.weeklyHours as contractedHours', 'u.coreHours', 'u.isOptedOut48', 'u.availability'])
    .select('u.workLocation')
    .execute()
  const ids = people.map(({ id }) => id)
  const today = londonField(now).slice(0, 10)
  const hours = await hoursOf(db, ids, now)
  const patterns = await patternsOf(db, ids, today)
  const skills = await skillNames(db, ids, today)
  const projects = await eligibleNames(db, ids, today)
  const free = await holidayFreeOf(db, ids, now)
  return people.map((person) => ({
    ...person,
    ...hours(person.id),
    pattern: patterns.get(person.id) ?? null,
    skills: skills.get(person.id) ?? null,
    projects: projects(person.id),
    holidayFree: free.get(person.id) ?? null,
  }))
}

const FIELDS = {
  ...CORE_FIELDS,
  contractedHours: 'number',
  pattern: 'text',
  coreHours: 'text',
  plannedHours: 'number',
  plannedNextWeek: 'number',
  meanHours: 'number',
  isOptedOut48: 'whole',
  skills: 'text',
  projects: 'text',
  availability: 'text',
  holidayFree: 'number',
  workLocation: 'text',
} as const

/** What Resource › Users lists. */
export async function plannedSource(db: Database, viewer: Viewer, now: number) {
  return selectMade(db, FIELDS, await plannedRows(db, viewer, now)).selectAll('m')
}
