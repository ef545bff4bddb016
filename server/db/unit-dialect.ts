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
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { currentUnit, type Unit, type UnitTransaction } from './unit-of-work.ts'

/** Admits one at a time, in order of arrival. */
class Turnstile {
  #last: Promise<void> = Promise.resolve()

  /** Answers the function that admits the next one. */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
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

  constructor(driver: UnitDriver, unit: Unit) {
    this.#driver = driver
    this.#unit = unit
  }

  async enter(): Promise<this> {
    this.#leave = await this.#turnstile.enter()
    return this
  }

  leave(): void {
    this.#leave()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#real === null && SelectQueryNode.is(query.query))
      return this.#driver.alone((connection) => connection.executeQuery<R>(query))
    return (await this.begun()).executeQuery<R>(query)
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
    const real = await this.#driver.begin()
    this.#real = real
    try {
      await this.#unit.first?.((query) => real.executeQuery(query))
    } catch (error) {
      this.#unit.failure = error
      throw error
    }
    return real
  }

  /** Rolls back an inner transaction, so that its caller sees the original error. */
  async undoPart(): Promise<void> {
    if (this.#unit.failure !== null || this.#real === null) return
    try {
      await say(this.#real, 'rollback to savepoint part')
      await say(this.#real, 'release savepoint part')
    } catch (error) {
      // The database has rolled everything back by itself, as on a full disk. Nothing more may be written.
      this.#unit.failure = error
    }
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

/** A driver whose statements join the unit in whose context they are made. */
class UnitDriver implements Driver {
  readonly inner: Driver
  /** For databases with a single connection: who has it. */
  readonly #turnstile: Turnstile | null
  readonly #leaving = new WeakMap<DatabaseConnection, () => void>()

  constructor(inner: Driver, adapter: DialectAdapter) {
    this.inner = inner
    this.#turnstile = adapter.supportsMultipleConnections ? null : new Turnstile()
  }

  init(): Promise<void> {
    return this.inner.init()
  }

  destroy(): Promise<void> {
    return this.inner.destroy()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const unit = currentUnit()
    if (!unit) return this.#obtain()
    if (!(unit.transaction instanceof UnitConnection)) unit.transaction = new UnitConnection(this, unit)
    return (unit.transaction as UnitConnection).enter()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof UnitConnection) connection.leave()
    else await this.release(connection)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (!(connection instanceof UnitConnection)) return this.inner.beginTransaction(connection, settings)
    await say(await connection.begun(), 'savepoint part')
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof UnitConnection)) return this.inner.commitTransaction(connection)
    await say(await connection.begun(), 'release savepoint part')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof UnitConnection)) return this.inner.rollbackTransaction(connection)
    await connection.undoPart()
  }

  /** A connection with a transaction. Call `release` when that has ended. */
  async begin(): Promise<DatabaseConnection> {
    const connection = await this.#obtain()
    try {
      await this.inner.beginTransaction(connection, {})
      return connection
    } catch (error) {
      await this.release(connection)
      throw error
    }
  }

  /** Runs one statement outside of transactions. */
  async alone<T>(run: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await this.#obtain()
    try {
      return await run(connection)
    } finally {
      await this.release(connection)
    }
  }

  async release(connection: DatabaseConnection): Promise<void> {
    await this.inner.releaseConnection(connection)
    this.#leaving.get(connection)?.()
  }

  async #obtain(): Promise<DatabaseConnection> {
    const leave = await this.#turnstile?.enter()
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

  constructor(inner: Dialect) {
    this.#inner = inner
  }

  createAdapter(): DialectAdapter {
    return withManyConnections(this.#inner.createAdapter())
  }

  createDriver(): Driver {
    return new UnitDriver(this.#inner.createDriver(), this.#inner.createAdapter())
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the interface has it
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return this.#inner.createIntrospector(db)
  }

  createQueryCompiler(): QueryCompiler {
    return this.#inner.createQueryCompiler()
  }
}
