import { sql } from 'kysely'
import { levelOf, XP_PER_MESSAGE, XP_PER_WORKED_DAY } from '#shared/domain/gamification.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A person's points: for each message that isn't deleted, and for each day (UTC) with one. */
async function pointsOf(db: Database, userID: number): Promise<number> {
  const { messages, days } = await db
    .selectFrom('messages')
    .where('userID', '=', userID)
    .where('deletedAt', 'is', null)
    .select((e) => [
      e.fn.countAll<number>().as('messages'),
      sql<number>`count(distinct "entryTime" / ${sql.lit(DAY_MS)})`.as('days'),
    ])
    .executeTakeFirstOrThrow()
  return messages * XP_PER_MESSAGE + days * XP_PER_WORKED_DAY
}

/** Levels, computed from what people did (spec 1 §3, §7). */
export function gamificationHandlers({ db }: { readonly db: Database }): AreaHandlers<'gamification'> {
  return {
    myLevel: async ({ userID }, { caller }) => {
      if (userID !== caller.userID && !caller.permissions.can('CAN_VIEW_USER_PROFILE')) {
        throw new Refusal(403, 'accessDenied')
      }
      if (!(await findPerson(db, userID))) throw new Refusal(400, 'person.unknown')
      return levelOf(userID, await pointsOf(db, userID))
    },
  }
}
