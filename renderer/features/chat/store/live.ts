import type { MeetingAlert } from '#shared/contract/call-entities.ts'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { INCOMING_BATCH_MS } from '#shared/domain/chat.ts'
import { type ChatCore, conversationOf, patchConversation } from './core.ts'
import { showChanged } from './messages/changed-messages.ts'
import type { ConversationActions } from './messages/conversation.ts'
import { keyOf, type ThreadKey } from './state.ts'
import type { PeopleActions } from './threads/people.ts'
import type { Arrival, ThreadActions } from './threads/threads.ts'
import type { TypingActions } from './threads/typing.ts'

/** How many message ids are remembered to know a message that comes twice. */
const SEEN_MAX = 2000
/**
 * Messages that come in quicker than this after one another are shown together, in milliseconds: the
 * first of them at once, the others with a later picture. The longer drawing takes, the longer until
 * the next: so many times as long, within the bounds, so that a burst leaves time for everything else.
 */
export const TOGETHER_MS = { least: 32, most: 400, timesDrawing: 5 } as const
/**
 * The list was asked for just before the first connection; what it may have missed until then is asked
 * for so much later, in milliseconds: thousands of rows would keep the first conversation waiting.
 */
const SECOND_LIST_MS = 3000
/** How many changes of messages that aren't known yet are remembered. */
const AHEAD_MAX = 200

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
  /** Came just now and isn't shown yet; null while nothing has come just now. */
  let together: Map<ThreadKey, ChatMessage[]> | null = null
  let cancelTogether = () => {}
  let wasConnected = false
  let listTimer: ReturnType<typeof setTimeout> | undefined
  /** Changed messages that came before the messages themselves. */
  const ahead = new Map<string, ChatMessage>()

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

  const showTogether = () => {
    const waiting = together
    together = waiting && waiting.size > 0 ? new Map() : null
    const began = performance.now()
    for (const [key, messages] of waiting ?? []) conversations.place(key, messages)
    if (!together) return
    // The views draw when this turn ends.
    cancelTogether = services.timers.after(0, () => {
      const drawing = performance.now() - began
      const wait = Math.min(TOGETHER_MS.most, Math.max(TOGETHER_MS.least, TOGETHER_MS.timesDrawing * drawing))
      cancelTogether = services.timers.after(wait, showTogether)
    })
  }
  /** Shows it: at once, or with others where they come quicker than they can be drawn. */
  const place = (key: ThreadKey, message: ChatMessage) => {
    if (together) {
      const waiting = together.get(key)
      if (waiting) waiting.push(message)
      else together.set(key, [message])
      return
    }
    together = new Map()
    cancelTogether = services.timers.after(TOGETHER_MS.least, showTogether)
    conversations.place(key, [message])
  }
  const known = (key: ThreadKey, id: number) =>
    store.getState().conversations[key]?.messages.findLast((message) => message.id === id)

  /** The open conversation shows it at once; the list and the counts follow within a second. */
  const received = (key: ThreadKey, came: ChatMessage) => {
    const name = `${key}/${came.id}`
    const message = newer(came, ahead.get(name))
    const before = known(key, came.id)
    if (!before || newer(message, before) === message) place(key, message)
    if (!remember(name)) return
    typing.stopped(key, message.userID)
    const { selected, me } = store.getState()
    const below = !conversations.isAtBottom() || !core.isWatched()
    if (key === selected && message.userID !== me.id && below && !conversationOf(core, key).newBelow)
      patchConversation(core, key, { newBelow: true })
    // Messages before this one are missing: somebody who is at the end gets them as well.
    if (key === selected && !below && isBehindGap(key)) void conversations.catchUp(key)
    batch.push({ key, message })
    timer ??= setTimeout(flush, INCOMING_BATCH_MS)
    if (message.userID !== me.id) for (const listener of listeners) listener(key, message)
  }

  const told = (placed: ChatAddress & { readonly message: ChatMessage }) => {
    conversations.followed(keyOf(placed), placed.message.id)
    received(keyOf(placed), placed.message)
  }

  const isBehindGap = (key: ThreadKey) => {
    const { load, hasNewer, loadingNewer } = conversationOf(core, key)
    return load.state === 'ready' && hasNewer && !loadingNewer
  }

  const changed = (address: ChatAddress, message: ChatMessage) => {
    const key = keyOf(address)
    cancelTogether()
    showTogether()
    const before = known(key, message.id)
    if (before && newer(message, before) === message) showChanged(core, key, message)
    if (before) return
    const name = `${key}/${message.id}`
    ahead.set(name, newer(message, ahead.get(name)))
    if (ahead.size > AHEAD_MAX) ahead.delete(ahead.keys().next().value ?? '')
  }

  /** The list shows the newest message's text, too. */
  const edited = (placed: ChatAddress & { readonly message: ChatMessage }) => {
    changed(placed, placed.message)
    threads.refreshIfNewest(keyOf(placed), placed.message)
  }

  /** Whatever came before the hub's groups were joined was missed: it is asked for, also the first time. */
  const connected = async () => {
    conversations.markStale()
    if (services.session.store.getState().permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
      await hub.invoke('joinTeamChat').catch(() => {})
    conversations.hears()
    hub.invoke('requestContactList').catch(() => {})
    if (wasConnected) void threads.loadThreads()
    else listTimer = setTimeout(() => void threads.loadThreads(), SECOND_LIST_MS)
    wasConnected = true
    const { selected } = store.getState()
    if (!selected) return
    if (conversationOf(core, selected).load.state === 'error') await conversations.reload(selected)
    else await conversations.catchUp(selected)
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
        hub.on('newMessage', told),
        hub.on('newThreadMessage', told),
        hub.on('NEW_REACTION', (placed) => changed(placed, placed.message)),
        hub.on('messageEdited', edited),
        hub.on('messageDeleted', edited),
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
        cancelTogether()
        showTogether()
        cancelTogether()
        clearTimeout(listTimer)
        wasConnected = false
        together = null
        if (batch.length > 0) flush()
        timer = undefined
      }
    },
  }
}

/** Of two versions of a message the later: events may overtake one another. The first where they are alike. */
function newer(message: ChatMessage, other: ChatMessage | undefined): ChatMessage {
  if (!other) return message
  if (message.deleted !== other.deleted) return message.deleted ? message : other
  return (other.editTime ?? '') > (message.editTime ?? '') ? other : message
}
