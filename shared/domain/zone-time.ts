const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
/** Quarters of an hour whose clocks are kept, a zone. */
const KEPT_MAX = 5000

/**
 * Converts between moments and the local time of a time zone. A local time ('wall' time) is a number: what
 * `Date.UTC` gives for the shown date and time.
 */
export interface ZoneClock {
  /** The local time at that moment, for arithmetic with days and hours. */
  readonly wallClock: (at: number) => number
  /**
   * The moment of that local time. A time that summer time skips becomes the one an hour later; of a time
   * that occurs twice, the first counts.
   */
  readonly momentOf: (wall: number) => number
}

const clocks = new Map<string, ZoneClock>()

/** @param zone an IANA name; @throws RangeError for one that isn't known */
export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone)
  if (known) return known
  const made = makeClock(zone)
  clocks.set(zone, made)
  return made
}

export function isZone(zone: string): boolean {
  try {
    zoneClock(zone)
    return true
  } catch {
    return false
  }
}

function makeClock(zone: string): ZoneClock {
  // Only parsed, never shown: any language with these digits and this calendar will do.
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const readAhead = (at: number): number => {
    const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
  }
  // Clocks change on the quarter hour of UTC since they are counted; reading a zone's takes long.
  const known = new Map<number, number>()
  const aheadOfUtc = (at: number): number => {
    if (at < 0) return readAhead(at)
    const quarter = Math.floor(at / QUARTER_MS)
    const kept = known.get(quarter)
    if (kept !== undefined) return kept
    if (known.size >= KEPT_MAX) known.clear()
    const read = readAhead(quarter * QUARTER_MS)
    known.set(quarter, read)
    return read
  }
  const wallClock = (at: number): number => at + aheadOfUtc(at)
  return {
    wallClock,
    momentOf(wall) {
      const early = wall - aheadOfUtc(wall - DAY_MS)
      const late = wall - aheadOfUtc(wall + DAY_MS)
      // Around a change of the clocks two candidates differ: the earlier one if it fits, else the later.
      return wallClock(early) === wall ? early : wallClock(late) === wall ? late : early
    },
  }
}

/** A local time as input fields have it, 'YYYY-MM-DDTHH:mm'. */
export const localOf = (wall: number): string => new Date(wall).toISOString().slice(0, 16)

/** The local time of such a field's value, or of a date; NaN for anything else. */
export const wallOf = (local: string): number =>
  Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`)
