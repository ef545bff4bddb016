import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { Span } from '#shared/domain/spans.ts'
import {
  type AreaFacts,
  coreTimesOf,
  type HoursLimits,
  hoursOfShift,
  type PlanFacts,
  type WorkedShift,
  type WorkerFacts,
} from '#shared/domain/working-hours.ts'
import type { OpeningDay } from '#shared/records/admin/area.ts'
import { momentsOf, occurrencesIn } from '../calendar/series.ts'
import { termsIn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { openTasksOfPeople } from '../onboarding/open-tasks.ts'
import { readSettings } from '../settings/settings.ts'
import { bookedTrainings } from '../training/booked.ts'
import { asPlanned, PLAN_COLUMNS } from './planned.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

const LIMITS = [
  ...(['restHours', 'dayOffWithinDays', 'weekHours', 'meanOfWeeks'] as const),
  ...(['shortestShiftHours', 'longestShiftHours', 'breakMinutes', 'breakAfterHours'] as const),
] as const

interface Wanted {
  readonly userIDs: readonly number[]
  /** The time in which shifts are to be checked, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly now: number
}

/** What the checks of hours (shared/domain/working-hours.ts) go by, of these people and of the time. */
export interface HoursFacts {
  readonly people: ReadonlyMap<number, WorkerFacts>
  readonly plan: PlanFacts
}

/** Reads them. Where shifts were just made or moved in the same transaction, they are among them. */
export async function hoursFacts(
  db: Database,
  caller: Pick<Caller, 'permissions'>,
  wanted: Wanted,
): Promise<HoursFacts> {
  const settings = await readSettings(db, [
    ...(['workingTime.restHours', 'workingTime.dayOffWithinDays', 'workingTime.weekHours'] as const),
    ...(['workingTime.meanOfWeeks', 'workingTime.shortestShiftHours'] as const),
    ...(['workingTime.longestShiftHours', 'workingTime.breakMinutes'] as const),
    'workingTime.breakAfterHours',
  ])
  const limits = Object.fromEntries(LIMITS.map((key) => [key, settings[`workingTime.${key}`]])) as {
    [K in (typeof LIMITS)[number]]: number
  } satisfies HoursLimits
  const near = {
    from: londonDayAfter(startOfLondonWeek(wanted.from), -7),
    to: londonDayAfter(startOfLondonWeek(wanted.to), 14),
  }
  return {
    people: await workers(db, wanted, near, limits.meanOfWeeks),
    plan: {
      ...{ limits, now: wanted.now },
      areas: await areaFacts(db, near),
      skills: await projectSkills(db),
      mayShortenRest: caller.permissions.can('IRESOURCE_CAN_EDIT_CORE_HOURS'),
      mayBookPast: caller.permissions.can('CAN_RETRO_BOOK_EVENTS'),
    },
  }
}

interface Near {
  readonly from: number
  readonly to: number
}

/** Shifts of a time, by where they are or are planned to be; cancelled ones aren't. */
function plannedShifts(db: Database, { from, to }: Near) {
  return db
    .selectFrom('shifts')
    .where('state', '<>', 'CANCELLED')
    .where((eb) =>
      eb.or([
        eb.and([eb('start', '<', to), eb('end', '>', from)]),
        eb.and([eb('plannedStart', '<', to), eb('plannedEnd', '>', from)]),
      ]),
    )
    .select(['id', 'userID'])
    .select(PLAN_COLUMNS)
}

async function workers(
  db: Database,
  { userIDs }: Wanted,
  near: Near,
  weeks: number,
): Promise<Map<number, WorkerFacts>> {
  if (userIDs.length === 0) return new Map()
  const people = await db
    .selectFrom('users as u')
    .leftJoin('agencies', 'agencies.id', 'u.agencyID')
    .leftJoin('leavings as l', (join) => join.onRef('l.userID', '=', 'u.id').on('l.state', '=', 'PLANNED'))
    .where('u.id', 'in', userIDs)
    .where('u.id', '>', 0)
    .select(['u.id', 'u.displayName as name', 'u.status', 'u.startDate', 'u.leaveDate', 'u.weeklyHours'])
    .select(['u.contractTypeID', 'u.isOptedOut48', 'u.coreHours', 'l.leaveDate as leavingOn'])
    .select(['agencies.name as agency', 'agencies.status as agencyStatus'])
    .execute()
  const shifts = await shiftsOf(db, userIDs, near, weeks)
  const tasks = await openTasksOfPeople(db)
    .where('person.id', 'in', userIDs)
    .where('task.isBeforeFirstShift', '=', 1)
    .orderBy('task.place')
    .orderBy('task.id')
    .select(['person.id as userID', 'task.task'])
    .execute()
  const taskOf = new Map(tasks.toReversed().map(({ userID, task }) => [userID, task]))
  const skills = await db
    .selectFrom('personSkills')
    .where('userID', 'in', userIDs)
    .select(['userID', 'skillID', 'expires'])
    .execute()
  const skillsOf = Map.groupBy(skills, ({ userID }) => userID)
  const away = await awayOf(db, userIDs, near)
  const contractHours = await hoursByContract(db, near)
  return new Map(
    people.map((person): [number, WorkerFacts] => [
      person.id,
      {
        ...{ userID: person.id, name: person.name, isActive: person.status === 'ACTIVE' },
        // Who is about to leave works until then.
        ...{ startDate: person.startDate, leaveDate: person.leavingOn ?? person.leaveDate },
        agency:
          person.agency === null
            ? null
            : {
                name: person.agency,
                state:
                  person.agencyStatus === 'ACTIVE'
                    ? null
                    : person.agencyStatus === 'SUSPENDED'
                      ? 'SUSPENDED'
                      : 'ENDED',
              },
        openTask: taskOf.get(person.id) ?? null,
        isOptedOut48: person.isOptedOut48 === 1,
        weeklyHours: person.weeklyHours ?? contractHours.get(person.contractTypeID ?? 0) ?? null,
        skills: skillsOf.get(person.id) ?? [],
        shifts: shifts.near.get(person.id) ?? [],
        otherWeeks: shifts.far.get(person.id) ?? new Map(),
        away: away.away.get(person.id) ?? [],
        unavailable: away.unavailable.get(person.id) ?? [],
        coreTimes: coreTimesOf(person.coreHours),
      },
    ]),
  )
}

/** People's shifts of the time, and the hours of the weeks around it. */
async function shiftsOf(db: Database, userIDs: readonly number[], near: Near, weeks: number) {
  const mondays: number[] = []
  for (let at = -weeks; at <= weeks; at++) mondays.push(londonDayAfter(near.from, at * 7))
  for (let at = 1; at <= weeks; at++) mondays.push(londonDayAfter(near.to, at * 7))
  const starts = [...new Set([...mondays, near.to])].sort((a, b) => a - b)
  const rows = await plannedShifts(db, { from: starts[0] ?? near.from, to: starts.at(-1) ?? near.to })
    .where('userID', 'in', userIDs)
    .execute()
  const inTime = new Map<number, WorkedShift[]>()
  const far = new Map<number, Map<number, number>>()
  for (const row of rows) {
    const plan = asPlanned(row)
    if (plan.isCancelled) continue
    const shift = { id: row.id, start: plan.start, end: plan.end, breakMinutes: plan.breakMinutes }
    if (shift.start >= near.from && shift.start < near.to) {
      const own = inTime.get(row.userID)
      if (own) own.push(shift)
      else inTime.set(row.userID, [shift])
      continue
    }
    const monday = starts.findLast((start) => start <= shift.start)
    if (monday === undefined) continue
    const own = far.get(row.userID) ?? new Map<number, number>()
    own.set(monday, (own.get(monday) ?? 0) + hoursOfShift(shift))
    far.set(row.userID, own)
  }
  return { near: inTime, far }
}

const AWAY_EVENTS = { HOLIDAY: 'Holiday', SICK: 'Absence', ABSENCE: 'Absence', TRAINING_SESSION: 'Training' }
type AwayType = keyof typeof AWAY_EVENTS | 'BLOCKED'

/** When people are away by an approved holiday, an absence or a training, and when they marked that they can't. */
async function awayOf(db: Database, userIDs: readonly number[], near: Near) {
  const away = new Map<number, (Span & { event: string })[]>()
  const unavailable = new Map<number, Span[]>()
  const put = <T>(into: Map<number, T[]>, userID: number, one: T) => {
    const own = into.get(userID)
    if (own) own.push(one)
    else into.set(userID, [one])
  }
  const holidays = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', userIDs)
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '<', near.to)
    .where('end', '>', near.from)
    .orderBy('start')
    .select(['userID', 'start', 'end', 'dayPart'])
    .execute()
  for (const { userID, start, end, dayPart } of holidays)
    for (const part of partsOfDays({ start, end }, dayPart)) put(away, userID, { ...part, event: 'Holiday' })
  // What lies in a shift takes of that shift's time, and is in nobody's way.
  for (const { userID, start, end, isInShift } of await bookedTrainings(db, { userIDs, ...near }))
    if (!isInShift) put(away, userID, { start, end, event: AWAY_EVENTS.TRAINING_SESSION })
  for (const { userID, type, ...span } of await eventSpans(db, userIDs, near))
    if (type === 'BLOCKED') put(unavailable, userID, span)
    else put(away, userID, { ...span, event: AWAY_EVENTS[type] })
  return { away, unavailable }
}

/** Of half days each day's half, by London's noon. */
function partsOfDays({ start, end }: Span, part: 'DAY' | 'MORNING' | 'AFTERNOON'): Span[] {
  if (part === 'DAY') return [{ start, end }]
  const halves: Span[] = []
  for (let day = start; day < end; day = londonDayAfter(day, 1)) {
    const next = londonDayAfter(day, 1)
    // Summer time comes and goes before noon.
    const noon = next - 12 * HOUR_MS
    halves.push(part === 'MORNING' ? { start: day, end: noon } : { start: noon, end: next })
  }
  return halves
}

async function eventSpans(db: Database, userIDs: readonly number[], { from, to }: Near) {
  const local = (at: number) => new Date(at).toISOString().slice(0, 16)
  const types: AwayType[] = ['HOLIDAY', 'SICK', 'ABSENCE', 'TRAINING_SESSION', 'BLOCKED']
  const rows = await db
    .selectFrom('calendarEvents')
    .where('userID', 'in', userIDs)
    .where('deletedAt', 'is', null)
    .where('eventType', 'in', types)
    .where('eventState', 'not in', ['CANCELLED', 'DECLINED', 'HIDDEN', 'PENDING'])
    // By days of whatever zone.
    .where('startLocal', '<', local(to + DAY_MS))
    .where((eb) => eb.or([eb('rule', 'is not', null), eb('endLocal', '>', local(from - DAY_MS))]))
    .orderBy('id')
    .select(['id', 'userID', 'eventType', 'startLocal', 'endLocal', 'zone', 'rule'])
    .execute()
  const series = rows.flatMap(({ id, rule }) => (rule === null ? [] : [id]))
  const exceptions =
    series.length === 0
      ? []
      : await db.selectFrom('calendarExceptions').where('eventID', 'in', series).selectAll().execute()
  const of = Map.groupBy(exceptions, ({ eventID }) => eventID)
  return rows.flatMap(({ id, userID, eventType, ...event }) => {
    const others = of.get(id) ?? []
    const ruled = occurrencesIn(event, from, to).filter(
      ({ original }) => !others.some((one) => one.original === original),
    )
    const moved = others
      .filter(({ isCancelled }) => isCancelled === 0)
      .map((one) => momentsOf({ ...one, zone: event.zone }))
      .filter(({ start, end }) => start < to && end > from)
    return [...ruled, ...moved].map(({ start, end }) => ({ userID, type: eventType as AwayType, start, end }))
  })
}

/** Hours a week at most, by contract type, on the day on which the time begins. */
async function hoursByContract(db: Database, { to }: Near): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('contractTerms')
    .where('validFrom', '<=', new Date(to).toISOString().slice(0, 10))
    .orderBy('validFrom')
    .select(['contractTypeID', 'terms'])
    .execute()
  return new Map(rows.map(({ contractTypeID, terms }) => [contractTypeID, termsIn(terms).weeklyHoursTo]))
}

async function areaFacts(db: Database, near: Near): Promise<Map<number, AreaFacts>> {
  const areas = await db.selectFrom('areas').select(['id', 'name', 'seats', 'openingHours']).execute()
  const days = await db
    .selectFrom('areaClosedDays')
    .where('day', '>=', new Date(near.from).toISOString().slice(0, 10))
    .select(['areaID', 'day'])
    .execute()
  const closed = Map.groupBy(days, ({ areaID }) => areaID)
  const counted = areas.some(({ seats }) => seats !== null)
  const rows = counted ? await plannedShifts(db, near).execute() : []
  const there = new Map<number, (Span & { id: number })[]>()
  for (const row of rows) {
    const { areaID, location, isCancelled, start, end } = asPlanned(row)
    if (areaID === null || location !== 'OFFICE' || isCancelled) continue
    const own = there.get(areaID)
    if (own) own.push({ id: row.id, start, end })
    else there.set(areaID, [{ id: row.id, start, end }])
  }
  return new Map(
    areas.map(({ id, name, seats, openingHours }) => {
      const hours = JSON.parse(openingHours) as OpeningDay[]
      return [
        id,
        {
          ...{ name, seats },
          closedDays: new Set((closed.get(id) ?? []).map(({ day }) => day)),
          openWeekdays: hours.length === 0 ? null : new Set(hours.map(({ weekday }) => weekday)),
          shifts: there.get(id) ?? [],
        },
      ]
    }),
  )
}

async function projectSkills(db: Database) {
  const rows = await db
    .selectFrom('projectSkills as needed')
    .innerJoin('skills', 'skills.id', 'needed.skillID')
    .where('skills.isActive', '=', 1)
    .orderBy('skills.nameKey')
    .select(['needed.projectID', 'skills.id', 'skills.name'])
    .execute()
  return Map.groupBy(rows, ({ projectID }) => projectID)
}
