/** Who accepted the end-user agreement, and when, in milliseconds since 1970. */
export interface Acceptance {
  readonly userName: string
  readonly acceptedAt: number
}

/** For how long after a change the agreement's date warns: 168 hours, in milliseconds (spec 1 §9). */
export const AGREEMENT_FRESH_MS = 168 * 60 * 60 * 1000

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Whether an acceptance still counts: it is that person's, and newer than the agreement (spec 1 §4.1).
 * `lastUpdated` is null while the agreement isn't known; an acceptance then counts as it stands, so
 * that an agreement that can't be fetched keeps nobody out who had accepted it.
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
 * The time to note for an acceptance given now. Where this machine's clock is behind the server's, now
 * may lie before the agreement that was just accepted: then it is taken as accepted right after its change.
 */
export function acceptanceTime(now: number, lastUpdated: number | null): number {
  return lastUpdated === null ? now : Math.max(now, lastUpdated + 1)
}

/** Whether the agreement changed within the last 168 hours: its date is then red (spec 1 §4.1). */
export function isAgreementFresh(lastUpdated: number, now: number): boolean {
  return now - lastUpdated <= AGREEMENT_FRESH_MS
}
