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
