import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { ChatPublisher } from './publisher.ts'

/**
 * How many messages each of these people hasn't read, over all conversations. Their own don't count, since
 * sending moves the read position.
 */
export async function unreadCounts(db: Database, userIDs: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map(userIDs.map((id) => [id, 0]))
  if (userIDs.length === 0) return counts
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.threadID', '=', 'tm.threadID').onRef('m.id', '>', 'tm.lastReadMessageID'),
    )
    .where('tm.userID', 'in', userIDs)
    .select(['tm.userID', db.fn.countAll<number>().as('count')])
    .groupBy('tm.userID')
    .execute()
  for (const row of rows) counts.set(row.userID, row.count)
  return counts
}

/**
 * Tells the connected ones of these people their unread counts. @param withNews those for whom a new message
 * came
 */
export async function publishUnreadCounts(
  db: Database,
  hub: Pick<ChatPublisher, 'countedUserIDs' | 'unreadCount'>,
  userIDs: readonly number[],
  withNews: ReadonlySet<number> = new Set(),
): Promise<void> {
  const counts = await unreadCounts(
    db,
    userIDs.filter((id) => hub.countedUserIDs.has(id)),
  )
  for (const [userID, count] of counts) hub.unreadCount(userID, count, withNews.has(userID))
}

/** Marks conversations as read up to their newest message; a read position never moves back. */
async function markRead(
  db: Database,
  clock: Clock,
  userID: number,
  threadIDs: readonly number[],
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  if (threadIDs.length === 0) return
  await db
    .updateTable('threadMembers')
    .set((eb) => {
      const newest = eb
        .selectFrom('threads as t')
        .whereRef('t.id', '=', 'threadMembers.threadID')
        .select((thread) => {
          const last = thread.fn.coalesce('t.lastMessageID', thread.lit(0))
          return thread.case().when(last, '<', upTo).then(last).else(upTo).end().as('newest')
        })
      return {
        lastReadMessageID: eb
          .case()
          .when('lastReadMessageID', '<', newest)
          .then(newest)
          .else(eb.ref('lastReadMessageID'))
          .end(),
        lastReadAt: clock(),
      }
    })
    .where('userID', '=', userID)
    .where('threadID', 'in', threadIDs)
    .execute()
}

/** Marks one conversation read (spec 2 §7, focus-on-thread): up to a message, or all of it. */
export async function markThreadRead(
  db: Database,
  clock: Clock,
  hub: ChatPublisher,
  userID: number,
  threadID: number,
  upTo?: number,
): Promise<void> {
  await markRead(db, clock, userID, [threadID], upTo)
  await publishUnreadCounts(db, hub, [userID])
}

/** The person's conversations among these addresses: one statement a source. */
async function memberThreadIDs(
  db: Database,
  userID: number,
  addresses: readonly ChatAddress[],
): Promise<number[]> {
  const bySource = Map.groupBy(addresses, (address) => address.source)
  const found: number[] = []
  for (const [source, ofSource] of bySource) {
    const rows = await db
      .selectFrom('threads as t')
      .innerJoin('threadMembers as tm', 'tm.threadID', 't.id')
      .where('tm.userID', '=', userID)
      .where('t.source', '=', source)
      .where('t.sourceID', 'in', [...new Set(ofSource.map((address) => address.sourceID))])
      .select('t.id')
      .execute()
    found.push(...rows.map((row) => row.id))
  }
  return found
}

/** Marks the listed conversations as read, but for those that the person isn't in. */
export async function markAllRead(
  db: Database,
  clock: Clock,
  hub: ChatPublisher,
  userID: number,
  addresses: readonly ChatAddress[],
): Promise<void> {
  await markRead(db, clock, userID, await memberThreadIDs(db, userID, addresses))
  await publishUnreadCounts(db, hub, [userID])
}
