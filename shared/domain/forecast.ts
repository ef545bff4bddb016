import type { Block } from './allocation.ts'

/** Whether projects make it (spec 4 §2.5, §4.5.12). */

/** A project's own rate counts from so many interviewing hours in its last 7 days with interviewing. */
export const RATE_HOURS_MIN = 20
export const RATE_DAYS = 7
/** The verdict's limits, as shares of the target (spec 4 §5.7). */
export const ON_TRACK_FROM = 1
export const AT_RISK_FROM = 0.97
/** A cell that has so few left is nearly full. */
export const NEARLY_FULL = 3

const HOUR_MS = 3_600_000

export interface CellCount {
  readonly target: number
  readonly achieved: number
  readonly isSuspended: boolean
}

/** What is left of a cell: never less than none. */
export const cellRemaining = ({ target, achieved }: CellCount): number => Math.max(0, target - achieved)

/** Completes an hour: the project's own of its last 7 days with interviewing, else what was expected. */
export function projectRate(recent: {
  readonly completes: number
  /** Of interviewing. */
  readonly hours: number
  readonly interviewsPerHour: number
}): number {
  return recent.hours < RATE_HOURS_MIN ? recent.interviewsPerHour : recent.completes / recent.hours
}

export interface ProjectProgress {
  readonly targetCompletes: number
  /** COMPLETE records. */
  readonly achieved: number
  readonly cells: readonly CellCount[]
  /** Completes an hour. */
  readonly rate: number
}

/** Interviews that are still to be made: of its cells, where it has any that aren't suspended, else of its target. */
export function quotaRemaining({ targetCompletes, achieved, cells }: Omit<ProjectProgress, 'rate'>): number {
  const open = cells.filter(({ isSuspended }) => !isSuspended)
  if (open.length === 0) return Math.max(0, targetCompletes - achieved)
  return open.reduce((sum, cell) => sum + cellRemaining(cell), 0)
}

/** Hours of interviewing that what is left takes; null where nothing is known of its rate. */
export function hoursNeeded(project: ProjectProgress): number | null {
  const left = quotaRemaining(project)
  if (left === 0) return 0
  return project.rate > 0 ? left / project.rate : null
}

/** Completes at its end: those there are and those of the hours to come. Where it has quotas they close at the target. */
export function forecastCompletes(project: ProjectProgress, hoursToCome: number): number {
  const { achieved, rate, targetCompletes, cells } = project
  const open = achieved + Math.max(0, hoursToCome) * Math.max(0, rate)
  return cells.length > 0 ? Math.max(achieved, Math.min(open, targetCompletes)) : open
}

/** The moment at which the hours to come reach the target; null where they don't. Past hours don't count. */
export function forecastFinish(
  project: Pick<ProjectProgress, 'targetCompletes' | 'achieved' | 'rate'>,
  blocks: readonly Pick<Block, 'start' | 'end'>[],
  now: number,
): number | null {
  const { targetCompletes, achieved, rate } = project
  let left = targetCompletes - achieved
  if (left <= 0) return now
  if (rate <= 0) return null
  const edges = [...new Set(blocks.flatMap(({ start, end }) => [Math.max(start, now), Math.max(end, now)]))]
  edges.sort((a, b) => a - b)
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1]
    if (to === undefined) break
    const people = blocks.filter(({ start, end }) => Math.max(start, now) <= from && end >= to).length
    const made = ((to - from) / HOUR_MS) * rate * people
    if (made >= left && people > 0) return from + (left / (rate * people)) * HOUR_MS
    left -= made
  }
  return null
}

export const VERDICTS = ['ON_TRACK', 'AT_RISK', 'BEHIND', 'SAMPLE_SHORT', 'DONE'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * Whether a project will make it. Done comes first; then, since hours don't help without a sample, that it runs short.
 * @param sample its usable sample and attempts a complete; null where one isn't known
 */
export function verdictOf(
  project: Omit<ProjectProgress, 'rate'>,
  forecast: number,
  sample: { readonly usable: number; readonly attemptsPerComplete: number } | null,
): Verdict {
  const { targetCompletes } = project
  const remaining = quotaRemaining(project)
  if (remaining === 0) return 'DONE'
  if (sample !== null && sample.usable / remaining < sample.attemptsPerComplete) return 'SAMPLE_SHORT'
  // In whole parts of 10⁻⁹, so that 97 of 100 is 0.97.
  const share = targetCompletes > 0 ? Math.round((forecast / targetCompletes) * 1e9) / 1e9 : 1
  return share >= ON_TRACK_FROM ? 'ON_TRACK' : share >= AT_RISK_FROM ? 'AT_RISK' : 'BEHIND'
}

/** Whether a project counts as behind: its forecast is under 97 % of its target (spec 4 §4.1). */
export const isBehind = (forecast: number, targetCompletes: number): boolean =>
  targetCompletes > 0 && Math.round((forecast / targetCompletes) * 1e9) / 1e9 < AT_RISK_FROM

/** So much of what is needed may be missing before Resource home calls it a gap (spec 4 §4.5.1). */
const GAP_OVER = 0.1
export const isGap = (planned: number, needed: number): boolean =>
  needed > 0 && Math.round(((needed - planned) / needed) * 1e9) / 1e9 > GAP_OVER

export interface WhatIf {
  /** Hours of interviewing beside those that are allocated; may be fewer. */
  readonly hours: number
  /** People more, of so many hours each day. */
  readonly people: number
  readonly hoursEach: number
  /** Days to its end. */
  readonly days: number
  /** Completes an hour; null for its own. */
  readonly rate: number | null
}

/** The forecast, were that so. Saves nothing (spec 4 §4.5.12). */
export function whatIfForecast(project: ProjectProgress, allocatedHours: number, what: WhatIf): number {
  const more = what.hours + what.people * what.hoursEach * Math.max(0, what.days)
  return forecastCompletes(
    { ...project, rate: what.rate ?? project.rate },
    Math.max(0, allocatedHours + more),
  )
}

export interface ProjectDay extends ProjectProgress {
  readonly completesToday: number
  /** Hours of people who are to be on it from now to the close of the day. */
  readonly hoursLeftToday: number
}

/** Completes at the close of the day, with so many hours more or fewer than planned. */
export const forecastOfDay = (day: ProjectDay, hoursMore = 0): number =>
  forecastCompletes(day, day.hoursLeftToday + hoursMore) - day.achieved + day.completesToday

/** How the forecasts of the day change where somebody goes over from one project, or none, to another for these hours. */
export const changeByMove = (from: ProjectDay | null, to: ProjectDay, hours: number) => ({
  from: from === null ? 0 : forecastOfDay(from, -hours) - forecastOfDay(from),
  to: forecastOfDay(to, hours) - forecastOfDay(to),
})
