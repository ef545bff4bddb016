import * as z from 'zod/mini'
import { chatSource } from './chat-address.ts'
import { suggestedDiscussion, threadType, topicChat } from './chat-entities.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'

const TOPICS = { allOf: ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_USE_TOPICS'] } as const
const ofThread = z.object({ threadID: recordID })

export const addChatTopic = call({
  permission: TOPICS,
  path: '/api/my-team-chatroom/add-chat-topic',
  request: z.object({
    source: chatSource,
    sourceID: recordID,
    threadID: recordID,
    type: threadType,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    /** The message that the topic is started from, an extension. */
    messageID: z.optional(recordID),
  }),
  response: topicChat,
  summary: 'Begins a topic of a conversation, with everybody who is in it. A topic has no topics.',
  spec: '2 §7',
})

export const loadTopicChats = call({
  permission: TOPICS,
  path: '/api/my-team-chatroom/load-topic-chats',
  request: ofThread,
  response: z.array(topicChat),
  summary: 'The topics of a conversation, the one with the newest message first.',
  spec: '2 §7',
})

export const loadSuggestedDiscussions = call({
  permission: TOPICS,
  path: '/api/my-team-chatroom/load-suggested-discussions',
  request: ofThread,
  response: z.array(suggestedDiscussion),
  summary:
    'At most five messages of the last 14 days that were answered and have no topic yet, the most answered first.',
  spec: '2 §7',
})

export const loadTopicChat = call({
  permission: TOPICS,
  path: '/api/my-team-chatroom/load-topic-chat',
  request: z.object({ id: recordID }),
  response: topicChat,
  summary: 'One topic by its id, for who is in the conversation that it belongs to.',
  spec: '2 §7',
})

export const joinTopic = call({
  permission: TOPICS,
  path: '/api/my-team-chatroom/join-topic',
  request: z.object({ id: recordID }),
  response: topicChat,
  summary: 'Who is in the conversation that a topic belongs to comes into the topic. Calls nobody.',
  spec: '2 §2',
  extension: true,
})
