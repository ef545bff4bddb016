import type { RequestOf } from '#shared/contract/http-call.ts'
import type { agreeVaultCompanyKey } from '#shared/contract/vault.ts'
import {
  type Bytes,
  context,
  derivedKey,
  fromBase64,
  joined,
  open,
  randomBytes,
  seal,
  sha256,
  toBase64,
} from './bytes.ts'
import { orFault } from './fault.ts'
import {
  ENCRYPTION,
  NO_SALT,
  type OpensKeys,
  requireKeysOf,
  type SealedKeys,
  type StretchPassphrase,
  sealKeys,
  unsealKeys,
} from './identity.ts'
import { newRecoveryKey, recoveryBytes } from './recovery-key.ts'

/** Somebody's private keys for the company's key, as the server keeps them. */
export type CompanySeal = NonNullable<RequestOf<typeof agreeVaultCompanyKey>['seal']>

/** A key of the company: `printed` is told once, the rest goes to the server. */
export interface NewCompanyKey {
  readonly publicKey: string
  readonly sealed: string
  readonly printed: string
}

/** Nobody ever types it: a vault that the company opened is opened by its new printed key. */
const UNKNOWN_PASSPHRASE_BYTES = 32

const printedLock = (printed: string): Promise<CryptoKey> =>
  derivedKey(recoveryBytes(printed), NO_SALT, context('company'))

const aboutCompany = (publicKey: string): Bytes => context('company key', publicKey)

/** A seal holds for one person with one pair of keys, and for one key of the company. */
const aboutSeal = (userID: number, keys: SealedKeys, companyKey: string): Bytes =>
  context('keys for the company', userID, keys.encryptionKey, keys.signingKey, companyKey)

/** Words to compare a company's key by. */
export const companyFingerprint = async (publicKey: string): Promise<string> =>
  toBase64(await sha256(aboutCompany(publicKey)))

async function exchanged(own: CryptoKey, theirs: CryptoKey, points: readonly [Bytes, Bytes], about: Bytes) {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256)
  return derivedKey(new Uint8Array(bits), joined(...points), about)
}

const publicHalf = (point: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', point, ENCRYPTION, false, [])

/** A new key of the company, made where it is shown. */
export async function newCompanyKey(): Promise<NewCompanyKey> {
  const pair = await crypto.subtle.generateKey(ENCRYPTION, true, ['deriveBits'])
  const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const plain = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const printed = newRecoveryKey()
  return {
    publicKey,
    sealed: await seal(await printedLock(printed), plain, aboutCompany(publicKey)),
    printed,
  }
}

/**
 * A person's private keys, for whoever has the company's printed key.
 * @throws VaultFault `passphrase`, `recoveryKey`
 */
export async function sealForCompany(
  userID: number,
  keys: SealedKeys,
  by: OpensKeys,
  companyKey: string,
  stretch: StretchPassphrase,
): Promise<CompanySeal> {
  const plain = await unsealKeys(userID, keys, by, stretch)
  const once = await crypto.subtle.generateKey(ENCRYPTION, true, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey))
  const company = fromBase64(companyKey)
  const about = aboutSeal(userID, keys, companyKey)
  const lock = await exchanged(once.privateKey, await publicHalf(company), [point, company], about)
  return { companyKey, point: toBase64(point), wrapped: await seal(lock, plain, about) }
}

/**
 * Somebody's keys under a new printed key, by the company's: their passphrase opens them no more.
 * @throws VaultFault `companyKey` where the printed key isn't the company's, `companySeal` where what was sealed
 * isn't this person's
 */
export async function resealByCompany(
  userID: number,
  opened: { readonly keys: SealedKeys; readonly seal: CompanySeal; readonly sealed: string },
  printed: string,
  stretch: StretchPassphrase,
): Promise<{ readonly keys: SealedKeys; readonly recoveryKey: string }> {
  const { keys } = opened
  const { companyKey, point, wrapped } = opened.seal
  const company = await orFault('companyKey', async () =>
    crypto.subtle.importKey(
      'pkcs8',
      await open(await printedLock(printed), opened.sealed, aboutCompany(companyKey)),
      ENCRYPTION,
      false,
      ['deriveBits'],
    ),
  )
  const plain = await orFault('companySeal', async () => {
    const once = fromBase64(point)
    const about = aboutSeal(userID, keys, companyKey)
    const points = [once, fromBase64(companyKey)] as const
    const bytes = await open(await exchanged(company, await publicHalf(once), points, about), wrapped, about)
    await requireKeysOf(userID, keys, bytes)
    return bytes
  })
  const recoveryKey = newRecoveryKey()
  const passphrase = toBase64(randomBytes(UNKNOWN_PASSPHRASE_BYTES))
  const { encryptionKey, signingKey, version } = keys
  const next = { userID, version: version + 1, encryptionKey, signingKey }
  return { keys: await sealKeys(plain, next, { passphrase, recoveryKey }, stretch), recoveryKey }
}
