import * as z from 'zod/mini'
import { chatAddress, chatSource } from './chat-address.ts'
import {
  activityItem,
  chatMember,
  chatMessage,
  chatThread,
  messagePage,
  reactionType,
} from './chat-entities.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, userID } from './primitives.ts'

/** Every call of the chat needs it. */
const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

/** Longest message text that is taken, in UTF-16 units. The documents name no limit; this one is ours. */
export const MESSAGE_TEXT_MAX = 20_000

/**
 * Which page is wanted. Without an anchor: the page around the first unread message, else the
 * newest. With one: the page before (`anchorBefore`) or after the anchor message, exclusive.
 */
const anchor = {
  useAnchor: z.optional(z.boolean()),
  anchorBefore: z.optional(z.boolean()),
  anchorMessageID: z.optional(recordID),
}

const messageText = z.string().check(
  z.maxLength(MESSAGE_TEXT_MAX),
  z.refine((text) => text.trim() !== '', { error: 'A message must not be empty' }),
)

export const myChatThreads = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/my-chat-threads',
  request: z.optional(
    z.nullable(
      z.object({
        searchTerm: z.optional(z.string().check(z.maxLength(200))),
        source: z.optional(chatSource),
        sourceID: z.optional(recordID),
      }),
    ),
  ),
  response: z.array(chatThread),
  summary: 'The conversations of the person, newest first; by search term, or one by its source.',
  spec: '2 §7',
})

export const myContacts = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/my-contacts',
  request: noPayload,
  response: z.array(chatMember),
  summary: 'Everybody the person may write to, by name.',
  spec: '2 §7',
})

export const members = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/members',
  request: z.object({ ...chatAddress.shape, name: z.optional(z.string()) }),
  response: z.array(chatMember),
  summary: 'The members of a conversation with when each last read it.',
  spec: '2 §7',
})

export const loadGroupChatMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-group-chat-messages',
  request: z.object({ name: z.optional(z.string()), ...chatAddress.shape, ...anchor }),
  response: messagePage,
  summary: 'A page of at most 50 messages of a chatroom.',
  spec: '2 §7',
})

export const loadThreadChatMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-thread-chat-messages',
  request: z.object({ threadID: recordID, ...anchor }),
  response: messagePage,
  summary: 'A page of at most 50 messages of a thread.',
  spec: '2 §7',
})

export const focusOnThread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/focus-on-thread',
  request: z.object({
    ...chatAddress.shape,
    /** The message up to which was read, an extension; without it, up to the newest. */
    messageID: z.optional(recordID),
  }),
  response: done,
  summary: 'Marks the conversation as read: up to that message, or up to now.',
  spec: '2 §7',
})

export const markAllAsRead = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/mark-all-as-read',
  request: z.object({ records: z.array(chatAddress).check(z.maxLength(5000)) }),
  response: done,
  summary: 'Marks the listed conversations as read; those the person is no member of are left alone.',
  spec: '2 §7',
})

export const react = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/react',
  request: z.object({ id: recordID, ...chatAddress.shape, reaction: reactionType }),
  response: done,
  summary: "Sets the person's reaction on somebody else's message; the same reaction again takes it back.",
  spec: '2 §7',
})

export const startConversation = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/start-conversation',
  request: z.object({
    users: z.array(userID).check(z.minLength(1), z.maxLength(200)),
    message: z.optional(z.string().check(z.maxLength(MESSAGE_TEXT_MAX))),
    /**
     * A new group's name, an extension. With a name a new group is always made, even where one with the same
     * people exists.
     */
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
  }),
  response: z.object({ threadID: recordID }),
  summary: 'Opens the thread with these people, making it where there is none, and sends the message if any.',
  spec: '2 §7',
})

export const recentActivities = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/recent-activities',
  request: noPayload,
  response: z.array(activityItem),
  summary: "The newest 100 mentions of the person and reactions to the person's messages.",
  spec: '2 §7',
})

export const downloadAttachment = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/download-attachment',
  answers: 'blob',
  request: z.object({ id: recordID, ...chatAddress.shape }),
  response: z.unknown(),
  summary: 'The attached file, named by Content-Disposition.',
  spec: '2 §7',
})

/**
 * The stored message, an extension. From a server that doesn't answer it, the message is taken from the hub's
 * event.
 */
const sent = z.object({ message: z.optional(chatMessage) })

export const sendMessageToChatroom = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/send-message-to-chatroom',
  request: z.object({
    message: messageText,
    chatroom: z.string(),
    replyTo: z.optional(z.nullable(recordID)),
  }),
  response: sent,
  summary:
    'Adds a message to the chatroom of that name. An Idempotency-Key that was used before answers as it did then.',
  spec: '2 §7',
})

export const sendMessageToThread = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/send-message-to-thread',
  request: z.object({ message: messageText, threadID: recordID, replyTo: z.optional(z.nullable(recordID)) }),
  response: sent,
  summary: 'Adds a message to the thread. An Idempotency-Key that was used before answers as it did then.',
  spec: '2 §7',
})
