/**
 * What a person may allow an app of others: each scope stands for the calls that declare it. A scope that
 * allows changes doesn't include reading. Conversations, secrets, credentials and the administration of
 * others are in none. Their words are in the consent screen's texts.
 */
export const SCOPES = [
  'profile:read',
  'activity:read',
  'activity:write',
  'calendar:read',
  'calendar:write',
  'tickets:read',
  'tickets:write',
  'tasks:read',
  'tasks:write',
  'checklist:read',
  'notifications:read',
  'documents:read',
] as const
export type Scope = (typeof SCOPES)[number]

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)

/**
 * The scopes in a space-separated text, each once (RFC 6749 §3.3); null where one is unknown, or there are
 * none.
 */
export function scopesOf(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))]
  return names.length > 0 && names.every(isScope) ? names : null
}

/** Limits of ours. */
export const APP_NAME_MAX = 100
export const REDIRECTS_MAX = 10
export const REDIRECT_MAX = 2000
/** Longest query with which an app sends a person, in characters. */
export const CONSENT_QUERY_MAX = 8000

/** Faults of which an app is told at its own address (RFC 6749 §4.1.2.1). */
export type ConsentFault = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'

const REST = String.raw`(?::\d{1,5})?(?:[/?][^\s#\\]*)?$`
const BY_TLS = new RegExp(`^https://(?:[\\w-]+\\.)*[\\w-]+${REST}`)
const ON_OWN_MACHINE = new RegExp(String.raw`^http://(?:127\.0\.0\.1|\[::1\]|localhost)${REST}`)

/**
 * Whether an app may be answered at that address: over TLS, or on the person's own machine; without a
 * fragment (RFC 6749 §3.1.2).
 */
export const isRedirect = (address: string): boolean => BY_TLS.test(address) || ON_OWN_MACHINE.test(address)
