import type { ColumnType, Generated } from 'kysely'
import type { CallDirection, CallOutcome } from '#shared/domain/calls.ts'
import type { CallFigures } from '#shared/hubs/call-figures.ts'
import type { Time } from './time.ts'

type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** A call as one of its people has it in their list (spec 6 §2.2). */
export interface CallEntryTable {
  id: Generated<number>
  userID: number
  /** Where they talk; null once that is gone. */
  meetingID: number | null
  direction: CallDirection
  startedAt: Time
  answeredAt: Maybe<Time>
  /** When it was over for this person. */
  endedAt: Maybe<Time>
  /** Null while it rings. */
  outcome: Maybe<CallOutcome>
  /** The sign-in session that answered it. */
  answeredIn: Maybe<string>
  /** When the person saw that they missed it. */
  seenAt: Maybe<Time>
}

/** The others of an entry: whom the person called, or who called them. */
export interface CallEntryPersonTable {
  entryID: number
  userID: number
}

/** Whom somebody keeps at the top of those whom they call. */
export interface CallFavouriteTable {
  userID: number
  personID: number
}

/** How a call went at one window of a person's; numbers alone (`shared/hubs/call-figures.ts`). */
export interface CallStatisticTable extends CallFigures {
  id: Generated<number>
  /** The window's, as in `callSeats`: its figures replace the ones before. */
  seat: string
  userID: number
  /** Null once the meeting is gone. */
  meetingID: number | null
  /** When the seat was taken, and when its figures were last told. */
  beganAt: Time
  endedAt: Time
}
