import * as z from 'zod/mini'
import {
  APP_NAME_MAX,
  CONSENT_QUERY_MAX,
  isRedirect,
  REDIRECT_MAX,
  REDIRECTS_MAX,
  SCOPES,
} from '../domain/oauth.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const spec = '3 §2'
const ISSUE = 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'
const MANAGE = 'ADMIN_CAN_MANAGE_ADAPTORS'
const scope = z.enum(SCOPES)
const clientID = z.string().check(z.maxLength(100))

/** What an app asks for: the query of the address that it sends the person to (RFC 6749 §4.1.1, RFC 7636). */
export const consentRequest = z.object({ query: z.string().check(z.maxLength(CONSENT_QUERY_MAX)) })

const asked = {
  appName: z.string(),
  scopes: z.array(scope),
  /** The host of the address that the person is sent back to. */
  host: z.string(),
  /** Where the person goes if they decline. */
  declineAddress: z.string(),
}
/**
 * The outcomes of an app's request: the person is asked, the person may not give access, or the request has a
 * fault, of which the app is told at its address (RFC 6749 §4.1.2.1).
 */
export const askedConsent = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ASK'), ...asked }),
  z.object({ outcome: z.literal('DENIED'), ...asked }),
  z.object({ outcome: z.literal('BACK'), address: z.string() }),
])
export type AskedConsent = z.output<typeof askedConsent>

export const askConsent = call({
  path: '/api/oauth/ask-consent',
  request: consentRequest,
  response: askedConsent,
  summary:
    'What an app asks a person for, checked. An app or an address that isn’t known is refused; of other faults the app is told at its address.',
  spec,
  extension: true,
})

export const giveConsent = call({
  path: '/api/oauth/give-consent',
  request: consentRequest,
  response: z.object({ address: z.string() }),
  summary:
    'Allows the app what it asks for; answers where to go, with a code that is good once for 60 seconds.',
  spec,
  permission: ISSUE,
  extension: true,
})

export const accessGrant = z.object({
  id: recordID,
  appName: z.string(),
  scopes: z.array(scope),
  grantedAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  /** The app is switched off; the access stays but doesn't work. */
  isDisabled: z.boolean(),
})
export type AccessGrant = z.output<typeof accessGrant>

export const myAccessGrants = call({
  method: 'GET',
  path: '/api/oauth/my-grants',
  request: noPayload,
  response: z.array(accessGrant),
  summary: 'The access that the person has given to apps and that stands, newest first.',
  spec,
  permission: ISSUE,
  extension: true,
})

export const revokeAccessGrant = call({
  path: '/api/oauth/revoke-grant',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Ends access that the person has given, at once.',
  spec,
  permission: ISSUE,
  extension: true,
})

const redirects = z
  .array(
    z
      .string()
      .check(
        z.maxLength(REDIRECT_MAX),
        z.refine(isRedirect, { error: 'An app is answered at an https address, or on the own machine.' }),
      ),
  )
  .check(z.minLength(1), z.maxLength(REDIRECTS_MAX))

/** What an administrator enters about an app. */
const appFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(APP_NAME_MAX)),
  redirectURIs: redirects,
  /** What the app may ask for. */
  scopes: z.array(scope).check(z.minLength(1)),
}
const isConfidential = z.boolean()

export const oauthClient = z.object({
  clientID,
  ...appFields,
  /** Whether the app can keep a secret; others rely on PKCE alone (RFC 6749 §2.1). */
  isConfidential,
  /** When its secret was last made. */
  secretAt: z.nullable(timestamp),
  isDisabled: z.boolean(),
  createdAt: timestamp,
  /** How many people give it access, and when any of that was last used. */
  people: z.int(),
  lastUsedAt: z.nullable(timestamp),
  version: z.int(),
})
export type OAuthClient = z.output<typeof oauthClient>

const secret = z.string()

export const oauthClients = call({
  method: 'GET',
  path: '/api/oauth/clients',
  request: noPayload,
  response: z.array(oauthClient),
  summary: 'The apps that people may give access to, by name.',
  spec,
  permission: MANAGE,
  extension: true,
})

export const addOAuthClient = call({
  path: '/api/oauth/add-client',
  request: z.object({ ...appFields, isConfidential }),
  response: z.object({ client: oauthClient, secret: z.nullable(secret) }),
  summary: 'Adds an app. The secret of one that can keep it is in this answer and nowhere else.',
  spec,
  permission: MANAGE,
  extension: true,
})

export const updateOAuthClient = call({
  path: '/api/oauth/update-client',
  request: z.object({ clientID, ...appFields, version: z.int() }),
  response: oauthClient,
  summary:
    'Changes an app. What it may no longer ask for it may no longer do, for whoever allowed it. Refused where somebody else changed it meanwhile.',
  spec,
  permission: MANAGE,
  extension: true,
})

export const switchOAuthClient = call({
  path: '/api/oauth/switch-client',
  request: z.object({ clientID, isDisabled: z.boolean() }),
  response: oauthClient,
  summary: 'Switches an app off or on. While it is off it gets and does nothing; what people gave it waits.',
  spec,
  permission: MANAGE,
  extension: true,
})

export const rotateOAuthClientSecret = call({
  path: '/api/oauth/rotate-client-secret',
  request: z.object({ clientID }),
  response: z.object({ client: oauthClient, secret }),
  summary:
    'Gives an app that keeps a secret a new one, in this answer alone; the old one is no good at once.',
  spec,
  permission: MANAGE,
  extension: true,
})

export const endOAuthClient = call({
  path: '/api/oauth/end-client',
  request: z.object({ clientID }),
  response: done,
  summary: 'Ends an app, and all access that people gave it, at once.',
  spec,
  permission: MANAGE,
  extension: true,
})
