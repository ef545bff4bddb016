import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

export const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Fields that never reach the log, whoever hands them to it. */
const SECRET_FIELDS = [
  'authorization',
  'password',
  'passwordHash',
  'token',
  'access_token',
  'clientKey',
  'magicKey',
]

/** Logs the path alone: a query may carry a token (hubs do so). */
function describeRequest(request: Pick<FastifyRequest, 'url' | 'method' | 'ip'>) {
  const [path = ''] = request.url.split('?')
  return { method: request.method, path, address: request.ip }
}

/** Settings of the server's log (pino): lines of JSON, without secrets. */
export function logging(level: LogLevel, stream?: Writable) {
  return {
    level,
    ...(stream && { stream }),
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
    serializers: { req: describeRequest },
  }
}
