import type { Finding } from '#shared/contract/device-health.ts'
import type { Fitness, HeadsetState, MachineState, PartState, Trial } from '#shared/domain/device-fitness.ts'
import { type DeviceSettings, METRICS, type Metric, type Readings } from '#shared/domain/device-grading.ts'
import { type AudioDevice, usbHeadset } from '#shared/domain/headset.ts'
import type { CameraState } from './media/use-camera.ts'
import type { MicrophoneState } from './media/use-microphone.ts'
import type { SpeakersState } from './media/use-speakers.ts'
import { readingText } from './readings-text.ts'
import { HARDWARE_TEXT, MEDIA_PROBLEMS, METRIC_ADVICE, METRIC_NAMES } from './text.ts'

/** What a check found in words, and what the person can do about it. Its state is the domain's. */
export interface Check extends Finding {
  readonly advice?: string
}

const NOT_TESTED = 'Not tested yet'
const NOT_NEEDED = 'Not needed for your work'
const TROUBLE = {
  blocked: 'Blocked',
  missing: 'Not found',
  busy: 'In use',
  unsupported: 'Not available',
} as const

/** Which server the readings of the connection are about, for support. */
export function serverCheck(server: string, fallback: string | null): Check {
  const detail = fallback === null ? server : `${server}. ${fallback}`
  return { check: HARDWARE_TEXT.testServer, state: fallback === null ? 'good' : 'attention', detail }
}

/** What the microphone's test found; undefined as long as it found nothing. */
export function microphoneTrial(state: MicrophoneState): Trial | undefined {
  if (state.at === 'failed') return state.problem
  if (state.at === 'heard' || (state.at === 'listening' && state.heard)) return 'works'
  return state.at === 'unheard' ? 'unheard' : undefined
}

export function cameraTrial(state: CameraState): Trial | undefined {
  if (state.at === 'failed') return state.problem
  return state.at === 'showing' || state.at === 'seen' ? 'works' : undefined
}

export function speakersTrial(state: SpeakersState): Trial | undefined {
  if (state === 'heard') return 'works'
  if (state === 'failed') return 'unsupported'
  return state === 'unheard' ? 'silent' : undefined
}

/** Whether a USB headset is plugged in. Before a microphone was opened browsers tell no names. */
export function headsetState(devices: readonly AudioDevice[]): HeadsetState {
  if (usbHeadset(devices)) return 'found'
  return devices.every(({ label }) => label === '') ? 'unknown' : 'missing'
}

/** @param live what the test under way or just made says beyond what it found */
export function microphoneCheck(trial: Trial, state: PartState, live: MicrophoneState): Check {
  const check = 'Microphone'
  if (live.at === 'listening' && !live.heard) {
    return { check, state: 'unknown', detail: live.quiet ? 'It is very quiet' : 'Listening' }
  }
  const label = ('label' in live && live.label) || 'The microphone'
  switch (trial) {
    case 'untested':
      return { check, state, detail: untested(state) }
    case 'works':
      return { check, state, detail: `${label} hears you` }
    case 'unheard':
    case 'silent':
      return {
        check,
        state,
        detail: 'No voice was heard',
        advice: 'Check that the microphone is not muted, bring it closer to your mouth, and test again.',
      }
    default:
      return { check, state, detail: TROUBLE[trial], advice: MEDIA_PROBLEMS[trial].microphone }
  }
}

export function cameraCheck(trial: Trial, state: PartState, live: CameraState): Check {
  const check = 'Camera'
  if (trial === 'untested') return { check, state, detail: untested(state) }
  if (trial in TROUBLE) {
    const problem = trial as keyof typeof TROUBLE
    return { check, state, detail: TROUBLE[problem], advice: MEDIA_PROBLEMS[problem].camera }
  }
  const label = live.at === 'showing' ? live.camera.label : live.at === 'seen' ? live.label : ''
  return { check, state, detail: label || 'It works' }
}

export function speakersCheck(trial: Trial, state: PartState): Check {
  const check = 'Speakers'
  if (trial === 'untested') return { check, state, detail: untested(state) }
  if (trial === 'works') return { check, state, detail: 'You heard the tone' }
  return {
    check,
    state,
    detail: trial === 'silent' ? 'You did not hear the tone' : 'No sound could be played',
    advice:
      'Turn up the volume, choose your headset in the system’s sound settings, plug it in again, and play the tone once more.',
  }
}

function untested(state: PartState): string {
  return state === 'skipped' ? NOT_NEEDED : NOT_TESTED
}

/** Whether a USB headset is plugged in, where one must be (spec 1 §9). */
export function headsetCheck(
  headset: HeadsetState,
  state: PartState,
  devices: readonly AudioDevice[],
): Check {
  const check = 'Headset'
  if (headset === 'found') return { check, state, detail: usbHeadset(devices)?.label ?? 'Plugged in' }
  if (state === 'skipped') return { check, state, detail: 'No USB headset is needed' }
  if (headset === 'unknown') return { check, state, detail: 'Test the microphone first' }
  return {
    check,
    state,
    detail: 'No USB headset was found',
    advice: 'Your work needs a USB headset: plug it in, and test the microphone again.',
  }
}

export function screenCheck(
  screen: MachineState['screen'],
  state: PartState,
  { minimumScreen }: DeviceSettings,
): Check {
  const check = 'Screen'
  const needed = `${minimumScreen.width} × ${minimumScreen.height}`
  if (screen === null) return { check, state, detail: 'Phones and tablets are not measured' }
  const detail = `${Math.round(screen.width)} × ${Math.round(screen.height)}`
  if (state !== 'problem') return { check, state, detail }
  return {
    check,
    state,
    detail: `${detail}, at least ${needed} is needed`,
    advice: `Use a screen of at least ${needed}, or set your screen to its full resolution.`,
  }
}

/** Only where it fails: what it comes from is told by its readings. */
export function testsChecks({ tests }: Fitness['parts']): Check[] {
  if (tests !== 'problem') return []
  return [
    {
      check: HARDWARE_TEXT.tests,
      state: tests,
      detail: 'Too few of them passed',
      advice: 'Do what is listed here, then run the tests again.',
    },
  ]
}

/** One check for each reading. */
export function readingChecks(readings: Readings, parts: Fitness['parts']): Check[] {
  return METRICS.map((metric: Metric) => {
    const reading = readings[metric]
    const state = parts[metric]
    return {
      check: METRIC_NAMES[metric],
      state,
      detail: reading === null ? 'Not read' : readingText(metric, reading),
      ...((state === 'attention' || state === 'problem') && { advice: METRIC_ADVICE[metric] }),
    }
  })
}

export interface Advice {
  readonly text: string
  readonly about: readonly string[]
  readonly isProblem: boolean
}

/** What there is to do, problems first, each piece of advice once with all that it is about. */
export function adviceOf(checks: readonly Check[]): Advice[] {
  const byText = new Map<string, Advice>()
  for (const { check, state, advice } of checks) {
    if (advice === undefined || (state !== 'problem' && state !== 'attention')) continue
    const before = byText.get(advice)
    const isProblem = state === 'problem' || before?.isProblem === true
    byText.set(advice, { text: advice, about: [...(before?.about ?? []), check], isProblem })
  }
  return [...byText.values()].sort((a, b) => Number(b.isProblem) - Number(a.isProblem))
}
