/**
 * Whether a machine is fit for work: the one answer that hardware testing, the passport check and the
 * guard give (spec 1 §2.7, §5, §8, §9). Each part has a state, and the whole is as good as its worst part.
 */
import {
  type DeviceSettings,
  type Grade,
  gradeReadings,
  METRICS,
  type Metric,
  NETWORK_METRICS,
  OVERALL_METRICS,
  type Readings,
} from './device-grading.ts'

export const PART_STATES = ['good', 'attention', 'problem', 'unknown', 'skipped'] as const
export type PartState = (typeof PART_STATES)[number]

/** Why a microphone or camera can't be had. */
export type MediaProblem = 'blocked' | 'missing' | 'busy' | 'unsupported'
/** What the last trial of a microphone, camera or loudspeaker found. */
export type Trial = 'untested' | 'works' | 'unheard' | 'silent' | MediaProblem
/** Whether a USB headset is plugged in; unknown as long as the browser tells no names. */
export type HeadsetState = 'found' | 'missing' | 'unknown'

interface Size {
  readonly width: number
  readonly height: number
}

/** Everything that is known of a machine and its connection. */
export interface MachineState {
  /** In pixels; null where the machine isn't measured by it, as a phone. */
  readonly screen: Size | null
  /** What is read of the machine now; null where nothing was read. */
  readonly now: Omit<Readings, 'download' | 'upload' | 'ping' | 'jitter' | 'loss'>
  /** The last run of tests; null before the first. */
  readonly run: { readonly readings: Readings; readonly grade: Grade; readonly isPassed: boolean } | null
  readonly microphone: Trial
  readonly camera: Trial
  readonly speakers: Trial
  readonly headset: HeadsetState
}

const TRIED_PARTS = ['microphone', 'headset', 'camera', 'speakers'] as const
const OTHER_PARTS = ['screen', 'tests', ...TRIED_PARTS] as const
export type Part = Metric | (typeof OTHER_PARTS)[number]

/** The parts by what a person would look at; each part is in one of them. */
export const PART_GROUPS = {
  internet: [...NETWORK_METRICS, 'wifiSignalStrength', 'tests'],
  device: ['screen', 'memorySize', 'threadCount', 'memoryUsage', 'cpuUsage', 'diskUtilisation'],
  media: TRIED_PARTS,
} as const satisfies Record<string, readonly Part[]>
export type PartGroup = keyof typeof PART_GROUPS

/** What a machine is said to be unsupported for (spec 1 §8). */
export const DEVICE_NEEDS = ['screen', 'threadCount', 'memorySize'] as const
export type DeviceNeed = (typeof DEVICE_NEEDS)[number]

export interface Fitness {
  readonly parts: { readonly [P in Part]: PartState }
  /** Of each group, as good as its worst part. */
  readonly groups: { readonly [G in PartGroup]: PartState }
  /** Of the whole. */
  readonly verdict: PartState
}

/** What the machine says now, else what the last run of tests found. */
export function readingsOf({ now, run }: Pick<MachineState, 'now' | 'run'>): Readings {
  const known: Partial<Readings> = now
  return Object.fromEntries(
    METRICS.map((metric) => [metric, known[metric] ?? run?.readings[metric] ?? null]),
  ) as Record<Metric, number | null>
}

/** How fit a machine is under these settings. Where they are off nothing is asked of it. */
export function fitnessOf(machine: MachineState, settings: DeviceSettings): Fitness {
  const grades = gradeReadings(readingsOf(machine), settings)
  const metrics = Object.fromEntries(METRICS.map((metric) => [metric, readingState(metric, grades[metric])]))
  const parts = { ...metrics, ...otherStates(machine, settings) } as Record<Part, PartState>
  const stateOf = (group: PartGroup) => worstState(PART_GROUPS[group].map((part) => parts[part]))
  const groups = { internet: stateOf('internet'), device: stateOf('device'), media: stateOf('media') }
  return { parts, groups, verdict: worstState(Object.values(groups)) }
}

/** The needs of a device that aren't met. */
export function unmetNeeds({ parts }: Pick<Fitness, 'parts'>): DeviceNeed[] {
  return DEVICE_NEEDS.filter((need) => parts[need] === 'problem')
}

/**
 * The worst of the states. What isn't known makes nothing worse as long as anything is known; what is
 * skipped counts only where all of it is.
 */
export function worstState(states: readonly PartState[]): PartState {
  const order: readonly PartState[] = ['problem', 'attention', 'good', 'unknown']
  return order.find((state) => states.includes(state)) ?? 'skipped'
}

/** Whether a screen is large enough; it may stand upright. */
export function screenFits(screen: Size, minimum: Size): boolean {
  const shorter = ({ width, height }: Size) => Math.min(width, height)
  const longer = ({ width, height }: Size) => Math.max(width, height)
  return shorter(screen) >= shorter(minimum) && longer(screen) >= longer(minimum)
}

const LASTING: ReadonlySet<Metric> = new Set(OVERALL_METRICS)

function readingState(metric: Metric, grade: Grade): PartState {
  if (grade === 'SKIP') return 'skipped'
  if (grade === 'UNKNOWN') return 'unknown'
  // The load of a moment makes no machine unfit: the overall grade leaves it out, too (spec 1 §5).
  if (grade === 'POOR') return LASTING.has(metric) ? 'problem' : 'attention'
  return grade === 'FAIR' ? 'attention' : 'good'
}

function otherStates(
  machine: MachineState,
  settings: DeviceSettings,
): Record<(typeof OTHER_PARTS)[number], PartState> {
  const { screen, run, microphone, headset, camera, speakers } = machine
  if (!settings.isEnabled) {
    return {
      screen: 'skipped',
      tests: 'skipped',
      microphone: 'skipped',
      headset: 'skipped',
      camera: 'skipped',
      speakers: 'skipped',
    }
  }
  const fits = screen !== null && screenFits(screen, settings.minimumScreen)
  return {
    screen: screen === null ? 'skipped' : fits ? 'good' : 'problem',
    tests: runState(run),
    microphone: trialState(microphone, settings.skipMicrophoneCheck),
    headset: headsetState(headset, settings),
    // People without a camera can work; a blocked one is a setting gone wrong.
    camera:
      camera === 'missing' && !settings.skipCameraCheck
        ? 'attention'
        : trialState(camera, settings.skipCameraCheck),
    speakers: trialState(speakers, settings.skipSpeakersCheck),
  }
}

/** A run fails by its grade or by too few tests that passed, whichever machine it was made on. */
function runState(run: MachineState['run']): PartState {
  if (run === null || run.grade === 'UNKNOWN') return 'unknown'
  if (run.grade === 'SKIP') return 'skipped'
  return run.isPassed && run.grade !== 'POOR' ? 'good' : 'problem'
}

function trialState(trial: Trial, isSkipped: boolean): PartState {
  if (trial === 'works') return 'good'
  if (isSkipped) return 'skipped'
  if (trial === 'untested') return 'unknown'
  return trial === 'unheard' ? 'attention' : 'problem'
}

function headsetState(headset: HeadsetState, { requireUSBHeadset }: DeviceSettings): PartState {
  if (headset === 'found') return 'good'
  if (!requireUSBHeadset) return 'skipped'
  return headset === 'missing' ? 'problem' : 'unknown'
}
