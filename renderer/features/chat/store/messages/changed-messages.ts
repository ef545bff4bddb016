import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { DELETED_MESSAGE_TEXT } from '#shared/domain/chat.ts'
import { type ChatCore, patchConversation } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import { replaced } from './message-window.ts'

/** Puts a changed message in its place, also where it is quoted; one that isn't kept stays out. */
export function showChanged(core: ChatCore, key: ThreadKey, message: ChatMessage): void {
  const kept = core.store.getState().conversations[key]
  if (!kept) return
  const text = message.deleted ? DELETED_MESSAGE_TEXT : message.message
  const messages = replaced(kept.messages, message).map((one) => {
    const quote = one.replyToMessage
    if (quote?.id !== message.id || (quote.message === text && quote.type === message.type)) return one
    const type = message.deleted ? 'TEXT' : message.type
    return { ...one, replyToMessage: { ...quote, message: text, type } }
  })
  patchConversation(core, key, { messages })
}
