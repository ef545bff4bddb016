import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ChatMessage, TopicChat } from '#shared/contract/chat-entities.ts'
import {
  addChatTopic,
  joinTopic,
  loadSuggestedDiscussions,
  loadTopicChats,
} from '#shared/contract/chat-topics.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import { type ChatCore, failed, patchConversation, threadOf } from '../core.ts'
import { replaced } from '../messages/message-window.ts'
import { keyOf, type ThreadKey } from '../state.ts'
import { type Listed, NOT_LISTED, withLatest } from './tab-state.ts'

/** Longest name of a topic, in UTF-16 units (shared/contract/chat-topics.ts). */
export const TOPIC_NAME_MAX = 120

export interface TopicActions {
  /** Loads the topics of a conversation; what is shown stays meanwhile. */
  loadTopics(key: ThreadKey): Promise<void>
  /** The same, where they aren't known and nobody is loading them yet. */
  needTopics(key: ThreadKey): void
  loadSuggestions(key: ThreadKey): Promise<void>
  /**
   * Begins a topic of a conversation, out of one of its messages where one is named. Null where the
   * name is empty or the conversation isn't known, which does nothing, and where it failed, of which
   * the person is told (spec 2 §5).
   */
  createTopic(key: ThreadKey, name: string, messageID?: number): Promise<TopicChat | null>
  /** Comes into a topic of a conversation that the person is in. False where it failed. */
  enterTopic(key: ThreadKey, topicID: number): Promise<boolean>
}

/** The address of a topic's own conversation. */
export const topicAddress = ({ sourceID }: Pick<TopicChat, 'sourceID'>): ChatAddress => ({
  source: 'TOPIC',
  sourceID,
})

const newestFirst = (topics: readonly TopicChat[]): readonly TopicChat[] =>
  topics.toSorted((a, b) => ((a.lastMessageTime ?? '') < (b.lastMessageTime ?? '') ? 1 : -1))

/** Topics of conversations (spec 2 §2), for who may use them (spec 2 §6). */
export function createTopicActions(
  core: ChatCore,
  loadThreads: () => Promise<void>,
): TopicActions & { readonly bindTopics: () => () => void } {
  const { store, services, hub } = core
  const may = () => services.session.store.getState().permissions.can('CHAT_CAN_USE_TOPICS')
  const patch = (key: ThreadKey, change: Partial<Listed<TopicChat>>) =>
    store.setState(({ topics }) => ({
      topics: withLatest(topics, key, { ...(topics[key] ?? NOT_LISTED), ...change }),
    }))
  /** Puts one topic in, newest knowledge first. */
  const put = (key: ThreadKey, topic: TopicChat) => {
    const others = (store.getState().topics[key]?.items ?? []).filter(({ id }) => id !== topic.id)
    patch(key, { items: [topic, ...others] })
  }

  /** A message in a topic: its preview and counts follow. */
  const grown = ({ source, sourceID }: ChatAddress, message: ChatMessage) => {
    if (source !== 'TOPIC') return
    const { topics, me, selected } = store.getState()
    for (const [key, list] of Object.entries(topics)) {
      const topic = list.items.find((one) => one.sourceID === sourceID)
      if (!topic || (topic.lastMessageTime ?? '') >= message.entryTime) continue
      const seen = message.userID === me.id || selected === keyOf({ source, sourceID })
      const next: TopicChat = {
        ...topic,
        lastMessage: cut(listPreview(message), NOTIFICATION_PREVIEW_LENGTH),
        lastMessageTime: message.entryTime,
        messages: topic.messages + 1,
        unread: seen ? 0 : topic.unread + 1,
      }
      patch(key, { items: newestFirst(list.items.map((one) => (one.id === topic.id ? next : one))) })
    }
  }

  const actions: TopicActions = {
    async loadTopics(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread || !may()) return
      const shown = store.getState().topics[key]?.load.state === 'ready'
      if (!shown) patch(key, { load: { state: 'loading' } })
      try {
        const items = await services.api.call(loadTopicChats, { threadID: thread.id }, { quiet: true })
        patch(key, { load: { state: 'ready' }, items })
      } catch (error) {
        if (!shown) patch(key, { load: failed(error) })
      }
    },
    needTopics(key) {
      if (store.getState().topics[key] === undefined) void actions.loadTopics(key)
    },
    async loadSuggestions(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread || !may()) return
      try {
        const request = { threadID: thread.id }
        const items = await services.api.call(loadSuggestedDiscussions, request, { quiet: true })
        store.setState(({ suggestions }) => ({
          suggestions: withLatest(suggestions, key, { load: { state: 'ready' }, items }),
        }))
      } catch {
        // A suggestion that can't be had is none.
      }
    },
    async createTopic(key, name, messageID) {
      const thread = threadOf(store.getState(), key)
      const trimmed = name.trim()
      if (!thread || thread.source === 'TOPIC' || trimmed === '' || !may()) return null
      const { id: threadID, source, sourceID, type } = thread
      const ofMessage = messageID === undefined ? {} : { messageID }
      const request = { threadID, source, sourceID, type, name: trimmed, ...ofMessage }
      try {
        const topic = await services.api.call(addChatTopic, request)
        put(key, topic)
        await loadThreads()
        return topic
      } catch {
        return null
      }
    },
    async enterTopic(key, topicID) {
      try {
        put(key, await services.api.call(joinTopic, { id: topicID }))
        await loadThreads()
        return true
      } catch {
        return false
      }
    },
  }
  return {
    ...actions,
    bindTopics() {
      const offs = [
        hub.on('NEW_TOPIC_FROM_MESSAGE', ({ message, ...address }) => {
          const key = keyOf(address)
          const { conversations, topics, suggestions } = store.getState()
          const kept = conversations[key]
          if (kept && message) patchConversation(core, key, { messages: replaced(kept.messages, message) })
          if (topics[key]) void actions.loadTopics(key)
          if (suggestions[key]) void actions.loadSuggestions(key)
        }),
        hub.on('newMessage', (placed) => grown(placed, placed.message)),
        hub.onConnected((again) => {
          // What began meanwhile wasn't heard of.
          if (again) for (const key of Object.keys(store.getState().topics)) void actions.loadTopics(key)
        }),
      ]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}
