import { localOf, wallOf, zoneClock } from './zone-time.ts'

/** The company's days begin and end in London (spec 4), whatever a computer's time zone. */
export const LONDON = 'Europe/London'
const DAY_MS = 86_400_000

const { wallClock, momentOf } = zoneClock(LONDON)

/** The beginning of that moment's London day; both in milliseconds since 1970. */
export function startOfLondonDay(at: number): number {
  return momentOf(Math.floor(wallClock(at) / DAY_MS) * DAY_MS)
}

/** The beginning of a London day, counted from the day of that moment: 0 is that day itself. */
export function londonDayAfter(at: number, days: number): number {
  return momentOf((Math.floor(wallClock(at) / DAY_MS) + days) * DAY_MS)
}

/** The same time of day in London, that many days later. */
export function sameTimeAfter(at: number, days: number): number {
  return momentOf(wallClock(at) + days * DAY_MS)
}

/** The beginning of that moment's week: the London Monday. */
export function startOfLondonWeek(at: number): number {
  const weekday = new Date(wallClock(at)).getUTCDay()
  return londonDayAfter(at, -((weekday + 6) % 7))
}

/** London days from one moment to another. */
export function londonDaysBetween(from: number, to: number): number {
  return Math.floor(wallClock(to) / DAY_MS) - Math.floor(wallClock(from) / DAY_MS)
}

/** London's local time as an input field for dates and times has it, 'YYYY-MM-DDTHH:mm'. */
export function londonField(at: number): string {
  return localOf(wallClock(at))
}

/** The moment for such a field's value, or for the beginning of a date; NaN for anything else. */
export function momentOfField(field: string): number {
  const wall = wallOf(field)
  return Number.isNaN(wall) ? Number.NaN : momentOf(wall)
}

/** When London's clock shows a time for the first time after a moment. @param time HH:mm @returns null for what is no time */
export function clockAfter(moment: number, time: string): number | null {
  const on = (day: number) => momentOfField(`${londonField(day).slice(0, 10)}T${time}`)
  const at = on(moment)
  if (Number.isNaN(at)) return null
  return at > moment ? at : on(londonDayAfter(moment, 1))
}
