import { ACTIVITY_NAMES } from './activity.ts'
import { ACTIVITY_LABELS } from './activity-words.ts'
import { DAY_OUTCOMES, DAY_STATES, EXCEPTION_KINDS, EXCUSES } from './attendance.ts'
import { DAY_STATE_WORDS, EXCEPTION_WORDS, EXCUSE_WORDS } from './attendance-words.ts'
import { REQUEST_STATES, REQUEST_WORDS } from './booking.ts'
import { INTERVIEW_FIGURES, type InterviewFigure, OUTCOMES } from './interviews.ts'
import { MEASURES, type MeasureName } from './kpi.ts'
import { OUTCOME_LABELS } from './outcome-words.ts'
import { QC_ANSWER_LABELS, QC_KIND_LABELS, QC_OUTCOME_LABELS, REVIEW_STATE_LABELS } from './quality-words.ts'
import { SHIFT_REQUEST_STATE_WORDS, SHIFT_REQUEST_WORDS } from './shift-requests.ts'
import { TICKET_STATUSES, ticketLabel } from './tickets.ts'

/** The pages that have the power report (spec 4 §4.2.9), by whose records it is about. */
export const POWER_PAGES = ['TRACKER', 'SUPERVISOR', 'RESOURCE'] as const
export type PowerPage = (typeof POWER_PAGES)[number]

/** Up to so many fields as rows, and as many as columns (spec 4 §4.2.9). */
export const POWER_LEVELS_MAX = 3
export const POWER_MEASURES_MAX = 12
/** Numbers of a report at most (spec 4 §4.2.9). */
export const POWER_CELLS_MAX = 10_000
/** A report looks back so many days at once: 2 years, with a leap day (spec 4 §5.2). */
export const POWER_DAYS_MAX = 731

/** What records can be put together by. */
export const POWER_FIELDS = {
  PERSON: 'Person',
  MANAGER: 'Manager',
  AREA: 'Area',
  AGENCY: 'Agency',
  CONTRACT_TYPE: 'Contract type',
  PROJECT: 'Project',
  EPIC: 'Epic',
  QUOTA_CELL: 'Quota cell',
  DAY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  WEEKDAY: 'Weekday',
  HOUR: 'Hour',
  ACTIVITY: 'Activity',
  CATEGORY: 'Category',
  OUTCOME: 'Outcome',
  RECORDED: 'Recorded activity',
  KIND: 'Kind',
  STATE: 'State',
  LOCATION: 'Location',
  EXCUSE: 'Excuse',
  FORM: 'Form',
  FORM_ITEM: 'Form item',
  ANSWER: 'Answer',
} as const
export type PowerField = keyof typeof POWER_FIELDS
export const POWER_FIELD_NAMES = Object.keys(POWER_FIELDS) as PowerField[]

/** What is worked out of a field of records. */
export const POWER_AGGREGATES = {
  COUNT: 'Number of records',
  SUM: 'Sum',
  MEAN: 'Mean',
  MINIMUM: 'Minimum',
  MAXIMUM: 'Maximum',
} as const
export type PowerAggregate = keyof typeof POWER_AGGREGATES

/** How a value is written: a number of things, one with two decimals, a share in percent, minutes, of 100, money. */
export type PowerKind = 'count' | 'rate' | 'share' | 'minutes' | 'index' | 'score' | 'money'

interface ValueField {
  readonly label: string
  readonly kind: PowerKind
}

const hours = (label: string): ValueField => ({ label, kind: 'rate' })
const minutes = (label: string): ValueField => ({ label, kind: 'minutes' })

/** Choices of a field, by what they are called; others are the company's own. */
type Choices = Readonly<Partial<Record<PowerField, Readonly<Record<string, string>>>>>

interface SourceRules {
  readonly label: string
  /** What one of its records is called. */
  readonly words: { readonly one: string; readonly many: string }
  readonly fields: readonly PowerField[]
  readonly values: Readonly<Record<string, ValueField>>
  /** Figures of spec 4 §2.5, by name. */
  readonly figures: readonly PowerFigure[]
  readonly choices: Choices
}

/** People who did something: counted once each. */
const PEOPLE = 'people'
export type PowerFigure = InterviewFigure | MeasureName | typeof PEOPLE

const WHO = ['PERSON', 'MANAGER', 'AREA', 'AGENCY', 'CONTRACT_TYPE'] as const
const WORK = ['PROJECT', 'EPIC'] as const
const DAYS = ['DAY', 'WEEK', 'MONTH', 'WEEKDAY'] as const
const TIMES = [...DAYS, 'HOUR'] as const

const labelled = <T extends string>(all: readonly T[], label: (one: T) => string) =>
  Object.fromEntries(all.map((one) => [one, label(one)]))

const asWords = (name: string): string =>
  `${name[0] ?? ''}${name.slice(1).toLowerCase().replaceAll('_', ' ')}`
const LOCATIONS = { OFFICE: 'Office', HOME: 'Home' } as const
const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** What reports can be made of (spec 4 §4.2.9), and what ready reports need besides. */
export const POWER_SOURCES = {
  ACTIVITY_SESSIONS: {
    label: 'Activity sessions',
    words: { one: 'session', many: 'sessions' },
    fields: [...WHO, ...WORK, ...TIMES, 'ACTIVITY', 'CATEGORY', 'LOCATION'],
    values: { hours: hours('Hours'), idleMinutes: minutes('Idle minutes') },
    figures: [PEOPLE],
    choices: {
      ACTIVITY: labelled(ACTIVITY_NAMES, (one) => ACTIVITY_LABELS[one]),
      LOCATION: LOCATIONS,
    },
  },
  INTERVIEWS: {
    label: 'Interview records',
    words: { one: 'interview record', many: 'interview records' },
    fields: [...WHO, ...WORK, 'QUOTA_CELL', ...TIMES, 'OUTCOME', 'RECORDED'],
    values: { minutes: minutes('Minutes') },
    figures: [...(Object.keys(INTERVIEW_FIGURES) as InterviewFigure[]), PEOPLE],
    choices: {
      OUTCOME: labelled(OUTCOMES, (one) => OUTCOME_LABELS[one]),
      RECORDED: { IN: 'In recorded activity', OUTSIDE: 'Outside recorded activity' },
    },
  },
  SHIFTS: {
    label: 'Shifts',
    words: { one: 'shift', many: 'shifts' },
    fields: [...WHO, ...WORK, ...TIMES, 'KIND', 'STATE', 'LOCATION'],
    values: { hours: hours('Hours'), breakMinutes: minutes('Break minutes') },
    figures: [PEOPLE],
    choices: {
      KIND: labelled(['PATTERN', 'WINDOW', 'CAMPAIGN', 'OVERTIME', 'MANUAL'], asWords),
      STATE: labelled(
        ['DRAFT', 'OFFERED', 'PUBLISHED', 'LIVE', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
        asWords,
      ),
      LOCATION: LOCATIONS,
    },
  },
  ATTENDANCE_DAYS: {
    label: 'Attendance days',
    words: { one: 'day', many: 'days' },
    fields: [...WHO, ...DAYS, 'OUTCOME', 'STATE'],
    values: {
      scheduledHours: hours('Scheduled hours'),
      workedHours: hours('Worked hours'),
      paidHours: hours('Paid hours'),
      breakMinutes: minutes('Break minutes'),
      breakOverMinutes: minutes('Break over, minutes'),
      personalMinutes: minutes('Away, minutes'),
      idleMinutes: minutes('Idle minutes'),
      systemIssueMinutes: minutes('Lost to system issues, minutes'),
      excusedMinutes: minutes('Excused minutes'),
      outMinutes: minutes('Out of adherence, minutes'),
      lateMinutes: minutes('Minutes late'),
      leftEarlyMinutes: minutes('Minutes left early'),
      cost: { label: 'Cost', kind: 'money' },
    },
    figures: ['adherence', 'conformance', 'punctuality', 'absenceRate', PEOPLE],
    choices: {
      OUTCOME: labelled(DAY_OUTCOMES, asWords),
      STATE: labelled(DAY_STATES, (one) => DAY_STATE_WORDS[one]),
    },
  },
  BREAKS: {
    label: 'Breaks and idle time',
    words: { one: 'day on a project', many: 'days on projects' },
    fields: [...WHO, ...WORK, ...DAYS],
    values: {
      workedHours: hours('Worked hours'),
      breakMinutes: minutes('Break minutes'),
      breakOverMinutes: minutes('Break over, minutes'),
      personalMinutes: minutes('Away, minutes'),
      idleMinutes: minutes('Idle minutes'),
    },
    figures: [PEOPLE],
    choices: {},
  },
  EXCEPTIONS: {
    label: 'Exceptions',
    words: { one: 'exception', many: 'exceptions' },
    fields: [...WHO, ...TIMES, 'KIND', 'EXCUSE'],
    values: { minutes: minutes('Minutes'), excusedMinutes: minutes('Excused minutes') },
    figures: [PEOPLE],
    choices: {
      KIND: labelled(EXCEPTION_KINDS, (one) => EXCEPTION_WORDS[one]),
      EXCUSE: labelled(EXCUSES, (one) => capital(EXCUSE_WORDS[one])),
    },
  },
  QC_REVIEWS: {
    label: 'QC reviews',
    words: { one: 'review', many: 'reviews' },
    fields: [...WHO, ...WORK, ...TIMES, 'KIND', 'OUTCOME', 'STATE', 'FORM', 'FORM_ITEM', 'ANSWER'],
    values: {
      score: { label: 'Score', kind: 'score' },
      criticals: { label: 'Criticals', kind: 'count' },
    },
    figures: ['qcScore', PEOPLE],
    choices: {
      KIND: QC_KIND_LABELS,
      OUTCOME: QC_OUTCOME_LABELS,
      STATE: REVIEW_STATE_LABELS,
      ANSWER: QC_ANSWER_LABELS,
    },
  },
  ALLOCATIONS: {
    label: 'Allocations',
    words: { one: 'allocation', many: 'allocations' },
    fields: [...WHO, ...WORK, ...TIMES, 'KIND', 'STATE'],
    values: { hours: hours('Hours') },
    figures: [PEOPLE],
    choices: {
      KIND: labelled(['PLAN', 'HYPERVISOR', 'SWITCH', 'APPOINTMENT'], asWords),
      STATE: labelled(['PLANNED', 'PUBLISHED', 'LIVE', 'DONE', 'CANCELLED'], asWords),
    },
  },
  BOOKING_REQUESTS: {
    label: 'Booking requests',
    words: { one: 'request', many: 'requests' },
    fields: [...WHO, ...DAYS, 'KIND', 'STATE'],
    values: { hours: hours('Hours') },
    figures: [PEOPLE],
    choices: { KIND: REQUEST_WORDS, STATE: labelled(REQUEST_STATES, asWords) },
  },
  SHIFT_REQUESTS: {
    label: 'Shift requests',
    words: { one: 'request', many: 'requests' },
    fields: [...WHO, ...TIMES, 'KIND', 'STATE'],
    values: {},
    figures: [PEOPLE],
    choices: { KIND: SHIFT_REQUEST_WORDS, STATE: SHIFT_REQUEST_STATE_WORDS },
  },
  TICKETS: {
    label: 'Tickets',
    words: { one: 'ticket', many: 'tickets' },
    fields: [...WHO, ...TIMES, 'KIND', 'STATE'],
    values: { hoursOpen: hours('Hours to resolve'), rating: { label: 'Rating', kind: 'score' } },
    figures: [PEOPLE],
    choices: { STATE: labelled(TICKET_STATUSES, (one) => ticketLabel(one)) },
  },
  SYSTEM_ISSUES: {
    label: 'System issues',
    words: { one: 'record', many: 'records' },
    fields: [...WHO, ...WORK, ...TIMES, 'KIND'],
    values: { seconds: { label: 'Seconds', kind: 'count' }, hours: hours('Hours') },
    figures: [PEOPLE],
    choices: {},
  },
  INCIDENTS: {
    label: 'Incidents',
    words: { one: 'incident', many: 'incidents' },
    fields: [...WHO, ...WORK, ...TIMES],
    values: {},
    figures: [PEOPLE],
    choices: {},
  },
} as const satisfies Record<string, SourceRules>
export type PowerSource = keyof typeof POWER_SOURCES
export const POWER_SOURCE_NAMES = Object.keys(POWER_SOURCES) as PowerSource[]

export const rulesOf = (source: PowerSource): SourceRules => POWER_SOURCES[source]

/** A figure of spec 4 §2.5, or what is worked out of a field; COUNT has none. */
export interface PowerMeasure {
  readonly figure: PowerAggregate | PowerFigure
  readonly field: string | null
}

export interface PowerFilter {
  readonly field: PowerField
  /** Any of these; '' for none. */
  readonly values: readonly string[]
}

export const POWER_TIMES = {
  TODAY: 'Today',
  WEEK: 'This week',
  WEEKS: '4 weeks',
  YEAR: '12 months',
  OWN: 'Own days',
} as const
export type PowerTime = keyof typeof POWER_TIMES

export const POWER_GROUPS = { TEAM: 'My team', AREA: 'My area', ALL: 'Everybody' } as const
export type PowerGroup = keyof typeof POWER_GROUPS

export const POWER_CHARTS = {
  NONE: 'No chart',
  LINE: 'Line',
  BAR: 'Bars',
  STACKED: 'Stacked bars',
  HEAT: 'Heat map',
} as const
export type PowerChart = keyof typeof POWER_CHARTS

/** What a power report says (spec 4 §2.4, §4.2.9). */
export interface PowerDefinition {
  readonly source: PowerSource
  readonly rows: readonly PowerField[]
  readonly columns: readonly PowerField[]
  readonly measures: readonly PowerMeasure[]
  readonly filters: readonly PowerFilter[]
  readonly time: PowerTime
  /** London's days, YYYY-MM-DD, of OWN; '' else. */
  readonly from: string
  readonly to: string
  /** Of Supervisor's pages. */
  readonly group: PowerGroup
  readonly chart: PowerChart
  /** By which measure, from 0, rows are sorted; by their own order where it is null. */
  readonly sort: { readonly measure: number; readonly direction: 'ASC' | 'DESC' } | null
}

const isAggregate = (figure: PowerMeasure['figure']): figure is PowerAggregate =>
  Object.hasOwn(POWER_AGGREGATES, figure)
const isInterviewFigure = (figure: PowerMeasure['figure']): figure is InterviewFigure =>
  Object.hasOwn(INTERVIEW_FIGURES, figure)

/** Whether such a source has the figure. */
export function hasMeasure(source: PowerSource, { figure, field }: PowerMeasure): boolean {
  const { values, figures } = rulesOf(source)
  if (figure === 'COUNT') return field === null
  if (isAggregate(figure)) return field !== null && Object.hasOwn(values, field)
  return field === null && figures.includes(figure)
}

/** What a figure is called. */
export function powerLabel(source: PowerSource, { figure, field }: PowerMeasure): string {
  const { values, words } = rulesOf(source)
  if (figure === 'COUNT') return `Number of ${words.many}`
  if (figure === 'SUM') return values[field ?? '']?.label ?? ''
  if (isAggregate(figure))
    return `${POWER_AGGREGATES[figure]} of ${(values[field ?? '']?.label ?? '').toLowerCase()}`
  if (figure === PEOPLE) return 'People'
  return isInterviewFigure(figure) ? INTERVIEW_FIGURES[figure].label : MEASURES[figure].label
}

/** How its values are written. */
export function powerKind(source: PowerSource, { figure, field }: PowerMeasure): PowerKind {
  if (figure === 'COUNT' || figure === PEOPLE) return 'count'
  if (!isAggregate(figure))
    return isInterviewFigure(figure) ? INTERVIEW_FIGURES[figure].kind : MEASURES[figure].kind
  const kind = rulesOf(source).values[field ?? '']?.kind ?? 'rate'
  // A mean of whole things isn't whole.
  return kind === 'count' && figure === 'MEAN' ? 'rate' : kind
}

/** What its figures may mean nothing with: hours have no outcome, cell or place of a call. */
export const CALLS_ALONE: readonly PowerField[] = ['OUTCOME', 'QUOTA_CELL', 'RECORDED']
