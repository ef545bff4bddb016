/** An API key's first letters (spec 5 §5.3). */
export const API_KEY_MARK = 'fwk_'
export const API_KEY_DAYS_MAX = 366
/** Limits of ours. */
export const API_KEY_NAME_MAX = 100
export const API_KEY_ADDRESSES_MAX = 50

/** What becomes of a key. */
export const API_KEY_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED', 'OWNER_INACTIVE'] as const
export type ApiKeyState = (typeof API_KEY_STATES)[number]
