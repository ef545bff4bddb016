import { type ConsentFault, type Scope, scopesOf } from '#shared/domain/oauth.ts'
import { Refusal } from '../refusal.ts'
import type { OAuthClients } from './clients.ts'

/** A request that an app sends a person with, once it is known whose it is (RFC 6749 §4.1.1). */
export interface TrustedRequest {
  readonly clientID: string
  readonly appName: string
  readonly redirectURI: string
  readonly state: string | null
}

/** With what the app wants, or the fault that it is told about. */
export type ReadRequest = TrustedRequest &
  (
    | { readonly fault: null; readonly scopes: readonly Scope[]; readonly codeChallenge: string }
    | { readonly fault: ConsentFault; readonly about: string }
  )

/** How S256 spells a challenge (RFC 7636 §4.2). */
const CHALLENGE = /^[\w-]{43}$/
const NAMED_ONCE = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method']

/** The only one of that name; null where there is none or several (RFC 6749 §3.1). */
function only(query: URLSearchParams, name: string): string | null {
  const [value = null, ...others] = query.getAll(name)
  return others.length === 0 ? value : null
}

function faultOf(
  query: URLSearchParams,
  allowed: readonly Scope[],
): { fault: ConsentFault; about: string } | null {
  const twice = NAMED_ONCE.find((name) => query.getAll(name).length > 1)
  if (twice !== undefined) return { fault: 'invalid_request', about: `${twice} is there more than once` }
  const type = query.get('response_type')
  if (type === null) return { fault: 'invalid_request', about: 'response_type is missing' }
  if (type !== 'code') return { fault: 'unsupported_response_type', about: 'response_type has to be code' }
  if (query.get('code_challenge_method') !== 'S256')
    return { fault: 'invalid_request', about: 'code_challenge_method has to be S256' }
  if (!CHALLENGE.test(query.get('code_challenge') ?? ''))
    return { fault: 'invalid_request', about: 'code_challenge is missing or not of S256' }
  const scopes = scopesOf(query.get('scope') ?? '')
  if (!scopes?.every((scope) => allowed.includes(scope)))
    return { fault: 'invalid_scope', about: 'scope is missing or not for this app' }
  return null
}

/**
 * Reads what an app asks for, as it stands in the address.
 * @throws Refusal 400 where the app isn't known or wants to be answered elsewhere: nobody can be told there
 */
export async function readAuthorizationRequest(clients: OAuthClients, text: string): Promise<ReadRequest> {
  const query = new URLSearchParams(text)
  const clientID = only(query, 'client_id') ?? ''
  const redirectURI = only(query, 'redirect_uri')
  if (redirectURI === null) throw new Refusal(400, 'oauth.noRedirect')
  const client = await clients.require(clientID, redirectURI)
  const request = { clientID, appName: client.name, redirectURI, state: only(query, 'state') }
  const fault = faultOf(query, client.scopes)
  if (fault) return { ...request, ...fault }
  const codeChallenge = query.get('code_challenge') ?? ''
  return { ...request, fault: null, scopes: scopesOf(query.get('scope') ?? '') ?? [], codeChallenge }
}

/** Where the app waits, with what it is told, its own state and who says so (RFC 9207). */
export function answerAddress(
  { redirectURI, state }: TrustedRequest,
  told: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const address = new URL(redirectURI)
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value)
  if (state !== null) address.searchParams.set('state', state)
  address.searchParams.set('iss', issuer)
  return address.href
}
