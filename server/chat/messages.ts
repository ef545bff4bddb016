import type { Selectable } from 'kysely'
import type { ChatMessage, ReplyQuote } from '#shared/contract/chat-entities.ts'
import { DELETED_MESSAGE_TEXT, REACTIONS } from '#shared/domain/chat.ts'
import { type FileKind, fileKind, fileMessageParts } from '#shared/domain/chat-files.ts'
import type { Database } from '../db/database.ts'
import type { MessageTable, ReactionTable } from '../db/schema/chat.ts'

/**
 * The person who sees a message, for `unread` and `mentionedTime`. Null for hub events, which go to the whole
 * conversation: there `unread` is true and `mentionedTime` null, and each client works out its own.
 */
interface Viewer {
  readonly userID: number
  readonly lastReadMessageID: number
}

/** Kinds of files that are shown in the conversation (spec 2 §3). */
const PREVIEWED: ReadonlySet<FileKind> = new Set([
  'IMAGE',
  'AUDIO',
  'VIDEO',
  'PDF',
  'DOCUMENT',
  'SPREADSHEET',
])

/** Messages with their senders and the quotes of what they reply to, in one statement. */
export function selectMessages(db: Database) {
  return db
    .selectFrom('messages as m')
    .innerJoin('users as u', 'u.id', 'm.userID')
    .leftJoin('users as b', 'b.id', 'm.broadcastUserID')
    .leftJoin('messages as q', 'q.id', 'm.replyToID')
    .leftJoin('users as qu', 'qu.id', 'q.userID')
    .selectAll('m')
    .select([
      'u.displayName as senderName',
      'b.displayName as broadcastUsername',
      'q.text as quotedText',
      'q.type as quotedType',
      'q.deletedAt as quotedDeletedAt',
      'q.userID as quotedUserID',
      'qu.displayName as quotedUserName',
    ])
}
export type SelectedMessage = Awaited<
  ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>
>

type NamedReaction = Pick<ReactionTable, 'messageID' | 'reaction'> & { readonly name: string }

const isoOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

function quoteOf(row: SelectedMessage): ReplyQuote | null {
  if (row.replyToID === null || row.quotedUserID === null) return null
  const isDeleted = row.quotedDeletedAt !== null
  return {
    id: row.replyToID,
    userID: row.quotedUserID,
    userName: row.quotedUserName ?? '',
    message: isDeleted ? DELETED_MESSAGE_TEXT : (row.quotedText ?? ''),
    type: isDeleted ? 'TEXT' : (row.quotedType ?? 'TEXT'),
  }
}

/** Numbers and names for each reaction, in order of the first to react. */
function reactionFields(reactions: readonly NamedReaction[]) {
  const namesOf = (type: string) => reactions.filter((one) => one.reaction === type).map((one) => one.name)
  const fields = Object.fromEntries(
    REACTIONS.flatMap(({ type, count, names }) => {
      const people = namesOf(type)
      return [
        [count, people.length],
        [names, people],
      ]
    }),
  )
  return fields as Pick<ChatMessage, (typeof REACTIONS)[number]['count' | 'names']>
}

function toMessage(
  row: SelectedMessage,
  reactions: readonly NamedReaction[],
  isMentioned: boolean,
  viewer: Viewer | null,
): ChatMessage {
  const isDeleted = row.deletedAt !== null
  return {
    id: row.id,
    userID: row.userID,
    userName: row.senderName,
    message: isDeleted ? DELETED_MESSAGE_TEXT : row.text,
    type: isDeleted ? 'TEXT' : row.type,
    entryTime: new Date(row.entryTime).toISOString(),
    edited: row.editTime !== null,
    editTime: isoOrNull(row.editTime),
    deleted: isDeleted,
    pinnedTime: isoOrNull(row.pinnedTime),
    broadcastTime: isoOrNull(row.broadcastTime),
    broadcastUsername: row.broadcastUsername,
    broadcastUserID: row.broadcastUserID,
    mentionedTime: isMentioned ? new Date(row.entryTime).toISOString() : null,
    topicID: row.topicID,
    replyToMessage: quoteOf(row),
    tokenType: row.tokenType,
    overallStatus: row.overallStatus,
    allowPreview:
      !isDeleted && row.type !== 'TEXT' && PREVIEWED.has(fileKind(fileMessageParts(row.text).fileName)),
    unread: viewer === null || (row.id > viewer.lastReadMessageID && row.userID !== viewer.userID),
    ...reactionFields(reactions),
    clientID: row.clientID,
  }
}

/** What a reply quotes, of the quoted message. */
export type Quoted = Pick<
  SelectedMessage,
  'quotedText' | 'quotedType' | 'quotedDeletedAt' | 'quotedUserID' | 'quotedUserName'
>

/** A message that was stored a moment ago, as nobody in particular sees it: nothing has to be read for that. */
export function freshMessage(
  row: Selectable<MessageTable>,
  senderName: string,
  quoted: Quoted | null,
): ChatMessage {
  const { quotedText = null, quotedType = null, quotedDeletedAt = null } = quoted ?? {}
  const { quotedUserID = null, quotedUserName = null } = quoted ?? {}
  const selected = { ...row, senderName, broadcastUsername: null, quotedText, quotedType, quotedDeletedAt }
  return toMessage({ ...selected, quotedUserID, quotedUserName }, [], false, null)
}

async function reactionsByMessage(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, NamedReaction[]>> {
  const rows = await db
    .selectFrom('reactions as r')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .where('r.messageID', 'in', ids)
    .select(['r.messageID', 'r.reaction', 'u.displayName as name'])
    .orderBy('r.at')
    .orderBy('r.userID')
    .execute()
  return Map.groupBy(rows, (row) => row.messageID)
}

async function mentionsAmong(db: Database, ids: readonly number[], viewer: Viewer): Promise<Set<number>> {
  const rows = await db
    .selectFrom('mentions')
    .where('messageID', 'in', ids)
    .where('userID', '=', viewer.userID)
    .select('messageID')
    .execute()
  return new Set(rows.map((row) => row.messageID))
}

/** Selected rows in the wire's form (spec 2 §3), in their order. Two statements, however many rows. */
export async function toMessages(
  db: Database,
  rows: readonly SelectedMessage[],
  viewer: Viewer | null,
): Promise<ChatMessage[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const reactions = await reactionsByMessage(db, ids)
  const mentioned = viewer ? await mentionsAmong(db, ids, viewer) : new Set<number>()
  return rows.map((row) => toMessage(row, reactions.get(row.id) ?? [], mentioned.has(row.id), viewer))
}

/** One message, which must exist. */
export async function messageByID(db: Database, id: number, viewer: Viewer | null): Promise<ChatMessage> {
  const row = await selectMessages(db).where('m.id', '=', id).executeTakeFirstOrThrow()
  const [message] = await toMessages(db, [row], viewer)
  if (!message) throw new Error(`message ${id} vanished`)
  return message
}
