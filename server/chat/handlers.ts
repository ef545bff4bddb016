import type * as z from 'zod/mini'
import type * as contract from '#shared/contract/chat.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type ChatPerson, requireMemberThread, type ThreadName } from './access.ts'
import { recentActivities } from './activities.ts'
import { attachedFile } from './attachments.ts'
import { startConversation } from './conversations.ts'
import { loadPage, type PageAnchor } from './message-pages.ts'
import { contactsOf, membersOf } from './people.ts'
import type { ChatPublisher } from './publisher.ts'
import { react } from './reacting.ts'
import { markAllRead, markThreadRead } from './reading.ts'
import { sendMessage } from './sending.ts'
import { listThreads } from './thread-list.ts'

const DONE = { done: true } as const

interface ChatOptions {
  readonly db: Database
  readonly clock: Clock
  /** Publishes what happens; see hubPublisher. */
  readonly hub: ChatPublisher
  /** Where attached files are. */
  readonly files: FileStore
}

type ChatHandlers = AreaHandlers<'chat'>

/**
 * Every call of `shared/contract/chat.ts` (spec 2 §7). Naming a conversation without being in it is refused
 * with 403, in the same words whether it exists or not.
 */
export function chatHandlers({ db, clock, hub, files }: ChatOptions): ChatHandlers {
  async function page(userID: number, name: ThreadName, anchor: PageAnchor) {
    return loadPage(db, await requireMemberThread(db, userID, name), userID, anchor)
  }

  type Sending = Pick<z.output<typeof contract.sendMessageToThread.request>, 'message' | 'replyTo'>
  async function send(caller: ChatPerson, name: ThreadName, sending: Sending, key: string | null) {
    const thread = await requireMemberThread(db, caller.userID, name)
    const draft = { text: sending.message, replyTo: sending.replyTo ?? null, clientID: key }
    return { message: await sendMessage(db, clock, hub, caller, thread, draft) }
  }

  return {
    myChatThreads: (input, { caller }) => listThreads(db, caller.userID, input ?? {}),

    myContacts: (_input, { caller }) => contactsOf(db, caller.userID, hub.onlineUserIDs),

    members: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      return membersOf(db, thread.id, hub.onlineUserIDs)
    },

    loadGroupChatMessages: (input, { caller }) => page(caller.userID, input, input),

    loadThreadChatMessages: (input, { caller }) => page(caller.userID, { threadID: input.threadID }, input),

    focusOnThread: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      await markThreadRead(db, clock, hub, caller.userID, thread.id, input.messageID)
      return DONE
    },

    markAllAsRead: async ({ records }, { caller }) => {
      await markAllRead(db, clock, hub, caller.userID, records)
      return DONE
    },

    react: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      await react(db, clock, hub, caller, thread, input.id, input.reaction)
      return DONE
    },

    startConversation: async ({ users, message = '', name }, { caller, idempotencyKey }) => {
      const draft = { text: message, replyTo: null, clientID: idempotencyKey }
      return { threadID: await startConversation(db, clock, hub, caller, users, draft, name) }
    },

    recentActivities: (_input, { caller }) => recentActivities(db, caller.userID),

    downloadAttachment: async (input, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, input)
      return attachedFile(db, files, thread, input.id)
    },

    sendMessageToChatroom: (input, { caller, idempotencyKey }) =>
      send(caller, { chatroom: input.chatroom }, input, idempotencyKey),

    sendMessageToThread: (input, { caller, idempotencyKey }) =>
      send(caller, { threadID: input.threadID }, input, idempotencyKey),
  }
}
