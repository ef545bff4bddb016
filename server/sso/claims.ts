import type { SsoSettings } from '#shared/contract/adaptors.ts'
import { Refusal } from '../refusal.ts'

/** Who the provider says somebody is. */
export interface ExternalPerson {
  readonly issuer: string
  readonly subject: string
  readonly sid: string | null
  readonly userName: string
  /** '' where there is none. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly displayName: string
  readonly groups: readonly string[]
  /** The provider asked for a second factor. */
  readonly isTwoFactorDone: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : value ? [text(value)] : []

/** Entra ID says by xms_edov that the domain's owner vouches for an address, others by email_verified. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

/**
 * Reads the claims of an ID token whose signature, issuer, audience, expiry and nonce were checked.
 * @throws Refusal 403 where it is another tenant's or of another mail domain than is allowed
 */
export function personIn(claims: Readonly<Record<string, unknown>>, settings: SsoSettings): ExternalPerson {
  const { tenants, emailDomains, claims: names } = settings
  if (tenants.length > 0 && !tenants.includes(text(claims.tid).toLowerCase()))
    throw new Refusal(403, 'sso.refused')
  const email = text(claims[names.email])
  const domain = email.split('@')[1]?.toLowerCase() ?? ''
  if (emailDomains.length > 0 && !emailDomains.includes(domain)) throw new Refusal(403, 'sso.notSetUp')
  return {
    issuer: text(claims.iss),
    subject: text(claims.sub),
    sid: text(claims.sid) || null,
    userName: text(claims[names.userName]),
    email,
    isEmailVerified: email !== '' && (isTrue(claims.email_verified) || isTrue(claims.xms_edov)),
    displayName: text(claims[names.displayName]),
    groups: [...texts(claims[names.groups]), ...(names.groups === 'roles' ? [] : texts(claims.roles))],
    isTwoFactorDone: texts(claims.amr).includes('mfa'),
  }
}
