import type { Generated } from 'kysely'
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

/** Who did what (spec 4 §1.10). Rows are added and never changed. */
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
}
