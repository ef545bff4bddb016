import { partsOfHoliday, workingDaysOf } from '#shared/domain/booking.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'
import { plannedDays } from './planned-days.ts'
import type { StoredRequest } from './requests.ts'

/** Somebody else's approved holiday at the same time. */
interface Overlap {
  readonly id: number
  readonly userName: string
  readonly start: number
  readonly end: number
}

type AskedTime = Pick<StoredRequest, 'userID' | 'start' | 'end'>

/** Whose approved holidays of the same area a holiday overlaps, soonest first. */
export async function overlapsOf(db: Database, time: AskedTime): Promise<Overlap[]> {
  const [overlaps = []] = await overlapsOfEach(db, [time])
  return overlaps
}

/** The same of several, in their order: read once for all. */
export async function overlapsOfEach(db: Database, asked: readonly AskedTime[]): Promise<Overlap[][]> {
  if (asked.length === 0) return []
  const askers = await db
    .selectFrom('users')
    .where('id', 'in', [...new Set(asked.map(({ userID }) => userID))])
    .where('areaID', 'is not', null)
    .select(['id', 'areaID'])
    .execute()
  const areaOf = new Map(askers.map(({ id, areaID }) => [id, areaID]))
  const rows = await db
    .selectFrom('bookingRequests as r')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .where('u.areaID', 'in', [0, ...new Set(areaOf.values())])
    .where('r.type', '=', 'HOLIDAY')
    .where('r.state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('r.start', '<', Math.max(...asked.map(({ end }) => end)))
    .where('r.end', '>', Math.min(...asked.map(({ start }) => start)))
    .orderBy('r.start')
    .orderBy('r.id')
    .select(['r.id', 'u.displayName as userName', 'r.start', 'r.end', 'r.userID', 'u.areaID'])
    .execute()
  return asked.map(({ userID, start, end }) =>
    rows
      .filter((row) => row.userID !== userID && row.areaID === areaOf.get(userID))
      .filter((row) => row.start < end && row.end > start)
      .map(({ userID: _, areaID: _area, ...overlap }) => overlap),
  )
}

/**
 * Lets a holiday be approved whose overlaps the decider was shown. Of two approvals at once in an area the
 * second doesn't see the first's row yet: both count up the same number, and one of them finds it counted.
 *
 * @throws Refusal 409 where they weren't shown one, or somebody approved another just now
 */
export async function guardOverlaps(
  trx: Database,
  stored: StoredRequest,
  seen: readonly number[],
): Promise<void> {
  const { areaID } = await trx
    .selectFrom('users')
    .where('id', '=', stored.userID)
    .select('areaID')
    .executeTakeFirstOrThrow()
  const key = areaID ?? 0
  await trx
    .insertInto('bookingGuards')
    .values({ areaID: key, approvals: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { approvals } = await trx
    .selectFrom('bookingGuards')
    .where('areaID', '=', key)
    .select('approvals')
    .executeTakeFirstOrThrow()
  const unseen = (await overlapsOf(trx, stored)).filter(({ id }) => !seen.includes(id))
  if (unseen.length > 0) {
    const names = [...new Set(unseen.map(({ userName }) => userName))].join(', ')
    throw new Refusal(409, 'booking.overlapsOthers', { names })
  }
  const { numUpdatedRows } = await trx
    .updateTable('bookingGuards')
    .set({ approvals: approvals + 1 })
    .where('areaID', '=', key)
    .where('approvals', '=', approvals)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'booking.meanwhile')
}

/** A part of a holiday as it is kept. */
export interface KeptPart {
  readonly isChosen: boolean
  readonly start: number
  readonly end: number
  readonly hours: number
}

/** The London day of a moment. */
export const dayOf = (at: number): string => londonField(at).slice(0, 10)
const yearOf = (at: number): number => Number(dayOf(at).slice(0, 4))

/** The working days of each of these holidays by the company's calendar, by request; none of other requests. */
export async function workingDaysOfEach(
  db: Database,
  requests: readonly StoredRequest[],
): Promise<Map<number, string[]>> {
  const holidays = requests.filter(({ type }) => type === 'HOLIDAY')
  const years = holidays.flatMap(({ start, end }) => [yearOf(start), yearOf(end)])
  const isHoliday = await companyHolidayTest(db, years)
  return new Map(holidays.map((one) => [one.id, workingDaysOf(dayOf(one.start), dayOf(one.end), isHoliday)]))
}

/** What a holiday becomes of which only some days are approved. @throws Refusal 400 for days that it hasn't */
export async function partsOf(
  db: Database,
  { start, end, dayPart, userID }: StoredRequest,
  days: readonly string[],
): Promise<KeptPart[]> {
  const [from, to] = [dayOf(start), dayOf(end)]
  const planned = await plannedDays(db, userID, { from, to })
  const parts = partsOfHoliday(from, to, days, planned.isHoliday)
  if (parts === null) throw new Refusal(400, 'booking.badDays')
  return parts.map(({ from, to, isChosen }) => ({
    isChosen,
    start: momentOfField(from),
    end: momentOfField(to),
    hours: planned.hoursOf({ from, to, dayPart }),
  }))
}

/** The hours of holiday that people have in a year by their requests, a person. */
export async function yearHoursOf(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<Map<number, { approved: number; pending: number }>> {
  const found = new Map<number, { approved: number; pending: number }>()
  if (userIDs.length === 0) return found
  const year = new Date(now).getUTCFullYear()
  const rows = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', userIDs)
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '>=', Date.UTC(year, 0, 1))
    .where('start', '<', Date.UTC(year + 1, 0, 1))
    .select(['userID', 'state', 'hours'])
    .execute()
  for (const { userID, state, hours } of rows) {
    const { approved, pending } = found.get(userID) ?? { approved: 0, pending: 0 }
    found.set(
      userID,
      state === 'PENDING' ? { approved, pending: pending + hours } : { approved: approved + hours, pending },
    )
  }
  return found
}
