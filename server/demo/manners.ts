import type { Random } from '../seed/random.ts'
import { createRandom } from '../seed/random.ts'

const SEED = 4004
const WEEKS = 8

/** How somebody works, which stays theirs over the weeks (spec 4 §3.1). */
export interface Manner {
  /** Interviews beside the project's mean. */
  readonly pace: number
  /** What becomes of the pace over eight weeks: two improve, one declines. */
  readonly trend: number
  /** Refusals beside the mean. */
  readonly refusals: number
  /** Minutes after the shift's start at which they usually begin. */
  readonly late: number
  /** Minutes of their breaks beside the usual. */
  readonly breaks: number
  /** How likely something technical stops them in an hour. */
  readonly trouble: number
}

const IMPROVE: ReadonlySet<number> = new Set([14, 24])
const DECLINE = 17

export function mannerOf(userID: number): Manner {
  const random = createRandom(SEED + userID)
  return {
    pace: 0.78 + random.next() * 0.46,
    trend: IMPROVE.has(userID) ? 0.35 : userID === DECLINE ? -0.3 : 0,
    refusals: 0.7 + random.next() * 0.7,
    late: random.int(-6, 4),
    breaks: 0.8 + random.next() * 0.5,
    trouble: random.chance(0.2) ? 0.08 : 0.02,
  }
}

/** The pace at a time, so many weeks after the beginning; what it has become stays. */
export const paceIn = ({ pace, trend }: Manner, week: number): number =>
  pace * (1 + trend * Math.min(1, Math.max(0, week / WEEKS)))

/** Numbers of one person and one London day, always the same for both. */
export function randomOf(userID: number, day: string, of = 0): Random {
  const number = Math.round(Date.parse(`${day}T00:00Z`) / 86_400_000)
  return createRandom((SEED + of * 15_485_863 + userID * 100_003 + number * 7919) | 0)
}
