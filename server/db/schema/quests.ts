import type { ColumnType, Generated } from 'kysely'
import type { QuestMeasure, QuestPersonState } from '#shared/domain/quests.ts'
import type { Time } from './time.ts'

/** A quest (spec 4 §4.4.9). From its first day to before the day after its last. */
export interface QuestTable {
  id: Generated<number>
  name: string
  icon: string
  message: string
  measure: QuestMeasure
  aim: number
  /** What the QC score of the same time has to be; null for any. */
  minQcScore: number | null
  from: Time
  to: Time
  rewardXP: number
  byID: number | null
  at: Time
  /** When it was settled, or ended early. */
  endedAt: ColumnType<Time | null, Time | null | undefined>
  endedBy: ColumnType<number | null, number | null | undefined>
  endReason: ColumnType<string, string | undefined>
}

export interface QuestPersonTable {
  questID: number
  userID: number
  state: QuestPersonState
  changedAt: Time
}

/** What somebody earned by a quest; once. */
export interface XpEntryTable {
  id: Generated<number>
  userID: number
  questID: number
  points: number
  at: Time
}

/** Who shows their name on boards. */
export interface BoardNameTable {
  userID: number
  at: Time
}
