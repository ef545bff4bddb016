import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { Sealer } from '../auth/sealer.ts'
import type { Database } from '../db/database.ts'
import type { AuditPointTable } from '../db/schema/records.ts'
import { settingOrFirst } from '../db/settings.ts'

/** A place of the chain as it is signed. */
export type SignedPoint = AuditPointTable

export const AUDIT_KEY_SETTING = 'auditKey'
export const AUDIT_KEY_PLACE = 'audit key'

const textOf = ({ kind, at, sequence, hash, entries }: Omit<SignedPoint, 'signature'>) =>
  Buffer.from(`fieldwork audit ${kind} ${at} ${sequence} ${entries} ${hash}`)

/**
 * Signs places of the audit's chain (Ed25519). The private key is sealed, so that a copy of the database alone
 * can't sign another chain; the public key checks what was exported, without the server.
 */
export class AuditKey {
  readonly #private: KeyObject
  /** SPKI, as PEM. */
  readonly publicKey: string

  private constructor(pem: string) {
    this.#private = createPrivateKey(pem)
    this.publicKey = String(createPublicKey(this.#private).export({ type: 'spki', format: 'pem' }))
  }

  /** @throws SealError where the key is another installation's */
  static async open(db: Database, sealer: Sealer): Promise<AuditKey> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const fresh = sealer.seal(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), AUDIT_KEY_PLACE)
    return new AuditKey(sealer.unseal(await settingOrFirst(db, AUDIT_KEY_SETTING, fresh), AUDIT_KEY_PLACE))
  }

  sign(point: Omit<SignedPoint, 'signature'>): SignedPoint {
    return { ...point, signature: sign(null, textOf(point), this.#private).toString('base64url') }
  }
}

/** Whether who holds the key has signed that. */
export function isSigned(point: SignedPoint, publicKey: string): boolean {
  try {
    return verify(null, textOf(point), publicKey, Buffer.from(point.signature, 'base64url'))
  } catch {
    return false
  }
}
