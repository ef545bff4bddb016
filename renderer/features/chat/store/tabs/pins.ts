import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import {
  broadcastMessages,
  latestBroadcastMessage,
  loadThreadFiles,
  myPinnedMessages,
} from '#shared/contract/chat-messages.ts'
import { ApiError } from '../../../../services/http/api-client.ts'
import { type ChatCore, conversationOf, failed, threadOf } from '../core.ts'
import { keyOf, type ThreadKey } from '../state.ts'
import { type Listed, type MessageListKind, NOT_LISTED, withLatest } from './tab-state.ts'

const KINDS = ['pinned', 'broadcasts', 'files'] as const

export interface PinActions {
  /** Loads what a tab lists; what it already shows stays meanwhile. */
  loadMessageList(key: ThreadKey, kind: MessageListKind): Promise<void>
  /** Loads older files. False where there are none. */
  loadOlderFiles(key: ThreadKey): Promise<boolean>
  /** Loads the broadcast that stands above the messages. Nobody is told where it can't be had. */
  loadLatestBroadcast(key: ThreadKey): Promise<void>
  /** Puts the broadcast away, for good: a later one shows again. */
  dismissBroadcast(key: ThreadKey, messageID: number): void
  /** What was listed of a conversation no longer holds. */
  forgetMessageLists(key: ThreadKey): void
}

const nameOf = ({ sourceID, source, type }: ChatThread) => ({ id: sourceID, type, source })

/** What a list shows a message by: newest of these times first. Null where the message isn't in the list. */
function placeIn(kind: MessageListKind, message: ChatMessage): string | null {
  if (message.deleted) return null
  if (kind === 'pinned') return message.pinnedTime
  if (kind === 'broadcasts') return message.broadcastTime
  return message.type === 'CENTRAL_FILE_HUB' ? message.entryTime : null
}

/** The list with the message as it now stands: in its place, or gone. */
export function relisted(
  kind: MessageListKind,
  messages: readonly ChatMessage[],
  message: ChatMessage,
): readonly ChatMessage[] {
  const others = messages.filter(({ id }) => id !== message.id)
  const at = placeIn(kind, message)
  if (at === null) return others.length === messages.length ? messages : others
  const before = others.findIndex((other) => (placeIn(kind, other) ?? '') < at)
  return before < 0 ? [...others, message] : others.toSpliced(before, 0, message)
}

/** Pinned messages, broadcasts and files of conversations (spec 2 §2), kept as the hub tells of changes. */
export function createPinActions(core: ChatCore): PinActions & { readonly bindPins: () => () => void } {
  const { store, services, hub } = core
  const nameDismissed = (key: ThreadKey) => `${store.getState().me.id}:${key}`

  const patch = (key: ThreadKey, kind: MessageListKind, change: Partial<Listed<ChatMessage>>) =>
    store.setState(({ messageLists }) => ({
      messageLists: withLatest(messageLists, key, {
        ...messageLists[key],
        [kind]: { ...(messageLists[key]?.[kind] ?? NOT_LISTED), ...change },
      }),
    }))
  const fetchList = (thread: ChatThread, kind: MessageListKind) => {
    const quiet = { quiet: true }
    if (kind === 'pinned') return services.api.call(myPinnedMessages, nameOf(thread), quiet)
    if (kind === 'broadcasts') return services.api.call(broadcastMessages, nameOf(thread), quiet)
    return services.api.call(loadThreadFiles, nameOf(thread), quiet).catch((error: unknown) => {
      // A server without that call: what is kept of the conversation has to do.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      const kept = conversationOf(core, keyOf(thread)).messages
      return kept.filter((message) => placeIn('files', message) !== null).toReversed()
    })
  }

  const changed = (address: ChatAddress, message: ChatMessage) => {
    const key = keyOf(address)
    const { messageLists, latestBroadcasts } = store.getState()
    for (const kind of KINDS) {
      const list = messageLists[key]?.[kind]
      if (list) patch(key, kind, { items: relisted(kind, list.items, message) })
    }
    const latest = latestBroadcasts[key]
    if (latest === undefined) return
    const time = message.deleted ? null : message.broadcastTime
    if (time !== null && time >= (latest?.broadcastTime ?? '')) setLatest(key, message)
    else if (latest?.id === message.id) void actions.loadLatestBroadcast(key)
  }
  const setLatest = (key: ThreadKey, message: ChatMessage | null) =>
    store.setState(({ latestBroadcasts }) => ({
      latestBroadcasts: withLatest(latestBroadcasts, key, message),
    }))

  const actions: PinActions = {
    async loadMessageList(key, kind) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      const before = store.getState().messageLists[key]?.[kind]
      if (before?.load.state !== 'ready') patch(key, kind, { load: { state: 'loading' } })
      try {
        patch(key, kind, { load: { state: 'ready' }, items: await fetchList(thread, kind) })
      } catch (error) {
        if (before?.load.state !== 'ready') patch(key, kind, { load: failed(error) })
      }
    },
    async loadOlderFiles(key) {
      const thread = threadOf(store.getState(), key)
      const oldest = store.getState().messageLists[key]?.files?.items.at(-1)
      if (!thread || !oldest) return false
      const request = { ...nameOf(thread), beforeMessageID: oldest.id }
      const page = await services.api.call(loadThreadFiles, request).catch(() => [])
      const items = store.getState().messageLists[key]?.files?.items ?? []
      patch(key, 'files', { items: [...items, ...page] })
      return page.length > 0
    },
    async loadLatestBroadcast(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      const dismissed = services.storage.get('dismissedBroadcasts')?.[nameDismissed(key)]
      if (dismissed !== undefined)
        store.setState((state) => ({
          dismissedBroadcasts: { ...state.dismissedBroadcasts, [key]: dismissed },
        }))
      try {
        const answer = await services.api.call(latestBroadcastMessage, nameOf(thread), { quiet: true })
        setLatest(key, answer.message)
      } catch {
        // The messages are what matters; the next opening asks again.
      }
    },
    dismissBroadcast(key, messageID) {
      store.setState((state) => ({
        dismissedBroadcasts: { ...state.dismissedBroadcasts, [key]: messageID },
      }))
      const kept = services.storage.get('dismissedBroadcasts')
      services.storage.set('dismissedBroadcasts', { ...kept, [nameDismissed(key)]: messageID })
    },
    forgetMessageLists(key) {
      const { [key]: _, ...messageLists } = store.getState().messageLists
      store.setState({ messageLists })
      setLatest(key, null)
    },
  }
  /** Whatever was changed while the hub was away wasn't heard of: what shows is loaded again, the rest goes. */
  const refresh = () => {
    const { selected, messageLists } = store.getState()
    const shown = selected === null ? undefined : messageLists[selected]
    store.setState({ messageLists: selected !== null && shown ? { [selected]: shown } : {} })
    if (selected === null) return
    void actions.loadLatestBroadcast(selected)
    for (const kind of KINDS) if (shown?.[kind]) void actions.loadMessageList(selected, kind)
  }

  return {
    ...actions,
    bindPins() {
      const offs = [
        hub.on('messageEdited', (placed) => changed(placed, placed.message)),
        hub.on('messageDeleted', (placed) => changed(placed, { ...placed.message, deleted: true })),
        hub.on('NEW_REACTION', (placed) => changed(placed, placed.message)),
        hub.on('newMessage', (placed) => changed(placed, placed.message)),
        hub.on('newThreadMessage', (placed) => changed(placed, placed.message)),
        hub.onConnected((again) => {
          if (again) refresh()
        }),
      ]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}
