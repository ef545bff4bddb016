import * as z from 'zod/mini'
import { type SmtpSettings, smtpSettings } from '#shared/contract/adaptors.ts'
import {
  DEFAULT_MAILS_A_MINUTE,
  IMAP_PORT,
  MAILS_A_MINUTE_MAX,
  SMTP_PORTS,
  type SmtpSecurity,
  type SmtpSignIn,
} from '#shared/domain/mail.ts'

/** The settings of a mail server as their fields hold them. */
export type SmtpEntries = Readonly<
  Record<
    | 'host'
    | 'port'
    | 'user'
    | 'password'
    | 'tokenAddress'
    | 'clientID'
    | 'scope'
    | 'from'
    | 'replyTo'
    | 'reportsHost'
    | 'reportsPort'
    | 'perMinute',
    string
  >
> & { readonly security: SmtpSecurity; readonly signIn: SmtpSignIn }
export type SmtpField = keyof SmtpEntries
export type SmtpFaults = Partial<Readonly<Record<SmtpField, string>>>

export const EMPTY_SMTP: SmtpEntries = {
  host: '',
  port: String(SMTP_PORTS.STARTTLS),
  security: 'STARTTLS',
  user: '',
  password: '',
  signIn: 'PASSWORD',
  tokenAddress: '',
  clientID: '',
  scope: '',
  from: '',
  replyTo: '',
  reportsHost: '',
  reportsPort: String(IMAP_PORT),
  perMinute: String(DEFAULT_MAILS_A_MINUTE),
}

/** The password isn't among them: it never comes back. */
export const smtpEntriesOf = (settings: SmtpSettings): SmtpEntries => ({
  ...settings,
  port: String(settings.port),
  reportsPort: String(settings.reportsPort),
  perMinute: String(settings.perMinute),
  password: '',
})

/** As the server takes them. */
export const smtpSettingsOf = (entries: SmtpEntries) => ({
  host: entries.host.trim(),
  port: Number(entries.port),
  security: entries.security,
  user: entries.user.trim(),
  signIn: entries.signIn,
  tokenAddress: entries.tokenAddress.trim(),
  clientID: entries.clientID.trim(),
  scope: entries.scope.trim(),
  from: entries.from.trim(),
  replyTo: entries.replyTo.trim(),
  reportsHost: entries.reportsHost.trim(),
  reportsPort: Number(entries.reportsPort),
  perMinute: Number(entries.perMinute),
})

/** Another kind of encryption usually has another port. */
export function withSecurity(entries: SmtpEntries, security: SmtpSecurity): SmtpEntries {
  const isUsual = Object.values(SMTP_PORTS).map(String).includes(entries.port)
  return { ...entries, security, ...(isUsual && { port: String(SMTP_PORTS[security]) }) }
}

const FAULTS: Readonly<Record<SmtpField, string>> = {
  host: 'Type the mail server’s name, such as smtp.example.com.',
  port: 'A port is a number from 1 to 65535.',
  security: 'Without encryption mail goes to this machine only.',
  user: 'Type the user name. OAuth and delivery reports need one.',
  password: 'This password can’t be used.',
  signIn: 'Choose how to sign in.',
  tokenAddress: 'Type the https address where tokens are asked for.',
  clientID: 'Type the id of the client.',
  scope: 'This scope can’t be used.',
  from: 'Type a whole e-mail address.',
  replyTo: 'Type a whole e-mail address, or leave it empty.',
  reportsHost:
    'Type the name of the mailbox’s server, or leave it empty. Without encryption, this machine only.',
  reportsPort: 'A port is a number from 1 to 65535.',
  perMinute: `Type a number from 1 to ${MAILS_A_MINUTE_MAX}.`,
}

/** What is wrong with the fields, by the rules that the server goes by. */
export function smtpFaultsOf(entries: SmtpEntries): SmtpFaults {
  const read = z.safeParse(smtpSettings, smtpSettingsOf(entries))
  if (read.success) return {}
  const fields = read.error.issues.map(({ path }) => String(path[0]) as SmtpField)
  return Object.fromEntries(fields.map((field) => [field, FAULTS[field]]))
}
