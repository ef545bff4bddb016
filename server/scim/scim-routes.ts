import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeys } from '../api-keys/api-keys.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { Caller } from '../http/handlers.ts'
import { withRequestFacts } from '../request-facts.ts'
import { errorBody, ScimError } from './scim-error.ts'
import { ScimGroups } from './scim-groups.ts'
import { readPatch } from './scim-patch.ts'
import { chosen, readQuery } from './scim-query.ts'
import { discovery, listOf } from './scim-resources.ts'
import { type Answer, type ScimParts, ScimUsers } from './scim-users.ts'

const ROOT = '/scim/v2'
const MEDIA_TYPE = 'application/scim+json; charset=utf-8'
/** Largest body, in bytes: a group of ten thousand. */
const BODY_MAX = 2 * 1024 * 1024

interface RouteParts extends ScimParts {
  readonly apiKeys: ApiKeys
  readonly originOf: (reached: Reached) => string
}

/** What one request may do, and where everything is. */
interface Asked {
  readonly caller: Caller
  readonly base: string
}

type Handle = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const idOf = ({ params }: FastifyRequest): string => String((params as { id?: string }).id ?? '')

/** Whether a version is among those that a header names. */
const isAmong = (header: string | string[] | undefined, version: string): boolean =>
  String(header)
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === version.replace(/^W\//, ''))

/** Refuses to change what isn't as it was seen (RFC 7644 §3.14). @throws ScimError 412 */
function requireSeen({ headers }: FastifyRequest, { version }: Answer): void {
  const seen = headers['if-match']
  if (seen !== undefined && !isAmong(seen, version))
    throw new ScimError(412, 'It was changed since it was read.')
}

function sendOne(request: FastifyRequest, reply: FastifyReply, answer: Answer, status = 200): FastifyReply {
  const { version, resource } = answer
  reply.header('etag', version)
  const seen = request.headers['if-none-match']
  if (request.method === 'GET' && seen !== undefined && isAmong(seen, version)) return reply.code(304).send()
  const { location } = resource.meta as { location: string }
  if (status === 201) reply.header('location', location)
  return reply.code(status).send(JSON.stringify(chosen(resource, readQuery(request.query))))
}

/**
 * Provisioning by SCIM 2.0 (RFC 7643, 7644; spec 5 §5.4): addresses that aren't calls of the contract, as the standard
 * decides their form. They are for API keys with the scope SCIM whose owner may edit people.
 */
export function registerScim(app: FastifyInstance, parts: RouteParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string', bodyLimit: BODY_MAX },
      (_request, body, done) => {
        try {
          done(null, body === '' ? undefined : JSON.parse(String(body)))
        } catch {
          done(new ScimError(400, 'The body is no JSON.', 'invalidSyntax'))
        }
      },
    )
    scope.setErrorHandler((error, request, reply) => {
      const known = errorBody(error)
      if (!known) request.log.error({ err: error }, 'request failed')
      const { status, body } = known ?? {
        status: 500,
        body: errorBody(new ScimError(500, 'The server is at fault.'))?.body,
      }
      if (status === 401) reply.header('www-authenticate', 'Bearer')
      return reply.code(status).type(MEDIA_TYPE).send(JSON.stringify(body))
    })

    const serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle) =>
      scope.route({
        ...{ method, url: `${ROOT}${path}`, schema: { hide: true }, config: { call: `scim.${method}` } },
        // Before the body is read.
        onRequest: async (request) => {
          const { authorization, 'x-api-key': key } = request.headers
          const apiKey = typeof key === 'string' ? key : undefined
          const caller = await parts.apiKeys.callerOf(
            { authorization, apiKey },
            request.sender.address,
            'SCIM',
          )
          if (!caller) throw new ScimError(401, 'An API key with the scope SCIM is needed.')
          if (!caller.permissions.can('ADMIN_CAN_EDIT_USERS'))
            throw new ScimError(403, 'The owner of the API key may not edit people.')
          request.caller = caller
        },
        handler: async (request, reply) => {
          const { caller } = request
          if (!caller) throw new ScimError(401, 'An API key with the scope SCIM is needed.')
          const { address, host, protocol } = request.sender
          const facts = { address, requestID: String(request.id), sessionID: caller.sessionID }
          const base = `${parts.originOf({ address, host, protocol })}${ROOT}`
          reply.type(MEDIA_TYPE)
          return withRequestFacts(facts, () => handle({ caller, base }, request, reply))
        },
      })

    for (const [path, kind] of [
      ['/Users', ScimUsers],
      ['/Groups', ScimGroups],
    ] as const) {
      const of = ({ base }: Asked) => new kind(parts, base)
      serve('GET', path, async (asked, request, reply) => {
        const query = readQuery(request.query)
        const { all, total } = await of(asked).list(query)
        const resources = all.map(({ resource }) => chosen(resource, query))
        return reply.send(JSON.stringify(listOf(resources, total, query.startIndex)))
      })
      serve('POST', path, async (asked, request, reply) =>
        sendOne(request, reply, await of(asked).create(request.body, asked.caller), 201),
      )
      serve('GET', `${path}/:id`, async (asked, request, reply) =>
        sendOne(request, reply, await of(asked).get(idOf(request))),
      )
      serve('PUT', `${path}/:id`, async (asked, request, reply) => {
        requireSeen(request, await of(asked).get(idOf(request)))
        return sendOne(request, reply, await of(asked).replace(idOf(request), request.body, asked.caller))
      })
      serve('PATCH', `${path}/:id`, async (asked, request, reply) => {
        const operations = readPatch(request.body)
        requireSeen(request, await of(asked).get(idOf(request)))
        return sendOne(request, reply, await of(asked).patch(idOf(request), operations, asked.caller))
      })
    }
    serve('DELETE', '/Users/:id', async (asked, request, reply) => {
      const users = new ScimUsers(parts, asked.base)
      requireSeen(request, await users.get(idOf(request)))
      await users.remove(idOf(request), asked.caller)
      return reply.code(204).send()
    })
    serve('DELETE', '/Groups/:id', async (asked, request) => {
      await new ScimGroups(parts, asked.base).get(idOf(request))
      throw new ScimError(403, 'Roles are deleted by who grants permissions, in Fieldwork.', 'mutability')
    })
    serve('GET', '/ServiceProviderConfig', async ({ base }, _request, reply) =>
      reply.send(JSON.stringify(discovery(base).config)),
    )
    for (const [path, key] of [
      ['/ResourceTypes', 'types'],
      ['/Schemas', 'schemas'],
    ] as const) {
      serve('GET', path, async ({ base }, _request, reply) => {
        const all = discovery(base)[key]
        return reply.send(JSON.stringify(listOf(all, all.length, 1)))
      })
      serve('GET', `${path}/:id`, async ({ base }, request, reply) => {
        const found = discovery(base)[key].find(({ id }) => id === idOf(request))
        if (!found) throw new ScimError(404, `There is no ${idOf(request)}.`)
        return reply.send(JSON.stringify(found))
      })
    }
  })
}
