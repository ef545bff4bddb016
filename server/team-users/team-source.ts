import type { ListRequest } from '#shared/contract/records.ts'
import { dayFigures } from '#shared/domain/attendance.ts'
import { measured } from '#shared/domain/kpi.ts'
import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { PersonStatus } from '#shared/domain/person.ts'
import { hoursOfShift } from '#shared/domain/working-hours.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import { peopleSource } from '../people/person-source.ts'
import type { Viewer } from '../people/scope.ts'
import { atomsOf, figuresBy } from '../performance/figures.ts'
import { coachingRows, sentCoaching } from '../qc/coaching.ts'
import { qcPeopleOf } from '../qc/scope.ts'
import { qcStanding } from '../qc/standing.ts'
import { selectMade } from '../time-records/made-rows.ts'
import { CORE_FIELDS, skillNames } from './core.ts'

const HOUR_S = 3600
const WEEKS_DAYS = 28
const tenth = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10

export interface TeamFacts {
  readonly now: number
  /** Null where nobody's windows are known: an export says nothing of presence. */
  readonly isOnline: ((userID: number) => boolean) | null
}

/** Figures that cost something to work out: of the rows of a page, or of all where a list goes by them. */
const FIGURES = ['workedHours', 'adherence', 'index', 'qcScore', 'reviewsDue', 'coachingActions'] as const
type Figures = Readonly<Record<(typeof FIGURES)[number], number | null>>
const NO_FIGURES: Figures = {
  ...{ workedHours: null, adherence: null, index: null },
  ...{ qcScore: null, reviewsDue: null, coachingActions: null },
}

/** Leavers are shown to who may see them, and asked for by the filter of the status. */
function statusesFor({ permissions }: Viewer, filters: ListRequest['filters']): readonly PersonStatus[] {
  const asksForLeavers = filters.some(({ field, values }) => field === 'status' && values.includes('LEAVER'))
  return asksForLeavers && permissions.can('ISUPERVISOR_CAN_SEE_LEAVERS')
    ? ['ACTIVE', 'SUSPENDED', 'LEAVER']
    : ['ACTIVE', 'SUSPENDED']
}

/** Hours of shifts that begin in the week of a moment and were told to their people. */
async function plannedHours(db: Database, userIDs: readonly number[], now: number) {
  const monday = startOfLondonWeek(now)
  const rows = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...userIDs])
    .where('start', '>=', monday)
    .where('start', '<', londonDayAfter(monday, 7))
    .where('state', 'in', ['OFFERED', 'PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'])
    .select(['userID', 'start', 'end', 'breakMinutes'])
    .execute()
  const hours = new Map<number, number>()
  for (const { userID, ...shift } of rows) hours.set(userID, (hours.get(userID) ?? 0) + hoursOfShift(shift))
  return hours
}

/** The figures of these people: of this week, and of the four weeks to today. */
export async function teamFigures(
  db: Database,
  viewer: Viewer,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Figures>> {
  if (userIDs.length === 0) return new Map()
  const to = londonDayAfter(now, 1)
  const atoms = await atomsOf(db, userIDs, { from: londonDayAfter(to, -WEEKS_DAYS), to, now })
  const figures = figuresBy(atoms, ({ userID }) => String(userID))
  const week = await dayFacts(db, {
    userIDs: [...userIDs],
    from: startOfLondonWeek(now),
    to: londonDayAfter(now, 1),
    now,
  })
  const worked = new Map<number, number>()
  for (const { userID, facts } of week)
    worked.set(userID, (worked.get(userID) ?? 0) + dayFigures(facts, now).workedSeconds)
  // To people of an agency nobody's quality is told.
  const heard = await qcPeopleOf(db, viewer)
    .where('u.id', 'in', [0, ...userIDs])
    .select('u.id')
    .execute()
  const heardIDs = heard.map(({ id }) => id)
  const standing = await qcStanding(db, heardIDs, now)
  const sessions = await coachingRows(db)
    .where('c.userID', 'in', [0, ...heardIDs])
    .where('c.state', 'in', ['HELD', 'ACKNOWLEDGED'])
    .execute()
  const open = new Map<number, number>()
  for (const row of sessions) {
    const count = sentCoaching(row).actions.filter(({ doneAt }) => doneAt === null).length
    open.set(row.userID, (open.get(row.userID) ?? 0) + count)
  }
  return new Map(
    userIDs.map((id): [number, Figures] => {
      const own = figures.get(String(id))
      const isHeard = heardIDs.includes(id)
      return [
        id,
        {
          workedHours: tenth((worked.get(id) ?? 0) / HOUR_S),
          adherence: own ? tenth(measured('adherence', own)) : null,
          index: own ? tenth(measured('index', own)) : null,
          qcScore: own && isHeard ? tenth(measured('qcScore', own)) : null,
          reviewsDue: isHeard ? (standing.get(id)?.due ?? 0) : null,
          coachingActions: isHeard ? (open.get(id) ?? 0) : null,
        },
      ]
    }),
  )
}

interface Wanted {
  readonly request: Pick<ListRequest, 'filters' | 'sort'>
  /** Whether the figures of everybody are wanted, whatever the list goes by. */
  readonly all?: boolean
  readonly only?: number
  readonly statuses?: readonly PersonStatus[]
}

/** Everybody of the viewer's scope, with the figures where the list goes by them. */
export async function teamRows(db: Database, viewer: Viewer, { now, isOnline }: TeamFacts, wanted: Wanted) {
  const { request, all = false, only, statuses = statusesFor(viewer, request.filters) } = wanted
  const people = await peopleSource(db, { viewer, scope: 'AREA_AND_TEAM', statuses })
    .$if(only !== undefined, (query) => query.where('u.id', '=', only ?? 0))
    .orderBy('u.id')
    .execute()
  const ids = people.map(({ id }) => id)
  const skills = await skillNames(db, ids, londonField(now).slice(0, 10))
  const planned = await plannedHours(db, ids, now)
  const statusRows = await db.selectFrom('chatStatuses').select(['userID', 'status']).execute()
  const chosen = new Map(statusRows.map(({ userID, status }) => [userID, status]))
  const named = [...request.filters, ...request.sort].map(({ field }) => field)
  const needsAll = all || named.some((field) => FIGURES.includes(field as never))
  const figures = needsAll ? await teamFigures(db, viewer, ids, now) : new Map<number, Figures>()
  return people.map((person) => ({
    ...person,
    skills: skills.get(person.id) ?? null,
    presence:
      isOnline === null ? null : isOnline(person.id) ? (chosen.get(person.id) ?? 'ONLINE') : 'OFFLINE',
    plannedHours: tenth(planned.get(person.id) ?? 0),
    ...(figures.get(person.id) ?? NO_FIGURES),
  }))
}

const FIELDS = {
  ...CORE_FIELDS,
  skills: 'text',
  presence: 'text',
  plannedHours: 'number',
  workedHours: 'number',
  adherence: 'number',
  index: 'number',
  qcScore: 'number',
  reviewsDue: 'whole',
  coachingActions: 'whole',
} as const

/** What Supervisor › Users lists. */
export async function teamSource(db: Database, viewer: Viewer, facts: TeamFacts, wanted: Wanted) {
  return selectMade(db, FIELDS, await teamRows(db, viewer, facts, wanted)).selectAll('m')
}
