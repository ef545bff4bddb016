import { createContext, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { ChatStore } from './store/chat-store.ts'
import type { ChatState } from './store/state.ts'

/** The session's chat, whose code may still be on its way. */
export type ChatInContext =
  | { readonly state: 'there'; readonly chat: ChatStore }
  | { readonly state: 'coming'; readonly promise: Promise<ChatStore> }
  | { readonly state: 'failed'; readonly error: unknown }

/** Provided by ChatProvider. */
export const ChatContext = createContext<ChatInContext | null>(null)

/**
 * The session's chat. Suspends until it is there. A view names what it uses of it, and sees no more: the
 * store has over a hundred members.
 *
 * @throws outside a ChatProvider, and where the chat's code can't be had
 */
export function useChat<Used extends keyof ChatStore>(): Pick<ChatStore, Used> {
  const found = useContext(ChatContext)
  if (!found) throw new Error('useChat needs a ChatProvider above it')
  switch (found.state) {
    case 'there':
      return found.chat
    case 'failed':
      throw found.error
    case 'coming':
      // Not React's `use`: once called it has to be called for ever, and lets nothing be drawn at once.
      throw found.promise
  }
}

/** The session's chat if it is there by now, for what goes on without it. */
export function useChatIfThere(): ChatStore | null {
  const found = useContext(ChatContext)
  return found?.state === 'there' ? found.chat : null
}

/** A part of the chat's state; the component renders again when that part changes. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat<'store'>().store, select)
}

type Unread = Pick<ChatState, 'unreadTotal'>

const NOTHING_UNREAD: Unread = { unreadTotal: 0 }
const NO_CHAT: Pick<StoreApi<Unread>, 'getState' | 'getInitialState' | 'subscribe'> = {
  getState: () => NOTHING_UNREAD,
  getInitialState: () => NOTHING_UNREAD,
  subscribe: () => () => {},
}

/** How many messages wait to be read, over all conversations; none are known of before the chat is there. */
export function useUnreadTotal(): number {
  return useStore<typeof NO_CHAT, number>(useChatIfThere()?.store ?? NO_CHAT, (state) => state.unreadTotal)
}
