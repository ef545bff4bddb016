/** Two clocks that differ by more are put right by the difference (spec 4 §4.2.1). */
export const CLOCKS_APART_MS = 2 * 60_000
/** What was done without a connection is taken for so long. */
export const LATE_MAX_MS = 24 * 3_600_000

/** When something was done that comes late. Times in milliseconds since 1970. */
export interface LateTime {
  readonly at: number
  /** Whether the machine's clock was wrong, and the time was put right. */
  readonly isCorrected: boolean
}

/** @param at when it was done @param sentAt when it was sent, both by the machine's clock @param now by the server's */
export function lateTime(at: number, sentAt: number, now: number): LateTime {
  const apart = now - sentAt
  const isCorrected = Math.abs(apart) > CLOCKS_APART_MS
  return { at: Math.min(now, isCorrected ? at + apart : at), isCorrected }
}
