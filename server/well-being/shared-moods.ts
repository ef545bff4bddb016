import { startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { qcPeopleOf } from '../qc/scope.ts'

const MOST = 5

/**
 * What somebody said today of how they feel, where they shared it with their supervisor (spec 4 §4.2.1, §4.4.1), latest
 * first: to who looks after their team or area, and to nobody of an agency (§5.4). What isn't shared is nobody's.
 */
export async function sharedMoods(db: Database, viewer: Viewer, userID: number, now: number) {
  if (!(await qcPeopleOf(db, viewer).where('u.id', '=', userID).select('u.id').executeTakeFirst())) return []
  const rows = await db
    .selectFrom('moods')
    .where('userID', '=', userID)
    .where('isShared', '=', 1)
    .where('at', '>=', startOfLondonDay(now))
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['at', 'moodValue', 'comments'])
    .execute()
  return rows.map(({ at, ...mood }) => ({ ...mood, at: new Date(at).toISOString() }))
}
