/** The native app's own scheme. The documents name none; this one is ours. */
export const APP_SCHEME = 'fieldwork-app'

/** What links say of a sign-in at a provider, done and refused (sso-link.ts, spec 5 §5.4). */
export const SSO_SOURCES = ['sso', 'sso-refused'] as const

/** How long the app gets to open, in milliseconds. The documents name no time. */
export const LAUNCH_WAIT_MS = 2500

/** Longest source and source id that are passed on. */
const PART_MAX = 100

/** The link that opens the native app with these values (spec 1 §2.1); null values are left out. */
export function appLink(source: string | null, sourceid: string | null): string {
  const parts = Object.entries({ source, sourceid })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent((value ?? '').slice(0, PART_MAX).toWellFormed())}`)
  return `${APP_SCHEME}://launch${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

/** What such a link opens; null parts are absent. */
export interface AppLink {
  readonly source: string | null
  readonly sourceid: string | null
}

/** Two longest values, in which every character is three bytes of three characters each (%E2). */
const LINK_MAX = 2 * PART_MAX * 9 + 100
const LINK = new RegExp(`^${APP_SCHEME}://launch/?(?:\\?(?<query>[^#]*))?$`)
const NAMES = new Set(['source', 'sourceid'])

/** Short words and ids; no link of ours has anything else. */
const PART = /^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u

/**
 * Reads a link made by `appLink`; null for anything else. Any program or page on the machine can open such
 * links, so path, fragment, user name, port, repeated, unknown and malformed parameters are refused.
 */
export function parseAppLink(text: string): AppLink | null {
  if (text.length > LINK_MAX) return null
  const query = LINK.exec(text)?.groups
  if (!query) return null
  const parts = new Map<string, string>()
  for (const pair of query.query ? query.query.split('&') : []) {
    const [name = '', encoded = '', ...more] = pair.split('=')
    const value = decoded(encoded)
    if (more.length > 0 || !NAMES.has(name) || parts.has(name) || value === null) return null
    parts.set(name, value)
  }
  return { source: parts.get('source') ?? null, sourceid: parts.get('sourceid') ?? null }
}

/** A decoded value; null where it isn't plain words. */
function decoded(encoded: string): string | null {
  try {
    const value = decodeURIComponent(encoded)
    return value.length <= PART_MAX && PART.test(value) ? value : null
  } catch {
    return null
  }
}
