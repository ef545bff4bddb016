import type { ColumnType, Generated } from 'kysely'
import type { PipState } from '#shared/domain/pips.ts'
import type { Time } from './time.ts'

type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** A performance improvement plan (spec 4 §2.4, 6 §5.5). Days are YYYY-MM-DD. */
export interface PipTable {
  id: Generated<number>
  /** Counts its changes, from 1. */
  version: Generated<number>
  userID: number
  ownerID: number | null
  reason: string
  /** What help is offered. */
  support: Generated<string>
  /** What shows that it is needed. */
  evidence: Generated<string>
  start: string
  end: string
  /** The end before it was extended; null where it wasn't. */
  extendedFrom: Maybe<string>
  /** JSON of `PipMeasure`. */
  measures: string
  state: PipState
  /** When a DRAFT was shown to the person; null while it is its owner's. */
  shownAt: Maybe<Time>
  /** The person's answer to the draft. */
  comment: Generated<string>
  commentedAt: Maybe<Time>
  /** What its owner proposes. */
  proposal: Maybe<PipState>
  proposalReason: Generated<string>
  proposedAt: Maybe<Time>
  decidedBy: Maybe<number>
  decidedAt: Maybe<Time>
  decisionReason: Generated<string>
  /** Why the person says that FAILED is wrong. */
  appeal: Generated<string>
  appealedAt: Maybe<Time>
  appealDecidedBy: Maybe<number>
  appealDecidedAt: Maybe<Time>
  changedBy: Maybe<number>
  changedAt: Time
}

export interface PipMeetingTable {
  id: Generated<number>
  pipID: number
  at: Time
  notes: string
  /** JSON: a list of `PipResult`. */
  results: Generated<string>
  /** Who came with the person. */
  companion: Generated<string>
  /** The person's. */
  comment: Generated<string>
  commentedAt: Maybe<Time>
}
