import { useEffect } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { type Listed, type MessageListKind, NOT_LISTED } from '../store/tabs/tab-state.ts'

/** A list of a conversation's messages, loaded (again) as its tab opens. */
export function useMessageList(threadKey: ThreadKey, kind: MessageListKind): Listed<ChatMessage> {
  const chat = useChat<'loadMessageList'>()
  const list = useChatState((state) => state.messageLists[threadKey]?.[kind]) ?? NOT_LISTED
  useEffect(() => void chat.loadMessageList(threadKey, kind), [chat, threadKey, kind])
  return list
}
