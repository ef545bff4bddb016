import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Companion devices (spec 1 §1): a person has one at most, and a device one person. */
export class Companions {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The active person that the device is paired with. */
  async ownerOf(deviceID: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('users', 'users.id', 'devices.userID')
      .select('users.id')
      .where('deviceID', '=', deviceID)
      .where('isActive', '=', 1)
      .executeTakeFirst()
    return row?.id ?? null
  }

  /** Pairs the device in place of the person's present one; false where it is somebody else's. */
  async pair(userID: number, deviceID: string, pairedBy: number): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom('devices')
        .select('userID')
        .where('deviceID', '=', deviceID)
        .executeTakeFirst()
      if (known && known.userID !== userID) return false
      await transaction.deleteFrom('devices').where('userID', '=', userID).execute()
      await transaction
        .insertInto('devices')
        .values({ deviceID, userID, pairedBy, pairedAt: this.#clock() })
        .execute()
      return true
    })
  }

  async unpair(userID: number): Promise<void> {
    await this.#db.deleteFrom('devices').where('userID', '=', userID).execute()
  }
}
