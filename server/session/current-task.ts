import type { Database } from '../db/database.ts'

/**
 * The task that the person talked about last, by the name of its chat; '' without one. Where tasks
 * themselves are kept isn't described yet (spec 1 §7).
 */
export async function currentTaskOf(db: Database, userID: number): Promise<string> {
  const thread = await db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as m', 'm.threadID', 't.id')
    .where('m.userID', '=', userID)
    .where('m.isArchived', '=', 0)
    .where('t.source', '=', 'TASK_CHAT')
    .orderBy((e) => e.fn.coalesce('t.lastMessageTime', 't.createdAt'), 'desc')
    .orderBy('t.id', 'desc')
    .select('t.displayLabel')
    .executeTakeFirst()
  return thread?.displayLabel ?? ''
}
