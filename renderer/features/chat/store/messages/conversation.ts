import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { reasonOf } from '../../../../services/http/api-client.ts'
import { onNextPicture } from '../../next-picture.ts'
import { type ChatCore, conversationOf, failed, isUnreachable, patchConversation, threadOf } from '../core.ts'
import { type Conversation, EMPTY_CONVERSATION, type ThreadKey } from '../state.ts'
import { reconcile } from './echo.ts'
import { mergeMessages, trimmed, WINDOW_MAX } from './message-window.ts'
import { loadPage, pageNextTo } from './pages.ts'

/** Conversations whose messages are kept. */
export const CACHED_CONVERSATIONS = 20
/**
 * Whoever is at the end and missed more pages than these isn't walked through all of them: the newest
 * page takes their place. Ours.
 */
const WALKED_PAGES = 2
/** How long 'No more messages' shows, in milliseconds. Ours. */
export const END_NOTICE_MS = 2500
/** What couldn't be loaded for want of a connection is asked for again after this long, in milliseconds. Ours. */
export const LOAD_RETRY_MS = 3000

type End = 'older' | 'newer'

function loadingAt(end: End, loading: boolean): Partial<Conversation> {
  return end === 'older' ? { loadingOlder: loading } : { loadingNewer: loading }
}

export interface ConversationActions {
  /** Loads a conversation's messages, or what is newer where some are kept (spec 2 §4). */
  open(key: ThreadKey): Promise<void>
  /** Loads the page before the oldest message; `scrolled` says at the end that there is none. */
  loadOlder(key: ThreadKey, scrolled?: boolean): Promise<void>
  loadNewer(key: ThreadKey, scrolled?: boolean): Promise<void>
  /**
   * Loads page after page until nothing newer is missing, or the window is full and being read; at the
   * end begins anew where much is missing. Until then what the hub brings isn't put behind a gap.
   */
  catchUp(key: ThreadKey): Promise<void>
  /**
   * The hub has connected: messages may have been missed, so nothing that is kept counts as complete any more. What is
   * told from here on may follow a gap, until `hears`.
   */
  markStale(): void
  /** The hub's groups are joined: from here on it tells of every message. */
  hears(): void
  /** Replaces what is kept by the newest page. The conversation must be marked as read before. */
  reload(key: ThreadKey): Promise<void>
  /** Replaces what is kept by a page from the midst of the conversation. */
  showPage(key: ThreadKey, messages: readonly ChatMessage[]): void
  /** Puts messages in that the server sent, wherever they belong. */
  place(key: ThreadKey, messages: readonly ChatMessage[]): void
  /** The hub told of this message: on a connection that stands, nothing before it is missing. */
  followed(key: ThreadKey, messageID: number): void
  /** Brings the window back to its size, dropping at the end that isn't being looked at. */
  trim(key: ThreadKey, end: 'oldest' | 'newest'): void
  /** The view tells whether its end is in sight. */
  setAtBottom(atBottom: boolean): void
  readonly isAtBottom: () => boolean
}

/** @param markRead marks a conversation as read, here and on the server; never rejects */
export function createConversationActions(
  core: ChatCore,
  markRead: (key: ThreadKey) => Promise<void>,
): ConversationActions {
  const { store, services } = core
  /** What came by the hub while the first page was under way. */
  const waiting = new Map<ThreadKey, ChatMessage[]>()
  const inFlight = new Map<string, Promise<number | null>>()
  /**
   * Up to which message nothing is missing. An answer to one's own sending may be newer while others'
   * messages before it went down with a connection.
   */
  const sure = new Map<ThreadKey, number>()
  /** How often the hub's groups were joined; a page that was asked for before the last time may lack messages. */
  let joins = 0
  let isHearing = false
  /** Kept somewhere else than at their newest messages: a page around an old one, or what was scrolled up to. */
  const apart = new Set<ThreadKey>()
  let recent: readonly ThreadKey[] = []
  let atBottom = true
  let endTimer: ReturnType<typeof setTimeout> | undefined
  let cancelRetry = () => {}

  const confirm = (key: ThreadKey, messages: readonly ChatMessage[]) => {
    const { echoes, me } = store.getState()
    const result = reconcile(echoes, key, messages, me)
    if (result.echoes !== echoes) store.setState({ echoes: result.echoes })
    return result.messages
  }
  const keep = (key: ThreadKey) => {
    recent = [key, ...recent.filter((other) => other !== key)]
    if (recent.length <= CACHED_CONVERSATIONS) return
    const kept = new Set(recent.slice(0, CACHED_CONVERSATIONS))
    recent = recent.filter((other) => kept.has(other))
    const { conversations, members } = store.getState()
    const only = <T>(all: Readonly<Record<ThreadKey, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => kept.has(name)))
    store.setState({ conversations: only(conversations), members: only(members) })
  }
  const showEnd = (key: ThreadKey, end: End) => {
    clearTimeout(endTimer)
    patchConversation(core, key, { endReached: end })
    endTimer = setTimeout(() => {
      if (store.getState().conversations[key]) patchConversation(core, key, { endReached: null })
    }, END_NOTICE_MS)
  }

  /** The hub stands, so that no reconnect asks again for what a call didn't bring. */
  const retryLater = (key: ThreadKey) => {
    cancelRetry()
    cancelRetry = services.timers.after(LOAD_RETRY_MS, () => {
      const { selected, hub } = store.getState()
      if (selected !== key || hub !== 'connected') return
      const { load, hasNewer } = conversationOf(core, key)
      if (load.state === 'error') void loadStart(key)
      else if (hasNewer) void actions.catchUp(key)
    })
  }

  /** The first page, around what is unread. */
  const loadStart = async (key: ThreadKey) => {
    const thread = threadOf(store.getState(), key)
    if (!thread) return
    const epoch = conversationOf(core, key).epoch + 1
    const joinsBefore = joins
    waiting.set(key, [])
    apart.delete(key)
    patchConversation(core, key, { ...EMPTY_CONVERSATION, epoch })
    try {
      const messages = confirm(key, await loadPage(services, thread, { kind: 'start' }))
      if (conversationOf(core, key).epoch !== epoch) return
      const { id } = store.getState().me
      const firstUnread = messages.find((message) => message.unread && message.userID !== id)
      const arrived = firstUnread ? [] : (waiting.get(key) ?? [])
      sure.set(key, messages.at(-1)?.id ?? 0)
      patchConversation(core, key, {
        load: { state: 'ready' },
        messages: mergeMessages(messages, arrived),
        hasOlder: messages.length > 0,
        // Around unread messages there may be more below; without any it is the newest page.
        hasNewer: firstUnread !== undefined,
        firstUnreadID: firstUnread?.id ?? null,
      })
      if (firstUnread) atBottom = false
      // What was said between the page and the joining was told to nobody here.
      if (firstUnread || joins !== joinsBefore) await actions.catchUp(key)
    } catch (error) {
      if (conversationOf(core, key).epoch !== epoch) return
      patchConversation(core, key, { load: failed(error) })
      if (isUnreachable(error)) retryLater(key)
    } finally {
      if (conversationOf(core, key).epoch === epoch) waiting.delete(key)
    }
  }

  /** Loads one page at an end. Answers how many messages it brought, or null where it failed or was overtaken. */
  const loadEnd = async (key: ThreadKey, end: End): Promise<number | null> => {
    const name = `${end}/${key}`
    await inFlight.get(name)
    const load = loadEndNow(key, end).finally(() => inFlight.delete(name))
    inFlight.set(name, load)
    return await load
  }
  const loadEndNow = async (key: ThreadKey, end: End): Promise<number | null> => {
    const thread = threadOf(store.getState(), key)
    const { messages, epoch, load } = conversationOf(core, key)
    if (!thread || load.state !== 'ready') return null
    const reached = sure.get(key) ?? 0
    const edge = end === 'older' ? messages[0] : messages.findLast(({ id }) => id <= reached)
    const still = () => store.getState().conversations[key]?.epoch === epoch
    patchConversation(core, key, { ...loadingAt(end, true), endReached: null })
    try {
      const page = confirm(key, await loadPage(services, thread, pageNextTo(edge, end)))
      if (!still()) return null
      if (end === 'newer') sure.set(key, page.at(-1)?.id ?? reached)
      if (end === 'newer' && page.length === 0) apart.delete(key)
      patchConversation(core, key, {
        ...loadingAt(end, false),
        messages: mergeMessages(conversationOf(core, key).messages, page),
        ...(end === 'older' ? { hasOlder: page.length > 0 } : { hasNewer: page.length > 0 }),
      })
      return page.length
    } catch (error) {
      if (still()) patchConversation(core, key, loadingAt(end, false))
      services.notices.show('error', reasonOf(error))
      return null
    }
  }

  /**
   * Brings the newest page, next to what is kept where it reaches so far, else in its place: then the
   * first that was missed is where the person left off. Answers whether nothing is missing any more.
   */
  const showNewest = async (key: ThreadKey, firstMissedID: number | null): Promise<boolean> => {
    const thread = threadOf(store.getState(), key)
    const { epoch } = conversationOf(core, key)
    if (!thread) return false
    // Else the server's first page is the one around what is unread.
    await markRead(key)
    try {
      const page = confirm(key, await loadPage(services, thread, { kind: 'start' }))
      const kept = conversationOf(core, key)
      if (kept.epoch !== epoch) return false
      const [first] = page
      // It couldn't be marked as read: this is the page around what is unread.
      const hasNewer = page.some(({ unread, userID }) => unread && userID !== store.getState().me.id)
      const joins = first === undefined || first.id <= (sure.get(key) ?? 0)
      sure.set(key, page.at(-1)?.id ?? 0)
      const fresh = { ...EMPTY_CONVERSATION, epoch: epoch + 1, firstUnreadID: firstMissedID }
      patchConversation(core, key, {
        ...(joins ? {} : fresh),
        load: { state: 'ready' },
        messages: joins ? mergeMessages(kept.messages, page) : page,
        hasNewer,
      })
      return !hasNewer
    } catch (error) {
      services.notices.show('error', reasonOf(error))
      return false
    }
  }
  /** A conversation that is shown is trimmed by its view, which knows which end is out of sight. */
  const trimUnseen = (key: ThreadKey) => {
    const { selected } = store.getState()
    if (key === selected && core.isWatched()) return
    const kept = conversationOf(core, key)
    const cut = trimmed(kept, 'oldest')
    if (cut !== kept) patchConversation(core, key, cut)
  }

  const actions: ConversationActions = {
    async open(key) {
      keep(key)
      const [, left] = recent
      if (left !== undefined) trimUnseen(left)
      const { conversations, me, covered } = store.getState()
      const kept = conversations[key]
      if (kept?.load.state !== 'ready') return loadStart(key)
      // Somebody who opens it wants what is newest. One that was only covered wasn't left.
      if (apart.has(key) && covered?.key !== key) return loadStart(key)
      const unread = threadOf(store.getState(), key)?.unread ?? 0
      const others = kept.messages.filter((message) => message.userID !== me.id)
      const firstUnreadID = unread > 0 ? (others.at(-Math.min(unread, others.length))?.id ?? null) : null
      patchConversation(core, key, { firstUnreadID, newBelow: false, endReached: null })
      // What is kept shows first.
      await new Promise<void>((painted) => void onNextPicture(painted))
      await actions.catchUp(key)
    },
    async loadOlder(key, scrolled = false) {
      if (!conversationOf(core, key).hasOlder) {
        if (scrolled) showEnd(key, 'older')
        return
      }
      if ((await loadEnd(key, 'older')) === 0 && scrolled) showEnd(key, 'older')
    },
    async loadNewer(key, scrolled = false) {
      // With the hub connected, whatever is new comes by itself.
      if (!conversationOf(core, key).hasNewer && store.getState().hub === 'connected') {
        if (scrolled) showEnd(key, 'newer')
        return
      }
      const count = await loadEnd(key, 'newer')
      if (count === 0 && scrolled) showEnd(key, 'newer')
    },
    async catchUp(key) {
      if (conversationOf(core, key).load.state !== 'ready') return
      patchConversation(core, key, { hasNewer: true })
      const arrived: ChatMessage[] = []
      waiting.set(key, arrived)
      const reached = sure.get(key) ?? 0
      for (let walked = 0; ; walked++) {
        if (walked >= WALKED_PAGES && atBottom) {
          // Nobody looks: what is unread is where they begin when they do.
          if (!core.isWatched()) return loadStart(key)
          const { me } = store.getState()
          const missed = conversationOf(core, key).messages.find(
            ({ id, userID }) => id > reached && userID !== me.id,
          )
          if (!(await showNewest(key, missed?.id ?? null))) retryLater(key)
          break
        }
        const count = await loadEnd(key, 'newer')
        if (count === null) retryLater(key)
        trimUnseen(key)
        const full = conversationOf(core, key).messages.length >= WINDOW_MAX
        if (count === null || count === 0 || (full && !atBottom)) break
      }
      if (waiting.get(key) === arrived) waiting.delete(key)
      if (!conversationOf(core, key).hasNewer) actions.place(key, arrived)
    },
    markStale() {
      isHearing = false
      for (const key of Object.keys(store.getState().conversations))
        patchConversation(core, key, { hasNewer: true })
    },
    hears() {
      isHearing = true
      joins += 1
    },
    reload: loadStart,
    showPage(key, messages) {
      waiting.delete(key)
      apart.add(key)
      sure.set(key, messages.at(-1)?.id ?? 0)
      atBottom = false
      patchConversation(core, key, {
        ...EMPTY_CONVERSATION,
        load: { state: 'ready' },
        messages: confirm(key, messages),
        // A load of the first page that is still under way finds another epoch and gives up.
        epoch: conversationOf(core, key).epoch + 1,
      })
    },
    place(key, messages) {
      const confirmed = confirm(key, messages)
      waiting.get(key)?.push(...confirmed)
      const kept = store.getState().conversations[key]
      if (kept?.load.state !== 'ready') return
      const last = kept.messages.at(-1)?.id ?? 0
      const fitting = confirmed.filter(({ id }) => !kept.hasNewer || id <= last)
      patchConversation(core, key, { messages: mergeMessages(kept.messages, fitting) })
      trimUnseen(key)
    },
    followed(key, messageID) {
      const kept = store.getState().conversations[key]
      if (isHearing && kept?.load.state === 'ready' && !kept.hasNewer)
        sure.set(key, Math.max(sure.get(key) ?? 0, messageID))
    },
    trim(key, end) {
      const kept = conversationOf(core, key)
      const cut = trimmed(kept, end)
      if (end === 'newest' && cut !== kept) apart.add(key)
      patchConversation(core, key, cut)
    },
    setAtBottom(next) {
      atBottom = next
      const { selected } = store.getState()
      if (next && selected && store.getState().conversations[selected]?.newBelow)
        patchConversation(core, selected, { newBelow: false })
    },
    isAtBottom: () => atBottom,
  }
  return actions
}
