import pg from 'pg'
import { type Backplane, coalesced } from './backplane.ts'

const CHANNEL = 'fieldwork_hub_events'
/** After how long it is tried to come back, in milliseconds. */
const RETRY_MS = 1000
const CONNECT_MS = 5000

interface Options {
  /** `postgres://…` */
  readonly url: string
  /** Which server this is: it passes over its own hints. */
  readonly serverID: string
  /** Told once when the connection is lost, not for each try to come back. */
  readonly onLost: (error: unknown) => void
}

/** Hints by LISTEN and NOTIFY, on a connection of their own that comes back by itself. */
export class PostgresBackplane implements Backplane {
  readonly #options: Options
  #client: pg.Client | null = null
  #look: () => void = () => {}
  #retry: NodeJS.Timeout | null = null
  #isClosed = false
  #isLost = false
  readonly hint: () => void

  private constructor(options: Options) {
    this.#options = options
    // A hint that can't be sent is a lost one.
    this.hint = coalesced(
      async () => this.#client?.query('select pg_notify($1, $2)', [CHANNEL, options.serverID]),
      () => {},
    )
  }

  /** Tries once; where that fails, it comes back later by itself. */
  static async open(options: Options): Promise<PostgresBackplane> {
    const backplane = new PostgresBackplane(options)
    await backplane.#connect()
    return backplane
  }

  listen(look: () => void): void {
    this.#look = look
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#retry) clearTimeout(this.#retry)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'fieldwork hints',
    })
    let isOver = false
    const lost = (error?: unknown) => {
      if (isOver) return
      isOver = true
      client.end().catch(() => {})
      this.#lost(error)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => {
      if (payload !== this.#options.serverID) this.#look()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (this.#isClosed) return await client.end()
      this.#client = client
      this.#isLost = false
      // What came meanwhile wasn't heard.
      this.#look()
    } catch (error) {
      lost(error)
    }
  }

  #lost(error: unknown): void {
    this.#client = null
    if (this.#isClosed) return
    if (!this.#isLost) this.#options.onLost(error)
    this.#isLost = true
    this.#retry = setTimeout(() => void this.#connect(), RETRY_MS).unref()
  }
}
