import type { AppLink } from '#shared/domain/app-link.ts'
import { CHAT_PATH, MESSAGE_PARAMETER, readPlace } from '#shared/domain/chat-permalink.ts'

/** Where a link of the client's own scheme leads. The documents don't say what a `source` may be; these are ours. */
export function placeOf({ source, sourceid }: AppLink): string {
  if (source === 'chat' && sourceid !== null && readPlace(sourceid)) {
    return `${CHAT_PATH}?${MESSAGE_PARAMETER}=${sourceid}`
  }
  if (source === 'chat') return CHAT_PATH
  if (source === 'ticket' && sourceid !== null && /^\d{1,12}$/.test(sourceid)) {
    return `/dashboard?ticket=${sourceid}`
  }
  return '/dashboard'
}
