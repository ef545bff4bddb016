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

export const SHIFT_LOCATIONS = ['OFFICE', 'HOME'] as const
export type ShiftLocation = (typeof SHIFT_LOCATIONS)[number]
export type ShiftSource = 'PATTERN' | 'WINDOW' | 'CAMPAIGN' | 'OVERTIME' | 'MANUAL'

/** So long before its start a shift is shown, and somebody may begin it (spec 4 §5.7), in milliseconds. */
export const ENTRY_WINDOW_MS = 30 * 60_000

const HOUR_MS = 3_600_000
const STEP_MS = HOUR_MS / 4
/** A shift lasts so many hours at least and at most. */
const SHIFT_HOURS = [1, 12] as const
/** A longer one needs a break. */
const BREAK_AFTER_HOURS = 6
const BREAK_MINUTES = 20

export const SHIFT_TEXT = {
  length: `A shift has ${SHIFT_HOURS[0]} to ${SHIFT_HOURS[1]} hours.`,
  noBreak: `A shift of more than ${BREAK_AFTER_HOURS} hours needs a break of ${BREAK_MINUTES} minutes.`,
} as const

/** Why a shift can't be as it is: its times aren't on quarters, it is too short or long, or has no break. */
type ShiftFault = 'step' | 'length' | 'noBreak'

/** What is wrong with a shift's times, null where nothing is. Milliseconds since 1970. */
export function shiftFault(start: number, end: number, breakMinutes: number): ShiftFault | null {
  if (start % STEP_MS !== 0 || end % STEP_MS !== 0) return 'step'
  const hours = (end - start) / HOUR_MS
  if (hours < SHIFT_HOURS[0] || hours > SHIFT_HOURS[1]) return 'length'
  return hours > BREAK_AFTER_HOURS && breakMinutes < BREAK_MINUTES ? 'noBreak' : null
}
