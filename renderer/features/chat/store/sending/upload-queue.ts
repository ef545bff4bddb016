import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { sendAttachmentToChatroom, sendAttachmentToThread } from '#shared/contract/chat-files.ts'
import { ApiError, reasonOf, type UploadOptions } from '../../../../services/http/api-client.ts'
import { SHELL_TEXT as TEXT } from '../../shell-text.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import type { UploadState } from './upload-state.ts'
import type { FileMessage, UploadingFile } from './upload-types.ts'

export interface UploadQueue {
  /** Sends what waits in a conversation, one file after the other, until one fails. */
  run(key: ThreadKey): Promise<void>
  /** Ends what is under way of a file, if anything is. */
  abort(fileID: string): void
  abortAll(): void
  readonly isBusy: () => boolean
}

/** Brings files to the server: of each conversation one at a time, in their order. */
export function createUploadQueue(
  core: ChatCore,
  { uploadOf, setUpload, changeFile }: UploadState,
  received: (key: ThreadKey, message: ChatMessage) => void,
): UploadQueue {
  const { store, drafts } = core
  const underWay = new Map<string, AbortController>()

  const run = async (key: ThreadKey): Promise<void> => {
    const mine = store.getState().uploads.filter(({ thread }) => thread === key)
    if (mine.some(({ files }) => files.some(({ state }) => state === 'uploading'))) return
    const next = mine.find(({ files }) => files[0]?.state === 'waiting')
    const file = next?.files[0]
    if (!next || !file) return
    await uploadFile(next, file)
    await run(key)
  }
  const uploadFile = async (message: FileMessage, file: UploadingFile) => {
    const thread = threadOf(store.getState(), message.thread)
    if (!thread) return changeFile(message.id, file.id, { state: 'failed', problem: TEXT.selectChat })
    const given = new AbortController()
    underWay.set(file.id, given)
    changeFile(message.id, file.id, { state: 'uploading', progress: 0, problem: '' })
    try {
      const stored = await post(core, thread, message, file, {
        signal: given.signal,
        idempotencyKey: file.id,
        quiet: true,
        onProgress: (progress) => changeFile(message.id, file.id, { progress }),
      })
      if (stored) received(message.thread, { ...stored, clientID: file.id })
      taken(message.id, file.id)
    } catch (error) {
      if (
        error instanceof ApiError &&
        error.failure === 'aborted' &&
        !uploadOf(message.id)?.files.some(({ id }) => id === file.id)
      )
        return
      changeFile(message.id, file.id, { state: 'failed', problem: reasonOf(error) })
    } finally {
      underWay.delete(file.id)
    }
  }
  /** The server has a file, and with the first one the text. */
  const taken = (messageID: string, fileID: string) => {
    const upload = uploadOf(messageID)
    if (!upload) return
    const files = upload.files.filter(({ id }) => id !== fileID)
    setUpload(upload, files.length === 0 ? null : { ...upload, text: '', replyTo: null, files })
    drafts.flush()
  }

  return {
    run,
    abort: (fileID) => underWay.get(fileID)?.abort(),
    abortAll() {
      for (const given of underWay.values()) given.abort()
    },
    isBusy: () =>
      underWay.size > 0 ||
      store.getState().uploads.some(({ files }) => files.some(({ state }) => state === 'preparing')),
  }
}

/** Makes the call of the thread's type. The answer's message, or undefined where the server gives none. */
async function post(
  core: ChatCore,
  thread: ChatThread,
  { text, replyTo }: FileMessage,
  { file, type }: UploadingFile,
  options: UploadOptions,
): Promise<ChatMessage | undefined> {
  const { api } = core.services
  const form = { message: text, ...(replyTo ? { replyTo: replyTo.id } : {}), type, file }
  const answer =
    thread.type === 'CHATROOM'
      ? await api.upload(sendAttachmentToChatroom, { ...form, chatroom: thread.label }, options)
      : await api.upload(sendAttachmentToThread, { ...form, threadID: thread.sourceID }, options)
  return answer.message
}
