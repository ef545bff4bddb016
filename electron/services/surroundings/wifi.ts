import type { HostSystem } from '../../platform/host-system.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { HostFailure } from '../host-failure.ts'
import type { Scheduler } from '../scheduler.ts'
import { onlyOnWindows } from '../win32/attempted.ts'

/** Signals that mean something else than a wifi (spec 1 §4.8). */
export const WIRED_SIGNAL = 101
export const NO_SIGNAL = 999

const WHAT = 'The wifi signal'

/** How long a reading counts, in milliseconds (spec 1 §9: wifi poll). Timers aren't exact: a poll may be early. */
const READING_MS = 5_000
const EARLY_MS = 500

export const WIFI_DENIED =
  'Windows does not show the wifi without the location permission. Please switch on location services.'

export interface WifiParts {
  readonly system: Pick<HostSystem, 'platform' | 'windows'>
  readonly scheduler: Pick<Scheduler, 'now'>
  /** Whether this machine has an address in any network. */
  readonly isConnected: () => boolean
}

/** The wifi's signal, read at most every 5 s; in between, the last reading. */
export class WifiService {
  readonly #parts: WifiParts
  #reading: Promise<number> | null = null
  #readAt = Number.NEGATIVE_INFINITY

  constructor(parts: WifiParts) {
    this.#parts = parts
  }

  /** Percent, `WIRED_SIGNAL` or `NO_SIGNAL`. Throws `HostFailure`; `denied` where Windows refuses. */
  signal(): Promise<number> {
    const now = this.#parts.scheduler.now()
    if (!this.#reading || now - this.#readAt >= READING_MS - EARLY_MS) {
      this.#readAt = now
      this.#reading = this.#read()
    }
    return this.#reading
  }

  async #read(): Promise<number> {
    const { system, isConnected } = this.#parts
    onlyOnWindows(system.platform, WHAT)
    const percent = await this.#wlan()
    if (percent !== null) return percent
    return isConnected() ? WIRED_SIGNAL : NO_SIGNAL
  }

  /** Null without wifi: no adapter, switched off, its service stopped or missing, or not connected. */
  async #wlan(): Promise<number | null> {
    try {
      return await this.#parts.system.windows.ask('wifiSignal', {})
    } catch (error) {
      if (!(error instanceof WindowsFailure)) throw error
      switch (error.reason) {
        case 'missing':
        case 'notRunning':
          return null
        case 'denied':
          throw new HostFailure('denied', WIFI_DENIED)
        default:
          throw new HostFailure(
            error.reason === 'timeout' ? 'timeout' : 'failed',
            `${WHAT} could not be read.`,
          )
      }
    }
  }
}
