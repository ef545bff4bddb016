import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { focusOnThread, loadThreadChatMessages, markAllAsRead, myChatThreads } from '#shared/contract/chat.ts'
import {
  archiveThread,
  markAsUnread,
  pinThread,
  unarchiveThread,
  unpinThread,
} from '#shared/contract/chat-threads.ts'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { type ChatStore, createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices, createMemoryStore, type FakeServicesOptions } from '../testing/fake-services.ts'
import { aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { ThreadList } from './ThreadList.tsx'

const ARCHIVE_UNDO_MS = 6000

// Nothing here is hidden from sight, and finding that out takes most of a test's time.
configure({ defaultHidden: true })

const NOW = new Date(2026, 10, 21, 9).getTime()
const lastMessageTime = new Date(2026, 10, 21, 8).toISOString()
const ok = () => ({ done: true })
const address = { source: 'MESSAGE', sourceID: 7 } as const
const answers = {
  [archiveThread.path]: ok,
  [unarchiveThread.path]: ok,
  [pinThread.path]: ok,
  [unpinThread.path]: ok,
  [markAsUnread.path]: () => ({ unread: 1 }),
}
const running: ChatStore[] = []
let uninstall = () => {}

beforeEach(() => {
  uninstall = installLayout()
})
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  uninstall()
  vi.restoreAllMocks()
})

async function show(over: Partial<FakeServicesOptions> = {}) {
  const timers = manualTimers()
  let now = NOW
  const fake = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads: [
      aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2, senderID: 2, lastMessageTime }),
      aThread({ id: 9, displayLabel: 'Ben Okafor', partnerID: 3, senderID: 1, lastMessageTime }),
      aThread({ id: 12, displayLabel: 'Old room', isArchive: true }),
    ],
    now: () => now,
    answers,
    ...over,
  })
  const services = { ...fake.services, timers }
  const chat = createChatStore(services)
  running.push(chat)
  chat.start()
  renderWith(
    services,
    <ChatProvider store={chat}>
      <ThreadList />
    </ChatProvider>,
  )
  await waitFor(() => row('Amelia Hart'))
  return {
    ...fake,
    chat,
    timers,
    pass(ms: number) {
      now += ms
      act(() => timers.pass(ms))
    },
    thread: (id: number) => chat.store.getState().threads.find((thread) => thread.id === id),
    notices: () => services.notices.store.getState().map(({ message }) => message),
  }
}

/** The row of that name, whose accessible name begins with it; roles of so many buttons take long to read. */
function findRow(name: string): HTMLElement | null {
  const rows = screen.queryAllByText(name).map((text) => text.closest<HTMLElement>('[data-row]'))
  return rows.find((found) => found !== null) ?? null
}
function row(name: string): HTMLElement {
  const found = findRow(name)
  if (!found) throw new Error(`There is no row of ${name}.`)
  return found
}
const openMenu = (name: string) => fireEvent.contextMenu(row(name), { clientX: 40, clientY: 60 })
const choose = (name: string) => fireEvent.click(screen.getByText(name))

describe('the menu of a row', () => {
  test('C135 opens by right click, Shift+F10, the menu key, a long press and the button of the row', async () => {
    await show()
    const closed = () => expect(screen.queryByRole('menu')).toBeNull()
    const close = async () => {
      expect(screen.getByRole('menuitem', { name: 'Pin' })).toBeDefined()
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
      await waitFor(closed)
    }
    openMenu('Amelia Hart')
    await close()
    fireEvent.keyDown(row('Amelia Hart'), { key: 'F10', shiftKey: true })
    await close()
    fireEvent.keyDown(row('Amelia Hart'), { key: 'ContextMenu' })
    await close()
    fireEvent.click(screen.getByRole('button', { name: 'Options for Amelia Hart' }))
    await close()
    // A touch that rests.
    vi.useFakeTimers()
    const touches = [{ clientX: 40, clientY: 60 }]
    fireEvent.touchStart(row('Amelia Hart'), { touches })
    act(() => void vi.advanceTimersByTime(499))
    closed()
    act(() => void vi.advanceTimersByTime(1))
    vi.useRealTimers()
    fireEvent.touchEnd(row('Amelia Hart'), { touches })
    await close()
    // A heading has none.
    fireEvent.contextMenu(row('Chats'))
    closed()
  })

  test("C041 a thread is archived, which can be taken back; 'Show archived' shows archived threads", async () => {
    const at = await show()
    expect(findRow('Old room')).toBeNull()
    openMenu('Amelia Hart')
    choose('Archive')
    expect(findRow('Amelia Hart')).toBeNull()
    await waitFor(() => expect(at.server.bodiesOf(archiveThread)).toEqual([address]))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(row('Amelia Hart')).toBeDefined()
    await waitFor(() => expect(at.server.bodiesOf(unarchiveThread)).toEqual([address]))
    expect(screen.queryByText('Amelia Hart is archived.')).toBeNull()

    openMenu('Ben Okafor')
    choose('Archive')
    expect(screen.getByText('Ben Okafor is archived.')).toBeDefined()
    at.pass(ARCHIVE_UNDO_MS)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Chat options' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Show archived' }))
    await waitFor(() => row('Old room'))
    expect(within(row('Old room')).getByLabelText('Archived')).toBeDefined()
    openMenu('Old room')
    choose('Take out of the archive')
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Show archived' }))
    expect(row('Old room')).toBeDefined()
    expect(findRow('Ben Okafor')).toBeNull()
  })

  test('C135 a thread is pinned, unpinned, snoozed, unread and mentioned, and its row shows it', async () => {
    const at = await show()
    openMenu('Amelia Hart')
    choose('Pin')
    expect(within(row('Amelia Hart')).getByLabelText('Pinned')).toBeDefined()
    expect(at.server.bodiesOf(pinThread)).toEqual([{ id: 7, type: 'THREAD', source: 'MESSAGE' }])
    openMenu('Amelia Hart')
    choose('Unpin')
    expect(within(row('Amelia Hart')).queryByLabelText('Pinned')).toBeNull()
    openMenu('Amelia Hart')
    choose('For 1 hour')
    expect(within(row('Amelia Hart')).getByLabelText('Snoozed until 10:00')).toBeDefined()
    openMenu('Amelia Hart')
    choose('Mark as unread')
    await waitFor(() => expect(at.server.bodiesOf(markAsUnread)).toHaveLength(1))
    act(() =>
      at.chat.store.setState({
        threads: [aThread({ id: 7, displayLabel: 'Amelia Hart', unread: 2, isFocus: true })],
      }),
    )
    expect(within(row('Amelia Hart')).getByLabelText('You are mentioned')).toBeDefined()
    expect(row('Amelia Hart').textContent).toContain('2 unread')
  })

  test('C135 C041 a change that the server refuses goes back', async () => {
    const at = await show()
    at.server.fail(pinThread)
    at.server.fail(archiveThread)
    openMenu('Amelia Hart')
    choose('Pin')
    await waitFor(() => expect(at.thread(7)?.lastPinnedTime).toBeNull())
    openMenu('Amelia Hart')
    choose('Archive')
    await waitFor(() => row('Amelia Hart'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test("C130 'Mark as unread' is refused to the latest sender, and works for others", async () => {
    const at = await show()
    openMenu('Ben Okafor')
    choose('Mark as unread')
    expect(at.notices()).toEqual(['Unable to mark as unread, as you are the latest sender'])
    expect(at.server.bodiesOf(markAsUnread)).toEqual([])
    at.chat.show()
    act(() => at.chat.select('MESSAGE:7'))
    await waitFor(() => expect(at.server.bodiesOf(focusOnThread)).toHaveLength(1))
    openMenu('Amelia Hart')
    choose('Mark as unread')
    await waitFor(() => expect(at.server.bodiesOf(markAsUnread)).toEqual([address]))
    expect(row('Amelia Hart').textContent).toContain('1 unread')
    // It is left, and read anew when it is opened.
    expect(at.chat.store.getState()).toMatchObject({ selected: null, unreadTotal: 1 })
    const loads = () => at.server.bodiesOf(loadThreadChatMessages).length
    const before = loads()
    act(() => at.chat.select('MESSAGE:7'))
    await waitFor(() => expect(loads()).toBeGreaterThan(before))
    act(() => at.chat.select(null))
    act(() =>
      at.chat.store.setState({ threads: [aThread({ id: 7, displayLabel: 'Amelia Hart', unread: 1 })] }),
    )
    openMenu('Amelia Hart')
    choose('Mark as read')
    expect(at.server.bodiesOf(markAllAsRead)).toEqual([{ records: [address] }])
    expect(row('Amelia Hart').textContent).not.toContain('unread')
  })
})

describe('snooze', () => {
  test('C120 C136 a snooze is kept in the browser by thread id, and ends when its time has come', async () => {
    const kept = createMemoryStore()
    const at = await show({ kept })
    openMenu('Amelia Hart')
    choose('For 30 minutes')
    expect(at.services.storage.get('chatSnooze')).toEqual({ '1:7': NOW + 30 * 60_000 })
    expect(at.chat.isSnoozed('MESSAGE:7')).toBe(true)
    // Another page of the same browser has it from the start.
    const other = createFakeServices({
      me: { id: 1, name: 'Tom' },
      threads: at.server.threads,
      kept,
      now: () => NOW,
    })
    const again = createChatStore(other.services)
    running.push(again)
    again.start()
    await waitFor(() => expect(again.isSnoozed('MESSAGE:7')).toBe(true))
    at.pass(30 * 60_000)
    expect(at.chat.isSnoozed('MESSAGE:7')).toBe(false)
    expect(within(row('Amelia Hart')).queryByLabelText(/^Snoozed/)).toBeNull()
    openMenu('Amelia Hart')
    choose('For a week')
    openMenu('Amelia Hart')
    choose('End snooze')
    expect(at.services.storage.get('chatSnooze')).toEqual({})
  })

  test('C120 C251 a snooze that the browser does not keep is only logged', async () => {
    const kept = createMemoryStore()
    const at = await show({ kept })
    kept.setItem = () => {
      throw new Error('full')
    }
    openMenu('Amelia Hart')
    choose('For 1 hour')
    expect(at.services.diagnostics.entries(withoutPersonalText)).toMatchObject([
      { level: 'error', message: 'Error with snooze setting [text]' },
    ])
    expect(at.notices()).toEqual([])
    // It holds until the page goes.
    expect(at.chat.isSnoozed('MESSAGE:7')).toBe(true)
  })
})

describe('rows', () => {
  test('two conversations of one name are told apart in their rows, others aren’t', async () => {
    const group = { source: 'MANUAL', isGroup: true, displayLabel: 'Leeds floor', lastMessageTime } as const
    await show({
      threads: [
        aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2, lastMessageTime }),
        aThread({ ...group, id: 20, people: 'Kasia Nowak, Tom Hargreaves' }),
        aThread({ ...group, id: 21, people: 'Dwayne Reid' }),
      ],
    })
    const words = screen.getAllByText('Leeds floor').map((name) => name.parentElement?.textContent)
    expect(words).toEqual([
      expect.stringContaining('Leeds floorKasia Nowak, Tom Hargreaves'),
      expect.stringContaining('Leeds floorDwayne Reid'),
    ])
    expect(screen.getByText('Amelia Hart').nextElementSibling?.tagName).toBe('TIME')
  })

  test('a draft marks its row once the conversation is left', async () => {
    const at = await show()
    act(() => at.chat.select('MESSAGE:7'))
    at.chat.saveDraft('MESSAGE:7', 'Half a thought for @[Ben Okafor](3)')
    expect(row('Amelia Hart').textContent).not.toContain('Draft')
    act(() => at.chat.select('MESSAGE:9'))
    expect(row('Amelia Hart').textContent).toContain('Draft: Half a thought for @Ben Okafor')
    act(() => at.chat.select('MESSAGE:7'))
    expect(row('Amelia Hart').textContent).not.toContain('Draft')
  })

  test('C101 a thread shows initials, and a colour derived from its label', async () => {
    await show({
      threads: [
        aThread({ id: 7, displayLabel: 'Amelia Hart' }),
        aThread({ id: 8, displayLabel: 'Night shift' }),
        aThread({ id: 9, displayLabel: 'Night shift' }),
      ],
    })
    const face = (button: HTMLElement | null | undefined) =>
      button?.querySelector<HTMLElement>('[data-colour]')
    expect(face(row('Amelia Hart'))?.textContent).toBe('AH')
    const [one, other] = screen
      .getAllByText('Night shift')
      .map((text) => text.closest<HTMLElement>('[data-row]'))
    expect(face(one)?.textContent).toBe('NS')
    expect(face(one)?.dataset.colour).toBe(face(other)?.dataset.colour)
    expect(face(one)?.dataset.colour).not.toBe(face(row('Amelia Hart'))?.dataset.colour)
  })

  test('C256 within 90 px of the end the list asks the server, once scrolling rested for 500 ms', async () => {
    const at = await show()
    const scroller = row('Amelia Hart').closest<HTMLElement>('[class*="scroller"]')
    if (!scroller) throw new Error('no list')
    const lists = () => at.server.bodiesOf(myChatThreads).length
    const before = lists()
    const scrollTo = (scrollTop: number) => {
      const size = { scrollTop, clientHeight: 600, scrollHeight: 2000 }
      for (const [name, value] of Object.entries(size))
        Object.defineProperty(scroller, name, { configurable: true, value })
      fireEvent.scroll(scroller)
    }
    scrollTo(1309)
    at.pass(500)
    expect(lists()).toBe(before)
    scrollTo(1310)
    at.pass(499)
    expect(lists()).toBe(before)
    at.pass(1)
    expect(lists()).toBe(before + 1)
  })
})
