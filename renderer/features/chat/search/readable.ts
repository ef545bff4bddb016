import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { textParts } from '#shared/domain/chat.ts'
import { ASSET_TAG } from '#shared/domain/chat-assets.ts'
import { fileMessageParts } from '#shared/domain/chat-files.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'

const GIF_PREVIEW = 'Sent a GIF'

/** A message's text without markup, on one line; a file by its name, with what was written with it. */
export function readable(message: Pick<ChatMessage, 'message' | 'type'>): string {
  if (message.type !== 'TEXT') {
    const { fileName, caption } = fileMessageParts(message.message)
    return caption === '' ? fileName : `${fileName} · ${caption}`
  }
  const preview = listPreview(message)
  if (preview === GIF_PREVIEW) return preview
  const words = textParts(message.message.replace(ASSET_TAG, '$1'))
  return words
    .map((part) => (part.kind === 'mention' ? `@${part.name}` : part.text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
