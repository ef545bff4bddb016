import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import { urgently } from '../db/unit-of-work.ts'
import type { KnownConnection } from '../hubs/delivery.ts'
import type { HubLog } from '../hubs/log.ts'
import type { HubEvents, WrittenEvents } from './hub-events.ts'

/** A server that says nothing for so long is dead to the others, in milliseconds. */
export const LEASE_MS = 10_000
/** How often it says that it lives, and looks for those that don't. */
export const RENEW_MS = 3000

interface MembershipOptions {
  readonly db: Database
  /** Null where this server is the only one: every other one is dead then, whatever its lease says. */
  readonly events: HubEvents | null
  readonly log: HubLog
  /** Clears away what a connection left whose server died. */
  readonly endElsewhere: (connection: KnownConnection) => Promise<void>
  /** This server has taken the place of others that died. */
  readonly onTakenOver?: () => void
  /** The others believe that this server is dead, or will in a moment. */
  readonly onOutOfTouch: () => void
  /** A clock that only goes forward, in milliseconds. */
  readonly elapsed?: () => number
}

/**
 * That this server lives, as a lease in the database that counts by the database's clock; and taking the place of
 * those whose lease ran out. Nobody is marked as connected: who died goes offline by themselves.
 */
export class Membership {
  readonly #options: MembershipOptions
  readonly #elapsed: () => number
  #id = randomUUID()
  #renewedAt = 0
  #isInTouch = false
  #clearing: Promise<void> | null = null

  constructor(options: MembershipOptions) {
    this.#options = options
    this.#elapsed = options.elapsed ?? (() => performance.now())
  }

  /** This server's name; another one after the others believed it dead. */
  get id(): string {
    return this.#id
  }

  /** Whether the others know that it lives. */
  get isInTouch(): boolean {
    return this.#isInTouch
  }

  async begin(): Promise<void> {
    await this.#register()
    await this.#takeOver()
  }

  /** One turn: renews the lease and takes the place of the dead. */
  async tend(): Promise<void> {
    const { events, log } = this.#options
    if (events === null) return
    try {
      if (await this.#renew()) await this.#takeOver()
    } catch (error) {
      if (this.#isInTouch) log('warn', 'the lease of this server could not be renewed', { err: error })
    }
    if (this.#isInTouch && this.#elapsed() - this.#renewedAt > LEASE_MS - RENEW_MS) this.#lose()
  }

  /** Ends the lease: the others clear away at once what is left. */
  async end(): Promise<void> {
    await this.#clearing
    const { db } = this.#options
    await db.transaction().execute(async (trx) => {
      const left = await trx
        .selectFrom('hubConnections')
        .select('id')
        .where('serverID', '=', this.#id)
        .limit(1)
        .executeTakeFirst()
      if (left) await trx.updateTable('servers').set({ leaseUntil: 0 }).where('id', '=', this.#id).execute()
      else await trx.deleteFrom('servers').where('id', '=', this.#id).execute()
    })
    this.#isInTouch = false
  }

  async #register(): Promise<void> {
    const { db } = this.#options
    const { now } = traitsOf(db)
    const startedAt = this.#elapsed()
    await db
      .insertInto('servers')
      .values((eb) => ({ id: this.#id, startedAt: now, leaseUntil: eb(now, '+', LEASE_MS) }))
      .execute()
    this.#renewedAt = startedAt
    this.#isInTouch = true
  }

  /** False where another server has taken its place. */
  async #renew(): Promise<boolean> {
    const { db } = this.#options
    const { now } = traitsOf(db)
    const startedAt = this.#elapsed()
    // However many writers wait: windows that were sent away would come back as more of them.
    const renewed = await urgently(() =>
      db
        .updateTable('servers')
        .set((eb) => ({ leaseUntil: eb(now, '+', LEASE_MS) }))
        .where('id', '=', this.#id)
        .returning('id')
        .executeTakeFirst(),
    )
    if (renewed) {
      this.#renewedAt = startedAt
      this.#isInTouch = true
      return true
    }
    this.#lose()
    this.#id = randomUUID()
    await this.#register()
    return true
  }

  #lose(): void {
    if (!this.#isInTouch) return
    this.#isInTouch = false
    this.#options.log('error', 'this server has lost touch with the others; its windows go elsewhere')
    this.#options.onOutOfTouch()
  }

  /** Makes the connections of dead servers its own, so that one server clears away what they left. */
  async #takeOver(): Promise<void> {
    const { db, events, log } = this.#options
    let written: WrittenEvents | null = null
    const taken = await db.transaction().execute(async (trx) => {
      const { now } = traitsOf(trx)
      const dead = await trx
        .selectFrom('servers')
        .select('id')
        .where('id', '!=', this.#id)
        .$if(events !== null, (query) => query.where('leaseUntil', '<', now))
        .execute()
      if (dead.length === 0) return []
      const ids = dead.map(({ id }) => id)
      const gone = await trx
        .selectFrom('hubConnections')
        .select(['id', 'hub'])
        .where('serverID', 'in', ids)
        .where('goneAt', 'is', null)
        .execute()
      await trx
        .updateTable('hubConnections')
        .set((eb) => ({ serverID: this.#id, goneAt: eb.fn.coalesce('goneAt', now), isTakenOver: 1 }))
        .where('serverID', 'in', ids)
        .execute()
      await trx.deleteFrom('servers').where('id', 'in', ids).execute()
      written =
        (await events?.write(
          trx,
          gone.map((connection) => ({ kind: 'went', connection }) as const),
        )) ?? null
      return ids
    })
    if (taken.length > 0) {
      events?.told(written)
      if (events) log('warn', 'took the place of servers that are gone', { servers: taken })
      this.#options.onTakenOver?.()
    }
    this.#clearing ??= this.#clear()
      .catch((error: unknown) => log('warn', 'what dead servers left is cleared away later', { err: error }))
      .finally(() => {
        this.#clearing = null
      })
  }

  /** Clears away what the connections of dead servers left. Where this one dies too, the next goes on. */
  async #clear(): Promise<void> {
    const { db, endElsewhere, log } = this.#options
    const left = await db
      .selectFrom('hubConnections')
      .select(['id', 'hub', 'userID', 'sessionID', 'tokenType'])
      .where('serverID', '=', this.#id)
      .where('isTakenOver', '=', 1)
      .execute()
    for (const connection of left) {
      await endElsewhere(connection).catch((error: unknown) =>
        log('error', 'what a connection left could not be cleared away', { err: error }),
      )
      await db.deleteFrom('hubConnections').where('id', '=', connection.id).execute()
    }
  }
}
