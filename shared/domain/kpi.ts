import { figureOf, type InterviewFigure, type InterviewTally, isFewData } from './interviews.ts'

/** What of days of attendance figures are made of (spec 4 §2.5). */
export interface AttendanceSum {
  /** Scheduled time that is over, and what of it was as expected or excused; in seconds. */
  readonly judgedSeconds: number
  readonly keptSeconds: number
  readonly plannedWorkSeconds: number
  readonly workedSeconds: number
  /** Days with a shift that was due; those begun in time; those on which nobody came. */
  readonly due: number
  readonly inTime: number
  readonly absent: number
}

/** Reviews that count, and their scores together. */
export interface QualitySum {
  readonly reviews: number
  readonly scores: number
}

/** All that figures of somebody, an area, a project or a week are made of. */
export interface WorkFigures {
  readonly tally: InterviewTally
  readonly attendance: AttendanceSum
  readonly quality: QualitySum
}

type Kind = 'rate' | 'share' | 'minutes' | 'index' | 'score'

interface Measure {
  readonly label: string
  readonly kind: Kind
  /** Which way is better where nothing else is said. */
  readonly direction: 'HIGHER' | 'LOWER'
  readonly from: 'INTERVIEWS' | 'ATTENDANCE' | 'QUALITY'
  /** Numerator and denominator. */
  readonly parts: (figures: WorkFigures) => readonly [number, number]
}

const interviewing = (
  figure: InterviewFigure,
  label: string,
  kind: Kind,
  direction: Measure['direction'],
): Measure => ({
  ...{ label, kind, direction, from: 'INTERVIEWS' },
  // Its one formula is elsewhere; here it only stands among the measures.
  parts: ({ tally }) => {
    const value = figureOf(figure, tally)
    return value === null ? [0, 0] : [value, 1]
  },
})

/** What a KPI can measure (spec 4 §2.4, §2.5). Shares are in percent. */
export const MEASURES = {
  completesPerHour: interviewing('completesPerHour', 'Completes per hour', 'rate', 'HIGHER'),
  index: interviewing('index', 'Index', 'index', 'HIGHER'),
  strikeRate: interviewing('strikeRate', 'Strike rate', 'share', 'HIGHER'),
  refusalRate: interviewing('refusalRate', 'Refusal rate', 'share', 'LOWER'),
  cooperationRate: interviewing('cooperationRate', 'Cooperation rate', 'share', 'HIGHER'),
  attemptsPerComplete: interviewing('attemptsPerComplete', 'Attempts per complete', 'rate', 'LOWER'),
  averageLength: interviewing('averageLength', 'Average length', 'minutes', 'LOWER'),
  occupancy: interviewing('occupancy', 'Occupancy', 'share', 'HIGHER'),
  appointmentsKept: interviewing('appointmentsKept', 'Appointments kept', 'share', 'HIGHER'),
  adherence: {
    ...{ label: 'Adherence', kind: 'share', direction: 'HIGHER', from: 'ATTENDANCE' },
    parts: ({ attendance: { keptSeconds, judgedSeconds } }) => [keptSeconds, judgedSeconds],
  },
  conformance: {
    ...{ label: 'Conformance', kind: 'share', direction: 'HIGHER', from: 'ATTENDANCE' },
    parts: ({ attendance: { workedSeconds, plannedWorkSeconds } }) => [workedSeconds, plannedWorkSeconds],
  },
  punctuality: {
    ...{ label: 'Punctuality', kind: 'share', direction: 'HIGHER', from: 'ATTENDANCE' },
    parts: ({ attendance: { inTime, due } }) => [inTime, due],
  },
  absenceRate: {
    ...{ label: 'Absence rate', kind: 'share', direction: 'LOWER', from: 'ATTENDANCE' },
    parts: ({ attendance: { absent, due } }) => [absent, due],
  },
  qcScore: {
    ...{ label: 'QC score', kind: 'score', direction: 'HIGHER', from: 'QUALITY' },
    parts: ({ quality: { scores, reviews } }) => [scores, reviews],
  },
  qcCoverage: {
    ...{ label: 'QC coverage', kind: 'share', direction: 'HIGHER', from: 'QUALITY' },
    parts: ({ quality: { reviews }, tally }) => [reviews, tally.outcomes.COMPLETE],
  },
} as const satisfies Record<string, Measure>
export type MeasureName = keyof typeof MEASURES
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[]
const measureOf = (name: MeasureName): Measure => MEASURES[name]

/** The measure's value, unrounded, a share in percent; null where there is nothing to divide by. */
export function measured(name: MeasureName, figures: WorkFigures): number | null {
  const { kind, parts } = measureOf(name)
  const [above, below] = parts(figures)
  if (below === 0) return null
  return (above / below) * (kind === 'share' ? 100 : 1)
}

const FEW_REVIEWS = 3
const FEW_SECONDS = 3600

/** Whether it is of few data: under 10 contacts, 1 hour or 3 reviews (spec 4 §2.5). */
export function isFew(name: MeasureName, { tally, attendance, quality }: WorkFigures): boolean {
  switch (measureOf(name).from) {
    case 'INTERVIEWS':
      return isFewData(tally)
    case 'QUALITY':
      return quality.reviews < FEW_REVIEWS
    case 'ATTENDANCE':
      return attendance.judgedSeconds < FEW_SECONDS
  }
}

export const KPI_DIRECTIONS = { HIGHER: 'Higher is better', LOWER: 'Lower is better' } as const
export type KpiDirection = keyof typeof KPI_DIRECTIONS
export const KPI_SCOPES = {
  ALL: 'Everybody',
  AREA: 'Areas',
  PROJECT: 'Projects',
  CONTRACT_TYPE: 'Contract types',
  TEAM: 'Teams',
} as const
export type KpiScope = keyof typeof KPI_SCOPES
export const KPI_STATUSES = { DRAFT: 'Draft', ACTIVE: 'Active', RETIRED: 'Retired' } as const
export type KpiStatus = keyof typeof KPI_STATUSES
export const KPI_BANDS = { GREEN: 'Green', AMBER: 'Amber', RED: 'Red' } as const
export type KpiBand = keyof typeof KPI_BANDS

export interface KpiBounds {
  readonly direction: KpiDirection
  readonly green: number
  readonly amber: number
}

/** Whether green is better than amber. */
export const areBoundsRight = ({ direction, green, amber }: KpiBounds): boolean =>
  direction === 'HIGHER' ? green > amber : green < amber

/** A measure's value with the places that people read of it: an index whole, a rate with two, the others with one. */
export function asShown(name: MeasureName, value: number): number {
  const { kind } = MEASURES[name]
  const tenth = kind === 'index' ? 1 : kind === 'share' || kind === 'minutes' || kind === 'score' ? 10 : 100
  return Math.round(value * tenth) / tenth
}

/** The band of a value by the KPI's own bounds, each of which is still of its band. */
export function bandOf({ direction, green, amber }: KpiBounds, value: number): KpiBand {
  const isAsGood = (bound: number) => (direction === 'HIGHER' ? value >= bound : value <= bound)
  if (isAsGood(green)) return 'GREEN'
  return isAsGood(amber) ? 'AMBER' : 'RED'
}

/** Of which days, areas and so on a KPI is. Days are YYYY-MM-DD; `validTo` is the last, null for no end. */
export interface KpiReach {
  readonly measure: MeasureName
  readonly scope: KpiScope
  readonly scopeIDs: readonly number[]
  readonly validFrom: string
  readonly validTo: string | null
}

/** Whether two are of the same measure, scope and time. */
export function doOverlap(a: KpiReach, b: KpiReach): boolean {
  if (a.measure !== b.measure || a.scope !== b.scope) return false
  if (a.scope !== 'ALL' && !a.scopeIDs.some((id) => b.scopeIDs.includes(id))) return false
  return (b.validTo === null || a.validFrom <= b.validTo) && (a.validTo === null || b.validFrom <= a.validTo)
}

export const TARGET_PERIODS = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' } as const
export type TargetPeriod = keyof typeof TARGET_PERIODS

export const NO_ATTENDANCE: AttendanceSum = {
  ...{ judgedSeconds: 0, keptSeconds: 0, plannedWorkSeconds: 0, workedSeconds: 0 },
  ...{ due: 0, inTime: 0, absent: 0 },
}
export const NO_QUALITY: QualitySum = { reviews: 0, scores: 0 }

export const attendanceTogether = (a: AttendanceSum, b: AttendanceSum): AttendanceSum => ({
  judgedSeconds: a.judgedSeconds + b.judgedSeconds,
  keptSeconds: a.keptSeconds + b.keptSeconds,
  plannedWorkSeconds: a.plannedWorkSeconds + b.plannedWorkSeconds,
  workedSeconds: a.workedSeconds + b.workedSeconds,
  due: a.due + b.due,
  inTime: a.inTime + b.inTime,
  absent: a.absent + b.absent,
})
