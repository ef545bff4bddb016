import type { Server } from 'node:http'
import type { CallRelayAccess } from '#shared/hubs/call-signal.ts'
import type { Clock } from '../clock.ts'
import { UsageError } from '../main-options.ts'
import { type EngineDoor, engineDoor } from './engine-door.ts'
import { relayCredentials } from './relay-credentials.ts'
import { type RelaySockets, serveRelay } from './relay-sockets.ts'
import { TurnRelay } from './turn-relay.ts'

/** A TURN server that all people are sent to: a company's own, or one server of several; and the secret it shares. */
export interface OtherRelay {
  readonly urls: readonly string[]
  readonly secret: string
}

/** A media engine: by what name windows know it, and where this server reaches it. */
export interface EngineAt {
  readonly name: string
  readonly host: string
  readonly port: number
}

/** More connections than a server's engine has at once. */
const PASSWORDS_MAX = 4000

/** By which way calls go where no direct one is open. */
export class CallRelay {
  readonly #clock: Clock
  readonly #secret: string
  readonly #other: OtherRelay | null
  #sockets: RelaySockets | null = null
  #hasUdp = false
  #engines: readonly EngineDoor[] = []
  /** Passwords of the engine's connections, by the fragments of names that go with them; the oldest first. */
  readonly #passwords = new Map<string, string>()

  constructor(clock: Clock, secret: string, other: OtherRelay | null) {
    this.#clock = clock
    this.#secret = other?.secret ?? secret
    this.#other = other
  }

  /** For one person in one call. */
  accessFor(meetingID: number, userID: number): CallRelayAccess {
    const urls = this.#other?.urls ?? []
    return {
      ...relayCredentials(this.#secret, this.#clock, { meetingID, userID }),
      ...{ urls: [...urls], hasUdp: this.#hasUdp },
    }
  }

  /** Serves ours on the server's own port: others' addresses may name one server of several. Before it listens. */
  attach(server: Server): void {
    const engines = () => this.#engines
    this.#sockets = serveRelay(server, new TurnRelay({ secret: this.#secret, clock: this.#clock, engines }))
  }

  /** The media engines that there are. */
  enginesAre(engines: readonly EngineAt[]): void {
    this.#engines = engines.map((engine) =>
      engineDoor(engine, (fragment) => this.#passwords.get(fragment) ?? null),
    )
  }

  /** An engine offers a connection: by what it signs, and the fragment of names that goes with it. */
  engineOffers({ fragment, password }: { readonly fragment: string; readonly password: string }): void {
    this.#passwords.set(fragment, password)
    const [oldest] = this.#passwords.size > PASSWORDS_MAX ? this.#passwords.keys() : []
    if (oldest !== undefined) this.#passwords.delete(oldest)
  }

  async listenUdp(port: number, host: string): Promise<void> {
    this.#hasUdp = (await this.#sockets?.listenUdp(port, host)) ?? false
  }

  close(): void {
    this.#sockets?.close()
  }
}

/**
 * `FIELDWORK_TURN_URLS`, with spaces between, and `FIELDWORK_TURN_SECRET`; null where neither is there.
 *
 * @throws UsageError where one is there alone, or an address is none of TURN
 */
export function readOtherRelay(env: NodeJS.ProcessEnv): OtherRelay | null {
  const { FIELDWORK_TURN_URLS: list = '', FIELDWORK_TURN_SECRET: secret = '' } = env
  const urls = list.split(/\s+/).filter((url) => url !== '')
  if (urls.length === 0 && secret === '') return null
  if (urls.length === 0 || secret === '')
    throw new UsageError('FIELDWORK_TURN_URLS and FIELDWORK_TURN_SECRET go together.')
  const wrong = urls.find((url) => !/^(turns?|stuns?):[^\s]+$/.test(url))
  if (wrong !== undefined)
    throw new UsageError(`FIELDWORK_TURN_URLS: ${wrong} doesn’t begin with turn: or turns:.`)
  return { urls, secret }
}
