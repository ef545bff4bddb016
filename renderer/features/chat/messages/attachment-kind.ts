import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { visibleName } from '#shared/domain/bidi.ts'
import {
  extensionOf,
  type FileKind,
  fileMessageParts,
  fileKind as kindOf,
} from '#shared/domain/chat-files.ts'

/** The file's name without a path, and without anything that would turn it unseen: it says what the file is. */
export function fileName(message: Pick<ChatMessage, 'message'>): string {
  return visibleName(fileMessageParts(message.message.trim()).fileName.split(/[/\\]/).at(-1) || 'file')
}

/** What was written with the file; '' where nothing was. */
export function fileCaption(message: Pick<ChatMessage, 'message'>): string {
  return fileMessageParts(message.message.trim()).caption
}

/** What the file is shown as; 'Other' where it may not be. SVG isn't drawn: it can carry scripts. */
export function shownKind(message: Pick<ChatMessage, 'message' | 'allowPreview'>): FileKind {
  const name = fileName(message)
  return message.allowPreview && extensionOf(name) !== 'svg' ? kindOf(name) : 'Other'
}

/** The file's kind as people say it: 'PDF', 'XLSX', 'File'. */
export function fileKind(name: string): string {
  return extensionOf(name).toUpperCase() || 'File'
}
