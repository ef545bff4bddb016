/** Outcomes of phone calls, and the figures that are made of them (spec 4 §2.1, §2.5). */
export const OUTCOMES = [
  'COMPLETE',
  'REFUSAL',
  'APPOINTMENT',
  'NO_ANSWER',
  'BUSY',
  'ANSWER_MACHINE',
  'INELIGIBLE',
  'ABANDONED',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export const RECORD_SOURCES = ['SIMULATOR', 'IMPORT', 'API', 'ADAPTOR', 'MANUAL'] as const
export type RecordSource = (typeof RECORD_SOURCES)[number]

/** An interview lasts so long at most. */
export const INTERVIEW_MAX_MS = 4 * 3_600_000
/** What lies further ahead than that was written by a clock that is wrong. */
export const INTERVIEW_AHEAD_MS = 5 * 60_000
/** A call that comes so soon after the time of an appointment has kept it. */
export const APPOINTMENT_KEPT_MS = 10 * 60_000

/**
 * What a time of somebody, or of a project, is counted from. Void records aren't in it, nor calls that nobody took.
 */
export interface InterviewTally {
  /** Interview records with a person, by outcome. */
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Seconds of AVAILABLE sessions with a project. */
  readonly interviewingSeconds: number
  /** Seconds of all AVAILABLE sessions. */
  readonly availableSeconds: number
  /** Seconds of all these records. */
  readonly talkSeconds: number
  /** Seconds of those that are COMPLETE. */
  readonly completeSeconds: number
  readonly appointmentsDue: number
  readonly appointmentsKept: number
  /** What the projects' rates make one expect in the person's hours; null where it isn't asked. */
  readonly expectedCompletes: number | null
}

export const NO_OUTCOMES: Readonly<Record<Outcome, number>> = {
  ...{ COMPLETE: 0, REFUSAL: 0, APPOINTMENT: 0, NO_ANSWER: 0 },
  ...{ BUSY: 0, ANSWER_MACHINE: 0, INELIGIBLE: 0, ABANDONED: 0 },
}

/** Nothing at all. */
export const EMPTY_TALLY: InterviewTally = {
  outcomes: NO_OUTCOMES,
  ...{ interviewingSeconds: 0, availableSeconds: 0, talkSeconds: 0, completeSeconds: 0 },
  ...{ appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: null },
}

const CONTACTS = ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'] as const

const attempts = ({ outcomes }: InterviewTally) => OUTCOMES.reduce((sum, one) => sum + outcomes[one], 0)
const contacts = ({ outcomes }: InterviewTally) => CONTACTS.reduce((sum, one) => sum + outcomes[one], 0)
const hours = ({ interviewingSeconds }: InterviewTally) => interviewingSeconds / 3600

/** A figure as what it is divided by what; its number is null where there is nothing to divide by. */
interface Formula {
  readonly label: string
  /** How it is written: a number of things, a rate with two decimals, a share, minutes, or of 100. */
  readonly kind: 'count' | 'rate' | 'share' | 'minutes' | 'index'
  /** In words, for who asks how it is counted. */
  readonly words: string
  /** Numerator and denominator; a count has the denominator null. */
  readonly parts: (tally: InterviewTally) => readonly [number, number | null]
  readonly most?: number
}

/** Every figure of interviewing has its one formula here (spec 4 §2.5), for the person and for who looks at them. */
export const INTERVIEW_FIGURES = {
  completes: {
    ...{ label: 'Completes', kind: 'count', words: 'COMPLETE' },
    parts: ({ outcomes }) => [outcomes.COMPLETE, null],
  },
  completesPerHour: {
    ...{ label: 'Completes per hour', kind: 'rate', words: 'completes ÷ interviewing hours' },
    parts: (tally) => [tally.outcomes.COMPLETE, hours(tally)],
  },
  strikeRate: {
    ...{ label: 'Strike rate', kind: 'share', words: 'completes ÷ contacts' },
    parts: (tally) => [tally.outcomes.COMPLETE, contacts(tally)],
  },
  refusalRate: {
    ...{ label: 'Refusal rate', kind: 'share', words: 'refusals ÷ contacts' },
    parts: (tally) => [tally.outcomes.REFUSAL, contacts(tally)],
  },
  cooperationRate: {
    ...{ label: 'Cooperation rate', kind: 'share', words: 'completes ÷ (completes + refusals + break-offs)' },
    parts: ({ outcomes: { COMPLETE, REFUSAL, ABANDONED } }) => [COMPLETE, COMPLETE + REFUSAL + ABANDONED],
  },
  attemptsPerComplete: {
    ...{ label: 'Attempts per complete', kind: 'rate', words: 'attempts ÷ completes' },
    parts: (tally) => [attempts(tally), tally.outcomes.COMPLETE],
  },
  averageLength: {
    ...{ label: 'Average length', kind: 'minutes', words: 'minutes of complete interviews ÷ completes' },
    parts: ({ completeSeconds, outcomes }) => [completeSeconds / 60, outcomes.COMPLETE],
  },
  occupancy: {
    ...{ label: 'Occupancy', kind: 'share', words: 'hours of calls ÷ hours available, at most 100 %' },
    parts: ({ talkSeconds, availableSeconds }) => [talkSeconds / 3600, availableSeconds / 3600],
    most: 1,
  },
  appointmentsKept: {
    ...{ label: 'Appointments kept', kind: 'share', words: 'appointments kept ÷ appointments due' },
    parts: (tally) => [tally.appointmentsKept, tally.appointmentsDue],
  },
  index: {
    ...{ label: 'Index', kind: 'index', words: 'completes ÷ expected completes × 100' },
    parts: ({ outcomes, expectedCompletes }) => [outcomes.COMPLETE, expectedCompletes ?? 0],
  },
  attempts: {
    ...{ label: 'Attempts', kind: 'count', words: 'calls made' },
    parts: (tally) => [attempts(tally), null],
  },
  contacts: {
    ...{
      label: 'Contacts',
      kind: 'count',
      words: 'complete, refusal, appointment, ineligible or broken off',
    },
    parts: (tally) => [contacts(tally), null],
  },
  refusals: {
    ...{ label: 'Refusals', kind: 'count', words: 'REFUSAL' },
    parts: ({ outcomes }) => [outcomes.REFUSAL, null],
  },
  appointments: {
    ...{ label: 'Appointments', kind: 'count', words: 'APPOINTMENT' },
    parts: ({ outcomes }) => [outcomes.APPOINTMENT, null],
  },
  breakOffs: {
    ...{ label: 'Break-offs', kind: 'count', words: 'ABANDONED' },
    parts: ({ outcomes }) => [outcomes.ABANDONED, null],
  },
  contactRate: {
    ...{ label: 'Contact rate', kind: 'share', words: 'contacts ÷ attempts' },
    parts: (tally) => [contacts(tally), attempts(tally)],
  },
  attemptsPerHour: {
    ...{ label: 'Attempts per hour', kind: 'rate', words: 'attempts ÷ interviewing hours' },
    parts: (tally) => [attempts(tally), hours(tally)],
  },
  interviewingHours: {
    ...{ label: 'Interviewing hours', kind: 'rate', words: 'hours AVAILABLE with a project' },
    parts: (tally) => [hours(tally), null],
  },
} as const satisfies Record<string, Formula>
export type InterviewFigure = keyof typeof INTERVIEW_FIGURES

/** The figure, unrounded; null where there is nothing to divide by. An index is of 100. */
export function figureOf(figure: InterviewFigure, tally: InterviewTally): number | null {
  const formula: Formula = INTERVIEW_FIGURES[figure]
  const [above, below] = formula.parts(tally)
  if (below === null) return above
  if (below === 0) return null
  const value = Math.min(above / below, formula.most ?? Number.POSITIVE_INFINITY)
  return formula.kind === 'index' ? value * 100 : value
}

const FEW_CONTACTS = 10
const FEW_HOURS = 1

/** Whether rates of it say little: fewer than 10 contacts or 1 hour (spec 4 §2.5). */
export const isFewData = (tally: InterviewTally): boolean =>
  contacts(tally) < FEW_CONTACTS || hours(tally) < FEW_HOURS

/** Two tallies as one: rates of it are of all its records, never a mean of rates. */
export function together(a: InterviewTally, b: InterviewTally): InterviewTally {
  const outcomes = { ...NO_OUTCOMES }
  for (const one of OUTCOMES) outcomes[one] = a.outcomes[one] + b.outcomes[one]
  return {
    outcomes,
    interviewingSeconds: a.interviewingSeconds + b.interviewingSeconds,
    availableSeconds: a.availableSeconds + b.availableSeconds,
    talkSeconds: a.talkSeconds + b.talkSeconds,
    completeSeconds: a.completeSeconds + b.completeSeconds,
    appointmentsDue: a.appointmentsDue + b.appointmentsDue,
    appointmentsKept: a.appointmentsKept + b.appointmentsKept,
    expectedCompletes:
      a.expectedCompletes === null && b.expectedCompletes === null
        ? null
        : (a.expectedCompletes ?? 0) + (b.expectedCompletes ?? 0),
  }
}

interface TargetShift {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly interviewsPerHour: number | null
}

/** Completes that a shift is expected to bring, rounded down; null on no project (spec 4 §4.2.1). */
export function dayTarget({ start, end, breakMinutes, interviewsPerHour }: TargetShift): number | null {
  if (interviewsPerHour === null) return null
  const planned = (end - start) / 3_600_000 - breakMinutes / 60
  return Math.floor(Math.max(0, planned) * interviewsPerHour)
}

const EMAIL = /\S@\S+\.\S/
const PHONE_SIGNS = /^[+\d\s().\-/]+$/

/**
 * Whether a reference is somebody's telephone number or e-mail address, which isn't kept (spec 4 §3.3). Numbers of
 * a sample are shorter than telephone numbers, which have 10 digits or more; 9 with a 0 before them, 7 with a +.
 */
export function isContactDetail(ref: string): boolean {
  const text = ref.trim()
  if (EMAIL.test(text)) return true
  if (!PHONE_SIGNS.test(text)) return false
  const digits = text.replaceAll(/\D/g, '')
  return digits.length >= (text.startsWith('+') ? 7 : digits.startsWith('0') ? 9 : 10)
}
