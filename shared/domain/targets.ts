import { valueText } from './interview-text.ts'
import { figureOf, INTERVIEW_FIGURES, type InterviewFigure } from './interviews.ts'
import { MEASURES, type MeasureName, measured, type TargetPeriod, type WorkFigures } from './kpi.ts'
import { numberText } from './locale.ts'
import { londonField, momentOfField, startOfLondonWeek } from './london-time.ts'
import { measureText } from './measure-text.ts'

/** What a target can be of: every figure of people’s work (spec 4 §2.4, §2.5). */
export type TargetMeasure = InterviewFigure | MeasureName
export const TARGET_MEASURES = [
  ...new Set<TargetMeasure>([
    ...(Object.keys(INTERVIEW_FIGURES) as InterviewFigure[]),
    ...(Object.keys(MEASURES) as MeasureName[]),
  ]),
]

/** Whether calls and hours alone tell it; the others take days of attendance and reviews. */
export const isFigure = (measure: TargetMeasure): measure is InterviewFigure => measure in INTERVIEW_FIGURES

/** Days of attendance are of no project, so that a project has no target of them. */
export const isOfProjects = (measure: TargetMeasure): boolean =>
  isFigure(measure) || MEASURES[measure].from !== 'ATTENDANCE'

export const targetLabel = (measure: TargetMeasure): string =>
  isFigure(measure) ? INTERVIEW_FIGURES[measure].label : MEASURES[measure].label

/** How much of a measure a target can be: from 0 to `most`, in steps of `step`. */
export interface TargetRule {
  /** Behind the number; empty for what is a number of things or of 100. */
  readonly unit: string
  readonly step: number
  readonly most: number
  /** Whether days add up, so that a target of a day says nothing of a week. */
  readonly adds: boolean
}

const HOURS_MOST: Readonly<Record<TargetPeriod, number>> = { DAY: 24, WEEK: 168, MONTH: 744 }
/** An interview lasts 4 hours at most. */
const MINUTES_MOST = 240

/** @param period a target of hours has no more than there are in it */
export function targetRule(measure: TargetMeasure, period: TargetPeriod): TargetRule {
  if (measure === 'interviewingHours')
    return { unit: 'hours', step: 0.01, most: HOURS_MOST[period], adds: true }
  const kind = isFigure(measure) ? INTERVIEW_FIGURES[measure].kind : MEASURES[measure].kind
  switch (kind) {
    case 'count':
      return { unit: '', step: 1, most: 10_000, adds: true }
    case 'share':
      return { unit: '%', step: 0.1, most: 100, adds: false }
    case 'minutes':
      return { unit: 'minutes', step: 0.1, most: MINUTES_MOST, adds: false }
    case 'index':
      return { unit: '', step: 1, most: 1000, adds: false }
    case 'score':
      return { unit: '', step: 0.1, most: 100, adds: false }
    case 'rate':
      return { unit: '', step: 0.01, most: 1000, adds: false }
  }
}

/** Whether it is a target’s value: within the measure’s bounds and on one of its steps. */
export function isTargetValue(measure: TargetMeasure, period: TargetPeriod, value: number): boolean {
  const { step, most } = targetRule(measure, period)
  const steps = value / step
  return value >= 0 && value <= most && Math.abs(steps - Math.round(steps)) < 1e-6
}

/** What a value has to be, in words. */
export function targetValueWords(measure: TargetMeasure, period: TargetPeriod): string {
  const { step, most, unit } = targetRule(measure, period)
  const limit = `${numberText(most)}${unit === '' ? '' : ` ${unit}`}`
  if (step === 1) return `${targetLabel(measure)}: a whole number from 0 to ${limit}.`
  const places = step === 0.1 ? 'one decimal' : 'two decimals'
  return `${targetLabel(measure)}: from 0 to ${limit}, with ${places} at most.`
}

/** The measure’s value of what somebody did; shares in percent; null where there is nothing to divide by. */
export function targetNow(measure: TargetMeasure, figures: WorkFigures): number | null {
  if (!isFigure(measure)) return measured(measure, figures)
  const value = figureOf(measure, figures.tally)
  return value !== null && INTERVIEW_FIGURES[measure].kind === 'share' ? value * 100 : value
}

/** A value of the measure as people read it; shares are in percent. */
export function targetText(measure: TargetMeasure, value: number | null): string {
  if (value === null) return '–'
  if (!isFigure(measure)) return measureText(measure, value)
  return valueText(measure, INTERVIEW_FIGURES[measure].kind === 'share' ? value / 100 : value)
}

const PERIOD_WORDS: Readonly<Record<TargetPeriod, string>> = {
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
}

/** The whole target in words: '5 completes a day', 'completes per hour 1.20'. */
export function targetWords(measure: TargetMeasure, period: TargetPeriod, value: number): string {
  const label = targetLabel(measure).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
  const { adds } = targetRule(measure, period)
  if (!adds) return `${label} ${targetText(measure, value)}`
  return `${targetText(measure, value)} ${label} ${PERIOD_WORDS[period]}`
}

/** The first day from which a target can hold, YYYY-MM-DD: a day, week or month that is over is judged already. */
export function earliestFrom(period: TargetPeriod, now: number): string {
  const today = londonField(now).slice(0, 10)
  if (period === 'DAY') return today
  return period === 'WEEK' ? londonField(startOfLondonWeek(now)).slice(0, 10) : `${today.slice(0, 8)}01`
}

/** The period that the days are, from its beginning on; null where they are none. Days are YYYY-MM-DD. */
export function periodOf(from: string, to: string): TargetPeriod | null {
  if (from === to) return 'DAY'
  const monday = londonField(startOfLondonWeek(momentOfField(to))).slice(0, 10)
  if (from === monday) return 'WEEK'
  return from === `${to.slice(0, 8)}01` ? 'MONTH' : null
}

/** A target that was set. `userID` or `projectID` is null; days are YYYY-MM-DD, `to` the last, null for no end. */
export interface SetTarget {
  readonly id: number
  readonly measure: TargetMeasure
  readonly userID: number | null
  readonly projectID: number | null
  readonly period: TargetPeriod
  readonly value: number
  readonly from: string
  readonly to: string | null
}

/** Of whom, of what and when a target is looked for. */
export interface TargetAsked {
  readonly measure: TargetMeasure
  /** Null for the project’s own. */
  readonly userID: number | null
  /** The project that they work on; null for none, or several. */
  readonly projectID: number | null
  readonly day: string
  /** The time that is looked at; null for one that is no period. */
  readonly period: TargetPeriod | null
}

const isBetter = (a: readonly (number | string)[], b: readonly (number | string)[]): boolean => {
  const place = a.findIndex((one, at) => one !== b[at])
  const [one, other] = [a[place], b[place]]
  return one !== undefined && other !== undefined && one > other
}

/**
 * The target that holds on a day: the person’s own before the project’s, that of the period before another, then the
 * latest `from`, of two from the same day the one set last. What days add up to holds for its own period alone, and of
 * a project for the project alone. Null where none holds.
 */
export function targetOn<T extends SetTarget>(targets: readonly T[], asked: TargetAsked): T | null {
  const { measure, userID, projectID, day, period } = asked
  let best: { readonly target: T; readonly order: readonly (number | string)[] } | null = null
  for (const target of targets) {
    if (target.measure !== measure || target.from > day || (target.to !== null && target.to < day)) continue
    const isOwn = target.userID !== null && target.userID === userID
    const isProjects = target.projectID !== null && target.projectID === projectID
    if (!isOwn && !isProjects) continue
    if (targetRule(measure, target.period).adds && (target.period !== period || isOwn !== (userID !== null)))
      continue
    const order = [Number(isOwn), Number(target.period === period), target.from, target.id]
    if (best === null || isBetter(order, best.order)) best = { target, order }
  }
  return best?.target ?? null
}
