import type { MeetingAlert } from '#shared/contract/call-entities.ts'
import type { ChatAddress, ChatMessage } from '#shared/contract/chat-entities.ts'
import { INCOMING_BATCH_MS } from '#shared/domain/chat.ts'
import type { ConversationActions } from './conversation.ts'
import { type ChatCore, conversationOf, patchConversation } from './core.ts'
import { replaced } from './message-window.ts'
import type { PeopleActions } from './people.ts'
import { keyOf, type ThreadKey } from './state.ts'
import type { Arrival, ThreadActions } from './threads.ts'
import type { TypingActions } from './typing.ts'

/** How many message ids are remembered to know a message that comes twice. */
const SEEN_MAX = 2000

/** Told of a message that came in, and of its conversation. */
export type OnIncoming = (key: ThreadKey, message: ChatMessage) => void

export interface Live {
  /** A message that is now known, from the hub or from a call's answer; a second time it changes nothing. */
  received(key: ThreadKey, message: ChatMessage): void
  /** Calls back for every message of somebody else that comes in; returns what ends that. */
  onIncoming(listener: OnIncoming): () => void
  /** Listens to the hub until the returned function is called. */
  bind(): () => void
}

interface Parts {
  readonly threads: ThreadActions
  readonly conversations: ConversationActions
  readonly people: PeopleActions
  readonly typing: TypingActions
  /** Marks the selected conversation as read, here and on the server. */
  readonly markRead: (key: ThreadKey) => void
  /** A meeting began in one of the person's conversations. */
  readonly meetingStarts: (alert: MeetingAlert) => void
}

/** What the chat hub's events do (spec 2 §4, §7). */
export function createLive(core: ChatCore, parts: Parts): Live {
  const { store, hub, services } = core
  const { threads, conversations, people, typing } = parts
  const seen = new Set<string>()
  const listeners = new Set<OnIncoming>()
  let batch: Arrival[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const arrivals = batch
    batch = []
    threads.applyArrivals(arrivals)
    const { selected, me } = store.getState()
    const read = arrivals.some(({ key, message }) => key === selected && message.userID !== me.id)
    if (selected && read && core.isWatched()) parts.markRead(selected)
  }
  const remember = (name: string): boolean => {
    if (seen.has(name)) return false
    seen.add(name)
    if (seen.size > SEEN_MAX) for (const oldest of [...seen].slice(0, SEEN_MAX / 2)) seen.delete(oldest)
    return true
  }

  /** The open conversation shows it at once; the list and the counts follow within a second. */
  const received = (key: ThreadKey, message: ChatMessage) => {
    conversations.place(key, [message])
    if (!remember(`${key}/${message.id}`)) return
    typing.stopped(key, message.userID)
    const { selected, me } = store.getState()
    const below = !conversations.isAtBottom() || !core.isWatched()
    if (key === selected && message.userID !== me.id && below)
      patchConversation(core, key, { newBelow: true })
    // Something is still missing before it: the person at the end is brought all of it.
    if (key === selected && !below && isBehindGap(key)) void conversations.catchUp(key)
    batch.push({ key, message })
    timer ??= setTimeout(flush, INCOMING_BATCH_MS)
    if (message.userID !== me.id) for (const listener of listeners) listener(key, message)
  }

  const isBehindGap = (key: ThreadKey) => {
    const { load, hasNewer, loadingNewer } = conversationOf(core, key)
    return load.state === 'ready' && hasNewer && !loadingNewer
  }

  const changed = (address: ChatAddress, message: ChatMessage) => {
    const key = keyOf(address)
    const kept = store.getState().conversations[key]
    if (kept) patchConversation(core, key, { messages: replaced(kept.messages, message) })
  }

  /** Whatever came before the hub's groups were joined was missed: it is asked for, also the first time. */
  const connected = async () => {
    conversations.markStale()
    if (services.session.store.getState().permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
      await hub.invoke('joinTeamChat').catch(() => {})
    hub.invoke('requestContactList').catch(() => {})
    void threads.loadThreads()
    const { selected } = store.getState()
    if (!selected) return
    await conversations.catchUp(selected)
    if (core.isWatched()) parts.markRead(selected)
  }

  return {
    received,
    onIncoming(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    bind() {
      const offs = [
        hub.on('newMessage', (placed) => received(keyOf(placed), placed.message)),
        hub.on('newThreadMessage', (placed) => received(keyOf(placed), placed.message)),
        hub.on('NEW_REACTION', (placed) => changed(placed, placed.message)),
        hub.on('refreshThreads', () => void threads.loadThreads()),
        hub.on('focusedSomewhere', (address) => threads.clearUnread(keyOf(address))),
        hub.on('someoneFocused', (event) => people.setRead(keyOf(event), event.userID, event.readTime)),
        hub.on('someoneTyping', (event) => typing.someoneTyped(keyOf(event), event)),
        hub.on('refreshContactList', () => void hub.invoke('requestContactList').catch(() => {})),
        hub.on('recievedContactList', people.setContacts),
        hub.on('NEW_ACTIVITY', people.addActivity),
        hub.on('meetingStart', parts.meetingStarts),
        hub.onConnected(() => void connected()),
        hub.subscribe(() => store.setState({ hub: hub.state })),
      ]
      return () => {
        for (const off of offs) off()
        clearTimeout(timer)
        if (batch.length > 0) flush()
        timer = undefined
      }
    },
  }
}
