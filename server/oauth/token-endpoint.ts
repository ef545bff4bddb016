import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { SCOPES } from '#shared/domain/oauth.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { OAuthClients } from './clients.ts'
import { ACCESS_LIFE_MS, type Grants, type TokenPair } from './grants.ts'

/** Largest form that an app sends, in bytes. */
const FORM_MAX = 16 * 1024
const text = z.string().check(z.minLength(1), z.maxLength(2000))

const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    redirect_uri: text,
    code: text,
    code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text }),
])
const grantType = z.object({ grant_type: text })
const revocation = z.object({ token: text })
const ownName = z.object({ client_id: text, client_secret: z.optional(text) })

/** By the standard and not in the product's words: what calls here are libraries (RFC 6749 §5.2). */
const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error })

const KNOWN_TYPES: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token'])

function answerOf({ accessToken, refreshToken, scopes }: TokenPair) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_LIFE_MS / 1000,
    refresh_token: refreshToken,
    scope: scopes,
  }
}

interface Credentials {
  readonly clientID: string
  readonly secret: string | null
}

/** By `Authorization: Basic`, each half as a form spells it (RFC 6749 §2.3.1); null where it is none. */
function basicOf(authorization: string): Credentials | null {
  const [, encoded = ''] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? []
  const [, name = '', secret = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  try {
    const plain = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
    return name === '' ? null : { clientID: plain(name), secret: plain(secret) }
  } catch {
    return null
  }
}

/** Who says to be calling: one way of the two (RFC 6749 §2.3); null where nobody or somebody twice. */
function credentialsOf({ headers, body }: FastifyRequest): Credentials | null {
  const { authorization } = headers
  const named = ownName.safeParse(body)
  if (authorization === undefined) {
    return named.success ? { clientID: named.data.client_id, secret: named.data.client_secret ?? null } : null
  }
  const basic = basicOf(authorization)
  if (named.success && (named.data.client_secret !== undefined || named.data.client_id !== basic?.clientID))
    return null
  return basic
}

/** The fields of a form; null where one is there twice (RFC 6749 §3.2). */
function fieldsOf(form: string): Record<string, string> | null {
  const fields = [...new URLSearchParams(form)]
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : null
}

interface TokenServices {
  readonly grants: Grants
  readonly oauthClients: OAuthClients
  readonly originOf: (reached: Reached) => string
}

/** Where apps change codes for tokens, renew those and give them up, in the forms that OAuth libraries send. */
export function registerTokenEndpoint(
  app: FastifyInstance,
  { grants, oauthClients, originOf }: TokenServices,
): void {
  /** The app that calls; null where it isn't, which has been answered then. */
  async function authentic(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const said = credentialsOf(request)
    if (said && (await oauthClients.isAuthentic(said.clientID, said.secret))) return said.clientID
    if (said === null && request.headers.authorization === undefined) {
      await refuse(reply, 'invalid_request')
      return null
    }
    await reply.code(401).header('www-authenticate', 'Basic realm="apps"').send({ error: 'invalid_client' })
    return null
  }

  // Apart from the calls, which take no such forms.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX },
      (_request, body, done) => done(null, fieldsOf(String(body))),
    )

    scope.post('/api/oauth/token', { schema: { hide: true } }, async (request, reply) => {
      const named = grantType.safeParse(request.body)
      if (named.success && !KNOWN_TYPES.has(named.data.grant_type))
        return refuse(reply, 'unsupported_grant_type')
      const asked = tokenRequest.safeParse(request.body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      const clientID = await authentic(request, reply)
      if (clientID === null) return reply
      const { data } = asked
      const pair =
        data.grant_type === 'refresh_token'
          ? await grants.refresh(data.refresh_token, clientID)
          : await grants.redeem({
              clientID,
              code: data.code,
              redirectURI: data.redirect_uri,
              codeVerifier: data.code_verifier,
            })
      return pair ? reply.send(answerOf(pair)) : refuse(reply, 'invalid_grant')
    })

    scope.post('/api/oauth/revoke', { schema: { hide: true } }, async (request, reply) => {
      const asked = revocation.safeParse(request.body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      const clientID = await authentic(request, reply)
      if (clientID === null) return reply
      await grants.giveUp(asked.data.token, clientID)
      // The same for a token that isn't known (RFC 7009 §2.2).
      return reply.send({})
    })
  })

  // What libraries set themselves up by (RFC 8414).
  app.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, ({ sender }) => {
    const issuer = originOf(sender)
    const methods = ['none', 'client_secret_basic', 'client_secret_post']
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/task`,
      token_endpoint: `${issuer}/api/oauth/token`,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint: `${issuer}/api/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: methods,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [...KNOWN_TYPES],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: [...SCOPES],
      service_documentation: `${issuer}/api/docs`,
    }
  })
}
