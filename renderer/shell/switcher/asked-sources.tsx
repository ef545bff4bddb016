import { IconHelpCircle, IconMessage, IconTicket } from '@tabler/icons-react'
import { publishedFaq } from '#shared/contract/faq.ts'
import { searchTickets } from '#shared/contract/tickets.ts'
import { FILTER_MIN_LENGTH } from '#shared/domain/searching.ts'
import type { ChatDirectory } from '../../features/chat/index.ts'
import type { Services } from '../../services/services.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { bestOf } from './match.ts'
import { rested, type SwitcherItem, type SwitcherSource } from './source.ts'

const ICON = { size: 20, stroke: 1.7 }

/** People; choosing one opens the chat with them. */
export function peopleSource(directory: ChatDirectory, showChat: () => void): SwitcherSource {
  const itemOf = ({ userID, userName, isOnline, about }: ChatDirectory['people'][number]): SwitcherItem => ({
    id: `person:${userID}`,
    title: userName,
    hint: about,
    icon: <PersonAvatar userID={userID} name={userName} size={28} status={isOnline ? 'ONLINE' : null} />,
    run: () => void directory.openPerson(userID).then((opened) => opened && showChat()),
  })
  const items = directory.people.map(itemOf)
  return {
    id: 'people',
    label: 'People',
    // An empty text suggests nobody.
    search: (text) => (text.trim() === '' ? [] : bestOf(items, text)),
    find: (id) => items.find((item) => item.id === id),
  }
}

/** Conversations, the newest suggested. */
export function threadsSource(directory: ChatDirectory, showChat: () => void): SwitcherSource {
  const items = directory.threads.map(({ key, name, group, avatar }) => ({
    id: `thread:${key}`,
    title: name,
    ...(group === '' || group === name ? {} : { hint: group }),
    icon: avatar,
    run: () => {
      directory.openThread(key)
      showChat()
    },
  }))
  const suggested = 4
  return {
    id: 'threads',
    label: 'Chats',
    search: (text) => (text.trim() === '' ? items.slice(0, suggested) : bestOf(items, text)),
    find: (id) => items.find((item) => item.id === id),
  }
}

/** As many of each are offered. Ours. */
const TICKETS_FOUND = 10
const MESSAGES_FOUND = 5

/** Help tickets by number, words or a name; choosing one opens it. */
export function ticketSource({ api, dialogs, timers }: Services): SwitcherSource {
  const itemOf = (ticketID: number, title: string, hint: string): SwitcherItem => ({
    id: `ticket:${ticketID}`,
    title,
    hint,
    icon: <IconTicket {...ICON} />,
    run: () => dialogs.open('tickets', { ticketID }),
  })
  return {
    id: 'tickets',
    label: 'Tickets',
    search(text, signal) {
      const searchTerm = text.trim()
      if (searchTerm.length < FILTER_MIN_LENGTH) return []
      const request = { scope: 'ALL', filter: 'All', searchTerm, pageSize: TICKETS_FOUND } as const
      return rested(timers, signal, async () => {
        const { tickets } = await api.call(searchTickets, request, { quiet: true, signal })
        return tickets.map(({ id, message, interviewerName }) =>
          itemOf(id, `Ticket ${id}: ${message}`, interviewerName),
        )
      })
    },
    find(id) {
      const number = /^ticket:(\d+)$/.exec(id)?.[1]
      return number === undefined ? undefined : itemOf(Number(number), `Ticket ${number}`, '')
    },
  }
}

/** Answered questions by their words; choosing one opens it. They are read once, when something is first looked for. */
export function faqSource({ api, dialogs, timers }: Services): SwitcherSource {
  let items: Promise<readonly SwitcherItem[]> | null = null
  let known: readonly SwitcherItem[] = []
  const read = async () => {
    const articles = await api.call(publishedFaq, undefined, { quiet: true })
    known = articles.map(({ id, question, answer, category }) => ({
      id: `faq:${id}`,
      title: question,
      hint: category,
      keywords: answer,
      icon: <IconHelpCircle {...ICON} />,
      run: () => dialogs.open('faq', { id }),
    }))
    return known
  }
  return {
    id: 'faq',
    label: 'FAQ',
    search(text, signal) {
      if (text.trim().length < FILTER_MIN_LENGTH) return []
      return rested(timers, signal, async () => {
        // One that failed is asked for again at the next letter.
        items ??= read().catch((error: unknown) => {
          items = null
          throw error
        })
        return bestOf(await items, text)
      })
    },
    find: (id) => known.find((item) => item.id === id),
  }
}

/** Messages of the person's conversations by their words, the newest; choosing one opens it where it stands. */
export function messageSource(
  { timers }: Services,
  directory: ChatDirectory,
  showChat: () => void,
): SwitcherSource {
  return {
    id: 'messages',
    label: 'Messages',
    search(text, signal) {
      const term = text.trim()
      if (term.length < FILTER_MIN_LENGTH) return []
      return rested(timers, signal, async () => {
        const found = await directory.findMessages(term, signal)
        return found.slice(0, MESSAGES_FOUND).map(({ key, text: title, where, open }) => ({
          id: `message:${key}`,
          title,
          hint: where,
          icon: <IconMessage {...ICON} />,
          run: () => void open().then((opened) => opened && showChat()),
        }))
      })
    },
    // What somebody looked for in a message is no place to come back to.
    find: () => undefined,
  }
}
