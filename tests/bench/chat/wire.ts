import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { people, roomID } from './company.ts'
import { benchText } from './texts.ts'

/** A message as the server sends it. Ids begin above all that are stored. */
export function benchMessage(n: number, over: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: 50_000_000 + n,
    userID: people().writer,
    userName: 'Priya Nair',
    message: benchText(n),
    type: 'TEXT',
    entryTime: new Date().toISOString(),
    edited: false,
    editTime: null,
    deleted: false,
    pinnedTime: null,
    broadcastTime: null,
    broadcastUsername: null,
    broadcastUserID: null,
    mentionedTime: null,
    topicID: null,
    replyToMessage: null,
    tokenType: null,
    overallStatus: 'DELIVERED',
    allowPreview: false,
    unread: true,
    likeCount: 0,
    heartCount: 0,
    laughCount: 0,
    sadCount: 0,
    angryCount: 0,
    thanksCount: 0,
    likeNames: [],
    heartNames: [],
    laughNames: [],
    sadNames: [],
    angryNames: [],
    thanksNames: [],
    clientID: null,
    ...over,
  }
}

/** The event of a message in one of the benchmark's rooms. */
export const inRoom = (room: number, message: ChatMessage) => ({
  source: 'MANUAL',
  sourceID: roomID(room),
  message,
})
/** And in one of the list's many. */
export const inTask = (thread: number, message: ChatMessage) => ({
  source: 'TASK_CHAT',
  sourceID: 200_000 + thread,
  message,
})
