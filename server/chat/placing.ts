import type { ChatAddress, ChatSource } from '#shared/contract/chat-address.ts'
import type { ThreadType } from '#shared/contract/chat-entities.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { findMemberThread, type MemberThread, requireMemberThread } from './access.ts'

/** A conversation by its source id and type, and its source where known. */
export interface TypedThread {
  readonly id: number
  readonly type: ThreadType
  readonly source?: ChatSource | undefined
}

/** A message and where it is, for those who change it. */
export interface PlacedMessage {
  readonly id: number
  readonly threadID: number
  readonly userID: number
  readonly text: string
  readonly type: 'TEXT' | 'FILE' | 'CENTRAL_FILE_HUB'
  readonly entryTime: number
  readonly deletedAt: number | null
  readonly topicID: number | null
}

/**
 * The conversation with that source id and type, for a member. @throws Refusal 403 like requireMemberThread;
 * 400 where several match
 */
export async function requireTypedThread(
  db: Database,
  userID: number,
  { id, type, source }: TypedThread,
): Promise<MemberThread> {
  let query = db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as tm', 'tm.threadID', 't.id')
    .where('tm.userID', '=', userID)
    .where('t.type', '=', type)
    .where('t.sourceID', '=', id)
  if (source !== undefined) query = query.where('t.source', '=', source)
  const [found, second] = await query.select('t.id').limit(2).execute()
  if (!found) throw new Refusal(403, 'accessDenied')
  if (second) throw new Refusal(400, 'chat.whichChat')
  return requireMemberThread(db, userID, { ownID: found.id })
}

/**
 * An existing message in one of the person's conversations. @throws Refusal 403 for somebody who isn't a
 * member, 400 where there is no such message or it was deleted
 */
export async function requireMessage(
  db: Database,
  thread: Pick<MemberThread, 'id' | 'archivedThroughID'>,
  messageID: number,
): Promise<PlacedMessage> {
  const message = await db
    .selectFrom('messages')
    .where('id', '=', messageID)
    .where('threadID', '=', thread.id)
    .where('id', '>', thread.archivedThroughID)
    .select(['id', 'threadID', 'userID', 'text', 'type', 'entryTime', 'deletedAt', 'topicID'])
    .executeTakeFirst()
  if (!message) throw new Refusal(400, 'message.notHere')
  if (message.deletedAt !== null) throw new Refusal(400, 'message.deleted')
  return message
}

/** The conversation at an address, and an existing message in it. */
export async function requireMessageAt(
  db: Database,
  userID: number,
  { id, source, sourceID }: ChatAddress & { readonly id: number },
) {
  const thread = await requireMemberThread(db, userID, { source, sourceID })
  return { thread, message: await requireMessage(db, thread, id) }
}

/** The conversation and the message that a call names by `messageID`, `id` and `type`. */
export async function requireTypedMessage(
  db: Database,
  userID: number,
  { messageID, id, type, source }: TypedThread & { readonly messageID: number },
) {
  const { threadID } = (await db
    .selectFrom('messages')
    .where('id', '=', messageID)
    .select('threadID')
    .executeTakeFirst()) ?? { threadID: 0 }
  const thread = await findMemberThread(db, userID, { ownID: threadID })
  const fits =
    thread?.sourceID === id && thread.type === type && (source === undefined || thread.source === source)
  if (!thread || !fits) throw new Refusal(403, 'accessDenied')
  return { thread, message: await requireMessage(db, thread, messageID) }
}
