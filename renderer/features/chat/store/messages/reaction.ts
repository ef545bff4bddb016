import type { ChatMessage, ReactionType } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'

/** The message after a person's reaction. A person has one reaction at most; the same again takes it back. */
export function withReaction(message: ChatMessage, reaction: ReactionType, name: string): ChatMessage {
  const next = { ...message }
  for (const { type, count, names } of REACTIONS) {
    const had = message[names].includes(name)
    const has = type === reaction && !had
    if (had) next[names] = message[names].filter((other) => other !== name)
    if (has) next[names] = [...message[names], name]
    next[count] = Math.max(0, message[count] + (has ? 1 : 0) - (had ? 1 : 0))
  }
  return next
}
