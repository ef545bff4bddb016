import { LOCALE } from '#shared/domain/locale.ts'
import { londonDaysBetween } from '#shared/domain/london-time.ts'

const ZONE = { timeZone: 'Europe/London' } as const
const TIME = new Intl.DateTimeFormat(LOCALE, { ...ZONE, hour: '2-digit', minute: '2-digit' })
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { ...ZONE, weekday: 'short' })
const DAY = new Intl.DateTimeFormat(LOCALE, { ...ZONE, weekday: 'short', day: 'numeric', month: 'short' })
const YEAR_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const WHOLE_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** '15:00', London time. */
export const clockTime = (at: number): string => TIME.format(at)

/** 'Wednesday 25 November'. */
export const wholeDay = (at: number): string => WHOLE_DAY.format(at)

/** A day as short as it is clear from today: 'today', 'Fri', 'Fri 4 Dec', '4 Dec 2027'. */
export function shortDay(at: number, now: number): string {
  const days = londonDaysBetween(now, at)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  if (days > 1 && days < 7) return WEEKDAY.format(at)
  return Math.abs(days) < 180 ? DAY.format(at) : YEAR_DAY.format(at)
}

/** The same with the time of day. */
export const dayAndTime = (at: number, now: number): string => `${shortDay(at, now)} ${clockTime(at)}`

/** '1 h 30 min' of hours. */
export function hoursWords(hours: number): string {
  const minutes = Math.round(hours * 60)
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (whole === 0) return `${rest} min`
  return rest === 0 ? `${whole} h` : `${whole} h ${rest} min`
}
