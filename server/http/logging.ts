import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

export const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Fields that are never logged. */
const SECRET_FIELDS = [
  'authorization',
  'password',
  'diallerPassword',
  'confirmitPassword',
  'passwordHash',
  'token',
  'access_token',
  'clientKey',
  'magicKey',
  'secret',
  'twoFactorSecret',
  'recoveryCodes',
]

/** Words in the addresses of public pages; any other part is a token or a name (spec 1 §2.1). */
const PUBLIC_WORDS = new Set(
  'public app launch wurksafe survey whatsapp pre-auth ticket contact-details validate customer job-order-details auth research email-verify magic-link expenses submit-doc user-meeting shared client pp pn wurkshare widget'.split(
    ' ',
  ),
)

/** Mailed links have their token in the path. */
function withoutTokens(path: string): string {
  if (!/^\/+public(?:\/|$)/i.test(path)) return path
  const shown = (part: string) => (part === '' || PUBLIC_WORDS.has(part) ? part : '[secret]')
  return path.split('/').map(shown).join('/')
}

/** The path without the query, which may have a token, as on hubs. */
export function describeRequest({ url, method, sender }: Pick<FastifyRequest, 'url' | 'method' | 'sender'>) {
  const [path = ''] = url.split('?')
  return { method, path: withoutTokens(path), address: sender.address }
}

/** Settings of the server's log (pino): JSON lines without secrets. */
export function logging(level: LogLevel, stream?: Writable) {
  return {
    level,
    ...(stream && { stream }),
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
    // Levels by their names, and the time as people write it.
    formatters: { level: (level: string) => ({ level }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
}
