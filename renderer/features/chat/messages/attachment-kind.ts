import type { ChatMessage } from '#shared/contract/chat-entities.ts'

const IMAGE = /\.(png|jpe?g|webp|bmp|gif|avif)$/i

/** The file's name without a path. */
export function fileName(message: Pick<ChatMessage, 'message'>): string {
  return message.message.trim().split(/[/\\]/).at(-1) || 'file'
}

/** Whether the file is drawn in the message. SVG isn't: it can carry scripts. */
export function isInlineImage(message: Pick<ChatMessage, 'message' | 'allowPreview'>): boolean {
  return message.allowPreview && IMAGE.test(fileName(message))
}

/** The file's kind as people say it: 'PDF', 'XLSX', 'File'. */
export function fileKind(name: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  return extension ? extension.toUpperCase() : 'File'
}
