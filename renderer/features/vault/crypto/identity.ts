import * as z from 'zod/mini'
import type { VaultKeys } from '#shared/contract/vault.ts'
import {
  type Bytes,
  context,
  derivedBytes,
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

/** What a person's opened private keys do, wherever they are held; nobody can read them out. */
export interface HeldKeys {
  /** The 32 bytes that the own key and another's raw point have in common. */
  derive(point: Bytes): Promise<Bytes>
  sign(bytes: Bytes): Promise<Bytes>
  /** Lets go of them. */
  close(): void
}

/** A person's keys, opened. */
export interface Identity extends PublicKeys, HeldKeys {
  readonly userID: number
  readonly version: number
}

/** Opens what `seal` sealed with `lock` and holds the keys in it. @throws where it doesn't open */
export type HoldKeys = (sealed: {
  readonly lock: Bytes
  readonly text: string
  readonly about: Bytes
}) => Promise<HeldKeys>

/** What a person's keys are kept as: the contract's, for the server. */
export type SealedKeys = VaultKeys

const SALT_BYTES = 16
export const NO_SALT: Bytes = new Uint8Array(0)
export const ENCRYPTION = { name: 'ECDH', namedCurve: 'P-256' } as const
export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** How bytes are signed. */
export const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The private keys as they stand under a seal: PKCS #8 in base64. */
const privateKeys = z.object({ decryption: z.string(), signing: z.string() })

type Way = 'passphrase' | 'recovery'

/** The seal holds for one person, one version of their keys and one way to open it. */
const aboutKeys = (userID: number, version: number, keys: PublicKeys, way: Way): Bytes =>
  context('keys', userID, version, keys.encryptionKey, keys.signingKey, way)

const recoveryLock = (recoveryKey: string): Promise<Bytes> =>
  derivedBytes(recoveryBytes(recoveryKey), NO_SALT, context('recovery'))

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
      await sealingKey(await recoveryLock(recoveryKey)),
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

/** How somebody opens their keys. */
export type OpensKeys = { readonly passphrase: string } | { readonly recoveryKey: string }

type KeyFault = 'passphrase' | 'recoveryKey'

/**
 * What opens the sealed bytes, and which of the two they are.
 * @throws VaultFault `recoveryKey` where it can't be one
 */
async function wayIn(userID: number, keys: SealedKeys, by: OpensKeys, stretch: StretchPassphrase) {
  const { version } = keys
  if ('passphrase' in by) {
    const lock = await stretch(by.passphrase, fromBase64(keys.salt))
    const about = aboutKeys(userID, version, keys, 'passphrase')
    return { fault: 'passphrase' as KeyFault, lock, text: keys.byPassphrase, about }
  }
  const lock = await orFault('recoveryKey', () => recoveryLock(by.recoveryKey))
  const about = aboutKeys(userID, version, keys, 'recovery')
  return { fault: 'recoveryKey' as KeyFault, lock, text: keys.byRecovery, about }
}

/** The sealed bytes, opened in one of the two ways. @throws VaultFault `passphrase`, `recoveryKey` */
export async function unsealKeys(
  userID: number,
  keys: SealedKeys,
  by: OpensKeys,
  stretch: StretchPassphrase,
): Promise<Bytes> {
  const { fault, lock, text, about } = await wayIn(userID, keys, by, stretch)
  return orFault(fault, async () => open(await sealingKey(lock), text, about))
}

const PROOF = utf8('the two halves belong together')

/** @throws VaultFault `keysChanged` where a public key isn't the private one's other half */
async function requirePair(identity: Identity): Promise<void> {
  const { encryptionKey, signingKey } = identity
  const own = await crypto.subtle.importKey('raw', fromBase64(signingKey), SIGNING, false, ['verify'])
  const isOwn = await crypto.subtle.verify(SIGNATURE, own, await identity.sign(PROOF), PROOF)
  const other = await crypto.subtle.generateKey(ENCRYPTION, true, ['deriveBits'])
  const theirs = new Uint8Array(await crypto.subtle.exportKey('raw', other.publicKey))
  const point = await crypto.subtle.importKey('raw', fromBase64(encryptionKey), ENCRYPTION, false, [])
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, other.privateKey, 256)
  if (!isOwn || toBase64(await identity.derive(theirs)) !== toBase64(new Uint8Array(bits)))
    throw new VaultFault('keysChanged')
}

async function heldKeys(plain: Bytes): Promise<HeldKeys> {
  const { decryption, signing } = z.parse(privateKeys, JSON.parse(textOf(plain)))
  const own = await crypto.subtle.importKey('pkcs8', fromBase64(decryption), ENCRYPTION, false, [
    'deriveBits',
  ])
  const signer = await crypto.subtle.importKey('pkcs8', fromBase64(signing), SIGNING, false, ['sign'])
  return {
    async derive(point) {
      const publicKey = await crypto.subtle.importKey('raw', point, ENCRYPTION, false, [])
      return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, own, 256))
    },
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(SIGNATURE, signer, bytes)),
    close() {},
  }
}

/** Holds keys in this page, where a browser is all there is: as keys that scripts can use and not read. */
export const holdInPage: HoldKeys = async ({ lock, text, about }) =>
  heldKeys(await open(await sealingKey(lock), text, about))

async function identityOf(userID: number, keys: SealedKeys, held: HeldKeys): Promise<Identity> {
  const { encryptionKey, signingKey, version } = keys
  const identity: Identity = { userID, version, encryptionKey, signingKey, ...held }
  await orFault('keysChanged', () => requirePair(identity))
  return identity
}

/** The keys out of their seal. @throws VaultFault `passphrase`, `recoveryKey`, `keysChanged` */
export async function openKeys(
  userID: number,
  keys: SealedKeys,
  by: OpensKeys,
  stretch: StretchPassphrase,
  hold: HoldKeys = holdInPage,
): Promise<Identity> {
  const { fault, ...sealed } = await wayIn(userID, keys, by, stretch)
  return identityOf(userID, keys, await orFault(fault, () => hold(sealed)))
}

/** That the bytes are the private halves of these keys. @throws VaultFault `keysChanged` */
export async function requireKeysOf(userID: number, keys: SealedKeys, plain: Bytes): Promise<void> {
  await orFault('keysChanged', async () => identityOf(userID, keys, await heldKeys(plain)))
}

/**
 * The same keys under a new passphrase and a new printed key: what was printed before opens nothing that the
 * server gives out from now on. @throws VaultFault `passphrase`, `recoveryKey`
 */
export async function resealKeys(
  userID: number,
  keys: SealedKeys,
  by: OpensKeys,
  secrets: Secrets,
  stretch: StretchPassphrase,
): Promise<SealedKeys> {
  const plain = await unsealKeys(userID, keys, by, stretch)
  const { encryptionKey, signingKey } = keys
  return sealKeys(plain, { userID, version: keys.version + 1, encryptionKey, signingKey }, secrets, stretch)
}
