import type { ColumnType, Generated } from 'kysely'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { DiallerStatus } from '#shared/domain/dialler.ts'
import type { IdleAnswer } from '#shared/domain/idle.ts'
import type { MachineAway } from '#shared/domain/machine-away.ts'
import type { MachineKind } from '#shared/domain/recorded-readings.ts'
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

/** What somebody does at the dialler, as it was told last (spec 4 §3.3). */
export interface DiallerStatusTable {
  userID: number
  status: DiallerStatus
  /** Since when it is that. */
  since: Time
  /** Of the call, by name. */
  project: string | null
  /** What is older changes nothing. */
  asOf: Time
}

/** Time in which somebody touched neither mouse nor keyboard (spec 4 §4.2.1). */
export interface IdleReadingTable {
  id: Generated<number>
  userID: number
  sessionID: number
  /** The last touch before it. */
  since: Time
  /** Null while they are flagged idle: one a person. */
  until: Time | null
  /** What they said of it; null while they didn't. */
  answer: IdleAnswer | null
}

/** What somebody goes over to once their call has ended (spec 4 §4.2.1); one a person. */
export interface WaitingSwitchTable {
  userID: number
  activity: ActivityName
  project: string | null
  category: string | null
  /** JSON of names. */
  actions: string
  /** Who wants it: the person, or who sets it. */
  byID: number
  reason: string
  holdMinutes: number | null
  at: Time
}

/** What was read of somebody's machine on their shift (spec 4 §2.2). */
export interface RecordedReadingTable {
  id: Generated<number>
  userID: number
  kind: MachineKind
  value: string
  at: Time
}

/** Windows that do what an activity asks for, such as launching the dialler: one of a person's does it. */
export interface ActionWindowTable {
  connectionID: string
  userID: number
  isDesktop: number
  at: Time
  /** The machine that the window is on can't be used by its person now; null where it can. */
  away: ColumnType<MachineAway | null, MachineAway | null | undefined>
}
