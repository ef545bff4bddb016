import type { ChatMember, ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'

/** A row of the thread list: a one-to-one thread unless said otherwise. */
export function aThread(over: Partial<ChatThread> & { id: number }): ChatThread {
  return {
    type: 'THREAD',
    source: 'MESSAGE',
    sourceID: over.id,
    label: `thread-${over.id}`,
    displayLabel: `Thread ${over.id}`,
    displayGroupLabel: '',
    lastMessage: '',
    lastMessageTime: null,
    senderName: '',
    senderID: 0,
    unread: 0,
    unreadTopics: 0,
    isFocus: false,
    isGroup: false,
    isAdmin: false,
    isArchive: false,
    lastPinnedTime: null,
    parentID: null,
    status: '',
    priority: '',
    partnerID: 0,
    partnerName: '',
    ...over,
  }
}

/** A message: a text of person 2 unless said otherwise. */
export function aMessage(over: Partial<ChatMessage> & { id: number }): ChatMessage {
  return {
    userID: 2,
    userName: 'Amelia Hart',
    message: `Message ${over.id}`,
    type: 'TEXT',
    entryTime: new Date(Date.UTC(2026, 10, 20, 8) + over.id * 60_000).toISOString(),
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
    allowPreview: true,
    unread: false,
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
    ...over,
  }
}

export function aMember(userID: number, userName: string, over: Partial<ChatMember> = {}): ChatMember {
  return { id: userID, userID, userName, isOnline: true, readTime: null, ...over }
}
