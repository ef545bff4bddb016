import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActivityItem } from '#shared/contract/chat-entities.ts'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import { CHAT_PATH } from '../../../services/calls/conversations.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { ActivitiesPanel } from './ActivitiesPanel.tsx'

configure({ defaultHidden: true })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const item = (
  messageID: number,
  kind: ActivityItem['kind'],
  message: string,
  sourceID = 7,
): ActivityItem => ({
  kind,
  message,
  messageID,
  entryTime: '2026-11-21T08:00:00.000Z',
  source: 'MESSAGE',
  sourceID,
})

async function show(activities: readonly ActivityItem[], path = '/dashboard') {
  const at = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7, displayLabel: 'Amelia Hart' })],
    messages: { 'MESSAGE:7': [3, 4, 5].map((id) => aMessage({ id, message: `Message ${id}` })) },
    activities,
  })
  const chat = createChatStore(at.services)
  chat.start()
  ends.push(chat.stop)
  const onClose = vi.fn()
  renderSignedIn(
    at.services,
    <ChatProvider store={chat}>
      <ActivitiesPanel opened onClose={onClose} missed={2} onMissed={() => {}} />
    </ChatProvider>,
    path,
  )
  await waitFor(() => expect(chat.store.getState().threadsLoad.state).toBe('ready'))
  return { ...at, chat, onClose }
}

/** Types, and waits until the search acts. */
function typeAndRest(search: HTMLElement, value: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(search, { target: { value } })
  act(() => void vi.advanceTimersByTime(1000))
  vi.useRealTimers()
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test("C073 the panel has a search box and the tabs 'All', 'Mentions' and 'Reactions'", async () => {
  await show([item(4, 'MENTION', 'Amelia Hart: the quota'), item(5, 'REACTION', 'Ben reacted 👍 to: done')])
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All',
    'Mentions',
    'Reactions',
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'Mentions' }))
  expect(shown()).toEqual([expect.stringContaining('the quota')])
  fireEvent.click(screen.getByRole('tab', { name: 'Reactions' }))
  expect(shown()).toEqual([expect.stringContaining('Ben reacted')])
  fireEvent.click(screen.getByRole('tab', { name: 'All' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Search activity' }), { target: { value: 'quota' } })
  await waitFor(() => expect(shown()).toEqual([expect.stringContaining('the quota')]))
})

test('C074 each item has a reply button, which opens its message with the quote at the composer', async () => {
  const at = await show([
    item(4, 'MENTION', 'Amelia Hart: Message 4'),
    item(5, 'REACTION', 'Ben reacted: Message 5'),
  ])
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Reply to/ })).toHaveLength(2))
  // Beside the words, in which conversation it was.
  expect(screen.getByRole('button', { name: /^Ben reacted: Message 5/ }).textContent).toContain('Amelia Hart')
  fireEvent.click(screen.getByRole('button', { name: /^Reply to: Amelia Hart: Message 4/ }))
  await waitFor(() => expect(at.onClose).toHaveBeenCalledOnce())
  const { selected, spotlight, replies, section } = at.chat.store.getState()
  expect({ selected, section, message: spotlight?.messageID }).toEqual({
    selected: 'MESSAGE:7',
    section: 'Chats',
    message: 4,
  })
  expect(replies['MESSAGE:7']).toMatchObject({ id: 4, message: 'Message 4' })
  // Away from the chat's own page, the panel opens over what the person does.
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'connect', opened: true }])
})

test('C030 C074 an item opens its message in its context; one that is gone is told', async () => {
  const at = await show([item(5, 'MENTION', 'Look here'), item(9, 'MENTION', 'Gone', 88)], CHAT_PATH)
  fireEvent.click(await screen.findByRole('button', { name: /^Gone/ }))
  await waitFor(() => expect(at.services.notices.store.getState()).toHaveLength(1))
  expect(at.onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /^Look here/ }))
  await waitFor(() => expect(at.onClose).toHaveBeenCalledOnce())
  expect(at.server.bodiesOf(loadMessagesAround)).toEqual([{ id: 5, source: 'MESSAGE', sourceID: 7 }])
  expect(at.chat.store.getState().replies).toEqual({})
  expect(at.services.dialogs.store.getState()).toEqual([])
})

test("C075 without activities it reads 'Nothing to see here!'", async () => {
  await show([])
  expect(await screen.findByText('Nothing to see here!')).toBeDefined()
  const search = screen.getByRole('textbox', { name: 'Search activity' })
  typeAndRest(search, 'quota')
  expect(screen.getByText('Nothing to see here!')).toBeDefined()
})

test('C075 a tab without activities reads so, too, also with the one letter that searches for nothing', async () => {
  await show([item(4, 'MENTION', 'Amelia Hart: the quota')])
  await waitFor(() => expect(shown()).toHaveLength(1))
  fireEvent.click(screen.getByRole('tab', { name: 'Reactions' }))
  expect(screen.getByText('Nothing to see here!')).toBeDefined()
  typeAndRest(screen.getByRole('textbox', { name: 'Search activity' }), 'z')
  expect(screen.getByText('Nothing to see here!')).toBeDefined()
})

test('C075 where a search alone leaves nothing, that is said', async () => {
  await show([item(4, 'MENTION', 'Amelia Hart: the quota')])
  await waitFor(() => expect(shown()).toHaveLength(1))
  const search = screen.getByRole('textbox', { name: 'Search activity' })
  fireEvent.change(search, { target: { value: 'zz' } })
  expect(await screen.findByText('Nothing matches.')).toBeDefined()
  expect(screen.queryByText('Nothing to see here!')).toBeNull()
})
