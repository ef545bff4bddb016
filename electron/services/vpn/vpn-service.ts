import type { ToolCredentials } from '#shared/host/credentials.ts'
import { HostFailure } from '../host-failure.ts'
import type { PollTurns } from '../poll-turns.ts'
import type { Scheduler } from '../scheduler.ts'
import { attempted } from '../win32/attempted.ts'
import type { Vpn } from './vpn.ts'

/** How long a known state counts. */
const VPN_STATE_MS = 30_000

export interface VpnParts {
  /** Null where this installation has no VPN. Throws `HostFailure` where its configuration can't be trusted. */
  readonly vpn: () => Vpn | null
  readonly scheduler: Scheduler
  readonly turns: PollTurns
  /** Called when the VPN connects or disconnects, not for the first known state. */
  readonly onChange?: () => void
}

/**
 * The company's VPN (spec 1 §3). Its uptime is what Windows says; for a VPN that only tells whether it is
 * connected, it counts from when this client connected it or first saw it connected. It is asked at most every
 * 30 s, in turn with other polls, since that may start a program.
 */
export class VpnService {
  readonly #parts: VpnParts
  /** When it was connected, by the scheduler's clock. */
  #since: number | null = null
  #knownAt = Number.NEGATIVE_INFINITY
  #changing: Promise<void> | null = null

  constructor(parts: VpnParts) {
    this.#parts = parts
  }

  start(credentials: ToolCredentials): Promise<void> {
    return this.#change(async (vpn) => {
      await vpn.start(credentials)
      this.#learn(true)
    })
  }

  stop(): Promise<void> {
    return this.#change(async (vpn) => {
      await vpn.stop()
      this.#learn(false)
    })
  }

  /** Seconds since it was connected, 0 where it isn't. */
  async uptimeSeconds(): Promise<number> {
    const vpn = this.#vpn()
    const { scheduler, turns } = this.#parts
    const stale = scheduler.now() - this.#knownAt >= VPN_STATE_MS
    if (stale && !this.#changing && turns.take('vpn')) {
      const { up, forMs } = await attempted('The VPN', () => vpn.state())
      this.#learn(up, forMs)
    }
    // At least 1, as 0 would mean that it isn't connected.
    return this.#since === null ? 0 : Math.max(1, Math.floor((scheduler.now() - this.#since) / 1000))
  }

  #learn(up: boolean, forMs: number | null = null): void {
    const changed = Number.isFinite(this.#knownAt) && up !== (this.#since !== null)
    this.#knownAt = this.#parts.scheduler.now()
    if (changed) this.#parts.onChange?.()
    if (!up) this.#since = null
    else if (forMs !== null) this.#since = this.#knownAt - forMs
    else this.#since ??= this.#knownAt
  }

  async #change(action: (vpn: Vpn) => Promise<void>): Promise<void> {
    const vpn = this.#vpn()
    if (this.#changing)
      throw new HostFailure('failed', 'The VPN is being connected or ended already. Please wait.')
    this.#changing = attempted('The VPN', () => action(vpn)).finally(() => {
      this.#changing = null
    })
    return this.#changing
  }

  #vpn(): Vpn {
    const vpn = this.#parts.vpn()
    if (!vpn) throw new HostFailure('unsupported', 'This installation has no VPN.')
    return vpn
  }
}
