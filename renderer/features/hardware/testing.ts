import type { SpeedMeter } from '../../services/machine/speed-test.ts'
import type { Services } from '../../services/services.ts'
import type { HardwareKit } from './kit.ts'
import type { MediaLab } from './media/media-lab.ts'
import type { ProviderMeter } from './provider-meter.ts'

export const FAST = { download: 60, upload: 12, ping: 18, jitter: 4, loss: 0 }

/** What a test of a provider finds. */
export const PROVIDED = {
  download: 93,
  upload: 29,
  ping: 12,
  jitter: 1,
  loss: 0.5,
  server: 'Northgate Fibre, Leeds',
}

/** An installation that has opted in to nobody's tests. */
export const noProvider: ProviderMeter = {
  offer: async () => null,
  measure: () => Promise.reject(new Error('There is no provider')),
}

/** A page's means without a page: each test of the connection gives `FAST`, the microphone is loud. */
export function fakeKit(lab: Partial<MediaLab> = {}, meter: SpeedMeter = { measure: async () => FAST }) {
  const stopped: string[] = []
  const kit: HardwareKit = {
    lab: {
      openMicrophone: async () => ({
        label: 'Jabra EVOLVE 20',
        level: () => 0.6,
        stop: () => void stopped.push('microphone'),
      }),
      openCamera: async () => ({
        label: 'HD Webcam',
        stream: new MediaStream(),
        stop: () => void stopped.push('camera'),
      }),
      audioDevices: async () => [],
      playTone: async () => {},
      ...lab,
    },
    meter,
    client: 'Web application, Test browser',
    onDevicesChange: () => () => {},
  }
  return { kit, stopped }
}

/** A desktop client that answers these commands. */
export function fakeDesktop(answers: Record<string, unknown>): Services['desktop'] {
  return {
    available: true,
    version: '1.0.0',
    logs: null,
    invoke: async (name) =>
      name in answers
        ? { ok: true, value: answers[name] as never }
        : { ok: false, error: { code: 'unsupported', message: 'Not on this computer' } },
    on: () => () => {},
  }
}
