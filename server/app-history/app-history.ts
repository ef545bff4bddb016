import type { AppHistoryEntry } from '#shared/contract/app-history.ts'
import { APP_HISTORY_LIMIT } from '#shared/domain/app-history.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers } from '../http/handlers.ts'

/** The screens and tools that a person last opened, newest first. `since` in milliseconds since 1970. */
export async function appHistoryOf(db: Database, userID: number, since = 0): Promise<AppHistoryEntry[]> {
  const rows = await db
    .selectFrom('appHistory')
    .where('userID', '=', userID)
    .where('entryTime', '>=', since)
    .select(['app', 'entryTime'])
    .orderBy('entryTime', 'desc')
    .orderBy('id', 'desc')
    .limit(APP_HISTORY_LIMIT)
    .execute()
  return rows.map(({ app, entryTime }) => ({ app, entryTime: new Date(entryTime).toISOString() }))
}

/**
 * Notes a visit; a repeated one moves the app to the front. Entries beyond the limit are dropped, oldest
 * first (spec 1 §9).
 */
async function visit(db: Database, userID: number, app: string, now: number): Promise<void> {
  await holdTurn(db)
  const newest = await db
    .selectFrom('appHistory')
    .where('userID', '=', userID)
    .select(['id', 'app'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (newest?.app === app) {
    await db.updateTable('appHistory').set({ entryTime: now }).where('id', '=', newest.id).execute()
    return
  }
  await db.insertInto('appHistory').values({ userID, app, entryTime: now }).execute()
  const kept = db
    .selectFrom('appHistory')
    .select('id')
    .where('userID', '=', userID)
    .orderBy('id', 'desc')
    .limit(APP_HISTORY_LIMIT)
  await db.deleteFrom('appHistory').where('userID', '=', userID).where('id', 'not in', kept).execute()
}

/** What a person opened, as the top bar lists it (spec 1 §2.7, §3). */
export function appHistoryHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'appHistory'> {
  return {
    myAppHistory: (_input, { caller }) => appHistoryOf(db, caller.userID),
    visitApp: async ({ app }, { caller }) => {
      await visit(db, caller.userID, app, clock())
      return { done: true }
    },
  }
}
