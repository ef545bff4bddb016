import type { MeetingAlert } from '#shared/contract/call-entities.ts'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ActivityItem, ChatMessage, ThreadType } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClients } from '../hubs/types.ts'
import { threadGroupName } from './access.ts'

/** The conversation that something happened in. */
export interface PublishedThread extends ChatAddress {
  readonly id: number
  readonly type: ThreadType
}

/** Tells connected people what happened in the chat. */
export interface ChatPublisher {
  /** Who is connected to the chat now. */
  readonly onlineUserIDs: ReadonlySet<number>
  /** Who is connected to the shell's hub, and so shows an unread count. */
  readonly countedUserIDs: ReadonlySet<number>
  messageSent(thread: PublishedThread, message: ChatMessage): void
  reactionChanged(thread: PublishedThread, message: ChatMessage): void
  /** The message in its new state. */
  messageEdited(thread: PublishedThread, message: ChatMessage): void
  messageDeleted(thread: PublishedThread, message: ChatMessage): void
  /** A topic began in this conversation, from that message if any. */
  topicBegan(thread: PublishedThread, topicID: number, name: string, message: ChatMessage | null): void
  /** Shown to this person at once. */
  quickMessage(userID: number, thread: PublishedThread, message: ChatMessage): void
  /** More readers have these messages of this person. */
  statusesChanged(userID: number, messageIDs: readonly number[]): void
  audioSettingChanged(userID: number): void
  /** What everybody sees of somebody has changed. */
  contactsChanged(): void
  meetingBegan(threadID: number, meeting: MeetingAlert): void
  pollChanged(thread: PublishedThread, pollID: number): void
  documentChanged(thread: PublishedThread, documentID: number): void
  /** These people's lists show something new. */
  threadsChanged(userIDs: readonly number[]): void
  /** These people have left the conversations: their connections stop receiving events. */
  peopleRemoved(threadIDs: readonly number[], userIDs: readonly number[]): void
  activity(userID: number, item: ActivityItem): void
  /** These people have joined the conversations: their connections receive events. */
  peopleAdded(threadIDs: readonly number[], userIDs: readonly number[]): void
  /** A message came: a moment later members are told their unread counts. */
  messageCounts(threadID: number, senderID: number): void
  /** @param isNew whether it grew because of a message */
  unreadCount(userID: number, count: number, isNew: boolean): void
}

type ChatClients = HubClients<typeof chatHub>

/** These people's connections receive the conversations' events, and their lists show them. */
export function tellPeopleAdded(
  chat: ChatClients,
  threadIDs: readonly number[],
  userIDs: readonly number[],
): void {
  for (const userID of userIDs) {
    for (const threadID of threadIDs) chat.joinUser(userID, threadGroupName(threadID))
    chat.toUser(userID, 'refreshThreads', [])
  }
}

/**
 * Publishes through the two hubs (spec 2 §7).
 * @param peopleChanged told of who came to conversations, or left them
 */
export function hubPublisher(
  hubs: { readonly chat: ChatClients; readonly main: HubClients<typeof mainHub> },
  messageCounts: ChatPublisher['messageCounts'],
  peopleChanged: ChatPublisher['peopleAdded'] = () => {},
): ChatPublisher {
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
    messageEdited(thread, message) {
      chat.toGroup(threadGroupName(thread.id), 'messageEdited', [placed(thread, message)])
    },
    messageDeleted(thread, message) {
      chat.toGroup(threadGroupName(thread.id), 'messageDeleted', [placed(thread, message)])
    },
    topicBegan({ id, source, sourceID }, topicID, name, message) {
      const topic = { source, sourceID, topicID, name, message }
      chat.toGroup(threadGroupName(id), 'NEW_TOPIC_FROM_MESSAGE', [topic])
    },
    quickMessage(userID, thread, message) {
      chat.toUser(userID, 'newQuickMessage', [placed(thread, message)])
    },
    statusesChanged(userID, messageIDs) {
      chat.toUser(userID, 'refreshMessageStatus', [{ messageIDs: [...messageIDs] }])
    },
    audioSettingChanged(userID) {
      chat.toUser(userID, 'refreshAudioSettings', [])
    },
    contactsChanged() {
      chat.toAll('refreshContactList', [])
    },
    meetingBegan(threadID, meeting) {
      chat.toGroup(threadGroupName(threadID), 'meetingStart', [meeting])
    },
    pollChanged({ id, source, sourceID }, pollID) {
      chat.toGroup(threadGroupName(id), 'pollChanged', [{ source, sourceID, pollID }])
    },
    documentChanged({ id, source, sourceID }, documentID) {
      chat.toGroup(threadGroupName(id), 'documentChanged', [{ source, sourceID, documentID }])
    },
    threadsChanged(userIDs) {
      for (const userID of userIDs) chat.toUser(userID, 'refreshThreads', [])
    },
    peopleRemoved(threadIDs, userIDs) {
      for (const userID of userIDs) {
        for (const threadID of threadIDs) chat.leaveUser(userID, threadGroupName(threadID))
        chat.toUser(userID, 'refreshThreads', [])
      }
      peopleChanged(threadIDs, userIDs)
    },
    activity(userID, item) {
      chat.toUser(userID, 'NEW_ACTIVITY', [item])
    },
    peopleAdded(threadIDs, userIDs) {
      tellPeopleAdded(chat, threadIDs, userIDs)
      peopleChanged(threadIDs, userIDs)
    },
    messageCounts,
    unreadCount(userID, count, isNew) {
      main.toUser(userID, 'updateUnreadMessageCount', [count])
      if (isNew) main.toUser(userID, 'newUnreadMessageCount', [count])
    },
  }
}
