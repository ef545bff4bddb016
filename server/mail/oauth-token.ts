import * as z from 'zod/mini'

const PATIENCE_MS = 10_000
/** A token is asked for anew this long before it ends. */
const EARLY_MS = 60_000
const DEFAULT_LIFE_SECONDS = 300

const answer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.optional(z.number()),
})
const fault = z.object({ error: z.string(), error_description: z.optional(z.string()) })

/** By which a program signs in on its own behalf (RFC 6749 §4.4). */
export interface OAuthClient {
  readonly tokenAddress: string
  readonly clientID: string
  readonly clientSecret: string
  /** '' for none. */
  readonly scope: string
}

/**
 * Tokens of one client, each for as long as it is good, or until somebody asks for another since it wasn't taken.
 * @throws Error in words where there is none
 */
export function tokensOf(client: OAuthClient): (isAnother: boolean) => Promise<string> {
  let kept: { readonly token: string; readonly until: number } | null = null
  return async (isAnother) => {
    if (!isAnother && kept && kept.until > Date.now()) return kept.token
    const { token, seconds } = await askToken(client)
    kept = { token, until: Date.now() + seconds * 1000 - EARLY_MS }
    return token
  }
}

async function askToken({ tokenAddress, clientID, clientSecret, scope }: OAuthClient) {
  const { host } = new URL(tokenAddress)
  let response: Response
  try {
    response = await fetch(tokenAddress, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientID,
        client_secret: clientSecret,
        ...(scope !== '' && { scope }),
      }),
    })
  } catch {
    throw new Error(`${host} did not answer when it was asked for a token.`)
  }
  const body: unknown = await response.json().catch(() => null)
  const given = answer.safeParse(body)
  if (response.ok && given.success)
    return { token: given.data.access_token, seconds: given.data.expires_in ?? DEFAULT_LIFE_SECONDS }
  const said = fault.safeParse(body)
  const why = said.success ? (said.data.error_description ?? said.data.error) : `status ${response.status}`
  throw new Error(`${host} gave no token: ${why}`)
}
