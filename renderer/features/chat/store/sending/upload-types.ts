import type { ReplyQuote } from '#shared/contract/chat-entities.ts'
import type { ThreadKey } from '../state.ts'

/** Attached files are CENTRAL_FILE_HUB; pasted images and voice notes are FILE (decisions, Chat). */
export type AttachedType = 'CENTRAL_FILE_HUB' | 'FILE'

/** A file that waits in the composer for its message to be sent. */
export interface AttachedFile {
  readonly id: string
  readonly file: File
  readonly type: AttachedType
}

/** A file on its way. Its id is the message's idempotency key: a second attempt arrives as the first would. */
export interface UploadingFile extends AttachedFile {
  /** `preparing`: whether it can be read is being found out; until then nothing else is sent there. */
  readonly state: 'preparing' | 'waiting' | 'uploading' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; '' otherwise. */
  readonly problem: string
}

/**
 * A message with files that are on their way: each file becomes a message, in order, the first one
 * with the text and the reply. What the server has taken is no longer in here.
 */
export interface FileMessage {
  readonly id: string
  readonly thread: ThreadKey
  /** Mentions as markup. */
  readonly text: string
  readonly replyTo: ReplyQuote | null
  readonly files: readonly UploadingFile[]
}

/** Whether a message with files is being prepared there: the send that is in progress (spec 2 §4, decisions). */
export function isPreparing(uploads: readonly FileMessage[], thread: ThreadKey): boolean {
  return uploads.some((one) => one.thread === thread && one.files.some(({ state }) => state === 'preparing'))
}

/** Whether a file of it failed. */
export function hasFailed({ files }: FileMessage): boolean {
  return files.some(({ state }) => state === 'failed')
}
