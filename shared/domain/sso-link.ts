import { type AppLink, SSO_SOURCES } from './app-link.ts'

const [SIGNED_IN, REFUSED] = SSO_SOURCES
/** A part of a link begins with a letter; a ticket may not. */
const BEFORE_TICKET = 't.'
const TICKET = /^[\w-]{43}$/

/** Hands the ticket of a sign-in to the client that began it. */
export const ssoLink = (ticket: string): AppLink => ({
  source: SIGNED_IN,
  sourceid: `${BEFORE_TICKET}${ticket}`,
})

/** Tells the client why there is none. */
export const ssoFaultLink = (fault: string): AppLink => ({ source: REFUSED, sourceid: fault })

/** What a link says of a sign-in; null where it is about something else. */
export function ssoAnswer({
  source,
  sourceid,
}: AppLink): { readonly ticket: string } | { readonly fault: string } | null {
  if (source === REFUSED) return { fault: sourceid ?? '' }
  const ticket = sourceid?.slice(BEFORE_TICKET.length) ?? ''
  return source === SIGNED_IN && sourceid?.startsWith(BEFORE_TICKET) && TICKET.test(ticket)
    ? { ticket }
    : null
}
