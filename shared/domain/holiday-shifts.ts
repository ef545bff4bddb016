import { type DayPart, daysOfHoliday, type IsHoliday, isWorkingDay } from './booking.ts'
import { upToQuarter } from './holiday-balance.ts'
import { londonField, momentOfField } from './london-time.ts'
import { hoursOfShift, SHIFT_STEP_MS } from './working-hours.ts'

const HOUR_MS = 3_600_000
const LEAST_MS = HOUR_MS

/** A shift as a holiday asks of it. Times are milliseconds since 1970. */
export interface ShiftTimes {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
}

/** What a holiday leaves of a shift: its new times, or null where it goes altogether. */
export interface ShiftCut {
  readonly left: ShiftTimes | null
  /** The London day, YYYY-MM-DD, whose holiday it is. */
  readonly day: string
  /** What of its hours, without its break, the holiday takes. */
  readonly hours: number
}

/** A shift from one time to another, with a break in the same proportion. */
function partOf(shift: ShiftTimes, start: number, end: number): ShiftTimes | null {
  if (end - start < LEAST_MS) return null
  const share = (end - start) / (shift.end - shift.start)
  return { start, end, breakMinutes: Math.round(shift.breakMinutes * share) }
}

/** A holiday's days: `from` is the first, `to` the day after the last, YYYY-MM-DD. */
export interface HolidayDays {
  readonly from: string
  readonly to: string
  readonly dayPart: DayPart
}

/**
 * What a holiday does to a shift (spec 4 §4.2.2, §4.5.6): one that begins on a day of it goes, of half a day the first
 * or second half of it; one that began the day before ends where the holiday begins. What is left under an hour goes,
 * too.
 *
 * @returns null where the holiday doesn't touch it
 */
export function cutByHoliday(shift: ShiftTimes, { from, to, dayPart }: HolidayDays): ShiftCut | null {
  const day = londonField(shift.start).slice(0, 10)
  const taken = (left: ShiftTimes | null, on: string): ShiftCut => ({
    ...{ left, day: on },
    hours: hoursOfShift(shift) - (left === null ? 0 : hoursOfShift(left)),
  })
  if (day >= from && day < to) {
    if (dayPart === 'DAY') return taken(null, day)
    const middle = shift.start + Math.round((shift.end - shift.start) / 2 / SHIFT_STEP_MS) * SHIFT_STEP_MS
    return dayPart === 'MORNING'
      ? taken(partOf(shift, middle, shift.end), day)
      : taken(partOf(shift, shift.start, middle), day)
  }
  const begins = momentOfField(`${from}T00:00`)
  if (day >= from || shift.end <= begins || dayPart === 'AFTERNOON') return null
  return taken(partOf(shift, shift.start, begins), from)
}

/** What is known of the time in which a holiday lies. */
export interface HolidayWeeks {
  /** The person's shifts that aren't cancelled, from the Monday of the first to the Sunday of the last week. */
  readonly shifts: readonly ShiftTimes[]
  /** Hours of a working day in a week in which nothing is planned yet. */
  readonly dayHours: number
  readonly isHoliday: IsHoliday
}

const mondayOf = (day: string): string => {
  const at = new Date(`${day}T00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

/**
 * Hours that a holiday takes: those of the shifts in it, each day up to the quarter. A week without any shift isn't
 * planned yet: its working days count as a share of what the person works a week.
 */
export function holidayHours(holiday: HolidayDays, { shifts, dayHours, isHoliday }: HolidayWeeks): number {
  const planned = new Set(shifts.map(({ start }) => mondayOf(londonField(start).slice(0, 10))))
  const cuts = shifts.flatMap((shift) => cutByHoliday(shift, holiday) ?? [])
  let hours = 0
  for (const day of daysOfHoliday(holiday.from, holiday.to)) {
    const own = cuts.filter((cut) => cut.day === day).reduce((sum, cut) => sum + cut.hours, 0)
    if (planned.has(mondayOf(day))) hours += upToQuarter(own)
    else if (isWorkingDay(Date.parse(`${day}T00:00Z`), isHoliday))
      hours += upToQuarter(holiday.dayPart === 'DAY' ? dayHours : dayHours / 2)
  }
  return hours
}
