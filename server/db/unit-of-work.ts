import { AsyncLocalStorage } from 'node:async_hooks'

/** What is done once a unit is committed, or once it is rolled back. */
export type Effect = () => void | Promise<void>

/** The transaction for a unit's writes; the driver begins it with the first of them. */
export interface UnitTransaction {
  /** Whether it has begun, and all other writers wait for it. */
  readonly hasTurn: boolean
  /** @param afterwards called once it is committed, before anybody else gets the connection */
  commit(afterwards: () => void): Promise<void>
  rollback(): Promise<void>
}

/** Everything that is written while a request is handled: all of it is committed, or none. */
export class Unit {
  transaction: UnitTransaction | null = null
  /** Why the unit can't be committed, even if the handler ignored the error. */
  failure: unknown = null
  #isOver = false
  #onCommit: Effect[] = []
  #onKept: Effect[] = []
  #onUndone: Effect[] = []

  get isOver(): boolean {
    return this.#isOver
  }

  beforeKept(effect: Effect): void {
    this.#onCommit.push(effect)
  }

  /** What was to be written last, in the unit itself. */
  async finish(): Promise<void> {
    for (let effect = this.#onCommit.shift(); effect; effect = this.#onCommit.shift()) await effect()
  }

  whenKept(effect: Effect): void {
    this.#onKept.push(effect)
  }

  whenUndone(effect: Effect): void {
    this.#onUndone.push(effect)
  }

  /** Commits the writes, then does what waited for that. @throws what the commit or an effect throws */
  async keep(): Promise<void> {
    let effects: Promise<unknown> | null = null
    const afterwards = () => {
      effects = this.#end(this.#onKept)
    }
    try {
      if (this.transaction) await this.transaction.commit(afterwards)
      else afterwards()
    } catch (error) {
      await this.undo()
      throw error
    }
    await effects
  }

  async undo(): Promise<void> {
    if (this.#isOver) return
    await this.transaction?.rollback()
    await this.#end(this.#onUndone)
  }

  /** Starts every effect, in order; one that fails doesn't stop the others. */
  #end(effects: readonly Effect[]): Promise<unknown> {
    this.#isOver = true
    return outsideUnits(() =>
      Promise.all(effects.map((effect) => new Promise<void>((resolve) => resolve(effect())))),
    )
  }
}

const units = new AsyncLocalStorage<Unit | null>()

/** The unit in whose context this code runs, also after its end; null outside of units. */
export function currentUnit(): Unit | null {
  return units.getStore() ?? null
}

/**
 * Runs a handler so that everything it writes is committed together or not at all. The driver puts each
 * statement of this asynchronous context into one transaction, which begins with the first write; the
 * handler's own transactions become savepoints. @throws whatever the handler throws, with all writes undone
 */
export async function inOneUnit<T>(handle: () => Promise<T>): Promise<T> {
  const unit = new Unit()
  let result: T
  try {
    result = await units.run(unit, async () => {
      const handled = await handle()
      await unit.finish()
      return handled
    })
    if (unit.failure !== null) throw unit.failure
  } catch (error) {
    await unit.undo()
    throw error
  }
  await unit.keep()
  return result
}

/** Runs the work in the running unit; in one of its own where there is none, as in a hub's methods. */
export function withinUnit<T>(work: () => Promise<T>): Promise<T> {
  const unit = currentUnit()
  return unit && !unit.isOver ? work() : inOneUnit(work)
}

/**
 * Does what can't be undone, such as telling others, once the unit is committed, in the order of the calls;
 * at once outside of units. Never done where the unit is rolled back.
 */
export function afterCommit(effect: Effect): void | Promise<void> {
  const unit = currentUnit()
  if (!unit || unit.isOver) return outsideUnits(effect)
  unit.whenKept(effect)
}

/**
 * Writes something of the running unit as its last, before the commit. Where it fails nothing is committed.
 * @returns false where no unit is running
 */
export function beforeCommit(write: Effect): boolean {
  const unit = currentUnit()
  if (!unit || unit.isOver) return false
  unit.beforeKept(write)
  return true
}

/** Somebody outside would have been asked in the middle of a unit's writes. */
export class HeldTurnError extends Error {
  override readonly name = 'HeldTurnError'
}

/**
 * Before somebody outside is asked, who may take their time: nobody else can write while this unit does. Ask before
 * its first write, or after its commit. @throws HeldTurnError
 */
export function requireNoTurn(): void {
  const unit = currentUnit()
  if (unit && !unit.isOver && unit.transaction?.hasTurn)
    throw new HeldTurnError('Somebody outside would be asked while all writers wait')
}

/** Undoes what the database can't, where the unit is rolled back. Never called outside of units. */
export function afterRollback(effect: Effect): void {
  const unit = currentUnit()
  if (unit && !unit.isOver) unit.whenUndone(effect)
}

const urgent = new AsyncLocalStorage<boolean>()

/**
 * What is written here goes before all of this process that waits for its turn: a server that is too busy to say that
 * it lives would be taken for dead. Nothing else may be begun in it.
 */
export function urgently<T>(write: () => T): T {
  return urgent.run(true, write)
}

/** Whether this code runs within `urgently`. */
export const isUrgent = (): boolean => urgent.getStore() === true

/** Runs what belongs to no request: timers, and work after the answer. */
export function outsideUnits<T>(run: () => T): T {
  return units.run(null, run)
}
