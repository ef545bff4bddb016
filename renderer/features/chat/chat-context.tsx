import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { ChatStore } from './store/chat-store.ts'
import type { ChatState } from './store/state.ts'

/** Provided by ChatProvider. */
export const ChatContext = createContext<ChatStore | null>(null)

/** The session's chat. @throws outside a ChatProvider */
export function useChat(): ChatStore {
  const store = useContext(ChatContext)
  if (!store) throw new Error('useChat needs a ChatProvider above it')
  return store
}

/** A part of the chat's state; the component renders again when that part changes. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat().store, select)
}

/** How many messages wait to be read, over all conversations. */
export function useUnreadTotal(): number {
  return useChatState((state) => state.unreadTotal)
}
