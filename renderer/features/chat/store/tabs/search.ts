import { searchChatMessages, searchMessages } from '#shared/contract/chat-search.ts'
import { MESSAGE_SEARCH_MIN_LENGTH } from '#shared/domain/chat.ts'
import { type ChatCore, failed, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import { EMPTY_SEARCH, type MessageSearch } from './tab-state.ts'

/** The search over all conversations waits this long after the last keystroke (spec 2 §2). */
export const SEARCH_DEBOUNCE_MS = 1000
/** Within one conversation (spec 2 §5), and within one that another screen shows (spec 2 §2). */
export const THREAD_SEARCH_DEBOUNCE_MS = 1000
export const EMBEDDED_SEARCH_DEBOUNCE_MS = 300
/** Conversations whose last search is kept. Ours. */
const KEPT_SEARCHES = 10

export interface SearchActions {
  /** Searches all conversations for what is typed, once the typing rested for 1 s. */
  searchFor(typed: string): void
  /** Doesn't wait any longer; also tries again after a failure. */
  searchNow(): void
  /** Searches one conversation, once the typing rested for that long, in milliseconds. */
  searchThread(key: ThreadKey, typed: string, debounceMs: number): void
  searchThreadNow(key: ThreadKey): void
}

/** Whether a term is long enough to search for. */
export const isSearchable = (typed: string): boolean => [...typed.trim()].length >= MESSAGE_SEARCH_MIN_LENGTH

interface Searcher {
  type(typed: string, debounceMs: number): void
  now(): void
  stop(): void
}

/** One box's searches: the last one typed is the only one that counts, and those before are aborted. */
function createSearcher<Found>(
  { services }: ChatCore,
  read: () => MessageSearch<Found>,
  write: (patch: Partial<MessageSearch<Found>>) => void,
  ask: (term: string, signal: AbortSignal) => Promise<readonly Found[]>,
): Searcher {
  let wait = () => {}
  let running = new AbortController()
  const stop = () => {
    wait()
    running.abort()
  }
  const run = async (term: string) => {
    stop()
    const mine = new AbortController()
    running = mine
    write({ load: { state: 'loading' } })
    try {
      const found = await ask(term, mine.signal)
      if (!mine.signal.aborted) write({ load: { state: 'ready' }, term, found })
    } catch (error) {
      if (!mine.signal.aborted) write({ load: failed(error) })
    }
  }
  return {
    stop,
    type(typed, debounceMs) {
      stop()
      const term = typed.trim()
      if (!isSearchable(typed)) return write({ ...EMPTY_SEARCH, typed })
      const { term: before, load } = read()
      if (term === before && load.state !== 'error') return write({ typed, load: { state: 'ready' } })
      write({ typed, load: { state: before === '' ? 'idle' : 'ready' } })
      wait = services.timers.after(debounceMs, () => void run(term))
    },
    now() {
      const { typed } = read()
      if (isSearchable(typed)) void run(typed.trim())
    },
  }
}

export function createSearchActions(core: ChatCore): SearchActions {
  const { store, services } = core
  const everywhere = createSearcher(
    core,
    () => store.getState().search,
    (patch) => store.setState(({ search }) => ({ search: { ...search, ...patch } })),
    (messageSearchTerm, signal) =>
      services.api.call(searchMessages, { messageSearchTerm }, { signal, quiet: true }),
  )
  const searchers = new Map<ThreadKey, Searcher>()

  const searcherOf = (key: ThreadKey): Searcher => {
    const known = searchers.get(key)
    // Last in the map is last used.
    searchers.delete(key)
    const searcher =
      known ??
      createSearcher(
        core,
        () => store.getState().threadSearches[key] ?? EMPTY_SEARCH,
        (patch) =>
          store.setState(({ threadSearches }) => ({
            threadSearches: {
              ...threadSearches,
              [key]: { ...(threadSearches[key] ?? EMPTY_SEARCH), ...patch },
            },
          })),
        async (messageSearchTerm, signal) => {
          const thread = threadOf(store.getState(), key)
          if (!thread) return []
          const { source, sourceID: id } = thread
          return services.api.call(
            searchChatMessages,
            { id, source, messageSearchTerm },
            { signal, quiet: true },
          )
        },
      )
    searchers.set(key, searcher)
    forgetOldest()
    return searcher
  }
  const forgetOldest = () => {
    const [oldest] = searchers.keys()
    if (oldest === undefined || searchers.size <= KEPT_SEARCHES) return
    searchers.get(oldest)?.stop()
    searchers.delete(oldest)
    const { [oldest]: _, ...threadSearches } = store.getState().threadSearches
    store.setState({ threadSearches })
  }

  return {
    searchFor: (typed) => everywhere.type(typed, SEARCH_DEBOUNCE_MS),
    searchNow: everywhere.now,
    searchThread: (key, typed, debounceMs) => searcherOf(key).type(typed, debounceMs),
    searchThreadNow: (key) => searcherOf(key).now(),
  }
}
