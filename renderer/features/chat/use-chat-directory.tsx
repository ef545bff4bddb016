import { type ReactNode, useEffect, useMemo } from 'react'
import type { ChatMember } from '#shared/contract/chat-entities.ts'
import { useChat, useChatState } from './chat-context.tsx'
import { keyOf, type ThreadKey } from './store/state.ts'
import { ThreadAvatar } from './threads/ThreadAvatar.tsx'

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
  readonly people: readonly ChatMember[]
  readonly openThread: (key: ThreadKey) => void
  /** Opens the thread with a person, made where there is none. False where it failed; the person was told. */
  readonly openPerson: (userID: number) => Promise<boolean>
}

const AVATAR_PX = 28

export function useChatDirectory(): ChatDirectory {
  const chat = useChat()
  const threads = useChatState((state) => state.threads)
  const contacts = useChatState((state) => state.contacts)
  const myID = useChatState((state) => state.me.id)
  useEffect(() => void chat.loadContacts(), [chat])
  return useMemo(
    () => ({
      threads: threads.map((thread) => ({
        key: keyOf(thread),
        name: thread.displayLabel,
        group: thread.displayGroupLabel,
        avatar: <ThreadAvatar thread={thread} size={AVATAR_PX} online={undefined} />,
      })),
      people: contacts.filter(({ userID }) => userID !== myID),
      openThread: chat.select,
      openPerson: chat.startConversation,
    }),
    [chat, threads, contacts, myID],
  )
}
