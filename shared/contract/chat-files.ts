import * as z from 'zod/mini'
import { FILE_TOO_BIG, MAX_ATTACHMENT_BYTES } from '../domain/chat-files.ts'
import { MESSAGE_TEXT_MAX } from './chat.ts'
import { chatAddress } from './chat-address.ts'
import { attachmentDetails, chatMessage } from './chat-entities.ts'
import { call } from './http-call.ts'
import { done, idText, recordID } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'
const ADD = { allOf: [TEAM_CHAT, 'CHAT_CAN_ADD_ATTACHMENT'] } as const
const REVOKE = { allOf: [TEAM_CHAT, 'CHAT_CAN_REVOKE_ATTACHMENT'] } as const

/**
 * GET with `?token=` and the `filePath` of the attachment's details: streams the file, also in parts (Range).
 */
export const WATCH_VIDEO_PATH = '/api/public/secure/video-play/watch-video'

const ofMessage = z.object({ id: recordID, ...chatAddress.shape })
const details = z.object({ attachment: attachmentDetails })

const attachment = {
  message: z.optional(z.string().check(z.maxLength(MESSAGE_TEXT_MAX))),
  replyTo: z.optional(
    z.union([
      idText,
      z.pipe(
        z.literal(['', 'null']),
        z.transform(() => null),
      ),
    ]),
  ),
  /** FILE for pasted images and voice notes (decisions, Chat); an extension. */
  type: z.optional(z.enum(['FILE', 'CENTRAL_FILE_HUB'])),
  file: z.file().check(
    z.refine((file) => file.size <= MAX_ATTACHMENT_BYTES, { error: FILE_TOO_BIG }),
    z.refine((file) => file.size > 0, { error: 'The file is empty.' }),
  ),
}

const sent = z.object({ message: z.optional(chatMessage) })

export const sendAttachmentToChatroom = call({
  permission: ADD,
  path: '/api/communication/chat/send-attachment-to-chatroom',
  sends: 'multipart',
  fileMax: MAX_ATTACHMENT_BYTES,
  request: z.object({ chatroom: z.string(), ...attachment }),
  response: sent,
  summary: 'Adds a message with a file of 200 MB at most to the chatroom of that name.',
  spec: '2 §7',
})

export const sendAttachmentToThread = call({
  permission: ADD,
  path: '/api/communication/chat/send-attachment-to-thread',
  sends: 'multipart',
  fileMax: MAX_ATTACHMENT_BYTES,
  request: z.object({ threadID: idText, ...attachment }),
  response: sent,
  summary: 'Adds a message with a file of 200 MB at most to the thread.',
  spec: '2 §7',
})

export const fetchFullImage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/fetch-full-image',
  answers: 'text',
  request: ofMessage,
  response: z.string(),
  summary: 'An attached image of 20 MB at most as a data address.',
  spec: '2 §7',
})

export const previewMessage = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/preview-message',
  answers: 'text',
  request: ofMessage,
  response: z.string(),
  summary:
    'What is shown of an attachment in the conversation: a small image as a data address, the text of a document, a sheet as lines of tabs. Empty where there is nothing to show.',
  spec: '2 §7',
})

export const getAttachmentDetails = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/get-attachment-details',
  request: z.object({ ...ofMessage.shape, prepareStream: z.optional(z.boolean()) }),
  response: attachmentDetails,
  summary:
    'An attachment with its preview; with prepareStream also a filePath that streams it for 12 hours, until its sign-in ends.',
  spec: '2 §7',
})

export const loadAttachmentFromChatroom = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/load-attachment-from-chatroom',
  request: z.object({ id: recordID }),
  response: details,
  summary: 'The attachment of a message of a chatroom.',
  spec: '2 §7',
})

export const loadAttachmentFromThread = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/load-attachment-from-thread',
  request: z.object({ id: recordID }),
  response: details,
  summary: 'The attachment of a message of a thread.',
  spec: '2 §7',
})

export const deleteAttachmentFromChatroom = call({
  permission: REVOKE,
  path: '/api/communication/chat/delete-attachment-from-chatroom',
  request: z.object({ id: recordID, chatroomName: z.string() }),
  response: done,
  summary: 'Revokes a file: it is gone, and its message says so.',
  spec: '2 §7',
})

export const deleteAttachmentFromThread = call({
  permission: REVOKE,
  path: '/api/communication/chat/delete-attachment-from-thread',
  request: z.object({ id: recordID, msgThreadID: recordID }),
  response: done,
  summary: 'Revokes a file: it is gone, and its message says so.',
  spec: '2 §7',
})
