import type { ApplicantSource, ApplicantStage, RightToWork } from '#shared/domain/applicants.ts'
import type { WorkLocation } from '#shared/domain/person.ts'
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
}

/** Which skills a project asks for. */
export interface ProjectSkillTable {
  projectID: number
  skillID: number
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
}
