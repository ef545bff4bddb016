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

/** While it goes on, its meetings can be commented on. */
export const isPipRunning = (state: PipState): boolean => state === 'ACTIVE' || state === 'EXTENDED'
