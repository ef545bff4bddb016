import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { errorBody } from '#shared/contract/error-body.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { ruleInWords } from '#shared/domain/permission-rule.ts'

const CONTENT_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  blob: 'application/octet-stream',
} as const

/** An empty body is described by a null schema. */
const sessionOver = z.null().check(z.describe('There is no live session for the token. The body is empty.'))
const SIGN_IN_REFUSED = 'The sign-in is refused.'

function refusal(description: string) {
  return { description, content: { 'application/json': { schema: errorBody } } }
}

function success(call: Call) {
  const schema = call.answers === 'blob' ? z.file() : call.response
  const description = call.answers === 'blob' ? 'The file, named by Content-Disposition.' : 'The answer.'
  return { description, content: { [CONTENT_TYPES[call.answers]]: { schema } } }
}

/** What the call may answer, as the OpenAPI page shows it. */
export function responses(call: Call) {
  const isBearer = call.auth === 'bearer'
  return {
    200: success(call),
    400: refusal('The request is malformed; `value` says how.'),
    ...(isBearer && { 401: sessionOver }),
    ...(call.auth === 'none' && { 401: refusal(SIGN_IN_REFUSED) }),
    ...(isBearer && { 403: refusal('The person may not do this.') }),
    ...(isBearer && { 404: refusal('There is no such record, or it is not for this person.') }),
    ...(isBearer &&
      call.method === 'POST' && { 409: refusal('Somebody else was first; `value` says who or what.') }),
    ...(call.method === 'POST' && {
      413: refusal('The request is too large.'),
      415: refusal(`The body is not ${call.sends === 'json' ? 'JSON' : 'a form with files'}.`),
    }),
    ...(isBearer && call.method === 'POST' && { 422: refusal('The Idempotency-Key was used otherwise.') }),
    ...(call.auth === 'none' && {
      429: refusal('There were too many failed attempts; `Retry-After` says for how many seconds.'),
    }),
    500: refusal("The server's fault; its log has the details under the answer's X-Request-Id."),
  }
}

function security(call: Call): Record<string, string[]>[] {
  if (call.auth === 'none') return []
  return call.auth === 'bearer' ? [{ bearer: [] }] : [{}, { bearer: [] }]
}

/** Where a route's schema names its call. */
export const CALL = 'x-call'

/**
 * A call as Fastify validates it and the OpenAPI page shows it. Without its answers: they are written by
 * `answers.ts`, and Fastify would compile each of them at each start.
 */
export function routeSchema(area: string, name: string, call: Call): FastifySchema {
  return {
    summary: call.summary,
    ...(call.permission !== null && { description: `Needs ${ruleInWords(call.permission)}.` }),
    tags: [area],
    operationId: `${area}.${name}`,
    security: security(call),
    ...(call.sends === 'multipart' && { consumes: ['multipart/form-data'] }),
    [call.method === 'POST' ? 'body' : 'querystring']: call.request,
    [CALL]: call,
    'x-spec': call.spec,
    'x-extension': call.extension,
    ...(call.permission !== null && { 'x-permission': call.permission }),
    ...(call.scope !== null && { 'x-scope': call.scope }),
  } as FastifySchema
}
