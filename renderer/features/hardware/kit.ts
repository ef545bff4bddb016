import { serverOrigin } from '../../services/desktop/desktop.ts'
import { createSpeedMeter, type SpeedMeter } from '../../services/machine/speed-test.ts'
import type { Services } from '../../services/services.ts'
import { createMediaLab, type MediaLab } from './media/media-lab.ts'

/** What the tests are made with: the page's own means, which tests replace. */
export interface HardwareKit {
  readonly lab: MediaLab
  readonly meter: SpeedMeter
  /** How browser and system name themselves, for support. */
  readonly client: string
  /** Calls back when a microphone or loudspeaker is plugged in or out, until the returned function is called. */
  readonly onDevicesChange: (listener: () => void) => () => void
}

const CLIENT_MAX = 300

/** The kit of a real page. */
export function createHardwareKit(services: Services, page: Window & typeof globalThis): HardwareKit {
  const { session, timers, desktop } = services
  const { navigator } = page
  const client = desktop.version === null ? 'Web application' : `Desktop client ${desktop.version}`
  return {
    lab: createMediaLab(page),
    meter: createSpeedMeter({
      baseUrl: serverOrigin(page),
      fetch: (input, init) => page.fetch(input, init),
      newUpload: () => new page.XMLHttpRequest(),
      token: session.present,
      words: services.refusalWords,
      clock: () => page.performance.now(),
      timers,
      fillRandom: (bytes) => void page.crypto.getRandomValues(bytes),
    }),
    client: `${client}, ${navigator.userAgent}`.slice(0, CLIENT_MAX),
    onDevicesChange(listener) {
      const devices = navigator.mediaDevices as MediaDevices | undefined
      devices?.addEventListener?.('devicechange', listener)
      return () => devices?.removeEventListener?.('devicechange', listener)
    },
  }
}
