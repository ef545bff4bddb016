import type { Selectable } from 'kysely'
import { MESSAGE_TEXT_MAX } from '#shared/contract/chat.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { textParts } from '#shared/domain/chat.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MessageTable } from '../db/schema/chat.ts'
import { Refusal } from '../refusal.ts'
import { type ChatPerson, type MemberThread, memberIDs } from './access.ts'
import { mentionActivity } from './activities.ts'
import { type FirstStatus, firstStatus } from './delivery.ts'
import { freshMessage, messageByID, type Quoted } from './messages.ts'
import type { ChatPublisher, PublishedThread } from './publisher.ts'

/** A message that somebody wants to send. */
export interface Draft {
  readonly text: string
  readonly replyTo: number | null
  /** The message's id from the client, in the Idempotency-Key: the same one again is the same message. */
  readonly clientID: string | null
  /** A file that comes with it, already on disk; then the text begins with its name. */
  readonly file?: DraftFile
  readonly tokenType?: 'EMAIL'
}

/** A file of a message that is being sent. */
export interface DraftFile {
  readonly type: 'FILE' | 'CENTRAL_FILE_HUB'
  readonly fileName: string
  readonly contentType: string
  /** Its name in the folder of files. */
  readonly storedAs: string
  readonly size: number
}

/** A stored message; `isNew` is false where it had been stored before. */
interface Stored {
  readonly id: number
  readonly isNew: boolean
  readonly mentioned: readonly number[]
  /** Where it is new, and what it quotes. */
  readonly row: Selectable<MessageTable> | null
  readonly quoted: Quoted | null
}

/** @throws Refusal 400 for a text that is empty after trimming, or too long (spec 2 §5). */
export function requireText(text: string): void {
  if (text.trim() === '') throw new Refusal(400, 'message.empty')
  if (text.length > MESSAGE_TEXT_MAX) throw new Refusal(400, 'message.tooLong', { max: MESSAGE_TEXT_MAX })
}

/** Members that are admins of the conversation. */
async function adminIDs(db: Database, threadID: number): Promise<number[]> {
  const rows = await db
    .selectFrom('threadMembers')
    .where('threadID', '=', threadID)
    .where('isAdmin', '=', 1)
    .select('userID')
    .execute()
  return rows.map((row) => row.userID)
}

/**
 * The members whom a text mentions, without its sender. 'Everyone' and 'Admins' (id 0) become those members,
 * except in one-to-one conversations, which have neither (spec 2 §3).
 */
export async function mentionedMembers(
  db: Database,
  thread: MemberThread,
  senderID: number,
  text: string,
): Promise<number[]> {
  const mentions = textParts(text).filter((part) => part.kind === 'mention')
  if (mentions.length === 0) return []
  const members = new Set(await memberIDs(db, thread.id))
  const mentioned = new Set<number>()
  for (const { id, name } of mentions) {
    if (id !== 0) mentioned.add(id)
    else if (thread.isGroup && name === 'Everyone') for (const member of members) mentioned.add(member)
    else if (thread.isGroup && name === 'Admins')
      for (const admin of await adminIDs(db, thread.id)) mentioned.add(admin)
  }
  mentioned.delete(senderID)
  return [...mentioned].filter((id) => members.has(id)).sort((a, b) => a - b)
}

/** @throws Refusal 400 where the quoted message isn't in the conversation. */
async function requireQuotable(trx: Database, threadID: number, messageID: number): Promise<Quoted> {
  const quoted = await trx
    .selectFrom('messages as q')
    .innerJoin('users as u', 'u.id', 'q.userID')
    .where('q.id', '=', messageID)
    .where('q.threadID', '=', threadID)
    .select([
      'q.text as quotedText',
      'q.type as quotedType',
      'q.deletedAt as quotedDeletedAt',
      'q.userID as quotedUserID',
      'u.displayName as quotedUserName',
    ])
    .executeTakeFirst()
  if (!quoted) throw new Refusal(400, 'message.quoteNotHere')
  return quoted
}

/** The message already stored under the sender's client id. */
async function storedBefore(
  trx: Database,
  senderID: number,
  thread: MemberThread,
  draft: Draft,
): Promise<Stored | undefined> {
  if (draft.clientID === null) return undefined
  const known = await trx
    .selectFrom('messages')
    .where('userID', '=', senderID)
    .where('clientID', '=', draft.clientID)
    .select(['id', 'threadID', 'text', 'replyToID', 'editTime'])
    .executeTakeFirst()
  if (!known) return undefined
  const isSame =
    known.threadID === thread.id &&
    known.replyToID === draft.replyTo &&
    (known.text === draft.text || known.editTime !== null)
  if (!isSame) throw new Refusal(409, 'message.keyReused')
  return { id: known.id, isNew: false, mentioned: [], row: null, quoted: null }
}

async function insertMessage(
  trx: Database,
  at: number,
  senderID: number,
  thread: MemberThread,
  draft: Draft,
  overallStatus: FirstStatus,
): Promise<Selectable<MessageTable> | undefined> {
  return trx
    .insertInto('messages')
    .values({
      threadID: thread.id,
      userID: senderID,
      text: draft.text,
      type: draft.file?.type ?? 'TEXT',
      entryTime: at,
      replyToID: draft.replyTo,
      tokenType: draft.tokenType ?? null,
      overallStatus,
      clientID: draft.clientID,
    })
    .onConflict((on) => on.columns(['userID', 'clientID']).where('clientID', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores a message in a transaction of the caller's: with its mentions, as the conversation's newest one, and
 * as read by its sender. @param status who has received it at once; others receive it when they connect @throws
 * Refusal 400 for a bad text or quote, 403 for somebody who isn't a member any more, 409 for a client id that was used
 * for another message.
 */
export async function storeMessage(
  trx: Database,
  clock: Clock,
  senderID: number,
  thread: MemberThread,
  draft: Draft,
  status: FirstStatus,
): Promise<Stored> {
  requireText(draft.text)
  const at = clock()
  // All writers wait for this transaction: what was stored before shows by the client's id being taken.
  let quoted: Quoted | null = null
  if (draft.replyTo !== null) {
    const known = await storedBefore(trx, senderID, thread, draft)
    if (known) return known
    quoted = await requireQuotable(trx, thread.id, draft.replyTo)
  }
  const row = await insertMessage(trx, at, senderID, thread, draft, status)
  if (row === undefined) {
    const known = await storedBefore(trx, senderID, thread, draft)
    if (!known) throw new Error('a message was neither stored nor known')
    return known
  }
  const { id } = row
  if (draft.file) {
    const { type: _, ...file } = draft.file
    await trx
      .insertInto('attachments')
      .values({ messageID: id, ...file })
      .execute()
  }
  const mentioned = await mentionedMembers(trx, thread, senderID, draft.text)
  if (mentioned.length > 0)
    await trx
      .insertInto('mentions')
      .values(mentioned.map((userID) => ({ messageID: id, userID })))
      .execute()
  await trx
    .updateTable('threads')
    .set({ lastMessageID: id, lastMessageTime: at })
    .where('id', '=', thread.id)
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('threadMembers')
    .set({ lastReadMessageID: id, lastReadAt: at })
    .where('threadID', '=', thread.id)
    .where('userID', '=', senderID)
    .executeTakeFirstOrThrow()
  // They were a member before it was this transaction's turn.
  if (numUpdatedRows === 0n) throw new Refusal(403, 'accessDenied')
  return { id, isNew: true, mentioned, row, quoted }
}

/** Who is told of a new message, and how. */
type TellingPublisher = Pick<ChatPublisher, 'activity' | 'messageCounts' | 'messageSent'>

/** Tells everybody concerned about a stored message, unless it had been stored before. */
export async function publishStored(
  db: Database,
  hub: TellingPublisher,
  thread: PublishedThread,
  stored: Stored,
): Promise<void> {
  if (stored.isNew) publish(hub, thread, stored, await messageByID(db, stored.id, null))
}

/** The message comes first, since people wait for it, then its effects elsewhere. */
function publish(
  hub: TellingPublisher,
  thread: PublishedThread,
  { mentioned }: Stored,
  message: ChatMessage,
): void {
  hub.messageSent(thread, message)
  for (const userID of mentioned) hub.activity(userID, mentionActivity(thread, message))
  hub.messageCounts(thread.id, message.userID)
}

/** Sends a message to one of the sender's conversations, and answers it as stored (spec 2 §7). */
export async function sendMessage(
  db: Database,
  clock: Clock,
  hub: ChatPublisher,
  sender: ChatPerson,
  thread: MemberThread,
  draft: Draft,
): Promise<ChatMessage> {
  // Who joins or connects meanwhile does so after the message.
  const status = await firstStatus(db, thread.id, sender.userID, hub.onlineUserIDs)
  const stored = await db
    .transaction()
    .execute((trx) => storeMessage(trx, clock, sender.userID, thread, draft, status))
  const message = stored.row
    ? freshMessage(stored.row, sender.displayName, stored.quoted)
    : await messageByID(db, stored.id, null)
  if (stored.isNew) publish(hub, thread, stored, message)
  // For its sender it is read.
  return { ...message, unread: false }
}
