import { lookup } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import type { SmtpSecurity, SmtpSignIn, SmtpStep } from '#shared/domain/mail.ts'
import { isThisMachine } from '#shared/domain/mail.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'
import { tokensOf } from './oauth-token.ts'
import { MailError, type OutgoingMail } from './transport.ts'

export interface SmtpAccess {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  /** '' where the server asks for no sign-in. */
  readonly user: string
  /** With OAUTH the client's secret. */
  readonly password: string | null
  readonly signIn?: SmtpSignIn
  readonly tokenAddress?: string
  readonly clientID?: string
  readonly scope?: string
  readonly from: string
  /** '' for none. */
  readonly replyTo: string
  /** Where delivery reports are read; '' for nowhere. */
  readonly reportsHost?: string
  readonly reportsPort?: number
}

export interface SmtpTrust {
  /** Certificates that are trusted instead of the system's; for tests. */
  readonly ca?: string | undefined
}

const PATIENCE_MS = 10_000
const SOCKET_PATIENCE_MS = 30_000
/** No mail takes longer, whatever its server does. */
export const SENDING_MAX_MS = 120_000
const ANSWER_MAX = 500
/** 'Authentication required', and 'no more than so many at once': not the mail's fault. */
const NOT_THE_MAIL = new Set([421, 530])

interface SmtpFault extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
}

const isCertificateFault = ({ originalCode = '', code = '', message }: SmtpFault) =>
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/.test(
    originalCode || code,
  ) || /certificate/i.test(message)
const isRefusedSignIn = ({ code }: SmtpFault) => code === 'EAUTH' || code === 'ENOAUTH'
const isMailFault = ({ code, responseCode = 0 }: SmtpFault) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && !NOT_THE_MAIL.has(responseCode)

/** What went wrong, for a person. */
function inWords(fault: SmtpFault, { host, port, security }: SmtpAccess): string {
  const { code, originalCode, response, message } = fault
  const answer = (response ?? '').trim()
  if (code === 'EDNS') return `The name ${host} was not found.`
  if (isCertificateFault(fault)) return `The certificate of ${host} is not trusted: ${message}`
  if (isRefusedSignIn(fault))
    return answer === '' ? `The sign-in failed: ${message}` : `The server refused the sign-in: ${answer}`
  if (originalCode === 'ECONNREFUSED') return `Nothing answers at ${host}, port ${port}.`
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT')
    return `${host}, port ${port}, did not answer in time.`
  if (security === 'STARTTLS' && fault.command === 'STARTTLS')
    return `${host} offers no encryption by STARTTLS at port ${port}.`
  if (/wrong version number|packet length too long/i.test(message))
    return `${host} does not speak TLS at port ${port}.`
  return answer === '' ? message : answer
}

function faultOf(fault: SmtpFault): ConstructorParameters<typeof MailError>[1] {
  if (!isMailFault(fault)) return 'blocked'
  return (fault.responseCode ?? 0) >= 500 ? 'refused' : 'later'
}

function transportTo(access: SmtpAccess, { ca }: SmtpTrust) {
  const { host, port, security, user, password, signIn = 'PASSWORD' } = access
  const isOAuth = signIn === 'OAUTH'
  // Asked again here: nothing that was stored earlier or otherwise sends mail in clear to elsewhere.
  if (security === 'NONE' && !isThisMachine(host))
    throw new MailError('Without encryption mail goes to this machine only.', 'blocked')
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    // What was handed over when the connection broke isn't handed over again here, but by the queue.
    maxRequeues: 0,
    host,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    ...(user !== '' && {
      auth: isOAuth ? { type: 'OAuth2' as const, user } : { user, pass: password ?? '' },
    }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    socketTimeout: SOCKET_PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (isOAuth) {
    const { tokenAddress = '', clientID = '', scope = '' } = access
    const token = tokensOf({ tokenAddress, clientID, clientSecret: password ?? '', scope })
    transport.set('oauth2_provision_cb', (_user, isAnother, done) => {
      token(isAnother).then(
        (given) => done(null, given),
        (error: Error) => done(error),
      )
    })
  }
  return transport
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Connections to a mail server (RFC 5321), by what its settings say now. */
export function openSmtp(access: SmtpAccess, trust: SmtpTrust = {}) {
  const transport = transportTo(access, trust)
  const failed = (error: unknown) => {
    const fault = error as SmtpFault
    return new MailError(inWords(fault, access).slice(0, ANSWER_MAX), faultOf(fault))
  }
  return {
    /** @throws MailError */
    async send({ messageID, to, subject, text, html, companyName, picture }: OutgoingMail): Promise<string> {
      requireNoTurn()
      const { from, replyTo } = access
      try {
        const { response } = await within(
          SENDING_MAX_MS,
          transport.sendMail({
            messageId: messageID,
            from: { name: companyName, address: from },
            to: { name: '', address: to },
            ...(replyTo !== '' && { replyTo }),
            subject,
            text,
            html,
            ...(picture && {
              attachments: [
                {
                  cid: picture.cid,
                  filename: 'logo.png',
                  contentType: picture.contentType,
                  content: Buffer.from(picture.content),
                  contentDisposition: 'inline' as const,
                },
              ],
            }),
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        )
        return response.slice(0, ANSWER_MAX)
      } catch (error) {
        throw failed(error)
      }
    },
    /** Connects and signs in, sends nothing. @throws SmtpFault */
    verify: () => within(SENDING_MAX_MS, transport.verify()),
    failed,
    close: () => transport.close(),
  }
}

/** How one step of a test went: null where it wasn't come to. */
export interface SmtpStepResult {
  readonly step: SmtpStep
  readonly isOk: boolean | null
  readonly words: string
}

export const NOT_TRIED = 'Not tried.'

function results(passed: readonly string[], fault: string | null): SmtpStepResult[] {
  const steps: readonly SmtpStep[] = ['NAME', 'CONNECTION', 'SIGN_IN', 'LETTER']
  return steps.map((step, place) => {
    const words = passed[place]
    if (words !== undefined) return { step, isOk: true, words }
    if (place === passed.length && fault !== null) return { step, isOk: false, words: fault }
    return { step, isOk: null, words: NOT_TRIED }
  })
}

/** Tries the settings step by step, up to a letter; the first step that fails ends it (spec 5 §5.3). */
export async function trySmtp(
  access: SmtpAccess,
  letter: OutgoingMail,
  trust: SmtpTrust = {},
): Promise<SmtpStepResult[]> {
  const { host, port, security, user } = access
  const passed: string[] = []
  let smtp: ReturnType<typeof openSmtp>
  try {
    smtp = openSmtp(access, trust)
  } catch (error) {
    return results(passed, (error as Error).message)
  }
  try {
    const { address } = await lookup(host)
    passed.push(address === host ? `${host} is an address.` : `${host} is at ${address}.`)
  } catch {
    smtp.close()
    return results(passed, `The name ${host} was not found.`)
  }
  const connected =
    security === 'NONE'
      ? `The server answers at port ${port}, without encryption.`
      : `The server answers at port ${port}, encrypted by ${security}, with a trusted certificate.`
  try {
    await smtp.verify()
    passed.push(connected, user === '' ? 'The server asks for no sign-in.' : `Signed in as ${user}.`)
    passed.push(`Sent to ${letter.to}. The server said: ${await smtp.send(letter)}`)
    return results(passed, null)
  } catch (error) {
    const fault = error instanceof MailError ? error : smtp.failed(error)
    if (!(error instanceof MailError) && isRefusedSignIn(error as SmtpFault)) passed.push(connected)
    return results(passed, fault.message)
  } finally {
    smtp.close()
  }
}
