import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, as they came. */
  readonly raw: string
  readonly isEncrypted: boolean
  readonly user: string | null
}

/** What a mail server of a test does besides taking everything. */
export interface MailServerOptions {
  readonly security?: 'TLS' | 'STARTTLS' | 'NONE'
  readonly login?: { readonly user: string; readonly password: string }
  /** Takes a token in the password's place. */
  readonly token?: { readonly user: string; readonly token: string }
  /** Gives what refuses a recipient or a text, such as '550 no such user'; null takes it. */
  readonly recipient?: (address: string) => string | null
  readonly data?: () => Promise<string | null> | string | null
}

function refusal(text: string): Error {
  const [, code = '550', words = text] = /^(\d{3}) (.*)$/.exec(text) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

/** A real SMTP server on this machine. */
export async function startMailServer(options: MailServerOptions = {}) {
  const received: ReceivedMail[] = []
  const { security = 'NONE', login, token } = options
  const settings: SMTPServerOptions = {
    name: 'mail.test',
    secure: security === 'TLS',
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    disabledCommands: [...(security === 'STARTTLS' ? [] : ['STARTTLS']), ...(login || token ? [] : ['AUTH'])],
    ...(token && { authMethods: ['XOAUTH2'] }),
    allowInsecureAuth: true,
    authOptional: login === undefined && token === undefined,
    closeTimeout: 50,
    onAuth({ username, password, accessToken }, _session, done) {
      if (token && username === token.user && accessToken === token.token)
        return done(null, { user: username })
      if (login && username === login.user && password === login?.password)
        return done(null, { user: username })
      done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const no = options.recipient?.(address) ?? null
      done(no === null ? null : refusal(no))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
          isEncrypted: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        })
        Promise.resolve(options.data?.() ?? null).then(
          (no) => done(no === null ? null : refusal(no)),
          (error: Error) => done(error),
        )
      })
    },
  }
  const server = new SMTPServer(settings)
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    received,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The header of a received mail; '' where it has none. */
export function headerOf({ raw }: ReceivedMail, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
}
