import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { ConnectionBook, KnownConnection } from '../hubs/delivery.ts'
import type { HubEvents } from './hub-events.ts'

interface BookOptions {
  readonly db: Database
  readonly serverID: () => string
  /** Null where this server is the only one. */
  readonly events: HubEvents | null
}

type Change = 'came' | 'went' | 'ended'

interface Wanted {
  readonly change: Change
  readonly connection: KnownConnection
  readonly done: (error?: unknown) => void
}

/** How many are written at once. */
const BATCH = 200

/** A connection whose name is taken, or whose server the others believe dead. */
class NotBookedError extends Error {
  override readonly name = 'NotBookedError'
}

/**
 * Who is connected to which server, in the database. Many changes at once are one transaction: after a restart
 * everybody comes back in the same second.
 */
export class DatabaseBook implements ConnectionBook {
  readonly #options: BookOptions
  #wanted: Wanted[] = []
  #isWriting = false

  constructor(options: BookOptions) {
    this.#options = options
  }

  came = (connection: KnownConnection): Promise<void> => this.#change('came', connection)
  went = (connection: KnownConnection): Promise<void> => this.#change('went', connection)
  ended = (connection: KnownConnection): Promise<void> => this.#change('ended', connection)

  async has(hub: string, userID: number): Promise<boolean> {
    const row = await this.#options.db
      .selectFrom('hubConnections')
      .select('id')
      .where('userID', '=', userID)
      .where('hub', '=', hub)
      .where('goneAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  #change(change: Change, connection: KnownConnection): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = (error?: unknown) => (error === undefined ? resolve() : reject(error))
    this.#wanted.push({ change, connection, done })
    if (!this.#isWriting) void outsideUnits(() => this.#write())
    return promise
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#wanted.length > 0) {
      // One connection's changes come one after the other, so that kinds can be written together.
      const batch = this.#wanted.splice(0, BATCH)
      try {
        const booked = await this.#writeBatch(batch)
        for (const { change, connection, done } of batch)
          if (change !== 'came' || booked.has(connection.id)) done()
          else done(new NotBookedError(`The connection ${connection.id} can't be written down.`))
      } catch (error) {
        for (const { done } of batch) done(error)
      }
    }
    this.#isWriting = false
  }

  /** Gives which of those that came stand in the book now. */
  async #writeBatch(batch: readonly Wanted[]): Promise<ReadonlySet<string>> {
    const { db, serverID, events } = this.#options
    const of = (change: Change) =>
      batch.filter((one) => one.change === change).map(({ connection }) => connection)
    const [came, went, ended] = [of('came'), of('went'), of('ended')]
    const { names, written } = await db.transaction().execute(async (trx) => {
      const { now } = traitsOf(trx)
      const id = serverID()
      const booked =
        came.length === 0
          ? []
          : await trx
              .insertInto('hubConnections')
              .values(came.map((one) => ({ ...one, serverID: id, openedAt: now, goneAt: null })))
              .onConflict((conflict) => conflict.doNothing())
              .returning(['id', 'hub', 'userID', 'sessionID', 'tokenType'])
              .execute()
      const gone =
        went.length === 0
          ? []
          : await trx
              .updateTable('hubConnections')
              .set({ goneAt: now })
              .where(
                'id',
                'in',
                went.map((one) => one.id),
              )
              .where('serverID', '=', id)
              .where('goneAt', 'is', null)
              .returning(['id', 'hub'])
              .execute()
      if (ended.length > 0)
        await trx
          .deleteFrom('hubConnections')
          .where(
            'id',
            'in',
            ended.map((one) => one.id),
          )
          .where('serverID', '=', id)
          .execute()
      const written = await events?.write(trx, [
        ...booked.map((connection) => ({ kind: 'came', connection }) as const),
        ...gone.map((connection) => ({ kind: 'went', connection }) as const),
      ])
      return { names: booked.map((one) => one.id), written: written ?? null }
    })
    events?.told(written)
    return new Set(names)
  }
}

/** Those of a person's windows that no server has ended, of all servers but the named one. */
export function connectionsElsewhere(db: Database, serverID: string): Promise<KnownConnection[]> {
  return db
    .selectFrom('hubConnections')
    .select(['id', 'hub', 'userID', 'sessionID', 'tokenType'])
    .where('serverID', '!=', serverID)
    .where('goneAt', 'is', null)
    .orderBy(sql`"openedAt"`)
    .execute()
}
