import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { THREAD_GROUPS, type ThreadGroup, threadGroup } from '#shared/domain/chat.ts'
import { searchable } from '#shared/domain/locale.ts'
import { FILTER_MIN_LENGTH } from '#shared/domain/searching.ts'
import { keyOf, type ListFilter, type ThreadKey } from '../store/state.ts'

/** A row of the list: a group's heading, or a thread. */
export type ListRow =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly group: ThreadGroup
      readonly count: number
      readonly unread: number
      readonly open: boolean
    }
  | { readonly kind: 'thread'; readonly key: ThreadKey; readonly thread: ChatThread }

export interface ListView {
  readonly filter: ListFilter
  /** Acts at two characters or more (spec 2 §5). */
  readonly term: string
  readonly grouped: boolean
  readonly closed: ReadonlySet<ThreadGroup>
  /** The open thread that was unread: it stays where it was clicked, though it is read now. */
  readonly held: ThreadKey | null
  /** Archived threads are in the list, too (spec 2 §2). */
  readonly showArchived: boolean
}

const PASSES: Record<ListFilter, (thread: ChatThread) => boolean> = {
  All: () => true,
  Pinned: (thread) => thread.lastPinnedTime !== null,
  Unread: (thread) => thread.unread > 0,
  Mentioned: (thread) => thread.isFocus,
}

// Both are made once for each thread: of thousands, a message or a keystroke changes one or none.
const searchTexts = new WeakMap<ChatThread, string>()
const rowOf = new WeakMap<ChatThread, ListRow>()

/** What the filter box looks in. */
function searchText(thread: ChatThread): string {
  const known = searchTexts.get(thread)
  if (known !== undefined) return known
  const text = searchable(`${thread.displayLabel}\n${thread.displayGroupLabel}`)
  searchTexts.set(thread, text)
  return text
}

/** The threads that the filters let through, in the order given; archived ones if they are wanted (spec 2 §2). */
export function filterThreads(
  threads: readonly ChatThread[],
  view: Pick<ListView, 'filter' | 'term' | 'held' | 'showArchived'>,
): readonly ChatThread[] {
  const term = searchable(view.term.trim())
  const matches = (thread: ChatThread) => term.length < FILTER_MIN_LENGTH || searchText(thread).includes(term)
  const passes = (thread: ChatThread) =>
    PASSES[view.filter](thread) || (view.filter !== 'Pinned' && keyOf(thread) === view.held)
  return threads.filter(
    (thread) => (view.showArchived || !thread.isArchive) && passes(thread) && matches(thread),
  )
}

/** Rows of the thread list, in accordion groups or flat (spec 2 §2). */
export function listRows(threads: readonly ChatThread[], view: ListView): readonly ListRow[] {
  const shown = filterThreads(threads, view)
  if (!view.grouped) return shown.map(threadRow)
  const byID = new Map(threads.map((thread) => [thread.id, thread]))
  const groups = new Map<ThreadGroup, ChatThread[]>()
  for (const thread of shown) {
    const parent = thread.parentID === null ? undefined : byID.get(thread.parentID)
    const own = threadGroup(thread, parent)
    const group = own !== 'Pinned' && keyOf(thread) === view.held ? 'Unread' : own
    const list = groups.get(group)
    if (list) list.push(thread)
    else groups.set(group, [thread])
  }
  return THREAD_GROUPS.flatMap((group) => {
    const list = groups.get(group)
    if (!list) return []
    const open = !view.closed.has(group)
    const unread = list.reduce((sum, thread) => sum + thread.unread, 0)
    const heading = { kind: 'group', key: `group:${group}`, group, count: list.length, unread, open } as const
    return open ? [heading, ...list.map(threadRow)] : [heading]
  })
}

/** The row of a thread: the same object as long as the thread is. */
function threadRow(thread: ChatThread): ListRow {
  const known = rowOf.get(thread)
  if (known) return known
  const row: ListRow = { kind: 'thread', key: keyOf(thread), thread }
  rowOf.set(thread, row)
  return row
}
