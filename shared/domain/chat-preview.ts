import type { ChatMessage } from '../contract/chat-entities.ts'
import { visibleText } from './bidi.ts'
import { MENTION } from './chat.ts'
import { ASSET_TAG } from './chat-assets.ts'
import { extensionOf, fileKind, fileMessageParts } from './chat-files.ts'

/** A GIF from a service, or one that comes with the server. */
const GIF = /^(?:https?:\/\/\S+|\/api\/public\/gifs\/[\w-]+)\.gif(\?\S*)?$/i
const LINK = /^https?:\/\/\S+$/i

function filePreview(fileName: string): string {
  if (extensionOf(fileName) === 'gif') return 'Sent a GIF'
  return fileKind(fileName) === 'IMAGE' ? 'Sent an image' : 'Sent an file'
}

/**
 * How the thread list shows a message (spec 2 §2). Raw content becomes words such as 'Sent a GIF', mentions
 * become '@name', and direction overrides are made visible.
 */
export function listPreview(message: Pick<ChatMessage, 'message' | 'type'>): string {
  const text = message.message.trim()
  if (message.type !== 'TEXT') return filePreview(fileMessageParts(text).fileName)
  if (GIF.test(text)) return 'Sent a GIF'
  if (LINK.test(text)) return 'Sent a link'
  const plain = text
    .replace(ASSET_TAG, '[tagged an asset]')
    .replace(MENTION, (_, name: string) => `@${name}`)
    .replace(/\s+/g, ' ')
  return visibleText(plain)
}
