import type { IsHoliday } from '#shared/domain/booking.ts'
import { cutByHoliday, type HolidayDays, holidayHours, type ShiftCut } from '#shared/domain/holiday-shifts.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'

const DAY_MS = 86_400_000
/** Hours of a working day of who hasn't agreed on hours a week. */
const USUAL_DAY_HOURS = 7.5
const WORKING_DAYS = 5
/** Shifts that a request can still change. */
const TO_COME = ['DRAFT', 'OFFERED', 'PUBLISHED'] as const

/** A shift as requests change it. */
export interface PlannedShift {
  readonly id: number
  readonly state: string
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly segments: string
}

/** What somebody is planned for in the weeks of a holiday. */
export interface PlannedDays {
  readonly isHoliday: IsHoliday
  /** Hours that a holiday takes (spec 4 §4.2.2). */
  hoursOf(holiday: HolidayDays): number
  /** The shifts still to come that a holiday changes, soonest first. */
  cutsBy(holiday: HolidayDays): { readonly shift: PlannedShift; readonly cut: ShiftCut }[]
}

/** Some days of somebody, YYYY-MM-DD; `to` is the day after the last. */
export interface AskedDays extends Pick<HolidayDays, 'from' | 'to'> {
  readonly userID: number
}

/** From the Monday before the first to the Sunday after the last. */
const aroundOf = ({ from, to }: Pick<HolidayDays, 'from' | 'to'>) => ({
  start: momentOfField(`${from}T00:00`) - 7 * DAY_MS,
  end: momentOfField(`${to}T00:00`) + 7 * DAY_MS,
})

/** Reads what a person is planned for around some days, YYYY-MM-DD; `to` is the day after the last. */
export async function plannedDays(
  db: Database,
  userID: number,
  { from, to }: Pick<HolidayDays, 'from' | 'to'>,
): Promise<PlannedDays> {
  return (await plannedDaysOf(db, [{ userID, from, to }]))({ userID, from, to })
}

/** The same for several people and days, read once for all. */
export async function plannedDaysOf(
  db: Database,
  asked: readonly AskedDays[],
): Promise<(days: AskedDays) => PlannedDays> {
  const ids = [...new Set(asked.map(({ userID }) => userID))]
  const around = asked.map(aroundOf)
  const people = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'weeklyHours'])
    .execute()
  const weekly = new Map(people.map(({ id, weeklyHours }) => [id, weeklyHours]))
  const all = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...ids])
    .where('state', '<>', 'CANCELLED')
    .where('end', '>', Math.min(...around.map(({ start }) => start), Number.MAX_SAFE_INTEGER))
    .where('start', '<', Math.max(...around.map(({ end }) => end), 0))
    .orderBy('start')
    .orderBy('id')
    .select(['id', 'userID', 'state', 'start', 'end', 'breakMinutes', 'segments'])
    .execute()
  const shiftsOf = Map.groupBy(all, ({ userID }) => userID)
  const isHoliday = await companyHolidayTest(
    db,
    asked.flatMap(({ from, to }) => [from, to].map((day) => Number(day.slice(0, 4)))),
  )
  const isToCome = ({ state }: PlannedShift) => TO_COME.some((one) => one === state)
  return ({ userID, ...days }) => {
    const weeklyHours = weekly.get(userID) ?? null
    const dayHours = weeklyHours === null ? USUAL_DAY_HOURS : weeklyHours / WORKING_DAYS
    const { start, end } = aroundOf(days)
    const shifts = (shiftsOf.get(userID) ?? [])
      .filter((shift) => shift.end > start && shift.start < end)
      .map(({ userID: _, ...shift }) => shift)
    return {
      isHoliday,
      hoursOf: (holiday) => holidayHours(holiday, { shifts, dayHours, isHoliday }),
      cutsBy: (holiday) =>
        shifts.filter(isToCome).flatMap((shift) => {
          const cut = cutByHoliday(shift, holiday)
          return cut === null ? [] : { shift, cut }
        }),
    }
  }
}
