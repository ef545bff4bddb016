import * as z from 'zod/mini'
import { MESSAGE_TEXT_MAX } from './chat.ts'
import { gif } from './chat-entities.ts'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'
import { priority } from './ticket-entities.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'
const REWORDING = { allOf: [TEAM_CHAT, 'CHAT_AI_REWORDING'] } as const

const message = z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_TEXT_MAX))

export const chatFeatures = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/features',
  request: noPayload,
  response: z.object({
    assistant: z.boolean(),
    /** Whether it may reword messages and suggest replies here; a setting. */
    rewording: z.boolean(),
    gifs: z.enum(['BUILT_IN', 'SERVICE', 'OFF']),
  }),
  summary: 'Which services stand behind the chat; without an assistant its buttons are absent.',
  spec: '2 §7',
  extension: true,
})

export const getAiRewording = call({
  permission: REWORDING,
  path: '/api/communication/chat/get-ai-rewording',
  request: z.object({ message }),
  response: z.object({ data: z.string() }),
  summary:
    'The message in better words. 404 where no assistant is configured, 403 where the company switched it off.',
  spec: '2 §7',
})

export const getSuggestedReplies = call({
  permission: REWORDING,
  path: '/api/communication/chat/get-suggested-replies',
  request: z.object({ message }),
  response: z.object({ suggestions: z.array(z.string()) }),
  summary:
    'At most three short answers to the message. 404 where no assistant is configured, 403 where it is off.',
  spec: '2 §7',
})

export const messageTask = call({
  permission: 'CALENDAR_CAN_USE_TASK_SCHEDULER',
  path: '/api/iresearch/task-scheduler/ai/message-task',
  request: z.object({ message }),
  response: z.object({
    eventStart: timestamp,
    subject: z.string(),
    description: z.string(),
    priority,
    requiredHours: z.number(),
    dueDate: timestamp,
  }),
  summary: 'The task that a message asks for. 404 where no assistant is configured.',
  spec: '2 §7',
})

export const searchGifs = call({
  permission: { allOf: [TEAM_CHAT, 'CAN_USE_GIF_PICKER'] },
  path: '/api/communication/chat/search-gifs',
  request: z.object({ searchTerm: z.string().check(z.maxLength(100)) }),
  response: z.array(gif),
  summary: 'At most 24 GIFs for the term; for an empty one those liked most. 403 where GIFs are off.',
  spec: '2 §2',
  extension: true,
})
