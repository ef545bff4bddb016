import type { Generated } from 'kysely'
import type { PrivacyKind, PrivacyState } from '#shared/domain/person-data.ts'
import type { Time } from './time.ts'

/** What keeps everything of a person or project from retention and erasure (spec 5 §6.8). */
export interface LegalHoldTable {
  id: Generated<number>
  /** One of the two is null. */
  personID: number | null
  projectID: number | null
  reason: string
  placedBy: number
  placedAt: Time
  liftedBy: number | null
  /** Null while it stands. */
  liftedAt: Time | null
}

/** A wish to have a person's data, or to have them erased (spec 5 §6.9). */
export interface PrivacyRequestTable {
  id: Generated<number>
  kind: PrivacyKind
  personID: number
  state: PrivacyState
  reason: string
  requestedBy: number
  requestedAt: Time
  /** Of an erasure: 1 where messages lose their text. */
  withTexts: number
  approvedBy: number | null
  approvedAt: Time | null
  /** When an erasure takes effect. */
  effectiveAt: Time | null
  /** Who cancelled it, and when it ended in whatever way. */
  endedBy: number | null
  endedAt: Time | null
  /** Of an export: its file, until the link ends. */
  storedAs: string | null
  size: number
  expiresAt: Time | null
  /** While a server makes it. */
  leaseUntil: Time | null
}
