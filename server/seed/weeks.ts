import { searchable } from '#shared/domain/locale.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { PATTERN_COLOURS } from '#shared/domain/shift-patterns.ts'
import type { Database } from '../db/database.ts'
import { missingInPlan } from '../demo/cover.ts'
import type { PlannedCall, PlannedSession } from '../demo/days.ts'
import { DEMO_PROJECTS, type DemoProject, DONE, DONE_DAYS_AGO } from '../demo/projects.ts'
import { ROTA, workerOf } from '../demo/rota.ts'
import { DAYS_BACK, type PlannedShift, planWeeks, WEEKS_AHEAD, WEEKS_PUBLISHED } from '../demo/weeks.ts'
import { insertRows } from './insert.ts'
import { AREAS } from './people.ts'
import { createRandom } from './random.ts'
import { DAY } from './timeline.ts'

const SEED = 4100
/** Days from now at which what is in field ends. */
const DAYS_LEFT = 30
const SKILLS_MAX = 4

const dayAt = (at: number): string => londonField(at).slice(0, 10)

/** The projects and clients of the whole demo; those of them that people talk about are there. */
export async function seedDemoProjects(trx: Database, now: number): Promise<void> {
  const clients = await trx.selectFrom('epics').select(['id', 'name']).execute()
  const clientOf = new Map(clients.map(({ id, name }) => [name, id]))
  const known = new Set((await trx.selectFrom('projects').select('id').execute()).map(({ id }) => id))
  for (const project of DEMO_PROJECTS) {
    const { id, code, name, client, kind, status, perHour, minutes, hours } = project
    const row = {
      ...{ code, name, kind, status, epicID: clientOf.get(client) ?? null },
      ...{ interviewsPerHour: perHour, expectedMinutes: minutes },
      start: dayAt(now + (status === 'PLANNED' ? 14 : -DAYS_BACK - 3) * DAY),
      end: dayAt(now + (id === DONE ? -DONE_DAYS_AGO : status === 'PLANNED' ? 100 : DAYS_LEFT) * DAY),
      ...{ timeZone: hours.timeZone, callingHours: JSON.stringify(hours.times) },
    }
    if (known.has(id)) await trx.updateTable('projects').set(row).where('id', '=', id).execute()
    else
      await trx
        .insertInto('projects')
        .values({ id, ...row, createdAt: now - 20 * DAY })
        .execute()
  }
  // Its tracker is another client's here.
  const used = new Set(DEMO_PROJECTS.map(({ client }) => client))
  const unused = clients.filter(({ name }) => !used.has(name)).map(({ id }) => id)
  await trx
    .updateTable('projects')
    .set({ epicID: null })
    .where('epicID', 'in', [0, ...unused])
    .execute()
  await trx
    .deleteFrom('epics')
    .where('id', 'in', [0, ...unused])
    .execute()
}

/** What a cell's target is, by what it has: one is full, the last is behind, the rest are about where they should be. */
function targetOf(
  random: ReturnType<typeof createRandom>,
  project: DemoProject,
  place: number,
  achieved: number,
) {
  if (project.status === 'PLANNED') return 150
  if (project.id === DONE) return achieved
  const inTime = DAYS_BACK / (DAYS_BACK + DAYS_LEFT)
  if (place === 0 && project.id !== 2107) return achieved
  if (place === project.cells.length - 1) return Math.max(20, Math.round(achieved / inTime / 0.7))
  return Math.max(10, Math.round((achieved / inTime) * (0.95 + random.next() * 0.12)))
}

/** The quota cells, with targets by what is achieved. @returns their ids by project, in the order of its cells */
async function seedCells(trx: Database, calls: readonly PlannedCall[]): Promise<Map<number, number[]>> {
  const achieved = new Map<string, number>()
  for (const { projectID, cell } of calls) {
    if (cell === null) continue
    const key = `${projectID} ${cell}`
    achieved.set(key, (achieved.get(key) ?? 0) + 1)
  }
  const random = createRandom(SEED)
  const ids = new Map<number, number[]>()
  const rows: unknown[][] = []
  for (const project of DEMO_PROJECTS) {
    let sum = 0
    const own = project.cells.map(({ label, dimensions }, place) => {
      const target = targetOf(random, project, place, achieved.get(`${project.id} ${place}`) ?? 0)
      sum += target
      rows.push([
        ...[rows.length + 1, project.id, label, searchable(label), JSON.stringify(dimensions), target],
      ])
      return rows.length
    })
    ids.set(project.id, own)
    await trx.updateTable('projects').set({ targetCompletes: sum }).where('id', '=', project.id).execute()
  }
  await insertRows(trx, 'quotaCells', ['id', 'projectID', 'label', 'labelKey', 'dimensions', 'target'], rows)
  return ids
}

const PATTERNS = [
  { block: 'EARLY', name: 'Days', colour: 'TEAL', start: '09:00', end: '15:00', days: [1, 2, 3, 4, 5] },
  { block: 'LATE', name: 'Evenings', colour: 'VIOLET', start: '15:00', end: '21:00', days: [1, 2, 3, 4, 5] },
  { block: 'NIGHT', name: 'Nights', colour: 'BLUE', start: '21:00', end: '03:00', days: [1, 3, 5, 7] },
  { block: 'DAWN', name: 'Small hours', colour: 'ORANGE', start: '03:00', end: '09:00', days: [2, 4, 6, 7] },
  { block: 'OFFICE', name: 'Office', colour: 'PINK', start: '09:00', end: '17:00', days: [1, 2, 3, 4, 5] },
  {
    block: 'OFFICE_LATE',
    name: 'Office, late',
    colour: 'GREY',
    start: '13:00',
    end: '21:00',
    days: [1, 2, 3, 4, 5],
  },
] as const satisfies readonly {
  readonly colour: (typeof PATTERN_COLOURS)[number]
  readonly [fact: string]: unknown
}[]

/** The patterns, and who has which once the planned weeks are over. */
async function seedPatterns(trx: Database, now: number): Promise<void> {
  const after = dayAt(londonDayAfter(startOfLondonWeek(now), (WEEKS_AHEAD + 1) * 7))
  const since = now - 90 * DAY
  await insertRows(
    trx,
    'shiftPatterns',
    ['id', 'version', 'name', 'nameKey', 'colour', 'status', 'versions', 'changedAt'],
    PATTERNS.map(({ name, colour, start, end, days }, place) => {
      const usual = { start, end, breakMinutes: 30, location: 'OFFICE' }
      const version = {
        from: dayAt(since),
        weeks: 1,
        days: days.map((weekday) => ({ week: 0, weekday, ...usual })),
      }
      return [place + 1, 1, name, searchable(name), colour, 'ACTIVE', JSON.stringify([version]), since]
    }),
  )
  await insertRows(
    trx,
    'shiftPatternPeople',
    ['patternID', 'userID', 'from', 'startWeek'],
    ROTA.map(({ person, block }) => [
      ...[PATTERNS.findIndex((pattern) => pattern.block === block) + 1, person.id, after, 0],
    ]),
  )
}

const HOUR = 3_600_000

export const SHIFT_COLUMNS = [
  ...(['userID', 'start', 'end', 'segments', 'breakMinutes', 'projectID', 'location', 'source'] as const),
  ...(['state', 'publishedAt', 'note', 'isLocked', 'version', 'changedAt', 'areaID'] as const),
]

/** The row of a planned shift. */
export function shiftRow({ userID, start, end, projectID, state }: PlannedShift, now: number): unknown[] {
  const worker = workerOf(userID)
  const told = Math.min(start, now) - 7 * DAY
  return [
    ...[userID, start, end, '[]', end - start >= 6 * HOUR ? 30 : 15, projectID],
    ...[worker?.location ?? 'OFFICE', 'PATTERN', state, state === 'DRAFT' ? null : told, '', 0, 1, told],
    worker ? AREAS.indexOf(worker.person.area) + 1 : null,
  ]
}

export const SESSION_COLUMNS = [
  ...(['userID', 'activity', 'category', 'projectID', 'project', 'startedAt', 'startedBy'] as const),
  ...(['endedAt', 'endedBy', 'location'] as const),
]

/** The row of a session; it is still going on where it ends after `now`. */
export function sessionRow(
  session: PlannedSession,
  names: ReadonlyMap<number, string>,
  now: number,
): unknown[] {
  const { userID, activity, category, projectID, start, end } = session
  const isOpen = end > now
  return [
    ...[userID, activity, category, projectID, projectID === null ? null : (names.get(projectID) ?? null)],
    ...[start, userID, isOpen ? null : end, isOpen ? null : userID, workerOf(userID)?.location ?? null],
  ]
}

export const RECORD_COLUMNS = [
  ...(['projectID', 'userID', 'start', 'end', 'duration', 'outcome', 'quotaCellID', 'attempt'] as const),
  ...(['appointmentTime', 'respondentRef', 'source'] as const),
]

/** The row of a call. @param cells ids of the cells of each project, in their order */
export function recordRow(call: PlannedCall, cells: ReadonlyMap<number, readonly number[]>): unknown[] {
  const { projectID, userID, start, end, outcome, cell, attempt, appointmentTime, respondentRef } = call
  const cellID = cell === null ? null : (cells.get(projectID)?.[cell] ?? null)
  const seconds = Math.round((end - start) / 1000)
  return [
    projectID,
    userID,
    start,
    end,
    seconds,
    outcome,
    cellID,
    attempt,
    appointmentTime,
    respondentRef,
    'SIMULATOR',
  ]
}

/** What was decided on the days before last week: they are approved. */
function approvedDays(sessions: readonly PlannedSession[], now: number): unknown[][] {
  const until = londonDayAfter(startOfLondonWeek(now), -7)
  const days = new Map<string, readonly [userID: number, day: string]>()
  for (const { userID, start } of sessions)
    if (start < until) days.set(`${userID} ${dayAt(start)}`, [userID, dayAt(start)])
  return [...days.values()].map(([userID, day]) => [
    ...[userID, day, 'APPROVED', '', 0, momentOfField(day) + 5 * DAY],
  ])
}

/**
 * Eight weeks of the company up to `now` and four to come (spec 4 §3.1): shifts, what people did, and how their
 * calls ended. The same day gives the same days before it.
 */
export async function seedWeeks(trx: Database, now: number): Promise<void> {
  const { shifts, sessions, calls } = planWeeks(now)
  const projects = await trx.selectFrom('projects').select(['id', 'name']).execute()
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const cells = await seedCells(trx, calls)
  await insertRows(
    trx,
    'activitySessions',
    SESSION_COLUMNS,
    sessions.map((session) => sessionRow(session, names, now)),
  )
  await insertRows(
    trx,
    'shifts',
    SHIFT_COLUMNS,
    shifts.map((shift) => shiftRow(shift, now)),
  )
  await seedPatterns(trx, now)
  // The demo's day begins with the server, not a minute later.
  await trx
    .insertInto('backgroundServices')
    .values({ key: 'DEMO_CLOCK', schedule: JSON.stringify({ every: 1 }), nextRunAt: now, failuresInRow: 0 })
    .execute()
  for (const { person, days, longer, isInterviewer } of ROTA)
    if (isInterviewer)
      await trx
        .updateTable('users')
        .set({ weeklyHours: Math.min(37.5, days.length * (6 + longer / 60)) })
        .where('id', '=', person.id)
        .execute()
  await insertRows(
    trx,
    'attendanceDays',
    ['userID', 'day', 'state', 'note', 'isBySystem', 'changedAt'],
    approvedDays(sessions, now),
  )
  await insertRows(
    trx,
    'interviewRecords',
    RECORD_COLUMNS,
    calls.map((call) => recordRow(call, cells)),
  )
}

/** Others take over where requests left too few. */
export async function coverAbsences(trx: Database, now: number): Promise<void> {
  const published = londonDayAfter(startOfLondonWeek(now), WEEKS_PUBLISHED * 7)
  const missing = await missingInPlan(trx, londonDayAfter(now, 1), londonDayAfter(now, WEEKS_AHEAD * 7))
  await insertRows(
    trx,
    'shifts',
    SHIFT_COLUMNS,
    missing.map((shift) =>
      shiftRow({ ...shift, state: shift.start < published ? 'PUBLISHED' : 'DRAFT' }, now),
    ),
  )
}

/** Each interviewer has up to 4 skills, and whoever works in Welsh speaks it (spec 4 §3.1). */
export async function settleSkills(trx: Database, now: number): Promise<void> {
  const skills = await trx.selectFrom('skills').select(['id', 'name']).execute()
  const idOf = new Map(skills.map(({ id, name }) => [name, id]))
  const held = await trx
    .selectFrom('personSkills')
    .orderBy('userID')
    .orderBy('skillID')
    .select(['userID', 'skillID'])
    .execute()
  const heldBy = Map.groupBy(held, ({ userID }) => userID)
  for (const { id, skill } of DEMO_PROJECTS) {
    const skillID = idOf.get(skill ?? '')
    if (skillID === undefined) continue
    await trx.insertInto('projectSkills').values({ projectID: id, skillID }).execute()
  }
  for (const { person, isInterviewer, projects } of ROTA) {
    if (!isInterviewer) continue
    const needed = new Set(
      DEMO_PROJECTS.flatMap(({ id, skill }) =>
        projects.includes(id) && skill !== undefined ? [idOf.get(skill)] : [],
      ),
    )
    needed.add(idOf.get('Telephone interviewing'))
    const own = heldBy.get(person.id) ?? []
    const more = own.filter(({ skillID }) => !needed.has(skillID)).slice(SKILLS_MAX - needed.size)
    const missing = [...needed].filter((id) => id !== undefined && !own.some(({ skillID }) => skillID === id))
    await trx
      .deleteFrom('personSkills')
      .where('userID', '=', person.id)
      .where('skillID', 'in', [0, ...more.map(({ skillID }) => skillID)])
      .execute()
    await insertRows(
      trx,
      'personSkills',
      ['userID', 'skillID', 'level', 'since', 'expires', 'evidence', 'givenBy'],
      missing.map((skillID) => [
        person.id,
        skillID,
        'GOOD',
        dayAt(now - 300 * DAY),
        null,
        '',
        person.managerID,
      ]),
    )
  }
}
