import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { THREAD_TABS, type ThreadTab } from '../store/state.ts'

/** What decides which tabs a conversation has. */
export interface TabView {
  /** Whether the members stand beside the messages: the wide layout. */
  readonly wide: boolean
  /** CHAT_CAN_USE_TOPICS */
  readonly mayUseTopics: boolean
}

/** The tabs of a conversation, in their order (spec 2 §2, §6). */
export function tabsOf(
  { source, isGroup, isAdmin }: Pick<ChatThread, 'source' | 'isGroup' | 'isAdmin'>,
  { wide, mayUseTopics }: TabView,
): readonly ThreadTab[] {
  const isTopic = source === 'TOPIC'
  const absent = new Set<ThreadTab>()
  if (wide && !isTopic) absent.add('Members')
  if (!mayUseTopics || isTopic) absent.add('Topics')
  if (!isGroup || !isAdmin) absent.add('Settings')
  return THREAD_TABS.filter((tab) => !absent.has(tab))
}
