/**
 * Whether a machine is fit for work (spec 1 §2.7, §5, §8, §9): the one answer for hardware testing, passport
 * check and device guard. Each part has a state; the whole is as good as its worst part.
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

/** Why a microphone or camera isn't available. */
export type MediaProblem = 'blocked' | 'missing' | 'busy' | 'unsupported'
/** What the last trial of a microphone, camera or loudspeaker showed. */
export type Trial = 'untested' | 'works' | 'unheard' | 'silent' | MediaProblem
/** Whether a USB headset is plugged in; unknown while the browser hides the devices' names. */
export type HeadsetState = 'found' | 'missing' | 'unknown'

interface Size {
  readonly width: number
  readonly height: number
}

/** Everything that is known of a machine and its connection. */
export interface MachineState {
  /** In pixels; null where the screen has no threshold, as on a phone. */
  readonly screen: Size | null
  /** The present readings; null for what couldn't be read. */
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

/** The parts in groups, as people look for them; each part is in one group. */
export const PART_GROUPS = {
  internet: [...NETWORK_METRICS, 'wifiSignalStrength', 'tests'],
  device: ['screen', 'memorySize', 'threadCount', 'memoryUsage', 'cpuUsage', 'diskUtilisation'],
  media: TRIED_PARTS,
} as const satisfies Record<string, readonly Part[]>
export type PartGroup = keyof typeof PART_GROUPS

/** Needs that 'Unsupported device' names (spec 1 §8). */
export const DEVICE_NEEDS = ['screen', 'threadCount', 'memorySize'] as const
export type DeviceNeed = (typeof DEVICE_NEEDS)[number]

export interface Fitness {
  readonly parts: { readonly [P in Part]: PartState }
  /** State of each group: that of its worst part. */
  readonly groups: { readonly [G in PartGroup]: PartState }
  /** State of the whole. */
  readonly verdict: PartState
}

/** The present readings, completed from the last run of tests. */
export function readingsOf({ now, run }: Pick<MachineState, 'now' | 'run'>): Readings {
  const known: Partial<Readings> = now
  return Object.fromEntries(
    METRICS.map((metric) => [metric, known[metric] ?? run?.readings[metric] ?? null]),
  ) as Record<Metric, number | null>
}

/** How fit a machine is under these settings. With device checks switched off, every part is skipped. */
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

/** The worst of the states. Unknown and skipped parts count only where nothing else is known. */
export function worstState(states: readonly PartState[]): PartState {
  const order: readonly PartState[] = ['problem', 'attention', 'good', 'unknown']
  return order.find((state) => states.includes(state)) ?? 'skipped'
}

/** What the passport check looks at (spec 1 §2.7), in its order. */
export const PASSPORT_NAMES = {
  internet: 'Internet connection',
  device: 'Device',
  media: 'Sound and camera',
  network: 'VPN and proxy',
  companion: 'Companion session',
} as const
export type PassportPart = keyof typeof PASSPORT_NAMES

/** Parts that can keep somebody from work, as a refusal names them. */
const PART_WORDS: Readonly<Partial<Record<Part, string>>> = {
  screen: 'screen size',
  memorySize: 'memory',
  threadCount: 'processor',
  download: 'download',
  upload: 'upload',
  ping: 'ping',
  jitter: 'jitter',
  loss: 'packet loss',
  wifiSignalStrength: 'wifi signal',
  tests: 'tests',
  microphone: 'microphone',
  headset: 'headset',
  camera: 'camera',
  speakers: 'speakers',
}

/** What of a part of the passport check isn't fit for work, in words: 'Device (screen size, memory)'. */
export function unfitWords(
  part: PassportPart,
  { parts }: Pick<Fitness, 'parts'>,
  isKnown: (part: Part) => boolean,
): string {
  const group = part in PART_GROUPS ? PART_GROUPS[part as PartGroup] : []
  const lacks = group.flatMap((one: Part) =>
    parts[one] === 'problem' && isKnown(one) ? (PART_WORDS[one] ?? []) : [],
  )
  return lacks.length === 0 ? PASSPORT_NAMES[part] : `${PASSPORT_NAMES[part]} (${lacks.join(', ')})`
}

/** What the passport check goes by. */
export interface PassportFacts {
  readonly groups: Fitness['groups']
  readonly isOnline: boolean
  /** Whether a proxy or VPN stands that isn't allowed; null where nobody can know, as in a browser. */
  readonly isForeign: boolean | null
  /** Whether the companion's session stands; null where the person needs none. */
  readonly hasCompanion: boolean | null
}

const asState = (isFit: boolean): PartState => (isFit ? 'good' : 'problem')

/** The passport check: whether a machine and its connections are fit for work, part by part. */
export function passportOf(
  facts: PassportFacts,
): { readonly part: PassportPart; readonly state: PartState }[] {
  const { groups, isOnline, isForeign, hasCompanion } = facts
  return [
    // A connection that stands is known to stand, also before any test of how good it is.
    { part: 'internet', state: worstState([asState(isOnline), groups.internet]) },
    { part: 'device', state: groups.device },
    { part: 'media', state: groups.media },
    { part: 'network', state: isForeign === null ? 'unknown' : asState(!isForeign) },
    ...(hasCompanion === null ? [] : [{ part: 'companion', state: asState(hasCompanion) } as const]),
  ]
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
  // The machine's load at the moment makes it no worse than needing attention; the overall grade leaves it
  // out, too (spec 1 §5).
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
    // People without a camera can work. A blocked camera is a wrong setting.
    camera:
      camera === 'missing' && !settings.skipCameraCheck
        ? 'attention'
        : trialState(camera, settings.skipCameraCheck),
    speakers: trialState(speakers, settings.skipSpeakersCheck),
  }
}

/** A run fails by its grade, or by too few passed tests. */
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
