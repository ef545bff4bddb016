import type { ColumnType, Generated } from 'kysely'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { CorrectionState, DayState, ExceptionKind } from '#shared/domain/attendance.ts'
import type { Time } from './time.ts'

/** What became of somebody's day (spec 4 §2.4); OPEN where there is no row. The figures are counted, not kept. */
export interface AttendanceDayTable {
  id: Generated<number>
  userID: number
  /** London's, YYYY-MM-DD. */
  day: string
  state: DayState
  note: string
  /** 1 where nobody said it: days confirm by themselves. */
  isBySystem: Generated<number>
  changedBy: number | null
  changedAt: Time
}

/** How much of an exception a supervisor excuses. */
export interface AttendanceExcuseTable {
  id: Generated<number>
  userID: number
  kind: ExceptionKind
  /** When the exception begins. */
  start: Time
  seconds: number
  reason: string
  byID: number | null
  at: Time
}

/** What somebody asks to be put right about what they did (spec 4 §2.2). */
export interface ActivityCorrectionTable {
  id: Generated<number>
  userID: number
  /** The session that it is about; null for time without one. */
  sessionID: number | null
  activity: ActivityName
  projectID: number | null
  start: Time
  end: Time
  reason: string
  requestedBy: number | null
  requestedAt: Time
  state: CorrectionState
  decidedBy: ColumnType<number | null, number | null | undefined>
  decidedAt: ColumnType<Time | null, Time | null | undefined>
  decisionNote: string
  /** JSON: the sessions as they were before it was approved. */
  replaced: string
}
