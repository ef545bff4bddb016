import type { TopicChat } from '#shared/contract/chat-entities.ts'
import { searchable } from '#shared/domain/locale.ts'

/** The search for topics begins at this many characters, this long after the last (spec 2 §5). */
export const TOPIC_SEARCH_MIN_LENGTH = 3
export const TOPIC_SEARCH_DEBOUNCE_MS = 300

/** The topics with the term in their names or their newest messages; all for a shorter term. */
export function matchingTopics(topics: readonly TopicChat[], typed: string): readonly TopicChat[] {
  const term = searchable(typed.trim())
  if ([...term].length < TOPIC_SEARCH_MIN_LENGTH) return topics
  return topics.filter(({ name, lastMessage }) =>
    [name, lastMessage].some((text) => searchable(text).includes(term)),
  )
}
