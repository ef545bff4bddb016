import { MESSAGE_TEXT_MAX } from '#shared/contract/chat.ts'
import type { AttachmentDetails } from '#shared/contract/chat-entities.ts'
import { cleanFileName, contentTypeOf, fileMessageText, revokedText } from '#shared/domain/chat-files.ts'
import { keepFile, removeAfterCommit } from '../files/keeping.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { findMemberThread, type MemberThread, requireMemberThread, type ThreadName } from './access.ts'
import { attachedFile, forgetFile } from './attachments.ts'
import { FULL_IMAGE_BYTES, imageAddress, previewOf } from './files/previews.ts'
import { isStreamed } from './files/streaming.ts'
import { messageByID } from './messages.ts'
import type { ChatParts } from './parts.ts'
import { requireMessage } from './placing.ts'
import { requireText, sendMessage } from './sending.ts'

const DONE = { done: true } as const

/** The fields of a form for a message with a file. */
interface Sending {
  readonly message?: string | undefined
  readonly replyTo?: number | null | undefined
  readonly type?: 'FILE' | 'CENTRAL_FILE_HUB' | undefined
  readonly file: File
}

/** Every call of `shared/contract/chat-files.ts` (spec 2 §7). */
export function chatFileHandlers(parts: ChatParts): AreaHandlers<'chatFiles'> {
  const { db, clock, hub, files, streams } = parts

  /** Stores the file, then sends the message. */
  async function send(caller: Caller, name: ThreadName, sending: Sending, key: string | null) {
    const thread = await requireMemberThread(db, caller.userID, name)
    const fileName = cleanFileName(sending.file.name)
    const text = fileMessageText(fileName, (sending.message ?? '').slice(0, MESSAGE_TEXT_MAX))
    requireText(text)
    const storedAs = await keepFile(files, sending.file, db)
    const file = {
      type: sending.type ?? 'CENTRAL_FILE_HUB',
      fileName,
      contentType: contentTypeOf(fileName),
      storedAs,
      size: sending.file.size,
    } as const
    const draft = { text, replyTo: sending.replyTo ?? null, clientID: key, file }
    const message = await sendMessage(db, clock, hub, caller, thread, draft)
    const isStored = await db
      .selectFrom('attachments')
      .where('messageID', '=', message.id)
      .where('storedAs', '=', storedAs)
      .select('messageID')
      .executeTakeFirst()
    // A repeated message already has its file.
    if (!isStored) await removeAfterCommit(files, storedAs)
    return { message }
  }

  async function details(
    { sessionID }: Caller,
    thread: MemberThread,
    messageID: number,
    prepareStream: boolean,
  ): Promise<AttachmentDetails> {
    const file = await attachedFile(db, files, thread, messageID)
    const { fileName, contentType, size } = file
    const filePath = prepareStream && isStreamed(fileName) ? streams.issue(messageID, sessionID) : ''
    return { fileName, filePath, preview: await previewOf(file), size, contentType }
  }

  /** A message by its id alone, in a conversation of that type which the person is in. */
  async function loadByID(caller: Caller, id: number, type: MemberThread['type']) {
    const { threadID } = (await db
      .selectFrom('messages')
      .where('id', '=', id)
      .select('threadID')
      .executeTakeFirst()) ?? { threadID: 0 }
    const thread = await findMemberThread(db, caller.userID, { ownID: threadID })
    if (thread?.type !== type) throw new Refusal(403, 'accessDenied')
    return { attachment: await details(caller, thread, id, true) }
  }

  /** Removes the file; its message says so in its place. */
  async function revoke({ userID }: Caller, name: ThreadName, id: number) {
    const thread = await requireMemberThread(db, userID, name)
    const message = await requireMessage(db, thread, id)
    const { storedAs } = await db.transaction().execute(async (trx) => {
      const gone = await forgetFile(trx, message.id)
      if (!gone) throw new Refusal(400, 'file.notAvailable')
      await trx
        .updateTable('messages')
        .set({ type: 'TEXT', text: revokedText(gone.fileName) })
        .where('id', '=', message.id)
        .execute()
      return gone
    })
    if (storedAs !== null) await removeAfterCommit(files, storedAs)
    hub.messageEdited(thread, await messageByID(db, message.id, null))
    return DONE
  }

  return {
    sendAttachmentToChatroom: ({ chatroom, ...sending }, { caller, idempotencyKey }) =>
      send(caller, { chatroom }, sending, idempotencyKey),
    sendAttachmentToThread: ({ threadID, ...sending }, { caller, idempotencyKey }) =>
      send(caller, { threadID }, sending, idempotencyKey),

    fetchFullImage: async ({ id, ...address }, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, address)
      const image = await imageAddress(await attachedFile(db, files, thread, id), FULL_IMAGE_BYTES)
      if (image === '') throw new Refusal(400, 'file.notAvailable')
      return image
    },

    previewMessage: async ({ id, ...address }, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, address)
      return previewOf(await attachedFile(db, files, thread, id))
    },

    getAttachmentDetails: async ({ id, prepareStream = false, ...address }, { caller }) => {
      const thread = await requireMemberThread(db, caller.userID, address)
      return details(caller, thread, id, prepareStream)
    },

    loadAttachmentFromChatroom: ({ id }, { caller }) => loadByID(caller, id, 'CHATROOM'),
    loadAttachmentFromThread: ({ id }, { caller }) => loadByID(caller, id, 'THREAD'),
    deleteAttachmentFromChatroom: ({ id, chatroomName }, { caller }) =>
      revoke(caller, { chatroom: chatroomName }, id),
    deleteAttachmentFromThread: ({ id, msgThreadID }, { caller }) =>
      revoke(caller, { threadID: msgThreadID }, id),
  }
}
