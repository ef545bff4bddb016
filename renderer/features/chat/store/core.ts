import type { StoreApi } from 'zustand/vanilla'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import { ApiError } from '../../../services/api-client.ts'
import type { HubClient } from '../../../services/hub-client.ts'
import type { Services } from '../../../services/services.ts'
import type { Drafts } from './drafts.ts'
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
  /** Whether the selected conversation is before the person's eyes: on screen, in a visible page. */
  readonly isWatched: () => boolean
}

export function threadOf(state: ChatState, key: ThreadKey): ChatThread | undefined {
  return state.threads.find((thread) => keyOf(thread) === key)
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

/** A load that ended in a failure. */
export function failed(error: unknown): Load {
  return { state: 'error', message: messageOf(error) }
}
