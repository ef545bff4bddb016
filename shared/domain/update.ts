import type { TokenClaims } from '../contract/token.ts'

/** How often the server's build is asked for until a new one is there, in milliseconds (spec 3 §9). */
export const UPDATE_CHECK_MS = 30_000
/** How long a dismissed banner stays away, in milliseconds (spec 3 §9). */
export const UPDATE_SNOOZE_MS = 300_000
/** From the update to the cleared cache and the reload, in milliseconds (spec 1 §9). */
export const UPDATE_RELOAD_MS = 5000
/** How often the visible countdown goes on, in milliseconds. */
export const UPDATE_TICK_MS = 1000

export const UPDATE_TEXT = {
  inMeeting: 'Unable to reload while in a meeting',
} as const

/** The builds that one page knows of. */
export interface KnownBuilds {
  /** What the server serves now. */
  readonly served: string
  /** What this browser last updated to; null at the first visit. */
  readonly stored: string | null
  /** What the server served when this page first asked; null before. */
  readonly first: string | null
}

/**
 * True where the server's build differs from the stored one (spec 3 §4), or from the one that this
 * page began with: another window may have stored the new build while this one still runs the old.
 */
export function isNewBuild({ served, stored, first }: KnownBuilds): boolean {
  return (stored !== null && served !== stored) || (first !== null && served !== first)
}

/** How a kind of session comes to a new build (spec 1 §6): its person decides, by itself, or never here. */
export function updateManner(tokenType: TokenClaims['tokenType']): 'ask' | 'automatic' | 'never' {
  if (tokenType === 'COMPANION') return 'automatic'
  return tokenType === 'MOBILE_APP' ? 'never' : 'ask'
}

/**
 * Whether a version such as '1.2.0' is before another. Numbers count, whatever follows a '-' or '+'
 * doesn't; missing numbers are 0; what is no version is before nothing, and nothing is before it.
 */
export function isOlderVersion(version: string, minimum: string): boolean {
  const [mine, least] = [numbersOf(version), numbersOf(minimum)]
  if (mine === null || least === null) return false
  for (let at = 0; at < Math.max(mine.length, least.length); at++) {
    const difference = (mine[at] ?? 0) - (least[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

function numbersOf(version: string): number[] | null {
  const match = /^v?(\d+(?:\.\d+)*)(?:[-+].*)?$/.exec(version.trim())
  return match?.[1]?.split('.').map(Number) ?? null
}
