import type { DayPart } from '#shared/domain/booking.ts'
import type { HolidayDays } from '#shared/domain/holiday-shifts.ts'
import type { Database } from '../db/database.ts'
import { holidayOf } from '../time-records/holiday-balance-source.ts'
import { dayOf } from './holidays.ts'
import { plannedDays } from './planned-days.ts'

/** A holiday that is asked for or looked at. Times are milliseconds since 1970. */
export interface AskedHoliday {
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly dayPart: DayPart
}

const daysOf = ({ start, end, dayPart }: AskedHoliday): HolidayDays => ({
  ...{ from: dayOf(start), to: dayOf(end), dayPart },
})

/** What a holiday does to shifts that are still to come, soonest first, as it travels. */
export async function shiftsOfHoliday(db: Database, holiday: AskedHoliday) {
  const planned = await plannedDays(db, holiday.userID, daysOf(holiday))
  const iso = (at: number) => new Date(at).toISOString()
  return planned.cutsBy(daysOf(holiday)).map(({ shift: { id, start, end }, cut: { left } }) => ({
    ...{ id, start: iso(start), end: iso(end) },
    left: left === null ? null : { start: iso(left.start), end: iso(left.end) },
  }))
}

/**
 * Hours of holiday that somebody has free in the holiday's year without it and with it; null where it isn't known
 * what they work a week.
 */
export async function balanceWith(
  db: Database,
  holiday: AskedHoliday,
  { hours, isCounted, now }: { readonly hours: number; readonly isCounted: boolean; readonly now: number },
): Promise<{ before: number; after: number } | null> {
  const { userID, start } = holiday
  const { free } = await holidayOf(db, userID, { now, on: dayOf(start) })
  if (free === null) return null
  const before = free + (isCounted ? hours : 0)
  return { before, after: before - hours }
}

/** How many of somebody's team have an approved holiday or absence in that time, and how many the team has. */
export async function teamOff(
  db: Database,
  { userID, start, end }: Pick<AskedHoliday, 'userID' | 'start' | 'end'>,
): Promise<{ off: number; of: number }> {
  const own = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['managerID', 'areaID'])
    .executeTakeFirstOrThrow()
  if (own.managerID === null && own.areaID === null) return { off: 0, of: 0 }
  // Who has the same manager; of who has none, who is in the same area.
  const team = db
    .selectFrom('users')
    .where('id', '<>', userID)
    .where('status', '=', 'ACTIVE')
    .$if(own.managerID !== null, (query) => query.where('managerID', '=', own.managerID))
    .$if(own.managerID === null, (query) => query.where('areaID', '=', own.areaID))
  const people = await team.select('id').execute()
  if (people.length === 0) return { off: 0, of: 0 }
  const { count } = await db
    .selectFrom('bookingRequests')
    .where(
      'userID',
      'in',
      people.map(({ id }) => id),
    )
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '<', end)
    .where('end', '>', start)
    .select((eb) => eb.fn.count<number>('userID').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return { off: Number(count), of: people.length }
}
