import { londonField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { ProposedPerson } from '#shared/domain/propose-allocation.ts'
import { isEmployedOn } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { hoursFacts } from '../shifts/hours-facts.ts'
import { bookedTrainings } from '../training/booked.ts'
import { asAllocated, peopleOnShift } from './board.ts'
import type { HeldShift, Range } from './schedule.ts'

/**
 * The people on shift, and when 'Propose' may not take them (spec 4 §4.5.2): who doesn't interview, or doesn't work here
 * on the shift's day by what holds for shifts (spec 4 §5.2), never; others on holiday, absent or in a training. All are
 * there, since what is allocated to them already counts.
 */
export async function proposedPeople(
  db: Database,
  caller: Caller,
  {
    shifts,
    range,
    now,
  }: { readonly shifts: readonly HeldShift[]; readonly range: Range; readonly now: number },
): Promise<ProposedPerson[]> {
  const people = await peopleOnShift(db, caller, shifts)
  const userIDs = people.map(({ userID }) => userID)
  const rows = await db
    .selectFrom('userPermissions')
    .where('permission', '=', PERMISSIONS.CAN_INTERVIEW)
    .where('userID', 'in', [0, ...userIDs])
    .select('userID')
    .execute()
  const interviewers = new Set(rows.map(({ userID }) => userID))
  const { people: workers } = await hoursFacts(db, caller, { userIDs, ...range, now })
  // Also what lies in a shift: they are in it all the same.
  const trainings = Map.groupBy(await bookedTrainings(db, { userIDs, ...range }), ({ userID }) => userID)
  return people.map((one) => {
    const person = asAllocated(one, shifts)
    const worker = workers.get(one.userID)
    const isNever =
      !worker ||
      !interviewers.has(one.userID) ||
      worker.openTask !== null ||
      (worker.agency !== null && worker.agency.state !== null)
    if (isNever) return { ...person, away: person.shifts }
    const left = person.shifts.filter(({ start }) => !isEmployedOn(worker, londonField(start).slice(0, 10)))
    return { ...person, away: [...worker.away, ...(trainings.get(one.userID) ?? []), ...left] }
  })
}
