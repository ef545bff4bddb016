/** What became of a mail (spec 5 §5.6, §6.1). */
export const MAIL_STATES = {
  QUEUED: 'Queued',
  SENDING: 'Sending',
  SENT: 'Sent',
  DEFERRED: 'To be tried again',
  FAILED: 'Failed',
  BOUNCED: 'Bounced',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
} as const
export type MailState = keyof typeof MAIL_STATES

/** What a mail is for. */
export const MAIL_KINDS = {
  SIGN_IN_LINK: 'Sign-in link',
  PASSWORD_LINK: 'Link for a password',
  PASSWORD_CHANGED: 'Password changed',
  INVITATION: 'Invitation',
  ACCOUNT: 'About an account',
  TICKET: 'Ticket',
  CUSTOMER: 'To a customer',
  PUBLIC_ANSWER: 'Answer by a link',
  CONFIRM_ADDRESS: 'Asks to confirm an address',
  OFFER: 'Offer to an applicant',
  BULK: 'To many',
  REPORT: 'Report',
  TEST: 'Test',
  OTHER: 'Other',
} as const
export type MailKind = keyof typeof MAIL_KINDS

/** How one attempt to hand a mail over ended. LOST: the server ended meanwhile; it may have been sent. BOUNCED: a report said so later. */
export const ATTEMPT_OUTCOMES = {
  SENT: 'Handed over',
  DEFERRED: 'Not now',
  FAILED: 'Refused',
  LOST: 'Not known',
  BOUNCED: 'Came back',
} as const
export type AttemptOutcome = keyof typeof ATTEMPT_OUTCOMES

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long after each failure a mail is tried again; then every 12 hours. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS] as const
const LAST_WAIT_MS = 12 * HOUR_MS
/** From its first try on, a mail is given up after so long. */
const GIVEN_UP_MS = 48 * HOUR_MS

/**
 * When a mail is tried again; null where it is given up. Moments in milliseconds since 1970.
 * @param tries how often it was tried, with the try that has just failed
 */
export function nextTry(tries: number, firstTriedAt: number, now: number): number | null {
  const next = now + (WAITS_MS[tries - 1] ?? LAST_WAIT_MS)
  return next - firstTriedAt > GIVEN_UP_MS ? null : next
}

/** How mail reaches its server: encrypted from the first byte, from STARTTLS on, or not at all. */
export const SMTP_SECURITIES = { TLS: 'TLS', STARTTLS: 'STARTTLS', NONE: 'None (this machine only)' } as const
export type SmtpSecurity = keyof typeof SMTP_SECURITIES
/** The port that each usually has. */
export const SMTP_PORTS: Readonly<Record<SmtpSecurity, number>> = { TLS: 465, STARTTLS: 587, NONE: 25 }
/** Where mailboxes are read by IMAP, encrypted from the first byte. */
export const IMAP_PORT = 993
export const MAILS_A_MINUTE_MAX = 1000
export const DEFAULT_MAILS_A_MINUTE = 60

/** Whether a host is this machine by its very name, whatever a name server says. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host.trim())

/** What a test of the SMTP adaptor goes through, in order. */
/** How the mail server is signed in to: by a password, or by a token that a client of OAuth is given. */
export const SMTP_SIGN_INS = { PASSWORD: 'Password', OAUTH: 'OAuth' } as const
export type SmtpSignIn = keyof typeof SMTP_SIGN_INS

export const SMTP_STEPS = {
  NAME: 'Name',
  CONNECTION: 'Connection',
  SIGN_IN: 'Sign-in',
  LETTER: 'Test letter',
  REPORTS: 'Delivery reports',
} as const
export type SmtpStep = keyof typeof SMTP_STEPS
