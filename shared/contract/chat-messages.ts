import * as z from 'zod/mini'
import { MESSAGE_TEXT_MAX } from './chat.ts'
import { chatAddress, chatSource } from './chat-address.ts'
import { chatMessage, deliveryStat, messageAnalysis, messagePage, threadType } from './chat-entities.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'
const BROADCAST = { allOf: [TEAM_CHAT, 'CAN_BROADCAST_MESSAGE'] } as const

/** Names one message of a conversation. */
const ofMessage = z.object({ id: recordID, ...chatAddress.shape })

/**
 * Names a conversation by source id and type (decisions, Chat). Two chatrooms of different sources may have
 * the same source id; `source`, an extension, tells them apart.
 */
const ofThread = z.object({ id: recordID, type: threadType, source: z.optional(chatSource) })
const ofThreadMessage = z.object({ messageID: recordID, ...ofThread.shape })

/** Most messages whose statuses are asked for at once. */
const STATUSES_MAX = 500

export const getMessageStatuses = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/get-message-statuses',
  request: z.object({ type: threadType, messageIDs: z.array(recordID).check(z.maxLength(STATUSES_MAX)) }),
  response: z.array(z.object({ id: recordID, overallStatus: z.string() })),
  summary:
    'How far these messages have come: SENT until everybody in the conversation has them, then DELIVERED. Those that the person may not see are left out.',
  spec: '2 §7',
})

export const getMessageStats = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/get-message-stats',
  request: ofMessage,
  response: z.array(deliveryStat),
  summary: 'How far the message has come with each of its readers, by name; empty where it has none.',
  spec: '2 §7',
})

export const editMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/edit-message',
  request: z.object({
    ...ofMessage.shape,
    message: z.string().check(
      z.maxLength(MESSAGE_TEXT_MAX),
      z.refine((text) => text.trim() !== '', { error: 'A message must not be empty' }),
    ),
  }),
  response: z.object({ message: chatMessage }),
  summary: "Changes the text of the person's own message.",
  spec: '2 §7',
})

export const deleteMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/delete-message',
  request: z.object({ ...ofMessage.shape, message: z.optional(z.nullable(z.string())) }),
  response: done,
  summary: "Deletes the person's own message, with the file that came with it. Its text isn't needed.",
  spec: '2 §7',
})

export const pinMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/pin-message',
  request: ofThreadMessage,
  response: done,
  summary: 'Pins a message for everybody in the conversation.',
  spec: '2 §7',
})

export const unpinMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/unpin-message',
  request: ofThreadMessage,
  response: done,
  summary: 'Unpins a message.',
  spec: '2 §7',
})

export const broadcastMessage = call({
  permission: BROADCAST,
  path: '/api/my-team-chatroom/broadcast-message',
  request: ofThreadMessage,
  response: done,
  summary: 'Marks a message as a broadcast to everybody in the conversation.',
  spec: '2 §7',
})

export const removeBroadcastMessage = call({
  permission: BROADCAST,
  path: '/api/my-team-chatroom/remove-broadcast-message',
  request: ofThreadMessage,
  response: done,
  summary: 'Takes the mark of a broadcast away.',
  spec: '2 §7',
})

export const myPinnedMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/my-pinned-messages',
  request: ofThread,
  response: z.array(chatMessage),
  summary: 'The pinned messages of a conversation, the last one pinned first; at most 200.',
  spec: '2 §7',
})

export const broadcastMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/broadcast-messages',
  request: ofThread,
  response: z.array(chatMessage),
  summary: 'The broadcasts of a conversation, the newest first; at most 200.',
  spec: '2 §7',
})

export const latestBroadcastMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/latest-broadcast-message',
  request: ofThread,
  response: z.object({ message: z.nullable(chatMessage) }),
  summary: 'The newest broadcast of a conversation, or null.',
  spec: '2 §7',
})

export const loadThreadFiles = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-thread-files',
  request: z.object({ ...ofThread.shape, beforeMessageID: z.optional(recordID) }),
  response: z.array(chatMessage),
  summary:
    'The messages of a conversation with an attached file (CENTRAL_FILE_HUB), the newest first; at most 100, before that message where one is named.',
  spec: '2 §2',
  extension: true,
})

export const loadMessagesAround = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-messages-around',
  request: ofMessage,
  response: messagePage,
  summary: 'A page of at most 50 messages with that one in its middle: what a link to a message opens.',
  spec: '2 §4',
  extension: true,
})

export const analyseMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/analyse-message',
  request: ofMessage,
  response: messageAnalysis,
  summary: 'What there is to know about a message: its size, its answers, its reactions, its readers.',
  spec: '2 §2',
  extension: true,
})

export const sendCustomerMessage = call({
  permission: { allOf: [TEAM_CHAT, 'CAN_SEND_MESSAGE_TO_CUSTOMER'] },
  path: '/api/my-team-chatroom/send-customer-message',
  request: z.object({
    sourceID: recordID,
    email: z.email().check(z.maxLength(254)),
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
  }),
  response: z.object({ message: chatMessage }),
  summary: "Mails the customer of a job order, and keeps what was written in the job order's chat.",
  spec: '2 §2',
  extension: true,
})

export const sendQuickMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/send-quick-message',
  request: z.object({
    userID: z.int(),
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({ threadID: recordID, message: chatMessage }),
  summary: "Sends somebody a short message, which their windows show at once (the hub's newQuickMessage).",
  spec: '2 §7',
  extension: true,
})
