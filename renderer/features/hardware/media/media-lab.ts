import type { MediaProblem } from '#shared/domain/device-fitness.ts'
import type { AudioDevice } from '#shared/domain/headset.ts'

export class MediaFailure extends Error {
  readonly problem: MediaProblem

  constructor(problem: MediaProblem) {
    super(problem)
    this.name = 'MediaFailure'
    this.problem = problem
  }
}

export interface OpenMicrophone {
  readonly label: string
  /** How loud it is now, from 0 to 1. */
  level(): number
  stop(): void
}

export interface OpenCamera {
  readonly label: string
  readonly stream: MediaStream
  stop(): void
}

/** The page's way to microphone, camera and loudspeakers. */
export interface MediaLab {
  /** @throws MediaFailure */
  openMicrophone(): Promise<OpenMicrophone>
  /** @throws MediaFailure */
  openCamera(): Promise<OpenCamera>
  /** Microphones and loudspeakers; their labels are empty before a microphone was opened. */
  audioDevices(): Promise<AudioDevice[]>
  /**
   * Plays three rising notes; resolves when they are over.
   *
   * @param output a loudspeaker's id, where the browser can choose one; the system's own without it
   * @throws where there is no sound
   */
  playTone(output?: string): Promise<void>
}

/** What browsers call their refusals, and what they mean. */
const PROBLEMS: Readonly<Record<string, MediaProblem>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export function mediaProblemOf(error: unknown): MediaProblem {
  if (error instanceof MediaFailure) return error.problem
  return PROBLEMS[error instanceof Error ? error.name : ''] ?? 'unsupported'
}

type AudioPage = Pick<Window, 'navigator'> & { readonly AudioContext?: typeof AudioContext }

/** @param page the window */
export function createMediaLab(page: AudioPage): MediaLab {
  const open = async (wanted: 'audio' | 'video'): Promise<MediaStream> => {
    const devices = page.navigator.mediaDevices as MediaDevices | undefined
    if (!devices?.getUserMedia) throw new MediaFailure('unsupported')
    try {
      return await devices.getUserMedia({ [wanted]: true })
    } catch (error) {
      throw new MediaFailure(mediaProblemOf(error))
    }
  }
  return {
    async openMicrophone() {
      const stream = await open('audio')
      return meteredMicrophone(page, stream)
    },
    async openCamera() {
      const stream = await open('video')
      return { label: labelOf(stream), stream, stop: () => stopAll(stream) }
    },
    async audioDevices() {
      const devices = (await page.navigator.mediaDevices?.enumerateDevices?.()) ?? []
      return devices.flatMap(({ kind, label, groupId }) =>
        kind === 'audioinput' || kind === 'audiooutput' ? [{ kind, label, groupId }] : [],
      )
    },
    playTone: (output) => playTone(page, output),
  }
}

function labelOf(stream: MediaStream): string {
  return stream.getTracks()[0]?.label ?? ''
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function contextOf(page: AudioPage): AudioContext {
  if (!page.AudioContext) throw new MediaFailure('unsupported')
  return new page.AudioContext()
}

/** Speech at arm's length is about 0.1 of full scale; this brings it to the middle of the meter. */
const LEVEL_GAIN = 5

function meteredMicrophone(page: AudioPage, stream: MediaStream): OpenMicrophone {
  const context = contextOf(page)
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    label: labelOf(stream),
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * LEVEL_GAIN)
    },
    stop() {
      stopAll(stream)
      void context.close().catch(() => {})
    },
  }
}

/** C, E and G, in Hz. */
const NOTES = [523.25, 659.25, 783.99]
const NOTE_SECONDS = 0.35
const VOLUME = 0.25

async function playTone(page: AudioPage, output?: string): Promise<void> {
  const context: AudioContext & { setSinkId?: (id: string) => Promise<void> } = contextOf(page)
  try {
    // One that is gone by now plays through the system's own.
    if (output !== undefined) await context.setSinkId?.(output).catch(() => {})
    await context.resume()
    const gain = context.createGain()
    gain.connect(context.destination)
    const start = context.currentTime + 0.05
    let last: OscillatorNode | null = null
    for (const [place, frequency] of NOTES.entries()) {
      const note = context.createOscillator()
      const at = start + place * NOTE_SECONDS
      note.frequency.value = frequency
      note.connect(gain)
      // Each note fades in and out: a sudden one clicks.
      gain.gain.setValueAtTime(0, at)
      gain.gain.linearRampToValueAtTime(VOLUME, at + 0.03)
      gain.gain.linearRampToValueAtTime(0, at + NOTE_SECONDS - 0.02)
      note.start(at)
      note.stop(at + NOTE_SECONDS)
      last = note
    }
    await new Promise<void>((resolve) => {
      if (last) last.onended = () => resolve()
      else resolve()
    })
  } finally {
    await context.close().catch(() => {})
  }
}
