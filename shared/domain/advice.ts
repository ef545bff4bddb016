import { dateFormat } from './date-format.ts'
import { type CellCount, cellRemaining, type Verdict } from './forecast.ts'
import { numberText } from './locale.ts'
import { LONDON } from './london-time.ts'

/** What would help a project, in sentences with figures (spec 4 §4.5.12). */

/** Hours of an evening. */
export const EVENING_HOURS = 4
/** A cell takes many calls where it takes so many times the project's own. */
const MANY_TIMES = 3
/** A cell is judged from so many calls. */
const CALLS_MIN = 30
/** Open cells that have less than this of what they should have by now are behind. */
const BEHIND_SHARE = 0.8
const DAY_MS = 86_400_000

const WEEKDAY = dateFormat({ weekday: 'long', timeZone: LONDON })
const DATE = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })

/** @param elapsed the share of its field time that has passed, of 1 */
export const isCellBehind = (cell: CellCount, elapsed: number): boolean =>
  !cell.isSuspended && cellRemaining(cell) > 0 && cell.achieved < cell.target * elapsed * BEHIND_SHARE

export interface AdviceFacts {
  readonly verdict: Verdict
  readonly target: number
  readonly forecast: number
  /** Completes an hour. */
  readonly rate: number
  /** Hours needed less hours allocated, which the row shows; null where nothing is known of its rate. */
  readonly gap: number | null
  /** The last moment of its end; null where it isn't known. */
  readonly endsAt: number | null
  /** Days left on which it calls. */
  readonly callingDays: number
  readonly now: number
  readonly remaining: number
  readonly usable: number | null
  readonly attemptsPerComplete: number | null
  readonly cells: readonly (CellCount & {
    readonly label: string
    readonly attempts: number
  })[]
}

const people = (many: number) => (many === 1 ? '1 person' : `${numberText(many)} people`)
const hours = (many: number) => (many === 1 ? '1 hour' : `${numberText(many)} hours`)

/** A day of this week by its name, a later one by its date. */
const byDay = (at: number, now: number) => (at - now < 7 * DAY_MS ? WEEKDAY : DATE).format(at - 1)

/** Sentences, the most pressing first; none where all is well. */
export function adviceFor(facts: AdviceFacts): string[] {
  const { verdict, target, forecast, rate, gap, endsAt, callingDays, now } = facts
  if (verdict === 'DONE') return []
  const said: string[] = []
  const { usable, attemptsPerComplete, remaining } = facts
  if (verdict === 'SAMPLE_SHORT' && usable !== null && attemptsPerComplete !== null) {
    const lacks = Math.ceil(remaining * attemptsPerComplete - usable)
    said.push(
      `The sample is short: ${numberText(usable)} are left for ${numberText(remaining)} interviews, and one takes ${numberText(Math.round(attemptsPerComplete * 10) / 10)} calls. Add ${numberText(lacks)}.`,
    )
  }
  const missing = target - forecast
  if (missing > 0 && rate > 0) {
    // The row's own gap, rounded as there: its cells may take more or less than what lacks to the target.
    const needed = Math.max(1, Math.round(gap !== null && gap > 0 ? gap : missing / rate))
    if (endsAt === null) said.push(`Add ${hours(needed)}.`)
    else if (endsAt <= now || callingDays === 0) said.push(`Its end has come: ${hours(needed)} lack.`)
    else
      said.push(
        `Add ${hours(needed)} by ${byDay(endsAt, now)}, or ${people(Math.ceil(needed / (callingDays * EVENING_HOURS)))} each evening.`,
      )
  } else if (missing > 0) said.push('Nothing is known of its rate: set the interviews expected an hour.')
  for (const cell of facts.cells) {
    if (cell.isSuspended || cellRemaining(cell) === 0 || cell.attempts < CALLS_MIN) continue
    const calls = cell.attempts / Math.max(1, cell.achieved)
    if (attemptsPerComplete === null || calls < attemptsPerComplete * MANY_TIMES) continue
    said.push(
      `Cell ${cell.label} needs ${numberText(Math.round(calls))} calls an interview: widen hours or target.`,
    )
  }
  return said
}
