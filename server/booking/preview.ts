import type { DayPart } from '#shared/domain/booking.ts'
import type { HolidayDays } from '#shared/domain/holiday-shifts.ts'
import type { Database } from '../db/database.ts'
import { holidaysOn } from '../time-records/holiday-balance-source.ts'
import { dayOf } from './holidays.ts'
import { plannedDaysOf } from './planned-days.ts'

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
  const [shifts = []] = await shiftsOfHolidays(db, [holiday])
  return shifts
}

/** The same of several, in their order: read once for all. */
export async function shiftsOfHolidays(db: Database, holidays: readonly AskedHoliday[]) {
  const asked = holidays.map((holiday) => ({ userID: holiday.userID, ...daysOf(holiday) }))
  const plannedOf = await plannedDaysOf(db, asked)
  const iso = (at: number) => new Date(at).toISOString()
  return asked.map((days) =>
    plannedOf(days)
      .cutsBy(days)
      .map(({ shift: { id, start, end }, cut: { left } }) => ({
        ...{ id, start: iso(start), end: iso(end) },
        left: left === null ? null : { start: iso(left.start), end: iso(left.end) },
      })),
  )
}

/** Hours of a holiday, and whether what is free is counted with it already. */
interface HolidayHours {
  readonly hours: number
  readonly isCounted: boolean
}

/**
 * Hours of holiday that somebody has free in the holiday's year without it and with it; null where it isn't known
 * what they work a week.
 */
export async function balanceWith(
  db: Database,
  holiday: AskedHoliday,
  { now, ...hours }: HolidayHours & { readonly now: number },
): Promise<{ before: number; after: number } | null> {
  const [balance = null] = await balancesWith(db, [{ ...holiday, ...hours }], now)
  return balance
}

/** The same of several, in their order: read once for all. */
export async function balancesWith(
  db: Database,
  holidays: readonly (Pick<AskedHoliday, 'userID' | 'start'> & HolidayHours)[],
  now: number,
): Promise<({ before: number; after: number } | null)[]> {
  const asked = holidays.map(({ userID, start }) => ({ userID, on: dayOf(start) }))
  const holidayOn = await holidaysOn(db, asked, now)
  return holidays.map(({ userID, start, hours, isCounted }) => {
    const { free } = holidayOn(userID, dayOf(start))
    if (free === null) return null
    const before = free + (isCounted ? hours : 0)
    return { before, after: before - hours }
  })
}

type Time = Pick<AskedHoliday, 'userID' | 'start' | 'end'>

/** How many of somebody's team have an approved holiday or absence in that time, and how many the team has. */
export async function teamOff(db: Database, time: Time): Promise<{ off: number; of: number }> {
  const [team] = await teamsOff(db, [time])
  return team ?? { off: 0, of: 0 }
}

/** The same of several, in their order: read once for all. */
export async function teamsOff(db: Database, asked: readonly Time[]): Promise<{ off: number; of: number }[]> {
  if (asked.length === 0) return []
  const own = await db
    .selectFrom('users')
    .where('id', 'in', [...new Set(asked.map(({ userID }) => userID))])
    .select(['id', 'managerID', 'areaID'])
    .execute()
  const managers = own.flatMap(({ managerID }) => managerID ?? [])
  const areas = own.flatMap(({ managerID, areaID }) => (managerID === null ? (areaID ?? []) : []))
  const around = await db
    .selectFrom('users')
    .where('status', '=', 'ACTIVE')
    .where((eb) =>
      eb.or([eb('managerID', 'in', [0, ...new Set(managers)]), eb('areaID', 'in', [0, ...new Set(areas)])]),
    )
    .select(['id', 'managerID', 'areaID'])
    .execute()
  const holidays = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', [0, ...around.map(({ id }) => id)])
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '<', Math.max(...asked.map(({ end }) => end)))
    .where('end', '>', Math.min(...asked.map(({ start }) => start)))
    .select(['userID', 'start', 'end'])
    .execute()
  return asked.map(({ userID, start, end }) => {
    const person = own.find(({ id }) => id === userID)
    if (!person || (person.managerID === null && person.areaID === null)) return { off: 0, of: 0 }
    // Who has the same manager; of who has none, who is in the same area.
    const team = new Set(
      around
        .filter(
          (one) =>
            one.id !== userID &&
            (person.managerID === null ? one.areaID === person.areaID : one.managerID === person.managerID),
        )
        .map(({ id }) => id),
    )
    const off = holidays.filter((one) => team.has(one.userID) && one.start < end && one.end > start)
    return { off: new Set(off.map((one) => one.userID)).size, of: team.size }
  })
}
