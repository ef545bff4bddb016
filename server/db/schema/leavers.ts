import type { ColumnType, Generated } from 'kysely'
import type { LeaveReason } from '#shared/domain/person.ts'
import type { Time } from './time.ts'

/** Somebody's leaving: planned, or how it ended. A person has one that is planned at most (a unique index). */
export interface LeavingTable {
  id: Generated<number>
  userID: number
  state: 'PLANNED' | 'DONE' | 'CANCELLED'
  /** The last day, YYYY-MM-DD. */
  leaveDate: string
  reason: LeaveReason
  /** For HR. */
  note: string
  /** Who takes over; null for nobody, where nothing is open. */
  newHolderID: number | null
  plannedBy: number | null
  plannedByName: string
  plannedAt: Time
  /** When it took effect or was cancelled. */
  endedAt: ColumnType<Time | null, Time | null | undefined>
}

/** Something to be looked at before people are paid (spec 6 §6.1). */
export interface PayCheckTable {
  id: Generated<number>
  kind: 'FINAL_PAY'
  userID: number
  /** YYYY-MM-DD */
  day: string
  state: 'OPEN' | 'WAITING' | 'ACCEPTED' | 'CORRECTED' | 'CONFIRMED' | 'DISMISSED'
  createdAt: Time
}
