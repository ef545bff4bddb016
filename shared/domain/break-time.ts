import type { DayFacts } from './attendance.ts'
import { joined } from './spans.ts'

const MINUTE_MS = 60_000
/** Nobody works longer than this without a break of 20 minutes (spec 4 §4.2.1). */
export const LONGEST_STRETCH_MS = 6 * 60 * MINUTE_MS
export const SHORTEST_BREAK_MS = 20 * MINUTE_MS
/** So long before, the person is told. Ours. */
const TOLD_BEFORE_MS = 60 * MINUTE_MS

/**
 * Until when a break of 20 minutes has to begin, for somebody who works on without one; null while that is more than an
 * hour away, while a break goes on, and for who isn't working. Times in milliseconds since 1970.
 */
export function breakBefore({ sessions }: Pick<DayFacts, 'sessions'>, now: number): number | null {
  const atWork = sessions.filter(({ class: kind }) => kind !== 'BREAK' && kind !== 'AWAY' && kind !== 'NONE')
  // A pause of less than 20 minutes ends no stretch of work.
  const stretches = joined(atWork.map(({ start, end }) => ({ start, end: end + SHORTEST_BREAK_MS - 1 })))
  const last = stretches.at(-1)
  const present = sessions.find(({ start, end }) => start <= now && now <= end)
  const works = present !== undefined && atWork.includes(present)
  if (!last || !works) return null
  const until = last.start + LONGEST_STRETCH_MS
  return now >= until - TOLD_BEFORE_MS ? until : null
}
