/** Shifts (spec 4 §2.3) and the rules about one by itself (spec 4 §5.2). */
export const SHIFT_STATES = [
  'DRAFT',
  'OFFERED',
  'PUBLISHED',
  'LIVE',
  'COMPLETED',
  'CANCELLED',
  'NO_SHOW',
] as const
export type ShiftState = (typeof SHIFT_STATES)[number]

/** States of shifts that their people know of and that still stand. */
export const TOLD_SHIFT_STATES = ['OFFERED', 'PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'] as const

export const SHIFT_LOCATIONS = ['OFFICE', 'HOME'] as const
export type ShiftLocation = (typeof SHIFT_LOCATIONS)[number]
/** What a part of a shift is for. */
export const SEGMENT_KINDS = ['WORK', 'BREAK', 'TRAINING', 'MEETING'] as const

export type ShiftSource = 'PATTERN' | 'WINDOW' | 'CAMPAIGN' | 'OVERTIME' | 'MANUAL'

/** So long before its start a shift is shown, and somebody may begin it (spec 4 §5.7), in milliseconds. */
export const ENTRY_WINDOW_MS = 30 * 60_000

/** What planners mean to change of a shift that is published already (spec 4 §4.5.5). Times in milliseconds since 1970. */
export interface PlannedChange {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly areaID: number | null
  readonly location: ShiftLocation
  readonly note: string
  /** It is to be cancelled; everything else is as it was. */
  readonly isCancelled: boolean
}
