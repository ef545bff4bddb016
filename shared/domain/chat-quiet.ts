/** A time of day: '22:30'. */
export const QUIET_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** When somebody is not to be disturbed; `days` are those on which the hours begin, 0 for Sunday. */
export interface QuietHours {
  readonly isEnabled: boolean
  readonly from: string
  readonly to: string
  readonly days: readonly number[]
}

/** Off, and 19:00 to 07:00 on every day once they are on. */
export const DEFAULT_QUIET_HOURS: QuietHours = {
  isEnabled: false,
  from: '19:00',
  to: '07:00',
  days: [0, 1, 2, 3, 4, 5, 6],
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether a moment by the local clock is in the quiet hours. Hours that end before they begin last until the
 * next day; equal ends mean the whole day.
 */
export function isQuiet({ isEnabled, from, to, days }: QuietHours, now: Date): boolean {
  if (!isEnabled) return false
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const minute = now.getHours() * 60 + now.getMinutes()
  const today = days.includes(now.getDay())
  if (start < end) return today && minute >= start && minute < end
  const yesterday = days.includes((now.getDay() + 6) % 7)
  return (today && minute >= start) || (yesterday && minute < end)
}
