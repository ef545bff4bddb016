import type { Mail } from './outbox.ts'

export interface Reader {
  readonly email: string
  readonly displayName: string
}

function letter({ email, displayName }: Reader, subject: string, paragraphs: readonly string[]): Mail {
  return { to: email, subject, text: [`Hello ${displayName},`, ...paragraphs, 'Fieldwork'].join('\n\n') }
}

/** `minutes` is how long the link is good. */
export function magicLinkLetter(reader: Reader, link: string, minutes: number): Mail {
  return letter(reader, 'Your sign-in to Fieldwork', [
    `Somebody, we hope you, is signing in to Fieldwork as you. To go on, open this link within ${minutes} minutes, on this or any other device, and confirm that it is you:`,
    link,
    'The link works once. If it was not you, do not open it, and tell the service desk.',
  ])
}

export function passwordResetLetter(reader: Reader, link: string, minutes: number): Mail {
  return letter(reader, 'A new password for Fieldwork', [
    `Somebody, we hope you, asked for a new password for Fieldwork. To choose one, open this link within ${minutes} minutes:`,
    link,
    'The link works once. If it was not you, there is nothing to do: your password stays as it is.',
  ])
}

export function passwordChangedLetter(reader: Reader): Mail {
  return letter(reader, 'Your password for Fieldwork was changed', [
    'Your password was changed just now, and every device that was signed in as you has been signed out.',
    'A companion device is no longer paired with you; the service desk pairs it again.',
    'If it was not you, tell the service desk at once.',
  ])
}
