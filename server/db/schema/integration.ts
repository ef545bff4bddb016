import type { Generated } from 'kysely'
import type { Time } from './time.ts'

/** A key by which a program calls for its owner (spec 5 §5.3). */
export interface ApiKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, which is kept nowhere. */
  hash: string
  ownerID: number
  scope: 'SCIM' | null
  /** JSON: names of permissions, a part of the owner's. */
  permissions: string
  /** JSON: addresses and ranges that it may come from; none for any. */
  addresses: string
  createdAt: Time
  createdBy: string
  expiresAt: Time
  lastUsedAt: Time | null
  lastUsedFrom: string
  revokedAt: Time | null
}
