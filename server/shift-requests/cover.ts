import type { ShiftCandidate } from '#shared/contract/shift-requests.ts'
import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { hoursOfShift } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { checksOf } from '../shifts/hours.ts'
import type { MovedShift } from './moving.ts'

const DAY_MS = 86_400_000
/** Who has a shift within so many days before or after is one who works shifts. */
const WORKS_WITHIN_MS = 28 * DAY_MS
/** Shifts so near to the other can be had in return. */
const SWAP_WITHIN_MS = 14 * DAY_MS

interface Wanted {
  readonly shift: MovedShift
  /** Only of the shift's area. */
  readonly isNear: boolean
  readonly withShifts: boolean
  readonly now: number
}

/** Who could work a shift besides whose it is: nothing blocks them, by the fewest hours of its week (spec 4 §4.5.9). */
export async function candidatesFor(
  db: Database,
  caller: Caller,
  { shift, isNear, withShifts, now }: Wanted,
): Promise<ShiftCandidate[]> {
  const people = await db
    .selectFrom('users as u')
    .where('u.status', '=', 'ACTIVE')
    .where('u.id', '>', 0)
    .where('u.id', '<>', shift.userID)
    .$if(isNear && shift.areaID !== null, (query) => query.where('u.areaID', '=', shift.areaID))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shifts as s')
          .whereRef('s.userID', '=', 'u.id')
          .where('s.start', '>', shift.start - WORKS_WITHIN_MS)
          .where('s.start', '<', shift.start + WORKS_WITHIN_MS)
          .select('s.id'),
      ),
    )
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName'])
    .execute()
  const checks = await checksOf(
    db,
    caller,
    people.map(({ id }) => ({ ...shift, userID: id })),
    now,
  )
  const free = people.flatMap((person, place) => {
    const own = checks[place] ?? []
    return own.some(({ blocks }) => blocks) ? [] : [{ ...person, warnings: own.map(({ text }) => text) }]
  })
  const week = startOfLondonWeek(shift.start)
  const rows =
    free.length === 0
      ? []
      : await db
          .selectFrom('shifts')
          .where(
            'userID',
            'in',
            free.map(({ id }) => id),
          )
          .where('state', 'in', ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED'])
          .where('start', '>', Math.min(week, shift.start - SWAP_WITHIN_MS))
          .where('start', '<', Math.max(londonDayAfter(week, 7), shift.start + SWAP_WITHIN_MS))
          .orderBy('start')
          .orderBy('id')
          .select(['id', 'userID', 'state', 'start', 'end', 'breakMinutes'])
          .execute()
  const isSwappable = ({ state, start }: (typeof rows)[number]) =>
    withShifts && state === 'PUBLISHED' && start > now && Math.abs(start - shift.start) < SWAP_WITHIN_MS
  return free
    .map(({ id, displayName, warnings }) => {
      const own = rows.filter(({ userID }) => userID === id)
      const inWeek = own.filter(({ start }) => start >= week && start < londonDayAfter(week, 7))
      return {
        ...{ userID: id, name: displayName, warnings },
        weekHours: inWeek.reduce((sum, one) => sum + hoursOfShift(one), 0),
        shifts: own.filter(isSwappable).map((one) => ({
          ...{ id: one.id, start: new Date(one.start).toISOString(), end: new Date(one.end).toISOString() },
        })),
      }
    })
    .toSorted((a, b) => a.weekHours - b.weekHours)
}
