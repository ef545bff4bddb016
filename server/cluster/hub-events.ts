import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import type { Schema } from '../db/schema.ts'
import { afterCommit, beforeCommit, currentUnit, outsideUnits, type Unit } from '../db/unit-of-work.ts'
import type { Carrier, Delivery, KnownConnection } from '../hubs/delivery.ts'
import type { HubLog } from '../hubs/log.ts'
import type { Backplane } from './backplane.ts'
import type { Word } from './wire.ts'

/** How long events are kept, in milliseconds. A server that hasn't read for half of it begins anew. */
export const KEPT_MS = 600_000
/** How many are read at once. */
const PAGE = 500
/** How many may wait for a database that is away. */
const WAITING_MAX = 10_000
const RETRY_MS = 1000
/**
 * How far apart reads are that find something, in milliseconds: where much is told they take more at once, and a server
 * spends less on what others tell. Nobody sees that a message was on its way for so long.
 */
const READ_GAP_MS = 40

/** Events that were written and aren't committed yet, in their order. */
export interface WrittenEvents {
  readonly events: readonly HubEvent[]
  /** The newest event before them; 0 where there is none. */
  readonly before: number
  /** The last one's. */
  readonly last: number
}

/** What stands in the log. */
export type HubEvent =
  | Delivery
  | { readonly kind: 'came'; readonly connection: KnownConnection }
  | { readonly kind: 'went'; readonly connection: Pick<KnownConnection, 'id' | 'hub'> }
  | Word

export interface ReadEvent {
  readonly serverID: string
  readonly event: HubEvent
}

interface HubEventsOptions {
  readonly db: Database
  /** This server's. */
  readonly serverID: () => string
  readonly backplane: Pick<Backplane, 'hint'>
  readonly log: HubLog
  /** Does what an event says, here. In the order of the log, one after the other. */
  readonly onEvent: (read: ReadEvent) => void
  /** So much may have been missed that everything is to be asked anew. */
  readonly onGap: () => Promise<void>
  /** A clock that only goes forward, in milliseconds. */
  readonly elapsed?: () => number
  /** Stands between reads; 40 ms by default. */
  readonly readGapMs?: number
}

/**
 * What all servers tell their hubs' clients: a log in the database, written in the transaction of what it tells of,
 * and read by each server in the order of ids. Ids come in the order of commits, since whoever writes holds a lock
 * from before the id is taken until after the commit (`db/unit-dialect.ts`); so reading on from the last id skips
 * nothing. A server's own events stand in the same order: what is told is in one order everywhere.
 */
export class HubEvents implements Carrier {
  readonly #options: HubEventsOptions
  readonly #elapsed: () => number
  /** What units that are under way will tell. */
  readonly #ofUnits = new WeakMap<Unit, HubEvent[]>()
  /** What belongs to no unit and isn't written yet. */
  #waiting: HubEvent[] = []
  #isFlushing = false
  #last = 0
  #readAt = 0
  /** When a read last found something, by the process's own clock. */
  #foundAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null
  #isWanted = false
  #hasFailed = false
  #isClosed = false

  constructor(options: HubEventsOptions) {
    this.#options = options
    this.#elapsed = options.elapsed ?? (() => performance.now())
  }

  /** Begins after the newest event. */
  async begin(): Promise<void> {
    const newest = await this.#options.db
      .selectFrom('hubEvents')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    this.#last = Number(newest?.id ?? 0)
    this.#readAt = this.#elapsed()
  }

  carry(delivery: Delivery | Word): void {
    const unit = currentUnit()
    const own = unit && this.#ofUnits.get(unit)
    if (own && !unit.isOver) {
      own.push(delivery)
      return
    }
    const events: HubEvent[] = [delivery]
    const isLater = beforeCommit(async () => {
      if (unit) this.#ofUnits.delete(unit)
      const written = await this.write(this.#options.db, events)
      await afterCommit(() => this.told(written))
    })
    if (isLater && unit) this.#ofUnits.set(unit, events)
    else this.#enqueue(delivery)
  }

  /** Writes events in a transaction; call `told` once that is committed. Null where there are none. */
  async write(
    trx: Database | Transaction<Schema>,
    events: readonly HubEvent[],
  ): Promise<WrittenEvents | null> {
    if (events.length === 0) return null
    const { serverID } = this.#options
    const { now } = traitsOf(trx)
    const rows = await trx
      .insertInto('hubEvents')
      .values(events.map((event) => ({ serverID: serverID(), content: JSON.stringify(event), at: now })))
      // As the statement finds the table: without what it writes.
      .returning(['id', sql<number | null>`(select max(id) from "hubEvents")`.as('before')])
      .execute()
    return { events, before: rows[0]?.before ?? 0, last: Math.max(...rows.map(({ id }) => id)) }
  }

  /**
   * Something was committed: has it told here, and hints at it to the others. Where nothing stands between it and what
   * was read last, nothing has to be read.
   */
  told(written: WrittenEvents | null): void {
    if (written === null || this.#isClosed) return
    if (this.#reading === null && written.before === this.#last) {
      this.#readAt = this.#elapsed()
      for (const event of written.events) this.#tell(this.#options.serverID(), () => event)
      this.#last = written.last
    } else this.look()
    this.#options.backplane.hint()
  }

  /** Reads what is new; who asks meanwhile gets another turn. */
  look(): void {
    this.#isWanted = true
    this.#reading ??= outsideUnits(() => this.#readOn()).finally(() => {
      this.#reading = null
      if (this.#isWanted && !this.#hasFailed) this.look()
    })
  }

  /** What is being read, and what waits to be written, is over then. */
  async settled(): Promise<void> {
    while (this.#reading || this.#isFlushing) {
      await this.#reading
      if (this.#isFlushing) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Removes what every server has read, or will never read. */
  async sweep(): Promise<void> {
    const { db } = this.#options
    const { now } = traitsOf(db)
    await db
      .deleteFrom('hubEvents')
      .where((eb) => eb('at', '<', eb(now, '-', KEPT_MS)))
      .execute()
  }

  /** Writes and reads what is under way, but no longer than so many milliseconds; nothing afterwards. */
  async finish(ms: number): Promise<void> {
    const waiting = new AbortController()
    const late = delay(ms, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([this.settled(), late])
    waiting.abort()
    this.#isClosed = true
  }

  async #readOn(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      const gap = this.#foundAt + (this.#options.readGapMs ?? READ_GAP_MS) - performance.now()
      if (gap > 0) await delay(gap)
      this.#isWanted = false
      try {
        while ((await this.#readPage()) === PAGE) if (this.#isClosed) return
        this.#hasFailed = false
      } catch (error) {
        if (!this.#hasFailed && !this.#isClosed)
          this.#options.log('warn', 'the events of the hubs could not be read', { err: error })
        this.#hasFailed = true
        return
      }
    }
  }

  /** Gives how many there were. */
  async #readPage(): Promise<number> {
    const { db, onGap } = this.#options
    const startedAt = this.#elapsed()
    if (startedAt - this.#readAt > KEPT_MS / 2) {
      await this.begin()
      await onGap()
      return 0
    }
    const rows = await db
      .selectFrom('hubEvents')
      .select(['id', 'serverID', 'content'])
      .where('id', '>', this.#last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, serverID, content } of rows) {
      this.#last = id
      this.#tell(serverID, () => JSON.parse(content) as HubEvent)
    }
    this.#readAt = startedAt
    if (rows.length > 0) this.#foundAt = performance.now()
    return rows.length
  }

  #tell(serverID: string, read: () => HubEvent): void {
    try {
      this.#options.onEvent({ serverID, event: read() })
    } catch (error) {
      this.#options.log('error', 'an event of the hubs could not be told', { err: error })
    }
  }

  #enqueue(event: HubEvent): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#options.log('error', 'an event of the hubs was dropped: too many wait for the database')
      return
    }
    this.#waiting.push(event)
    if (!this.#isFlushing) void outsideUnits(() => this.#flush())
  }

  async #flush(): Promise<void> {
    this.#isFlushing = true
    // What is told in one go is written in one go.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const events = this.#waiting.splice(0, PAGE)
      try {
        this.told(await this.write(this.#options.db, events))
      } catch (error) {
        this.#options.log('warn', 'the events of the hubs could not be written', { err: error })
        this.#waiting.unshift(...events)
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
    this.#isFlushing = false
  }
}
