import { markAllAsRead, myChatThreads } from '#shared/contract/chat.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { visibleName } from '#shared/domain/bidi.ts'
import { mentionedIDs, type ThreadGroup } from '#shared/domain/chat.ts'
import { type ChatCore, failed, threadOf } from '../core.ts'
import { keyOf, type ListFilter, type ThreadKey } from '../state.ts'

/** A message and the conversation it came in. */
export interface Arrival {
  readonly key: ThreadKey
  readonly message: ChatMessage
}

export interface ThreadActions {
  /** Loads the list; one that is showing stays while it is refreshed. */
  loadThreads(): Promise<void>
  /** Refreshes one row (spec 2 §4: 1 s after selection). */
  refreshThread(key: ThreadKey): Promise<void>
  /** Refreshes the row whose newest message has changed: it shows that one's text. */
  refreshIfNewest(key: ThreadKey, message: Pick<ChatMessage, 'entryTime'>): void
  /** Newest message, order and unread counts after messages came in. */
  applyArrivals(arrivals: readonly Arrival[]): void
  clearUnread(key: ThreadKey): void
  /** Changes a row here, before or after the server was told. */
  changeThread(key: ThreadKey, change: (thread: ChatThread) => ChatThread): void
  markAllRead(): Promise<void>
  setGroupThreads(on: boolean): void
  toggleGroup(group: ThreadGroup): void
  setListFilter(filter: ListFilter): void
  setShowArchived(on: boolean): void
  /** The server's own count, from the shell's hub. */
  setUnreadTotal(count: number): void
}

/** The list in its order; the very same one where it is in order, which it mostly is. */
function newestFirst(threads: readonly ChatThread[]): readonly ChatThread[] {
  const time = (thread: ChatThread) => thread.lastMessageTime ?? ''
  if (threads.every((thread, at) => at === 0 || time(threads[at - 1] ?? thread) >= time(thread)))
    return threads
  return [...threads].sort((a, b) => (time(a) < time(b) ? 1 : time(a) > time(b) ? -1 : 0))
}

/** The fresh list, in which what says what it said before, a row or all of it, stays the very object that it was. */
export function reusing(before: readonly ChatThread[], fresh: readonly ChatThread[]): readonly ChatThread[] {
  const known = new Map(before.map((thread) => [thread.id, thread]))
  const reused = fresh.map((thread) => {
    const old = known.get(thread.id)
    return old && isSame(old, thread) ? old : thread
  })
  const isAll = reused.length === before.length && reused.every((thread, at) => thread === before[at])
  return isAll ? before : reused
}

/** People name groups: what would turn a name unseen is made visible. */
function withSeenNames(thread: ChatThread): ChatThread {
  const [displayLabel, senderName] = [visibleName(thread.displayLabel), visibleName(thread.senderName)]
  const isSeen = displayLabel === thread.displayLabel && senderName === thread.senderName
  return isSeen ? thread : { ...thread, displayLabel, senderName }
}

function isSame(a: ChatThread, b: ChatThread): boolean {
  const names = Object.keys(b) as (keyof ChatThread)[]
  return names.length === Object.keys(a).length && names.every((name) => a[name] === b[name])
}

export function createThreadActions(core: ChatCore): ThreadActions {
  const { store, services } = core
  let latestLoad = 0
  let newestLoad = Promise.resolve()

  /** What is before the person's eyes is read, whatever the server knew when it answered. */
  const setThreads = (threads: readonly ChatThread[]) => {
    const { selected } = store.getState()
    const read = core.isWatched() && selected
    const open = read ? threadOf({ threads }, selected) : undefined
    const shown =
      open && open.unread > 0
        ? threads.map((thread) => (thread === open ? { ...thread, unread: 0, isFocus: false } : thread))
        : threads
    store.setState({
      threads: newestFirst(shown),
      unreadTotal: shown.reduce((sum, { unread }) => sum + unread, 0),
    })
  }
  const changeThread = (key: ThreadKey, change: (thread: ChatThread) => ChatThread) => {
    const { threads } = store.getState()
    const found = threadOf({ threads }, key)
    if (!found) return
    const changed = change(found)
    if (!isSame(found, changed)) setThreads(threads.map((thread) => (thread === found ? changed : thread)))
  }

  /** @returns once a list that is as new is there: who waits for a row would miss it where a later load goes first */
  const load = async (mine: number): Promise<void> => {
    const shown = store.getState().threadsLoad.state === 'ready'
    if (!shown) store.setState({ threadsLoad: { state: 'loading' } })
    try {
      const threads = await services.api.call(myChatThreads, undefined, { quiet: !shown })
      if (mine !== latestLoad) return await newestLoad
      setThreads(reusing(store.getState().threads, threads.map(withSeenNames)))
      store.setState({ threadsLoad: { state: 'ready' } })
    } catch (error) {
      if (mine === latestLoad && !shown) store.setState({ threadsLoad: failed(error) })
    }
  }

  const actions: ThreadActions = {
    loadThreads() {
      newestLoad = load(++latestLoad)
      return newestLoad
    },
    async refreshThread(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      const { source, sourceID } = thread
      const [fresh] = await services.api
        .call(myChatThreads, { source, sourceID }, { quiet: true })
        .catch(() => [])
      if (fresh && keyOf(fresh) === key) changeThread(key, () => withSeenNames(fresh))
    },
    refreshIfNewest(key, { entryTime }) {
      if (threadOf(store.getState(), key)?.lastMessageTime === entryTime) void actions.refreshThread(key)
    },
    applyArrivals(arrivals) {
      const { threads, me, selected } = store.getState()
      const known = (key: ThreadKey) => threadOf({ threads }, key)
      const open = core.isWatched() ? selected : null
      const latest = new Map<ThreadKey, ChatThread>()
      for (const { key, message } of arrivals) {
        const thread = latest.get(key) ?? known(key)
        if (thread) latest.set(key, withMessage(thread, message, me.id, key === open))
      }
      const changed = new Map([...latest].map(([key, thread]) => [known(key), thread]))
      if (changed.size > 0) setThreads(threads.map((thread) => changed.get(thread) ?? thread))
      if (arrivals.some(({ key }) => !known(key))) void actions.loadThreads()
    },
    changeThread,
    clearUnread(key) {
      const thread = threadOf(store.getState(), key)
      if (thread && (thread.unread > 0 || thread.isFocus))
        changeThread(key, (found) => ({ ...found, unread: 0, isFocus: false }))
    },
    async markAllRead() {
      const unread = store.getState().threads.filter((thread) => thread.unread > 0)
      if (unread.length === 0) return
      const records = unread.map(({ source, sourceID }) => ({ source, sourceID }))
      await services.api.call(markAllAsRead, { records })
      const read = new Set(records.map(keyOf))
      setThreads(
        store
          .getState()
          .threads.map((thread) =>
            read.has(keyOf(thread)) ? { ...thread, unread: 0, isFocus: false } : thread,
          ),
      )
    },
    setGroupThreads(on) {
      services.storage.set('CHAT_GROUP_THREADS', on ? 'on' : 'off')
      store.setState({ groupThreads: on })
    },
    toggleGroup(group) {
      const closed = new Set(store.getState().closedGroups)
      if (!closed.delete(group)) closed.add(group)
      store.setState({ closedGroups: closed })
    },
    setListFilter: (listFilter) => store.setState({ listFilter }),
    setShowArchived: (showArchived) => store.setState({ showArchived }),
    setUnreadTotal: (unreadTotal) => store.setState({ unreadTotal }),
  }
  return actions
}

/** The row after a message: unread unless it is one's own or its conversation is open (spec 2 §4). */
function withMessage(thread: ChatThread, message: ChatMessage, myID: number, open: boolean): ChatThread {
  const counts = message.userID !== myID && !open
  const mentioned = mentionedIDs(message.message)
  const next = {
    ...thread,
    unread: thread.unread + (counts ? 1 : 0),
    isFocus: thread.isFocus || (counts && (mentioned.includes(myID) || mentioned.includes(0))),
  }
  if (thread.lastMessageTime !== null && thread.lastMessageTime > message.entryTime) return next
  return {
    ...next,
    lastMessage: message.message,
    lastMessageType: message.type,
    lastMessageTime: message.entryTime,
    senderName: message.userName,
    senderID: message.userID,
  }
}
