import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { findPerson } from './people.ts'
import type { Session, Sessions } from './sessions.ts'
import { isEnrolled } from './two-factor.ts'

/** Companion devices (spec 1 §1): a person has at most one, and a device one person. */
export class Companions {
  readonly #db: Database
  readonly #clock: Clock
  readonly #sessions: Sessions

  constructor(db: Database, clock: Clock, sessions: Sessions) {
    this.#db = db
    this.#clock = clock
    this.#sessions = sessions
  }

  /**
   * Starts a session of the active person that the device is paired with; null where it is paired with
   * nobody.
   *
   * @throws Refusal 403 where they have to set up a second factor first (spec 5 §3.6)
   */
  async enter(deviceID: string): Promise<Session | null> {
    return this.#db.transaction().execute(async (transaction) => {
      // Writes the row unchanged, so that this comes either before or after a change that unpairs the device
      // and ends its sessions, such as a new password.
      const paired = await transaction
        .updateTable('devices')
        .set(({ ref }) => ({ deviceID: ref('deviceID') }))
        .where('deviceID', '=', deviceID)
        .where('userID', 'in', (users) =>
          users
            .selectFrom('users')
            .select('id')
            .where('isActive', '=', 1)
            .where('lockedAt', 'is', null)
            .where('mustChangePassword', '=', 0),
        )
        .returning('userID')
        .executeTakeFirst()
      if (!paired) return null
      // A device alone is one factor: whoever has to have two sets the second up at a sign-in by hand.
      const { permissions } = (await findPerson(transaction, paired.userID, this.#clock())) ?? {}
      if (permissions?.can('AUTH_ALWAYS_2FA') && !(await isEnrolled(transaction, paired.userID)))
        throw new Refusal(403, 'signIn.mustEnrol')
      return this.#sessions.start({ userID: paired.userID, tokenType: 'COMPANION', deviceID }, transaction)
    })
  }

  /** Pairs the device, instead of the person's present one. @param isMoved taken from whoever has it; else false where somebody does */
  async pair(userID: number, deviceID: string, pairedBy: number, isMoved = false): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom('devices')
        .select('userID')
        .where('deviceID', '=', deviceID)
        .executeTakeFirst()
      if (known && known.userID !== userID && !isMoved) return false
      await transaction
        .deleteFrom('devices')
        .where((eb) => eb.or([eb('userID', '=', userID), eb('deviceID', '=', deviceID)]))
        .execute()
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
