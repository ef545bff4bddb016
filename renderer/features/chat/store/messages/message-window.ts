import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import type { Conversation } from '../state.ts'

/** At most this many messages of a conversation are kept at once. */
export const WINDOW_MAX = 300

/**
 * Puts messages in their places: ascending by id, each once, the later version winning. The
 * client's id of a message is kept where the later version doesn't carry it: it is the row's key.
 */
export function mergeMessages(
  kept: readonly ChatMessage[],
  incoming: readonly ChatMessage[],
): readonly ChatMessage[] {
  if (incoming.length === 0) return kept
  const byID = new Map(kept.map((message) => [message.id, message]))
  for (const message of incoming) {
    const clientID = message.clientID ?? byID.get(message.id)?.clientID
    byID.set(message.id, clientID ? { ...message, clientID } : message)
  }
  return [...byID.values()].sort((a, b) => a.id - b.id)
}

/** Drops what is over the limit at one end; that end then has more to load again. */
export function trimmed(
  conversation: Conversation,
  end: 'oldest' | 'newest',
  max = WINDOW_MAX,
): Conversation {
  const over = conversation.messages.length - max
  if (over <= 0) return conversation
  return end === 'oldest'
    ? { ...conversation, messages: conversation.messages.slice(over), hasOlder: true }
    : { ...conversation, messages: conversation.messages.slice(0, max), hasNewer: true }
}

/** Replaces a message that is kept; one that isn't is none of this window's business. */
export function replaced(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  return messages.some(({ id }) => id === message.id) ? mergeMessages(messages, [message]) : messages
}
