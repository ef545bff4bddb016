import { dateFormat } from './date-format.ts'
import { startOfDay } from './start-of-day.ts'

/** Messages of one author within this time are shown under one name, in milliseconds. Ours. */
const MESSAGE_GROUP_MS = 5 * 60_000

const DAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const DAY_AND_YEAR = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit' })
const SHORT_DAY = dateFormat({ day: 'numeric', month: 'short' })
const SHORT_YEAR = dateFormat({ day: '2-digit', month: '2-digit', year: '2-digit' })
const WEEKDAY = dateFormat({ weekday: 'short' })

/** Whole days of the local calendar from one moment to another; both in milliseconds since 1970. */
function daysBetween(earlier: number, later: number): number {
  const midnight = (at: number) => {
    const day = new Date(at)
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())
  }
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000)
}

/** Whether two points in time (ISO 8601) fall on the same day of the local calendar. */
export function sameDay(a: string, b: string): boolean {
  return daysBetween(Date.parse(a), Date.parse(b)) === 0
}

/** A message's `datePeriod` (spec 2 §3): 'Today', 'Yesterday', else the date. `now` in milliseconds since 1970. */
export function datePeriod(entryTime: string, now: number): string {
  const at = Date.parse(entryTime)
  const days = daysBetween(at, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? DAY : DAY_AND_YEAR).format(at)
}

/** Time of day as the clock on the wall shows it, '09:05'. */
export function clockTime(time: string): string {
  return CLOCK.format(Date.parse(time))
}

/** The time of a thread's newest message, in the short form of the list. */
export function listTime(time: string, now: number): string {
  const at = Date.parse(time)
  const days = daysBetween(at, now)
  if (days <= 0) return CLOCK.format(at)
  if (days === 1) return 'Yesterday'
  if (days < 7) return WEEKDAY.format(at)
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? SHORT_DAY : SHORT_YEAR).format(at)
}

/**
 * Whether a message is shown under the same name as the one before it. @param isSameDay `sameDay`, or a
 * faster one
 */
export function continuesGroup(
  before: { userID: number; entryTime: string } | undefined,
  message: { userID: number; entryTime: string },
  isSameDay = sameDay,
): boolean {
  if (!before || before.userID !== message.userID) return false
  const apart = Date.parse(message.entryTime) - Date.parse(before.entryTime)
  return apart >= 0 && apart <= MESSAGE_GROUP_MS && isSameDay(before.entryTime, message.entryTime)
}

/** A `sameDay` that remembers what it found: fast for many times on few days. */
export function createSameDay(): typeof sameDay {
  let [start, end] = [0, 0]
  const isWithin = (at: number) => at >= start && at < end
  return (a, b) => {
    const [one, other] = [Date.parse(a), Date.parse(b)]
    if (!isWithin(one)) {
      start = startOfDay(one)
      const day = new Date(start)
      end = day.setDate(day.getDate() + 1)
    }
    return isWithin(other)
  }
}
