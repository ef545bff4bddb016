import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export const CLIENT_ID = 'fieldwork'
export const CLIENT_SECRET = 'a-secret-of-the-client-at-the-provider'

/** What the provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>

/** How an answer of the provider is broken on its way; null for not at all. */
export type Tamper = (token: string) => Promise<string> | string

/**
 * A real OpenID provider in this process. Whoever comes is signed in as `who` without being asked; `tamper` may
 * change the ID token after the provider made it.
 */
export async function startIdentityProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
  const state = {
    who: 'ann',
    people: new Map<string, Claims>(),
    tamper: null as Tamper | null,
    isDown: false,
    /** Where browsers may be sent back to. */
    redirects: [] as string[],
    logoutURI: '',
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let provider: Provider | null = null

  function make(): Provider {
    const made = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: state.redirects },
          ...{ grant_types: ['authorization_code'], response_types: ['code'] },
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [jwk as never] },
      cookies: { keys: ['a-key-for-cookies-of-tests'] },
      features: { devInteractions: { enabled: false } },
      // Everything that is known of somebody stands in the ID token, as Entra ID has it.
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub', 'tid', 'groups', 'roles', 'amr_said', 'sid_said', 'xms_edov'],
        profile: ['preferred_username', 'name'],
        email: ['email', 'email_verified'],
      },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...state.people.get(id) }) as never,
      }),
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId,
          accountId: session?.accountId,
        } as never)
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    })
    made.proxy = false
    return made
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.isDown) return void request.socket.destroy()
    provider ??= make()
    if (request.url?.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: state.who } })
    const { tamper } = state
    if (request.url?.startsWith('/token') && tamper) {
      const end = response.end.bind(response)
      response.end = ((body?: unknown) => {
        void change(String(body ?? ''), tamper).then((changed) => {
          response.setHeader('content-length', Buffer.byteLength(changed))
          end(changed)
        })
        return response
      }) as never
    }
    await provider.callback()(request, response)
  }

  async function change(body: string, tamper: Tamper): Promise<string> {
    const answer = JSON.parse(body) as { id_token?: string }
    return answer.id_token === undefined
      ? body
      : JSON.stringify({ ...answer, id_token: await tamper(answer.id_token) })
  }

  /** The token with other claims, signed by the provider's own key, or by another one. */
  const signed = async (claims: object, key: 'own' | 'other' = 'own', type = 'JWT') =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: type })
      .sign(key === 'own' ? privateKey : (await generateKeyPair('RS256')).privateKey)

  return {
    ...{ issuer, state, signed },
    /** Tampers by changing claims and signing anew. */
    claiming:
      (changes: object): Tamper =>
      (token) =>
        signed({ ...decodeJwt(token), ...changes }),
    /** Follows the provider's redirects as a browser does, until it is sent away from it. */
    async browse(address: string): Promise<string> {
      const jar = new Map<string, string>()
      let at = address
      for (let hop = 0; hop < 10; hop++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null)
          throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
        at = new URL(location, at).href
        if (!at.startsWith(issuer)) return at
      }
      throw new Error('the provider goes in circles')
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
