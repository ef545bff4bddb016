import type { ColumnType, Generated } from 'kysely'
import type { AbsenceCaseKind, AbsenceCaseState, ContactChannel, ReportedAs } from '#shared/domain/absence.ts'
import type { FileNoteKind } from '#shared/domain/file-notes.ts'
import type { WelfareKind } from '#shared/domain/interactions.ts'
import type { OneToOneStatus } from '#shared/domain/one-to-ones.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** Somebody wasn't where a shift had them (spec 6 §5.2). A shift has one case. */
export interface AbsenceCaseTable extends Versioned {
  userID: number
  shiftID: number | null
  /** London's day of the shift, YYYY-MM-DD. */
  day: string
  /** What of the shift it is about. */
  start: Time
  end: Time
  kind: AbsenceCaseKind
  /** What the supervisor heard; null where nobody reported anything. */
  reported: ReportedAs | null
  state: AbsenceCaseState
  /** What who opened it knew. */
  note: Generated<string>
  /** The calendar's event of it. */
  eventID: Maybe<number>
  detectedAt: Time
  openedBy: Maybe<number>
  /** The person's own words. */
  explanation: Generated<string>
  explainedAt: Maybe<Time>
  /** Why it was decided so. */
  reason: Generated<string>
  payEffect: Maybe<'PAID' | 'UNPAID'>
  decidedBy: Maybe<number>
  decidedAt: Maybe<Time>
  /** Minutes by which they came late. */
  lateMinutes: Maybe<number>
  /** How many contact attempts were asked for; null for none. */
  attemptsTold: Maybe<number>
  /** How often a decision was reversed: once at most. */
  reversals: Maybe<number>
  /** When the case asked for a welfare check. */
  welfareAt: Maybe<Time>
}

/** Somebody tried to reach whom a case is about. */
export interface AbsenceAttemptTable {
  id: Generated<number>
  caseID: number
  at: Time
  channel: ContactChannel
  result: string
  byID: number | null
}

/** Somebody said that they, or one of theirs, will be late for a shift. */
export interface LateNoticeTable {
  shiftID: number
  userID: number
  expectedAt: Time
  note: string
  byID: number | null
  at: Time
}

/** A talk of two (spec 6 §5.1). */
export interface OneToOneTable extends Versioned {
  userID: number
  hostID: number | null
  /** YYYY-MM-DD */
  dueDay: string
  /** The meeting in both calendars, once it is scheduled. */
  meetingID: Maybe<number>
  start: Maybe<Time>
  minutes: Maybe<number>
  agenda: Generated<string>
  sharedNotes: Generated<string>
  /** The host's alone: never sent to the person. */
  privateNotes: Generated<string>
  /** JSON: text, due (YYYY-MM-DD), doneAt. */
  actions: Generated<string>
  status: OneToOneStatus
  heldAt: Maybe<Time>
  hostSignedAt: Maybe<Time>
  signedAt: Maybe<Time>
  /** The person's. */
  comment: Generated<string>
}

/** What somebody wrote about a person, who always sees it (spec 4 §2.4, 6 §5.6). */
export interface FileNoteTable {
  id: Generated<number>
  userID: number
  byID: number | null
  at: Time
  kind: FileNoteKind
  text: string
  /** The absence case whose decision made it. */
  caseID: Maybe<number>
  acknowledgedAt: Maybe<Time>
  /** The person's one reply; '' for none. */
  reply: Generated<string>
  repliedAt: Maybe<Time>
}

/** Somebody asked how a person is (spec 4 §4.3.4). */
export interface WelfareContactTable {
  id: Generated<number>
  userID: number
  byID: number | null
  /** When it was written down. */
  at: Time
  /** When it was, YYYY-MM-DD. */
  day: string
  kind: WelfareKind
  text: string
}
