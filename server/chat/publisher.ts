import type { ActivityItem, ChatAddress, ChatMessage, ThreadType } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClients } from '../hubs/types.ts'
import { threadGroupName } from './access.ts'

/** The conversation that something happened in. */
interface PublishedThread extends ChatAddress {
  readonly id: number
  readonly type: ThreadType
}

/** Tells connected people what happened in the chat. */
export interface ChatPublisher {
  /** Who is connected to the chat now. */
  readonly onlineUserIDs: ReadonlySet<number>
  /** Who is connected to the shell's hub now, and so has an unread count to keep. */
  readonly countedUserIDs: ReadonlySet<number>
  messageSent(thread: PublishedThread, message: ChatMessage): void
  reactionChanged(thread: PublishedThread, message: ChatMessage): void
  activity(userID: number, item: ActivityItem): void
  /** These people are now members: their connections hear it from here on. */
  peopleAdded(threadID: number, userIDs: readonly number[]): void
  /** @param isNew whether it grew by a message */
  unreadCount(userID: number, count: number, isNew: boolean): void
}

/** Publishes through the two hubs (spec 2 §7). */
export function hubPublisher(hubs: {
  readonly chat: HubClients<typeof chatHub>
  readonly main: HubClients<typeof mainHub>
}): ChatPublisher {
  const { chat, main } = hubs
  const placed = ({ source, sourceID }: ChatAddress, message: ChatMessage) => ({ source, sourceID, message })
  return {
    get onlineUserIDs() {
      return chat.onlineUserIDs
    },
    get countedUserIDs() {
      return main.onlineUserIDs
    },
    messageSent(thread, message) {
      const event = thread.type === 'CHATROOM' ? 'newMessage' : 'newThreadMessage'
      chat.toGroup(threadGroupName(thread.id), event, [placed(thread, message)])
    },
    reactionChanged(thread, message) {
      chat.toGroup(threadGroupName(thread.id), 'NEW_REACTION', [placed(thread, message)])
    },
    activity(userID, item) {
      chat.toUser(userID, 'NEW_ACTIVITY', [item])
    },
    peopleAdded(threadID, userIDs) {
      for (const userID of userIDs) {
        chat.joinUser(userID, threadGroupName(threadID))
        chat.toUser(userID, 'refreshThreads', [])
      }
    },
    unreadCount(userID, count, isNew) {
      main.toUser(userID, 'updateUnreadMessageCount', [count])
      if (isNew) main.toUser(userID, 'newUnreadMessageCount', [count])
    },
  }
}
