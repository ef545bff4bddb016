import { LOCALE } from './locale.ts'

/** The day that a week starts on, as `Date.getDay` counts (spec 1 §5). */
export const WEEK_STARTS_ON = 1

const SATURDAY = 6
const SUNDAY = 0
const DAY_MS = 86_400_000

/** Writes a date, or a moment in milliseconds since 1970, as people read it. */
export interface DateFormat {
  format(at: number | Date): string
}

/**
 * How dates are written in one place of the product. Making a browser's date format is slow, because it loads
 * the language's calendar. So it is made when the first date is written.
 */
// The mark lets a bundle drop the formats that it doesn't use.
/* @__NO_SIDE_EFFECTS__ */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  let made: Intl.DateTimeFormat | undefined
  return {
    format(at) {
      made ??= new Intl.DateTimeFormat(LOCALE, options)
      return made.format(at)
    },
  }
}

/** Hours rounded up to the next quarter (spec 1 §5). Rounding noise of the arithmetic doesn't count. */
export function hoursToQuarter(hours: number): number {
  return Math.ceil(Math.round(hours * 4 * 1e6) / 1e6) / 4
}

/**
 * The days from Monday to Friday between two days, both counted; 0 where the second is earlier. Local time.
 * @awaits holiday requests
 */
export function workingDays(from: Date, to: Date): number {
  const days = dayNumber(to) - dayNumber(from) + 1
  if (days <= 0) return 0
  const wholeWeeks = Math.floor(days / 7)
  let count = wholeWeeks * 5
  for (let extra = 0; extra < days % 7; extra++) {
    const weekday = (from.getDay() + extra) % 7
    if (weekday !== SATURDAY && weekday !== SUNDAY) count++
  }
  return count
}

/**
 * The Monday of that day's week, at midnight, local time.
 * @awaits the calendar
 */
export function weekStart(day: Date): Date {
  const back = (day.getDay() - WEEK_STARTS_ON + 7) % 7
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - back)
}

/** Days since 1970 by the local calendar, whatever the hour and summer time. */
function dayNumber(day: Date): number {
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY_MS
}
