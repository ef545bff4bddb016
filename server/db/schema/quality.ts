import type { ColumnType, Generated } from 'kysely'
import type {
  CoachingState,
  DisputeDecision,
  FormStatus,
  MonitoringConsent,
  QcKind,
  QcOutcome,
  ReviewState,
} from '#shared/domain/quality.ts'
import type { Time } from './time.ts'

/** A value that a new row may do without. */
type Maybe<T> = ColumnType<T | null, T | null | undefined>

/** A form by which interviews are reviewed (spec 4 §2.4); what it asks is in its versions. */
export interface QcFormTable {
  id: Generated<number>
  name: string
  /** Without case: unique. */
  nameKey: string
  kind: QcKind
  /** Counts changes of the form and its versions, from 1. */
  revision: Generated<number>
  changedBy: Maybe<number>
  changedAt: Time
}

/** What a form asks. One that was used never changes. */
export interface QcFormVersionTable {
  id: Generated<number>
  formID: number
  version: number
  /** JSON: its items. */
  items: string
  status: FormStatus
  createdAt: Time
}

/** Several reviewers fill in the same interview, each by themselves; their reviews name it. */
export interface QcCalibrationTable {
  id: Generated<number>
  userID: number
  projectID: number
  interviewID: Maybe<number>
  formID: number
  formVersion: number
  createdBy: Maybe<number>
  createdAt: Time
}

/** What somebody found of an interview (spec 4 §2.4). */
export interface QcReviewTable {
  id: Generated<number>
  version: Generated<number>
  userID: number
  projectID: number
  /** Null until the interview's record has come in. */
  interviewID: Maybe<number>
  formID: number
  formVersion: number
  kind: QcKind
  reviewerID: Maybe<number>
  /** Person and project while it is in progress: unique, so that two can't take the same. */
  claim: Maybe<string>
  calibrationID: Maybe<number>
  isCalibration: Generated<number>
  startedAt: Time
  listenedFrom: Maybe<Time>
  listenedTo: Maybe<Time>
  consent: Maybe<Exclude<MonitoringConsent, 'NONE'>>
  /** JSON: item, answer, note, second. */
  answers: Generated<string>
  score: Maybe<number>
  outcome: Maybe<QcOutcome>
  /** CRITICAL items with NO. */
  criticals: Generated<number>
  feedback: Generated<string>
  actionText: Generated<string>
  /** What a FAIL led to, in words. */
  followUp: Generated<string>
  state: ReviewState
  submittedAt: Maybe<Time>
  acknowledgedAt: Maybe<Time>
  acknowledgement: Generated<string>
  /** 1 where the person said nothing for a week. */
  isBySystem: Generated<number>
  remindedAt: Maybe<Time>
  disputedAt: Maybe<Time>
  disputeReason: Generated<string>
  decision: Maybe<DisputeDecision>
  resolution: Generated<string>
  resolvedBy: Maybe<number>
  resolvedAt: Maybe<Time>
  correctedAt: Maybe<Time>
  voidReason: Generated<string>
}

/** That somebody listened, from when to when; `to` is null while they do. */
export interface QcListenTable {
  id: Generated<number>
  reviewID: number
  userID: number
  byID: Maybe<number>
  byName: string
  projectID: number
  consent: Exclude<MonitoringConsent, 'NONE'>
  from: Time
  to: Maybe<Time>
}

/** A talk about how somebody works (spec 4 §2.4). */
export interface CoachingSessionTable {
  id: Generated<number>
  version: Generated<number>
  userID: number
  coachID: Maybe<number>
  start: Time
  minutes: number
  topics: string
  /** JSON: ids of the reviews that it is about. */
  reviewIDs: string
  discussion: Generated<string>
  /** JSON: text, due (YYYY-MM-DD), doneAt. */
  actions: Generated<string>
  state: CoachingState
  /** The meeting that stands in both calendars. */
  meetingID: Maybe<number>
  /** When the coach began to hold it. */
  begunAt: Maybe<Time>
  heldAt: Maybe<Time>
  acknowledgedAt: Maybe<Time>
  /** JSON while it is held: what both did before. */
  before: Maybe<string>
  createdAt: Time
}

export type AllocationState = 'PLANNED' | 'PUBLISHED' | 'LIVE' | 'DONE' | 'CANCELLED'

/** Who is to work on which project, and when (spec 4 §2.3). A person has one at a time. */
export interface AllocationTable {
  id: Generated<number>
  userID: number
  projectID: number
  start: Time
  end: Time
  source: 'PLAN' | 'HYPERVISOR' | 'SWITCH' | 'APPOINTMENT'
  state: AllocationState
  createdBy: Maybe<number>
  /** 1 where planners mean to take a published one back: it holds until that is published. */
  isRemoved: Generated<number>
  removedBy: Maybe<number>
  publishedAt: Maybe<Time>
}
