import { slotHours, unmetBy, windowStateAt } from '#shared/domain/booking-windows.ts'
import { bookingWindowRecord } from '#shared/records/resource/booking-window.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { selectMade } from '../time-records/made-rows.ts'
import { conditionNames, conditionsIn, dayOf, namesOf, offerees } from './people.ts'

export const windowRows = (db: Database) =>
  db
    .selectFrom('bookingWindows as w')
    .leftJoin('projects', 'projects.id', 'w.projectID')
    .selectAll('w')
    .select('projects.name as project')

export type StoredWindow = Awaited<ReturnType<ReturnType<typeof windowRows>['executeTakeFirstOrThrow']>>

/** @throws Refusal 404 where there is none */
export async function requireWindow(db: Database, id: number): Promise<StoredWindow> {
  const found = await windowRows(db).where('w.id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one: bookingWindowRecord.words.one })
  return found
}

/** Bookings that hold a place: their shift isn't cancelled, or their request waits. */
export const heldBookings = (db: Database) =>
  db
    .selectFrom('slotBookings as b')
    .innerJoin('windowSlots as s', 's.id', 'b.slotID')
    .leftJoin('shifts as h', 'h.id', 'b.shiftID')
    .leftJoin('bookingRequests as r', 'r.id', 'b.requestID')
    .where((eb) =>
      eb.or([
        eb.and([eb('h.id', 'is not', null), eb('h.state', '<>', 'CANCELLED')]),
        eb.and([eb('b.shiftID', 'is', null), eb('r.state', '=', 'PENDING')]),
      ]),
    )

/** How many places of each of these slots are taken. */
export async function takenOf(
  db: Database,
  slotIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await heldBookings(db)
    .where('b.slotID', 'in', [0, ...slotIDs])
    .groupBy('b.slotID')
    .select((eb) => ['b.slotID', eb.fn.countAll<number>().as('taken')])
    .execute()
  return new Map(rows.map(({ slotID, taken }) => [slotID, Number(taken)]))
}

/** Hours that people have booked in windows, by window and person. */
export async function hoursBooked(
  db: Database,
  windowIDs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const rows = await heldBookings(db)
    .where('s.windowID', 'in', [0, ...windowIDs])
    .select(['s.windowID', 'b.userID', 's.start', 's.end', 's.breakMinutes'])
    .execute()
  const of = new Map<number, Map<number, number>>()
  for (const { windowID, userID, ...slot } of rows) {
    const own = of.get(windowID) ?? new Map<number, number>()
    own.set(userID, (own.get(userID) ?? 0) + slotHours(slot))
    of.set(windowID, own)
  }
  return of
}

export async function slotsOf(db: Database, windowIDs: readonly number[]) {
  return db
    .selectFrom('windowSlots')
    .where('windowID', 'in', [0, ...windowIDs])
    .orderBy('start')
    .orderBy('id')
    .selectAll()
    .execute()
}

/** Windows with all that their page says of them. */
async function madeRows(db: Database, now: number, windows: readonly StoredWindow[]) {
  const ids = windows.map(({ id }) => id)
  const slots = await slotsOf(db, ids)
  const taken = await takenOf(
    db,
    slots.map(({ id }) => id),
  )
  const ofWindow = Map.groupBy(slots, ({ windowID }) => windowID)
  const booked = await hoursBooked(db, ids)
  const people = await offerees(db)
  const names = await namesOf(db)
  return windows.map((window) => {
    const conditions = conditionsIn(window.conditions)
    const own = ofWindow.get(window.id) ?? []
    const places = own.reduce((sum, { capacity }) => sum + capacity, 0)
    const gone = own.reduce((sum, { id }) => sum + (taken.get(id) ?? 0), 0)
    const who = booked.get(window.id)
    const { id, version, name, from, to, opensAt, closesAt, project, projectID } = window
    return {
      ...{ id, version, name, from, to, opensAt, closesAt, project, projectID },
      ...conditionNames(conditions, names),
      ...{ places, taken: gone, booked: places === 0 ? 0 : Math.round((gone / places) * 1000) / 10 },
      people: who?.size ?? 0,
      missing: people.filter(
        (person) => !who?.has(person.userID) && unmetBy(person, conditions, dayOf(now)) === null,
      ).length,
      ...{ minimumHours: window.minimumHours, maximumHours: window.maximumHours },
      ...{ approval: window.approval, state: windowStateAt(window, now) },
    }
  })
}

const FIELDS = {
  id: 'whole',
  version: 'whole',
  name: 'text',
  from: 'text',
  to: 'text',
  opensAt: 'whole',
  closesAt: 'whole',
  project: 'text',
  projectID: 'whole',
  areas: 'text',
  contractTypes: 'text',
  skills: 'text',
  places: 'whole',
  taken: 'whole',
  booked: 'number',
  people: 'whole',
  missing: 'whole',
  minimumHours: 'number',
  maximumHours: 'number',
  approval: 'text',
  state: 'text',
} as const

/** What the page of booking windows lists. */
export async function windowSource(db: Database, now: number) {
  const rows = await madeRows(db, now, await windowRows(db).orderBy('w.id').execute())
  return selectMade(db, FIELDS, rows).selectAll('m')
}

/** One window as its page has it. @throws Refusal 404 */
export async function windowRow(db: Database, id: number, now: number) {
  const [row] = await madeRows(db, now, [await requireWindow(db, id)])
  if (!row) throw new Refusal(404, 'record.gone', { one: bookingWindowRecord.words.one })
  const { opensAt, closesAt, ...rest } = row
  return { ...rest, opensAt: new Date(opensAt).toISOString(), closesAt: new Date(closesAt).toISOString() }
}
