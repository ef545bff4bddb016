/** How the product words dates and numbers (spec 1 §9). */
export const LOCALE = 'en-GB'
/** The day that a week starts on, as `Date.getDay` counts (spec 1 §5). */
export const WEEK_STARTS_ON = 1

const SATURDAY = 6
const SUNDAY = 0
const DAY_MS = 86_400_000

/**
 * Hours, up to the nearest quarter of one (spec 1 §5). Noise of the arithmetic is no minute more.
 * @awaits the activity sessions
 */
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

/** Days since 1970 by the local calendar: hours and the change to summer time don't count. */
function dayNumber(day: Date): number {
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY_MS
}
