import type { ChatAddress, ChatSource } from '#shared/contract/chat-address.ts'
import type { ThreadType } from '#shared/contract/chat-entities.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** Who does something in the chat. */
export interface ChatPerson {
  readonly userID: number
  readonly displayName: string
  readonly permissions: Permissions
}

/** A conversation as one of its members sees it. */
export interface MemberThread {
  readonly id: number
  readonly type: ThreadType
  readonly source: ChatSource
  readonly sourceID: number
  readonly isGroup: number
  readonly lastMessageID: number | null
  readonly lastReadMessageID: number
  /** Messages up to this one were archived. */
  readonly archivedThroughID: number
  readonly isAdmin: number
  readonly parentID: number | null
}

/**
 * How a call names a conversation: by its record, by a thread's own id, by a chatroom's name, or by the id of
 * either.
 */
export type ThreadName =
  | ChatAddress
  | { readonly threadID: number }
  | { readonly chatroom: string }
  | { readonly ownID: number }

/** The hub group for a conversation's events. */
export const threadGroupName = (threadID: number): string => `thread:${threadID}`

/** The conversation, if it exists and the person is a member of it. */
export async function findMemberThread(
  db: Database,
  userID: number,
  name: ThreadName,
): Promise<MemberThread | undefined> {
  const query = db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as tm', 'tm.threadID', 't.id')
    .where('tm.userID', '=', userID)
    .select([
      't.id',
      't.type',
      't.source',
      't.sourceID',
      't.isGroup',
      't.lastMessageID',
      'tm.lastReadMessageID',
      't.archivedThroughID',
      'tm.isAdmin',
      't.parentID',
    ])
  if ('ownID' in name) return query.where('t.id', '=', name.ownID).executeTakeFirst()
  if ('chatroom' in name)
    return query.where('t.label', '=', name.chatroom).where('t.type', '=', 'CHATROOM').executeTakeFirst()
  if ('threadID' in name)
    return query.where('t.id', '=', name.threadID).where('t.type', '=', 'THREAD').executeTakeFirst()
  return query.where('t.source', '=', name.source).where('t.sourceID', '=', name.sourceID).executeTakeFirst()
}

/**
 * The conversation, for a member. @throws Refusal 403 for anybody else; the same where there is none, so that
 * nobody can find out which exist.
 */
export async function requireMemberThread(
  db: Database,
  userID: number,
  name: ThreadName,
): Promise<MemberThread> {
  const thread = await findMemberThread(db, userID, name)
  if (!thread) throw new Refusal(403, 'accessDenied')
  return thread
}

/** The ids of everybody in the conversation. */
export async function memberIDs(db: Database, threadID: number): Promise<number[]> {
  const rows = await db
    .selectFrom('threadMembers')
    .where('threadID', '=', threadID)
    .select('userID')
    .orderBy('userID')
    .execute()
  return rows.map((row) => row.userID)
}
