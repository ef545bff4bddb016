import { zoneClock } from './zone-time.ts'

/** When people may be called on one day of the week (spec 4 §2.1); times are the project's own. */
export interface CallingTime {
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number
  /** HH:mm */
  readonly from: string
  /** HH:mm, 24:00 for the day's end. */
  readonly to: string
}

export interface CallingHours {
  /** IANA name. */
  readonly timeZone: string
  /** None: at any time. */
  readonly times: readonly CallingTime[]
}

const DAY_MS = 86_400_000
/** So far ahead it is looked until when calls may go on. */
const DAYS_AHEAD = 3

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Until when calls may go on that may be made at that moment, at most some days ahead; null where none may be.
 * Moments in milliseconds since 1970.
 */
export function callableUntil({ timeZone, times }: CallingHours, at: number): number | null {
  if (times.length === 0) return at + DAYS_AHEAD * DAY_MS
  const { wallClock, momentOf } = zoneClock(timeZone)
  let wall = wallClock(at)
  for (let days = 0; days < DAYS_AHEAD; days++) {
    const midnight = Math.floor(wall / DAY_MS) * DAY_MS
    const weekday = new Date(midnight).getUTCDay() || 7
    const minute = (wall - midnight) / 60_000
    const now = times.find(
      (time) => time.weekday === weekday && minuteOf(time.from) <= minute && minute < minuteOf(time.to),
    )
    if (!now) return days === 0 ? null : momentOf(wall)
    wall = midnight + minuteOf(now.to) * 60_000
    if (minuteOf(now.to) < 24 * 60) break
  }
  return momentOf(wall)
}

/** Whether somebody may be called then. */
export const isCallable = (hours: CallingHours, at: number): boolean => callableUntil(hours, at) !== null

/** The same times on each of some days, 1 Monday to 7 Sunday. */
export const onDays = (weekdays: readonly number[], from: string, to: string): CallingTime[] =>
  weekdays.map((weekday) => ({ weekday, from, to }))
