import {
  members as membersCall,
  myContacts,
  recentActivities,
  startConversation,
} from '#shared/contract/chat.ts'
import type { ActivityItem, ChatMember } from '#shared/contract/chat-entities.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { type ChatCore, failed, threadOf } from '../core.ts'
import type { ChatPerson, Load, ThreadKey } from '../state.ts'

const ACTIVITIES_MAX = 100
const NOBODY: ReadonlySet<number> = new Set()

const idsOf = (people: readonly ChatPerson[]) => new Set(people.map(({ userID }) => userID))

function personOf({ isOnline, ...person }: ChatMember): ChatPerson {
  return person
}

/** The same set where nothing changes: every row with a person's dot looks at it. */
function withSaid(online: ReadonlySet<number>, said: readonly ChatMember[]): ReadonlySet<number> {
  const changed = said.filter(({ userID, isOnline }) => online.has(userID) !== isOnline)
  if (changed.length === 0) return online
  const next = new Set(online)
  for (const { userID, isOnline } of changed) isOnline ? next.add(userID) : next.delete(userID)
  return next
}

export interface PeopleActions {
  loadMembers(key: ThreadKey): Promise<void>
  loadContacts(): Promise<void>
  /** The hub's list of all contacts: what it says of who is online is newer than any call's answer. */
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
  const setMembers = (key: ThreadKey, list: readonly ChatPerson[]) =>
    store.setState(({ members }) => ({ members: { ...members, [key]: list } }))
  /** How many lists of contacts the hub has sent. */
  let lists = 0
  /** Who is online after that was said, of nobody whose id is in `except`. */
  const hear = (said: readonly ChatMember[], except: ReadonlySet<number> = NOBODY) =>
    store.setState(({ online, me }) => ({
      online: withSaid(
        online,
        said.filter(({ userID }) => !except.has(userID) && userID !== me.id && userID !== SYSTEM_USER_ID),
      ),
    }))
  const takeContacts = (list: readonly ChatMember[]) => {
    const listed = idsOf(list)
    const gone = store.getState().contacts.filter(({ userID }) => !listed.has(userID))
    hear([...gone.map((person) => ({ ...person, isOnline: false })), ...list])
    store.setState({ contacts: list.map(personOf), contactsLoad: { state: 'ready' } })
  }

  return {
    async loadMembers(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      if (!store.getState().members[key]) setMembersLoad(key, { state: 'loading' })
      try {
        const { source, sourceID, label } = thread
        const asked = lists
        const list = await services.api.call(membersCall, { source, sourceID, name: label }, { quiet: true })
        // Of those who are no contacts the hub's list says nothing.
        hear(list, asked === lists ? NOBODY : idsOf(store.getState().contacts))
        setMembers(key, list.map(personOf))
        setMembersLoad(key, { state: 'ready' })
      } catch (error) {
        if (!store.getState().members[key]) setMembersLoad(key, failed(error))
      }
    },
    async loadContacts() {
      if (store.getState().contacts.length === 0) store.setState({ contactsLoad: { state: 'loading' } })
      try {
        const asked = lists
        const contacts = await services.api.call(myContacts, undefined, { quiet: true })
        if (asked === lists) takeContacts(contacts)
      } catch (error) {
        store.setState({ contactsLoad: failed(error) })
      }
    },
    setContacts(contacts) {
      lists += 1
      takeContacts(contacts)
    },
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
