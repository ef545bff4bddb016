import type { StoreApi } from 'zustand/vanilla'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import { ApiError, reasonOf } from '../../../services/http/api-client.ts'
import type { HubClient } from '../../../services/hubs/hub-client.ts'
import type { Services } from '../../../services/services.ts'
import type { Lock } from '../../../services/session/session-renewal.ts'
import type { Drafts } from './sending/drafts.ts'
import type { Outbox } from './sending/outbox.ts'
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

/** Whom a list was searched for so far; a list that is asked for more than these has all of them by key. */
const SEARCHES_MAX = 16
const searches = new WeakMap<readonly ChatThread[], Map<ThreadKey, ChatThread | undefined>>()

/**
 * A thread of the list. There may be thousands, each change of one makes a new list, and selectors ask
 * all the time, but nearly always for the same one.
 */
export function threadOf({ threads }: Pick<ChatState, 'threads'>, key: ThreadKey): ChatThread | undefined {
  const known = searches.get(threads) ?? new Map<ThreadKey, ChatThread | undefined>()
  if (known.has(key)) return known.get(key)
  if (known.size === SEARCHES_MAX) for (const thread of threads) known.set(keyOf(thread), thread)
  else known.set(key, threads.find(hasKey(key)))
  searches.set(threads, known)
  return known.get(key)
}

/** Whether an address is that of a key. */
function hasKey(key: ThreadKey): (address: ChatAddress) => boolean {
  const at = key.lastIndexOf(':')
  const [wanted, id] = [key.slice(0, at), Number(key.slice(at + 1))]
  return ({ source, sourceID }) => sourceID === id && source === wanted
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

/** Whether a call failed for want of a connection. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.failure === 'unreachable'
}

/** A load that ended in a failure. */
export function failed(error: unknown): Load {
  return { state: 'error', message: reasonOf(error) }
}
