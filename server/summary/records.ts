import type { Database } from '../db/database.ts'

/** Statuses of what is over. */
const CLOSED = ['Done', 'Closed', 'Resolved', 'Cancelled']

/** The person's tasks that aren't over, by the rooms that they are in: those know their titles and statuses. */
export function openTasks(db: Database, userID: number): Promise<{ title: string; status: string }[]> {
  return db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as m', 'm.threadID', 't.id')
    .where('m.userID', '=', userID)
    .where('m.isArchived', '=', 0)
    .where('t.source', '=', 'TASK_CHAT')
    .where('t.status', 'not in', CLOSED)
    .orderBy('t.lastMessageTime', 'desc')
    .orderBy('t.id')
    .select(['t.displayLabel as title', 't.status'])
    .execute()
}
