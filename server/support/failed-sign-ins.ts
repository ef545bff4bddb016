import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FailedSignInTable } from '../db/schema/support.ts'
import { afterRollback, currentUnit } from '../db/unit-of-work.ts'
import { type Viewer, within } from '../people/scope.ts'
import { supportScope } from './support-people.ts'

const HOUR_MS = 3_600_000
/** Spec 5 §6.8. */
const KEPT_MS = 90 * 24 * HOUR_MS

/** A sign-in that was refused, and until when the name is refused from now on; null where it isn't. */
export interface FailedSignIn extends Pick<FailedSignInTable, 'step' | 'address'> {
  readonly userName: string
  readonly isLockedOut: boolean
  readonly until: number | null
}

/** Sign-ins that were refused, and who is locked out by them (spec 5 §5.11, §6.4). */
export class FailedSignIns {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async note({ userName, until, isLockedOut, ...rest }: FailedSignIn): Promise<void> {
    const write = async () => {
      const person = await this.#db
        .selectFrom('users')
        .where('userName', '=', userName)
        .select('id')
        .executeTakeFirst()
      await this.#db
        .insertInto('failedSignIns')
        .values({ ...rest, at: this.#clock(), userID: person?.id ?? null, isLockedOut: isLockedOut ? 1 : 0 })
        .execute()
      if (person && until !== null)
        await this.#db
          .updateTable('users')
          .set({ lockedOutUntil: until })
          .where('id', '=', person.id)
          .execute()
    }
    // A refusal undoes what is written within its unit.
    if (currentUnit() === null) return write()
    afterRollback(write)
  }

  /** The person has shown who they are. */
  async over(userName: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ lockedOutUntil: null })
      .where('userName', '=', userName)
      .where('lockedOutUntil', 'is not', null)
      .execute()
  }

  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('failedSignIns')
      .where('at', '<', this.#clock() - KEPT_MS)
      .execute()
  }
}

/** The failed sign-ins of the people whom the viewer sees; of unknown names to who sees everybody. */
export function failedSignInSource(db: Database, viewer: Viewer, now: number) {
  return db
    .selectFrom('failedSignIns as f')
    .leftJoin('users as u', 'u.id', 'f.userID')
    .where((eb) => within(viewer, supportScope(viewer))(eb as never))
    .select((eb) => [
      'f.id',
      sql<number>`1`.as('version'),
      'f.at',
      'f.userID',
      'u.displayName as person',
      'u.userName',
      'f.step',
      'f.isLockedOut',
      'f.address',
      eb
        .case()
        .when('f.at', '>', now - HOUR_MS)
        .then(1)
        .else(0)
        .end()
        .as('isOfLastHour'),
    ])
}
