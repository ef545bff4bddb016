import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** A call that nobody answered, with its caller's name. */
export interface MissedCall {
  readonly name: string
  readonly callerID: number
  readonly at: number
}

/** Calls that people missed (spec 1 §8). */
export class MissedCalls {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** @param told whether a window of the person has shown it */
  async add(userID: number, callerID: number, { told }: { told: boolean }): Promise<void> {
    const at = this.#clock()
    await this.#db
      .insertInto('missedCalls')
      .values({ userID, callerID, at, toldAt: told ? at : null })
      .execute()
  }

  /** Missed calls that the person hasn't been told of, oldest first; from now on they count as told. */
  async takeUntold(userID: number): Promise<MissedCall[]> {
    const calls = await this.#db
      .selectFrom('missedCalls as c')
      .innerJoin('users as u', 'u.id', 'c.callerID')
      .where('c.userID', '=', userID)
      .where('c.toldAt', 'is', null)
      .select(['u.displayName as name', 'c.callerID', 'c.at'])
      .orderBy('c.id')
      .execute()
    if (calls.length > 0) {
      await this.#db
        .updateTable('missedCalls')
        .set({ toldAt: this.#clock() })
        .where('userID', '=', userID)
        .where('toldAt', 'is', null)
        .execute()
    }
    return calls
  }
}
