import type { ColumnType, Generated } from 'kysely'
import type { PipState } from '#shared/domain/pips.ts'
import type { Time } from './time.ts'

/** A performance improvement plan (spec 4 §2.4). Days are YYYY-MM-DD. */
export interface PipTable {
  id: Generated<number>
  userID: number
  ownerID: number | null
  reason: string
  /** What help is offered. */
  support: Generated<string>
  start: string
  end: string
  /** JSON of `PipMeasure`. */
  measures: string
  state: PipState
  /** When a DRAFT was shown to the person; null while it is its owner's. */
  shownAt: ColumnType<Time | null, Time | null | undefined>
  changedAt: Time
}

export interface PipMeetingTable {
  id: Generated<number>
  pipID: number
  at: Time
  notes: string
  /** The person's. */
  comment: Generated<string>
  commentedAt: ColumnType<Time | null, Time | null | undefined>
}
