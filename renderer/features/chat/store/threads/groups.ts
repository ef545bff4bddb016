import { startConversation } from '#shared/contract/chat.ts'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { addGroupMembers, removeGroupMember, renameGroup } from '#shared/contract/chat-threads.ts'
import { type ChatCore, threadOf } from '../core.ts'
import { keyOf, type ThreadKey } from '../state.ts'
import type { PeopleActions } from './people.ts'
import type { ThreadActions } from './threads.ts'

/** Groups: made, named, joined and left (spec 2 §2, §6). Each answers false where the server refused; the person was told. */
export interface GroupActions {
  createGroup(name: string, users: readonly number[]): Promise<boolean>
  renameGroup(key: ThreadKey, name: string): Promise<boolean>
  addMembers(key: ThreadKey, users: readonly number[]): Promise<boolean>
  removeMember(key: ThreadKey, userID: number): Promise<boolean>
  /** The person leaves: its conversation is gone from the list. */
  leaveGroup(key: ThreadKey): Promise<boolean>
}

interface Parts {
  readonly threads: Pick<ThreadActions, 'changeThread' | 'loadThreads'>
  readonly people: Pick<PeopleActions, 'loadMembers'>
  readonly select: (key: ThreadKey | null) => void
}

export function createGroupActions(core: ChatCore, parts: Parts): GroupActions {
  const { store, services } = core
  const { threads, people, select } = parts
  const told = async (key: ThreadKey, tell: (address: ChatAddress) => Promise<unknown>): Promise<boolean> => {
    const thread = threadOf(store.getState(), key)
    if (!thread) return false
    try {
      await tell({ source: thread.source, sourceID: thread.sourceID })
      return true
    } catch {
      return false
    }
  }

  return {
    async createGroup(name, users) {
      try {
        const { threadID } = await services.api.call(startConversation, { users: [...users], name })
        await threads.loadThreads()
        const made = store
          .getState()
          .threads.find(({ type, sourceID }) => type === 'THREAD' && sourceID === threadID)
        if (made) select(keyOf(made))
        return true
      } catch {
        return false
      }
    },
    async renameGroup(key, name) {
      const done = await told(key, (address) => services.api.call(renameGroup, { ...address, name }))
      if (done) threads.changeThread(key, (thread) => ({ ...thread, displayLabel: name }))
      return done
    },
    async addMembers(key, users) {
      const done = await told(key, (address) =>
        services.api.call(addGroupMembers, { ...address, users: [...users] }),
      )
      if (done) await people.loadMembers(key)
      return done
    },
    async removeMember(key, userID) {
      const done = await told(key, (address) => services.api.call(removeGroupMember, { ...address, userID }))
      if (done) await people.loadMembers(key)
      return done
    },
    async leaveGroup(key) {
      const userID = store.getState().me.id
      const done = await told(key, (address) => services.api.call(removeGroupMember, { ...address, userID }))
      if (!done) return false
      if (store.getState().selected === key) select(null)
      await threads.loadThreads()
      return true
    },
  }
}
