import type { AppLink } from '#shared/domain/app-link.ts'

/** Where a link of the client's own scheme leads. The documents don't say what a `source` may be; these are ours. */
export function placeOf({ source, sourceid }: AppLink): string {
  if (source === 'chat') return '/connect-plus/chat'
  if (source === 'ticket' && sourceid !== null && /^\d{1,12}$/.test(sourceid)) {
    return `/dashboard?ticket=${sourceid}`
  }
  return '/dashboard'
}
