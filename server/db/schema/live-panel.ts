import type { ColumnType } from 'kysely'
import type { Time } from './time.ts'

/** A session that somebody else set (spec 4 §4.2.1). */
export interface ActivityOverrideTable {
  sessionID: number
  userID: number
  /** Who set it. */
  byID: number | null
  at: Time
  reason: string
  /** Until when other activities are refused; null where it isn't held. */
  holdUntil: Time | null
  /** When it became the person's own again. */
  releasedAt: ColumnType<Time | null, Time | null | undefined>
  /** When the person said that they know. */
  seenAt: ColumnType<Time | null, Time | null | undefined>
}

/** Who saw an alert about a person (spec 4 §4.4.1). */
export interface LiveAlertSeenTable {
  userID: number
  /** The rule's key. */
  rule: string
  byID: number
  note: string
  at: Time
}

/** Somebody's own alert rules, and which of the built-in ones are off: JSON of shared/domain/live-alerts.ts. */
export interface LiveAlertRuleTable {
  userID: number
  rules: string
}
