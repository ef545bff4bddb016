import { MESSAGE_TEXT_MAX } from '#shared/contract/chat.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { FILE_TOO_BIG, MAX_ATTACHMENT_BYTES } from '#shared/domain/chat-files.ts'
import { SHELL_TEXT as TEXT } from '../../shell-text.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import type { SendingActions } from './sending.ts'
import { createUploadQueue } from './upload-queue.ts'
import { createUploadState, joined } from './upload-state.ts'
import {
  type AttachedFile,
  type AttachedType,
  type FileMessage,
  hasFailed,
  isPreparing,
  type UploadingFile,
} from './upload-types.ts'

export interface UploadActions {
  /** Attaches files to what is being written. One that is too big is refused, of which the person is told. */
  attach(key: ThreadKey, files: readonly File[], type: AttachedType): void
  removeAttached(key: ThreadKey, id: string): void
  /** Takes all attached files out; until others are attached they can be put back. */
  takeOut(key: ThreadKey): void
  putBack(key: ThreadKey): void
  forgetTakenOut(key: ThreadKey): void
  /** Replaces the text that is being written, wherever it is being written. */
  putDraft(key: ThreadKey, text: string): void
  /**
   * Sends the attached files, with the text. False where it is refused, of which the person is told:
   * text and files then stay where they were.
   */
  sendFiles(key: ThreadKey, text: string): boolean
  /** Sends one file without a text, whatever else is attached. False where it is refused. */
  sendFile(key: ThreadKey, file: File, type: AttachedType): boolean
  /** Gives one file up. Of a message without files the text goes back into the composer. */
  cancelUpload(messageID: string, fileID: string): void
  retryUpload(messageID: string): void
  /** Tries everything again there that failed, messages with and without files, in their order. */
  tryAllAgain(key: ThreadKey): void
  /** Puts text and files of a message that failed back into the composer. */
  editUpload(messageID: string): void
  /** Names of files that were attached before the page was loaded again. */
  lostFilesOf(key: ThreadKey): readonly string[]
  forgetLostFiles(key: ThreadKey): void
}

interface Parts {
  readonly received: (key: ThreadKey, message: ChatMessage) => void
  readonly sending: Pick<SendingActions, 'draftOf' | 'saveDraft' | 'clearReply' | 'tryAgain'>
}

/** Messages with files: what is attached, and what is on its way. It goes on whatever is on screen. */
export function createUploadActions(core: ChatCore, { received, sending }: Parts) {
  const { store, services, drafts } = core
  const state = createUploadState(core)
  const { attachedTo, setAttached, uploadOf, setUpload, changeFile, hold } = state
  const queue = createUploadQueue(core, state, received)

  const refusal = (key: ThreadKey, text: string): string | null => {
    const state = store.getState()
    if (!threadOf(state, key)) return TEXT.selectChat
    if (state.hub !== 'connected') return TEXT.notConnected
    if (isPreparing(state.uploads, key)) return TEXT.busy
    return text.length > MESSAGE_TEXT_MAX ? TEXT.tooLong : null
  }
  /** Files are read when they are sent: one may have been moved since it was chosen, or be a folder. */
  const prepare = async ({ id, thread, files }: FileMessage) => {
    for (const { id: fileID, file, state } of files) {
      if (state !== 'preparing') continue
      if (await canBeRead(file)) changeFile(id, fileID, { state: 'waiting' })
      else changeFile(id, fileID, { state: 'failed', problem: TEXT.unreadable })
    }
    await queue.run(thread)
  }
  const begin = (key: ThreadKey, text: string, files: readonly AttachedFile[]): boolean => {
    const problem = refusal(key, text)
    if (problem !== null) services.notices.show('warning', problem)
    if (problem !== null || files.length === 0) return false
    const message: FileMessage = {
      id: services.newID(),
      thread: key,
      text: text.trim(),
      replyTo: store.getState().replies[key] ?? null,
      files: files.map((file) => ({ ...file, state: 'preparing', progress: 0, problem: '' })),
    }
    store.setState(({ uploads }) => ({ uploads: [...uploads, message] }))
    hold(key)
    sending.clearReply(key)
    void prepare(message)
    return true
  }

  /** Whether what failed is taken again; else the person is told why not. */
  const isTaken = (key: ThreadKey): boolean => {
    const problem = refusal(key, '')
    if (problem !== null) services.notices.show('warning', problem)
    return problem === null
  }
  const again = (upload: FileMessage) => {
    const files = upload.files.map(
      (file): UploadingFile =>
        file.state === 'failed' ? { ...file, state: 'preparing', problem: '' } : file,
    )
    const next = { ...upload, files }
    setUpload(upload, next)
    void prepare(next)
  }
  const actions: UploadActions = {
    attach(key, files, type) {
      const fits = files.filter(({ size }) => size <= MAX_ATTACHMENT_BYTES)
      if (fits.length < files.length) services.notices.show('error', FILE_TOO_BIG)
      const filled = fits.filter(({ size }) => size > 0)
      if (filled.length < fits.length) services.notices.show('error', TEXT.emptyFile)
      if (filled.length === 0) return
      actions.forgetTakenOut(key)
      const added = filled.map((file): AttachedFile => ({ id: services.newID(), file, type }))
      setAttached(key, [...attachedTo(key), ...added])
    },
    removeAttached(key, id) {
      setAttached(
        key,
        attachedTo(key).filter((one) => one.id !== id),
      )
    },
    takeOut(key) {
      const files = attachedTo(key)
      if (files.length === 0) return
      setAttached(key, [])
      store.setState(({ takenOut }) => ({ takenOut: { ...takenOut, [key]: files } }))
    },
    putBack(key) {
      const files = store.getState().takenOut[key] ?? []
      actions.forgetTakenOut(key)
      setAttached(key, [...attachedTo(key), ...files])
    },
    forgetTakenOut(key) {
      const { [key]: files, ...rest } = store.getState().takenOut
      if (files) store.setState({ takenOut: rest })
    },
    putDraft(key, text) {
      sending.saveDraft(key, text)
      store.setState(({ draftRevisions }) => ({
        draftRevisions: { ...draftRevisions, [key]: (draftRevisions[key] ?? 0) + 1 },
      }))
    },
    sendFiles(key, text) {
      if (!begin(key, text, attachedTo(key))) return false
      setAttached(key, [])
      actions.putDraft(key, '')
      return true
    },
    sendFile(key, file, type) {
      if (file.size > MAX_ATTACHMENT_BYTES) services.notices.show('error', FILE_TOO_BIG)
      return file.size <= MAX_ATTACHMENT_BYTES && begin(key, '', [{ id: services.newID(), file, type }])
    },
    cancelUpload(messageID, fileID) {
      const upload = uploadOf(messageID)
      if (!upload) return
      const files = upload.files.filter(({ id }) => id !== fileID)
      setUpload(upload, files.length === 0 ? null : { ...upload, files })
      if (files.length === 0) giveTextBack(upload)
      queue.abort(fileID)
      void queue.run(upload.thread)
    },
    retryUpload(messageID) {
      const upload = uploadOf(messageID)
      if (upload && isTaken(upload.thread)) again(upload)
    },
    tryAllAgain(key) {
      const { echoes, uploads } = store.getState()
      for (const { clientID, thread, state } of echoes)
        if (thread === key && state === 'failed') sending.tryAgain(clientID)
      const failed = uploads.filter((upload) => upload.thread === key && hasFailed(upload))
      // Asked once for all of them: each is being prepared as soon as it is tried.
      if (failed.length > 0 && isTaken(key)) for (const upload of failed) again(upload)
    },
    editUpload(messageID) {
      const upload = uploadOf(messageID)
      if (!upload || upload.files.some(({ state }) => state === 'uploading' || state === 'preparing')) return
      const { thread, replyTo } = upload
      setUpload(upload, null)
      // Changed, it is another message: a key that the server may have seen stands for the one before.
      const files = upload.files.map(({ file, type }): AttachedFile => ({ id: services.newID(), file, type }))
      setAttached(thread, [...files, ...attachedTo(thread)])
      giveTextBack(upload)
      if (replyTo) store.setState(({ replies }) => ({ replies: { [thread]: replyTo, ...replies } }))
      void queue.run(thread)
    },
    lostFilesOf: drafts.lostFiles,
    forgetLostFiles: (key) => hold(key),
  }
  const giveTextBack = ({ thread, text }: FileMessage) => {
    if (text !== '') actions.putDraft(thread, joined(text, sending.draftOf(thread)))
  }

  return {
    ...actions,
    /** Warns whoever leaves the page while something is on its way; returns what ends that. */
    bindUploads(page: Window | null): () => void {
      const leaving = (event: BeforeUnloadEvent) => {
        if (!queue.isBusy()) return
        event.preventDefault()
        // The desktop client stays without asking: this says why.
        services.notices.show('warning', TEXT.uploadUnderWay)
      }
      page?.addEventListener('beforeunload', leaving)
      return () => {
        page?.removeEventListener('beforeunload', leaving)
        queue.abortAll()
      }
    },
  }
}

/** Its first byte tells. A file that lies elsewhere, as in a synchronised folder, may take a while. */
async function canBeRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
