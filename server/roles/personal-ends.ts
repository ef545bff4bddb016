import type { Database } from '../db/database.ts'
import { guardAccess } from './grantors.ts'
import { settlePermissions } from './settle.ts'
import type { TellSettled } from './tell-settled.ts'

/**
 * Ends grants and refusals at their time. Calls check the time by themselves; this rewrites the permissions of
 * those concerned, and tells their windows.
 */
export class PersonalEnds {
  readonly #services: { readonly db: Database; readonly tell: TellSettled }

  constructor(services: { readonly db: Database; readonly tell: TellSettled }) {
    this.#services = services
  }

  /** @param now in milliseconds since 1970 */
  async tend(now: number): Promise<void> {
    const { db, tell } = this.#services
    const due = await db
      .selectFrom('personalPermissions')
      .where('endsAt', '<=', now)
      .select('userID')
      .limit(1)
      .executeTakeFirst()
    if (!due) return
    const settled = await db.transaction().execute(async (trx) => {
      await guardAccess(trx)
      const ended = await trx
        .deleteFrom('personalPermissions')
        .where('endsAt', '<=', now)
        .returning('userID')
        .execute()
      return settlePermissions(
        trx,
        ended.map(({ userID }) => userID),
        now,
      )
    })
    await tell(settled)
  }
}
