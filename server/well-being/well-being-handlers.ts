import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

const SOMEBODY_ELSE = 'You can only say how you feel yourself.'

/** How people feel (spec 3 §3). */
export function wellBeingHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'wellBeing'> {
  return {
    submitMood: async (mood, { caller }) => {
      if (mood.userID !== caller.userID) throw new Refusal(400, SOMEBODY_ELSE)
      await db
        .insertInto('moods')
        .values({ ...mood, at: clock() })
        .execute()
      return { done: true }
    },
  }
}
