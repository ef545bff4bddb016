import * as z from 'zod/mini'
import { chatAddress } from './chat-address.ts'
import { chatDocument, chatMessage, poll } from './chat-entities.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
export const DOCUMENT_TEXT_MAX = 100_000
const documentText = z.string().check(z.maxLength(DOCUMENT_TEXT_MAX))
const ofPoll = z.object({ pollID: recordID })

export const newPoll = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/new-poll',
  request: z.object({
    ...chatAddress.shape,
    question: line(300),
    options: z.array(line(120)).check(
      z.minLength(2),
      z.maxLength(10),
      z.refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, {
        error: 'Two options are the same',
      }),
    ),
    isMultiple: z.boolean(),
    isAnonymous: z.boolean(),
    closesAt: z.nullable(timestamp),
  }),
  response: z.object({ poll, message: chatMessage }),
  summary: 'Asks the conversation something, in a message of its own.',
  spec: '2 §2',
  extension: true,
})

export const loadPolls = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-polls',
  request: chatAddress,
  response: z.array(poll),
  summary: "The conversation's polls, newest first; at most 50.",
  spec: '2 §2',
  extension: true,
})

export const loadPoll = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-poll',
  request: ofPoll,
  response: poll,
  summary: 'One poll as it stands.',
  spec: '2 §2',
  extension: true,
})

export const votePoll = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/vote-poll',
  request: z.object({ ...ofPoll.shape, optionIDs: z.array(recordID).check(z.maxLength(10)) }),
  response: poll,
  summary: "The person's votes are these from now on; none takes them back.",
  spec: '2 §2',
  extension: true,
})

export const closePoll = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/close-poll',
  request: ofPoll,
  response: poll,
  summary: 'Ends a poll. For who asked, and the admins of the conversation.',
  spec: '2 §2',
  extension: true,
})

export const newChatDocument = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/new-document',
  request: z.object({ ...chatAddress.shape, title: line(120), text: documentText }),
  response: z.object({ document: chatDocument, message: chatMessage }),
  summary: 'Begins a text that everybody in the conversation may write in.',
  spec: '2 §2',
  extension: true,
})

export const loadChatDocuments = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-documents',
  request: chatAddress,
  response: z.array(z.omit(chatDocument, { text: true })),
  summary: "The conversation's texts, the last one changed first; at most 100.",
  spec: '2 §2',
  extension: true,
})

export const loadChatDocument = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/load-document',
  request: z.object({ documentID: recordID }),
  response: chatDocument,
  summary: 'One text as it stands.',
  spec: '2 §2',
  extension: true,
})

export const saveChatDocument = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/save-document',
  request: z.object({
    documentID: recordID,
    title: line(120),
    text: documentText,
    version: z.int().check(z.positive()),
  }),
  response: chatDocument,
  summary: 'Changes a text. 409 where somebody else changed it since that version.',
  spec: '2 §2',
  extension: true,
})
