import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type Keyring, keyringOf } from '../secrets/keyring.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** A sealed text that can't be opened: it was changed, moved, or is another installation's. */
export class SealError extends Error {
  constructor(cause?: unknown) {
    super('A sealed value of the database cannot be opened', { cause })
    this.name = 'SealError'
  }
}

/**
 * Encrypts secrets that the server has to read again, and makes keyed hashes of those that it hasn't. The keys are
 * in a file beside the database (server/secrets), so that whoever has the database alone opens nothing.
 */
export class Sealer {
  readonly #sealingKey: Uint8Array
  readonly #hashingKey: Uint8Array

  constructor({ seal, hash }: Pick<Keyring, 'seal' | 'hash'>) {
    const derive = (master: Uint8Array, purpose: string) =>
      new Uint8Array(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
    this.#sealingKey = derive(seal, 'fieldwork seal')
    this.#hashingKey = derive(hash, 'fieldwork hash')
  }

  /** @throws SecretsError where the database's keys can't be had */
  static async open(db: Database): Promise<Sealer> {
    return new Sealer(await keyringOf(db))
  }

  /** Encrypts (AES-256-GCM). `place` says whose it is; the text can't be opened for another place. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#sealingKey, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** @throws SealError */
  unseal(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError()
    const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
    try {
      const cipher = createDecipheriv(CIPHER, this.#sealingKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(rest.subarray(0, TAG_BYTES))
      return Buffer.concat([cipher.update(rest.subarray(TAG_BYTES)), cipher.final()]).toString('utf8')
    } catch (error) {
      throw new SealError(error)
    }
  }

  /** A keyed hash (HMAC-SHA-256), different for each purpose. */
  hash(text: string, purpose: string): string {
    return createHmac('sha256', this.#hashingKey).update(`${purpose}\0${text}`).digest('base64url')
  }
}
