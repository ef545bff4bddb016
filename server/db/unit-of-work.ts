import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, QueryResult } from 'kysely'

/** What is done once a unit's writes stand, or once they are undone. */
export type Effect = () => void | Promise<void>

/** Runs a statement in the unit's transaction, before all others. */
export type First = (run: (query: CompiledQuery) => Promise<QueryResult<unknown>>) => Promise<void>

/** The transaction that a unit's writes go into; made by the driver with the first of them. */
export interface UnitTransaction {
  /** @param afterwards called when the writes stand, before anybody else gets the connection */
  commit(afterwards: () => void): Promise<void>
  rollback(): Promise<void>
}

/** What is written while somebody's request is handled: all of it stands, or nothing. */
export class Unit {
  readonly first: First | undefined
  transaction: UnitTransaction | null = null
  /** Why nothing of it may stand, whatever the handler made of the error. */
  failure: unknown = null
  #isOver = false
  #onKept: Effect[] = []
  #onUndone: Effect[] = []

  constructor(first?: First) {
    this.first = first
  }

  get isOver(): boolean {
    return this.#isOver
  }

  whenKept(effect: Effect): void {
    this.#onKept.push(effect)
  }

  whenUndone(effect: Effect): void {
    this.#onUndone.push(effect)
  }

  /** Makes the writes stand, then does what waited for that. @throws what commit or one of the effects throws */
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

  /** Begins each effect now, in order; one that fails holds up no other. */
  #end(effects: readonly Effect[]): Promise<unknown> {
    this.#isOver = true
    return outsideUnits(() =>
      Promise.all(effects.map((effect) => new Promise<void>((resolve) => resolve(effect())))),
    )
  }
}

const units = new AsyncLocalStorage<Unit | null>()

/** The unit that this code runs in, also when it is over; null outside of units. */
export function currentUnit(): Unit | null {
  return units.getStore() ?? null
}

/**
 * Runs a handler so that all it writes stands or falls together, whichever way it writes: the
 * driver puts each statement of this asynchronous context into one transaction, begun with the
 * first that writes. Transactions of the handler's own become savepoints in it.
 * @param first see there; where it throws, nothing of the unit stands
 * @throws whatever the handler throws, with all writes undone
 */
export async function inOneUnit<T>(handle: () => Promise<T>, first?: First): Promise<T> {
  const unit = new Unit(first)
  let result: T
  try {
    result = await units.run(unit, handle)
    if (unit.failure !== null) throw unit.failure
  } catch (error) {
    await unit.undo()
    throw error
  }
  await unit.keep()
  return result
}

/**
 * Does what can't be taken back, such as telling others, once what was written stands: at the end of
 * the unit, in the order in which it was asked for, or at once outside of units. It isn't done where
 * the unit is undone.
 */
export function afterCommit(effect: Effect): void | Promise<void> {
  const unit = currentUnit()
  if (!unit || unit.isOver) return outsideUnits(effect)
  unit.whenKept(effect)
}

/** Takes back what the database can't, where the unit is undone. Outside of units it is never called. */
export function afterRollback(effect: Effect): void {
  const unit = currentUnit()
  if (unit && !unit.isOver) unit.whenUndone(effect)
}

/** Runs what belongs to no request: timers and work that goes on after the answer. */
export function outsideUnits<T>(run: () => T): T {
  return units.run(null, run)
}
