import { importPKCS8 } from 'jose'
import * as oidc from 'openid-client'
import type { SsoSettings } from '#shared/contract/adaptors.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'

/** How long a provider is waited for, in seconds. */
const TIMEOUT_S = 10

/** What the installation signs itself in with at the provider. */
export interface ClientSecrets {
  readonly clientSecret: string | null
  /** PKCS #8, as PEM. */
  readonly privateKey: string | null
}

/** A refusal with its reason, for the log alone. */
export function because(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause
  return refusal
}

/**
 * Reads what the provider says of itself, and makes ready to ask it. An issuer without TLS is taken on this machine
 * alone (the schema sees to that).
 * @throws Refusal 503 where it can't be reached, or isn't who it should be
 */
export async function openProvider(
  { issuer, clientID }: Pick<SsoSettings, 'issuer' | 'clientID'>,
  { clientSecret, privateKey }: ClientSecrets,
): Promise<oidc.Configuration> {
  requireNoTurn()
  try {
    const authentication =
      privateKey !== null
        ? oidc.PrivateKeyJwt(await importPKCS8(privateKey, 'RS256'))
        : clientSecret === null
          ? oidc.None()
          : oidc.ClientSecretPost(clientSecret)
    const url = new URL(issuer)
    const config = await oidc.discovery(url, clientID, undefined, authentication, {
      timeout: TIMEOUT_S,
      ...(url.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
    })
    // TLS alone would do by the standard; the signature holds also where something reads along.
    oidc.enableNonRepudiationChecks(config)
    return config
  } catch (error) {
    throw because(new Refusal(503, 'sso.unavailable'), error)
  }
}

interface ProviderStep {
  readonly step: 'ADDRESS' | 'SECRET' | 'ANSWER'
  readonly isOk: boolean | null
  readonly words: string
}

/** Tries a provider as far as it goes without a person: what it says of itself, and its keys. */
export async function testProvider(
  settings: Pick<SsoSettings, 'issuer' | 'clientID'>,
  secrets: ClientSecrets,
): Promise<ProviderStep[]> {
  const untried = (step: ProviderStep['step']) => ({ step, isOk: null, words: 'Not tried.' })
  let config: oidc.Configuration
  try {
    config = await openProvider(settings, secrets)
  } catch {
    const words = `Nothing there says that it is ${settings.issuer}.`
    return [{ step: 'ADDRESS', isOk: false, words }, untried('ANSWER'), untried('SECRET')]
  }
  const { issuer, jwks_uri: keys } = config.serverMetadata()
  const steps: ProviderStep[] = [
    { step: 'ADDRESS', isOk: true, words: `The provider says that it is ${issuer}.` },
  ]
  const answer =
    keys === undefined
      ? null
      : await fetch(keys, { signal: AbortSignal.timeout(TIMEOUT_S * 1000) }).catch(() => null)
  if (!answer?.ok)
    return [...steps, { step: 'ANSWER', isOk: false, words: 'Its keys can’t be read.' }, untried('SECRET')]
  steps.push({ step: 'ANSWER', isOk: true, words: 'Its keys can be read.' })
  const hasSecret = secrets.clientSecret !== null || secrets.privateKey !== null
  const words = hasSecret
    ? 'It is kept; the first sign-in tries it.'
    : 'None is kept: the provider has to know this as a public client.'
  return [...steps, { step: 'SECRET', isOk: true, words }]
}
