import * as z from 'zod/mini'
import { chatSource } from './chat-address.ts'
import { assetTag, chatMessage, mentionEntry, searchGroup } from './chat-entities.ts'
import { call } from './http-call.ts'
import { recordID, userID } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

const searchTerm = z.string().check(z.maxLength(200))
/** Spec 2 §1: searches begin at 2 characters; the server finds nothing for less. */
const messageSearchTerm = searchTerm

const mentionRequest = z.object({
  selectedIDs: z.optional(z.array(userID).check(z.maxLength(500))),
  searchTerm: z.optional(searchTerm),
  source: chatSource,
  sourceID: recordID,
})

export const searchMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/search-messages',
  request: z.object({ messageSearchTerm }),
  response: z.array(searchGroup),
  summary:
    "The newest 200 messages of the person's conversations with words that begin as these do, by conversation.",
  spec: '2 §7',
})

export const searchChatMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/search-chat-messages',
  request: z.object({ id: recordID, source: chatSource, messageSearchTerm }),
  response: z.array(chatMessage),
  summary: 'The newest 100 messages of one conversation with words that begin as these do, newest first.',
  spec: '2 §7',
})

export const searchTagAssets = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/search-tag-assets',
  request: z.object({ searchTerm }),
  response: z.array(assetTag),
  summary:
    'At most 30 tasks, job orders, tickets, topics and meetings of the person whose number or title has the term.',
  spec: '2 §7',
})

export const searchMentionList = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/search-mention-list',
  request: mentionRequest,
  response: z.array(mentionEntry),
  summary:
    "Whom a message in the conversation may mention: its members, without those selected, and 'Admins' and 'Everyone' in groups.",
  spec: '2 §7',
})

export const searchTaskMentionList = call({
  permission: TEAM_CHAT,
  path: '/api/iresearch/task-scheduler/search-mention-list',
  request: mentionRequest,
  response: z.array(mentionEntry),
  summary: 'The same for the chats of tasks and topics.',
  spec: '2 §7',
})
