import { act, configure, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchMessages } from '#shared/contract/chat-search.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { GROUP, GROUP_KEY, showInChat } from '../testing/show-in-chat.tsx'
import { type ChatDirectory, useChatDirectory } from '../use-chat-directory.tsx'
import { SearchSection } from './SearchSection.tsx'

configure({ defaultHidden: true })

const groups = [
  {
    threadID: 9,
    type: 'THREAD',
    ...GROUP,
    label: 'thread-9',
    displayLabel: 'Supervisors',
    messages: [aMessage({ id: 2, message: 'The quotas are full' })],
  },
  {
    threadID: 20,
    type: 'CHATROOM',
    source: 'TOPIC',
    sourceID: 4,
    label: 'TOPIC: 4',
    displayLabel: 'Quota cells',
    messages: [aMessage({ id: 31, message: 'Quota for Wales' })],
  },
]
const box = () => screen.getByRole('searchbox', { name: 'Search messages' })

test("C010 C070 'Search messages' lists what it finds under 'Results from {label}', and opens it in its context", async () => {
  const { chat, timers, server } = showInChat(<SearchSection />, {
    answers: { [searchMessages.path]: () => groups },
  })
  await act(() => chat.loadThreads())
  expect(screen.getByText(/at least 2 characters/)).toBeDefined()
  fireEvent.change(box(), { target: { value: 'quota' } })
  expect(server.bodiesOf(searchMessages)).toEqual([])
  act(() => timers.pass(1000))
  const group = await screen.findByRole('region', { name: 'Results from Supervisors' })
  expect(screen.getByRole('heading', { name: /Results from Quota cells/ })).toBeDefined()
  expect(within(group).getByText('quota').tagName).toBe('MARK')
  expect(screen.getByText('2 messages found')).toBeDefined()
  // Nothing is being looked for any more: the field can be emptied.
  expect(screen.getByRole('button', { name: 'Clear the search' })).toBeDefined()

  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  const [first, second] = screen.getAllByRole('button', { name: /Amelia Hart/ })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second as Element, { key: 'Home' })
  fireEvent.keyDown(first as Element, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(box())

  await act(async () => fireEvent.click(first as Element))
  expect(chat.store.getState()).toMatchObject({ selected: GROUP_KEY, spotlight: { messageID: 2 } })
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(screen.queryByRole('region', { name: /Results from/ })).toBeNull()
  chat.stop()
})

test('C070 a conversation without a name of its own is headed by its label, namesakes by what tells them apart', async () => {
  const { chat, timers } = showInChat(<SearchSection />, {
    threads: [
      aThread({ id: 9, displayLabel: 'Leeds', ...GROUP, isGroup: true, people: 'Amelia, Ben' }),
      aThread({
        id: 10,
        displayLabel: 'Leeds',
        source: 'MANUAL',
        sourceID: 10,
        isGroup: true,
        people: 'Cath',
      }),
    ],
    answers: {
      [searchMessages.path]: () => [
        { ...groups[0], displayLabel: 'Leeds' },
        { ...groups[1], displayLabel: '' },
      ],
    },
  })
  await act(() => chat.loadThreads())
  fireEvent.change(box(), { target: { value: 'quota' } })
  act(() => timers.pass(1000))
  await screen.findByRole('region', { name: 'Results from Leeds · Amelia, Ben' })
  expect(
    screen.getAllByRole('heading', { name: /^Results from/ }).map(({ textContent }) => textContent),
  ).toEqual(['Results from Leeds · Amelia, Ben1', 'Results from TOPIC: 41'])
  chat.stop()
})

function Directory({ onGiven }: { onGiven: (directory: ChatDirectory) => void }) {
  onGiven(useChatDirectory())
  return null
}

test('C010 other searches are given messages, the newest first, which open in their context', async () => {
  let directory: ChatDirectory | undefined
  const { chat, server } = showInChat(<Directory onGiven={(given) => (directory = given)} />, {
    answers: { [searchMessages.path]: () => groups },
  })
  await act(() => chat.loadThreads())
  const found = await directory?.findMessages('quota', new AbortController().signal)
  expect(server.bodiesOf(searchMessages)).toEqual([{ messageSearchTerm: 'quota' }])
  expect(found?.map(({ key, text, where }) => [key, text, where])).toEqual([
    ['TOPIC:4:31', 'Quota for Wales', 'Amelia Hart · Quota cells'],
    ['MANUAL:9:2', 'The quotas are full', 'Amelia Hart · Supervisors'],
  ])
  await act(async () => void (await found?.[1]?.open()))
  expect(chat.store.getState()).toMatchObject({ selected: GROUP_KEY, spotlight: { messageID: 2 } })
  chat.stop()
})

test('C010 C070 nothing found and a failed search say so', async () => {
  const { chat, timers, server } = showInChat(<SearchSection />, {
    answers: { [searchMessages.path]: () => [] },
  })
  fireEvent.change(box(), { target: { value: 'zzz' } })
  act(() => timers.pass(1000))
  expect(await screen.findByText('No messages with “zzz”.')).toBeDefined()
  server.fail(searchMessages)
  fireEvent.change(box(), { target: { value: 'yyy' } })
  act(() => timers.pass(1000))
  const alert = await screen.findByRole('alert')
  server.heal(searchMessages)
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No messages with “yyy”.')).toBeDefined()
  chat.stop()
})
