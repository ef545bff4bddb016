import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#shared/contract/error-body.ts'
import type { RefusalCode } from '#shared/texts/refusal.ts'
import { FilesAwayError, storageFault } from '../db/storage-faults.ts'
import { Refusal, SessionOver } from '../refusal.ts'
import { describeRequest } from './logging.ts'

/** Codes for refusals by the framework, by status. */
const FRAMEWORK_CODES = {
  400: 'request.unreadable',
  408: 'request.late',
  413: 'request.tooLarge',
  414: 'request.addressTooLong',
  415: 'request.notJSONType',
  431: 'request.headersTooLarge',
} as const satisfies Record<number, RefusalCode>

type FrameworkCode = (typeof FRAMEWORK_CODES)[keyof typeof FRAMEWORK_CODES]

const JSON_CODES = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'])

/** The refusal for an error of the framework; null where the server is at fault. */
function refusalOf(error: Partial<FastifyError>): Refusal | null {
  const { statusCode = 500, code = '' } = error
  if (statusCode < 400 || statusCode >= 500) return null
  if (JSON_CODES.has(code)) return new Refusal(400, 'request.notJSON')
  const known: Readonly<Record<number, FrameworkCode>> = FRAMEWORK_CODES
  return new Refusal(statusCode, known[statusCode] ?? 'server.fault')
}

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, value, code, params, fields, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const body: ErrorBody = { value, code, ...(params !== undefined && { params }), ...(fields && { fields }) }
  return withStatus(reply, status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function withStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status)
}

/** A fault of the server: which call, by whom, and what they sent, none of which is kept with it. */
export interface Fault {
  readonly place: string
  readonly requestID: string
  readonly personID: number | null
  readonly names: readonly string[]
  readonly sent: readonly string[]
}
export type OnFault = (error: unknown, fault: Fault) => void

function faultOf(request: FastifyRequest): Fault {
  const { caller, body, query, params, headers, callName } = request
  const { method, path } = describeRequest(request)
  return {
    place: callName ?? `${method} ${path}`,
    requestID: String(request.id),
    personID: caller?.userID ?? null,
    names: caller ? [caller.displayName, caller.userName] : [],
    // A call's address is its own name, and nothing that was sent.
    sent: textsIn([
      body,
      query,
      callName === undefined ? params : null,
      headers.authorization?.replace(/^Bearer\s+/i, ''),
    ]),
  }
}

/**
 * Answers whatever a route throws: a refusal with its status and words; 503 for a full disk and for a database that
 * doesn't answer, which clients try again; anything else
 * with 500 and no detail. The detail goes to the log under the request's id.
 * @param onFault told of the latter
 */
export const errorSender =
  (onFault: OnFault) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A half-sent file can't be taken back, but its headers mustn't be used for the error.
    for (const name of ['content-disposition', 'content-length', 'content-type']) reply.removeHeader(name)
    if (error instanceof SessionOver) return withStatus(reply, error.status).send()
    if (error instanceof Refusal) return sendRefusal(reply, error)
    const refusal = error instanceof Error ? refusalOf(error) : null
    if (refusal) {
      request.log.info({ err: error }, 'request refused')
      return sendRefusal(reply, refusal)
    }
    if (storageFault(error) === 'full') {
      request.log.error({ err: error }, 'the disk is full: nothing can be stored until there is room')
      return sendRefusal(reply, new Refusal(503, 'server.diskFull'))
    }
    if (error instanceof FilesAwayError) {
      request.log.error({ err: error }, 'files can be neither stored nor read')
      return sendRefusal(reply, new Refusal(503, 'server.filesAway'))
    }
    if (storageFault(error) === 'away') {
      request.log.error({ err: error }, 'the database does not answer')
      return sendRefusal(reply, new Refusal(503, 'server.databaseAway'))
    }
    request.log.error({ err: error }, 'request failed')
    onFault(error, faultOf(request))
    return sendRefusal(reply, new Refusal(500, 'server.fault'))
  }

/** Shorter texts of a request are words of any message. */
const SENT_MIN = 4
const SENT_MAX = 5000

/** Every text in a value that came with a request, the longest first. */
function textsIn(value: unknown): string[] {
  const found = new Set<string>()
  const look = (one: unknown, depth: number): void => {
    if (found.size >= SENT_MAX || depth > 12) return
    if (typeof one === 'string') {
      for (const text of [one, ...one.split('\n')]) if (text.trim().length >= SENT_MIN) found.add(text.trim())
    } else if (typeof one === 'number' && String(one).length >= SENT_MIN) found.add(String(one))
    else if (Array.isArray(one)) for (const part of one) look(part, depth + 1)
    else if (typeof one === 'object' && one !== null)
      for (const part of Object.values(one)) look(part, depth + 1)
  }
  look(value, 0)
  return [...found].sort((one, other) => other.length - one.length)
}
