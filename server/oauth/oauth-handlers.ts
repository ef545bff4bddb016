import type { ConsentRequest } from '#shared/contract/oauth.ts'
import { type Scope, scopesOf } from '#shared/domain/oauth.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { OAuthClients } from './clients.ts'
import type { Grants } from './grants.ts'

interface OAuthServices {
  readonly grants: Grants
  readonly oauthClients: OAuthClients
}

/** Where the app waits, with what it is told. */
function addressWith({ redirectURI, state }: ConsentRequest, told: Record<string, string>): string {
  const address = new URL(redirectURI)
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value)
  if (state !== '') address.searchParams.set('state', state)
  return address.href
}

/** Consent to others' apps, what was given, and the apps (spec 3 §2). */
export function oauthHandlers({ grants, oauthClients }: OAuthServices): AreaHandlers<'oauth'> {
  /** @throws Refusal 400 where an app can't be told anything, or asks for what there isn't */
  async function check(request: ConsentRequest): Promise<{ appName: string; scopes: Scope[] }> {
    const { name } = await oauthClients.require(request.clientID, request.redirectURI)
    const scopes = scopesOf(request.scope)
    if (scopes === null) throw new Refusal(400, 'oauth.noScope')
    return { appName: name, scopes }
  }

  return {
    askConsent: async (request) => ({
      ...(await check(request)),
      host: new URL(request.redirectURI).host,
      declineAddress: addressWith(request, { error: 'access_denied' }),
    }),

    giveConsent: async (request, { caller: { userID } }) => {
      const { scopes } = await check(request)
      const code = await grants.consent({ ...request, scopes, userID })
      return { address: addressWith(request, { code }) }
    },

    myAccessGrants: (_input, { caller }) => grants.of(caller.userID),

    revokeAccessGrant: async ({ id }, { caller }) => {
      await grants.revoke(caller.userID, id)
      return { done: true }
    },

    oauthClients: () => oauthClients.all(),
    addOAuthClient: (client, { caller }) => oauthClients.add(client, caller.userID),
    endOAuthClient: async ({ clientID }) => {
      await oauthClients.end(clientID)
      return { done: true }
    },
  }
}
