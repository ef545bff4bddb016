import {
  members as membersCall,
  myContacts,
  recentActivities,
  startConversation,
} from '#shared/contract/chat.ts'
import type { ActivityItem, ChatMember } from '#shared/contract/chat-entities.ts'
import { type ChatCore, failed, threadOf } from '../core.ts'
import type { Load, ThreadKey } from '../state.ts'

const ACTIVITIES_MAX = 100

export interface PeopleActions {
  loadMembers(key: ThreadKey): Promise<void>
  loadContacts(): Promise<void>
  setContacts(contacts: readonly ChatMember[]): void
  /** Somebody has read a conversation up to that time (ISO 8601). */
  setRead(key: ThreadKey, userID: number, readTime: string): void
  /** Opens the thread with a person. Answers its id, or null where it failed (the person was told). */
  startWith(userID: number): Promise<number | null>
  loadActivities(): Promise<void>
  addActivity(item: ActivityItem): void
}

export function createPeopleActions(core: ChatCore): PeopleActions {
  const { store, services } = core
  const setMembersLoad = (key: ThreadKey, load: Load) =>
    store.setState(({ membersLoad }) => ({ membersLoad: { ...membersLoad, [key]: load } }))
  const setMembers = (key: ThreadKey, list: readonly ChatMember[]) =>
    store.setState(({ members }) => ({ members: { ...members, [key]: list } }))

  return {
    async loadMembers(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      if (!store.getState().members[key]) setMembersLoad(key, { state: 'loading' })
      try {
        const { source, sourceID, label } = thread
        setMembers(
          key,
          await services.api.call(membersCall, { source, sourceID, name: label }, { quiet: true }),
        )
        setMembersLoad(key, { state: 'ready' })
      } catch (error) {
        if (!store.getState().members[key]) setMembersLoad(key, failed(error))
      }
    },
    async loadContacts() {
      if (store.getState().contacts.length === 0) store.setState({ contactsLoad: { state: 'loading' } })
      try {
        const contacts = await services.api.call(myContacts, undefined, { quiet: true })
        store.setState({ contacts, contactsLoad: { state: 'ready' } })
      } catch (error) {
        store.setState({ contactsLoad: failed(error) })
      }
    },
    setContacts: (contacts) => store.setState({ contacts, contactsLoad: { state: 'ready' } }),
    setRead(key, userID, readTime) {
      const list = store.getState().members[key]
      if (!list) return
      setMembers(
        key,
        list.map((member) =>
          member.userID === userID && (member.readTime ?? '') < readTime ? { ...member, readTime } : member,
        ),
      )
    },
    async startWith(userID) {
      try {
        return (await services.api.call(startConversation, { users: [userID] })).threadID
      } catch {
        return null
      }
    },
    async loadActivities() {
      if (store.getState().activitiesLoad.state !== 'ready')
        store.setState({ activitiesLoad: { state: 'loading' } })
      try {
        const activities = await services.api.call(recentActivities, undefined, { quiet: true })
        store.setState({ activities, activitiesLoad: { state: 'ready' } })
      } catch (error) {
        store.setState({ activitiesLoad: failed(error) })
      }
    },
    addActivity(item) {
      const others = store
        .getState()
        .activities.filter((other) => other.messageID !== item.messageID || other.kind !== item.kind)
      store.setState({ activities: [item, ...others].slice(0, ACTIVITIES_MAX) })
    },
  }
}
