import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatSource } from '#shared/contract/chat-address.ts'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import {
  broadcastMessages,
  latestBroadcastMessage,
  loadThreadFiles,
  myPinnedMessages,
} from '#shared/contract/chat-messages.ts'
import { searchChatMessages } from '#shared/contract/chat-search.ts'
import { archiveThreadMessages } from '#shared/contract/chat-threads.ts'
import { ApiError } from '../../../services/http/api-client.ts'
import { ConversationPane } from '../messages/ConversationPane.tsx'
import { ChatModeProvider } from '../modes/mode-context.tsx'
import { modeOf } from '../modes/modes.ts'
import { keyOf } from '../store/state.ts'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { GROUP, GROUP_KEY, showInChat } from '../testing/show-in-chat.tsx'
import { windowIs } from '../testing/window-width.ts'

configure({ defaultHidden: true })

let uninstall = () => {}
let stop = () => {}
beforeEach(() => {
  uninstall = installLayout()
  windowIs(1000)
})
afterEach(() => {
  stop()
  uninstall()
  vi.restoreAllMocks()
})

async function open(over: Partial<FakeServicesOptions> = {}, embedded = false) {
  const shown = showInChat(
    <ChatModeProvider value={modeOf(embedded ? 'TICKET_CHAT' : 'CONNECT_PLUS')}>
      <ConversationPane threadKey={GROUP_KEY} />
    </ChatModeProvider>,
    over,
  )
  stop = shown.chat.stop
  await act(() => shown.chat.loadThreads())
  act(() => shown.chat.select(GROUP_KEY))
  await screen.findByText('Second')
  return shown
}
const tab = (name: string) => screen.getByRole('tab', { name })
const panel = () => screen.getAllByRole('tabpanel').at(-1) as HTMLElement

/** A conversation of every kind: with one person, of a group, and the rooms of records. */
const KINDS = chatSource.options.map((source) => {
  const isThread = source === 'MESSAGE' || source === 'MANUAL'
  return aThread({
    id: 9,
    type: isThread ? 'THREAD' : 'CHATROOM',
    source,
    sourceID: isThread ? 9 : 41,
    label: `${source}: 41`,
    isGroup: source !== 'MESSAGE',
    partnerID: source === 'MESSAGE' ? 2 : 0,
  })
})

async function openKind(thread: ChatThread, answers: FakeServicesOptions['answers'] = {}) {
  const key = keyOf(thread)
  const shown = showInChat(
    <ChatModeProvider value={modeOf('CONNECT_PLUS')}>
      <ConversationPane threadKey={key} />
    </ChatModeProvider>,
    {
      threads: [thread],
      messages: { [key]: [aMessage({ id: 1, message: 'First' }), aMessage({ id: 2, message: 'Second' })] },
      answers,
    },
  )
  stop = shown.chat.stop
  await act(() => shown.chat.loadThreads())
  act(() => shown.chat.select(key))
  await screen.findByText('Second')
  return shown
}

describe.each(KINDS)('a conversation of the kind $source', (thread) => {
  const { type, source, sourceID } = thread

  test('C058 has its pinned messages in a tab', async () => {
    const pinned = aMessage({ id: 1, message: 'First', pinnedTime: '2026-11-20T09:00:00.000Z' })
    const { server } = await openKind(thread, { [myPinnedMessages.path]: () => [pinned] })
    fireEvent.click(tab('Pinned Messages'))
    expect(await within(panel()).findByText('First')).toBeDefined()
    expect(server.bodiesOf(myPinnedMessages)).toEqual([{ id: sourceID, type, source }])
  })

  test('C060 is searched in a tab', async () => {
    const found = [aMessage({ id: 1, message: 'First of all' })]
    const { timers, server } = await openKind(thread, { [searchChatMessages.path]: () => found })
    fireEvent.click(tab('Search Messages'))
    const box = await screen.findByRole('searchbox', { name: 'Search messages' })
    fireEvent.change(box, { target: { value: 'fi' } })
    act(() => timers.pass(1000))
    expect((await screen.findByText('Fi')).tagName).toBe('MARK')
    expect(server.bodiesOf(searchChatMessages)).toEqual([{ id: sourceID, source, messageSearchTerm: 'fi' }])
  })
})

describe('the strip', () => {
  test('C054 C055 the arrow keys go along it; the messages stay behind another tab, with what is typed', async () => {
    const { chat } = await open({ answers: { [loadThreadFiles.path]: () => [] } })
    expect(tab('Messages').getAttribute('aria-selected')).toBe('true')
    expect([tab('Messages').textContent, tab('Files').textContent]).toEqual(['Messages', 'Files'])
    const log = screen.getByRole('log')
    const input = screen.getByPlaceholderText('Type a new message here')
    fireEvent.change(input, { target: { value: 'Half a thought' } })
    act(() => tab('Messages').focus())
    fireEvent.keyDown(tab('Messages'), { key: 'ArrowRight' })
    expect(chat.store.getState().tabs[GROUP_KEY]).toBe('Files')
    expect(document.activeElement).toBe(tab('Files'))
    expect(log.closest('[role="tabpanel"]')?.hasAttribute('inert')).toBe(true)
    expect(await screen.findByText('No Files')).toBeDefined()
    fireEvent.keyDown(tab('Files'), { key: 'ArrowLeft' })
    expect(screen.getByRole('log')).toBe(log)
    expect(log.closest('[inert]')).toBeNull()
    expect((input as HTMLTextAreaElement).value).toBe('Half a thought')
  })

  test('C056 C057 C071 the members are a tab where they don’t stand beside, with their filter and switch', async () => {
    await open()
    fireEvent.click(tab('Members'))
    await screen.findByText('Ben Okafor')
    fireEvent.click(screen.getByRole('switch', { name: 'Show offline users' }))
    expect(screen.queryByText('Ben Okafor')).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter user' }), { target: { value: 'am' } })
    await waitFor(() => expect(within(panel()).queryByText('Tom Whitfield')).toBeNull())
    expect(within(panel()).getAllByText('Amelia Hart').length).toBeGreaterThan(0)
  })

  test('C059 C060 C061 C062 each tab is read out in full, and shown by a short word', async () => {
    await open()
    expect(
      screen.getAllByRole('tab').map((one) => [one.getAttribute('aria-label'), one.textContent]),
    ).toEqual([
      ['Messages', 'Messages'],
      ['Files', 'Files'],
      ['Members', 'Members'],
      ['Pinned Messages', 'Pinned'],
      ['Broadcast Messages', 'Broadcast'],
      ['Search Messages', 'Search'],
      ['Topics', 'Topics'],
      ['Settings', 'Settings'],
    ])
  })

  test('C061 the Topics tab counts what waits in the topics', async () => {
    await open({
      threads: [aThread({ id: 9, ...GROUP, isGroup: true, unreadTopics: 3 })],
    })
    expect(tab('Topics 3 unread')).toBeDefined()
  })

  test('C056 on a wide layout there is no such tab, but in an embedded conversation', async () => {
    windowIs(1300)
    const { view } = await open()
    expect(screen.queryByRole('tab', { name: 'Members' })).toBeNull()
    stop()
    view.unmount()
    await open({}, true)
    expect(tab('Members')).toBeDefined()
  })

  test('C061 C062 without the permission no topics, without being admin no settings', async () => {
    await open({
      permissions: ['GENERAL_CAN_USE_TEAM_CHAT'],
      threads: [aThread({ id: 9, ...GROUP, isGroup: true, isAdmin: false })],
    })
    expect(screen.queryByRole('tab', { name: 'Topics' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull()
  })
})

describe('what the tabs show', () => {
  const file = aMessage({
    id: 5,
    message: 'rota.csv\nFor Monday',
    type: 'CENTRAL_FILE_HUB',
    allowPreview: true,
  })
  const photo = aMessage({ id: 6, message: 'photo.png', type: 'FILE' })

  test('C055 the files are the items of the central file hub only; they open, download, and lead to their message', async () => {
    const { chat, hub } = await open({ answers: { [loadThreadFiles.path]: () => [file, photo] } })
    fireEvent.click(tab('Files'))
    expect(await screen.findByText('rota.csv')).toBeDefined()
    expect(screen.queryByText('photo.png')).toBeNull()
    expect(screen.getByRole('button', { name: 'Download rota.csv' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /^rota.csv/ }))
    expect(chat.store.getState().dialog).toMatchObject({ kind: 'preview', messageID: 5 })
    const newer = aMessage({ id: 7, message: 'new.pdf', type: 'CENTRAL_FILE_HUB' })
    act(() => hub.emit('newThreadMessage', { ...GROUP, message: newer }))
    expect(within(panel()).getByText('new.pdf')).toBeDefined()
    // A revoked file is one no longer.
    act(() => hub.emit('messageEdited', { ...GROUP, message: { ...file, type: 'TEXT' } }))
    expect(within(panel()).queryByText('rota.csv')).toBeNull()
  })

  test('C055 a server that knows no list of files: those of the messages that are here', async () => {
    const missing = () => {
      throw new ApiError('refused', 'Not found', 404)
    }
    await open({
      messages: { [GROUP_KEY]: [aMessage({ id: 2, message: 'Second' }), file, photo] },
      answers: { [loadThreadFiles.path]: missing },
    })
    fireEvent.click(tab('Files'))
    await waitFor(() => expect(within(panel()).getByText('rota.csv')).toBeDefined())
    expect(within(panel()).queryByText('photo.png')).toBeNull()
  })

  test('C058 the pinned messages, as they are pinned and unpinned, open in their context', async () => {
    const pinned = aMessage({ id: 1, message: 'First', pinnedTime: '2026-11-20T09:00:00.000Z' })
    const { chat, hub, server } = await open({ answers: { [myPinnedMessages.path]: () => [pinned] } })
    fireEvent.click(tab('Pinned Messages'))
    await waitFor(() => expect(within(panel()).getByText('First')).toBeDefined())
    expect(tab('Pinned Messages').textContent).toBe('Pinned')
    expect(server.bodiesOf(myPinnedMessages)).toEqual([{ id: 9, type: 'THREAD', source: 'MANUAL' }])
    const second = aMessage({ id: 2, message: 'Second', pinnedTime: '2026-11-20T10:00:00.000Z' })
    act(() => hub.emit('messageEdited', { ...GROUP, message: second }))
    expect(
      within(panel())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Second'), expect.stringContaining('First')])
    act(() => hub.emit('messageEdited', { ...GROUP, message: { ...pinned, pinnedTime: null } }))
    expect(within(panel()).queryByText('First')).toBeNull()
    await act(async () => fireEvent.click(within(panel()).getByRole('button')))
    expect(chat.store.getState()).toMatchObject({
      tabs: { [GROUP_KEY]: 'Messages' },
      spotlight: { messageID: 2 },
    })
  })

  test('C059 the broadcasts, and the newest above the messages until it is put away, also by a reload', async () => {
    const broadcast = aMessage({
      id: 1,
      message: 'Read the statement in full',
      broadcastTime: '2026-11-20T09:00:00.000Z',
      broadcastUsername: 'Priya Nair',
      broadcastUserID: 4,
    })
    const answers = {
      [broadcastMessages.path]: () => [broadcast],
      [latestBroadcastMessage.path]: () => ({ message: broadcast }),
    }
    const { kept, hub, view } = await open({ answers })
    const strip = () => screen.queryByRole('complementary', { name: 'Broadcast' })
    await waitFor(() => expect(strip()?.textContent).toContain('Broadcast by Priya Nair'))
    fireEvent.click(screen.getByRole('button', { name: 'Put the broadcast away' }))
    expect(strip()).toBeNull()
    fireEvent.click(tab('Broadcast Messages'))
    expect(await screen.findByText('Broadcast by Priya Nair')).toBeDefined()
    // A later one shows again.
    const later = { ...broadcast, id: 2, message: 'Second', broadcastTime: '2026-11-20T10:00:00.000Z' }
    act(() => hub.emit('messageEdited', { ...GROUP, message: later }))
    expect(strip()?.textContent).toContain('Second')
    stop()
    view.unmount()
    const again = await open({ answers, kept })
    await waitFor(() => expect(again.server.bodiesOf(latestBroadcastMessage)).toHaveLength(1))
    expect(strip()).toBeNull()
  })

  test.each([
    ['C060 C159', false, 1000],
    ['C060 C069', true, 300],
  ])(
    '%s the search within the conversation (embedded: %s) waits %i ms and stays',
    async (_, embedded, ms) => {
      const found = [aMessage({ id: 1, message: 'First of all' })]
      const { timers, server } = await open({ answers: { [searchChatMessages.path]: () => found } }, embedded)
      fireEvent.click(tab('Search Messages'))
      const box = await screen.findByRole('searchbox', { name: 'Search messages' })
      expect(document.activeElement).toBe(box)
      fireEvent.change(box, { target: { value: 'fi' } })
      timers.pass(ms - 1)
      expect(server.bodiesOf(searchChatMessages)).toEqual([])
      act(() => timers.pass(1))
      expect((await screen.findByText('Fi')).tagName).toBe('MARK')
      fireEvent.click(tab('Messages'))
      fireEvent.click(tab('Search Messages'))
      expect(screen.getByText('Fi')).toBeDefined()
    },
  )

  test('C063 C131 an admin archives the messages after a question, and reads so', async () => {
    const { services, server } = await open({
      answers: { [archiveThreadMessages.path]: () => ({ done: true }) },
    })
    fireEvent.click(tab('Settings'))
    fireEvent.click(await screen.findByRole('button', { name: 'Archive messages' }))
    const answer = async (yes: boolean) => {
      await waitFor(() => expect(services.prompts.store.getState()).toHaveLength(1))
      await act(async () => services.prompts.answer(services.prompts.store.getState()[0]?.id ?? 0, yes))
    }
    await answer(false)
    expect(server.bodiesOf(archiveThreadMessages)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Archive messages' }))
    server.messages[GROUP_KEY] = []
    await answer(true)
    await waitFor(() =>
      expect(services.notices.store.getState()).toMatchObject([
        { kind: 'success', message: 'Messages archived' },
      ]),
    )
    expect(server.bodiesOf(archiveThreadMessages)).toEqual([GROUP])
    expect(await screen.findByText('No Messages. Type a new message below.')).toBeDefined()
  })

  test('C058 C059 a list that can’t be loaded says so and is loaded again', async () => {
    const { server } = await open({ answers: { [myPinnedMessages.path]: () => [] } })
    server.fail(myPinnedMessages)
    fireEvent.click(tab('Pinned Messages'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain("The pinned messages couldn't be loaded.The server is currently busy")
    server.heal(myPinnedMessages)
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/No pinned messages yet/)).toBeDefined()
  })
})
