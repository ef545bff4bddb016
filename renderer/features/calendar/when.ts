import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { CALENDAR_VIEWS, type CalendarView } from '#shared/domain/calendar-settings.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { CALENDAR_WORDS } from './text.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export const VIEWS = CALENDAR_VIEWS
export type View = CalendarView

/** The moments of an event, in milliseconds since 1970. */
export interface Span {
  readonly start: number
  readonly end: number
}
export const spanOf = ({ eventStart, eventEnd }: Pick<CalendarEvent, 'eventStart' | 'eventEnd'>): Span => ({
  start: Date.parse(eventStart),
  end: Date.parse(eventEnd),
})

/** The zone whose midnights an event keeps: that of whole days is its own, of others the viewer's. */
export const zoneOf = ({ meta }: Pick<CalendarEvent, 'meta'>, zone: string): string =>
  meta.isAllDay ? (meta.zone ?? LONDON) : zone

/** The moment that a field names by a zone's clock. */
export const momentAt = (local: string, zone: string): number => zoneClock(zone).momentOf(wallOf(local))

/** The day of a moment by a zone's clock, 'YYYY-MM-DD'. */
export const dayOf = (at: number, zone: string): string => localOf(zoneClock(zone).wallClock(at)).slice(0, 10)

/** When an event that is added to a day begins at first: today with the next half hour, else at nine. */
export function newEventAt(day: string, now: number, zone: string): number {
  if (day !== dayOf(now, zone)) return momentAt(`${day}T09:00`, zone)
  const half = HOUR_MS / 2
  return momentAt(localOf(Math.ceil(zoneClock(zone).wallClock(now) / half) * half), zone)
}

/** That many days after a day, both 'YYYY-MM-DD'. */
export const dayAfter = (day: string, days: number): string =>
  localOf(wallOf(day) + days * DAY_MS).slice(0, 10)

/** The day before it, or itself, that weeks begin with; Sunday is 0. */
export const weekFrom = (day: string, firstDay: number): string =>
  dayAfter(day, -((new Date(wallOf(day)).getUTCDay() - firstDay + 7) % 7))

/** How many days a list shows. */
const AGENDA_DAYS = 14

/** The first day that a view shows about a day, and how many. */
export function daysOfView(view: View, day: string, firstDay: number): { first: string; count: number } {
  if (view === 'day') return { first: day, count: 1 }
  if (view === 'week') return { first: weekFrom(day, firstDay), count: 7 }
  if (view === 'agenda') return { first: day, count: AGENDA_DAYS }
  return { first: weekFrom(`${day.slice(0, 7)}-01`, firstDay), count: 42 }
}

/** The day that the view before or after shows. */
export function pageOf(view: View, day: string, by: 1 | -1): string {
  if (view !== 'month') return dayAfter(day, by * daysOfView(view, day, 1).count)
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

const utc = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: 'UTC' })
const MONTH = utc({ month: 'long', year: 'numeric' })
const DAY = utc({ weekday: 'short', day: 'numeric', month: 'short' })
const LONG_DAY = utc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const LONG_DATE = utc({ day: 'numeric', month: 'long', year: 'numeric' })
const WEEKDAY = utc({ weekday: 'short' })
const MONTH_DAY = utc({ day: 'numeric', month: 'short' })

export const longDay = (day: string): string => LONG_DAY.format(wallOf(day))
export const longDate = (day: string): string => LONG_DATE.format(wallOf(day))
export const weekday = (day: string): string => WEEKDAY.format(wallOf(day))
export const monthDay = (day: string): string => MONTH_DAY.format(wallOf(day))

const shortDays = new Map<string, string>()
/** 'Sat 21 Nov' of 'YYYY-MM-DD': asked hundreds of times by one week. */
export function shortDay(day: string): string {
  const known = shortDays.get(day)
  if (known !== undefined) return known
  const made = DAY.format(wallOf(day))
  shortDays.set(day, made)
  return made
}

/** What a view is called that shows that day. */
export function viewTitle(view: View, day: string, firstDay: number): string {
  if (view === 'month') return MONTH.format(wallOf(day))
  if (view === 'day') return longDay(day)
  const { first, count } = daysOfView(view, day, firstDay)
  return CALENDAR_WORDS.until(shortDay(first), shortDay(dayAfter(first, count - 1)))
}

/** The number of a day's week by ISO 8601: weeks begin on Monday, and a year's first one has its first Thursday. */
function weekNumber(day: string): number {
  const thursday = wallOf(dayAfter(weekFrom(day, 1), 3))
  return Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / (7 * DAY_MS)) + 1
}

/** The week that a view is of, or null where it shows more than one. A week that begins on another day goes by its Thursday. */
export function weekOfView(view: View, day: string, firstDay: number): number | null {
  if (view === 'day') return weekNumber(day)
  return view === 'week' ? weekNumber(dayAfter(weekFrom(day, firstDay), (11 - firstDay) % 7)) : null
}

/** When an event is by a zone's clock, as people say it. */
export function whenOf(event: Pick<CalendarEvent, 'eventStart' | 'eventEnd' | 'meta'>, zone: string): string {
  const { start, end } = spanOf(event)
  const { wallClock } = zoneClock(zoneOf(event, zone))
  return whenOfWalls(wallClock(start), wallClock(end), event.meta.isAllDay)
}

/** The same of wall times. */
export function whenOfWalls(start: number, end: number, isAllDay: boolean): string {
  const [from, to] = [localOf(start), localOf(end)]
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  if (isAllDay) {
    const lastDay = dayAfter(last, -1)
    return lastDay <= first ? shortDay(first) : CALENDAR_WORDS.until(shortDay(first), shortDay(lastDay))
  }
  const until = first === last ? to.slice(11) : `${shortDay(last)}, ${to.slice(11)}`
  return CALENDAR_WORDS.until(`${shortDay(first)}, ${from.slice(11)}`, until)
}

/** '09:00 – 10:00' of wall times. */
export const hoursOfWalls = (start: number, end: number): string =>
  CALENDAR_WORDS.until(localOf(start).slice(11), localOf(end).slice(11))

/** A time moved by days and minutes of a clock on the wall: 9:00 stays 9:00 when the clocks change, and an hour an hour. */
export function movedBy(
  { start, end }: Span,
  by: { readonly days?: number; readonly minutes?: number },
  zone: string,
): Span {
  const { wallClock, momentOf } = zoneClock(zone)
  const wall = wallClock(start) + (by.days ?? 0) * DAY_MS + (by.minutes ?? 0) * MINUTE_MS
  const moved = momentOf(wall)
  return { start: moved, end: moved + (end - start) }
}

/** Whole days moved by days: from midnight to midnight whatever the clocks do. */
export function movedDays({ start, end }: Span, days: number, zone: string): Span {
  const { wallClock, momentOf } = zoneClock(zone)
  const moved = (at: number): number => momentOf(wallClock(at) + days * DAY_MS)
  return { start: moved(start), end: moved(end) }
}

/** A time by London's clock, as people say it. */
export function londonSpan({ start, end }: { readonly start: string; readonly end: string }): string {
  const { wallClock } = zoneClock(LONDON)
  return whenOfWalls(wallClock(Date.parse(start)), wallClock(Date.parse(end)), false)
}
