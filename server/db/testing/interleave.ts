import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { overPool, postgresTypes, takeTurn } from '../dialect/postgres/open-postgres.ts'
import type { Schema } from '../schema.ts'
import type { TakeTurn } from '../unit-dialect.ts'

/**
 * A statement that takes longer than this, in milliseconds, waits for a lock of the other server: where turns were
 * taken away soon, else never but on a machine that stands still.
 */
const BLOCKED_MS = { withTurns: 10_000, without: 25 }
const TURN = /_xact_lock\(/
const END = /^\s*(?:commit|rollback)\s*$/i

/** A statement of a server that waits to be let through. */
interface Gated {
  readonly server: number
  readonly connection: object
  readonly sql: string
  /** Settles when the statement has ended, well or not. */
  run(): Promise<void>
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Round<T> {
  readonly outcomes: readonly PromiseSettledResult<T>[]
  /** Which server's transactions were committed, in their order. */
  readonly commits: readonly number[]
}

/**
 * Several servers on one PostgreSQL, each with connections of its own. In a round each does its work at the same
 * time as the others, one statement after the other is let through, and a seed decides whose is next: so a race
 * that is possible is found, and found again by its seed.
 */
export class Interleaving {
  readonly servers: readonly Database[]
  readonly #gated: Gated[] = []
  readonly #blockedMs: number
  #isRound = false
  /** Whose transaction has the turn to write. */
  #holder: object | null = null
  #waitingForTurn: Promise<void>[] = []
  #wake: () => void = () => {}
  #order: string[] = []
  #commits: number[] = []

  /** @param turn how writers take turns; taken away, races are to be found */
  constructor(url: string, servers = 2, turn: TakeTurn = takeTurn) {
    this.#blockedMs = turn === takeTurn ? BLOCKED_MS.withTurns : BLOCKED_MS.without
    this.servers = Array.from({ length: servers }, (_, server) =>
      overPool<Schema>(this.#pool(url, server), turn),
    )
  }

  /** Has each server do its work, in an order that the seed decides. */
  async round<T>(seed: number, works: readonly ((db: Database) => Promise<T>)[]): Promise<Round<T>> {
    const random = randomFrom(seed)
    this.#isRound = true
    this.#holder = null
    this.#order = []
    this.#commits = []
    let left = works.length
    const settled = Promise.allSettled(
      works.map(async (work, place) => {
        const db = this.servers[place]
        if (!db) throw new Error('More work than servers')
        try {
          return await work(db)
        } finally {
          left -= 1
          this.#wake()
        }
      }),
    )
    try {
      for (;;) {
        // Whoever can goes on to their next statement first.
        await new Promise<void>((resolve) => setImmediate(resolve))
        await new Promise<void>((resolve) => setImmediate(resolve))
        if (left === 0) break
        const [next] = this.#gated.splice(Math.floor(random() * this.#gated.length), 1)
        if (next) await this.#letThrough(next)
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      this.#isRound = false
      // What nobody waits for, such as work after an answer, goes on by itself.
      for (const one of this.#gated.splice(0)) void one.run()
    }
    return { outcomes: await settled, commits: this.#commits }
  }

  /** The statements of the last round, in their order, each with its server. */
  get told(): string {
    return this.#order.join('\n')
  }

  async close(): Promise<void> {
    for (const db of this.servers) await db.destroy()
  }

  async #letThrough(next: Gated): Promise<void> {
    this.#order.push(`${next.server}: ${next.sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`)
    if (TURN.test(next.sql) && this.#holder !== null) {
      const turn = next.run().then(() => {
        this.#holder = next.connection
      })
      this.#waitingForTurn.push(turn)
      return
    }
    let timer: NodeJS.Timeout | undefined
    const blocked = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#blockedMs).unref()
    })
    await Promise.race([next.run().then(() => this.#ended(next)), blocked])
    clearTimeout(timer)
  }

  /** Notes whose turn it is after the statement, and waits for who has it next. */
  async #ended({ server, connection, sql }: Gated): Promise<void> {
    if (TURN.test(sql)) this.#holder = connection
    if (!END.test(sql)) return
    if (/commit/i.test(sql)) this.#commits.push(server)
    if (this.#holder !== connection) return
    this.#holder = null
    const waiting = this.#waitingForTurn.splice(0)
    // One of them has the turn now; the others go on waiting.
    if (waiting.length > 0) await Promise.race(waiting)
    this.#waitingForTurn.push(...waiting.slice(1))
  }

  #admit<T>(server: number, connection: object, sql: string, run: () => Promise<T>): Promise<T> {
    if (!this.#isRound) return run()
    return new Promise<T>((resolve, reject) => {
      this.#gated.push({
        ...{ server, connection, sql },
        run: () =>
          run()
            .then(resolve, reject)
            .finally(() => this.#wake()),
      })
      this.#wake()
    })
  }

  #pool(url: string, server: number): PostgresPool {
    const pool = new pg.Pool({ connectionString: url, max: 4, types: postgresTypes })
    const known = new WeakMap<pg.PoolClient, object>()
    const gate = (client: pg.PoolClient) => ({
      processID: 0,
      query: (sql: string, parameters: unknown[]) =>
        this.#admit(server, client, sql, () => client.query(sql, parameters)),
      release: () => client.release(),
    })
    return {
      options: {},
      end: () => pool.end(),
      connect: async () => {
        const client = await pool.connect()
        const gated = known.get(client) ?? gate(client)
        known.set(client, gated)
        return gated as never
      },
    }
  }
}
