import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** What people's devices report of themselves (spec 1 §7). */
export class DeviceReports {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Stores a device's push address. A device belongs to whoever signed in on it last. */
  async keepPushToken(userID: number, fcm: string): Promise<void> {
    const values = { userID, at: this.#clock() }
    await this.#db
      .insertInto('pushTokens')
      .values({ fcm, ...values })
      .onConflict((conflict) => conflict.column('fcm').doUpdateSet(values))
      .execute()
  }
}
