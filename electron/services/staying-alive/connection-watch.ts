import type { NetworkInterfaceInfo } from 'node:os'
import type { HostEventPayload } from '#shared/host/events.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'

/** How often the machine's addresses are looked at, in milliseconds: no process, and well under a millisecond. */
const NETWORK_LOOK_MS = 2_000

type Cause = HostEventPayload<'connectionChanged'>['cause']
type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

interface ConnectionWatchParts {
  readonly interfaces: () => Interfaces
  readonly scheduler: Scheduler
  readonly emit: (cause: Cause) => void
  readonly report: Report
}

/**
 * Notices that the way to the server is another: the machine's addresses changed, its VPN did, or it
 * woke up. Electron tells of the last alone; the others show in the list of addresses.
 */
export class ConnectionWatch {
  readonly #parts: ConnectionWatchParts
  #known = ''
  #stop: Cancel | null = null

  constructor(parts: ConnectionWatchParts) {
    this.#parts = parts
  }

  start(): Cancel {
    this.#known = signature(this.#parts.interfaces())
    this.#stop ??= this.#parts.scheduler.every(NETWORK_LOOK_MS, () => this.#look())
    return () => {
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
    // The address that comes or goes with it is told of once.
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

/** The machine's own addresses in one text. Temporary IPv6 addresses come and go by themselves and don't count. */
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
