import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { CALENDAR_WORDS } from './text.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof VIEWS)[number]

/** The moments of an event, in milliseconds since 1970. */
export interface Span {
  readonly start: number
  readonly end: number
}
export const spanOf = ({ eventStart, eventEnd }: CalendarEvent): Span => ({
  start: Date.parse(eventStart),
  end: Date.parse(eventEnd),
})

/** 'YYYY-MM-DD HH:mm:ss' of a moment by a zone's clock, as the grid takes it. */
export const gridTime = (at: number, zone: string): string =>
  `${localOf(zoneClock(zone).wallClock(at)).replace('T', ' ')}:00`

/** The moment that the grid names by a zone's clock. */
export const momentAt = (time: string, zone: string): number =>
  zoneClock(zone).momentOf(wallOf(time.slice(0, 16).replace(' ', 'T')))

/** The day of a moment by a zone's clock, 'YYYY-MM-DD'. */
export const dayOf = (at: number, zone: string): string => gridTime(at, zone).slice(0, 10)

/** That many days after a day, both 'YYYY-MM-DD'. */
export const dayAfter = (day: string, days: number): string =>
  localOf(wallOf(day) + days * DAY_MS).slice(0, 10)

const mondayOf = (day: string): string => dayAfter(day, -((new Date(wallOf(day)).getUTCDay() + 6) % 7))

/** How many days a list shows. */
const AGENDA_DAYS = 14

/** The first day that a view shows about a day, and how many. */
export function daysOfView(view: View, day: string): { first: string; count: number } {
  if (view === 'day') return { first: day, count: 1 }
  if (view === 'week') return { first: mondayOf(day), count: 7 }
  if (view === 'agenda') return { first: day, count: AGENDA_DAYS }
  return { first: mondayOf(`${day.slice(0, 7)}-01`), count: 42 }
}

/** The day that the view before or after shows. */
export function pageOf(view: View, day: string, by: 1 | -1): string {
  if (view !== 'month') return dayAfter(day, by * daysOfView(view, day).count)
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

const utc = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: 'UTC' })
const MONTH = utc({ month: 'long', year: 'numeric' })
const DAY = utc({ weekday: 'short', day: 'numeric', month: 'short' })
const LONG_DAY = utc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const TIME = utc({ hour: '2-digit', minute: '2-digit' })

export const longDay = (day: string): string => LONG_DAY.format(wallOf(day))

/** What a view is called that shows that day. */
export function viewTitle(view: View, day: string): string {
  if (view === 'month') return MONTH.format(wallOf(day))
  if (view === 'day') return longDay(day)
  const { first, count } = daysOfView(view, day)
  return CALENDAR_WORDS.until(DAY.format(wallOf(first)), DAY.format(wallOf(dayAfter(first, count - 1))))
}

/** When an event is by a zone's clock, as people say it. */
export function whenOf(event: Pick<CalendarEvent, 'eventStart' | 'eventEnd' | 'meta'>, zone: string): string {
  const { wallClock } = zoneClock(event.meta.isAllDay ? (event.meta.zone ?? zone) : zone)
  const [start, end] = [event.eventStart, event.eventEnd].map((time) => wallClock(Date.parse(time))) as [
    number,
    number,
  ]
  const sameDay = (a: number, b: number): boolean => localOf(a).slice(0, 10) === localOf(b).slice(0, 10)
  if (event.meta.isAllDay) {
    const last = end - DAY_MS
    return last <= start ? DAY.format(start) : CALENDAR_WORDS.until(DAY.format(start), DAY.format(last))
  }
  const from = `${DAY.format(start)}, ${TIME.format(start)}`
  return CALENDAR_WORDS.until(
    from,
    sameDay(start, end) ? TIME.format(end) : `${DAY.format(end)}, ${TIME.format(end)}`,
  )
}

/** The hours of an event on one day, for a list of that day. */
export function hoursOn(event: CalendarEvent, zone: string): string {
  if (event.meta.isAllDay) return CALENDAR_WORDS.allDay
  const { wallClock } = zoneClock(zone)
  const { start, end } = spanOf(event)
  return CALENDAR_WORDS.until(TIME.format(wallClock(start)), TIME.format(wallClock(end)))
}
