import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { ConnectionBook } from '../hubs/delivery.ts'
import type { SocketHubServer } from '../hubs/hub-server.ts'
import type { HubLog } from '../hubs/log.ts'
import type { Backplane } from './backplane.ts'
import { connectionsElsewhere, DatabaseBook } from './connection-book.ts'
import { HubEvents, type ReadEvent } from './hub-events.ts'
import { Membership, RENEW_MS } from './membership.ts'
import { type Wire, type Word, wireOf } from './wire.ts'

/** How often events are looked for without a hint, in milliseconds: what a lost hint costs. */
const LOOK_MS = 1000
/** How often old events are removed, in milliseconds. */
const SWEEP_MS = 60_000
/** How long a stop waits for events that aren't written: a database that is away holds no stop up. */
const LAST_EVENTS_MS = 2000

type Hubs = Pick<
  SocketHubServer,
  'deliver' | 'cameElsewhere' | 'wentElsewhere' | 'settleElsewhere' | 'endElsewhere' | 'sendAway'
>

interface ClusterOptions {
  readonly db: Database
  readonly log: HubLog
  /** Opens the way of hints; null where this server is the only one. */
  readonly openBackplane: ((serverID: string, onLost: (error: unknown) => void) => Promise<Backplane>) | null
}

/**
 * This server among those of its installation (`docs/operating/several-servers.md`): who lives, who is connected
 * where, and the events that all of them tell. Alone, only what has to outlive the process is kept.
 */
export class Cluster {
  readonly #membership: Membership
  readonly book: ConnectionBook
  /** Null where this server is the only one: what is told goes straight to its windows. */
  readonly events: HubEvents | null
  /** How calls' servers speak with each other. */
  readonly wire: Wire
  readonly #heard: (word: Word) => void
  readonly #db: Database
  readonly #log: HubLog
  readonly #backplane: Backplane | null
  readonly #timers: NodeJS.Timeout[] = []
  #hubs: Hubs | null = null
  #onTakenOver: () => void = () => {}

  private constructor({ db, log }: ClusterOptions, backplane: Backplane | null) {
    this.#db = db
    this.#log = log
    this.#backplane = backplane
    const serverID = () => this.#membership.id
    this.events =
      backplane &&
      new HubEvents({
        ...{ db, log, backplane, serverID },
        onEvent: (read) => this.#told(read),
        onGap: () => this.#beginAnew(),
      })
    const { events } = this
    this.#membership = new Membership({
      ...{ db, events, log },
      endElsewhere: async (connection) => this.#hubs?.endElsewhere(connection),
      onTakenOver: () => this.#onTakenOver(),
      onOutOfTouch: () => this.#hubs?.sendAway(),
    })
    this.book = new DatabaseBook({ db, events, serverID })
    const { wire, heard } = wireOf(serverID, (word) => {
      if (events) events.carry(word)
      else void afterCommit(() => heard(word))
    })
    this.wire = wire
    this.#heard = heard
  }

  static async open(options: ClusterOptions): Promise<Cluster> {
    const lost = (error: unknown) =>
      options.log('warn', 'hints are lost for now: what others tell comes a second later', { err: error })
    const name = crypto.randomUUID()
    const backplane = (await options.openBackplane?.(name, lost)) ?? null
    return new Cluster(options, backplane)
  }

  /** Whether the other servers know that this one lives, so that it may serve windows. */
  get isInTouch(): boolean {
    return this.#membership.isInTouch
  }

  /** @param run done when this server has taken the place of others that died; before `begin` */
  whenTakenOver(run: () => void): void {
    this.#onTakenOver = run
  }

  /** Begins to serve; before anybody connects. */
  async begin(hubs: Hubs): Promise<void> {
    this.#hubs = hubs
    await this.#membership.begin()
    const { events } = this
    if (events === null) return
    await events.begin()
    await this.#settle()
    this.#backplane?.listen(() => events.look())
    this.#every(LOOK_MS, () => events.look())
    this.#every(RENEW_MS, () => void this.#membership.tend())
    this.#every(SWEEP_MS, () => void events.sweep().catch(() => {}))
  }

  /** After the last window has gone. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.events?.finish(LAST_EVENTS_MS)
    await this.#membership
      .end()
      .catch((error: unknown) => this.#log('warn', 'this server could not say that it ends', { err: error }))
    await this.#backplane?.close()
  }

  #every(ms: number, run: () => void): void {
    this.#timers.push(setInterval(run, ms).unref())
  }

  async #settle(): Promise<void> {
    this.#hubs?.settleElsewhere(await connectionsElsewhere(this.#db, this.#membership.id))
  }

  /** Events may have been missed. */
  async #beginAnew(): Promise<void> {
    await this.#settle()
    this.#hubs?.sendAway()
  }

  #told({ serverID, event }: ReadEvent): void {
    if (event.kind === 'word') this.#heard(event)
    else if (event.kind === 'went') this.#hubs?.wentElsewhere(event.connection)
    else if (event.kind !== 'came') this.#hubs?.deliver(event)
    else if (serverID !== this.#membership.id) this.#hubs?.cameElsewhere(event.connection)
  }
}
