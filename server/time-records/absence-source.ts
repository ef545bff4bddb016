import { LONDON } from '#shared/domain/london-time.ts'
import { localOf, zoneClock } from '#shared/domain/zone-time.ts'
import { ABSENCE_KINDS, ABSENCE_STATES, type AbsenceKind } from '#shared/records/hr/absence.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { selectMade } from './made-rows.ts'

const DAY_MS = 86_400_000
const KINDS = Object.keys(ABSENCE_KINDS) as AbsenceKind[]

/** A day from a local time; an end at midnight is the day before. */
const firstDay = (local: string) => local.slice(0, 10)
const lastDay = (local: string) =>
  local.slice(11, 16) === '00:00' || local.length === 10
    ? new Date(Date.parse(`${local.slice(0, 10)}T00:00Z`) - DAY_MS).toISOString().slice(0, 10)
    : local.slice(0, 10)

interface Away {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly kind: string
  readonly state: string
  readonly startLocal: string
  readonly endLocal: string
  readonly hours: number | null
}

function rowOf({ startLocal, endLocal, ...away }: Away) {
  const first = firstDay(startLocal)
  const last = [first, lastDay(endLocal)].toSorted()[1] ?? first
  const days = Math.round((Date.parse(`${last}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / DAY_MS) + 1
  return { ...away, firstDay: first, lastDay: last, days }
}

/**
 * When people whom the viewer may see were away: events of calendars, and medical appointments that were asked for.
 * Ids of events are even, those of requests odd. What repeats by a rule is no absence.
 */
export async function absenceSource(db: Database, viewer: Viewer) {
  const events = await db
    .selectFrom('calendarEvents')
    .where('eventType', 'in', KINDS)
    .where('eventState', 'in', ABSENCE_STATES)
    .where('deletedAt', 'is', null)
    .where('rule', 'is', null)
    .select(['id', 'version', 'userID', 'eventType as kind', 'eventState as state', 'startLocal', 'endLocal'])
    .execute()
  const requests = await db
    .selectFrom('bookingRequests')
    .where('type', '=', 'MEDICAL_APPOINTMENT')
    .where('state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
    .select(['id', 'userID', 'type as kind', 'state', 'start', 'end', 'hours'])
    .execute()
  const { wallClock } = zoneClock(LONDON)
  const local = (at: number) => localOf(wallClock(at))
  const rows = [
    ...events.map((event) => rowOf({ ...event, id: event.id * 2, hours: null })),
    ...requests.map(({ start, end, ...request }) =>
      rowOf({
        ...{ ...request, id: request.id * 2 + 1, version: 1 },
        ...{ startLocal: local(start), endLocal: local(end) },
      }),
    ),
  ]
  const fields = {
    id: 'whole',
    version: 'whole',
    userID: 'whole',
    kind: 'text',
    state: 'text',
    firstDay: 'text',
    lastDay: 'text',
    days: 'whole',
    hours: 'number',
  } as const
  return selectMade(db, fields, rows)
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'm.userID' as never))
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('users as managers', 'managers.id', 'u.managerID')
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select(['m.id', 'm.version', 'm.kind', 'm.state', 'm.firstDay', 'm.lastDay', 'm.days', 'm.hours'])
    .select(['m.userID', 'u.managerID'])
    .select(['u.displayName', 'areas.name as areaName', 'managers.displayName as managerName'])
}
