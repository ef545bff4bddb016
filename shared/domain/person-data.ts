/** Exports and erasures of a person's data (spec 5 §6.9). */
export type PrivacyKind = 'EXPORT' | 'ERASURE'

export const PRIVACY_STATES = {
  QUEUED: 'Being made',
  READY: 'Ready',
  FAILED: 'Failed',
  EXPIRED: 'Link ended',
  WAITING: 'Waits for approval',
  APPROVED: 'Approved',
  CANCELLED: 'Cancelled',
  DONE: 'Erased',
} as const
export type PrivacyState = keyof typeof PRIVACY_STATES

const DAY_MS = 86_400_000
/** How long the link of an export is good. */
export const EXPORT_KEPT_MS = 7 * DAY_MS
/** From its approval until an erasure takes effect. */
export const ERASURE_WAITS_MS = 7 * DAY_MS
export const PRIVACY_REASON_MAX = 500

/** What somebody is called once their data are erased. */
export const formerName = (personID: number): string => `Former colleague ${personID}`

export const PRIVACY_TEXT = {
  notALeaver: 'Deactivate this person first.',
  linkDays: 7,
} as const
