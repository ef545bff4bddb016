/** Who accepted the end-user agreement, and when, in milliseconds since 1970. */
export interface Acceptance {
  readonly userName: string
  readonly acceptedAt: number
}

/** How long a changed agreement is marked, in milliseconds: 168 hours (spec 1 §9). */
export const AGREEMENT_FRESH_MS = 168 * 60 * 60 * 1000

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Whether an acceptance still counts: it is the same person's, and newer than the agreement (spec 1 §4.1).
 * While the agreement isn't known, `lastUpdated` is null and any acceptance counts, so that a failed fetch
 * keeps nobody out.
 */
export function isAcceptanceValid(
  acceptance: Acceptance | null,
  userName: string,
  lastUpdated: number | null,
): boolean {
  if (acceptance === null || !sameName(acceptance.userName, userName)) return false
  return lastUpdated === null || acceptance.acceptedAt > lastUpdated
}

/**
 * The time to store for an acceptance given now. This machine's clock may be behind the server's, so that now
 * lies before the agreement's last change. Then the time just after that change is taken.
 */
export function acceptanceTime(now: number, lastUpdated: number | null): number {
  return lastUpdated === null ? now : Math.max(now, lastUpdated + 1)
}

/** Whether the agreement changed within the last 168 hours: its date is then red (spec 1 §4.1). */
export function isAgreementFresh(lastUpdated: number, now: number): boolean {
  return now - lastUpdated <= AGREEMENT_FRESH_MS
}
