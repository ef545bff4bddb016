import type { ChatSource, ChatThread } from '#shared/contract/chat-entities.ts'
import { DELETED_MESSAGE_TEXT } from '#shared/domain/chat.ts'
import type { Database } from '../db/database.ts'

/** Which of a person's conversations; by default all. */
interface ThreadFilter {
  readonly searchTerm?: string | undefined
  readonly source?: ChatSource | undefined
  readonly sourceID?: number | undefined
}

/** Newest first. The unread count is one range of the index (threadID, id), which holds all it needs. */
function selectThreads(db: Database, userID: number, { source, sourceID }: ThreadFilter) {
  let query = db
    .selectFrom('threadMembers as tm')
    .innerJoin('threads as t', 't.id', 'tm.threadID')
    .leftJoin('messages as m', 'm.id', 't.lastMessageID')
    .leftJoin('users as u', 'u.id', 'm.userID')
    .where('tm.userID', '=', userID)
    .select((eb) => [
      't.id',
      't.type',
      't.source',
      't.sourceID',
      't.label',
      't.displayLabel',
      't.displayGroupLabel',
      't.isGroup',
      't.parentID',
      't.status',
      't.priority',
      't.lastMessageTime',
      't.lastMessageID',
      't.archivedThroughID',
      'tm.isAdmin',
      'tm.isArchived',
      'tm.pinnedAt',
      'm.text as lastMessage',
      'm.type as lastMessageType',
      'm.deletedAt as lastMessageDeletedAt',
      'm.userID as senderID',
      'u.displayName as senderName',
      eb
        .selectFrom('messages as n')
        .whereRef('n.threadID', '=', 't.id')
        .whereRef('n.id', '>', 'tm.lastReadMessageID')
        .select((s) => s.fn.countAll<number>().as('count'))
        .as('unread'),
    ])
  if (source !== undefined) query = query.where('t.source', '=', source)
  if (sourceID !== undefined) query = query.where('t.sourceID', '=', sourceID)
  return query
    .orderBy((eb) => eb.fn.coalesce('t.lastMessageTime', 't.createdAt'), 'desc')
    .orderBy('t.id', 'desc')
    .execute()
}

/** The conversations with an unread message that mentions the person. */
async function threadsInFocus(db: Database, userID: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('mentions as n')
    .innerJoin('messages as m', 'm.id', 'n.messageID')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 'm.threadID').on('tm.userID', '=', userID),
    )
    .where('n.userID', '=', userID)
    .whereRef('n.messageID', '>', 'tm.lastReadMessageID')
    .where('m.deletedAt', 'is', null)
    .select('m.threadID')
    .distinct()
    .execute()
  return new Set(rows.map((row) => row.threadID))
}

/** The other person of each one-to-one conversation. */
async function partners(db: Database, userID: number) {
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('threads as t', 't.id', 'tm.threadID')
    .innerJoin('threadMembers as other', 'other.threadID', 'tm.threadID')
    .innerJoin('users as u', 'u.id', 'other.userID')
    .where('tm.userID', '=', userID)
    .where('t.isGroup', '=', 0)
    .where('other.userID', '!=', userID)
    .select(['tm.threadID', 'u.id', 'u.displayName'])
    .execute()
  return new Map(rows.map((row) => [row.threadID, row]))
}

/** How many of each conversation's topics hold unread messages. */
async function unreadTopics(db: Database, userID: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('threads as t', 't.id', 'tm.threadID')
    .where('tm.userID', '=', userID)
    .where('t.source', '=', 'TOPIC')
    .where('t.parentID', 'is not', null)
    .whereRef('t.lastMessageID', '>', 'tm.lastReadMessageID')
    .select(['t.parentID', db.fn.countAll<number>().as('count')])
    .groupBy('t.parentID')
    .execute()
  return new Map(rows.flatMap((row) => (row.parentID === null ? [] : [[row.parentID, row.count]])))
}

function matches(thread: ChatThread, term: string): boolean {
  return [thread.displayLabel, thread.label, thread.displayGroupLabel].some((text) =>
    text.toLocaleLowerCase('en-GB').includes(term),
  )
}

/**
 * The person's conversations, newest first (spec 2 §3): four statements, however many there are.
 * A search term is looked for in their labels, regardless of case. Archived ones are included.
 */
export async function listThreads(db: Database, userID: number, filter: ThreadFilter): Promise<ChatThread[]> {
  const rows = await selectThreads(db, userID, filter)
  const focus = await threadsInFocus(db, userID)
  const partnerOf = await partners(db, userID)
  const topics = await unreadTopics(db, userID)
  const threads = rows.map((row): ChatThread => {
    const partner = partnerOf.get(row.id)
    const { isArchived, pinnedAt, lastMessageDeletedAt, lastMessageTime, lastMessageID, ...others } = row
    const { archivedThroughID, lastMessageType, ...rest } = others
    const isPutAway = lastMessageID !== null && lastMessageID <= archivedThroughID
    return {
      ...rest,
      displayLabel: partner?.displayName ?? row.displayLabel,
      lastMessage: isPutAway
        ? ''
        : lastMessageDeletedAt === null
          ? (row.lastMessage ?? '')
          : DELETED_MESSAGE_TEXT,
      ...(lastMessageType === null || lastMessageDeletedAt !== null || isPutAway ? {} : { lastMessageType }),
      lastMessageTime: lastMessageTime === null ? null : new Date(lastMessageTime).toISOString(),
      senderID: row.senderID ?? 0,
      senderName: row.senderName ?? '',
      unread: row.unread ?? 0,
      unreadTopics: topics.get(row.id) ?? 0,
      isFocus: focus.has(row.id),
      isGroup: row.isGroup === 1,
      isAdmin: row.isAdmin === 1,
      isArchive: isArchived === 1,
      lastPinnedTime: pinnedAt === null ? null : new Date(pinnedAt).toISOString(),
      partnerID: partner?.id ?? 0,
      partnerName: partner?.displayName ?? '',
    }
  })
  const term = filter.searchTerm?.trim().toLocaleLowerCase('en-GB') ?? ''
  return term === '' ? threads : threads.filter((thread) => matches(thread, term))
}
