import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { findMemberThread } from '../chat/access.ts'
import { directLabel } from '../chat/conversations.ts'
import type { Database } from '../db/database.ts'

/** The conversations of meetings (spec 2 §1: meeting chat). */

/** Makes this meeting the present one of that conversation. */
async function bind(db: Database, threadID: number, meetingID: number): Promise<void> {
  await db
    .insertInto('threadRooms')
    .values({ threadID, meetingID })
    .onConflict((on) => on.column('threadID').doUpdateSet({ meetingID }))
    .execute()
}

/** Connects a meeting to the conversation from which its host begins it, if they are in that. */
export async function bindRoom(
  db: Database,
  hostID: number,
  meetingID: number,
  chat: ChatAddress,
): Promise<void> {
  const thread = await findMemberThread(db, hostID, chat)
  if (thread) await bind(db, thread.id, meetingID)
}

/** Makes a meeting's room. Answers its id; null where that number already has a room. */
export async function makeRoom(
  db: Database,
  meeting: { readonly id: number; readonly subject: string; readonly people: readonly number[] },
  at: number,
): Promise<number | null> {
  const { id, subject, people } = meeting
  const thread = await db
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      source: 'MEETING',
      sourceID: id,
      label: `MEETING: ${id}`,
      displayLabel: subject,
      displayGroupLabel: 'Meetings',
      isGroup: 1,
      status: '',
      priority: '',
      createdAt: at,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!thread) return null
  const members = people.map((userID) => ({
    threadID: thread.id,
    userID,
    isAdmin: 0,
    isArchived: 0,
    lastReadMessageID: 0,
  }))
  await db.insertInto('threadMembers').values(members).execute()
  await bind(db, thread.id, id)
  return thread.id
}

/**
 * A meeting's conversation, for somebody who is in both: the one that it was begun from, else that of the two
 * people who meet; null for none.
 */
export async function roomOf(
  db: Database,
  meetingID: number,
  userID: number,
  people: readonly number[],
): Promise<ChatAddress | null> {
  const bound = await db
    .selectFrom('threadRooms')
    .select('threadID')
    .where('meetingID', '=', meetingID)
    .executeTakeFirst()
  const [one, other, more] = people
  const direct =
    bound || one === undefined || other === undefined || more !== undefined
      ? undefined
      : await db
          .selectFrom('threads')
          .select('id as threadID')
          .where('label', '=', directLabel(one, other))
          .executeTakeFirst()
  const ownID = (bound ?? direct)?.threadID
  const thread = ownID === undefined ? undefined : await findMemberThread(db, userID, { ownID })
  return thread ? { source: thread.source, sourceID: thread.sourceID } : null
}
