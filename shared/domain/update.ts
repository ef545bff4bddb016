import type { TokenClaims } from '../contract/token.ts'

/** How often the server's build is asked for, until there is a new one, in milliseconds (spec 3 §9). */
export const UPDATE_CHECK_MS = 30_000
/** How long a dismissed banner stays away, in milliseconds (spec 3 §9). */
export const UPDATE_SNOOZE_MS = 300_000
/** Time from the update until the cache is cleared and the page reloads, in milliseconds (spec 1 §9). */
export const UPDATE_RELOAD_MS = 5000
/** How often the visible countdown changes, in milliseconds. */
export const UPDATE_TICK_MS = 1000

export const UPDATE_TEXT = {
  inMeeting: 'Unable to reload while in a meeting',
} as const

/** The builds that a page knows. */
export interface KnownBuilds {
  /** The build that the server serves. */
  readonly served: string
  /** The build that this browser last updated to; null at the first visit. */
  readonly stored: string | null
  /** The build that the server had when this page first asked; null before that. */
  readonly first: string | null
}

/**
 * Whether the page should update: the server's build differs from the stored one (spec 3 §4), or from the one
 * that this page began with. The second matters where another window has stored the new build already.
 */
export function isNewBuild({ served, stored, first }: KnownBuilds): boolean {
  return (stored !== null && served !== stored) || (first !== null && served !== first)
}

/** How a session of that kind gets a new build (spec 1 §6): by asking its person, by itself, or not here. */
export function updateManner(tokenType: TokenClaims['tokenType']): 'ask' | 'automatic' | 'never' {
  if (tokenType === 'COMPANION') return 'automatic'
  return tokenType === 'MOBILE_APP' ? 'never' : 'ask'
}

/**
 * Whether a version such as '1.2.0' comes before another. Only the numbers count, not what follows a '-' or
 * '+'; missing numbers are 0. False where either is no version.
 */
export function isOlderVersion(version: string, minimum: string): boolean {
  const [mine, least] = [numbersOf(version), numbersOf(minimum)]
  if (mine === null || least === null) return false
  for (let at = 0; at < Math.max(mine.length, least.length); at++) {
    const own = mine[at] ?? 0
    const other = least[at] ?? 0
    if (own < other) return true
    if (own > other) return false
  }
  return false
}

function numbersOf(version: string): number[] | null {
  const match = /^v?(\d+(?:\.\d+)*)(?:[-+].*)?$/.exec(version.trim())
  return match?.[1]?.split('.').map(Number) ?? null
}
