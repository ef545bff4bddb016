/** The native app's own scheme. The documents name none; this one is ours. */
const APP_SCHEME = 'fieldwork-app'

/** How long the app gets to open, in milliseconds. The documents name no time. */
export const LAUNCH_WAIT_MS = 2500

/** Longest source and source id that are passed on. */
const PART_MAX = 100

/** The link that opens the native app at what the query names (spec 1 §2.1); what isn't named is left out. */
export function appLink(source: string | null, sourceid: string | null): string {
  const parts = Object.entries({ source, sourceid })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent((value ?? '').slice(0, PART_MAX).toWellFormed())}`)
  return `${APP_SCHEME}://launch${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}
