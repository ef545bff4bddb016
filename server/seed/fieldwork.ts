import type { ActivityName } from '#shared/domain/activity.ts'
import type { Outcome } from '#shared/domain/interviews.ts'
import { searchable } from '#shared/domain/locale.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { AREAS, PEOPLE, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 4004
const QUARTER = HOUR / 4
/** Past days that the demo has, today not among them (spec 4 §3.1). */
const DAYS = 56
/** A call so near its appointment is that appointment's. */
const KEPT_MS = 9 * 60_000

/** What is done on a project, by the number of its room: its target, completes an hour, minutes of an interview. */
const PROJECTS: Readonly<Record<number, Planned>> = {
  2101: {
    target: 4000,
    perHour: 1.1,
    minutes: 18,
    cells: regions(['North', 'Midlands', 'South', 'Scotland']),
  },
  2102: { target: 7500, perHour: 2.4, minutes: 9, cells: regions(['North', 'Midlands', 'South', 'Wales']) },
  2103: { target: 1700, perHour: 0.7, minutes: 22, cells: ['Micro', 'Small', 'Medium', 'Large'] },
  2104: {
    target: 3500,
    perHour: 1.5,
    minutes: 14,
    cells: regions(['England', 'Scotland', 'Wales', 'N. Ireland']),
  },
  2105: {
    target: 3200,
    perHour: 1.9,
    minutes: 11,
    cells: regions(['North Wales', 'Mid Wales', 'South Wales']),
  },
}

interface Planned {
  readonly target: number
  readonly perHour: number
  readonly minutes: number
  readonly cells: readonly string[]
}

/** Each region by two ages. */
function regions(names: readonly string[]): string[] {
  return names.flatMap((name) => [`${name} 18-44`, `${name} 45+`])
}

/** How somebody works, which stays theirs over the weeks. */
interface Manner {
  /** Interviews beside the project's mean. */
  readonly pace: number
  /** Refusals beside the mean. */
  readonly refusals: number
  /** Minutes after the shift's start at which they begin. */
  readonly late: number
  /** London's hour at which they begin, and hours of a shift. */
  readonly hour: number
  readonly hours: number
  /** Days of the week on which they work, Monday 1. */
  readonly days: ReadonlySet<number>
  readonly projects: readonly [number, number]
}

function mannerOf(random: Random, { name }: Person): Manner {
  const isWelsh = ['Carys Evans', 'Owen Parry'].includes(name)
  const first = isWelsh ? 2105 : random.pick([2101, 2102, 2103, 2104])
  const second = random.pick([2101, 2102, 2104].filter((id) => id !== first))
  return {
    pace: 0.75 + random.next() * 0.55,
    refusals: 0.7 + random.next() * 0.7,
    late: random.int(-6, 5),
    hour: random.pick([9, 9, 10, 12, 13, 14]),
    hours: random.pick([5, 6, 7, 7]),
    days: new Set(random.sample([1, 2, 3, 4, 5, 6], random.int(4, 5))),
    projects: [first, second],
  }
}

type SessionRow = readonly [
  userID: number,
  activity: ActivityName,
  projectID: number | null,
  startedAt: number,
  endedAt: number,
]

/** A day of work: brief, calls, breaks, calls. */
function dayOf(random: Random, person: Person, manner: Manner, start: number): SessionRow[] {
  const rows: SessionRow[] = []
  const end = start + manner.hours * HOUR
  let at = start + (manner.late + random.int(-2, 3)) * MINUTE
  const add = (activity: ActivityName, minutes: number, projectID: number | null) => {
    const to = Math.min(at + minutes * MINUTE, end)
    if (to <= at) return
    rows.push([person.id, activity, projectID, at, to])
    at = to
  }
  const [first, second] = manner.projects
  add('PROJECT BRIEF', random.int(10, 20), first)
  while (at < end) {
    const project = random.chance(0.75) ? first : second
    add('AVAILABLE', random.int(55, 110), project)
    if (at >= end) break
    add('BREAK', random.pick([8, 9, 10, 11, 12, 25]), null)
    if (random.chance(0.15))
      add(random.pick(['TRAINING', 'FEEDBACK SESSION', 'MEETING']), random.int(20, 40), null)
    if (random.chance(0.05)) add('SYSTEM ISSUES', random.int(5, 20), project)
  }
  return rows
}

/** How likely somebody answers, by London's hour: best in the evening. */
const contactAt = (hour: number) => 0.26 + (hour >= 17 ? 0.12 : hour >= 12 ? 0.05 : 0)

type RecordRow = readonly [
  projectID: number,
  userID: number,
  start: number,
  end: number,
  duration: number,
  outcome: Outcome,
  quotaCellID: number | null,
  attempt: number,
  appointmentTime: number | null,
  respondentRef: string,
  source: 'SIMULATOR',
]

interface Calls {
  readonly random: Random
  readonly manner: Manner
  readonly cellsOf: ReadonlyMap<number, readonly number[]>
  /** Made and not called yet; those that are called go from it. */
  readonly appointments: { projectID: number; ref: string; time: number }[]
}

/** The calls of one session: how long each takes, and how it ends. */
function callsOf({ random, manner, cellsOf, appointments }: Calls, session: SessionRow): RecordRow[] {
  const [userID, , projectID, from, to] = session
  const planned = projectID === null ? undefined : PROJECTS[projectID]
  if (projectID === null || !planned) return []
  const rows: RecordRow[] = []
  const contact = contactAt(Number(londonField(from).slice(11, 13)))
  // As many completes of an hour as the project has, at this person's pace.
  const complete = (planned.perHour * manner.pace) / 10.5 / contact
  const refusal = Math.min(0.42 * manner.refusals, 0.95 - complete)
  for (let at = from + random.int(10, 60) * 1000; at < to; ) {
    const kept = appointments.findIndex(
      (one) => one.projectID === projectID && Math.abs(one.time - at) < KEPT_MS,
    )
    const [appointment] = kept < 0 ? [] : appointments.splice(kept, 1)
    const isContact = appointment !== undefined || random.chance(contact)
    const draw = random.next()
    const outcome: Outcome = isContact
      ? draw < complete
        ? 'COMPLETE'
        : draw < complete + refusal
          ? 'REFUSAL'
          : random.pick(['APPOINTMENT', 'APPOINTMENT', 'INELIGIBLE', 'INELIGIBLE', 'ABANDONED'])
      : random.pick(['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER', 'ANSWER_MACHINE', 'ANSWER_MACHINE', 'BUSY'])
    const seconds =
      outcome === 'COMPLETE'
        ? Math.round(planned.minutes * 60 * (0.8 + random.next() * 0.45))
        : outcome === 'ABANDONED'
          ? random.int(120, 420)
          : isContact
            ? random.int(35, 140)
            : random.int(12, 32)
    const end = at + seconds * 1000
    if (end > to) break
    const cells = cellsOf.get(projectID) ?? []
    // The last cell of each project is behind.
    const cell = random.chance(0.92) ? random.pick(cells.slice(0, -1)) : cells.at(-1)
    const ref = appointment?.ref ?? `${projectID}-${random.int(10_000, 99_999)}`
    const later = random.chance(0.7) ? random.int(30, 200) : random.int(1300, 2880)
    const time = outcome === 'APPOINTMENT' ? at + later * MINUTE : null
    rows.push([
      ...([projectID, userID, at, end, seconds, outcome] as const),
      outcome === 'COMPLETE' ? (cell ?? null) : null,
      random.int(1, 4),
      time,
      ref,
      'SIMULATOR',
    ])
    if (time !== null) appointments.push({ projectID, ref, time })
    at = end + random.int(60, 200) * 1000
  }
  return rows
}

/** Weeks to come that are planned, and of them those whose shifts are published, this one among both. */
const WEEKS_AHEAD = 4
const WEEKS_PUBLISHED = 2

/** Hours a week that somebody is to work: what they usually do, for some a little more. */
function contractedHours({ hours, days }: Manner): number {
  const usual = hours * days.size - (hours >= 6 ? 0.5 : 0.25) * days.size
  return Math.min(37.5, Math.ceil(usual / 2.5) * 2.5)
}

/** Patterns by the hour at which people begin. */
const PATTERNS = [
  { name: 'Early', colour: 'TEAL', start: '09:00', end: '15:00', days: [1, 2, 3, 5], hours: [9] },
  { name: 'Days', colour: 'BLUE', start: '10:00', end: '17:00', days: [1, 2, 4, 5], hours: [10] },
  { name: 'Afternoons', colour: 'ORANGE', start: '12:00', end: '18:00', days: [2, 3, 4, 6], hours: [12] },
  { name: 'Evenings', colour: 'VIOLET', start: '14:00', end: '20:00', days: [1, 2, 3, 4], hours: [13, 14] },
] as const

/** The patterns, and who has which once the planned weeks are over. */
async function seedPatterns(trx: Database, now: number, people: readonly (readonly [Person, Manner])[]) {
  const after = londonField(londonDayAfter(startOfLondonWeek(now), (WEEKS_AHEAD + 1) * 7)).slice(0, 10)
  await insertRows(
    trx,
    'shiftPatterns',
    ['id', 'version', 'name', 'nameKey', 'colour', 'status', 'versions', 'changedAt'],
    PATTERNS.map(({ name, colour, start, end, days }, place) => [
      ...[place + 1, 1, name, searchable(name), colour, 'ACTIVE'],
      JSON.stringify([
        {
          ...{ from: londonField(now - 90 * DAY).slice(0, 10), weeks: 1 },
          days: days.map((weekday) => ({
            week: 0,
            weekday,
            start,
            end,
            breakMinutes: 30,
            location: 'OFFICE',
          })),
        },
      ]),
      now - 90 * DAY,
    ]),
  )
  await insertRows(
    trx,
    'shiftPatternPeople',
    ['patternID', 'userID', 'from', 'startWeek'],
    people.map(([person, { hour }]) => [
      PATTERNS.findIndex(({ hours }) => hours.some((one) => one === hour)) + 1,
      ...[person.id, after, 0],
    ]),
  )
}

/** Somebody's shifts of the weeks before and to come, today's among them. @param present since when they work */
function shiftsOf(person: Person, manner: Manner, now: number, present: number | null): unknown[][] {
  const rows: unknown[][] = []
  const areaID = AREAS.indexOf(person.area) + 1
  const add = (start: number, state: ShiftState) =>
    rows.push([
      ...[person.id, start, start + manner.hours * HOUR, '[]', manner.hours >= 6 ? 30 : 15],
      ...[manner.projects[0], person.area.startsWith('Home') ? 'HOME' : 'OFFICE', 'PATTERN', state],
      ...[
        state === 'DRAFT' ? null : Math.min(start, now) - 7 * DAY,
        '',
        0,
        1,
        Math.min(start, now) - 7 * DAY,
      ],
      areaID,
    ])
  const published = londonDayAfter(startOfLondonWeek(now), WEEKS_PUBLISHED * 7)
  // Whoever works now is on a shift, whatever the hour is at which the demo begins.
  if (present !== null) add(present - (present % QUARTER), 'LIVE')
  for (let day = -DAYS; day < WEEKS_AHEAD * 7; day++) {
    const midnight = londonDayAfter(now, day)
    if (!manner.days.has(new Date(midnight + 12 * HOUR).getUTCDay())) continue
    if (day === 0 && present !== null) continue
    const date = londonField(midnight).slice(0, 10)
    add(
      momentOfField(`${date}T${String(manner.hour).padStart(2, '0')}:00`),
      day < 0 ? 'COMPLETED' : midnight < published ? 'PUBLISHED' : 'DRAFT',
    )
  }
  return rows
}

/** What was decided on the days before last week: they are approved. */
function approvedDays(sessions: readonly SessionRow[], now: number): unknown[][] {
  const until = londonDayAfter(startOfLondonWeek(now), -7)
  const days = new Map<string, readonly [userID: number, day: string]>()
  for (const [userID, , , startedAt] of sessions) {
    const day = londonField(startedAt).slice(0, 10)
    if (startedAt < until) days.set(`${userID} ${day}`, [userID, day])
  }
  return [...days.values()].map(([userID, day]) => [
    ...[userID, day, 'APPROVED', '', 0],
    momentOfField(day) + 5 * DAY,
  ])
}

async function seedTargets(trx: Database, now: number): Promise<ReadonlyMap<number, readonly number[]>> {
  const cells = new Map<number, readonly number[]>()
  const rows: unknown[][] = []
  for (const [id, { target, perHour, minutes, cells: labels }] of Object.entries(PROJECTS)) {
    const projectID = Number(id)
    await trx
      .updateTable('projects')
      .set({
        ...{ status: 'LIVE', targetCompletes: target, interviewsPerHour: perHour, expectedMinutes: minutes },
        start: londonField(now - (DAYS + 3) * DAY).slice(0, 10),
        end: londonField(now + 30 * DAY).slice(0, 10),
      })
      .where('id', '=', projectID)
      .execute()
    const ids = labels.map((label) => {
      rows.push([
        rows.length + 1,
        projectID,
        label,
        searchable(label),
        JSON.stringify(dimensionsOf(label)),
        Math.round(target / labels.length),
      ])
      return rows.length
    })
    cells.set(projectID, ids)
  }
  await insertRows(trx, 'quotaCells', ['id', 'projectID', 'label', 'labelKey', 'dimensions', 'target'], rows)
  return cells
}

function dimensionsOf(label: string): { name: string; value: string }[] {
  const [, region, age] = /^(.+) (18-44|45\+)$/.exec(label) ?? []
  return region === undefined || age === undefined
    ? [{ name: 'Company size', value: label }]
    : [
        { name: 'Region', value: region },
        { name: 'Age', value: age },
      ]
}

/**
 * Eight weeks of interviewing up to `now` (spec 4 §3.1): what people did, and how their calls ended. The same
 * `now` gives the same rows. Sessions that are running are there already, and today's lead up to them.
 */
export async function seedFieldwork(trx: Database, now: number): Promise<void> {
  const cellsOf = await seedTargets(trx, now)
  const names = new Map(
    (await trx.selectFrom('projects').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  const open = await trx
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .select(['id', 'userID', 'activity', 'startedAt'])
    .execute()
  const running = new Map(open.map((session) => [session.userID, session]))
  const sessions: SessionRow[] = []
  const records: RecordRow[] = []
  const shifts: unknown[][] = []
  const manners: (readonly [Person, Manner])[] = []
  for (const person of PEOPLE.filter(({ type }) => type === 'INTERVIEWER')) {
    const random = createRandom(SEED + person.id)
    const manner = mannerOf(random, person)
    manners.push([person, manner])
    const own: SessionRow[] = []
    const appointments: Calls['appointments'] = []
    for (let daysAgo = DAYS; daysAgo > 0; daysAgo--) {
      const midnight = londonDayAfter(now, -daysAgo)
      const weekday = new Date(midnight + 12 * HOUR).getUTCDay()
      if (!manner.days.has(weekday)) continue
      const day = londonField(midnight).slice(0, 10)
      own.push(
        ...dayOf(random, person, manner, momentOfField(`${day}T${String(manner.hour).padStart(2, '0')}:00`)),
      )
    }
    const present = running.get(person.id)
    const early = present ? present.startedAt - 3 * HOUR : 0
    // They came in time.
    const before = Math.max(londonDayAfter(now, 0), early - (early % QUARTER))
    const since = present && present.activity !== 'INACTIVE' ? Math.min(before, present.startedAt) : null
    shifts.push(...shiftsOf(person, manner, now, since))
    await trx
      .updateTable('users')
      .set({ weeklyHours: contractedHours(manner) })
      .where('id', '=', person.id)
      .execute()
    if (present) {
      const [project] = manner.projects
      if (before < present.startedAt) own.push([person.id, 'AVAILABLE', project, before, present.startedAt])
      if (present.activity === 'AVAILABLE')
        await trx
          .updateTable('activitySessions')
          .set({ projectID: project, project: names.get(project) ?? null })
          .where('id', '=', present.id)
          .execute()
    }
    sessions.push(...own)
    for (const session of own)
      if (session[1] === 'AVAILABLE')
        records.push(...callsOf({ random, manner, cellsOf, appointments }, session))
  }
  await insertRows(
    trx,
    'activitySessions',
    ['userID', 'activity', 'projectID', 'project', 'startedAt', 'startedBy', 'endedAt', 'endedBy'],
    sessions.map(([userID, activity, projectID, startedAt, endedAt]) => [
      ...[userID, activity, projectID, projectID === null ? null : (names.get(projectID) ?? null)],
      ...[startedAt, userID, endedAt, userID],
    ]),
  )
  await insertRows(
    trx,
    'shifts',
    [
      ...(['userID', 'start', 'end', 'segments', 'breakMinutes', 'projectID', 'location', 'source'] as const),
      ...(['state', 'publishedAt', 'note', 'isLocked', 'version', 'changedAt', 'areaID'] as const),
    ],
    shifts,
  )
  await seedPatterns(trx, now, manners)
  await insertRows(
    trx,
    'attendanceDays',
    ['userID', 'day', 'state', 'note', 'isBySystem', 'changedAt'],
    approvedDays(sessions, now),
  )
  await insertRows(
    trx,
    'interviewRecords',
    [
      ...(['projectID', 'userID', 'start', 'end', 'duration', 'outcome', 'quotaCellID', 'attempt'] as const),
      ...(['appointmentTime', 'respondentRef', 'source'] as const),
    ],
    records,
  )
}
