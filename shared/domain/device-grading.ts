/**
 * How good a machine and its connection are (spec 1 §5, §9). Decided here, where the documents are silent:
 * the F bound is shown and decides nothing; where two bounds are equal, the better grade wins; a missing
 * reading is unknown, never poor.
 */

import type { NetworkSignal } from './wifi.ts'

/** Grades from worst to best, with two that say nothing (spec 1 §3). */
export const GRADES = ['UNKNOWN', 'SKIP', 'POOR', 'FAIR', 'GOOD', 'VERY_GOOD', 'EXCEPTIONAL'] as const
export type Grade = (typeof GRADES)[number]

/** Everything that is graded, by its name in a speed test's result. */
export const METRICS = [
  'download',
  'upload',
  'ping',
  'jitter',
  'loss',
  'memorySize',
  'threadCount',
  'wifiSignalStrength',
  'memoryUsage',
  'cpuUsage',
  'diskUtilisation',
] as const
export type Metric = (typeof METRICS)[number]

/** The bounds between grades, in the units of a speed-test result; memory in gigabytes. */
export interface Bounds {
  readonly exceptional: number
  readonly veryGood: number
  readonly good: number
  readonly fair: number
  readonly poor: number
}

/** A metric without bounds is graded unknown. */
export type Thresholds = { readonly [M in Metric]?: Bounds | undefined }

/**
 * Readings of one test. Download and upload in Mbit/s, ping and jitter in milliseconds, memory in kilobytes,
 * threads as a number, the rest in percent; null where nothing could be read.
 */
export type Readings = { readonly [M in Metric]: number | null }

/** What is checked, and what a device must meet (spec 1 §9, device defaults). */
export interface DeviceSettings {
  readonly isEnabled: boolean
  readonly testsToRun: number
  readonly testsToPass: number
  readonly minimumScreen: { readonly width: number; readonly height: number }
  /** Whether any VPN may be in use; a proxy that isn't the company's may not. */
  readonly allowVPN: boolean
  readonly proxyAndVPNCheck: boolean
  readonly hotfixCheck: boolean
  readonly requireUSBHeadset: boolean
  readonly skipInternetCheck: boolean
  readonly skipMicrophoneCheck: boolean
  readonly skipCameraCheck: boolean
  readonly skipSpeakersCheck: boolean
  readonly showWindowsAccountCreation: boolean
  readonly thresholds: Thresholds
}

const bounds = (exceptional: number, veryGood: number, good: number, fair: number, poor: number): Bounds => ({
  exceptional,
  veryGood,
  good,
  fair,
  poor,
})

export const DEFAULT_THRESHOLDS: Readonly<Record<Metric, Bounds>> = {
  loss: bounds(1, 2, 3, 4, 5),
  jitter: bounds(10, 15, 20, 25, 30),
  ping: bounds(10, 20, 30, 45, 45),
  download: bounds(100, 50, 30, 8, 8),
  upload: bounds(20, 10, 7, 5, 5),
  memorySize: bounds(32, 16, 8, 3.4, 3.4),
  memoryUsage: bounds(25, 25, 50, 70, 90),
  cpuUsage: bounds(25, 25, 40, 80, 90),
  threadCount: bounds(16, 12, 8, 4, 4),
  diskUtilisation: bounds(5, 5, 10, 15, 25),
  wifiSignalStrength: bounds(95, 85, 75, 65, 65),
}

/** The smallest supported screen in pixels, unless a deployment says otherwise (spec 1 §9). */
export const MINIMUM_SCREEN = { width: 1366, height: 768 } as const

export const DEFAULT_DEVICE_SETTINGS: DeviceSettings = {
  isEnabled: true,
  testsToRun: 5,
  testsToPass: 5,
  minimumScreen: MINIMUM_SCREEN,
  allowVPN: false,
  proxyAndVPNCheck: true,
  hotfixCheck: true,
  requireUSBHeadset: false,
  skipInternetCheck: false,
  skipMicrophoneCheck: false,
  skipCameraCheck: false,
  skipSpeakersCheck: false,
  showWindowsAccountCreation: true,
  thresholds: DEFAULT_THRESHOLDS,
}

const HIGHER_IS_BETTER: ReadonlySet<Metric> = new Set([
  'download',
  'upload',
  'memorySize',
  'threadCount',
  'wifiSignalStrength',
])

export const NETWORK_METRICS = [
  'download',
  'upload',
  'ping',
  'jitter',
  'loss',
] as const satisfies readonly Metric[]
const OF_NETWORK: ReadonlySet<Metric> = new Set(NETWORK_METRICS)

/** The metrics of the overall grade, which is their worst (spec 1 §5). */
export const OVERALL_METRICS: readonly Metric[] = [
  'upload',
  'download',
  'ping',
  'jitter',
  'loss',
  'memorySize',
  'threadCount',
  'wifiSignalStrength',
]

export function isHigherBetter(metric: Metric): boolean {
  return HIGHER_IS_BETTER.has(metric)
}

/** Whether the bounds of a metric go from best to worst. */
export function areOrdered(metric: Metric, of: Bounds): boolean {
  const row = [of.exceptional, of.veryGood, of.good, of.fair, of.poor]
  return row.every((bound, i) => {
    const next = row[i + 1] ?? bound
    return isHigherBetter(metric) ? bound >= next : bound <= next
  })
}

export function gigabytesOf(kilobytes: number): number {
  return kilobytes / 1024 / 1024
}

/** What a wifi signal means: 999 is no connection, above 100 is a cable (spec 1 §4.8). */
export type WifiLink = 'none' | 'wired' | 'wifi'

export function wifiLink(signal: number): WifiLink {
  if (signal === 999) return 'none'
  return signal > 100 ? 'wired' : 'wifi'
}

/** The grade of one reading by its bounds. Memory is given in kilobytes. */
export function gradeReading(metric: Metric, reading: number | null, limits: Bounds | undefined): Grade {
  if (metric === 'wifiSignalStrength' && reading !== null) {
    const link = wifiLink(reading)
    // A cable has no signal to grade; without a connection there is none to read.
    if (link !== 'wifi') return link === 'wired' ? 'SKIP' : 'UNKNOWN'
  }
  if (reading === null || Number.isNaN(reading) || limits === undefined) return 'UNKNOWN'
  const value = metric === 'memorySize' ? gigabytesOf(reading) : reading
  const meets = isHigherBetter(metric) ? (bound: number) => value >= bound : (bound: number) => value <= bound
  if (meets(limits.exceptional)) return 'EXCEPTIONAL'
  if (meets(limits.veryGood)) return 'VERY_GOOD'
  if (meets(limits.good)) return 'GOOD'
  return meets(limits.poor) ? 'FAIR' : 'POOR'
}

/** The wifi band that a client reports (spec 1 §7); null where it can't read the signal. */
export function wifiBand(signal: NetworkSignal | null, { isEnabled, thresholds }: DeviceSettings): Grade {
  if (!isEnabled || signal?.kind === 'wired') return 'SKIP'
  return gradeReading(
    'wifiSignalStrength',
    signal?.kind === 'wifi' ? signal.percent : null,
    thresholds.wifiSignalStrength,
  )
}

export type Grades = { readonly [M in Metric]: Grade }

/** The grade of every reading under these settings (spec 1 §5). */
export function gradeReadings(readings: Readings, settings: DeviceSettings): Grades {
  const gradeOf = (metric: Metric): Grade => {
    if (!settings.isEnabled) return 'SKIP'
    if (settings.skipInternetCheck && OF_NETWORK.has(metric)) return 'SKIP'
    return gradeReading(metric, readings[metric], settings.thresholds[metric])
  }
  return Object.fromEntries(METRICS.map((metric) => [metric, gradeOf(metric)])) as Record<Metric, Grade>
}

/** A grade's rank from worst to best; null for the two that say nothing. */
export function rankOf(grade: Grade): number | null {
  return grade === 'UNKNOWN' || grade === 'SKIP' ? null : GRADES.indexOf(grade)
}

/**
 * The worst of the grades. Unknown and skipped ones count only where there are no others, since a browser
 * can't read the wifi and that makes no machine worse. Then it is unknown, or skipped where all are.
 */
export function worstOf(grades: readonly Grade[]): Grade {
  const known = grades.filter((grade) => rankOf(grade) !== null)
  const [first, ...rest] = known
  if (first === undefined)
    return grades.length > 0 && grades.every((one) => one === 'SKIP') ? 'SKIP' : 'UNKNOWN'
  return rest.reduce((worst, one) => ((rankOf(one) ?? 0) < (rankOf(worst) ?? 0) ? one : worst), first)
}

/** The grade of the whole machine: the worst of OVERALL_METRICS (spec 1 §5). */
export function overallGrade(grades: Grades): Grade {
  return worstOf(OVERALL_METRICS.map((metric) => grades[metric]))
}

export const GRADE_LABELS: Readonly<Record<Grade, string>> = {
  EXCEPTIONAL: 'Grade A',
  VERY_GOOD: 'Grade B',
  GOOD: 'Grade C',
  FAIR: 'Grade D',
  POOR: 'FAIL',
  UNKNOWN: 'Unknown',
  SKIP: 'N/A',
}

export type GradeColour = 'red' | 'warning' | 'green' | 'neutral'

/** The colour of a grade: red for poor, warning for fair, green above; none where nothing is graded. */
export function gradeColour(grade: Grade): GradeColour {
  if (grade === 'POOR') return 'red'
  if (grade === 'FAIR') return 'warning'
  return rankOf(grade) === null ? 'neutral' : 'green'
}
