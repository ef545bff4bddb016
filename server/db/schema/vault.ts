import type { Generated } from 'kysely'
import type { VaultSource, VaultUse } from '#shared/domain/vault.ts'
import type { Time } from './time.ts'

/** A person's keys; the server can't open them (shared/contract/vault.ts). */
export interface VaultKeyTable {
  userID: number
  version: number
  encryptionKey: string
  signingKey: string
  salt: string
  byPassphrase: string
  byRecovery: string
  updatedAt: Time
}

/** A sealed entry. Its id comes from its maker's device and is part of what is sealed. */
export interface VaultEntryTable {
  entryID: string
  /** Who added it. */
  userID: number
  source: VaultSource
  sourceID: number
  label: string
  version: number
  writerID: number
  ciphertext: string
  /** Who reads it, as its writer signed that; empty for a person's own. Clients alone read it. */
  manifest: Generated<string>
  signature: string
  /** The writer's when they wrote it; null in rows that are older than that: those of today. */
  writerEncryptionKey: Generated<string | null>
  writerSigningKey: Generated<string | null>
  entryTime: Time
  changedAt: Time
}

/** The key to an entry's present version, for each of its readers. */
export interface VaultEntryKeyTable {
  entryID: string
  userID: number
  point: string
  wrapped: string
}

/** An entry that was deleted, signed by who did. */
export interface VaultDeletionTable {
  entryID: string
  source: VaultSource
  sourceID: number
  version: number
  /** Who deleted it, with the keys that they had then. */
  userID: number
  encryptionKey: string
  signingKey: string
  signature: string
  at: Time
}

/** What somebody did with an entry. */
export interface VaultUseTable {
  id: Generated<number>
  entryID: string
  userID: number
  use: VaultUse
  at: Time
}

/** The company's keys for vaults. One holds; the others say whose turn it was. */
export interface VaultCompanyKeyTable {
  id: Generated<number>
  publicKey: string
  /** The private half, which what was printed opens. */
  sealed: string
  madeBy: number
  madeAt: Time
  /** 1 for the one that holds, else null. */
  holds: number | null
}

/** The private keys of somebody who agreed to the company's key, sealed for it. */
export interface VaultCompanySealTable {
  userID: number
  companyKey: string
  encryptionKey: string
  point: string
  wrapped: string
  at: Time
}
