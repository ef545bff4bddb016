import {
  type DeviceSettings,
  type Grade,
  gradeReadings,
  METRICS,
  type Metric,
  overallGrade,
  type Readings,
} from './device-grading.ts'

/** Time from the beginning of one test to the beginning of the next, in milliseconds (spec 3 §9). */
export const TEST_INTERVAL_MS = 5000
/** Tests of a run for the badge (spec 3 §9). */
export const BADGE_TESTS = 15

/** The most that one test may use, so that it fits into 5 seconds and a phone's data plan. */
export interface MeterLimits {
  readonly downloadBytes: number
  readonly uploadBytes: number
  /** Longest transfer in each direction, in milliseconds. */
  readonly transferMs: number
  readonly pings: number
  /** A ping that takes longer counts as lost, in milliseconds. */
  readonly pingMs: number
}

const MEGABYTE = 1_000_000

export const TEST_LIMITS: MeterLimits = {
  downloadBytes: 10 * MEGABYTE,
  uploadBytes: 4 * MEGABYTE,
  transferMs: 1500,
  pings: 10,
  pingMs: 1000,
}
/** The badge's run has more tests, so each moves less. */
export const BADGE_LIMITS: MeterLimits = {
  ...TEST_LIMITS,
  downloadBytes: 4 * MEGABYTE,
  uploadBytes: 2 * MEGABYTE,
}

/** The most that so many tests move, in whole megabytes. */
export function megabytesAtMost({ downloadBytes, uploadBytes }: MeterLimits, tests: number): number {
  return Math.ceil(((downloadBytes + uploadBytes) * tests) / MEGABYTE)
}

export function megabitsPerSecond(bytes: number, ms: number): number | null {
  return bytes > 0 && ms > 0 ? (bytes * 8) / 1000 / ms : null
}

/** The median: the mean of the two middle values for an even number; null for none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

export interface Latency {
  readonly ping: number | null
  readonly jitter: number | null
  /** In percent. */
  readonly loss: number | null
}

/**
 * What round trips say about a connection: their median, the mean difference between neighbours that were
 * answered, and the lost share.
 * @param trips in the order they were sent, in milliseconds; null for one without an answer in time
 */
export function latencyOf(trips: readonly (number | null)[]): Latency {
  const answered = trips.filter((trip) => trip !== null)
  const steps = answered.slice(1).map((trip, i) => Math.abs(trip - (answered[i] ?? trip)))
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  return {
    ping: medianOf(answered),
    jitter: steps.length > 0 ? mean : null,
    loss: trips.length > 0 ? (100 * (trips.length - answered.length)) / trips.length : null,
  }
}

/** The typical result of several tests: the median of each reading, over the tests that have it. */
export function typicalReadings(results: readonly Readings[]): Readings {
  const typical = (metric: Metric) =>
    medianOf(results.map((one) => one[metric]).filter((one) => one !== null))
  return Object.fromEntries(METRICS.map((metric) => [metric, typical(metric)])) as Record<
    Metric,
    number | null
  >
}

export interface RunVerdict {
  readonly readings: Readings
  /** The overall grade of the typical result. */
  readonly grade: Grade
  /** How many tests passed: graded above FAIL, or skipped. */
  readonly passed: number
  readonly run: number
  /** Whether enough passed; false where nothing could be graded. */
  readonly isPassed: boolean
}

/**
 * The verdict on a run of tests. A test passes when it is graded above FAIL or skipped. A run shorter than
 * the required number needs all of its tests. The spec asks for 'tests to pass' without a rule.
 */
export function verdictOf(results: readonly Readings[], settings: DeviceSettings): RunVerdict {
  const grades = results.map((result) => overallGrade(gradeReadings(result, settings)))
  const passed = grades.filter((grade) => grade !== 'POOR' && grade !== 'UNKNOWN').length
  const readings = typicalReadings(results)
  return {
    readings,
    grade: overallGrade(gradeReadings(readings, settings)),
    passed,
    run: results.length,
    isPassed: results.length > 0 && passed >= Math.min(settings.testsToPass, results.length),
  }
}
