import type { ColumnType, Generated } from 'kysely'
import type { Certificate, FitAnswer, ReasonCategory, ReturnStatus } from '#shared/domain/return-to-work.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** The form of somebody who came back after they were ill (spec 6 §5.3). Days are YYYY-MM-DD. */
export interface ReturnToWorkFormTable extends Versioned {
  userID: number
  hostID: number | null
  firstDay: string
  lastDay: string
  /** When the first shift after it began. */
  returnedAt: Time
  /** The last day on which it is in time. */
  dueDay: string
  status: ReturnStatus
  certificate: Maybe<Certificate>
  fit: Maybe<FitAnswer>
  /** JSON: a list of `Adjustment`. */
  adjustments: Generated<string>
  adjustmentsUntil: Maybe<string>
  /** Health details: for the person, the host and HR_CAN_SEE_HEALTH_DETAILS alone. */
  category: Maybe<ReasonCategory>
  /** As `category`. */
  details: Generated<string>
  followUp: Maybe<string>
  hostSignedAt: Maybe<Time>
  signedAt: Maybe<Time>
  /** The day of the last reminder. */
  remindedDay: Maybe<string>
}

/** What a doctor wrote; seen as health details are. */
export interface FitNoteTable {
  id: Generated<number>
  formID: number
  fileName: string
  contentType: string
  content: Uint8Array
  addedBy: number | null
  addedAt: Time
}
