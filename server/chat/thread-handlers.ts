import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { type MemberThread, memberIDs, requireMemberThread } from './access.ts'
import { joinRoom } from './joining.ts'
import { addMembers, putMessagesAway, removeMember, setArchived } from './membership.ts'
import type { ChatParts } from './parts.ts'
import { requireTypedThread, type TypedThread } from './placing.ts'
import { publishUnreadCounts } from './reading.ts'

const DONE = { done: true } as const

/** @throws Refusal 403 for somebody who isn't its admin (spec 2 §6), 400 where it is no group. */
function requireGroupAdmin(thread: MemberThread, { permissions }: Caller): void {
  if (thread.source !== 'MANUAL') throw new Refusal(400, 'chat.groupsOnly')
  if (thread.isAdmin !== 1 && !permissions.can('CHAT_CAN_MANAGE_CHATROOM_MEMBERS'))
    throw new Refusal(403, 'accessDenied')
}

/** The person's own row for a conversation. */
const ownRow = ({ db }: ChatParts, userID: number, threadID: number) =>
  db.updateTable('threadMembers').where('threadID', '=', threadID).where('userID', '=', userID)

async function setPinned(parts: ChatParts, userID: number, name: TypedThread, pinnedAt: number | null) {
  const thread = await requireTypedThread(parts.db, userID, name)
  await ownRow(parts, userID, thread.id).set({ pinnedAt }).execute()
  parts.hub.threadsChanged([userID])
  return DONE
}

/**
 * Makes messages unread again for one person: the newest, or all from the named one. Their own can't be
 * unread. @throws Refusal 400 where the newest is their own (spec 2 §8)
 */
async function markUnread(
  parts: ChatParts,
  userID: number,
  thread: MemberThread,
  messageID: number | undefined,
): Promise<number> {
  const { db, hub } = parts
  const newest = await db
    .selectFrom('messages')
    .where('threadID', '=', thread.id)
    .select(['id', 'userID'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest || newest.userID === userID || newest.id <= thread.archivedThroughID)
    throw new Refusal(400, 'chat.ownLatest')
  const own = await db
    .selectFrom('messages')
    .where('threadID', '=', thread.id)
    .where('userID', '=', userID)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = Math.min(messageID ?? newest.id, newest.id)
  const lastReadMessageID = Math.max(first - 1, own?.id ?? 0, thread.archivedThroughID)
  await ownRow(parts, userID, thread.id).set({ lastReadMessageID }).execute()
  const { unread } = await db
    .selectFrom('messages')
    .where('threadID', '=', thread.id)
    .where('id', '>', lastReadMessageID)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  hub.threadsChanged([userID])
  await publishUnreadCounts(db, hub, [userID])
  return unread
}

/** Every call of `shared/contract/chat-threads.ts` (spec 2 §7). */
export function chatThreadHandlers(parts: ChatParts): AreaHandlers<'chatThreads'> {
  const { db, clock, hub } = parts

  return {
    pinThread: (input, { caller }) => setPinned(parts, caller.userID, input, clock()),
    unpinThread: (input, { caller }) => setPinned(parts, caller.userID, input, null),

    archiveThread: async (input, { caller: { userID } }) => {
      await setArchived(parts, userID, await requireMemberThread(db, userID, input), 1)
      return DONE
    },
    unarchiveThread: async (input, { caller: { userID } }) => {
      await setArchived(parts, userID, await requireMemberThread(db, userID, input), 0)
      return DONE
    },

    archiveThreadMessages: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      if (thread.isGroup !== 1 || thread.isAdmin !== 1) throw new Refusal(403, 'accessDenied')
      await putMessagesAway(parts, thread)
      return DONE
    },

    markAsUnread: async ({ messageID, ...address }, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, address)
      return { unread: await markUnread(parts, userID, thread, messageID) }
    },

    joinRoom: async ({ name, ...address }, { caller }) => ({
      roomID: await joinRoom(parts, caller, address, name ?? ''),
    }),

    renameGroup: async ({ name, ...address }, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, address)
      requireGroupAdmin(thread, caller)
      await db.updateTable('threads').set({ displayLabel: name.trim() }).where('id', '=', thread.id).execute()
      hub.threadsChanged(await memberIDs(db, thread.id))
      return DONE
    },

    addGroupMembers: async ({ users, ...address }, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, address)
      requireGroupAdmin(thread, caller)
      await addMembers(parts, thread, users)
      return DONE
    },

    removeGroupMember: async ({ userID, ...address }, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, address)
      if (userID !== caller.userID || thread.source !== 'MANUAL') requireGroupAdmin(thread, caller)
      await removeMember(parts, thread, userID)
      return DONE
    },
  }
}
