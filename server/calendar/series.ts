import { RRuleTemporal } from 'rrule-temporal'
import { stampOf } from '#shared/domain/calendar-repeat.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'

const DAY_MS = 86_400_000

/** When something is by the clock of a zone, and how it repeats by that clock. */
export interface Series {
  readonly startLocal: string
  readonly endLocal: string
  readonly zone: string
  readonly rule: string | null
}

/** One of a series. Times in milliseconds since 1970. */
export interface Occurrence {
  /** When it begins by the rule, by the series' clock. */
  readonly original: string
  readonly start: number
  readonly end: number
}

/** The moments of local times; of an end that summer time puts before its start, the start. */
export function momentsOf({ startLocal, endLocal, zone }: Omit<Series, 'rule'>): {
  start: number
  end: number
} {
  const { momentOf } = zoneClock(zone)
  const start = momentOf(wallOf(startLocal))
  return { start, end: Math.max(start, momentOf(wallOf(endLocal))) }
}

/**
 * Those of a series that reach into the time from `from` and before `to`, earliest first. The rule is counted
 * on the wall's clock, where every day has 24 hours; only then each is given its moment. So 9:00 stays 9:00
 * whatever summer time does.
 */
export function occurrencesIn(series: Series, from: number, to: number): Occurrence[] {
  const { startLocal, endLocal, zone } = series
  const length = wallOf(endLocal) - wallOf(startLocal)
  return wallStarts(series, from - length - DAY_MS, to + DAY_MS)
    .map((wall) => ({
      original: localOf(wall),
      ...momentsOf({ startLocal: localOf(wall), endLocal: localOf(wall + length), zone }),
    }))
    .filter((one) => reaches(one, from, to))
}

/** Whether it lasts into that time; what has no length counts where it begins. */
export const reaches = ({ start, end }: { start: number; end: number }, from: number, to: number): boolean =>
  start < to && (end > from || (start === end && start >= from))

/** When those of a series begin, as wall times within these, both included. */
export function wallStarts({ startLocal, rule }: Series, from: number, to: number): number[] {
  const first = wallOf(startLocal)
  if (rule === null) return first >= from && first <= to ? [first] : []
  const text = `DTSTART:${stampOf(first)}\nRRULE:${rule}`
  return new RRuleTemporal({ rruleString: text, includeDtstart: true, cache: false })
    .between(new Date(from), new Date(to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
}

/** Whether one of a series begins at that time by its clock. */
export const isOneOf = (series: Series, original: string): boolean =>
  wallStarts(series, wallOf(original), wallOf(original)).length > 0
