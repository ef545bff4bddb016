import type { MessagePage } from '#shared/contract/chat-entities.ts'
import type { Database } from '../db/database.ts'
import type { MemberThread } from './access.ts'
import { type SelectedMessage, selectMessages, toMessages } from './messages.ts'

/** Most messages of one page. */
const PAGE_SIZE = 50

/** How many messages of the first page are unread ones, if there are so many. */
const UNREAD_SHARE = 30

/** Which page; see `anchor` in the contract. The anchor id counts unless `useAnchor` is false. */
export interface PageAnchor {
  readonly useAnchor?: boolean | undefined
  readonly anchorBefore?: boolean | undefined
  readonly anchorMessageID?: number | undefined
}

type PagedThread = Pick<MemberThread, 'id' | 'archivedThroughID'>

/** At most a page before the id (exclusive), oldest first. */
async function before(
  db: Database,
  { id: threadID, archivedThroughID }: PagedThread,
  id: number,
): Promise<SelectedMessage[]> {
  const rows = await selectMessages(db)
    .where('m.threadID', '=', threadID)
    .where('m.id', '<', id)
    .where('m.id', '>', archivedThroughID)
    .orderBy('m.id', 'desc')
    .limit(PAGE_SIZE)
    .execute()
  return rows.reverse()
}

/** At most a page after the id (exclusive), oldest first. */
function after(
  db: Database,
  { id: threadID, archivedThroughID }: PagedThread,
  id: number,
): Promise<SelectedMessage[]> {
  return selectMessages(db)
    .where('m.threadID', '=', threadID)
    .where('m.id', '>', Math.max(id, archivedThroughID))
    .orderBy('m.id')
    .limit(PAGE_SIZE)
    .execute()
}

/**
 * The page that a conversation opens on (spec 2 §4): around the first unread message, with at least 20 read
 * ones above it if there are so many; the newest page where nothing is unread.
 */
async function openingRows(db: Database, thread: MemberThread): Promise<SelectedMessage[]> {
  const unread = await after(db, thread, thread.lastReadMessageID)
  const read = await before(db, thread, thread.lastReadMessageID + 1)
  const unreadCount = Math.min(unread.length, Math.max(UNREAD_SHARE, PAGE_SIZE - read.length))
  const readCount = Math.min(read.length, PAGE_SIZE - unreadCount)
  return [...read.slice(read.length - readCount), ...unread.slice(0, unreadCount)]
}

/** A page of the conversation as this member sees it. At most four statements, however long it is. */
export async function loadPage(
  db: Database,
  thread: MemberThread,
  userID: number,
  { useAnchor, anchorBefore, anchorMessageID }: PageAnchor,
): Promise<MessagePage> {
  let rows: SelectedMessage[]
  if (anchorMessageID === undefined || useAnchor === false) rows = await openingRows(db, thread)
  else if (anchorBefore) rows = await before(db, thread, anchorMessageID)
  else rows = await after(db, thread, anchorMessageID)
  const viewer = { userID, lastReadMessageID: thread.lastReadMessageID }
  return {
    messages: await toMessages(db, rows, viewer),
    latestMessageID: rows.at(-1)?.id ?? null,
    oldestMessageID: rows.at(0)?.id ?? null,
  }
}

/**
 * The page around a message (spec 2 §4), for links to it. @returns an empty page where the conversation
 * hasn't got the message, or it was archived
 */
export async function loadAround(
  db: Database,
  thread: MemberThread,
  userID: number,
  messageID: number,
): Promise<MessagePage> {
  const above = await before(db, thread, messageID + 1)
  if (above.at(-1)?.id !== messageID) return { messages: [], latestMessageID: null, oldestMessageID: null }
  const below = await after(db, thread, messageID)
  const belowCount = Math.min(below.length, Math.max(PAGE_SIZE / 2, PAGE_SIZE - above.length))
  const rows = [...above.slice(-(PAGE_SIZE - belowCount)), ...below.slice(0, belowCount)]
  const viewer = { userID, lastReadMessageID: thread.lastReadMessageID }
  return {
    messages: await toMessages(db, rows, viewer),
    latestMessageID: rows.at(-1)?.id ?? null,
    oldestMessageID: rows.at(0)?.id ?? null,
  }
}
