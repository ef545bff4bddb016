import type { Database } from '../db/database.ts'

/** Records whose rooms the chat keeps: their titles and statuses are all that is known of them so far. */
type RecordSource = 'TICKET_CHAT' | 'TASK_CHAT'

/** Statuses of what is over. */
const CLOSED = ['Done', 'Closed', 'Resolved', 'Cancelled']

/** The person's tickets or tasks that aren't over, by the rooms that they are in. */
export function openRecords(
  db: Database,
  userID: number,
  source: RecordSource,
): Promise<{ title: string; status: string }[]> {
  return db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as m', 'm.threadID', 't.id')
    .where('m.userID', '=', userID)
    .where('m.isArchived', '=', 0)
    .where('t.source', '=', source)
    .where('t.status', 'not in', CLOSED)
    .orderBy('t.lastMessageTime', 'desc')
    .orderBy('t.id')
    .select(['t.displayLabel as title', 't.status'])
    .execute()
}
