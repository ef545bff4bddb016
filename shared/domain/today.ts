import type { DayFigures } from './attendance.ts'

/** How somebody stands with today's shift (spec 4 §4.4.4). */
export const TODAY_STATES = [
  'NOT_IN',
  'LATE',
  'LEFT_EARLY',
  'ABSENT',
  'DUE',
  'IN',
  'EXTRA',
  'DONE',
  'FREE',
] as const
export type TodayState = (typeof TODAY_STATES)[number]

export const TODAY_WORDS: Readonly<Record<TodayState, string>> = {
  NOT_IN: 'Not in',
  LATE: 'Late',
  LEFT_EARLY: 'Left early',
  ABSENT: 'Absent',
  DUE: 'Due',
  IN: 'In',
  EXTRA: 'Extra',
  DONE: 'Done',
  FREE: 'Excused',
}

/** Somebody isn't in so long after the start of a shift (spec 4 §5.7), in milliseconds. */
const NOT_IN_AFTER_MS = 5 * 60_000

interface TodayFacts {
  readonly figures: Pick<
    DayFigures,
    | 'scheduledStart'
    | 'scheduledEnd'
    | 'actualStart'
    | 'actualEnd'
    | 'lateMinutes'
    | 'leftEarlyMinutes'
    | 'outcome'
  >
  /** They are reported sick or absent now, decided or not. */
  readonly isAbsent: boolean
  readonly now: number
}

/** Null for who has nothing today. LATE: they came late and are here. */
export function todayStateOf({ figures, isAbsent, now }: TodayFacts): TodayState | null {
  const { scheduledStart, scheduledEnd, actualStart, actualEnd, lateMinutes, outcome } = figures
  if (scheduledStart === null || scheduledEnd === null) return actualStart === null ? null : 'EXTRA'
  // The end of last night's shift is no beginning of this one.
  const isBefore = actualEnd !== null && actualEnd <= scheduledStart
  if (actualStart === null || isBefore) {
    if (isAbsent || outcome === 'ABSENT') return 'ABSENT'
    if (outcome === 'EXCUSED') return 'FREE'
    return now < scheduledStart + NOT_IN_AFTER_MS ? 'DUE' : 'NOT_IN'
  }
  if (actualEnd === null) return lateMinutes > 0 ? 'LATE' : 'IN'
  if (isAbsent) return 'ABSENT'
  return figures.leftEarlyMinutes > 0 ? 'LEFT_EARLY' : 'DONE'
}

/** What the head of the page counts; each filters the rows. */
export const TODAY_COUNTS = ['due', 'in', 'late', 'notIn', 'absent', 'leftEarly', 'extra'] as const
export type TodayCount = (typeof TODAY_COUNTS)[number]

const COUNTED: Readonly<Record<TodayCount, (state: TodayState) => boolean>> = {
  // Everybody with a shift today but who needn't come.
  due: (state) => state !== 'EXTRA' && state !== 'FREE',
  in: (state) => state === 'IN' || state === 'LATE',
  late: (state) => state === 'LATE',
  notIn: (state) => state === 'NOT_IN',
  absent: (state) => state === 'ABSENT',
  leftEarly: (state) => state === 'LEFT_EARLY',
  extra: (state) => state === 'EXTRA',
}

export const isCounted = (state: TodayState, count: TodayCount): boolean => COUNTED[count](state)
