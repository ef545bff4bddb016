import {
  londonDayAfter,
  londonDaysBetween,
  londonField,
  momentOfField,
  startOfLondonWeek,
} from './london-time.ts'
import type { ShiftLocation } from './shifts.ts'

/** Days of work that repeat (spec 4 §2.3, §4.5.10). */
export const PATTERN_WEEKS_MAX = 4
export const PATTERN_COLOURS = ['TEAL', 'BLUE', 'VIOLET', 'ORANGE', 'PINK', 'GREY'] as const

/** A day of a pattern: its week from 0, Monday 1 to Sunday 7, local times HH:mm. What ends before it begins ends on the next day. */
export interface PatternDay {
  readonly week: number
  readonly weekday: number
  readonly start: string
  readonly end: string
  readonly breakMinutes: number
  readonly location: ShiftLocation
}

/** What a pattern is from a day, YYYY-MM-DD, on. */
export interface PatternVersion {
  readonly from: string
  readonly weeks: number
  readonly days: readonly PatternDay[]
}

/** Somebody's pattern from a day to another, both included; `to` is null for no end. */
export interface PatternPerson {
  readonly from: string
  readonly to: string | null
  /** Which week of the pattern the week of `from` is, from 0. */
  readonly startWeek: number
}

/** A shift that a pattern asks for. Times in milliseconds since 1970. */
export interface PatternShift {
  readonly day: string
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly location: ShiftLocation
}

/** What holds on a day; null before the first. */
export const versionOn = (versions: readonly PatternVersion[], day: string): PatternVersion | null =>
  versions.findLast(({ from }) => from <= day) ?? null

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayOf = (at: number): string => londonField(at).slice(0, 10)

/** Hours of a pattern's day without its break. */
export function hoursOfDay({ start, end, breakMinutes }: PatternDay): number {
  const length = minutesOf(end) - minutesOf(start)
  return (length <= 0 ? length + 24 * 60 : length) / 60 - breakMinutes / 60
}

/** Hours a week on the mean of its weeks. */
export const meanHours = ({ weeks, days }: Pick<PatternVersion, 'weeks' | 'days'>): number =>
  days.reduce((sum, day) => sum + hoursOfDay(day), 0) / weeks

/** The shifts that a pattern asks of somebody from a day to before another, in their order. */
export function patternShifts(
  versions: readonly PatternVersion[],
  person: PatternPerson,
  from: string,
  to: string,
): PatternShift[] {
  const shifts: PatternShift[] = []
  const first = startOfLondonWeek(momentOfField(person.from))
  for (let at = momentOfField(from); dayOf(at) < to; at = londonDayAfter(at, 1)) {
    const day = dayOf(at)
    if (day < person.from || (person.to !== null && day > person.to)) continue
    const version = versionOn(versions, day)
    if (!version) continue
    const since = londonDaysBetween(first, at)
    const week = (Math.floor(since / 7) + person.startWeek) % version.weeks
    const weekday = (since % 7) + 1
    for (const planned of version.days) {
      if (planned.week !== week || planned.weekday !== weekday) continue
      const ends = planned.end > planned.start ? day : dayOf(londonDayAfter(at, 1))
      shifts.push({
        ...{ day, breakMinutes: planned.breakMinutes, location: planned.location },
        start: momentOfField(`${day}T${planned.start}`),
        end: momentOfField(`${ends}T${planned.end}`),
      })
    }
  }
  return shifts
}
