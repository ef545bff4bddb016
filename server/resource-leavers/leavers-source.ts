import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { OPEN_REQUEST_STATES } from '#shared/domain/shift-requests.ts'
import { resourceLeaverRecord } from '#shared/records/resource/resource-leaver.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { holidayOf } from '../time-records/holiday-balance-source.ts'
import { selectMade } from '../time-records/made-rows.ts'

const DAY_MS = 86_400_000
/** Who left is shown for so long. */
const SHOWN_DAYS = 365

export const dayOf = (at: number): string => londonField(at).slice(0, 10)
/** The moment at which the day after a day, YYYY-MM-DD, begins. */
export const afterDay = (day: string): number => londonDayAfter(momentOfField(`${day}T00:00`), 1)
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS)

/** States in which a shift is still to be worked. */
export const TO_COME = ['DRAFT', 'OFFERED', 'PUBLISHED'] as const

/** Who leaves, or left within 12 months, of those whom the caller plans. */
export async function leavers(db: Database, caller: Viewer, now: number, only?: number) {
  const rows = await (await plannablePeople(db, caller))
    .leftJoin('leavings as l', (join) => join.onRef('l.userID', '=', 'u.id').on('l.state', '=', 'PLANNED'))
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('users as managers', 'managers.id', 'u.managerID')
    .leftJoin('contractTypes', 'contractTypes.id', 'u.contractTypeID')
    .where('u.erasedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('l.id', 'is not', null),
        eb.and([
          eb('u.leaveDate', 'is not', null),
          eb('u.leaveDate', '>=', dayOf(now - SHOWN_DAYS * DAY_MS)),
        ]),
      ]),
    )
    .$if(only !== undefined, (query) => query.where('u.id', '=', only ?? 0))
    .orderBy('u.id')
    .select(['u.id', 'u.displayName', 'u.status', 'u.areaID', 'areas.name as areaName'])
    .select(['u.managerID', 'managers.displayName as managerName', 'contractTypes.name as contractType'])
    .select(['u.leaveDate as gone', 'u.leaveReason as goneReason'])
    .select(['l.leaveDate as planned', 'l.reason as plannedReason'])
    .execute()
  return rows.flatMap(({ gone, goneReason, planned, plannedReason, ...person }) => {
    const leaveDate = planned ?? gone
    return leaveDate === null ? [] : [{ ...person, leaveDate, leaveReason: plannedReason ?? goneReason }]
  })
}

/** @throws Refusal 404 for somebody who doesn't leave, or whom the caller doesn't plan */
export async function requireLeaver(db: Database, caller: Viewer, id: number, now: number) {
  const [found] = await leavers(db, caller, now, id)
  if (!found) throw new Refusal(404, 'record.gone', { one: resourceLeaverRecord.words.one })
  return found
}

/** How many rows there are of each person. */
const tally = (rows: readonly { readonly userID: number }[]): ReadonlyMap<number, number> =>
  new Map([...Map.groupBy(rows, ({ userID }) => userID)].map(([userID, own]) => [userID, own.length]))

async function countsOf(db: Database, userIDs: readonly number[], now: number) {
  const ids = [0, ...userIDs]
  const allocations = await db
    .selectFrom('allocations')
    .where('userID', 'in', ids)
    .where('end', '>', now)
    .where('state', 'not in', ['DONE', 'CANCELLED'])
    .select('userID')
    .execute()
  const bookings = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', ids)
    .where('state', 'in', ['PENDING', 'REQUESTED_CANCELATION'])
    .select('userID')
    .execute()
  const asked = await db
    .selectFrom('shiftRequests')
    .where('byUserID', 'in', ids)
    .where('state', 'in', OPEN_REQUEST_STATES)
    .select('byUserID as userID')
    .execute()
  const tickets = await db
    .selectFrom('tickets')
    .where('raisedBy', 'in', ids)
    .where('resolvedAt', 'is', null)
    .select('raisedBy as userID')
    .execute()
  const desktops = await db.selectFrom('remoteDesktops').where('userID', 'in', ids).select('userID').execute()
  return {
    ...{ allocations: tally(allocations), bookings: tally(bookings), asked: tally(asked) },
    ...{ tickets: tally(tickets), desktops: tally(desktops) },
  }
}

const FIELDS = {
  id: 'whole',
  version: 'whole',
  displayName: 'text',
  areaName: 'text',
  managerID: 'whole',
  managerName: 'text',
  contractType: 'text',
  leaveDate: 'text',
  leaveReason: 'text',
  shifts: 'whole',
  lateShifts: 'whole',
  allocations: 'whole',
  requests: 'whole',
  holidayRemaining: 'number',
  tickets: 'whole',
  equipment: 'whole',
  daysLeft: 'whole',
} as const

/** The rows of the page. */
export async function leaverRows(db: Database, caller: Viewer, now: number, only?: number) {
  const people = await leavers(db, caller, now, only)
  const userIDs = people.map(({ id }) => id)
  const counts = await countsOf(db, userIDs, now)
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...userIDs])
    .where('state', 'in', TO_COME)
    .where('start', '>', now)
    .select(['userID', 'start'])
    .execute()
  const today = dayOf(now)
  return Promise.all(
    people.map(async ({ status, areaID: _a, ...person }) => {
      const own = shifts.filter(({ userID }) => userID === person.id)
      const gone = afterDay(person.leaveDate)
      const of = (map: ReadonlyMap<number, number>) => map.get(person.id) ?? 0
      // Who has left has no year of holiday any more.
      const holiday = status === 'LEAVER' ? null : await holidayOf(db, person.id, { now, on: dayOf(now) })
      return {
        ...person,
        version: 1,
        ...{ shifts: own.length, lateShifts: own.filter(({ start }) => start >= gone).length },
        ...{ allocations: of(counts.allocations), requests: of(counts.bookings) + of(counts.asked) },
        ...{ holidayRemaining: holiday?.remaining ?? null, tickets: of(counts.tickets) },
        ...{ equipment: of(counts.desktops), daysLeft: daysBetween(today, person.leaveDate) },
      }
    }),
  )
}

/** What the page of leavers lists. */
export async function resourceLeaverSource(db: Database, caller: Viewer, now: number) {
  return selectMade(db, FIELDS, await leaverRows(db, caller, now)).selectAll('m')
}
