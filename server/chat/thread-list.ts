import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { DELETED_MESSAGE_TEXT } from '#shared/domain/chat.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'

/** Which of a person's conversations; by default all. */
interface ThreadFilter {
  readonly searchTerm?: string | undefined
  readonly source?: ChatSource | undefined
  readonly sourceID?: number | undefined
}

/** Newest first. The unread count reads only a range of the index (threadID, id). */
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

/** The conversations with an unread message that mentions the person, or that one if it has such. */
async function threadsInFocus(db: Database, userID: number, threadID?: number): Promise<Set<number>> {
  let query = db
    .selectFrom('mentions as n')
    .innerJoin('messages as m', 'm.id', 'n.messageID')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 'm.threadID').on('tm.userID', '=', userID),
    )
    .where('n.userID', '=', userID)
    .whereRef('n.messageID', '>', 'tm.lastReadMessageID')
    .where('m.deletedAt', 'is', null)
  if (threadID !== undefined) query = query.where('m.threadID', '=', threadID)
  const rows = await query.select('m.threadID').distinct().execute()
  return new Set(rows.map((row) => row.threadID))
}

/** The other person of each one-to-one conversation, or of that one. */
async function partners(db: Database, userID: number, threadID?: number) {
  let query = db
    .selectFrom('threadMembers as tm')
    .innerJoin('threads as t', 't.id', 'tm.threadID')
    .innerJoin('threadMembers as other', 'other.threadID', 'tm.threadID')
    .innerJoin('users as u', 'u.id', 'other.userID')
    .where('tm.userID', '=', userID)
    .where('t.isGroup', '=', 0)
    .where('other.userID', '!=', userID)
  if (threadID !== undefined) query = query.where('tm.threadID', '=', threadID)
  const rows = await query.select(['tm.threadID', 'u.id', 'u.displayName']).execute()
  return new Map(rows.map((row) => [row.threadID, row]))
}

/** How many topics with unread messages each conversation has, or that one. */
async function unreadTopics(db: Database, userID: number, threadID?: number): Promise<Map<number, number>> {
  let query = db
    .selectFrom('threadMembers as tm')
    .innerJoin('threads as t', 't.id', 'tm.threadID')
    .where('tm.userID', '=', userID)
    .where('t.source', '=', 'TOPIC')
    .where('t.parentID', 'is not', null)
    .whereRef('t.lastMessageID', '>', 'tm.lastReadMessageID')
  if (threadID !== undefined) query = query.where('t.parentID', '=', threadID)
  const rows = await query
    .select(['t.parentID', db.fn.countAll<number>().as('count')])
    .groupBy('t.parentID')
    .execute()
  return new Map(rows.flatMap((row) => (row.parentID === null ? [] : [[row.parentID, row.count]])))
}

/** How many others are named to tell a group from another of the same name. Ours. */
const NAMED_PEOPLE = 3
/** Of groups with the same name, the people of at most this many are looked up, the newest first. */
const NAMESAKES_MAX = 50

type ThreadRow = Awaited<ReturnType<typeof selectThreads>>[number]

/** The groups whose name another one has. A single group may have a namesake outside of this list. */
function namesakes(rows: readonly ThreadRow[]): number[] {
  const groups = rows.filter(({ isGroup, type }) => isGroup === 1 && type === 'THREAD')
  if (rows.length === 1) return groups.map(({ id }) => id)
  const nameOf = ({ displayLabel }: ThreadRow) => searchable(displayLabel.trim())
  const times = new Map<string, number>()
  for (const row of groups) times.set(nameOf(row), (times.get(nameOf(row)) ?? 0) + 1)
  return groups.filter((row) => (times.get(nameOf(row)) ?? 0) > 1).map(({ id }) => id)
}

/** The first other people in those groups, by name. */
async function peopleOf(db: Database, userID: number, threadIDs: readonly number[]) {
  const people = new Map<number, string[]>()
  if (threadIDs.length === 0) return people
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('users as u', 'u.id', 'tm.userID')
    .where('tm.threadID', 'in', threadIDs.slice(0, NAMESAKES_MAX))
    .where('tm.userID', '!=', userID)
    .select(['tm.threadID', 'u.displayName'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .execute()
  for (const { threadID, displayName } of rows) {
    const names = people.get(threadID) ?? []
    if (names.length < NAMED_PEOPLE) people.set(threadID, [...names, displayName])
  }
  return people
}

function matches(thread: ChatThread, term: string): boolean {
  return [thread.displayLabel, thread.label, thread.displayGroupLabel].some((text) =>
    searchable(text).includes(term),
  )
}

/**
 * The person's conversations, newest first, archived ones included (spec 2 §3). Four statements, however many
 * there are, and a fifth for groups of the same name. A search term is looked for in their labels, in
 * capitals or not.
 */
export async function listThreads(db: Database, userID: number, filter: ThreadFilter): Promise<ChatThread[]> {
  const rows = await selectThreads(db, userID, filter)
  const [only] = rows.length === 1 ? rows : []
  const focus = await threadsInFocus(db, userID, only?.id)
  const partnerOf = await partners(db, userID, only?.id)
  const topics = await unreadTopics(db, userID, only?.id)
  const peopleIn = await peopleOf(db, userID, namesakes(rows))
  const threads = rows.map((row): ChatThread => {
    const partner = partnerOf.get(row.id)
    const people = peopleIn.get(row.id)
    const { pinnedAt, lastMessageDeletedAt, lastMessageTime, lastMessageID, lastMessageType } = row
    const isPutAway = lastMessageID !== null && lastMessageID <= row.archivedThroughID
    // Written field by field: with thousands of rows, copying and leaving some out took a third of the call's
    // time.
    return {
      id: row.id,
      type: row.type,
      source: row.source,
      sourceID: row.sourceID,
      label: row.label,
      displayGroupLabel: row.displayGroupLabel,
      parentID: row.parentID,
      status: row.status,
      priority: row.priority,
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
      isArchive: row.isArchived === 1,
      lastPinnedTime: pinnedAt === null ? null : new Date(pinnedAt).toISOString(),
      partnerID: partner?.id ?? 0,
      partnerName: partner?.displayName ?? '',
      ...(people ? { people: people.join(', ') } : {}),
    }
  })
  const term = searchable(filter.searchTerm?.trim() ?? '')
  return term === '' ? threads : threads.filter((thread) => matches(thread, term))
}
