import type { MeasureName } from './kpi.ts'

/** States of a performance improvement plan (spec 4 §5.1). */
export const PIP_STATES = ['DRAFT', 'ACTIVE', 'EXTENDED', 'PASSED', 'FAILED', 'CANCELLED'] as const
export type PipState = (typeof PIP_STATES)[number]

/** What of somebody is to be otherwise: a figure of spec 4 §2.5, from where it was to where it is to be. */
export interface PipMeasure {
  readonly measure: MeasureName
  readonly from: number | null
  readonly target: number
}

/** What a meeting said of a measure (spec 6 §5.5). */
export const PIP_MARKS = ['MET', 'ON_TRACK', 'NOT_MET'] as const
export type PipMark = (typeof PIP_MARKS)[number]
export interface PipResult {
  readonly measure: MeasureName
  readonly mark: PipMark
}

/** What an owner may propose, and HR decides. */
export const PIP_OUTCOMES = ['PASSED', 'FAILED', 'EXTENDED'] as const
export type PipOutcome = (typeof PIP_OUTCOMES)[number]

/** Weeks of a plan, and of its one extension (spec 6 §17). */
export const PIP_WEEKS = { min: 2, max: 26 } as const
export const PIP_EXTENSION_WEEKS = 13
/** So many working days a draft waits for the person's answer, and an appeal may come (spec 6 §5.5). */
export const PIP_ANSWER_DAYS = 5
export const PIP_APPEAL_DAYS = 10
export const PIP_TEXT_MAX = 2000

/** While it goes on, its meetings can be commented on. */
export const isPipRunning = (state: PipState): boolean => state === 'ACTIVE' || state === 'EXTENDED'

export const PIP_WORDS = {
  DRAFT: 'a draft',
  ACTIVE: 'active',
  EXTENDED: 'extended',
  PASSED: 'passed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const satisfies Record<PipState, string>

const FROM: Readonly<Record<PipState, readonly PipState[]>> = {
  DRAFT: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['PASSED', 'FAILED', 'EXTENDED', 'CANCELLED'],
  EXTENDED: ['PASSED', 'FAILED', 'CANCELLED'],
  PASSED: [],
  FAILED: [],
  CANCELLED: [],
}

/** Whether a plan may go from one state to another (spec 4 §5.1). An appeal has a rule of its own. */
export const mayBecome = (from: PipState, to: PipState): boolean => FROM[from].includes(to)

const DAY_MS = 86_400_000
/** Whole weeks from a day to another, the part of one counted; days are YYYY-MM-DD. */
export const weeksBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS / 7
