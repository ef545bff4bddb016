import { createContext, use, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { ChatStore } from './store/chat-store.ts'
import type { ChatState } from './store/state.ts'

/** The session's chat, whose code may still be on its way. */
export interface ChatInContext {
  /** What a view waits for; of a chat that is there one that React reads without waiting. */
  readonly promise: Promise<ChatStore>
  /** Null until it is there. */
  readonly chat: ChatStore | null
}

/** A chat that is there: React's `use` reads a promise that says so by these fields at once. */
export const chatThere = (chat: ChatStore): ChatInContext => ({
  promise: Object.assign(Promise.resolve(chat), { status: 'fulfilled', value: chat }),
  chat,
})

/** One whose code can't be had: `use` throws why, at once. */
export function chatFailed(reason: unknown): ChatInContext {
  const promise = Promise.reject<ChatStore>(reason)
  // Whoever uses it is told.
  promise.catch(() => {})
  return { promise: Object.assign(promise, { status: 'rejected', reason }), chat: null }
}

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
  return use(found.promise)
}

/** The session's chat if it is there by now, for what goes on without it. */
export function useChatIfThere(): ChatStore | null {
  return useContext(ChatContext)?.chat ?? null
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
