import type { StoreApi } from 'zustand/vanilla'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import { ApiError } from '../../../services/api-client.ts'
import type { HubClient } from '../../../services/hub-client.ts'
import type { Services } from '../../../services/services.ts'
import type { Lock } from '../../../services/session-renewal.ts'
import type { Drafts } from './drafts.ts'
import type { Outbox } from './outbox.ts'
import {
  type ChatState,
  type Conversation,
  EMPTY_CONVERSATION,
  keyOf,
  type Load,
  type ThreadKey,
} from './state.ts'

/** What the parts of the chat store share. */
export interface ChatCore {
  readonly store: StoreApi<ChatState>
  readonly services: Services
  readonly hub: HubClient<typeof chatHub>
  readonly drafts: Drafts
  readonly outbox: Outbox
  /** Held by the one window that sends what was put off. */
  readonly lock: Lock
  /** Whether the selected conversation is before the person's eyes: on screen, in a visible page. */
  readonly isWatched: () => boolean
}

/** Threads of a list by their keys, made once a list: there may be thousands, and selectors ask all the time. */
const indexes = new WeakMap<readonly ChatThread[], ReadonlyMap<ThreadKey, ChatThread>>()

export function threadsByKey(threads: readonly ChatThread[]): ReadonlyMap<ThreadKey, ChatThread> {
  const known = indexes.get(threads)
  if (known) return known
  const index = new Map(threads.map((thread) => [keyOf(thread), thread]))
  indexes.set(threads, index)
  return index
}

export function threadOf(state: Pick<ChatState, 'threads'>, key: ThreadKey): ChatThread | undefined {
  return threadsByKey(state.threads).get(key)
}

export function conversationOf(core: ChatCore, key: ThreadKey): Conversation {
  return core.store.getState().conversations[key] ?? EMPTY_CONVERSATION
}

export function patchConversation(core: ChatCore, key: ThreadKey, patch: Partial<Conversation>): void {
  core.store.setState((state) => ({
    conversations: {
      ...state.conversations,
      [key]: { ...(state.conversations[key] ?? EMPTY_CONVERSATION), ...patch },
    },
  }))
}

/** What the person reads of a failure. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : String(error)
}

/** Whether a call failed for want of a connection. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.failure === 'unreachable'
}

/** A load that ended in a failure. */
export function failed(error: unknown): Load {
  return { state: 'error', message: messageOf(error) }
}
