import type { Reached } from '../auth/link-origin.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { answerAddress, type ReadRequest, readAuthorizationRequest } from './authorization-request.ts'
import type { OAuthClients } from './clients.ts'
import type { Grants } from './grants.ts'
import { MAY_GIVE_ACCESS } from './grants.ts'

interface OAuthServices {
  readonly grants: Grants
  readonly oauthClients: OAuthClients
  /** Where people reach this installation, by the request: the issuer that apps are told. */
  readonly originOf: (reached: Reached) => string
}

/** Consent to others' apps, what was given, and the apps (spec 3 §2). */
export function oauthHandlers({ grants, oauthClients, originOf }: OAuthServices): AreaHandlers<'oauth'> {
  const told = (request: ReadRequest & { fault: string }, issuer: string) =>
    answerAddress(request, { error: request.fault, error_description: request.about }, issuer)

  return {
    askConsent: async ({ query }, { caller, ...reached }) => {
      const request = await readAuthorizationRequest(oauthClients, query)
      const issuer = originOf(reached)
      if (request.fault !== null) return { outcome: 'BACK', address: told(request, issuer) }
      return {
        outcome: caller.permissions.can(MAY_GIVE_ACCESS) ? 'ASK' : 'DENIED',
        appName: request.appName,
        scopes: [...request.scopes],
        host: new URL(request.redirectURI).host,
        declineAddress: answerAddress(request, { error: 'access_denied' }, issuer),
      }
    },

    giveConsent: async ({ query }, { caller: { userID }, ...reached }) => {
      const request = await readAuthorizationRequest(oauthClients, query)
      const issuer = originOf(reached)
      if (request.fault !== null) return { address: told(request, issuer) }
      const code = await grants.consent({ ...request, userID })
      return { address: answerAddress(request, { code }, issuer) }
    },

    myAccessGrants: (_input, { caller }) => grants.of(caller.userID),

    revokeAccessGrant: async ({ id }, { caller }) => {
      await grants.revoke(caller.userID, id)
      return { done: true }
    },

    oauthClients: () => oauthClients.all(),
    addOAuthClient: (client, { caller }) => oauthClients.add(client, caller.userID),
    updateOAuthClient: ({ clientID, version, ...fields }) => oauthClients.update(clientID, version, fields),
    switchOAuthClient: ({ clientID, isDisabled }) => oauthClients.switch(clientID, isDisabled),
    rotateOAuthClientSecret: ({ clientID }) => oauthClients.rotateSecret(clientID),
    endOAuthClient: async ({ clientID }) => {
      await oauthClients.end(clientID)
      return { done: true }
    },
  }
}
