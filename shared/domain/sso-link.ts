import type { AppLink } from './app-link.ts'

/** What links of the client's own scheme say of a sign-in at a provider (spec 5 §5.4). */
const SIGNED_IN = 'sso'
const REFUSED = 'sso-refused'
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

/** Whether the page that opens the client does so for a sign-in. */
export const isSsoSource = (source: string | null): boolean => source === SIGNED_IN || source === REFUSED
