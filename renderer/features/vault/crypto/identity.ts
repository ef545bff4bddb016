import * as z from 'zod/mini'
import type { VaultKeys } from '#shared/contract/vault.ts'
import {
  type Bytes,
  context,
  derivedKey,
  fromBase64,
  joined,
  open,
  randomBytes,
  seal,
  sealingKey,
  sha256,
  textOf,
  toBase64,
  utf8,
} from './bytes.ts'
import { orFault, VaultFault } from './fault.ts'
import { recoveryBytes } from './recovery-key.ts'

/** A key of 32 bytes out of a passphrase; slow on purpose (Argon2id). */
export type StretchPassphrase = (passphrase: string, salt: Bytes) => Promise<Bytes>

/** The halves that everybody may see, as raw points in base64. */
export interface PublicKeys {
  readonly encryptionKey: string
  readonly signingKey: string
}

/** A person's keys, opened. The private ones can't be read out of the browser's hands. */
export interface Identity extends PublicKeys {
  readonly userID: number
  readonly decryption: CryptoKey
  readonly signing: CryptoKey
  readonly version: number
}

/** What a person's keys are kept as: the contract's, for the server. */
export type SealedKeys = VaultKeys

const SALT_BYTES = 16
export const NO_SALT: Bytes = new Uint8Array(0)
export const ENCRYPTION = { name: 'ECDH', namedCurve: 'P-256' } as const
export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The private keys as they stand under a seal: PKCS #8 in base64. */
const privateKeys = z.object({ decryption: z.string(), signing: z.string() })

type Way = 'passphrase' | 'recovery'

/** The seal holds for one person, one version of their keys and one way to open it. */
const aboutKeys = (userID: number, version: number, keys: PublicKeys, way: Way): Bytes =>
  context('keys', userID, version, keys.encryptionKey, keys.signingKey, way)

const recoveryLock = (recoveryKey: string): Promise<CryptoKey> =>
  derivedKey(recoveryBytes(recoveryKey), NO_SALT, context('recovery'))

/** Words to compare and to pin a person's keys by: a hash of both. */
export async function fingerprintOf({ encryptionKey, signingKey }: PublicKeys): Promise<string> {
  return toBase64(await sha256(joined(utf8(encryptionKey), utf8(' '), utf8(signingKey))))
}

const exported = async (format: 'raw' | 'pkcs8', key: CryptoKey): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.exportKey(format, key)))

export interface Secrets {
  readonly passphrase: string
  /** As `newRecoveryKey` gave it. */
  readonly recoveryKey: string
}

/** Private keys under a new passphrase and a new printed key. */
export async function sealKeys(
  plain: Bytes,
  { userID, version, ...keys }: PublicKeys & { readonly userID: number; readonly version: number },
  { passphrase, recoveryKey }: Secrets,
  stretch: StretchPassphrase,
): Promise<SealedKeys> {
  const salt = randomBytes(SALT_BYTES)
  const lock = await sealingKey(await stretch(passphrase, salt))
  return {
    version,
    encryptionKey: keys.encryptionKey,
    signingKey: keys.signingKey,
    salt: toBase64(salt),
    byPassphrase: await seal(lock, plain, aboutKeys(userID, version, keys, 'passphrase')),
    byRecovery: await seal(
      await recoveryLock(recoveryKey),
      plain,
      aboutKeys(userID, version, keys, 'recovery'),
    ),
  }
}

/** New keys for a person, sealed by a passphrase and by the key that they print. */
export async function makeKeys(
  userID: number,
  version: number,
  secrets: Secrets,
  stretch: StretchPassphrase,
): Promise<SealedKeys> {
  const [encryption, signing] = await Promise.all([
    crypto.subtle.generateKey(ENCRYPTION, true, ['deriveBits']),
    crypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']),
  ])
  const keys = {
    encryptionKey: await exported('raw', encryption.publicKey),
    signingKey: await exported('raw', signing.publicKey),
  }
  const plain = utf8(
    JSON.stringify({
      decryption: await exported('pkcs8', encryption.privateKey),
      signing: await exported('pkcs8', signing.privateKey),
    }),
  )
  return sealKeys(plain, { userID, version, ...keys }, secrets, stretch)
}

/** The sealed bytes, opened in one of the two ways. @throws VaultFault `passphrase`, `recoveryKey` */
export async function unsealKeys(
  userID: number,
  keys: SealedKeys,
  by: { readonly passphrase: string } | { readonly recoveryKey: string },
  stretch: StretchPassphrase,
): Promise<Bytes> {
  const { version } = keys
  if ('passphrase' in by) {
    // Outside: where the work itself can't be done, nobody typed anything wrong.
    const stretched = await stretch(by.passphrase, fromBase64(keys.salt))
    return orFault('passphrase', async () => {
      const lock = await sealingKey(stretched)
      return open(lock, keys.byPassphrase, aboutKeys(userID, version, keys, 'passphrase'))
    })
  }
  return orFault('recoveryKey', async () =>
    open(await recoveryLock(by.recoveryKey), keys.byRecovery, aboutKeys(userID, version, keys, 'recovery')),
  )
}

const PROOF = utf8('the two halves belong together')

/** @throws VaultFault `keysChanged` where a public key isn't the private one's other half */
async function requirePair(identity: Identity): Promise<void> {
  const { decryption, signing, encryptionKey, signingKey } = identity
  const own = await crypto.subtle.importKey('raw', fromBase64(signingKey), SIGNING, false, ['verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, signing, PROOF)
  const isOwn = await crypto.subtle.verify(algorithm, own, signature, PROOF)
  const other = await crypto.subtle.generateKey(ENCRYPTION, false, ['deriveBits'])
  const point = await crypto.subtle.importKey('raw', fromBase64(encryptionKey), ENCRYPTION, false, [])
  const bits = (publicKey: CryptoKey, privateKey: CryptoKey) =>
    crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  const [one, two] = await Promise.all([bits(other.publicKey, decryption), bits(point, other.privateKey)])
  if (!isOwn || toBase64(new Uint8Array(one)) !== toBase64(new Uint8Array(two)))
    throw new VaultFault('keysChanged')
}

/** The keys out of their seal. @throws VaultFault `passphrase`, `recoveryKey`, `keysChanged` */
export async function openKeys(
  userID: number,
  keys: SealedKeys,
  by: { readonly passphrase: string } | { readonly recoveryKey: string },
  stretch: StretchPassphrase,
): Promise<Identity> {
  return identityOf(userID, keys, await unsealKeys(userID, keys, by, stretch))
}

/** The keys that the bytes hold. @throws VaultFault `keysChanged` where they don't belong to the public ones */
export function identityOf(userID: number, keys: SealedKeys, plain: Bytes): Promise<Identity> {
  return orFault('keysChanged', async () => {
    const { decryption, signing } = z.parse(privateKeys, JSON.parse(textOf(plain)))
    const { encryptionKey, signingKey, version } = keys
    const identity: Identity = {
      userID,
      version,
      encryptionKey,
      signingKey,
      decryption: await crypto.subtle.importKey('pkcs8', fromBase64(decryption), ENCRYPTION, false, [
        'deriveBits',
      ]),
      signing: await crypto.subtle.importKey('pkcs8', fromBase64(signing), SIGNING, false, ['sign']),
    }
    await requirePair(identity)
    return identity
  })
}

/**
 * The same keys under a new passphrase and a new printed key: what was printed before opens nothing that the
 * server gives out from now on. @throws VaultFault `passphrase`, `recoveryKey`
 */
export async function resealKeys(
  userID: number,
  keys: SealedKeys,
  by: { readonly passphrase: string } | { readonly recoveryKey: string },
  secrets: Secrets,
  stretch: StretchPassphrase,
): Promise<SealedKeys> {
  const plain = await unsealKeys(userID, keys, by, stretch)
  const { encryptionKey, signingKey } = keys
  return sealKeys(plain, { userID, version: keys.version + 1, encryptionKey, signingKey }, secrets, stretch)
}
