import type { ColumnType, Generated } from 'kysely'
import type { RateDayKind } from '#shared/domain/agency-rates.ts'
import type {
  ApplicantSource,
  ApplicantStage,
  OfferState,
  Recommendation,
  RightToWork,
} from '#shared/domain/applicants.ts'
import type { ExpenseCategory, ExpenseUnit } from '#shared/domain/expense-rates.ts'
import type { CredentialImportState } from '#shared/domain/people-import.ts'
import type { WorkLocation } from '#shared/domain/person.ts'
import type { ShiftRequestState, ShiftRequestType } from '#shared/domain/shift-requests.ts'
import type { ShiftLocation, ShiftSource, ShiftState } from '#shared/domain/shifts.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

/** When somebody works (spec 4 §2.3). */
export interface ShiftTable extends Versioned {
  userID: number
  start: Time
  end: Time
  /** JSON: kind WORK, BREAK, TRAINING or MEETING, start, end, isFixed; none for work from start to end. */
  segments: string
  breakMinutes: number
  projectID: number | null
  /** The area for which they work; null for none. */
  areaID: number | null
  location: ShiftLocation
  source: ShiftSource
  state: ShiftState
  publishedAt: Time | null
  note: string
  isLocked: number
  lockedBy: number | null
  /**
   * What planners mean to change of a published shift, as JSON of `PlannedChange`: it holds once it is published, or once
   * the person agreed to it. Its times stand beside it, so that it is found by them; null where nothing is to change.
   */
  planned: ColumnType<string | null, string | null | undefined>
  plannedStart: ColumnType<Time | null, Time | null | undefined>
  plannedEnd: ColumnType<Time | null, Time | null | undefined>
  /** Which pattern made it, and for which of London's days, YYYY-MM-DD: it makes none there again. */
  patternID: ColumnType<number | null, number | null | undefined>
  patternDay: ColumnType<string | null, string | null | undefined>
  /** 1 once somebody changed one that a pattern made: the pattern leaves it alone. */
  isByHand: ColumnType<number, number | undefined>
}

/** Days of work that repeat (spec 4 §2.3). */
export interface ShiftPatternTable extends Versioned {
  name: string
  /** As names are compared: in small letters. Unique. */
  nameKey: string
  areaID: number | null
  contractTypeID: number | null
  projectID: number | null
  colour: string
  status: 'ACTIVE' | 'RETIRED'
  /** JSON of `PatternVersion`, the first first: what it was and will be from which day on. */
  versions: string
}

/** Whose pattern it is, from a day to another, YYYY-MM-DD; `to` is the last, null for no end. */
export interface ShiftPatternPersonTable {
  id: Generated<number>
  patternID: number
  userID: number
  from: string
  to: string | null
  /** Which of its weeks the week of `from` is, from 0. */
  startWeek: number
}

/** What people ask about their shifts (spec 4 §2.3). */
export interface ShiftRequestTable {
  id: Generated<number>
  version: number
  type: ShiftRequestType
  shiftID: number
  /** The shift while the request is open, so that it has one at a time; null once it is decided. */
  openShiftID: number | null
  /** Of an open PICK_UP `{shiftID}:{userID}`, so that somebody asks for a shift once; null else. */
  openPickUp: ColumnType<string | null, string | null | undefined>
  byUserID: number
  toUserID: number | null
  otherShiftID: number | null
  newStart: Time | null
  newEnd: Time | null
  splitAt: Time | null
  reason: string
  state: ShiftRequestState
  /** The shift's times when it was asked about. */
  shiftStart: Time
  shiftEnd: Time
  askedAt: Time
  expiresAt: Time
  decidedBy: number | null
  decidedAt: Time | null
  decisionNote: string
  /** What stood against it when it was last asked, answered or decided, in words; '' where nothing did, null where it wasn't looked at. */
  checks: ColumnType<string | null, string | null | undefined>
  /** 1 where the system approved it by the rule of the settings. */
  isByRule: ColumnType<number, number | undefined>
  /** The conversation about it; null until somebody opens it. */
  threadID: ColumnType<number | null, number | null | undefined>
  /** Times that were proposed instead when it was declined, and what its person said to them; null where none were, or before. */
  proposedStart: ColumnType<Time | null, Time | null | undefined>
  proposedEnd: ColumnType<Time | null, Time | null | undefined>
  proposalAnswer: ColumnType<'AGREED' | 'REFUSED' | null, 'AGREED' | 'REFUSED' | null | undefined>
  proposalAnsweredAt: ColumnType<Time | null, Time | null | undefined>
}

/** Whom planners asked to cover a dropped shift, and what they said; null before they did. */
export interface ShiftOfferTable {
  requestID: number
  userID: number
  byID: number | null
  at: Time
  answer: 'ACCEPTED' | 'REFUSED' | null
}

/** Which skills a project asks for. */
export interface ProjectSkillTable {
  projectID: number
  skillID: number
}

/** What an agency's workers are paid and charged at (spec 5 §5.5). Days are YYYY-MM-DD, times local HH:mm. */
export interface AgencyRateTable extends Versioned {
  agencyID: number
  contractTypeID: number
  skillID: number | null
  dayKind: RateDayKind
  fromTime: string
  toTime: string
  pay: number
  charge: number
  validFrom: string
  validTo: string | null
}

/** What expenses are repaid at (spec 5 §5.5). Rates in pence, cap and receipt in £. */
export interface ExpenseRateTable extends Versioned {
  category: ExpenseCategory
  unit: ExpenseUnit
  rate: number | null
  secondRate: number | null
  aboveUnits: number | null
  cap: number | null
  receiptAbove: number | null
  vat: number
  validFrom: string
  validTo: string | null
  confirmedBy: number | null
  confirmedAt: Time | null
}

/** What somebody is paid of one day (spec 6 §6). Rate and amount in £. */
export interface PayLineTable {
  id: Generated<number>
  userID: number
  /** YYYY-MM-DD */
  day: string
  element:
    | 'BASIC'
    | 'OVERTIME'
    | 'TRAINING'
    | 'SYSTEM_ISSUE'
    | 'HOLIDAY'
    | 'SICK'
    | 'PUBLIC_HOLIDAY'
    | 'BONUS'
    | 'ADJUSTMENT'
    | 'DEDUCTION'
  hours: number
  rate: number
  multiplier: number
  amount: number
  /** What it comes from: an attendance day or a calendar event. */
  source: string
  sourceID: number | null
  projectID: number | null
  /** Whose terms of that day the rate comes from, or which agency rate. */
  contractTypeID: number | null
  agencyRateID: number | null
  state: 'DRAFT' | 'QUERIED' | 'APPROVED' | 'LOCKED'
}

/** Which ticket is about what somebody is paid of a day, the last one. */
export interface PayQueryTable {
  userID: number
  /** YYYY-MM-DD */
  day: string
  ticketID: number
  at: Time
}

/** When somebody was told that a skill expires. */
export interface SkillReminderTable {
  userID: number
  skillID: number
  /** YYYY-MM-DD */
  expires: string
  /** Which of the times before that it was. */
  days: number
  toldAt: Time
}

/** Somebody who applies for work (spec 6 §3). */
export interface ApplicantTable extends Versioned {
  name: string
  email: string
  mobile: string
  address: string
  source: ApplicantSource
  agencyID: number | null
  /** JSON: names. */
  languages: string
  /** JSON: names. */
  skills: string
  availability: string
  workLocation: WorkLocation
  rightToWork: RightToWork
  /** The kind of document that was seen. */
  rightToWorkDocument: string
  rightToWorkBy: number | null
  rightToWorkAt: Time | null
  /** YYYY-MM-DD */
  rightToWorkExpires: string | null
  consentAt: Time | null
  stage: ApplicantStage
  stageSince: Time
  ownerID: number | null
  notes: string
  /** What the offer says that they accepted. */
  contractTypeID: number | null
  areaID: number | null
  startDate: string | null
  /** The person that they became; null before they STARTED. */
  personID: number | null
  createdAt: Time
  /** Why they were rejected or withdrew, or go on without a test. */
  stageReason: Generated<string>
  /** YYYY-MM-DD: from when who was rejected may apply again. */
  mayApplyFrom: ColumnType<string | null, string | null | undefined>
  /** The applicant of whom this one is a part now; null: they are listed. */
  mergedInto: ColumnType<number | null, number | null | undefined>
  /** What two of one person have in common; '' for none (server/applicants/contact-keys.ts). */
  emailKey: Generated<string>
  mobileKey: Generated<string>
}

/** An import of applicants that can be undone for a day. */
export interface ApplicantImportTable {
  id: Generated<number>
  fileName: string
  byID: number | null
  byName: string
  at: Time
  state: CredentialImportState
  /** Applicants that it writes. */
  total: number
  isPartial: number
  isStopAsked: number
  message: string
  /** Until when the server that works on it is believed to; null once it is over. */
  leaseUntil: Time | null
}

/** An applicant that an import writes, and what was there before it. */
export interface ApplicantImportRowTable {
  importID: number
  /** As a spreadsheet numbers it. */
  number: number
  /** Whom it changes; of a new one once they are written. */
  applicantID: number | null
  /** Before it is written the one that it changes, null for a new one; then the one that it made. */
  version: number | null
  /** JSON: what the form holds. */
  values: string
  /** JSON: what was there; null where there was nothing. */
  before: string | null
  /** Null before it is written. */
  result: 'ADDED' | 'UPDATED' | 'FAILED' | null
}

/** What one interviewer says of an applicant; each has one (spec 6 §3.3). */
export interface ApplicantScorecardTable {
  id: Generated<number>
  applicantID: number
  byID: number
  at: Time
  /** 1 to 5. */
  score: number
  recommendation: Recommendation
  notes: string
}

/** What an applicant is offered (spec 6 §3.4). */
export interface ApplicantOfferTable {
  id: Generated<number>
  applicantID: number
  /** The public link by which they answer. */
  linkID: number | null
  contractTypeID: number
  areaID: number
  /** YYYY-MM-DD */
  startDate: string
  /** In pence an hour. */
  rate: number
  state: OfferState
  at: Time
  byID: number | null
  answeredAt: Time | null
}
