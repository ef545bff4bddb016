import type { DayState, ExceptionKind, ExcuseKind } from './attendance.ts'

export const DAY_STATE_WORDS: Readonly<Record<DayState, string>> = {
  OPEN: 'Open',
  CONFIRMED: 'Confirmed',
  QUERIED: 'Queried',
  APPROVED: 'Approved',
  LOCKED: 'Locked for pay',
}

/** What was out of order, as people say it (spec 4 §2.4). */
export const EXCEPTION_WORDS: Readonly<Record<ExceptionKind, string>> = {
  LATE_START: 'Late start',
  LEFT_EARLY: 'Left early',
  LONG_BREAK: 'Long break',
  WRONG_ACTIVITY: 'Other activity than planned',
  WRONG_PROJECT: 'Other project than planned',
  AWAY: 'Away',
  UNSCHEDULED: 'Outside the plan',
  NO_SHOW: 'Not in',
}

/** The same of one exception: a late start may have been with notice (spec 4 §4.2.2). */
export const exceptionWords = (kind: ExceptionKind, isNoticed: boolean): string =>
  isNoticed ? 'Late with notice' : EXCEPTION_WORDS[kind]

export const EXCUSE_WORDS: Readonly<Record<ExcuseKind, string>> = {
  NONE: 'not excused',
  SYSTEM_ISSUE: 'system issue',
  OVERRIDE: 'set by a supervisor',
  CALL_OVERRAN: 'a call ran over',
  APPROVED_REQUEST: 'approved request',
  SUPERVISOR: 'excused',
}
