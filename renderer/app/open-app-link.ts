import type { AppLink } from '#shared/domain/app-link.ts'
import { CHAT_PATH, MESSAGE_PARAMETER, readPlace } from '#shared/domain/chat-permalink.ts'
import { readTicketID, TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'

/** Where a link of the client's own scheme leads. The documents don't say what a `source` may be; these are ours. */
export function placeOf({ source, sourceid }: AppLink): string {
  if (source === 'chat' && sourceid !== null && readPlace(sourceid)) {
    return `${CHAT_PATH}?${MESSAGE_PARAMETER}=${sourceid}`
  }
  if (source === 'chat') return CHAT_PATH
  if (source === 'ticket' && sourceid !== null && /^\d{1,12}$/.test(sourceid)) {
    return `/dashboard?${TICKET_PARAMETER}=${sourceid}`
  }
  return '/dashboard'
}

/**
 * The address of a link to a message or a ticket, or of an app's request for access, which is followed once
 * its reader has signed in; null for every other place: from there sign-in leads to the dashboard.
 */
export function linkAt({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): string | null {
  const asked = new URLSearchParams(search)
  const isLink =
    readPlace(asked.get(MESSAGE_PARAMETER) ?? '') !== null ||
    readTicketID(asked.get(TICKET_PARAMETER)) !== null ||
    (pathname === '/oauth/task' && asked.has('client_id'))
  return isLink ? `${pathname}${search}` : null
}
