import { londonDayAfter, londonField } from './london-time.ts'
import { monthsAfter } from './months.ts'

/** What people have to learn, and whether they have (spec 6 §4, 4 §4.3.1). Days are London's, YYYY-MM-DD. */
export const TRAINING_CATEGORIES = [
  'INDUCTION',
  'METHOD',
  'PROJECT_BRIEF',
  'TOOL',
  'COMPLIANCE',
  'SAFETY',
  'LEADERSHIP',
] as const
export type TrainingCategory = (typeof TRAINING_CATEGORIES)[number]

export const SESSION_STATES = ['PLANNED', 'OPEN', 'FULL', 'LIVE', 'COMPLETED', 'CANCELLED'] as const
export type SessionState = (typeof SESSION_STATES)[number]
/** What is kept of it; FULL and LIVE follow from who is booked and from the clock. */
export type StoredSessionState = Exclude<SessionState, 'FULL' | 'LIVE'>

/** CANCELLED is ours: a booking that was taken back. */
export const ATTENDEE_STATES = [
  'INVITED',
  'BOOKED',
  'DECLINED',
  'WAITING',
  'CANCELLED',
  'ATTENDED',
  'PARTLY',
  'NO_SHOW',
  'EXCUSED',
] as const
export type AttendeeState = (typeof ATTENDEE_STATES)[number]

/** What becomes of somebody who was booked. */
export const ATTENDANCE_OUTCOMES = ['ATTENDED', 'PARTLY', 'NO_SHOW', 'EXCUSED'] as const
export type AttendanceOutcome = (typeof ATTENDANCE_OUTCOMES)[number]
/** Who is in the time of a session, or was to be. */
export const EXPECTED_STATES = ['BOOKED', 'ATTENDED', 'PARTLY', 'NO_SHOW'] as const satisfies AttendeeState[]

export const TRAINING_RESULTS = ['PASSED', 'FAILED', 'ATTENDED'] as const
export type TrainingResult = (typeof TRAINING_RESULTS)[number]

export const TRAINING_WORDS = {
  session: {
    PLANNED: 'Planned',
    OPEN: 'Open',
    FULL: 'Full',
    LIVE: 'Under way',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
  } satisfies Record<SessionState, string>,
  attendee: {
    INVITED: 'Invited',
    BOOKED: 'Booked',
    DECLINED: 'Declined',
    WAITING: 'Waiting',
    CANCELLED: 'Taken back',
    ATTENDED: 'Attended',
    PARTLY: 'Partly',
    NO_SHOW: 'No-show',
    EXCUSED: 'Excused',
  } satisfies Record<AttendeeState, string>,
  result: { PASSED: 'Passed', FAILED: 'Failed', ATTENDED: 'Attended' } satisfies Record<
    TrainingResult,
    string
  >,
} as const

/** Due: it expires within so many days (spec 4 §4.3.1). */
export const DUE_DAYS = 30
/** The sessions that are shown begin within so many days (spec 4 §4.4.5). */
export const SESSIONS_AHEAD_DAYS = 28

/** Who needs a training: whoever is one of these. None of any kind: nobody has to. */
export interface TrainingNeeds {
  readonly userTypes: readonly string[]
  readonly contractTypeIDs: readonly number[]
  readonly skillIDs: readonly number[]
  readonly projectIDs: readonly number[]
}

/** Whom needs are held against. */
export interface Trainee {
  readonly userType: string
  readonly contractTypeID: number | null
  readonly skillIDs: ReadonlySet<number>
  readonly projectIDs: ReadonlySet<number>
}

/** Whether somebody has to have it. */
export const needs = (
  { userTypes, contractTypeIDs, skillIDs, projectIDs }: TrainingNeeds,
  person: Trainee,
): boolean =>
  userTypes.includes(person.userType) ||
  (person.contractTypeID !== null && contractTypeIDs.includes(person.contractTypeID)) ||
  skillIDs.some((id) => person.skillIDs.has(id)) ||
  projectIDs.some((id) => person.projectIDs.has(id))

/** What a session is now. Times in milliseconds since 1970. */
export function sessionStateAt(
  session: {
    readonly status: StoredSessionState
    readonly start: number
    readonly end: number
    readonly capacity: number
  },
  booked: number,
  now: number,
): SessionState {
  const { status, start, capacity } = session
  if (status !== 'OPEN' && status !== 'PLANNED') return status
  // Until its outcomes are written down it goes on, however long ago its time was.
  if (start <= now) return 'LIVE'
  return status === 'OPEN' && booked >= capacity ? 'FULL' : status
}

/** The last day on which a record counts: its day plus the type's validity (spec 6 §4); null for ever. */
export const recordExpires = (day: string, validMonths: number | null): string | null =>
  validMonths === null ? null : monthsAfter(day, validMonths)

/** What comes of somebody's attendance: their record's result, or null where there is none. */
export function resultOf(
  outcome: AttendanceOutcome,
  score: number | null,
  passMark: number | null,
): TrainingResult | null {
  if (outcome !== 'ATTENDED') return null
  if (passMark === null) return score === null ? 'ATTENDED' : 'PASSED'
  return score !== null && score >= passMark ? 'PASSED' : 'FAILED'
}

export const CELL_STATES = ['NOT_NEEDED', 'DONE', 'BOOKED', 'DUE', 'OVERDUE'] as const
export type CellState = (typeof CELL_STATES)[number]

export interface CellFacts {
  readonly isNeeded: boolean
  /** Somebody excused them: until when, null for good. */
  readonly excuse: { readonly until: string | null } | null
  /** Records that weren't withdrawn. */
  readonly records: readonly {
    readonly day: string
    readonly result: TrainingResult
    readonly expires: string | null
  }[]
  /** Whether a session is booked that is still to come. */
  readonly isBooked: boolean
}

export interface Cell {
  readonly state: CellState
  /** The record that counts: that which lasts longest. */
  readonly doneOn: string | null
  readonly expires: string | null
  /** Whether there is a record that counts today. */
  readonly isValid: boolean
}

/** The last day counts; for ever comes last. */
const lasting = (expires: string | null): string => expires ?? '9999-12-31'

/** How somebody stands with a training on a day (spec 4 §4.3.1): booked goes before due and overdue. */
export function cellOf({ isNeeded, excuse, records, isBooked }: CellFacts, today: string): Cell {
  const counting = records
    .filter(({ result, expires }) => result !== 'FAILED' && lasting(expires) >= today)
    .toSorted((a, b) => (lasting(a.expires) < lasting(b.expires) ? 1 : -1))
  const best = counting[0]
  const known = { doneOn: best?.day ?? null, expires: best?.expires ?? null, isValid: best !== undefined }
  const isExcused = excuse !== null && lasting(excuse.until) >= today
  if (!isNeeded || isExcused) return { state: 'NOT_NEEDED', ...known }
  const last = londonField(londonDayAfter(Date.parse(`${today}T12:00Z`), DUE_DAYS)).slice(0, 10)
  if (best && lasting(best.expires) > last) return { state: 'DONE', ...known }
  return { state: isBooked ? 'BOOKED' : best ? 'DUE' : 'OVERDUE', ...known }
}

export interface MatrixSums {
  /** Cells that are needed. */
  readonly required: number
  /** Those of them with a record that counts, also one that is due soon. */
  readonly done: number
  readonly overdue: number
}

/** The cards: % complete is done ÷ required. */
export function sumsOf(cells: readonly Cell[]): MatrixSums {
  const needed = cells.filter(({ state }) => state !== 'NOT_NEEDED')
  return {
    required: needed.length,
    done: needed.filter(({ isValid }) => isValid).length,
    overdue: needed.filter(({ state }) => state === 'OVERDUE').length,
  }
}
