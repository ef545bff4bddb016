import { localOf, wallOf, zoneClock } from './zone-time.ts'

/** Where the company's days begin and end (spec 4): whatever clock somebody's computer goes by. */
export const LONDON = 'Europe/London'
const DAY_MS = 86_400_000

const { wallClock, momentOf } = zoneClock(LONDON)

/** When the London day of that moment began; both in milliseconds since 1970. */
export function startOfLondonDay(at: number): number {
  return momentOf(Math.floor(wallClock(at) / DAY_MS) * DAY_MS)
}

/** The beginning of the London day that many days later; 0 is the day of that moment itself. */
export function londonDayAfter(at: number, days: number): number {
  return momentOf((Math.floor(wallClock(at) / DAY_MS) + days) * DAY_MS)
}

/** The same time of day that many days later. */
export function sameTimeAfter(at: number, days: number): number {
  return momentOf(wallClock(at) + days * DAY_MS)
}

/** When the Monday began that the week of that moment starts with. */
export function startOfLondonWeek(at: number): number {
  const weekday = new Date(wallClock(at)).getUTCDay()
  return londonDayAfter(at, -((weekday + 6) % 7))
}

/** Days from one moment's London day to another's. */
export function londonDaysBetween(from: number, to: number): number {
  return Math.floor(wallClock(to) / DAY_MS) - Math.floor(wallClock(from) / DAY_MS)
}

/** London's wall clock as a field for dates and times has it, 'YYYY-MM-DDTHH:mm'. */
export function londonField(at: number): string {
  return localOf(wallClock(at))
}

/** The moment that such a field names, or a date alone, at its beginning; NaN where it names none. */
export function momentOfField(field: string): number {
  const wall = wallOf(field)
  return Number.isNaN(wall) ? Number.NaN : momentOf(wall)
}
