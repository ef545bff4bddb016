import type {
  ChatDocument,
  ChatMessage,
  Poll,
  SearchGroup,
  SuggestedDiscussion,
  TopicChat,
} from '#shared/contract/chat-entities.ts'
import type { Load, ThreadKey } from '../state.ts'

/** Lists of a conversation's messages that a tab of their own shows. */
export type MessageListKind = 'pinned' | 'broadcasts' | 'files'

/** Something that was loaded for a conversation; what is there stays while it is loaded again. */
export interface Listed<Item> {
  readonly load: Load
  readonly items: readonly Item[]
}

/** A search for messages: what is typed, and what was found for `term`, which may be older. */
export interface MessageSearch<Found> {
  readonly typed: string
  /** '' while nothing has been searched for. */
  readonly term: string
  readonly load: Load
  readonly found: readonly Found[]
}

/** Something by its id, that a dialog shows; null until it is there. */
export interface Shown<Thing> {
  readonly load: Load
  readonly thing: Thing | null
}

/** The polls and documents of a conversation; null where the server has no such things. */
export interface SharedThings {
  readonly polls: readonly Poll[] | null
  readonly documents: readonly Omit<ChatDocument, 'text'>[] | null
}

type ByThread<Value> = Readonly<Record<ThreadKey, Value>>

/** What the tabs, the searches, the topics and the shared things know. */
export interface TabState {
  readonly messageLists: ByThread<Partial<Readonly<Record<MessageListKind, Listed<ChatMessage>>>>>
  /** Null where a conversation has none. */
  readonly latestBroadcasts: ByThread<ChatMessage | null>
  /** The broadcast that the person has put away, by its message's id. */
  readonly dismissedBroadcasts: ByThread<number>
  readonly search: MessageSearch<SearchGroup>
  readonly threadSearches: ByThread<MessageSearch<ChatMessage>>
  readonly topics: ByThread<Listed<TopicChat>>
  readonly suggestions: ByThread<Listed<SuggestedDiscussion>>
  readonly sharedThings: ByThread<SharedThings>
  readonly polls: Readonly<Record<number, Shown<Poll>>>
  readonly documents: Readonly<Record<number, Shown<ChatDocument>>>
}

/** Conversations whose tabs keep what they list. Ours. */
const KEPT_MAX = 20

/** The record with that value, as the last one put in; the first ones go where there are too many. */
export function withLatest<Value>(
  record: Readonly<Record<ThreadKey, Value>>,
  key: ThreadKey,
  value: Value,
): Readonly<Record<ThreadKey, Value>> {
  const { [key]: _, ...others } = record
  const kept = Object.entries(others).slice(-(KEPT_MAX - 1))
  return { ...Object.fromEntries(kept), [key]: value }
}

export const EMPTY_SEARCH: MessageSearch<never> = {
  typed: '',
  term: '',
  load: { state: 'idle' },
  found: [],
}
export const NOT_LISTED: Listed<never> = { load: { state: 'idle' }, items: [] }
export const NOT_SHOWN: Shown<never> = { load: { state: 'idle' }, thing: null }

export const EMPTY_TABS: TabState = {
  messageLists: {},
  latestBroadcasts: {},
  dismissedBroadcasts: {},
  search: EMPTY_SEARCH,
  threadSearches: {},
  topics: {},
  suggestions: {},
  sharedThings: {},
  polls: {},
  documents: {},
}
