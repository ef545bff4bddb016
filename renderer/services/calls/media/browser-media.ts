import type { CallMediaParts, PlayedSound } from './call-media.ts'
import type { LevelMeter } from './own-devices.ts'

/** Speech at arm's length is about 0.1 of full scale; this brings it to the middle of a meter. */
const LEVEL_GAIN = 5

type BrowserParts = Pick<
  CallMediaParts,
  'devices' | 'meterOf' | 'makePeer' | 'newStream' | 'silence' | 'sound' | 'onNetwork'
> & {
  /** Lets go of what was made for measuring. */
  readonly close: () => void
}

/** What of a call only a browser can do. @param page the window */
export function browserMedia(page: Window & typeof globalThis): BrowserParts {
  let context: AudioContext | null = null
  const audio = (): AudioContext | null => {
    if (!context && 'AudioContext' in page) context = new page.AudioContext()
    return context
  }
  return {
    devices: page.navigator.mediaDevices ?? null,
    makePeer: (configuration) => new page.RTCPeerConnection({ bundlePolicy: 'max-bundle', ...configuration }),
    newStream: () => new page.MediaStream(),
    silence: () => audio()?.createMediaStreamDestination().stream.getAudioTracks()[0] ?? null,
    meterOf: (track) => meterOf(page, audio(), track),
    sound: (stream) => playedSound(page, stream),
    onNetwork(listener) {
      const { connection } = page.navigator as Navigator & { readonly connection?: EventTarget }
      page.addEventListener('online', listener)
      connection?.addEventListener('change', listener)
      return () => {
        page.removeEventListener('online', listener)
        connection?.removeEventListener('change', listener)
      }
    },
    close: () => void context?.close().catch(() => {}),
  }
}

/** By a copy of the track, which muting doesn't silence. */
function meterOf(
  page: Window & typeof globalThis,
  context: AudioContext | null,
  track: MediaStreamTrack,
): LevelMeter {
  if (!context) return { level: () => 0, stop: () => {} }
  void context.resume().catch(() => {})
  const copy = track.clone()
  copy.enabled = true
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  const source = context.createMediaStreamSource(new page.MediaStream([copy]))
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * LEVEL_GAIN)
    },
    stop() {
      source.disconnect()
      copy.stop()
    },
  }
}

function playedSound(page: Window & typeof globalThis, stream: MediaStream): PlayedSound {
  const player: HTMLAudioElement & { setSinkId?: (id: string) => Promise<void> } = new page.Audio()
  player.srcObject = stream
  return {
    play: () =>
      player.play().then(
        () => true,
        // A pause, as by `stop`, ends the playing, too; only a browser that wants a press refuses it.
        (error: unknown) => !(error instanceof Error && error.name === 'NotAllowedError'),
      ),
    // One that is gone by now plays through the system's own.
    setOutput: (id) => void player.setSinkId?.(id).catch(() => {}),
    stop() {
      player.pause()
      player.srcObject = null
    },
  }
}
