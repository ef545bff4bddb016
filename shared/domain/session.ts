import type { TokenClaims } from '../contract/token.ts'
import type { Permissions } from './permissions.ts'

/** Time from a session's end until its cache is cleared and /exit-app opens, in milliseconds (spec 1 §9). */
export const SESSION_CACHE_CLEAR_MS = 3000
export const SESSION_REDIRECT_MS = 5000
/** How long 'Session ended' shows after a logout, in milliseconds (spec 1 §9). */
export const LOGOUT_SHOWN_MS = 2000
/** How often the title of a hidden tab changes, in milliseconds (spec 1 §9). */
export const KEEP_ALIVE_MS = 1000
/** How long a request may take before the spinner shows, in milliseconds (spec 1 §9). */
export const SPINNER_DELAY_MS = 1000

/** How wrong this machine's clock may be before it costs a session, in milliseconds. */
const CLOCK_TOLERANCE_MS = 3_600_000
/** A token is renewed when a tenth of its life is left, at least this many milliseconds. */
const RENEWAL_MARGIN_MS = 600_000
const RENEWAL_SHARE = 0.1

/** A token's times by the server's clock, and when it arrived, in milliseconds by this machine's clock. */
export interface TokenTimes {
  readonly issuedAt: number | null
  readonly expiresAt: number
  readonly receivedAt: number | null
  /** Whether the sign-in ends with this token. */
  readonly isLast?: boolean
}

/** From the claims, which are in seconds, and the stored receipt, if it is this token's. */
export function tokenTimes(
  { exp, iat, isLast }: Pick<TokenClaims, 'exp' | 'iat' | 'isLast'>,
  receipt: { readonly issuedAt: number; readonly receivedAt: number } | null,
): TokenTimes {
  return {
    issuedAt: iat === undefined ? null : iat * 1000,
    expiresAt: exp * 1000,
    receivedAt: iat !== undefined && receipt?.issuedAt === iat ? receipt.receivedAt : null,
    ...(isLast && { isLast }),
  }
}

/**
 * When the token ends by this machine's clock, however wrong that is: its time of arrival plus the life that
 * the server gave it. Without a receipt only the server's time is known.
 */
export function localExpiry({ issuedAt, expiresAt, receivedAt }: TokenTimes): number {
  if (issuedAt === null || receivedAt === null) return expiresAt
  return receivedAt + (expiresAt - issuedAt)
}

/** Whether the token is certainly over; in doubt the server decides. */
export function isTokenOver(times: TokenTimes, now: number): boolean {
  const tolerance = times.receivedAt === null ? CLOCK_TOLERANCE_MS : 0
  return localExpiry(times) + tolerance <= now
}

/**
 * When to renew, in milliseconds by this machine's clock: when a tenth of the life or 10 minutes are left,
 * whichever is longer, but never in the first half of the life. Infinity for the last token of a sign-in.
 */
export function renewalTime(times: TokenTimes): number {
  if (times.isLast) return Number.POSITIVE_INFINITY
  const end = localExpiry(times)
  const start = times.receivedAt ?? times.issuedAt
  if (start === null) return end - RENEWAL_MARGIN_MS
  const life = times.expiresAt - (times.issuedAt ?? start)
  return end - Math.min(life / 2, Math.max(life * RENEWAL_SHARE, RENEWAL_MARGIN_MS))
}

export type SessionLink = 'unknown' | 'connected' | 'disconnected'

interface CompanionSituation {
  readonly permissions: Permissions
  readonly desktop: boolean
  readonly tokenType: TokenClaims['tokenType']
  readonly companion: SessionLink
}

/** Whether a desktop user has to wait for their companion (spec 1 §1, §4.4). */
export function needsCompanion({ permissions, desktop, tokenType, companion }: CompanionSituation): boolean {
  if (!desktop || tokenType === 'COMPANION' || companion === 'connected') return false
  return permissions.can('COMPANION_MODE_REQUIRED')
}

/** Whether a mobile session is refused, because its person may not use the mobile app (spec 1 §5). */
export function isMobileRefused(tokenType: TokenClaims['tokenType'], permissions: Permissions): boolean {
  return tokenType === 'MOBILE_APP' && !permissions.can('CAN_USE_MOBILE_APP')
}
