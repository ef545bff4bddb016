import type { DeviceHealth } from '#shared/host/device-health.ts'
import { HostFailure } from '../host-failure.ts'
import type { Scheduler } from '../scheduler.ts'

export const DEVICE_HEALTH_LIMIT_MS = 10_000
const DEVICE_HEALTH_CACHE_MS = 5_000

/** Reads this machine once. An aborted signal ends a reading, even one that hangs. */
export type ReadDevice = (signal: AbortSignal) => Promise<DeviceHealth>

/**
 * Readings of this machine, at most 5 s old. Reading is slow and may hang, so only one runs at a time, and it
 * is ended after 10 s.
 */
export class DeviceHealthService {
  readonly #read: ReadDevice
  readonly #scheduler: Scheduler
  readonly #turn: () => Promise<void>
  #running: Promise<DeviceHealth> | null = null
  #last: { readonly health: DeviceHealth; readonly at: number } | null = null

  /** @param turn waits until a process may be started; the first reading doesn't wait */
  constructor(read: ReadDevice, scheduler: Scheduler, turn: () => Promise<void> = async () => {}) {
    this.#turn = turn
    this.#read = read
    this.#scheduler = scheduler
  }

  /** Throws `HostFailure` with `timeout` after 10 s, and whatever the reading throws. */
  check(): Promise<DeviceHealth> {
    if (this.#last && this.#scheduler.now() - this.#last.at < DEVICE_HEALTH_CACHE_MS) {
      return Promise.resolve(this.#last.health)
    }
    this.#running ??= this.#readOnce().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #readOnce(): Promise<DeviceHealth> {
    if (this.#last) await this.#turn()
    const limit = new AbortController()
    const cancel = this.#scheduler.after(DEVICE_HEALTH_LIMIT_MS, () => limit.abort())
    try {
      const health = await this.#read(limit.signal)
      this.#last = { health, at: this.#scheduler.now() }
      return health
    } catch (error) {
      if (limit.signal.aborted) throw new HostFailure('timeout', 'Reading this device took too long.')
      throw error
    } finally {
      cancel()
    }
  }
}
