import { type IsHoliday, workingDaysOf } from './booking.ts'

/** A holiday year: its first day and the day after its last, YYYY-MM-DD. */
export interface HolidayYear {
  readonly from: string
  readonly to: string
}

/** The holiday year in which a day lies; `start` is the month and day on which years begin, MM-DD. */
export function holidayYearOf(day: string, start: string): HolidayYear {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= start ? year : year - 1
  return { from: `${first}-${start}`, to: `${first + 1}-${start}` }
}

const DAY_MS = 86_400_000
/** The last day of the holiday year that begins on a day; both YYYY-MM-DD. */
export function lastDayOfHolidayYear(from: string): string {
  const next = `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`
  return new Date(Date.parse(`${next}T00:00Z`) - DAY_MS).toISOString().slice(0, 10)
}

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS))
const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Hours up to the quarter (spec 4). What a sum of binary fractions is over by is no quarter. */
export const upToQuarter = (hours: number): number => Math.ceil(Number((hours * 4).toFixed(6))) / 4

/** Of holiday that grows as it is worked: so much of the hours worked (spec 6 §5.4). */
export const ACCRUED_SHARE = 0.1207

interface Employment {
  /** YYYY-MM-DD; null where it isn't known: since before the year. */
  readonly startDate: string | null
  /** The last day; null while they stay. */
  readonly leaveDate: string | null
}

/** The days of a holiday year on which somebody is employed. */
export function employedDays({ from, to }: HolidayYear, { startDate, leaveDate }: Employment): number {
  return daysBetween(
    later(from, startDate ?? from),
    earlier(to, leaveDate === null ? to : dayAfter(leaveDate)),
  )
}

/** Hours of holiday that somebody has in a year by what they work a week (spec 6 §5.4, ANNUAL). */
export function yearsHoliday(
  { holidayWeeks, weeklyHours }: { readonly holidayWeeks: number; readonly weeklyHours: number },
  year: HolidayYear,
  employment: Employment,
): number {
  const share = employedDays(year, employment) / daysBetween(year.from, year.to)
  return upToQuarter(holidayWeeks * weeklyHours * share)
}

/** Hours of holiday that somebody has earned by hours worked (spec 6 §5.4, ACCRUED). */
export const earnedHoliday = (hoursWorked: number): number => upToQuarter(hoursWorked * ACCRUED_SHARE)

/** A holiday as it was asked for; days are YYYY-MM-DD, `to` the day after the last. */
export interface Holiday {
  readonly from: string
  readonly to: string
  readonly hours: number
  readonly state: 'PENDING' | 'APPROVED' | 'REQUESTED_CANCELATION'
}

/** Hours beside what a contract gives (spec 6 §5.4). */
export const HOLIDAY_ENTRY_KINDS = { CARRIED: 'Carried over', ADJUSTMENT: 'Adjustment' } as const
export type HolidayEntryKind = keyof typeof HOLIDAY_ENTRY_KINDS

export interface HolidayUse {
  taken: number
  booked: number
  pending: number
}

/**
 * What is taken, booked and asked for of a holiday year, in hours: of a holiday that is going on, or reaches over the
 * year's end, each working day counts where it lies. One whose cancellation is asked for counts as before.
 */
export function holidayUse(
  holidays: readonly Holiday[],
  { from, to }: HolidayYear,
  today: string,
  isHoliday: IsHoliday,
): HolidayUse {
  const use: HolidayUse = { taken: 0, booked: 0, pending: 0 }
  for (const holiday of holidays) {
    const days = workingDaysOf(holiday.from, holiday.to, isHoliday)
    const each = days.length === 0 ? 0 : holiday.hours / days.length
    for (const day of days.filter((one) => one >= from && one < to))
      use[holiday.state === 'PENDING' ? 'pending' : day < today ? 'taken' : 'booked'] += each
  }
  return {
    taken: upToQuarter(use.taken),
    booked: upToQuarter(use.booked),
    pending: upToQuarter(use.pending),
  }
}

/** What a manager sees marked of somebody's balance (spec 4 §4.3.3). */
export const HOLIDAY_MARKS = { NONE: '–', OVERBOOKED: 'Overbooked', NOT_TAKEN: 'Not taken' } as const
export type HolidayMark = keyof typeof HOLIDAY_MARKS

/** More than this share of the entitlement that is left so many months before the year's end is marked. */
const LEFT_SHARE = 0.4
const LEFT_MONTHS = 3

/** The first day of the year after the one that begins on a day, and the day so many months before it; YYYY-MM-DD. */
function lastMonths(yearFrom: string): string {
  const [year = 0, month = 1, day = 1] = yearFrom.split('-').map(Number)
  const from = new Date(Date.UTC(year + 1, month - 1 - LEFT_MONTHS, 1))
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate()
  from.setUTCDate(Math.min(day, last))
  return from.toISOString().slice(0, 10)
}

/**
 * OVERBOOKED where less than nothing is free, NOT_TAKEN where more than 40 % of the entitlement remains with under
 * 3 months to go. @param today YYYY-MM-DD
 */
export function holidayMark(
  {
    free,
    remaining,
    entitlement,
    yearFrom,
  }: {
    readonly free: number | null
    readonly remaining: number | null
    readonly entitlement: number | null
    readonly yearFrom: string
  },
  today: string,
): HolidayMark {
  if (free !== null && free < 0) return 'OVERBOOKED'
  const isLate = today > lastMonths(yearFrom)
  return isLate && remaining !== null && entitlement !== null && remaining > LEFT_SHARE * entitlement
    ? 'NOT_TAKEN'
    : 'NONE'
}

/** So many days before a holiday year ends people are told what is left of it (spec 6 §5.4). */
export const WARNED_DAYS = [90, 30] as const

/** Which of the warnings is due; null for none. @param lastDay of the year; both YYYY-MM-DD */
export function warningFor(today: string, lastDay: string): (typeof WARNED_DAYS)[number] | null {
  if (today > lastDay) return null
  const left = daysBetween(today, lastDay)
  return [...WARNED_DAYS].reverse().find((days) => left <= days) ?? null
}
