import type { ColumnType, Generated } from 'kysely'
import type {
  AttendeeState,
  StoredSessionState,
  TrainingCategory,
  TrainingResult,
} from '#shared/domain/training.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** What can be learnt (spec 6 §4). */
export interface TrainingTypeTable extends Versioned {
  name: string
  /** As names are compared: in small letters. Unique. */
  nameKey: string
  category: TrainingCategory
  /** Null: for ever. */
  validMonths: number | null
  /** What passing it gives. */
  skillID: number | null
  /** JSON of `TrainingNeeds`: who needs it. */
  requiredFor: string
  /** Per cent; null where coming is enough. */
  passMark: number | null
  /** How long a session of it takes, and for how many, where nothing else is said. */
  minutes: number
  capacity: number
  /** JSON: ids. */
  trainerIDs: string
}

/** When something is taught. What it is now follows from the clock and who is booked: `sessionStateAt`. */
export interface TrainingSessionTable extends Versioned {
  typeID: number
  projectID: number | null
  trainerID: number | null
  start: Time
  end: Time
  place: string
  capacity: number
  minimum: number
  status: StoredSessionState
  cancelReason: Generated<string>
}

/** Who is asked or booked to come, and whether they came. */
export interface TrainingAttendeeTable {
  id: Generated<number>
  sessionID: number
  userID: number
  state: AttendeeState
  /** 1: what of a shift lies in the session is that shift's segment TRAINING. */
  isInShift: Generated<number>
  /** Per cent. */
  score: Maybe<number>
  byID: number | null
  /** Of the present state. */
  at: Time
}

/** What somebody learnt. Days are YYYY-MM-DD. */
export interface TrainingRecordTable extends Versioned {
  userID: number
  typeID: number
  /** Null: studied alone, or written down by hand. */
  sessionID: number | null
  day: string
  result: TrainingResult
  score: number | null
  /** The last day on which it counts; null for ever. */
  expires: string | null
  trainerID: number | null
  evidence: Generated<string>
  acknowledgedAt: Maybe<Time>
  withdrawnAt: Maybe<Time>
  withdrawnReason: Generated<string>
}

/** Somebody needn't have a training after all, until a day, YYYY-MM-DD, where there is one. */
export interface TrainingExcuseTable {
  userID: number
  typeID: number
  reason: string
  until: string | null
  byID: number | null
  at: Time
}

/** When somebody was last reminded of a training. */
export interface TrainingReminderTable {
  userID: number
  typeID: number
  at: Time
}
