/** Spec 5 §9. */
export const BROADCAST_MAX = 1000
export const BROADCAST_DAYS_MAX = 30
/** How long past broadcasts are listed (spec 5 §5.10). */
export const BROADCASTS_KEPT_DAYS = 90
export const TEMPLATE_NAME_MAX = 60
export const DEFCON_REASON_MAX = 500
/** What has to be typed. */
export const DEFCON_WORD = 'DEFCON'
/** Of those online, so many have to have it (spec 5 §5.10). */
const REACHED_SHARE = 0.95

const DAY_MS = 24 * 60 * 60 * 1000
/** The last moment at which a broadcast that begins now may end. */
export const lastEnd = (now: number): number => now + BROADCAST_DAYS_MAX * DAY_MS

/**
 * How long it took until 95 % of those who were online had the alert, in milliseconds; null where it hasn't
 * reached them, or nobody was online.
 * @param seen when each of those who were online got it; null where they didn't
 */
export function timeToReach(startTime: number, seen: readonly (number | null)[]): number | null {
  if (seen.length === 0) return null
  const needed = Math.ceil(seen.length * REACHED_SHARE)
  const got = seen.filter((at) => at !== null).toSorted((a, b) => a - b)
  const last = got[needed - 1]
  return last === undefined ? null : last - startTime
}
