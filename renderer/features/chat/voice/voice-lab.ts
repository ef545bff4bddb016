/** Why a voice can't be recorded. */
export type VoiceProblem = 'blocked' | 'missing' | 'busy' | 'unsupported'

/** A recording under way. */
export interface VoiceRecording {
  /** How loud it is now, from 0 to 1. */
  level(): number
  pause(): void
  resume(): void
  /** Ends it; what was recorded. */
  stop(): Promise<Blob>
  /** Called when it ends by itself: the microphone was unplugged, the recorder failed. */
  onBroken(listener: () => void): void
}

/** The page's way to the microphone. */
export interface VoiceLab {
  /** Asks for the microphone and begins. @throws what browsers throw; see `voiceProblemOf` */
  record(): Promise<VoiceRecording>
}

/** What browsers call their refusals, and what they mean. */
const PROBLEMS: Readonly<Record<string, VoiceProblem>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export const voiceProblemOf = (error: unknown): VoiceProblem =>
  PROBLEMS[error instanceof Error ? error.name : ''] ?? 'unsupported'

/** Speech is clear at this rate: an hour has 14 MB. */
const BITS_PER_SECOND = 32_000
/** What is recorded is handed over this often, in milliseconds, so that a recorder that fails loses no more. */
const SLICE_MS = 1000
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
}

/** The extension by which servers and players know the kind of recording. */
export const extensionOf = (type: string): string => EXTENSIONS[type.split(';')[0] ?? ''] ?? 'weba'

type VoicePage = Pick<Window & typeof globalThis, 'navigator' | 'MediaRecorder' | 'AudioContext'>

export function createVoiceLab(page: VoicePage): VoiceLab {
  return {
    async record() {
      const devices = page.navigator.mediaDevices as MediaDevices | undefined
      if (!devices?.getUserMedia || !page.MediaRecorder) throw new Error('This browser records nothing')
      const stream = await devices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      })
      try {
        return recordingOf(page, stream)
      } catch (error) {
        stopAll(stream)
        throw error
      }
    },
  }
}

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

function recordingOf(page: VoicePage, stream: MediaStream): VoiceRecording {
  const type = TYPES.find((one) => page.MediaRecorder.isTypeSupported(one))
  const recorder = new page.MediaRecorder(stream, {
    ...(type ? { mimeType: type } : {}),
    audioBitsPerSecond: BITS_PER_SECOND,
  })
  const meter = meterOf(page, stream)
  const parts: Blob[] = []
  const ended = Promise.withResolvers<Blob>()
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
  recorder.addEventListener('stop', () => {
    stopAll(stream)
    meter.close()
    ended.resolve(new Blob(parts, { type: recorder.mimeType }))
  })
  recorder.start(SLICE_MS)
  return {
    level: meter.level,
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop() {
      if (recorder.state !== 'inactive') recorder.stop()
      return ended.promise
    },
    onBroken(listener) {
      recorder.addEventListener('error', listener)
      for (const track of stream.getTracks()) track.addEventListener('ended', listener)
    },
  }
}

/** Speech at arm's length is about 0.1 of full scale; this brings it to the middle of the meter. */
const LEVEL_GAIN = 5

function meterOf(page: VoicePage, stream: MediaStream) {
  const context = new page.AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * LEVEL_GAIN)
    },
    close: () => void context.close().catch(() => {}),
  }
}
