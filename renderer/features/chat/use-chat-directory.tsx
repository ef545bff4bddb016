import { type ReactNode, useEffect, useMemo } from 'react'
import { useChat, useChatState } from './chat-context.tsx'
import { useOnline } from './people/use-online.ts'
import { keyOf, type Load, type ThreadKey } from './store/state.ts'
import { ThreadAvatar } from './threads/ThreadAvatar.tsx'

/** Somebody whom the person may write to. */
export interface ChatContact {
  readonly userID: number
  readonly userName: string
  readonly isOnline: boolean
}

/** The conversations and people that others may offer to go to. */
export interface ChatDirectory {
  /** Newest first. */
  readonly threads: readonly {
    readonly key: ThreadKey
    readonly name: string
    readonly group: string
    readonly avatar: ReactNode
  }[]
  /** Without the person themselves; empty until they are loaded. */
  readonly people: readonly ChatContact[]
  readonly openThread: (key: ThreadKey) => void
  /** Opens the thread with a person, made where there is none. False where it failed; the person was told. */
  readonly openPerson: (userID: number) => Promise<boolean>
}

const AVATAR_PX = 28

/** Contacts without the person themselves, who of them is online now, and where their load stands. */
export function useChatContacts(): { people: readonly ChatContact[]; load: Load; reload: () => void } {
  const chat = useChat()
  const contacts = useChatState((state) => state.contacts)
  const load = useChatState((state) => state.contactsLoad)
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  useEffect(() => void chat.loadContacts(), [chat])
  const people = useMemo(
    () =>
      contacts
        .filter(({ userID }) => userID !== myID)
        .map(({ userID, userName }) => ({ userID, userName, isOnline: online.has(userID) })),
    [contacts, myID, online],
  )
  return { people, load, reload: () => void chat.loadContacts() }
}

export function useChatDirectory(): ChatDirectory {
  const chat = useChat()
  const threads = useChatState((state) => state.threads)
  const { people } = useChatContacts()
  return useMemo(
    () => ({
      threads: threads.map((thread) => ({
        key: keyOf(thread),
        name: thread.displayLabel,
        group: thread.displayGroupLabel,
        avatar: <ThreadAvatar thread={thread} size={AVATAR_PX} online={undefined} />,
      })),
      people,
      openThread: chat.select,
      openPerson: chat.startConversation,
    }),
    [chat, threads, people],
  )
}
