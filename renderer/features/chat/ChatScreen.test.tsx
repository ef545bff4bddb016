import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as calls from '#shared/contract/chat.ts'
import { renderWith } from '../../testing/render.tsx'
import { ChatProvider } from './ChatProvider.tsx'
import { ChatScreen } from './ChatScreen.tsx'
import { type ChatStore, createChatStore } from './store/chat-store.ts'
import { createFakeServices, type FakeServicesOptions } from './testing/fake-services.ts'
import { aMember, aMessage, aThread } from './testing/fixtures.ts'
import { installLayout } from './testing/layout.ts'
import { windowIs } from './testing/window-width.ts'

// Nothing here is hidden from sight, and finding that out takes most of a test's time.
configure({ defaultHidden: true })

const me = { id: 1, name: 'Tom Whitfield' }
const direct = { source: 'MESSAGE', sourceID: 7 } as const
const composer = () => screen.getByPlaceholderText('Type a new message here')
const running: ChatStore[] = []
let uninstall = () => {}

beforeEach(() => {
  uninstall = installLayout()
  windowIs(1100)
})
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  uninstall()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show(over: Partial<FakeServicesOptions> = {}) {
  const fake = createFakeServices({
    me,
    threads: [
      aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2, partnerName: 'Amelia Hart' }),
      aThread({ id: 9, displayLabel: 'Supervisors', source: 'MANUAL', isGroup: true }),
      aThread({ id: 12, displayLabel: 'Quiet room' }),
    ],
    messages: {
      'MESSAGE:7': [
        aMessage({ id: 1, message: 'First' }),
        aMessage({ id: 2, message: 'Hello', userID: 1, userName: me.name }),
      ],
      'MANUAL:9': [aMessage({ id: 11, message: `@[Tom Whitfield](1) see https://example.com/x` })],
    },
    members: [aMember(1, me.name), aMember(2, 'Amelia Hart'), aMember(3, 'Ben Okafor', { isOnline: false })],
    ...over,
  })
  const chat = createChatStore(fake.services)
  running.push(chat)
  chat.start()
  const user = userEvent.setup()
  renderWith(
    fake.services,
    <ChatProvider store={chat}>
      <ChatScreen />
    </ChatProvider>,
  )
  const open = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    await screen.findByPlaceholderText('Type a new message here')
  }
  return { ...fake, chat, user, open }
}

describe('thread list', () => {
  test("C038 nothing selected reads 'Select a chat to get started'", async () => {
    show()
    expect(screen.getByText('Select a chat to get started')).toBeDefined()
  })

  test("C039 'Filter chats' acts at two characters, 300 ms after the last", async () => {
    show()
    await screen.findByRole('button', { name: /^Amelia Hart/ })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: 'Filter chats' }), { target: { value } })
    type('s')
    act(() => void vi.advanceTimersByTime(1000))
    type('su')
    act(() => void vi.advanceTimersByTime(299))
    expect(screen.getByRole('button', { name: /^Amelia Hart/ })).toBeDefined()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByRole('button', { name: /^Amelia Hart/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Supervisors/ })).toBeDefined()
  })

  test('C046 C048 the filters All, Pinned, Unread and Mentioned', async () => {
    const { user } = show({
      threads: [
        aThread({ id: 7, displayLabel: 'Read' }),
        aThread({ id: 8, displayLabel: 'Waiting', unread: 1 }),
      ],
    })
    await screen.findByRole('button', { name: /^Read/ })
    const filters = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button')
    expect(filters.map((button) => button.textContent)).toEqual(['All', 'Pinned', 'Unread', 'Mentioned'])
    await user.click(screen.getByRole('button', { name: 'Unread' }))
    expect(screen.queryByRole('button', { name: /^Read/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Waiting.*1 unread/ })).toBeDefined()
  })

  test('C047 Pinned leaves the pinned threads alone, and stands as chosen', async () => {
    const { user } = show({
      threads: [
        aThread({ id: 7, displayLabel: 'Amelia Hart' }),
        aThread({ id: 8, displayLabel: 'Ben Okafor', lastPinnedTime: '2026-11-20T09:00:00.000Z' }),
      ],
    })
    await screen.findByRole('button', { name: /^Amelia Hart/ })
    const filters = within(screen.getByRole('group', { name: 'Show' }))
    const pressed = () =>
      filters.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed()).toEqual(['All'])
    await user.click(filters.getByRole('button', { name: 'Pinned' }))
    expect(pressed()).toEqual(['Pinned'])
    expect(screen.queryByRole('button', { name: /^Amelia Hart/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Ben Okafor/ })).toBeDefined()
  })

  test('C044 of several all that wait are marked as read, and nothing is asked where none does', async () => {
    const { user, server, chat } = show({
      threads: [
        aThread({ id: 7, displayLabel: 'Waiting', unread: 1, isFocus: true }),
        aThread({ id: 9, displayLabel: 'Supervisors', source: 'MANUAL', isGroup: true, unread: 2 }),
        aThread({ id: 12, displayLabel: 'Read' }),
      ],
    })
    await screen.findByRole('button', { name: /^Read/ })
    await user.click(screen.getByRole('button', { name: 'Chat options' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark all as read' }))
    const waiting = () => chat.store.getState().threads.map(({ unread, isFocus }) => [unread, isFocus])
    await waitFor(() =>
      expect(waiting()).toEqual([
        [0, false],
        [0, false],
        [0, false],
      ]),
    )
    const asked = [{ records: [direct, { source: 'MANUAL', sourceID: 9 }] }]
    expect(server.bodiesOf(calls.markAllAsRead)).toEqual(asked)
    await act(() => chat.markAllRead())
    expect(server.bodiesOf(calls.markAllAsRead)).toEqual(asked)
  })

  test('C042 C044 the menu groups threads and marks all as read', async () => {
    const { user, server } = show({ threads: [aThread({ id: 7, displayLabel: 'Waiting', unread: 1 })] })
    await screen.findByRole('button', { name: /^Unread ?1/ })
    await user.click(screen.getByRole('button', { name: 'Chat options' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Group threads' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Unread ?1/, hidden: true })).toBeNull())
    await user.click(screen.getByRole('menuitem', { name: 'Mark all as read' }))
    expect(server.bodiesOf(calls.markAllAsRead)).toEqual([{ records: [direct] }])
  })

  test('the arrow keys go through groups and threads, Enter opens', async () => {
    const { user } = show()
    const first = await screen.findByRole('button', { name: /^Groups/ })
    act(() => first.focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Supervisors')
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(screen.queryByRole('button', { name: /^Supervisors/ })).toBeNull()
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    expect(await screen.findByRole('heading', { name: 'Supervisors' })).toBeDefined()
  })

  test('a list that fails says so and can be loaded again', async () => {
    const { user, server, chat } = show()
    server.fail(calls.myChatThreads)
    await act(async () => {
      chat.store.setState({ threadsLoad: { state: 'idle' } })
      await chat.loadThreads()
    })
    server.heal(calls.myChatThreads)
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /^Amelia Hart/ })).toBeDefined()
  })

  test('C001 a new chat is started with somebody from the contacts', async () => {
    const { user } = show()
    await screen.findByRole('button', { name: /^Amelia Hart/ })
    await user.click(screen.getByRole('button', { name: 'New chat' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name: /^Amelia Hart/ }))
    expect(await screen.findByText('First')).toBeDefined()
  })
})

describe('messages', () => {
  test("C064 a thread without messages reads 'No Messages. Type a new message below.'", async () => {
    const { open } = show()
    await open('Quiet room')
    expect(await screen.findByText('No Messages. Type a new message below.')).toBeDefined()
  })

  test('C132 a deleted message reads so, and its text is gone', async () => {
    const { open } = show({
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message: 'secret', deleted: true })] },
    })
    await open('Amelia Hart')
    expect(await screen.findByText('This message has been deleted')).toBeDefined()
    expect(screen.queryByText('secret')).toBeNull()
  })

  test('C008 mentions stand out and links open safely', async () => {
    const { open } = show({
      messages: {
        'MANUAL:9': [
          aMessage({
            id: 11,
            message: '@[Tom Whitfield](1) @[Everyone](0) @[Amelia Hart](2) see https://example.com/x',
          }),
        ],
      },
    })
    await open('Supervisors')
    await screen.findByText('@Tom Whitfield')
    // Those of oneself, also among all, stand out from those of others.
    const isMine = (text: string) => screen.getByText(text).dataset.me
    expect(['@Tom Whitfield', '@Everyone', '@Amelia Hart'].map(isMine)).toEqual(['true', 'true', 'false'])
    const link = screen.getByRole('link', { name: 'https://example.com/x' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test('C178 reactions are offered on other people’s messages only', async () => {
    const { open } = show()
    await open('Amelia Hart')
    const theirs = await screen.findByRole('article', { name: /^Amelia Hart/ })
    const own = screen.getByRole('article', { name: /^Tom Whitfield/ })
    expect(within(theirs).getByRole('button', { name: 'Like' })).toBeDefined()
    expect(within(own).queryByRole('button', { name: 'Like' })).toBeNull()
    expect(within(own).getByRole('button', { name: 'Reply' })).toBeDefined()
  })

  test('C004 C107 a reaction shows with its count and the names behind it', async () => {
    const { open, user } = show()
    await open('Amelia Hart')
    const theirs = await screen.findByRole('article', { name: /^Amelia Hart/ })
    await user.click(within(theirs).getByRole('button', { name: 'Thanks' }))
    expect(await within(theirs).findByRole('button', { name: 'Thanks, 1: Tom Whitfield' })).toBeDefined()
  })

  test.each([
    ['Like', 'LIKE'],
    ['Heart', 'HEART'],
    ['Laugh', 'LAUGH'],
    ['Sad', 'SAD'],
    ['Angry', 'ANGRY'],
    ['Thanks', 'THANKS'],
  ])("C004 '%s' tells the server %s", async (name, reaction) => {
    const { open, server } = show()
    await open('Amelia Hart')
    const theirs = await screen.findByRole('article', { name: /^Amelia Hart/ })
    fireEvent.click(within(theirs).getByRole('button', { name }))
    await waitFor(() => expect(server.bodiesOf(calls.react)).toMatchObject([{ reaction }]))
    expect(await within(theirs).findByRole('button', { name: `${name}, 1: Tom Whitfield` })).toBeDefined()
  })

  test('C003 C134 a reply quotes, cut at 120 characters, and can be cleared', async () => {
    const { open, user, server } = show({
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message: 'x'.repeat(130) })] },
    })
    await open('Amelia Hart')
    const reply = await screen.findByRole('button', { name: 'Reply' })
    await user.click(reply)
    expect(screen.getByText(`${'x'.repeat(120)}…`)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear reply' }))
    expect(screen.queryByText('Replying to Amelia Hart')).toBeNull()
    await user.click(reply)
    await user.type(composer(), 'yes{Enter}')
    expect(server.bodiesOf(calls.sendMessageToThread)).toMatchObject([{ message: 'yes', replyTo: 1 }])
    expect(screen.queryByText('Replying to Amelia Hart')).toBeNull()
    expect(await screen.findByRole('button', { name: /^Reply to Amelia Hart x{120}…$/ })).toBeDefined()
  })

  test.each([
    [119, ''],
    [120, ''],
    [121, '…'],
  ])('C134 of a message of %i characters a reply’s preview ends with "%s"', async (length, end) => {
    const message = 'x'.repeat(length)
    const { open, user } = show({ messages: { 'MESSAGE:7': [aMessage({ id: 1, message })] } })
    await open('Amelia Hart')
    await user.click(await screen.findByRole('button', { name: 'Reply' }))
    const quote = screen.getByText('Replying to Amelia Hart').parentElement
    expect(quote?.textContent).toContain(`Replying to Amelia Hart${message.slice(0, 120)}${end}`)
    expect(quote?.textContent).not.toContain('x'.repeat(121))
    expect(quote?.textContent?.includes('…')).toBe(end !== '')
  })

  test.each([
    [1, 1, ''],
    [8, 8, ''],
    [9, 9, ''],
    [10, 9, '+1'],
  ])('C164 of %i readers %i are shown, then "%s"', async (count, shown, more) => {
    const readTime = '2026-11-22T00:00:00.000Z'
    const others = Array.from({ length: count }, (_, n) => aMember(n + 2, `Person ${n + 2}`, { readTime }))
    const { open } = show({ members: [aMember(1, me.name), ...others] })
    await open('Supervisors')
    const readers = await screen.findByRole('img', { name: /^Read by/ })
    expect(readers.querySelectorAll('[data-colour]')).toHaveLength(shown)
    expect(/\+\d+/.exec(readers.textContent ?? '')?.[0] ?? '').toBe(more)
  })

  test('C164 where nobody has read the message there are no avatars', async () => {
    const { open } = show({ members: [aMember(1, me.name), aMember(2, 'Amelia Hart')] })
    await open('Supervisors')
    await screen.findAllByRole('article')
    expect(screen.queryByRole('img', { name: /^Read by/ })).toBeNull()
  })

  test('C164 the readers’ avatars are the first 9, then +N', async () => {
    const readTime = '2026-11-22T00:00:00.000Z'
    const members = Array.from({ length: 13 }, (_, n) => aMember(n + 1, `Person ${n + 1}`, { readTime }))
    const { open } = show({ members })
    await open('Supervisors')
    const readers = await screen.findByRole('img', { name: /^Read by/ })
    expect(readers.textContent).toContain('+3')
    expect(readers.querySelectorAll('[data-colour]')).toHaveLength(9)
  })

  test('C127 a message whose delivery failed shows a warning with the tooltip’s text', async () => {
    const own = { userID: 1, userName: me.name } as const
    const { open } = show({
      messages: {
        'MESSAGE:7': [
          aMessage({ id: 1, ...own, overallStatus: 'FAILED' }),
          aMessage({ id: 2, ...own, overallStatus: 'SENT' }),
          aMessage({ id: 3, ...own, overallStatus: 'DELIVERED' }),
        ],
      },
    })
    await open('Amelia Hart')
    expect(
      await screen.findAllByRole('button', {
        name: 'Some delivery attempts failed on one or more channels. Click details.',
      }),
    ).toHaveLength(1)
    const icons = ['Sent', 'Delivered'].map((name) => screen.getByRole('img', { name }).innerHTML)
    expect(icons.map((svg) => /tabler-icon-(checks?)\b/.exec(svg)?.[1])).toEqual(['check', 'checks'])
  })

  test('a new message is announced with its sender', async () => {
    const { open, hub, server } = show()
    await open('Amelia Hart')
    await screen.findByText('First')
    act(() =>
      hub.emit('newThreadMessage', { ...direct, message: server.add(direct, { message: 'Good news' }) }),
    )
    expect(await screen.findByText(/^Amelia Hart, \d\d:\d\d: Good news$/)).toBeDefined()
  })

  test('C031 who is typing stands in the header', async () => {
    const { open, hub } = show()
    await open('Amelia Hart')
    act(() => hub.emit('someoneTyping', { ...direct, userID: 2, userName: 'Amelia Hart' }))
    expect(await screen.findByText('Amelia is typing…')).toBeDefined()
  })
})

describe('scrolling', () => {
  async function scrollable() {
    const messages = Array.from({ length: 120 }, (_, n) => aMessage({ id: n + 1, message: `Line ${n + 1}` }))
    const shown = show({ messages: { 'MESSAGE:7': messages } })
    await shown.open('Amelia Hart')
    const log = await screen.findByRole('log')
    const height = { configurable: true, get: () => 3000 }
    Object.defineProperty(log, 'scrollHeight', height)
    Object.defineProperty(log, 'clientHeight', { configurable: true, get: () => 600 })
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await act(async () => {
      for (let n = 0; n < 4; n++) await frame()
    })
    const scrollTo = (top: number) => {
      log.scrollTop = top
      fireEvent.wheel(log)
      fireEvent.scroll(log)
    }
    const asked = () =>
      shown.server
        .bodiesOf(calls.loadThreadChatMessages)
        .filter((body) => (body as { anchorBefore?: boolean }).anchorBefore)
    return { ...shown, scrollTo, asked }
  }

  test('C143 C065 within 100 px of the top older messages are loaded, and it says so', async () => {
    const { server, scrollTo, asked } = await scrollable()
    const release = server.hold(calls.loadThreadChatMessages)
    await act(async () => scrollTo(101))
    expect(asked()).toEqual([])
    scrollTo(100)
    expect(await screen.findByText('Loading older messages')).toBeDefined()
    expect(asked()).toEqual([{ threadID: 7, useAnchor: true, anchorBefore: true, anchorMessageID: 71 }])
    act(release)
    await waitFor(() => expect(screen.queryByText('Loading older messages')).toBeNull())
    // Still there, more is loaded for as long as there is more; with none it says so when one comes there anew.
    scrollTo(90)
    await waitFor(() => expect(asked()).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText('Loading older messages')).toBeNull())
    scrollTo(80)
    await waitFor(() => expect(asked()).toHaveLength(3))
  })

  test('C143 C065 C067 at the bottom newer messages are loaded until there are no more', async () => {
    const { chat, server, scrollTo, asked } = await scrollable()
    act(() => {
      const { conversations } = chat.store.getState()
      const kept = conversations['MESSAGE:7']
      if (!kept) throw new Error('not open')
      const cut = { ...kept, messages: kept.messages.slice(0, 40), hasNewer: true }
      chat.store.setState({ conversations: { ...conversations, 'MESSAGE:7': cut } })
    })
    scrollTo(1000)
    const release = server.hold(calls.loadThreadChatMessages)
    scrollTo(2400)
    expect(await screen.findByText('Loading newer messages')).toBeDefined()
    act(release)
    await waitFor(() =>
      expect(chat.store.getState().conversations['MESSAGE:7']?.messages.at(-1)?.id).toBe(120),
    )
    scrollTo(1000)
    scrollTo(2400)
    expect(await screen.findByText('No more messages')).toBeDefined()
    // Away from the top nothing older is asked for.
    expect(asked()).toEqual([])
  })

  test('C143 C256 newer messages are asked for within 90 px of the end, once the scrolling has rested there for 300 ms', async () => {
    const { chat, server, scrollTo } = await scrollable()
    act(() => {
      const { conversations } = chat.store.getState()
      const kept = conversations['MESSAGE:7']
      if (!kept) throw new Error('not open')
      const cut = { ...kept, messages: kept.messages.slice(0, 40), hasNewer: true }
      chat.store.setState({ conversations: { ...conversations, 'MESSAGE:7': cut } })
    })
    const asked = () => server.bodiesOf(calls.loadThreadChatMessages).length
    const before = asked()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = (time: number) => act(async () => void vi.advanceTimersByTime(time))
    scrollTo(1000)
    scrollTo(2309)
    await pass(1000)
    expect(asked()).toBe(before)
    scrollTo(2311)
    await pass(299)
    scrollTo(2310)
    await pass(299)
    expect(asked()).toBe(before)
    await pass(1)
    expect(asked()).toBe(before + 1)
  })

  test('C068 buttons scroll to the top and to the bottom; another leads back to what was unread first', async () => {
    const unread = (n: number) => ({ id: n + 1, message: `Line ${n + 1}`, unread: n >= 70 })
    const { open } = show({
      threads: [aThread({ id: 7, displayLabel: 'Amelia Hart', unread: 50 })],
      messages: { 'MESSAGE:7': Array.from({ length: 120 }, (_, n) => aMessage(unread(n))) },
    })
    await open('Amelia Hart')
    const log = await screen.findByRole('log')
    log.scrollTo = ((options: ScrollToOptions) => {
      log.scrollTop = options.top ?? 0
    }) as typeof log.scrollTo
    log.scrollTop = 500
    fireEvent.click(screen.getByRole('button', { name: 'Scroll to top' }))
    await waitFor(() => expect(log.scrollTop).toBe(0))
    fireEvent.click(screen.getByRole('button', { name: 'Scroll to bottom' }))
    await waitFor(() => expect(log.scrollTop).toBeGreaterThan(500))
    log.scrollTop = 100_000
    fireEvent.scroll(log)
    fireEvent.click(await screen.findByRole('button', { name: 'Jump to first unread' }))
    await waitFor(() => expect(log.scrollTop).toBeLessThan(100_000))
  })

  test("C066 further up 'Go to latest message' leads back, 'New message below' tells of a new one", async () => {
    const { hub, server, scrollTo, user } = await scrollable()
    expect(screen.queryByRole('button', { name: 'Go to latest message' })).toBeNull()
    scrollTo(1200)
    expect(await screen.findByRole('button', { name: 'Go to latest message' })).toBeDefined()
    act(() => hub.emit('newThreadMessage', { ...direct, message: server.add(direct, { message: 'Newest' }) }))
    await user.click(await screen.findByRole('button', { name: 'New message below' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New message below' })).toBeNull())
  })

  test('C066 a conversation that fits its view has neither, also where it begins above its last message', async () => {
    const { open, hub, server } = show({
      threads: [aThread({ id: 7, displayLabel: 'Amelia Hart', unread: 2 })],
      messages: {
        'MESSAGE:7': [1, 2, 3].map((id) => aMessage({ id, message: `Line ${id}`, unread: id > 1 })),
      },
    })
    await open('Amelia Hart')
    expect(await screen.findByText('Line 3')).toBeDefined()
    const latest = () => screen.queryByRole('button', { name: /Go to latest message|New message below/ })
    await waitFor(() => expect(latest()).toBeNull())
    act(() => hub.emit('newThreadMessage', { ...direct, message: server.add(direct, { message: 'Newest' }) }))
    expect(await screen.findByText('Newest')).toBeDefined()
    expect(latest()).toBeNull()
  })
})

test('nothing turns a name or a preview unseen: of a conversation, a sender, a file, a quote', async () => {
  const thread = aThread({
    id: 7,
    source: 'MANUAL',
    isGroup: true,
    displayLabel: 'Leeds\u202Eroolf',
    lastMessage: 'pay \u202E001',
    lastMessageType: 'TEXT',
    lastMessageTime: '2026-11-20T09:00:00.000Z',
    senderName: 'Ann\u2067Bell',
  })
  const { open } = show({
    threads: [thread],
    messages: {
      'MANUAL:7': [
        aMessage({
          id: 1,
          type: 'CENTRAL_FILE_HUB',
          message: 'invoice\u202Egpj.exe',
          userName: 'Ann\u202EBell',
        }),
        aMessage({
          id: 2,
          message: 'Look at it',
          replyToMessage: { id: 1, userID: 3, userName: 'Ben', message: 'pay \u202E001', type: 'TEXT' },
        }),
      ],
    },
  })
  await open('Leeds')
  expect(await screen.findByText('invoice[U+202E]gpj.exe')).toBeDefined()
  expect(screen.getAllByText('Leeds[U+202E]roolf').length).toBeGreaterThan(1)
  expect(screen.getByText('Ann[U+2067]Bell: pay [U+202E]001')).toBeDefined()
  expect(screen.getByText('Ann[U+202E]Bell')).toBeDefined()
  expect(screen.getByRole('log').textContent).toContain('pay [U+202E]001')
  expect(/[\u202A-\u202E\u2066-\u2069]/.test(document.body.textContent ?? '')).toBe(false)
})

describe('composer', () => {
  test('C154 C149 Enter sends, Shift+Enter and Ctrl+Enter don’t, blanks don’t', async () => {
    const { open, user, server } = show()
    await open('Amelia Hart')
    await user.type(composer(), '  {Enter}')
    await user.clear(composer())
    await user.type(composer(), 'one{Shift>}{Enter}{/Shift}two{Control>}{Enter}{/Control}')
    for (const other of [{ altKey: true }, { metaKey: true }])
      fireEvent.keyDown(composer(), { key: 'Enter', ...other })
    expect(server.bodiesOf(calls.sendMessageToThread)).toEqual([])
    await user.type(composer(), '{Enter}')
    expect(server.bodiesOf(calls.sendMessageToThread)).toMatchObject([{ message: 'one\ntwo' }])
    expect(composer()).toHaveProperty('value', '')
  })

  test('C140 C094 selecting a thread restores its draft and focuses the composer', async () => {
    const { open, user } = show()
    await open('Amelia Hart')
    expect(document.activeElement).toBe(composer())
    await user.type(composer(), 'half a tho')
    await open('Supervisors')
    expect(composer()).toHaveProperty('value', '')
    await open('Amelia Hart')
    expect(composer()).toHaveProperty('value', 'half a tho')
  })

  test('C148 C249 one voice says that the hub is away, and that what is sent waits', async () => {
    const { open, user, hub, server } = show()
    await open('Amelia Hart')
    const told = () =>
      screen
        .queryAllByRole('status')
        .map(({ textContent }) => textContent)
        .filter((words) => /hub|connected/i.test(words ?? ''))
    expect(told()).toEqual([])
    act(() => hub.setState('reconnecting'))
    expect(told()).toEqual(['Reconnecting hub...'])
    await user.type(composer(), 'Hello{Enter}')
    expect(told()).toEqual(['Not connected to server. 1 message will be sent when it is back.'])
    await user.type(composer(), 'and on{Enter}')
    expect(told()).toEqual(['Not connected to server. 2 messages will be sent when it is back.'])
    expect(server.bodiesOf(calls.sendMessageToThread)).toEqual([])
    expect(screen.queryByText('Not connected to server')).toBeNull()
    act(() => hub.setState('connected'))
    await waitFor(() => expect(server.bodiesOf(calls.sendMessageToThread)).toHaveLength(2))
    expect(told()).toEqual([])
    act(() => hub.setState('disconnected'))
    expect(told()).toEqual(['Not connected to server. New messages will not arrive.'])
  })

  test('C137 the send button waits for the hub and for a text, not for the answer to the message before', async () => {
    const { open, user, hub, server } = show()
    await open('Amelia Hart')
    const button = () => screen.getByRole('button', { name: 'Send message' })
    expect(button()).toHaveProperty('disabled', true)
    await user.type(composer(), 'Hello')
    expect(button()).toHaveProperty('disabled', false)
    act(() => hub.setState('reconnecting'))
    expect(button()).toHaveProperty('disabled', true)
    expect(button().dataset.loading).toBe('true')
    act(() => hub.setState('connected'))
    expect(button().dataset.loading).toBeUndefined()
    const release = server.hold(calls.sendMessageToThread)
    await user.click(button())
    await user.type(composer(), 'next')
    // The first stands in the outbox: no send is in progress, whether it has its answer or not.
    expect(button()).toHaveProperty('disabled', false)
    await user.click(button())
    act(release)
    await waitFor(() =>
      expect(server.bodiesOf(calls.sendMessageToThread)).toMatchObject([
        { message: 'Hello' },
        { message: 'next' },
      ]),
    )
  })

  test('C127 a message that can’t be sent keeps its text and can be tried again or deleted', async () => {
    const { open, user, server } = show()
    await open('Amelia Hart')
    server.fail(calls.sendMessageToThread)
    await user.type(composer(), 'Important{Enter}')
    const failure = await screen.findByText('Not sent.')
    expect(screen.getByText('Important')).toBeDefined()
    server.heal(calls.sendMessageToThread)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(failure.isConnected).toBe(false))
    expect(screen.getAllByText('Important')).toHaveLength(1)
  })

  test('C008 an @ offers members; the arrow keys choose, Enter takes', async () => {
    const { open, user, server } = show()
    await open('Supervisors')
    await user.type(composer(), 'ask @')
    const list = await screen.findByRole('listbox')
    expect(within(list).getAllByRole('option')).toHaveLength(2)
    await user.keyboard('{ArrowDown}{Enter}please{Enter}')
    expect(server.bodiesOf(calls.sendMessageToThread)).toMatchObject([
      { message: 'ask @[Ben Okafor](3) please' },
    ])
  })

  test('C154 an input method’s Enter doesn’t send', async () => {
    const { open, server } = show()
    await open('Amelia Hart')
    act(() => {
      composer().dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
      )
    })
    expect(server.bodiesOf(calls.sendMessageToThread)).toEqual([])
  })
})

describe('layout', () => {
  test('C255 C056 members stand beside the conversation from 1200 px on', async () => {
    windowIs(1200)
    const { open } = show()
    await open('Supervisors')
    expect(await screen.findByRole('complementary', { name: 'Members' })).toBeDefined()
  })

  test('C057 the members have a filter box and an offline switch', async () => {
    windowIs(1200)
    const { open, user } = show()
    await open('Supervisors')
    const panel = within(await screen.findByRole('complementary', { name: 'Members' }))
    expect(await panel.findByText('Ben Okafor')).toBeDefined()
    await user.click(panel.getByRole('switch', { name: 'Show offline users' }))
    expect(panel.queryByText('Ben Okafor')).toBeNull()
    await user.type(panel.getByRole('textbox', { name: 'Filter user' }), 'am')
    await waitFor(() => expect(panel.queryByText('Tom Whitfield')).toBeNull())
    expect(panel.getByText('Amelia Hart')).toBeDefined()
  })

  test('C255 below 1200 px there is no member panel', async () => {
    windowIs(1199)
    const { open } = show()
    await open('Supervisors')
    expect(screen.queryByRole('complementary', { name: 'Members' })).toBeNull()
  })

  test('C019 C097 on a phone there is the list or the conversation, with a way back', async () => {
    windowIs(390)
    const { open, user } = show()
    await open('Amelia Hart')
    expect(screen.queryByRole('textbox', { name: 'Filter chats' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to chats' }))
    expect(screen.getByRole('textbox', { name: 'Filter chats' })).toBeDefined()
  })
})
