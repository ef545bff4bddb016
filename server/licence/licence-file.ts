import { createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'

/** What a licence says (spec 5 §5.1). */
const claims = z.object({
  holder: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  seats: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type LicenceClaims = z.output<typeof claims>

const KIND = 'fieldwork-licence'
const file = z.object({
  kind: z.literal(KIND),
  /** The claims as JSON, in base64url: signed is exactly this text. */
  licence: z.string().check(z.minLength(1)),
  /** Ed25519, in base64url. */
  signature: z.string().check(z.minLength(1)),
})

/**
 * A licence file, signed with the vendor's private key (Ed25519, PEM).
 * @tooling
 */
export function signLicence(licence: LicenceClaims, privateKey: string): string {
  const text = Buffer.from(JSON.stringify(claims.parse(licence))).toString('base64url')
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
  return `${JSON.stringify({ kind: KIND, licence: text, signature }, null, 2)}\n`
}

/** What the file says; null where it is none, or not signed by the owner of the public key (Ed25519, PEM). */
export function readLicence(text: string, publicKey: string): LicenceClaims | null {
  try {
    const { licence, signature } = file.parse(JSON.parse(text))
    const key = createPublicKey(publicKey)
    if (key.asymmetricKeyType !== 'ed25519') return null
    if (!verify(null, Buffer.from(licence), key, Buffer.from(signature, 'base64url'))) return null
    return claims.parse(JSON.parse(Buffer.from(licence, 'base64url').toString()))
  } catch {
    return null
  }
}
