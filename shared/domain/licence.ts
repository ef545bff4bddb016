/** The banner shows when less than this is left, in milliseconds: 7 days (spec 1 §9). */
export const LICENCE_WARNING_MS = 604_800_000
/** How often the banner counts down, and how often the licence is asked for again, in milliseconds. */
export const LICENCE_TICK_MS = 1000
export const LICENCE_REFETCH_MS = 3_600_000

export const LICENCE_TEXT = {
  expired: 'Your license has expired',
  failed: 'Error fetching license',
} as const

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface LicenceView {
  readonly shows: 'nothing' | 'banner' | 'overlay'
  /** The timer's text; shown with the banner only. */
  readonly timerText: string
}

/** What the licence means at `now`; both in milliseconds since 1970 (spec 1 §4.7). */
export function licenceView(expiresAt: number, now: number): LicenceView {
  const left = expiresAt - now
  if (left <= 0) return { shows: 'overlay', timerText: LICENCE_TEXT.expired }
  const text = `License expires in: ${timeLeft(left)}`
  return { shows: left < LICENCE_WARNING_MS ? 'banner' : 'nothing', timerText: text }
}

/** A failed fetch changes only the timer's text, which isn't visible (spec 1 §4.7, decisions). */
export const LICENCE_FAILED: LicenceView = { shows: 'nothing', timerText: LICENCE_TEXT.failed }

/** Milliseconds as 'Nd Nh Nm Ns', whole units, rounded down. */
function timeLeft(ms: number): string {
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  const seconds = Math.floor((ms % MINUTE) / SECOND)
  return `${days}d ${hours}h ${minutes}m ${seconds}s`
}
