import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { settingOrFirst } from '../db/settings.ts'

/** The name of the setting in existing databases. */
const KEY_SETTING = 'vaultKey'
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
 * Encrypts secrets that the server has to read again, and makes keyed hashes of those that it hasn't. The key
 * is made at first use and stored in `settings` of the same database. So whoever sees single tables or rows
 * (in a report, an error, a copy of one table) finds no secret; whoever has the whole file does. A deployment
 * that wants more keeps that row elsewhere.
 */
export class Sealer {
  readonly #sealingKey: Uint8Array
  readonly #hashingKey: Uint8Array

  private constructor(master: Uint8Array) {
    const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
    this.#sealingKey = derive('fieldwork seal')
    this.#hashingKey = derive('fieldwork hash')
  }

  static async open(db: Database): Promise<Sealer> {
    const fresh = randomBytes(KEY_BYTES).toString('base64')
    const master = Buffer.from(await settingOrFirst(db, KEY_SETTING, fresh), 'base64')
    if (master.length < KEY_BYTES) throw new Error('The key of sealed values in the settings is too short.')
    return new Sealer(master)
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
