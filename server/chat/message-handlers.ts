import type { ChatMessage, MessageAnalysis } from '#shared/contract/chat-entities.ts'
import { textParts } from '#shared/domain/chat.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type MemberThread, requireMemberThread } from './access.ts'
import { deleteMessage, editMessage, markMessage } from './changing.ts'
import { startConversation } from './conversations.ts'
import { deliveryStats, messageStatuses } from './delivery.ts'
import { loadAround } from './message-pages.ts'
import { messageByID, selectMessages, toMessages } from './messages.ts'
import type { ChatParts } from './parts.ts'
import {
  type PlacedMessage,
  requireMessageAt,
  requireTypedMessage,
  requireTypedThread,
  type TypedThread,
} from './placing.ts'
import { sendMessage } from './sending.ts'

const DONE = { done: true } as const
/** Longest list of pinned messages or broadcasts. */
const MARKED_MAX = 200

/** A conversation's messages with a mark, the last marked one first. */
async function marked(
  { db }: ChatParts,
  userID: number,
  name: TypedThread,
  mark: 'pinnedTime' | 'broadcastTime',
  most = MARKED_MAX,
): Promise<ChatMessage[]> {
  const thread = await requireTypedThread(db, userID, name)
  const rows = await selectMessages(db)
    .where('m.threadID', '=', thread.id)
    .where('m.id', '>', thread.archivedThroughID)
    .where(`m.${mark}`, 'is not', null)
    .where('m.deletedAt', 'is', null)
    .orderBy(`m.${mark}`, 'desc')
    .limit(most)
    .execute()
  return toMessages(db, rows, { userID, lastReadMessageID: thread.lastReadMessageID })
}

/** Longest page of files. */
const FILES_MAX = 100

/** A conversation's files, newest first; before a message where one is named. */
async function filesOf(
  { db }: ChatParts,
  userID: number,
  { beforeMessageID, ...name }: TypedThread & { beforeMessageID?: number | undefined },
): Promise<ChatMessage[]> {
  const thread = await requireTypedThread(db, userID, name)
  const rows = await selectMessages(db)
    .where('m.threadID', '=', thread.id)
    .where('m.id', '>', thread.archivedThroughID)
    .where('m.id', '<', beforeMessageID ?? Number.MAX_SAFE_INTEGER)
    .where('m.type', '=', 'CENTRAL_FILE_HUB')
    .where('m.deletedAt', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(FILES_MAX)
    .execute()
  return toMessages(db, rows, { userID, lastReadMessageID: thread.lastReadMessageID })
}

const MINUTE = 60_000

async function analyse(
  { db, hub }: ChatParts,
  thread: MemberThread,
  message: PlacedMessage,
): Promise<MessageAnalysis> {
  const replies = await db
    .selectFrom('messages')
    .where('replyToID', '=', message.id)
    .where('deletedAt', 'is', null)
    .select(['entryTime'])
    .orderBy('id')
    .execute()
  const { reactions } = await db
    .selectFrom('reactions')
    .where('messageID', '=', message.id)
    .select((eb) => eb.fn.countAll<number>().as('reactions'))
    .executeTakeFirstOrThrow()
  const stats = await deliveryStats(db, hub.onlineUserIDs, { ...message, threadID: thread.id })
  const parts = textParts(message.text)
  const [first] = replies
  return {
    words: message.text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0,
    characters: [...message.text].length,
    links: message.text.match(/https?:\/\/\S+/g)?.length ?? 0,
    mentions: parts.flatMap((part) => (part.kind === 'mention' ? [part.name] : [])),
    replies: replies.length,
    reactions,
    readers: stats.filter((one) => one.status === 'READ').length,
    audience: stats.length,
    firstReplyMinutes: first ? Math.round((first.entryTime - message.entryTime) / MINUTE) : null,
  }
}

/** Every call of `shared/contract/chat-messages.ts` (spec 2 §7). */
export function chatMessageHandlers(parts: ChatParts): AreaHandlers<'chatMessages'> {
  const { db, clock, hub, outbox } = parts
  return {
    getMessageStatuses: ({ type, messageIDs }, { caller }) =>
      messageStatuses(db, caller.userID, type, messageIDs),

    getMessageStats: async (input, { caller }) => {
      const { message } = await requireMessageAt(db, caller.userID, input)
      return deliveryStats(db, hub.onlineUserIDs, message)
    },

    editMessage: async (input, { caller }) => {
      const { thread, message } = await requireMessageAt(db, caller.userID, input)
      return { message: await editMessage(parts, caller, thread, message, input.message) }
    },

    deleteMessage: async (input, { caller }) => {
      const { thread, message } = await requireMessageAt(db, caller.userID, input)
      await deleteMessage(parts, caller, thread, message)
      return DONE
    },

    pinMessage: async (input, { caller }) => {
      const { thread } = await requireTypedMessage(db, caller.userID, input)
      await markMessage(parts, thread, input.messageID, { pinnedTime: clock() })
      return DONE
    },

    unpinMessage: async (input, { caller }) => {
      const { thread } = await requireTypedMessage(db, caller.userID, input)
      await markMessage(parts, thread, input.messageID, { pinnedTime: null })
      return DONE
    },

    broadcastMessage: async (input, { caller }) => {
      const { thread } = await requireTypedMessage(db, caller.userID, input)
      const marks = { broadcastTime: clock(), broadcastUserID: caller.userID }
      await markMessage(parts, thread, input.messageID, marks)
      return DONE
    },

    removeBroadcastMessage: async (input, { caller }) => {
      const { thread } = await requireTypedMessage(db, caller.userID, input)
      await markMessage(parts, thread, input.messageID, { broadcastTime: null, broadcastUserID: null })
      return DONE
    },

    myPinnedMessages: (input, { caller }) => marked(parts, caller.userID, input, 'pinnedTime'),
    broadcastMessages: (input, { caller }) => marked(parts, caller.userID, input, 'broadcastTime'),
    latestBroadcastMessage: async (input, { caller }) => {
      const [message = null] = await marked(parts, caller.userID, input, 'broadcastTime', 1)
      return { message }
    },

    loadThreadFiles: (input, { caller }) => filesOf(parts, caller.userID, input),

    loadMessagesAround: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      return loadAround(db, thread, caller.userID, input.id)
    },

    analyseMessage: async (input, { caller }) => {
      const { thread, message } = await requireMessageAt(db, caller.userID, input)
      return analyse(parts, thread, message)
    },

    sendCustomerMessage: async ({ sourceID, email, subject, message }, { caller, idempotencyKey }) => {
      const thread = await requireMemberThread(db, caller.userID, { source: 'JOB_ORDER', sourceID })
      const text = `To the customer, ${email}:\n${subject.trim()}\n\n${message.trim()}`
      const draft = { text, replyTo: null, clientID: idempotencyKey, tokenType: 'EMAIL' } as const
      const sent = await sendMessage(db, clock, hub, caller, thread, draft)
      await outbox.post({ to: email, subject: subject.trim(), text: message.trim(), kind: 'CUSTOMER' })
      return { message: sent }
    },

    sendQuickMessage: async ({ userID, message }, { caller, idempotencyKey }) => {
      const nothing = { text: '', replyTo: null, clientID: null }
      const threadID = await startConversation(db, clock, hub, caller, [userID], nothing)
      const thread = await requireMemberThread(db, caller.userID, { threadID })
      const draft = { text: message.trim(), replyTo: null, clientID: idempotencyKey }
      const sent = await sendMessage(db, clock, hub, caller, thread, draft)
      hub.quickMessage(userID, thread, await messageByID(db, sent.id, null))
      return { threadID, message: sent }
    },
  }
}
