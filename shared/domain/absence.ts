/** Cases of people who aren't where a shift has them (spec 6 §5.2, 4 §4.4.4). */
export const ABSENCE_CASE_KINDS = ['NOT_IN', 'NO_SHOW', 'LATE', 'LEFT_EARLY', 'AWAY'] as const
export type AbsenceCaseKind = (typeof ABSENCE_CASE_KINDS)[number]

export const ABSENCE_CASE_STATES = [
  'OPEN',
  'CONTACTING',
  'EXPLAINED',
  'AUTHORISED',
  'UNAUTHORISED',
  'CLOSED',
] as const
export type AbsenceCaseState = (typeof ABSENCE_CASE_STATES)[number]

/** The states in which nobody has decided yet. */
export const OPEN_CASE_STATES = ['OPEN', 'CONTACTING', 'EXPLAINED'] as const satisfies AbsenceCaseState[]

/** What a supervisor marks somebody as: the type of the calendar's event (spec 4 §4.4.4). */
export const REPORTED_AS = ['SICK', 'ABSENCE', 'AWOL'] as const
export type ReportedAs = (typeof REPORTED_AS)[number]

export const CONTACT_CHANNELS = ['CALL', 'MESSAGE', 'SMS', 'MAIL', 'VISIT'] as const
export type ContactChannel = (typeof CONTACT_CHANNELS)[number]

/** What came of trying to reach somebody. */
export const ATTEMPT_RESULTS = ['REACHED', 'NO_ANSWER', 'LEFT_MESSAGE'] as const

/** How a case is decided. */
export const CASE_DECISIONS = ['AUTHORISED', 'UNAUTHORISED'] as const

export const ABSENCE_WORDS = {
  kind: {
    NOT_IN: 'Not in',
    NO_SHOW: 'No-show',
    LATE: 'Late',
    LEFT_EARLY: 'Left early',
    AWAY: 'Away',
  } satisfies Record<AbsenceCaseKind, string>,
  state: {
    OPEN: 'Open',
    CONTACTING: 'Contacting',
    EXPLAINED: 'Explained',
    AUTHORISED: 'Authorised',
    UNAUTHORISED: 'Unauthorised',
    CLOSED: 'Closed',
  } satisfies Record<AbsenceCaseState, string>,
  reported: {
    SICK: 'Sick',
    ABSENCE: 'Absent',
    AWOL: 'Absent without leave',
  } satisfies Record<ReportedAs, string>,
} as const

/** What a case is about, by what is known when it is opened. Times in milliseconds since 1970. */
export function caseKindAt(
  shift: { readonly end: number },
  { began, now }: { readonly began: boolean; readonly now: number },
): AbsenceCaseKind {
  if (began) return 'LEFT_EARLY'
  return shift.end <= now ? 'NO_SHOW' : 'NOT_IN'
}

const MINUTE_MS = 60_000
/** So long after its start without activity a shift makes a case (spec 6 §17). */
export const NOT_IN_AFTER_MS = 15 * MINUTE_MS
/** After the start of the shift somebody is to be tried to be reached (spec 6 §17). */
export const ATTEMPTS_DUE_MS = [15 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS] as const
/** Without a sign of somebody for so long the case asks how they are (spec 6 §5.2). */
export const WELFARE_AFTER_MS = 240 * MINUTE_MS
