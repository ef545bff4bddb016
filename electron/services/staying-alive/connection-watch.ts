import type { NetworkInterfaceInfo } from 'node:os'
import type { HostEventPayload } from '#shared/host/events.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'

/**
 * How often the machine's addresses are compared where the system doesn't tell of changes, in milliseconds.
 * That starts no process and takes well under a millisecond.
 */
const NETWORK_LOOK_MS = 2_000

type Cause = HostEventPayload<'connectionChanged'>['cause']
type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

interface ConnectionWatchParts {
  readonly interfaces: () => Interfaces
  /** Calls whenever an address changes; rejects where the system doesn't tell. */
  readonly watchAddresses: (changed: () => void) => Promise<never>
  readonly scheduler: Scheduler
  readonly emit: (cause: Cause) => void
  readonly report: Report
}

/**
 * Notices that the connection to the server may be broken: the machine's addresses or its VPN changed, or it
 * woke up. Electron reports only the last; of addresses Windows tells, and elsewhere they are looked at.
 */
export class ConnectionWatch {
  readonly #parts: ConnectionWatchParts
  #known = ''
  #stop: Cancel | null = null
  #over = false

  constructor(parts: ConnectionWatchParts) {
    this.#parts = parts
  }

  start(): Cancel {
    this.#known = signature(this.#parts.interfaces())
    this.#parts
      .watchAddresses(() => !this.#over && this.#look())
      .catch(() => {
        if (!this.#over) this.#stop ??= this.#parts.scheduler.every(NETWORK_LOOK_MS, () => this.#look())
      })
    return () => {
      this.#over = true
      this.#stop?.()
      this.#stop = null
    }
  }

  suspended(): void {
    this.#parts.report('the machine goes to sleep')
  }

  resumed(): void {
    this.#known = signature(this.#parts.interfaces())
    this.#tell('resume')
  }

  vpnChanged(): void {
    // The VPN's own address doesn't count as a second change.
    this.#known = signature(this.#parts.interfaces())
    this.#tell('vpn')
  }

  #look(): void {
    const now = signature(this.#parts.interfaces())
    if (now === this.#known) return
    this.#known = now
    this.#tell('network')
  }

  #tell(cause: Cause): void {
    this.#parts.report(`the connection is another: ${cause}`)
    this.#parts.emit(cause)
  }
}

/** The machine's addresses as one text, without temporary IPv6 addresses, which change by themselves. */
function signature(interfaces: Interfaces): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) =>
      addresses
        .filter(({ internal, family }) => !internal && family === 'IPv4')
        .map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n')
}
