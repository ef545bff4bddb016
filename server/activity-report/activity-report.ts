import type * as z from 'zod/mini'
import type { activityReport as reportCall } from '#shared/contract/activity-report.ts'
import { ACTIVITY_NAMES, type ActivityName } from '#shared/domain/activity.ts'
import {
  type ActivityRow,
  type HoursSum,
  hoursBy,
  hoursOfDay,
  hoursTogether,
  NO_HOURS,
  type ReportedDay,
  type ReportedSession,
} from '#shared/domain/activity-report.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { byName } from '#shared/domain/locale.ts'
import { londonDayAfter, momentOfField } from '#shared/domain/london-time.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { plannablePeople } from '../shifts/plannable.ts'

/** 2 years, with a leap day (spec 4 §5.2). */
const DAYS_MAX = 731
const DAY_MS = 86_400_000

type Asked = z.output<typeof reportCall.request>
type Report = z.output<typeof reportCall.response>

/** The category that only the person and holders of IRESOURCE_CAN_SEE_BOOKINGS know (spec 4 §2.2). */
export const PRAYER = 'Prayer'

function wantedBy({ projectID, activity, category, source, isOverride }: Asked, isSecret: boolean) {
  const all = [projectID, activity, category, source, isOverride]
  if (all.every((one) => one === null)) return undefined
  return (session: ReportedSession): boolean =>
    (projectID === null || (session.projectID ?? 0) === projectID) &&
    (activity === null || session.activity === activity) &&
    (category === null || (session.category === category && !(isSecret && category === PRAYER))) &&
    (source === null || session.source === source) &&
    (isOverride === null || session.isOverride === isOverride)
}

/**
 * Where the hours of the people whom a planner plans went (spec 4 §4.5.11).
 * @param now in milliseconds since 1970
 * @throws Refusal 400 where the time isn't one
 */
export async function activityReport(
  db: Database,
  viewer: Viewer,
  asked: Asked,
  now: number,
): Promise<Report> {
  const first = momentOfField(asked.from)
  const last = momentOfField(asked.to)
  if (!(first <= last) || last - first > DAYS_MAX * DAY_MS) throw new Refusal(400, 'report.badTime')
  const seen = await (await plannablePeople(db, viewer))
    .orderBy('u.id')
    .select(['u.id', 'u.displayName', 'u.areaID'])
    .execute()
  const ofArea = seen.filter(({ areaID }) => asked.areaID === null || areaID === asked.areaID)
  const end = Math.min(londonDayAfter(last, 1), londonDayAfter(now, 1))
  const worked = await peopleWorking(db, first - DAY_MS, end + DAY_MS)
  const there = ofArea.filter(({ id }) => worked.has(id))
  const userIDs = there.map(({ id }) => id).filter((id) => asked.userID === null || id === asked.userID)
  const days = await dayFacts(db, { userIDs, from: first, to: end, now })
  const isSecret = !viewer.permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')
  const isWanted = wantedBy(asked, isSecret)
  const rateOf = viewer.permissions.can('IRESOURCE_CAN_SEE_METRICS') ? await ratesByDay(db) : undefined
  const sums = hoursBy(days, { by: asked.by, ...(isWanted && { isWanted }), rateOf })
  const all = { projects: await projectsOf(db, days), people: seen }
  const rows = [...sums].map(([key, sum]) => ({ key, name: nameOf(asked.by, key, all), ...sum }))
  const areas = await db
    .selectFrom('areas')
    .where('id', 'in', [0, ...seen.flatMap(({ areaID }) => areaID ?? [])])
    .select(['id', 'name'])
    .execute()
  const heat = hoursOfDay(days, isWanted)
  return {
    rows: rows.toSorted((a, b) => inOrder(asked.by, a, b)),
    total: [...sums.values()].reduce(hoursTogether, NO_HOURS),
    isPaidRounded: isWanted === undefined && (asked.by === 'PERSON' || asked.by === 'DAY'),
    heat: ACTIVITY_NAMES.flatMap((activity) => {
      const hours = heat.get(activity)
      return hours ? [{ activity, hours }] : []
    }),
    people: named(there.map(({ id, displayName }) => ({ id, name: displayName }))),
    areas: named(areas),
    projects: named([...all.projects].map(([id, name]) => ({ id, name }))),
    categories: categoriesOf(days).filter((category) => !(isSecret && category === PRAYER)),
    asOf: new Date(now).toISOString(),
  }
}

const named = <T extends { readonly id: number; readonly name: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)

const categoriesOf = (days: readonly ReportedDay[]): string[] =>
  [...new Set(days.flatMap(({ facts }) => facts.sessions.flatMap(({ category }) => category || [])))].sort(
    byName,
  )

/** What an hour of people costs by the terms of their contract type on a day, in £. */
async function ratesByDay(db: Database): Promise<(userID: number, day: string) => number | null> {
  const rows = await db
    .selectFrom('contractTerms')
    .where('baseRate', 'is not', null)
    .orderBy('validFrom', 'desc')
    .select(['contractTypeID', 'validFrom', 'baseRate'])
    .execute()
  const terms = Map.groupBy(rows, ({ contractTypeID }) => contractTypeID)
  const people = await db
    .selectFrom('users')
    .where('contractTypeID', 'is not', null)
    .select(['id', 'contractTypeID'])
    .execute()
  const typeOf = new Map(people.map(({ id, contractTypeID }) => [id, contractTypeID ?? 0]))
  return (userID, day) =>
    terms.get(typeOf.get(userID) ?? 0)?.find(({ validFrom }) => validFrom <= day)?.baseRate ?? null
}

/** People with anything recorded in a time: days of the others needn't be looked at. */
async function peopleWorking(db: Database, from: number, to: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('activitySessions')
    .where('startedAt', '<', to)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
    .where('activity', '<>', 'INACTIVE')
    .groupBy('userID')
    .select('userID')
    .execute()
  return new Set(rows.map(({ userID }) => userID))
}

async function projectsOf(db: Database, days: readonly ReportedDay[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(days.flatMap(({ facts }) => facts.sessions.flatMap(({ projectID }) => projectID ?? [])))
  const rows = await db
    .selectFrom('projects')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Names {
  readonly projects: ReadonlyMap<number, string>
  readonly people: readonly { readonly id: number; readonly displayName: string }[]
}

function nameOf(by: ActivityRow, key: string, { projects, people }: Names): string {
  if (by === 'PERSON') return people.find(({ id }) => id === Number(key))?.displayName ?? ''
  if (by === 'PROJECT') return projects.get(Number(key)) ?? ''
  return by === 'ACTIVITY' ? ACTIVITY_LABELS[key as ActivityName] : key
}

const allSeconds = ({ activities }: HoursSum): number =>
  Object.values(activities).reduce((sum, one) => sum + one, 0)

type Row = HoursSum & { readonly key: string; readonly name: string }

/** People by name, days in their order, projects and activities by the most time first. */
function inOrder(by: ActivityRow, a: Row, b: Row): number {
  if (by === 'DAY') return a.key < b.key ? -1 : 1
  if (by === 'PERSON') return byName(a.name, b.name) || Number(a.key) - Number(b.key)
  return allSeconds(b) - allSeconds(a) || byName(a.key, b.key)
}
