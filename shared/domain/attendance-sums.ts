import { EMPTY_TALLY } from './interviews.ts'
import { type AttendanceSum, attendanceTogether, measured, NO_ATTENDANCE, NO_QUALITY } from './kpi.ts'
import { londonField, momentOfField, startOfLondonWeek } from './london-time.ts'

/** What a day is summed by. Times in seconds. */
export interface SummedDay {
  /** London's, YYYY-MM-DD. */
  readonly date: string
  readonly actualStart: string | null
  readonly workedSeconds: number
  readonly paidHours: number
  readonly breakOverSeconds: number
  readonly personalSeconds: number
  readonly systemIssueSeconds: number
  readonly excusedSeconds: number
  readonly outSeconds: number
  readonly lateMinutes: number
  readonly leftEarlyMinutes: number
  readonly counts: AttendanceSum
}

/** Some days together (spec 4 §4.2.5). Rates in percent; null where there is nothing to divide by (spec 4 §2.5). */
export interface AttendanceTotals {
  readonly days: number
  readonly workedSeconds: number
  readonly paidHours: number
  readonly late: number
  readonly leftEarly: number
  readonly breakOverSeconds: number
  readonly personalSeconds: number
  readonly systemIssueSeconds: number
  readonly excusedSeconds: number
  readonly outSeconds: number
  readonly adherence: number | null
  readonly conformance: number | null
  readonly punctuality: number | null
}

/** A week by its Monday, a month by its first day. */
export type AttendanceSpan = 'WEEK' | 'MONTH'

/** Sums of days. Rates are their sums divided, as wherever else they stand: never the mean of days' rates. */
export function attendanceTotals(days: readonly SummedDay[]): AttendanceTotals {
  const sum = (of: (day: SummedDay) => number) => days.reduce((all, day) => all + of(day), 0)
  const attendance = days.reduce((all, { counts }) => attendanceTogether(all, counts), NO_ATTENDANCE)
  const figures = { tally: EMPTY_TALLY, attendance, quality: NO_QUALITY }
  return {
    days: days.filter(({ actualStart }) => actualStart !== null).length,
    workedSeconds: sum((day) => day.workedSeconds),
    paidHours: sum((day) => day.paidHours),
    late: days.filter(({ lateMinutes }) => lateMinutes > 0).length,
    leftEarly: days.filter(({ leftEarlyMinutes }) => leftEarlyMinutes > 0).length,
    breakOverSeconds: sum((day) => day.breakOverSeconds),
    personalSeconds: sum((day) => day.personalSeconds),
    systemIssueSeconds: sum((day) => day.systemIssueSeconds),
    excusedSeconds: sum((day) => day.excusedSeconds),
    outSeconds: sum((day) => day.outSeconds),
    adherence: measured('adherence', figures),
    conformance: measured('conformance', figures),
    punctuality: measured('punctuality', figures),
  }
}

/** The days by the week or month in which they are, in their order. @returns each with when it begins, in milliseconds since 1970 */
export function attendanceSpans<D extends SummedDay>(
  days: readonly D[],
  by: AttendanceSpan,
): readonly { readonly start: number; readonly days: readonly D[] }[] {
  const startOf = ({ date }: D) =>
    by === 'WEEK' ? startOfLondonWeek(momentOfField(date)) : momentOfField(`${date.slice(0, 7)}-01`)
  return [...Map.groupBy(days, startOf)].map(([start, own]) => ({ start, days: own }))
}

/** Days that can be looked at by name: the last four weeks, months, and more. */
export const ATTENDANCE_TIMES = [
  'FOUR_WEEKS',
  'THIS_MONTH',
  'LAST_MONTH',
  'THREE_MONTHS',
  'YEAR',
  'OWN',
] as const
export type AttendanceTime = (typeof ATTENDANCE_TIMES)[number]

/** The first and last day of a time that ends today, or of the month before; YYYY-MM-DD. @param now in milliseconds since 1970 */
export function attendanceRange(
  time: Exclude<AttendanceTime, 'OWN'>,
  now: number,
): { readonly from: string; readonly to: string } {
  const to = londonField(now).slice(0, 10)
  const month = (back: number) => {
    const [year = 0, at = 1] = to.split('-').map(Number)
    const months = year * 12 + at - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  }
  const dayBefore = (day: string) => londonField(momentOfField(day) - 1).slice(0, 10)
  switch (time) {
    case 'FOUR_WEEKS':
      return { from: londonField(momentOfField(to) - 27 * 86_400_000 + 43_200_000).slice(0, 10), to }
    case 'THIS_MONTH':
      return { from: month(0), to }
    case 'LAST_MONTH':
      return { from: month(1), to: dayBefore(month(0)) }
    case 'THREE_MONTHS':
      return { from: month(2), to }
    case 'YEAR':
      return { from: month(11), to }
  }
}
