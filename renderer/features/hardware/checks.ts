import type { Finding } from '#shared/contract/device-health.ts'
import {
  type DeviceSettings,
  type Grade,
  type Grades,
  METRICS,
  type Metric,
  type Readings,
  screenFits,
} from '#shared/domain/device-grading.ts'
import { type AudioDevice, usbHeadset } from '#shared/domain/headset.ts'
import type { CameraState } from './media/use-camera.ts'
import type { MicrophoneState } from './media/use-microphone.ts'
import type { SpeakersState } from './media/use-speakers.ts'
import { readingText } from './readings-text.ts'
import { HARDWARE_TEXT, MEDIA_PROBLEMS, METRIC_ADVICE, METRIC_NAMES } from './text.ts'

/** What a check found, and what the person can do about it. */
export interface Check extends Finding {
  readonly advice?: string
}

const NOT_TESTED = 'Not tested yet'
const NOT_NEEDED = 'Not needed for your work'

/** Which server the readings of the connection are about, for support. */
export function serverCheck(server: string, notice: string | null): Check {
  const detail = notice === null ? server : `${server}. ${notice}`
  return { check: HARDWARE_TEXT.testServer, state: notice === null ? 'good' : 'attention', detail }
}

export function microphoneCheck(state: MicrophoneState, settings: DeviceSettings): Check {
  const check = 'Microphone'
  switch (state.at) {
    case 'failed':
      return {
        check,
        state: settings.skipMicrophoneCheck ? 'skipped' : 'problem',
        detail: { blocked: 'Blocked', missing: 'Not found', busy: 'In use', unsupported: 'Not available' }[
          state.problem
        ],
        advice: MEDIA_PROBLEMS[state.problem].microphone,
      }
    case 'heard':
      return { check, state: 'good', detail: `${state.label || 'The microphone'} hears you` }
    case 'unheard':
      return {
        check,
        state: 'attention',
        detail: 'No voice was heard',
        advice: 'Check that the microphone is not muted, bring it closer to your mouth, and test again.',
      }
    case 'listening':
      if (state.heard) return { check, state: 'good', detail: `${state.label || 'The microphone'} hears you` }
      return { check, state: 'unknown', detail: state.quiet ? 'It is very quiet' : 'Listening' }
    default:
      return settings.skipMicrophoneCheck
        ? { check, state: 'skipped', detail: NOT_NEEDED }
        : { check, state: 'unknown', detail: NOT_TESTED }
  }
}

export function cameraCheck(state: CameraState, settings: DeviceSettings): Check {
  const check = 'Camera'
  switch (state.at) {
    case 'failed':
      return {
        check,
        // People without a camera can work; a blocked one is a setting gone wrong.
        state: settings.skipCameraCheck ? 'skipped' : state.problem === 'missing' ? 'attention' : 'problem',
        detail: { blocked: 'Blocked', missing: 'Not found', busy: 'In use', unsupported: 'Not available' }[
          state.problem
        ],
        advice: MEDIA_PROBLEMS[state.problem].camera,
      }
    case 'showing':
      return { check, state: 'good', detail: state.camera.label || 'It works' }
    case 'seen':
      return { check, state: 'good', detail: state.label || 'It works' }
    default:
      return settings.skipCameraCheck
        ? { check, state: 'skipped', detail: NOT_NEEDED }
        : { check, state: 'unknown', detail: NOT_TESTED }
  }
}

export function speakersCheck(state: SpeakersState, settings: DeviceSettings): Check {
  const check = 'Speakers'
  if (state === 'heard') return { check, state: 'good', detail: 'You heard the tone' }
  if (state === 'unheard' || state === 'failed') {
    return {
      check,
      state: settings.skipSpeakersCheck ? 'skipped' : 'problem',
      detail: state === 'failed' ? 'No sound could be played' : 'You did not hear the tone',
      advice:
        'Turn up the volume, choose your headset in the system’s sound settings, plug it in again, and play the tone once more.',
    }
  }
  return settings.skipSpeakersCheck
    ? { check, state: 'skipped', detail: NOT_NEEDED }
    : { check, state: 'unknown', detail: NOT_TESTED }
}

/** Whether a USB headset is plugged in, where one must be (spec 1 §9). */
export function headsetCheck(devices: readonly AudioDevice[], settings: DeviceSettings): Check {
  const check = 'Headset'
  const headset = usbHeadset(devices)
  if (headset) return { check, state: 'good', detail: headset.label }
  if (!settings.requireUSBHeadset) return { check, state: 'skipped', detail: 'No USB headset is needed' }
  // Before a microphone was opened browsers tell no names.
  if (devices.every(({ label }) => label === '')) {
    return { check, state: 'unknown', detail: 'Test the microphone first' }
  }
  return {
    check,
    state: 'problem',
    detail: 'No USB headset was found',
    advice: 'Your work needs a USB headset: plug it in, and test the microphone again.',
  }
}

export function screenCheck(
  screen: { readonly width: number; readonly height: number } | null,
  { minimumScreen }: DeviceSettings,
): Check {
  const check = 'Screen'
  const needed = `${minimumScreen.width} × ${minimumScreen.height}`
  if (screen === null) return { check, state: 'skipped', detail: 'Phones and tablets are not measured' }
  const detail = `${Math.round(screen.width)} × ${Math.round(screen.height)}`
  if (screenFits(screen, minimumScreen)) return { check, state: 'good', detail }
  return {
    check,
    state: 'problem',
    detail: `${detail}, at least ${needed} is needed`,
    advice: `Use a screen of at least ${needed}, or set your screen to its full resolution.`,
  }
}

function stateOf(grade: Grade): Finding['state'] {
  if (grade === 'SKIP') return 'skipped'
  if (grade === 'UNKNOWN') return 'unknown'
  if (grade === 'POOR') return 'problem'
  return grade === 'FAIR' ? 'attention' : 'good'
}

/** One check a reading. */
export function readingChecks(readings: Readings, grades: Grades): Check[] {
  return METRICS.map((metric: Metric) => {
    const reading = readings[metric]
    const state = stateOf(grades[metric])
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
