import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { currentUnit, isUrgent, type Unit, type UnitTransaction } from './unit-of-work.ts'

/** Admits one at a time, in order of arrival; what is urgent goes before all who wait. */
class Turnstile {
  #isTaken = false
  readonly #waiting: (() => void)[] = []
  readonly #urgent: (() => void)[] = []

  /** Answers the function that admits the next one. */
  async enter(): Promise<() => void> {
    if (this.#isTaken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const queue = isUrgent() ? this.#urgent : this.#waiting
      queue.push(resolve)
      await promise
    }
    this.#isTaken = true
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = this.#urgent.shift() ?? this.#waiting.shift()
      if (next) next()
      else this.#isTaken = false
    }
  }
}

/** A write after the request was answered: it would be stored without the unit it belongs to. */
export class LateWriteError extends Error {
  override readonly name = 'LateWriteError'
}

/** The connection within a unit: its statements join the unit's transaction, once something is written. */
class UnitConnection implements DatabaseConnection, UnitTransaction {
  readonly #driver: UnitDriver
  readonly #unit: Unit
  /** Statements and inner transactions of a unit run one after the other. */
  readonly #turnstile = new Turnstile()
  #leave: () => void = () => {}
  #real: DatabaseConnection | null = null
  /** Inner transactions that are open. */
  #parts = 0
  /** Whether the one that is open began the transaction: it is undone with it, and needs no savepoint. */
  #isWhole = false
  /** Why a transaction that is one whole part can't be committed. */
  #broken: unknown = null

  constructor(driver: UnitDriver, unit: Unit) {
    this.#driver = driver
    this.#unit = unit
  }

  get hasTurn(): boolean {
    return this.#real !== null
  }

  async enter(): Promise<this> {
    this.#leave = await this.#turnstile.enter()
    return this
  }

  leave(): void {
    this.#leave()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#real === null && isRead(query))
      return this.#driver.alone((connection) => connection.executeQuery<R>(query))
    const real = await this.begun()
    try {
      return await real.executeQuery<R>(query)
    } catch (error) {
      // PostgreSQL ends a transaction with its first error; its commit would keep nothing, and say nothing.
      if (!this.#driver.isSingle && this.#parts === 0) this.#unit.failure = error
      if (!this.#driver.isSingle && this.#isWhole) this.#broken = error
      throw error
    }
  }

  /** Begins an inner transaction. */
  async beginPart(): Promise<void> {
    const begins = this.#real === null
    const real = await this.begun()
    if (begins) this.#isWhole = true
    else await say(real, 'savepoint part')
    this.#parts += 1
  }

  /** @throws what failed in it, where the database keeps nothing after that */
  async keepPart(): Promise<void> {
    const real = await this.begun()
    if (this.#broken !== null) throw this.#broken
    if (!this.#isWhole) await say(real, 'release savepoint part')
    this.#isWhole = false
    this.#parts -= 1
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing is streamed inside a unit')
  }

  /** The connection, with the unit's transaction begun. */
  async begun(): Promise<DatabaseConnection> {
    if (this.#unit.failure !== null) throw this.#unit.failure
    if (this.#real !== null) return this.#real
    if (this.#unit.isOver) throw new LateWriteError('A request wrote after it was answered')
    this.#real = await this.#driver.begin()
    return this.#real
  }

  /** Rolls back an inner transaction, so that its caller sees the original error. */
  async undoPart(): Promise<void> {
    if (this.#isWhole) return this.#undoWhole()
    this.#parts -= 1
    if (this.#unit.failure !== null || this.#real === null) return
    try {
      await say(this.#real, 'rollback to savepoint part')
      await say(this.#real, 'release savepoint part')
    } catch (error) {
      // The database has rolled everything back by itself, as on a full disk. Nothing more may be written.
      this.#unit.failure = error
    }
  }

  /** What comes afterwards in the unit begins another transaction. */
  async #undoWhole(): Promise<void> {
    const real = this.#real
    this.#parts -= 1
    this.#isWhole = false
    this.#broken = null
    if (real === null) return
    this.#real = null
    // The database may have rolled back by itself, as on a full disk. The error before this one says why.
    await this.#driver.inner.rollbackTransaction(real).catch(() => {})
    await this.#driver.release(real)
  }

  commit(afterwards: () => void): Promise<void> {
    return this.#end(async (real) => {
      if (real) await this.#driver.inner.commitTransaction(real)
      afterwards()
    })
  }

  rollback(): Promise<void> {
    return this.#end(async (real) => {
      // The database may have rolled back by itself, as on a full disk. The error before this one says why.
      if (real) await this.#driver.inner.rollbackTransaction(real).catch(() => {})
    })
  }

  async #end(finish: (real: DatabaseConnection | null) => Promise<void>): Promise<void> {
    const leave = await this.#turnstile.enter()
    try {
      await finish(this.#real)
      if (this.#real) await this.#driver.release(this.#real)
      this.#real = null
    } finally {
      leave()
    }
  }
}

/**
 * Begins a transaction in a database with many connections once it is this one's turn to write, also among those of
 * other servers.
 */
export type TakeTurn = (connection: DatabaseConnection) => Promise<void>

/**
 * A connection of a pool, taken when it is needed. Whatever writes waits for its turn first and takes the
 * connection afterwards: writers who wait would keep all of them from readers otherwise.
 */
class PooledConnection implements DatabaseConnection {
  readonly #driver: UnitDriver
  #real: DatabaseConnection | null = null

  constructor(driver: UnitDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#real !== null) return this.#real.executeQuery<R>(query)
    const run = (connection: DatabaseConnection) => connection.executeQuery<R>(query)
    return isRead(query) ? this.#driver.alone(run) : this.#driver.inTurn(run)
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing is streamed')
  }

  async begin(settings: TransactionSettings): Promise<void> {
    this.#real = await this.#driver.begin(settings)
  }

  async end(finish: (real: DatabaseConnection) => Promise<void>): Promise<void> {
    const real = this.#real
    if (real === null) return
    this.#real = null
    try {
      await finish(real)
    } finally {
      await this.#driver.release(real)
    }
  }
}

/** Whether it only reads: nobody has to wait for it. A lock or a count that moves on is no mere reading. */
const isRead = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b(?!.*(?:\bsetval|_lock)\()/is.test(sql))

/** A driver whose statements join the unit in whose context they are made. */
class UnitDriver implements Driver {
  readonly inner: Driver
  /** Whether the database has one connection, and one transaction at a time. */
  readonly isSingle: boolean
  readonly #takeTurn: TakeTurn | undefined
  /** Who has the single connection; where there are many, who writes. */
  readonly #turnstile = new Turnstile()
  readonly #leaving = new WeakMap<DatabaseConnection, () => void>()

  constructor(inner: Driver, adapter: DialectAdapter, takeTurn: TakeTurn | undefined) {
    this.inner = inner
    this.isSingle = !adapter.supportsMultipleConnections
    this.#takeTurn = takeTurn
  }

  init(): Promise<void> {
    return this.inner.init()
  }

  destroy(): Promise<void> {
    return this.inner.destroy()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const unit = currentUnit()
    if (!unit) return this.isSingle ? this.#obtain(true) : new PooledConnection(this)
    if (!(unit.transaction instanceof UnitConnection)) unit.transaction = new UnitConnection(this, unit)
    return (unit.transaction as UnitConnection).enter()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof UnitConnection) connection.leave()
    else if (connection instanceof PooledConnection)
      await connection.end((real) => this.inner.rollbackTransaction(real))
    else await this.release(connection)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof UnitConnection) await connection.beginPart()
    else if (connection instanceof PooledConnection) await connection.begin(settings)
    else await this.inner.beginTransaction(connection, settings)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof UnitConnection) await connection.keepPart()
    else if (connection instanceof PooledConnection)
      await connection.end((real) => this.inner.commitTransaction(real))
    else await this.inner.commitTransaction(connection)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof UnitConnection) await connection.undoPart()
    else if (connection instanceof PooledConnection)
      await connection.end((real) => this.inner.rollbackTransaction(real))
    else await this.inner.rollbackTransaction(connection)
  }

  /** A connection with a transaction, in whose turn it is. Call `release` when that has ended. */
  async begin(settings: TransactionSettings = {}): Promise<DatabaseConnection> {
    const connection = await this.#obtain(true)
    try {
      if (this.#takeTurn) await this.#takeTurn(connection)
      else await this.inner.beginTransaction(connection, settings)
      return connection
    } catch (error) {
      await this.inner.rollbackTransaction(connection).catch(() => {})
      await this.release(connection)
      throw error
    }
  }

  /** Runs one statement outside of transactions. */
  async alone<T>(run: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await this.#obtain(this.isSingle)
    try {
      return await run(connection)
    } finally {
      await this.release(connection)
    }
  }

  /** Runs one statement that writes, in a transaction of its own. */
  async inTurn<T>(run: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await this.begin()
    try {
      const result = await run(connection)
      await this.inner.commitTransaction(connection)
      return result
    } catch (error) {
      await this.inner.rollbackTransaction(connection).catch(() => {})
      throw error
    } finally {
      await this.release(connection)
    }
  }

  async release(connection: DatabaseConnection): Promise<void> {
    await this.inner.releaseConnection(connection)
    this.#leaving.get(connection)?.()
    this.#leaving.delete(connection)
  }

  async #obtain(waits: boolean): Promise<DatabaseConnection> {
    const leave = waits ? await this.#turnstile.enter() : undefined
    try {
      const connection = await this.inner.acquireConnection()
      if (leave) this.#leaving.set(connection, leave)
      return connection
    } catch (error) {
      leave?.()
      throw error
    }
  }
}

async function say(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

/** The adapter, but without a lock of its own: the driver above takes care that no two use one connection. */
function withManyConnections(adapter: DialectAdapter): DialectAdapter {
  return new Proxy(adapter, {
    get: (target, name) => {
      if (name === 'supportsMultipleConnections') return true
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A Kysely dialect with units of work (`unit-of-work.ts`), over any database. */
export class UnitDialect implements Dialect {
  readonly #inner: Dialect
  readonly #takeTurn: TakeTurn | undefined

  /** @param takeTurn begins each transaction, where the database has many connections */
  constructor(inner: Dialect, takeTurn?: TakeTurn) {
    this.#inner = inner
    this.#takeTurn = takeTurn
  }

  createAdapter(): DialectAdapter {
    return withManyConnections(this.#inner.createAdapter())
  }

  createDriver(): Driver {
    return new UnitDriver(this.#inner.createDriver(), this.#inner.createAdapter(), this.#takeTurn)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the interface has it
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return this.#inner.createIntrospector(db)
  }

  createQueryCompiler(): QueryCompiler {
    return this.#inner.createQueryCompiler()
  }
}
