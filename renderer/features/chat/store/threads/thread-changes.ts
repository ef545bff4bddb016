import { markAllAsRead } from '#shared/contract/chat.ts'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import {
  archiveThread,
  markAsUnread,
  pinThread,
  unarchiveThread,
  unpinThread,
} from '#shared/contract/chat-threads.ts'
import { MARK_UNREAD_REFUSED } from '#shared/domain/chat.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import type { ThreadActions } from './threads.ts'

/** What a person does with a row of the list. Each shows at once, and goes back where the server refuses. */
export interface ThreadChanges {
  /** Archives a conversation for this person; it can be taken back until that is forgotten. */
  archiveThread(key: ThreadKey): Promise<void>
  unarchiveThread(key: ThreadKey): Promise<void>
  /** Takes the last archiving back. */
  undoArchive(): Promise<void>
  forgetArchive(): void
  pinThread(key: ThreadKey): Promise<void>
  unpinThread(key: ThreadKey): Promise<void>
  /** Makes the newest message unread again; refused to its sender (spec 2 §4). */
  markThreadUnread(key: ThreadKey): Promise<void>
  markThreadRead(key: ThreadKey): Promise<void>
}

/** @param leave deselects the conversation where it is the selected one */
export function createThreadChanges(
  core: ChatCore,
  { changeThread }: Pick<ThreadActions, 'changeThread'>,
  leave: (key: ThreadKey) => void,
): ThreadChanges {
  const { store, services } = core

  /** False where there is no such thread or the server refused; the person was told then. */
  const change = async (
    key: ThreadKey,
    patch: Partial<ChatThread>,
    tell: (thread: ChatThread) => Promise<unknown>,
  ): Promise<boolean> => {
    const before = threadOf(store.getState(), key)
    if (!before) return false
    changeThread(key, (thread) => ({ ...thread, ...patch }))
    try {
      await tell(before)
      return true
    } catch {
      const names = Object.keys(patch) as (keyof ChatThread)[]
      const old = Object.fromEntries(names.map((name) => [name, before[name]]))
      changeThread(key, (thread) => ({ ...thread, ...old }))
      return false
    }
  }
  const setArchived = (key: ThreadKey, isArchive: boolean) =>
    change(key, { isArchive }, ({ source, sourceID }) =>
      services.api.call(isArchive ? archiveThread : unarchiveThread, { source, sourceID }),
    )
  const offerUndo = (justArchived: ThreadKey | null) => store.setState({ justArchived })
  const setPinned = async (key: ThreadKey, lastPinnedTime: string | null) => {
    await change(key, { lastPinnedTime }, ({ sourceID, type, source }) =>
      services.api.call(lastPinnedTime === null ? unpinThread : pinThread, { id: sourceID, type, source }),
    )
  }

  return {
    async archiveThread(key) {
      leave(key)
      offerUndo(key)
      if (!(await setArchived(key, true)) && store.getState().justArchived === key) offerUndo(null)
    },
    unarchiveThread: async (key) => void (await setArchived(key, false)),
    async undoArchive() {
      const { justArchived } = store.getState()
      if (justArchived === null) return
      offerUndo(null)
      await setArchived(justArchived, false)
    },
    forgetArchive: () => offerUndo(null),
    pinThread: (key) => setPinned(key, new Date(services.now()).toISOString()),
    unpinThread: (key) => setPinned(key, null),
    async markThreadUnread(key) {
      const { me } = store.getState()
      const thread = threadOf(store.getState(), key)
      if (!thread || thread.lastMessageTime === null) return
      if (thread.senderID === me.id) {
        services.notices.show('warning', MARK_UNREAD_REFUSED)
        return
      }
      leave(key)
      // What is kept of it knows no unread message: it is read anew when it is opened.
      const { [key]: _, ...others } = store.getState().conversations
      store.setState({ conversations: others })
      await change(key, { unread: Math.max(1, thread.unread) }, ({ source, sourceID }) =>
        services.api.call(markAsUnread, { source, sourceID }),
      )
    },
    async markThreadRead(key) {
      await change(key, { unread: 0, isFocus: false }, ({ source, sourceID }) =>
        services.api.call(markAllAsRead, { records: [{ source, sourceID }] }),
      )
    },
  }
}
