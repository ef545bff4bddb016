import type { Mail } from './outbox.ts'

export interface Reader {
  readonly email: string
  readonly displayName: string
  readonly userID?: number
}

/** A link that a letter asks its reader to open, and how long it is good. */
export interface LetterLink {
  readonly href: string
  readonly minutes: number
  /** In milliseconds since 1970. */
  readonly endsAt: number
}

function letter(
  { email, displayName, userID }: Reader,
  subject: string,
  paragraphs: readonly string[],
  rest: Pick<Mail, 'kind' | 'link'>,
): Mail {
  return {
    to: email,
    subject,
    text: [`Hello ${displayName},`, ...paragraphs].join('\n\n'),
    isSigned: true,
    ...(userID !== undefined && { userID }),
    ...rest,
  }
}

export function magicLinkLetter(reader: Reader, { href, minutes, endsAt }: LetterLink): Mail {
  return letter(
    reader,
    'Your sign-in to Fieldwork',
    [
      `Somebody, we hope you, is signing in to Fieldwork as you. To go on, open this link within ${minutes} minutes, on this or any other device, and confirm that it is you:`,
      href,
      'The link works once. If it was not you, do not open it, and tell the service desk.',
    ],
    { kind: 'SIGN_IN_LINK', link: { href, label: 'Sign in', endsAt } },
  )
}

export function passwordResetLetter(reader: Reader, { href, minutes, endsAt }: LetterLink): Mail {
  return letter(
    reader,
    'A new password for Fieldwork',
    [
      `Somebody, we hope you, asked for a new password for Fieldwork. To choose one, open this link within ${minutes} minutes:`,
      href,
      'The link works once. If it was not you, there is nothing to do: your password stays as it is.',
    ],
    { kind: 'PASSWORD_LINK', link: { href, label: 'Choose a password', endsAt } },
  )
}

export function invitationLetter(
  reader: Reader,
  { companyName, userName, hours }: { companyName: string; userName: string; hours: number },
  { href, endsAt }: Pick<LetterLink, 'href' | 'endsAt'>,
): Mail {
  return letter(
    reader,
    `${companyName} invites you to Fieldwork`,
    [
      `You have an account with ${companyName}. Your user name is ${userName}. To choose your password and read the agreement, open this link within ${hours} hours:`,
      href,
      'The link works once. If it has ended, ask whoever invited you for a new one.',
    ],
    { kind: 'INVITATION', link: { href, label: 'Accept the invitation', endsAt } },
  )
}

export function passwordChangedLetter(reader: Reader): Mail {
  return letter(
    reader,
    'Your password for Fieldwork was changed',
    [
      'Your password was changed just now, and every device that was signed in as you has been signed out.',
      'A companion device is no longer paired with you; the service desk pairs it again.',
      'If it was not you, tell the service desk at once.',
    ],
    { kind: 'PASSWORD_CHANGED' },
  )
}

/** For somebody whose password the service desk reset. */
export function passwordResetForYouLetter(reader: Reader, { href, minutes, endsAt }: LetterLink): Mail {
  return letter(
    reader,
    'Choose a new password for Fieldwork',
    [
      `Your password was reset by the service desk, and you were signed out everywhere. To choose a new one, open this link within ${minutes} minutes:`,
      href,
      'The link works once. A companion device is no longer paired with you.',
    ],
    { kind: 'PASSWORD_LINK', link: { href, label: 'Choose a password', endsAt } },
  )
}

/** The link to a report that ran by itself; it asks for a sign-in. */
export function reportLetter(
  reader: Reader,
  name: string,
  { href, endsAt }: Pick<LetterLink, 'href' | 'endsAt'>,
): Mail {
  return letter(
    reader,
    `Report ready: ${name}`,
    [
      `The report ‘${name}’ has run. It is there for 7 days, and you sign in to see it:`,
      href,
      'It shows what you may see yourself.',
    ],
    { kind: 'REPORT', link: { href, label: 'Open the report', endsAt } },
  )
}

/** A power report that is mailed: it opens with the reader's own figures as they are then. */
export function powerReportLetter(
  reader: Reader,
  name: string,
  { href, endsAt, figures }: Pick<LetterLink, 'href' | 'endsAt'> & { readonly figures: string | null },
): Mail {
  return letter(
    reader,
    `Report: ${name}`,
    [
      ...(figures === null ? [] : [figures]),
      `The report ‘${name}’ is due. You sign in to see it:`,
      href,
      'It shows what you may see yourself.',
    ],
    { kind: 'REPORT', link: { href, label: 'Open the report', endsAt } },
  )
}

/** What was done to somebody's account. */
export const ACCOUNT_NOTICES = {
  LOCKED: {
    subject: 'Your account for Fieldwork was locked',
    text: 'Your account was locked, and you were signed out everywhere. Please contact support.',
  },
  UNLOCKED: {
    subject: 'Your account for Fieldwork was unlocked',
    text: 'Your account was unlocked. You can sign in again.',
  },
  TEMPORARY_PASSWORD: {
    subject: 'Your password for Fieldwork was reset',
    text: 'The service desk gave you a temporary password and tells you what it is. It is good for 24 hours, and you choose your own when you sign in. You were signed out everywhere.',
  },
  TWO_FACTOR_RESET: {
    subject: 'Two-factor sign-in for Fieldwork was reset',
    text: 'Your authenticator app and recovery codes were forgotten. If you have to sign in with two factors, you set up an app when you next sign in.',
  },
} as const
export type AccountNotice = keyof typeof ACCOUNT_NOTICES

/** Tells somebody what was done to their account (spec 5 §3.6). */
export function accountNoticeLetter(reader: Reader, notice: AccountNotice): Mail {
  const { subject, text } = ACCOUNT_NOTICES[notice]
  return letter(reader, subject, [text, 'If you did not expect this, tell the service desk.'], {
    kind: 'ACCOUNT',
  })
}

/** What came by a link that its reader sent. The lines are the visitor's. */
export function publicAnswerLetter(reader: Reader, subject: string, lines: readonly string[]): Mail {
  return letter(reader, subject, ['This came in through a link that you sent:', ...lines], {
    kind: 'PUBLIC_ANSWER',
  })
}

/** Asks somebody outside whether an address is theirs (spec 6 §9.6). */
export function confirmAddressLetter(
  to: string,
  {
    href,
    endsAt,
    ...about
  }: {
    readonly href: string
    readonly endsAt: number
    readonly company: string
    readonly study: string
    readonly days: number
  },
): Mail {
  return {
    ...{ to, subject: `Is this your address? ${about.study}`, isSigned: true, kind: 'CONFIRM_ADDRESS' },
    text: [
      'Hello,',
      `${about.company} has this address for ${about.study}. If it is yours, and we may write to it, open this link within ${about.days} days and say so:`,
      href,
      'If it is not yours, there is nothing to do: nobody will write to you again.',
    ].join('\n\n'),
    link: { href, label: 'Confirm my address', endsAt },
  }
}

/** Offers an applicant a contract (spec 6 §3.4). */
export function offerLetter(
  reader: Reader,
  {
    href,
    endsAt,
    company,
    days,
  }: { readonly href: string; readonly endsAt: number; readonly company: string; readonly days: number },
): Mail {
  return letter(
    reader,
    `An offer of work at ${company}`,
    [
      `We would like you to work with us. What we offer stands behind this link, where you can accept or decline it within ${days} days:`,
      href,
      'The link works once. If you did not apply, there is nothing to do.',
    ],
    { kind: 'OFFER', link: { href, label: 'See the offer', endsAt } },
  )
}

/** A meeting as guests are told of it. */
export interface GuestMeeting {
  readonly subject: string
  readonly host: string
  readonly agenda: string
  /** Its day and time, and how it repeats. */
  readonly when: string
  readonly href: string
  /** When the link ends, in milliseconds since 1970. */
  readonly endsAt: number
}

/** Tells somebody without an account of a meeting (spec 6 §2.3): they are asked, it is otherwise, or it is cancelled. */
export function guestMeetingLetter(
  to: string,
  what: 'ASKED' | 'CHANGED' | 'CANCELLED',
  {
    subject,
    host,
    agenda,
    when,
    href,
    endsAt,
  }: Omit<GuestMeeting, 'href' | 'endsAt'> & Partial<Pick<GuestMeeting, 'href' | 'endsAt'>>,
): Mail {
  const words = {
    ASKED: { subject: `Meeting: ${subject}`, text: `${host} invites you to a meeting.` },
    CHANGED: {
      subject: `Meeting changed: ${subject}`,
      text: `${host} changed a meeting that you are invited to. The link that you have shows it as it is now; please answer again.`,
    },
    CANCELLED: { subject: `Meeting cancelled: ${subject}`, text: `${host} cancelled this meeting.` },
  }[what]
  const link =
    href === undefined || endsAt === undefined
      ? undefined
      : { href, label: 'See the meeting and answer', endsAt }
  return {
    ...{ to, subject: words.subject, isSigned: true, kind: 'OTHER' },
    text: ['Hello,', words.text, subject, when, agenda, href ?? '']
      .filter((part) => part !== '')
      .join('\n\n'),
    ...(link ? { link } : {}),
  }
}
