import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#shared/contract/error-body.ts'
import { storageFault } from '../db/storage-faults.ts'
import { Refusal } from '../refusal.ts'

/** Spec 1 §8, 'other': all that is told of a fault of the server's own. */
const FAULT = 'There was an error with your request. Please contact support.'

/** Words for what the framework refuses before a call is reached. */
const FRAMEWORK_VALUES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address of the request is too long.',
  415: 'The body of a request must be JSON, with Content-Type application/json.',
  431: 'The headers of the request are too large.',
}

/** Of a server whose disk is full: nothing was stored, and the same request can succeed later. */
export const NO_ROOM = 'The server has no room left to store anything. Please contact support.'

const JSON_CODES = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'])
const NOT_JSON = 'The body of the request is not valid JSON.'

/** What a person is told of the framework's error; null where it is the server's fault. */
function refusalOf(error: Partial<FastifyError>): Refusal | null {
  const { statusCode = 500, code = '' } = error
  if (statusCode < 400 || statusCode >= 500) return null
  if (JSON_CODES.has(code)) return new Refusal(400, NOT_JSON)
  return new Refusal(statusCode, FRAMEWORK_VALUES[statusCode] ?? FAULT)
}

/** A 401 without words has no body at all: that is how a client learns that its session ended (spec 1 §8). */
function sendRefusal(reply: FastifyReply, { status, value, retryAfterSeconds }: Refusal): FastifyReply {
  reply.code(status)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 401 && value === undefined) return reply.send()
  const body: ErrorBody = value === undefined ? {} : { value }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/**
 * Answers whatever a route throws: a refusal with its status and words; 503 where the disk is full;
 * anything else with 500 and no detail, which goes to the log under the request's id.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A file under way can't be taken back; what was set for it doesn't hold for the error.
  for (const name of ['content-disposition', 'content-length', 'content-type']) reply.removeHeader(name)
  if (error instanceof Refusal) return sendRefusal(reply, error)
  const refusal = error instanceof Error ? refusalOf(error) : null
  if (refusal) {
    request.log.info({ err: error }, 'request refused')
    return sendRefusal(reply, refusal)
  }
  if (storageFault(error) === 'full') {
    request.log.error({ err: error }, 'the disk is full: nothing can be stored until there is room')
    return sendRefusal(reply, new Refusal(503, NO_ROOM))
  }
  request.log.error({ err: error }, 'request failed')
  return sendRefusal(reply, new Refusal(500, FAULT))
}
