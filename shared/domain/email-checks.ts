/** What checking an address came to (spec 6 §9.6). */
export const EMAIL_RESULTS = {
  VALID: 'Valid',
  RISKY: 'Risky',
  INVALID: 'Invalid',
  UNKNOWN: 'Unknown',
} as const
export type EmailResult = keyof typeof EMAIL_RESULTS

/** What a check found, in words, and what it makes of the address. */
export const EMAIL_FINDINGS = {
  FORM: { words: 'Not the form of an address', result: 'INVALID' },
  STOPPED: { words: 'On the stop list', result: 'INVALID' },
  NO_MAIL_SERVER: { words: 'Its domain has no mail server', result: 'INVALID' },
  REFUSED: { words: 'The provider says that there is no such mailbox', result: 'INVALID' },
  DISPOSABLE: { words: 'A mailbox to throw away', result: 'RISKY' },
  ROLE: { words: 'A role and no person', result: 'RISKY' },
  TWICE: { words: 'Stands in the list before', result: 'RISKY' },
  DOUBTFUL: { words: 'The provider has doubts', result: 'RISKY' },
  DOMAIN_UNKNOWN: { words: 'Its domain could not be asked', result: 'UNKNOWN' },
  NOT_TOLD: { words: 'The provider could not tell', result: 'UNKNOWN' },
  NO_ANSWER: { words: 'The provider did not answer', result: 'UNKNOWN' },
  LIMIT: { words: 'The monthly limit of checks is reached', result: 'UNKNOWN' },
} as const satisfies Record<string, { words: string; result: Exclude<EmailResult, 'VALID'> }>
export type EmailFinding = keyof typeof EMAIL_FINDINGS

const WORST_FIRST = ['INVALID', 'RISKY', 'UNKNOWN'] as const

/** What all that was found makes of an address: the worst of it; VALID where nothing was found. */
export function resultOf(findings: readonly EmailFinding[]): EmailResult {
  return (
    WORST_FIRST.find((result) => findings.some((finding) => EMAIL_FINDINGS[finding].result === result)) ??
    'VALID'
  )
}

export const findingsInWords = (findings: readonly EmailFinding[]): string =>
  findings.map((finding) => EMAIL_FINDINGS[finding].words).join('; ')

export const EMAIL_JOB_STATES = {
  RUNNING: 'Running',
  DONE: 'Done',
  STOPPED: 'Stopped',
  FAILED: 'Failed',
} as const
export type EmailJobState = keyof typeof EMAIL_JOB_STATES

/** Mailboxes of a role (RFC 2142, and what offices use besides), before the @. */
const ROLES: ReadonlySet<string> = new Set(
  'abuse accounts admin administrator billing careers contact customerservice enquiries enquiry feedback finance ftp help helpdesk hello hostmaster hr info it jobs legal mail mailer-daemon marketing media news no-reply noc noreply office orders postmaster press privacy recruitment reception root sales security service spam support team usenet webmaster www'.split(
    ' ',
  ),
)

/** Whether an address is that of a role: `info@`, also `info+uk@`. */
export const isRoleAddress = (key: string): boolean => ROLES.has(key.split('@')[0]?.split('+')[0] ?? '')

/** By which two spellings of an address are one. */
export const emailKey = (address: string): string => address.trim().toLowerCase()

/** The domain of an address; '' where it has none. */
export const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1)

/**
 * The addresses in a text that somebody pasted or a file of a column: a line, comma, semicolon or tab ends one, and
 * of `Ann Lee <ann@x.example>` the address is taken.
 */
export function addressesIn(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).replaceAll('"', '').trim())
    .filter((part) => part !== '')
}
