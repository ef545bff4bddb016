import { type ReactNode, useEffect, useMemo } from 'react'
import { searchMessages } from '#shared/contract/chat-search.ts'
import { placeText } from '#shared/domain/chat-permalink.ts'
import type { Presence } from '#shared/domain/presence.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { roleAndArea } from '../../ui/identity.ts'
import { openPlace } from './actions/permalinks.ts'
import { useChat, useChatState } from './chat-context.tsx'
import { shownPresence } from './people/presence.ts'
import { useOnline } from './people/use-online.ts'
import { snippetOf } from './search/highlight.ts'
import { readable } from './search/readable.ts'
import type { ChatStore } from './store/chat-store.ts'
import { keyOf, type Load, type ThreadKey } from './store/state.ts'
import { selectNamesakes } from './threads/namesakes.ts'
import { ThreadAvatar } from './threads/ThreadAvatar.tsx'

/** Somebody whom the person may write to. */
export interface ChatContact {
  readonly userID: number
  readonly userName: string
  readonly isOnline: boolean
  /** What they are; null for who isn't there. */
  readonly presence: Presence | null
  /** Their role and area; '' where they aren't known. */
  readonly about: string
}

/** A message that was searched for. */
interface MessageFound {
  /** Unique, and the same tomorrow. */
  readonly key: string
  /** The part of it that has the words, without markup. */
  readonly text: string
  /** Who wrote it, and in which conversation. */
  readonly where: string
  /** Opens it in its context. False where it can't be had; the person was told. */
  readonly open: () => Promise<boolean>
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
  /** Messages with words that begin as these do, newest first (spec 2 §7). @throws ApiError */
  readonly findMessages: (term: string, signal: AbortSignal) => Promise<readonly MessageFound[]>
  /** Opens the thread with a person, made where there is none. False where it failed; the person was told. */
  readonly openPerson: (userID: number) => Promise<boolean>
}

const AVATAR_PX = 28

/** Contacts without the person themselves, who of them is online now, and where their load stands. */
export function useChatContacts(): { people: readonly ChatContact[]; load: Load; reload: () => void } {
  const chat = useChat<'loadContacts'>()
  const contacts = useChatState((state) => state.contacts)
  const load = useChatState((state) => state.contactsLoad)
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  const statuses = useChatState((state) => state.statuses)
  useEffect(() => void chat.loadContacts(), [chat])
  const people = useMemo(
    () =>
      contacts
        .filter(({ userID }) => userID !== myID)
        .map((person) => ({
          userID: person.userID,
          userName: person.userName,
          isOnline: online.has(person.userID),
          presence: shownPresence(online.has(person.userID), statuses[person.userID]),
          about: roleAndArea(person),
        })),
    [contacts, myID, online, statuses],
  )
  return { people, load, reload: () => void chat.loadContacts() }
}

export function useChatDirectory(): ChatDirectory {
  const chat = useChat<'openSection' | 'select' | 'showMessage' | 'startConversation'>()
  const threads = useChatState((state) => state.threads)
  const apart = useChatState(selectNamesakes)
  const { people } = useChatContacts()
  const { api } = useServices()
  return useMemo(
    () => ({
      findMessages: (term, signal) => findMessages(api, chat, term, signal),
      threads: threads.map((thread) => ({
        key: keyOf(thread),
        name: thread.displayLabel,
        group: apart.get(keyOf(thread)) ?? thread.displayGroupLabel,
        avatar: <ThreadAvatar thread={thread} size={AVATAR_PX} online={undefined} />,
      })),
      people,
      openThread: chat.select,
      openPerson: chat.startConversation,
    }),
    [api, chat, threads, apart, people],
  )
}

async function findMessages(
  api: ApiClient,
  chat: Pick<ChatStore, 'openSection' | 'showMessage'>,
  term: string,
  signal: AbortSignal,
): Promise<readonly MessageFound[]> {
  const groups = await api.call(searchMessages, { messageSearchTerm: term }, { quiet: true, signal })
  return groups
    .flatMap(({ source, sourceID, displayLabel, messages }) =>
      messages.map((message) => {
        const place = { source, sourceID, messageID: message.id }
        const { userName } = message
        return {
          key: placeText(place),
          id: message.id,
          text: snippetOf(readable(message), term),
          where: userName === displayLabel ? userName : `${userName} · ${displayLabel}`,
          open: () => openPlace(chat, place),
        }
      }),
    )
    .sort((a, b) => b.id - a.id)
}
