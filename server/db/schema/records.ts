import type { ColumnType, Generated } from 'kysely'
import type { ActorKind } from '#shared/records/admin/audit-entry.ts'
import type { SkillCategory } from '#shared/records/admin/skill.ts'
import type { Time } from './time.ts'

/** What every record has that is changed by the version that its author saw. */
export interface Versioned {
  id: Generated<number>
  /** Counts its changes, from 1. */
  version: number
  /** Who changed it last; null where they are gone, or nobody did. */
  changedBy: number | null
  changedAt: Time
}

export interface SkillTable extends Versioned {
  name: string
  /** The name as it is compared: in small letters. */
  nameKey: string
  category: SkillCategory
  needsCertificate: number
  /** Null where it doesn't expire. */
  expiresAfterMonths: number | null
  isActive: number
}

export type SkillLevel = 'BASIC' | 'GOOD' | 'EXPERT'

/** A skill that somebody has. Days are YYYY-MM-DD. */
export interface PersonSkillTable {
  userID: number
  skillID: number
  level: SkillLevel
  since: string
  expires: string | null
  evidence: string
  givenBy: number | null
}

/** Columns, order, filters and size of a page of records that somebody named (spec 4 §1.2). */
export interface SavedViewTable {
  id: Generated<number>
  userID: number
  /** The page of the menu. */
  page: string
  name: string
  /** JSON of shared/contract/views.ts. */
  state: string
  isDefault: number
  isShared: number
}

/**
 * Who did what (spec 4 §1.10, 5 §5.6). Rows are added; they are changed once, when they are chained, and once
 * more where what is personal in them is erased.
 */
export interface AuditTable {
  id: Generated<number>
  at: Time
  /** Null where no person did it. */
  actorID: number | null
  actorName: string
  /** Such as SKILL_CHANGED. */
  action: string
  /** The page of the menu from which; '' for none. */
  page: string
  /** As a record type is named, such as `skill`. */
  recordType: string
  recordID: number | null
  /** The record's name when it happened. */
  label: string
  /** JSON: a list of `{ field, before, after }`. */
  changes: string
  reason: string
  actorKind: ColumnType<ActorKind, ActorKind | undefined>
  /** The name of whom an actor acts for; '' for themselves. */
  onBehalfOf: ColumnType<string, string | undefined>
  /** Whom it is about, where it is about a person. */
  personID: ColumnType<number | null, number | null | undefined>
  /** Of the request that it comes from; '' for none. */
  address: ColumnType<string, string | undefined>
  sessionID: ColumnType<string, string | undefined>
  requestID: ColumnType<string, string | undefined>
  /** Of a reading: what there is one of in an hour. */
  readKey: ColumnType<string | null, string | null | undefined>
  /** Its place in the chain, from 1; null until it is chained (server/audit/audit-chain.ts). */
  sequence: ColumnType<number | null, number | null | undefined>
  /** With what the personal values are hashed; null once they are erased. */
  salt: ColumnType<string | null, string | null | undefined>
  /** What is hashed: the entry, its personal values as salted digests. */
  sealed: ColumnType<string | null, string | null | undefined>
  previousHash: ColumnType<string | null, string | null | undefined>
  hash: ColumnType<string | null, string | null | undefined>
}

/** A signed place of the audit's chain: its end, the root of a day, or the last entry that retention took out. */
export interface AuditPointTable {
  kind: 'END' | 'ROOT' | 'CHECKPOINT'
  /** Of a root, its day's first moment; 0 of the others. */
  at: Time
  sequence: number
  hash: string
  /** How many entries the chain has up to there. */
  entries: number
  signature: string
}
