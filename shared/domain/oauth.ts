/**
 * What a person may allow somebody else's app, each a few calls that declare it (`scope` of a call).
 * The words for them are in the consent screen's texts.
 */
export const SCOPES = ['profile:read', 'activity:read', 'tickets:read', 'tasks:read'] as const
export type Scope = (typeof SCOPES)[number]

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)

/** The scopes of such a text, each once (RFC 6749 §3.3); null where one of them is none, or where there is none. */
export function scopesOf(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))]
  return names.length > 0 && names.every(isScope) ? names : null
}

/** Limits of ours. */
export const APP_NAME_MAX = 100
export const REDIRECTS_MAX = 10
export const REDIRECT_MAX = 2000

const REST = String.raw`(?::\d{1,5})?(?:[/?][^\s#\\]*)?$`
const BY_TLS = new RegExp(`^https://(?:[\\w-]+\\.)*[\\w-]+${REST}`)
const ON_OWN_MACHINE = new RegExp(String.raw`^http://(?:127\.0\.0\.1|\[::1\]|localhost)${REST}`)

/** Whether an app may be answered there: by TLS, or on the person's own machine; without a fragment (RFC 6749 §3.1.2). */
export const isRedirect = (address: string): boolean => BY_TLS.test(address) || ON_OWN_MACHINE.test(address)
