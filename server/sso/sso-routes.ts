import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { AppLink } from '#shared/domain/app-link.ts'
import { LOGOUT_EVENT } from '#shared/domain/single-sign-on.ts'
import { ssoFaultLink, ssoLink } from '#shared/domain/sso-link.ts'
import { Refusal } from '../refusal.ts'
import type { Provider } from './identities.ts'
import type { SingleSignOn } from './single-sign-on.ts'

export const CALLBACK_PATH = '/api/auth/sso/callback'
/** The page that opens the desktop client. */
const launchAddress = ({ source, sourceid }: AppLink) =>
  `/public/app/launch?${new URLSearchParams({ source: source ?? '', sourceid: sourceid ?? '' })}`

const FORM_MAX = 64 * 1024
/** A logout token is taken for so long after it was made, in seconds. */
const LOGOUT_AGE_S = 300
const KINDS = ['sso.notSetUp', 'signIn.locked', 'sso.unavailable'] as const

const logoutForm = z.object({ logout_token: z.string().check(z.minLength(1), z.maxLength(16_384)) })
const logoutClaims = z.object({
  events: z.record(z.string(), z.unknown()),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  nonce: z.optional(z.never()),
})

/** The provider's logout token, with everything checked that the standard wants. @throws where anything is wrong */
async function readLogout(
  sso: SingleSignOn,
  token: string,
): Promise<{ provider: Provider; claims: JWTPayload }> {
  const { iss, aud } = decodeJwt(token)
  const audiences = Array.isArray(aud) ? aud : [aud]
  for (const provider of await sso.providers()) {
    const { clientID } = provider.settings
    if (!audiences.includes(clientID)) continue
    const { issuer, jwks_uri: keys } = (await sso.open(provider)).serverMetadata()
    const expected = issuer.replace('{tenantid}', String(decodeJwt(token).tid))
    if (expected !== iss || keys === undefined) continue
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys)), {
      ...{ issuer: expected, audience: clientID, maxTokenAge: LOGOUT_AGE_S, clockTolerance: 30 },
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'ES384', 'ES512'],
    })
    return { provider, claims: payload }
  }
  throw new Error('no provider of ours made it')
}

/**
 * Where a provider sends browsers back to, and tells of logouts: addresses whose form the standard decides. The browser
 * goes on to the page, which fetches the result; what went wrong stands in the address by its code.
 */
export function registerSso(app: FastifyInstance, sso: SingleSignOn): void {
  app.get(CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const search = request.url.slice(request.url.indexOf('?'))
    // Asked first: a state that was used up may be forgotten.
    const isInClient = await sso.isOfClient(search)
    try {
      const ticket = await sso.comeBack(search)
      return reply.redirect(isInClient ? launchAddress(ssoLink(ticket)) : `/?sso=${ticket}`)
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'server.fault'
      const known = KINDS.find((one) => one === code) ?? 'sso.refused'
      request.log.warn({ err: error }, 'a sign-in at a provider was refused')
      const fault = known.slice(known.indexOf('.') + 1)
      return reply.redirect(isInClient ? launchAddress(ssoFaultLink(fault)) : `/?ssoError=${fault}`)
    }
  })

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post('/api/auth/sso/back-channel-logout', { schema: { hide: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const form = logoutForm.safeParse(request.body)
      try {
        if (!form.success) throw new Error('no logout token')
        const { provider, claims } = await readLogout(sso, form.data.logout_token)
        const { events, sub, sid } = logoutClaims.parse(claims)
        if (!(LOGOUT_EVENT in events)) throw new Error('no logout')
        if (sub === undefined && sid === undefined) throw new Error('nobody named')
        await sso.endSessions(provider.id, { sid: sid ?? null, subject: sub ?? null })
        return reply.send({})
      } catch (error) {
        request.log.warn({ err: error }, 'a logout of a provider was refused')
        return reply.code(400).send({ error: 'invalid_request' })
      }
    })
  })
}
