import * as z from 'zod/mini'
import { APP_NAME_MAX, isRedirect, REDIRECT_MAX, REDIRECTS_MAX, SCOPES } from '../domain/oauth.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const spec = '3 §2'
const ISSUE = 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'
const MANAGE = 'ADMIN_CAN_MANAGE_ADAPTORS'
const scope = z.enum(SCOPES)
const clientID = z.string().check(z.maxLength(100))

/** What an app asks for, as it stands in the address that it sends the person to (RFC 6749 §4.1.1, RFC 7636). */
export const consentRequest = z.object({
  clientID,
  redirectURI: z.string().check(z.maxLength(REDIRECT_MAX)),
  responseType: z.literal('code'),
  /** Separated by blanks. */
  scope: z.string().check(z.maxLength(500)),
  state: z.string().check(z.maxLength(2000)),
  codeChallenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  codeChallengeMethod: z.literal('S256'),
})
export type ConsentRequest = z.output<typeof consentRequest>

export const askedConsent = z.object({
  appName: z.string(),
  scopes: z.array(scope),
  /** Whom the person is sent back to: the host of that address. */
  host: z.string(),
  /** Where to go for who declines. */
  declineAddress: z.string(),
})

export const askConsent = call({
  path: '/api/oauth/ask-consent',
  request: consentRequest,
  response: askedConsent,
  summary: 'What an app asks a person for, checked; an app or an address that isn’t known is refused.',
  spec,
  permission: ISSUE,
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

export const oauthClient = z.object({
  clientID,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(APP_NAME_MAX)),
  redirectURIs: redirects,
})

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
  request: z.omit(oauthClient, { clientID: true }),
  response: oauthClient,
  summary: 'Adds an app. It is a public client: PKCE stands in for a secret.',
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
