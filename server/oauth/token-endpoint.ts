import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { ACCESS_LIFE_MS, type Grants, type TokenPair } from './grants.ts'

/** Largest form that an app sends, in bytes. */
const FORM_MAX = 16 * 1024
const text = z.string().check(z.minLength(1), z.maxLength(2000))

const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: text,
    redirect_uri: text,
    code: text,
    code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
  }),
  z.object({ grant_type: z.literal('refresh_token'), client_id: text, refresh_token: text }),
])
const grantType = z.object({ grant_type: text })
const revocation = z.object({ client_id: text, token: text })

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

/** Where apps change codes for tokens, renew those and give them up, in the forms that OAuth libraries send. */
export function registerTokenEndpoint(app: FastifyInstance, grants: Grants): void {
  // Apart from the calls, which take no such forms.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    scope.post('/api/oauth/token', { schema: { hide: true } }, async ({ body }, reply) => {
      const named = grantType.safeParse(body)
      if (named.success && !KNOWN_TYPES.has(named.data.grant_type))
        return refuse(reply, 'unsupported_grant_type')
      const asked = tokenRequest.safeParse(body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      const { data } = asked
      const pair =
        data.grant_type === 'refresh_token'
          ? await grants.refresh(data.refresh_token, data.client_id)
          : await grants.redeem({
              code: data.code,
              clientID: data.client_id,
              redirectURI: data.redirect_uri,
              codeVerifier: data.code_verifier,
            })
      return pair ? reply.send(answerOf(pair)) : refuse(reply, 'invalid_grant')
    })

    scope.post('/api/oauth/revoke', { schema: { hide: true } }, async ({ body }, reply) => {
      const asked = revocation.safeParse(body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      await grants.giveUp(asked.data.token, asked.data.client_id)
      // The same for a token that isn't known (RFC 7009 §2.2).
      return reply.send({})
    })
  })
}
