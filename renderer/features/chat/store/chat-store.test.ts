import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as calls from '#shared/contract/chat.ts'
import { INCOMING_BATCH_MS, TYPING_MS } from '#shared/domain/chat.ts'
import { createFakeServices, type FakeServicesOptions } from '../testing/fake-services.ts'
import { aMember, aMessage, aThread } from '../testing/fixtures.ts'
import { type ChatStore, createChatStore } from './chat-store.ts'
import { threadOf } from './core.ts'
import { CACHED_CONVERSATIONS, LOAD_RETRY_MS } from './messages/conversation.ts'
import { rowKey } from './messages/echo.ts'
import { WINDOW_MAX } from './messages/message-window.ts'
import { TYPING_SHOWN_MS } from './threads/typing.ts'

const SYSTEM_USER_ID = -2
const DRAFT_DEBOUNCE_MS = 250

/** What is kept is painted before the server is asked. */
const TWO_FRAMES_MS = 40

const me = { id: 1, name: 'Tom Whitfield' }
const DIRECT = 'MESSAGE:7'
const ROOM = 'PROJECT:70'
const direct = { source: 'MESSAGE', sourceID: 7 } as const
const room = { source: 'PROJECT', sourceID: 70 } as const
const range = (from: number, to: number, over: Partial<Parameters<typeof aMessage>[0]> = {}) =>
  Array.from({ length: to - from + 1 }, (_, n) => aMessage({ ...over, id: from + n }))

const running: ChatStore[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  vi.useRealTimers()
})

function setUp(over: Partial<FakeServicesOptions> = {}) {
  const fake = createFakeServices({
    me,
    threads: [
      aThread({
        id: 7,
        displayLabel: 'Amelia Hart',
        partnerID: 2,
        lastMessageTime: '2026-11-20T09:00:00.000Z',
      }),
      aThread({
        id: 8,
        type: 'CHATROOM',
        source: 'PROJECT',
        sourceID: 70,
        label: 'project-70',
        lastMessageTime: '2026-11-20T10:00:00.000Z',
      }),
    ],
    messages: { [DIRECT]: range(1, 5), [ROOM]: range(101, 105) },
    members: [aMember(1, 'Tom Whitfield'), aMember(2, 'Amelia Hart')],
    ...over,
  })
  const chat = createChatStore(fake.services)
  running.push(chat)
  const state = () => chat.store.getState()
  return {
    ...fake,
    chat,
    state,
    /** Lets everything that is due happen. */
    settle: () => vi.advanceTimersByTimeAsync(0),
    messages: (key: string) => state().conversations[key]?.messages ?? [],
    notices: () => fake.services.notices.store.getState().map(({ message }) => message),
    thread: (key: string) => threadOf(state(), key),
    invoked: (method: string) => fake.hub.invoked.filter(([name]) => name === method),
  }
}

async function opened(key = DIRECT, over: Partial<FakeServicesOptions> = {}) {
  const t = setUp(over)
  t.chat.start()
  t.chat.show()
  await t.settle()
  t.chat.select(key)
  await t.settle()
  return t
}

describe('start', () => {
  test('C225 C226 joins the team chat, asks for the contacts and loads the threads, newest first', async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    expect(t.invoked('joinTeamChat')).toHaveLength(1)
    expect(t.invoked('requestContactList')).toHaveLength(1)
    expect(t.server.bodiesOf(calls.myChatThreads)[0]).toBeUndefined()
    expect(t.state().threads.map(({ id }) => id)).toEqual([8, 7])
  })

  test('C165 without GENERAL_CAN_USE_TEAM_CHAT the team chat isn’t joined', async () => {
    const t = setUp({ permissions: [] })
    t.chat.start()
    await t.settle()
    expect(t.invoked('joinTeamChat')).toHaveLength(0)
    expect(t.invoked('requestContactList')).toHaveLength(1)
  })

  test('can be stopped and started again', async () => {
    const t = setUp()
    t.chat.start()
    t.chat.stop()
    t.chat.start()
    await t.settle()
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(t.thread(DIRECT)?.unread).toBe(1)
  })

  test('what has come and waits to be shown is shown when it is stopped', async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    expect(t.thread(DIRECT)?.unread).toBe(0)
    t.chat.stop()
    expect(t.thread(DIRECT)?.unread).toBe(1)
  })

  test('C180 a list that can’t be loaded says why and loads when asked again', async () => {
    const t = setUp()
    t.server.fail(calls.myChatThreads)
    t.chat.start()
    await t.settle()
    expect(t.state().threadsLoad).toEqual({ state: 'error', message: 'The server is currently busy' })
    t.server.heal(calls.myChatThreads)
    await t.chat.loadThreads()
    expect(t.state().threadsLoad.state).toBe('ready')
  })
})

describe('selecting', () => {
  test('C186 C185 C108 messages come by the call of the thread’s type', async () => {
    const t = await opened()
    expect(t.server.bodiesOf(calls.loadThreadChatMessages)[0]).toEqual({ threadID: 7 })
    expect(t.messages(DIRECT)).toHaveLength(5)
    t.chat.select(ROOM)
    await t.settle()
    expect(t.server.bodiesOf(calls.loadGroupChatMessages)[0]).toEqual({ name: 'project-70', ...room })
  })

  test('C129 C207 C227 opening marks as read, on the server too, and tells the others', async () => {
    const unread = aThread({ id: 7, unread: 2, isFocus: true })
    const threads = [unread, aThread({ id: 9 })]
    const t = await opened(DIRECT, { threads, messages: { [DIRECT]: range(1, 5) } })
    expect(t.thread(DIRECT)).toMatchObject({ unread: 0, isFocus: false })
    expect(t.state().unreadTotal).toBe(0)
    expect(t.state().heldUnread).toBe(DIRECT)
    expect(t.server.bodiesOf(calls.focusOnThread)).toEqual([direct])
    expect(t.invoked('focusOnThread')).toEqual([['focusOnThread', 'MESSAGE', 7]])
    t.chat.select('MESSAGE:9')
    expect(t.state().heldUnread).toBeNull()
  })

  test('C141 the page around the first unread message is loaded before it is marked as read', async () => {
    const messages = [...range(1, 100), ...range(101, 160, { unread: true })]
    const t = await opened(DIRECT, { messages: { [DIRECT]: messages } })
    expect(t.state().conversations[DIRECT]).toMatchObject({ firstUnreadID: 101, hasNewer: false })
    expect(t.messages(DIRECT).at(-1)?.id).toBe(160)
    const paths = t.server.calls.map(({ path }) => path)
    expect(paths.indexOf(calls.focusOnThread.path)).toBeGreaterThan(
      paths.indexOf(calls.loadThreadChatMessages.path),
    )
  })

  test('C139 a cached conversation shows at once and what is newer is loaded', async () => {
    const t = await opened()
    t.chat.select(ROOM)
    await t.settle()
    t.server.add(direct, { message: 'missed' })
    t.chat.select(DIRECT)
    expect(t.messages(DIRECT)).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(TWO_FRAMES_MS)
    expect(t.messages(DIRECT).at(-1)?.message).toBe('missed')
    expect(t.state().conversations[DIRECT]).toMatchObject({ hasNewer: false })
    expect(t.server.bodiesOf(calls.loadThreadChatMessages)[1]).toEqual({
      threadID: 7,
      useAnchor: true,
      anchorBefore: false,
      anchorMessageID: 5,
    })
    // What comes live there is read as it comes.
    const reads = () => t.server.bodiesOf(calls.focusOnThread).length
    const before = reads()
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(reads()).toBe(before + 1)
  })

  test('C142 the thread is refreshed 1 s after selection', async () => {
    const t = await opened()
    t.server.threads = t.server.threads.map((row) => ({ ...row, displayLabel: 'Renamed' }))
    const before = t.server.bodiesOf(calls.myChatThreads).length
    await vi.advanceTimersByTimeAsync(999)
    expect(t.server.bodiesOf(calls.myChatThreads)).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(t.server.bodiesOf(calls.myChatThreads).at(-1)).toEqual(direct)
    expect(t.thread(DIRECT)?.displayLabel).toBe('Renamed')
  })

  test("C249 where focusing over the hub fails 'Reconnecting hub...' shows", async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    t.hub.refuse(true)
    t.chat.select(DIRECT)
    await t.settle()
    expect(t.notices()).toEqual(['Reconnecting hub...'])
  })

  test('C249 while the hub is away no notice says so beside the screen, whatever is opened or sent', async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    t.hub.setState('reconnecting')
    t.chat.select(DIRECT)
    await t.settle()
    t.chat.send('Hello')
    t.chat.send('and on')
    await t.settle()
    expect(t.notices()).toEqual([])
  })

  test('at most 20 conversations are kept', async () => {
    const threads = Array.from({ length: 25 }, (_, n) => aThread({ id: n + 1 }))
    const t = setUp({ threads, messages: {} })
    t.chat.start()
    await t.settle()
    for (const { id } of threads) {
      t.chat.select(`MESSAGE:${id}`)
      await t.settle()
    }
    expect(Object.keys(t.state().conversations)).toHaveLength(CACHED_CONVERSATIONS)
    expect(t.state().conversations['MESSAGE:1']).toBeUndefined()
  })
})

describe('paging', () => {
  test('C067 a load by scrolling that brings nothing says so, at either end', async () => {
    const t = await opened()
    await t.chat.loadOlder(DIRECT, true)
    expect(t.state().conversations[DIRECT]?.endReached).toBe('older')
    await t.chat.loadNewer(DIRECT, true)
    expect(t.state().conversations[DIRECT]?.endReached).toBe('newer')
    await vi.advanceTimersByTimeAsync(5000)
    expect(t.state().conversations[DIRECT]?.endReached).toBeNull()
  })

  test('C143 older messages are loaded before the oldest, and a failure is told and can be tried again', async () => {
    const t = await opened(DIRECT, { messages: { [DIRECT]: range(1, 120) } })
    t.server.fail(calls.loadThreadChatMessages)
    await t.chat.loadOlder(DIRECT, true)
    expect(t.notices()).toEqual(['The server is currently busy'])
    t.server.heal(calls.loadThreadChatMessages)
    await t.chat.loadOlder(DIRECT, true)
    expect(t.messages(DIRECT)[0]?.id).toBe(21)
    expect(t.state().conversations[DIRECT]).toMatchObject({ loadingOlder: false, hasOlder: true })
  })
})

describe('incoming', () => {
  test('C235 what has come when the chat stops is counted and stands in the list', async () => {
    const t = await opened(DIRECT, { threads: [aThread({ id: 7 }), aThread({ id: 9 })] })
    const address = { source: 'MESSAGE', sourceID: 9 } as const
    t.hub.emit('newThreadMessage', {
      ...address,
      message: t.server.add(address, { userID: 2, message: 'last' }),
    })
    expect(t.thread('MESSAGE:9')?.unread).toBe(0)
    t.chat.stop()
    expect(t.thread('MESSAGE:9')).toMatchObject({ unread: 1, lastMessage: 'last' })
  })

  describe('C235 the open conversation shows a message at once, once', () => {
    test.each([
      ['newThreadMessage', DIRECT, direct],
      ['newMessage', ROOM, room],
    ] as const)('that %s brings', async (event, key, address) => {
      const t = await opened(key)
      const message = t.server.add(address, { userID: 2, message: 'live' })
      t.hub.emit(event, { ...address, message })
      t.hub.emit(event, { ...address, message })
      expect(t.messages(key).filter(({ message: text }) => text === 'live')).toHaveLength(1)
    })
  })

  test('C128 C144 others become unread after 1 s, each message counted once, and move up', async () => {
    const t = await opened(ROOM)
    const message = t.server.add(direct, { userID: 2, message: `@[Tom Whitfield](1) look` })
    t.hub.emit('newThreadMessage', { ...direct, message })
    t.hub.emit('newThreadMessage', { ...direct, message })
    await vi.advanceTimersByTimeAsync(999)
    expect(t.thread(DIRECT)?.unread).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(t.thread(DIRECT)).toMatchObject({ unread: 1, isFocus: true, lastMessage: message.message })
    expect(t.state().threads[0]?.id).toBe(7)
    expect(t.state().unreadTotal).toBe(1)
  })

  test('C128 what one wrote oneself in another window makes nothing unread', async () => {
    const t = await opened(ROOM)
    t.hub.emit('newThreadMessage', {
      ...direct,
      message: t.server.add(direct, { userID: 1, message: 'Mine' }),
    })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(t.thread(DIRECT)).toMatchObject({ unread: 0, lastMessage: 'Mine' })
    expect(t.state().unreadTotal).toBe(0)
  })

  test('C128 the open thread doesn’t become unread, and is read on the server', async () => {
    const t = await opened()
    const before = t.server.bodiesOf(calls.focusOnThread).length
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(t.thread(DIRECT)?.unread).toBe(0)
    expect(t.server.bodiesOf(calls.focusOnThread)).toHaveLength(before + 1)
  })

  test('C128 C129 a selected thread whose screen isn’t shown becomes unread, and is read when it is shown again', async () => {
    const t = setUp()
    t.chat.start()
    const hide = t.chat.show()
    await t.settle()
    t.chat.select(DIRECT)
    await t.settle()
    hide()
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(t.thread(DIRECT)?.unread).toBe(1)
    t.chat.show()
    await t.settle()
    expect(t.thread(DIRECT)?.unread).toBe(0)
  })

  test('C128 a message of a thread that isn’t listed brings the list', async () => {
    const t = await opened()
    t.server.threads.push(aThread({ id: 9, unread: 1 }))
    t.hub.emit('newThreadMessage', { source: 'MESSAGE', sourceID: 9, message: aMessage({ id: 900 }) })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    expect(t.thread('MESSAGE:9')?.unread).toBe(1)
  })

  test('C066 while reading further up a new message is announced below, until the end is reached', async () => {
    const t = await opened()
    t.chat.setAtBottom(false)
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    expect(t.state().conversations[DIRECT]?.newBelow).toBe(true)
    t.chat.setAtBottom(true)
    expect(t.state().conversations[DIRECT]?.newBelow).toBe(false)
  })

  test('C139 after a reconnect everything missed is loaded, without a gap before what comes live', async () => {
    const t = await opened()
    t.hub.setState('reconnecting')
    for (let n = 0; n < 120; n++) t.server.add(direct, { message: `missed ${n}` })
    const release = t.server.hold(calls.loadThreadChatMessages)
    t.hub.setState('connected')
    const live = t.server.add(direct, { userID: 2, message: 'live' })
    t.hub.emit('newThreadMessage', { ...direct, message: live })
    expect(t.messages(DIRECT)).toHaveLength(5)
    release()
    await t.settle()
    expect(t.messages(DIRECT).map(({ id }) => id)).toEqual(
      [...Array(126).keys()].map((n) => (n < 5 ? n + 1 : n + 101)),
    )
    expect(t.invoked('joinTeamChat')).toHaveLength(2)
  })

  const textsOf = (t: Awaited<ReturnType<typeof opened>>) =>
    t
      .messages(DIRECT)
      .slice(5)
      .map(({ message }) => message)
  const says = (t: Awaited<ReturnType<typeof opened>>, message: string) => {
    const said = t.server.add(direct, { userID: 2, message })
    return () => t.hub.emit('newThreadMessage', { ...direct, message: said })
  }

  test('C139 what was said between the first page and the joining of the groups isn’t behind what is told next', async () => {
    const t = setUp()
    const joined = t.hub.hold('joinTeamChat')
    t.chat.start()
    t.chat.show()
    await t.settle()
    t.chat.select(DIRECT)
    await t.settle()
    expect(t.state().conversations[DIRECT]?.load).toEqual({ state: 'ready' })
    says(t, 'told to nobody here')
    // The server has joined them, and its answer comes after this.
    says(t, 'told')()
    joined()
    await t.settle()
    expect(textsOf(t)).toEqual(['told to nobody here', 'told'])
  })

  test('C139 what was said between the first page and the joining is there though the page comes late', async () => {
    const t = setUp()
    const joined = t.hub.hold('joinTeamChat')
    const answered = t.server.holdAnswer(calls.loadThreadChatMessages)
    t.chat.start()
    t.chat.show()
    await t.settle()
    t.chat.select(DIRECT)
    await t.settle()
    says(t, 'told to nobody here')
    joined()
    await t.settle()
    says(t, 'told')()
    answered()
    await t.settle()
    expect(textsOf(t)).toEqual(['told to nobody here', 'told'])
  })

  const pagesOf = ({ server }: Awaited<ReturnType<typeof opened>>) =>
    server.bodiesOf(calls.loadThreadChatMessages).length
  /** The connection is back after so many messages of others. */
  const missing = async (t: Awaited<ReturnType<typeof opened>>, count: number) => {
    const before = pagesOf(t)
    t.hub.setState('reconnecting')
    for (let n = 0; n < count; n++) t.server.add(direct, { userID: 2, message: `missed ${n}`, unread: true })
    t.hub.setState('connected')
    await t.settle()
    return pagesOf(t) - before
  }

  test.each([300, 3000])(
    'who is at the end after %i missed messages begins anew at the newest, with three pages',
    async (count) => {
      const t = await opened()
      expect(await missing(t, count)).toBe(3)
      const shown = t.messages(DIRECT)
      expect(shown).toHaveLength(50)
      expect(shown.at(-1)?.message).toBe(`missed ${count - 1}`)
      const first = t.server.messages[DIRECT]?.find(({ message }) => message === 'missed 0')
      expect(t.state().conversations[DIRECT]).toMatchObject({
        hasOlder: true,
        hasNewer: false,
        firstUnreadID: first?.id,
      })
      // Told of by the hub from here on, without a gap.
      const live = t.server.add(direct, { userID: 2, message: 'live' })
      t.hub.emit('newThreadMessage', { ...direct, message: live })
      expect(t.messages(DIRECT).at(-1)?.message).toBe('live')
      await t.chat.loadOlder(DIRECT)
      expect(t.messages(DIRECT)).toHaveLength(101)
    },
  )

  test('C129 where it can’t be marked as read nothing is taken for complete, and the rest is asked for again', async () => {
    const t = await opened()
    t.server.fail(calls.focusOnThread)
    await missing(t, 300)
    expect(t.state().conversations[DIRECT]?.hasNewer).toBe(true)
    t.server.heal(calls.focusOnThread)
    await vi.advanceTimersByTimeAsync(LOAD_RETRY_MS)
    expect(t.messages(DIRECT).at(-1)?.message).toBe('missed 299')
    expect(t.state().conversations[DIRECT]?.hasNewer).toBe(false)
  })

  test('C139 a message that comes while others are missing before it brings all of them', async () => {
    const t = await opened()
    t.server.fail(calls.focusOnThread)
    await missing(t, 300)
    t.server.heal(calls.focusOnThread)
    const live = t.server.add(direct, { userID: 2, message: 'live' })
    t.hub.emit('newThreadMessage', { ...direct, message: live })
    await t.settle()
    expect(t.messages(DIRECT).at(-1)?.message).toBe('live')
    expect(t.state().conversations[DIRECT]?.hasNewer).toBe(false)
  })

  test('what the newest page reaches is kept, and nothing is missing between', async () => {
    const t = await opened()
    const { epoch } = t.state().conversations[DIRECT] ?? {}
    expect(await missing(t, 149)).toBe(3)
    expect(
      t
        .messages(DIRECT)
        .map(({ message }) => message)
        .slice(5),
    ).toEqual(Array.from({ length: 149 }, (_, n) => `missed ${n}`))
    expect(t.state().conversations[DIRECT]?.epoch).toBe(epoch)
  })

  test('who reads further up after 300 missed messages stays there, and is brought all of them', async () => {
    const t = await opened()
    t.chat.setAtBottom(false)
    await missing(t, 290)
    expect(t.messages(DIRECT)).toHaveLength(295)
    expect(t.messages(DIRECT)[0]?.id).toBe(1)
  })

  test('who is at the end and looks elsewhere finds what is unread, which isn’t marked as read', async () => {
    const t = setUp()
    t.chat.start()
    const hide = t.chat.show()
    await t.settle()
    t.chat.select(DIRECT)
    await t.settle()
    hide()
    const reads = t.server.bodiesOf(calls.focusOnThread).length
    await missing(t, 1000)
    expect(t.server.bodiesOf(calls.focusOnThread)).toHaveLength(reads)
    const first = t.server.messages[DIRECT]?.find(({ message }) => message === 'missed 0')
    expect(t.state().conversations[DIRECT]?.firstUnreadID).toBe(first?.id)
    expect(t.messages(DIRECT).length).toBeLessThanOrEqual(WINDOW_MAX + 50)
  })

  test('what went down with a connection is loaded though one’s own message after it is there', async () => {
    const t = await opened()
    // The connection is dead, and nobody has noticed yet.
    t.server.add(direct, { userID: 2, message: 'missed' })
    t.chat.send('Mine')
    await t.settle()
    expect(t.messages(DIRECT).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 107])
    t.hub.setState('reconnecting')
    t.hub.setState('connected')
    await t.settle()
    expect(
      t
        .messages(DIRECT)
        .map(({ message }) => message)
        .slice(5),
    ).toEqual(['missed', 'Mine'])
  })

  test('what comes live after the last page was answered and before it was read isn’t lost', async () => {
    const t = await opened()
    const release = t.server.hold(calls.loadThreadChatMessages)
    t.hub.setState('reconnecting')
    t.hub.setState('connected')
    await t.settle()
    const live = aMessage({ id: 900, message: 'between' })
    t.hub.emit('newThreadMessage', { ...direct, message: live })
    release()
    await t.settle()
    expect(t.messages(DIRECT).at(-1)?.message).toBe('between')
  })

  test('a conversation that is left is brought back to its size at once, with its newest messages', async () => {
    const t = await opened()
    const { conversations } = t.state()
    const kept = conversations[DIRECT]
    if (!kept) throw new Error('It is not open.')
    const messages = range(1, WINDOW_MAX + 40)
    t.chat.store.setState({ conversations: { ...conversations, [DIRECT]: { ...kept, messages } } })
    t.chat.select(ROOM)
    expect(t.messages(DIRECT).map(({ id }) => id)).toEqual(range(41, WINDOW_MAX + 40).map(({ id }) => id))
    expect(t.state().conversations[DIRECT]?.hasOlder).toBe(true)
  })

  test('C031 C234 a user counts as typing for 3 s after the last typing event', async () => {
    const t = await opened()
    const event = { ...direct, userID: 2, userName: 'Amelia Hart' }
    t.hub.emit('someoneTyping', event)
    await vi.advanceTimersByTimeAsync(149)
    expect(t.state().typing[DIRECT] ?? []).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(t.state().typing[DIRECT]).toEqual([{ ...direct, userID: 2, userName: 'Amelia Hart' }])
    await vi.advanceTimersByTimeAsync(2849)
    t.hub.emit('someoneTyping', event)
    await vi.advanceTimersByTimeAsync(2999)
    expect(t.state().typing[DIRECT]).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(t.state().typing[DIRECT]).toEqual([])
  })

  test('C031 their message ends their typing; one’s own typing isn’t told back', async () => {
    const t = await opened()
    t.hub.emit('someoneTyping', { ...direct, userID: 2, userName: 'Amelia Hart' })
    t.hub.emit('someoneTyping', { ...direct, userID: 1, userName: 'Tom Whitfield' })
    await vi.advanceTimersByTimeAsync(TYPING_SHOWN_MS)
    expect(t.state().typing[DIRECT]).toEqual([{ ...direct, userID: 2, userName: 'Amelia Hart' }])
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    expect(t.state().typing[DIRECT]).toEqual([])
  })

  test('C031 who sends at once is never shown as typing, nor by what they wrote before', async () => {
    const t = await opened()
    t.hub.emit('someoneTyping', { ...direct, userID: 2, userName: 'Amelia Hart' })
    await vi.advanceTimersByTimeAsync(TYPING_SHOWN_MS - 1)
    expect(t.state().typing[DIRECT] ?? []).toEqual([])
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(TYPING_MS)
    expect(t.state().typing[DIRECT] ?? []).toEqual([])
    t.hub.emit('someoneTyping', { ...direct, userID: 2, userName: 'Amelia Hart' })
    await vi.advanceTimersByTimeAsync(TYPING_SHOWN_MS)
    expect(t.state().typing[DIRECT]).toHaveLength(1)
  })

  test('C031 who types on after a message counts for 3 s from then, whatever they typed before it', async () => {
    const t = await opened()
    const event = { ...direct, userID: 2, userName: 'Amelia Hart' }
    t.hub.emit('someoneTyping', event)
    await vi.advanceTimersByTimeAsync(1000)
    t.hub.emit('newThreadMessage', { ...direct, message: t.server.add(direct, { userID: 2 }) })
    await vi.advanceTimersByTimeAsync(1000)
    t.hub.emit('someoneTyping', event)
    await vi.advanceTimersByTimeAsync(2999)
    expect(t.state().typing[DIRECT]).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(t.state().typing[DIRECT]).toEqual([])
  })

  test('C230 C232 C238 C240 C242 events refresh readers, contacts, threads, reactions and activities', async () => {
    const t = await opened(DIRECT, { threads: [aThread({ id: 7 }), aThread({ id: 9, unread: 3 })] })
    const readTime = '2026-11-21T10:00:00.000Z'
    t.hub.emit('someoneFocused', { ...direct, userID: 2, userName: 'Amelia Hart', readTime })
    const readBy = (id: number) => t.state().members[DIRECT]?.find(({ userID }) => userID === id)?.readTime
    const read = () => readBy(2)
    expect(read()).toBe(readTime)
    expect(readBy(1)).not.toBe(readTime)
    const earlier = '2026-11-21T09:59:00.000Z'
    t.hub.emit('someoneFocused', { ...direct, userID: 2, userName: 'Amelia Hart', readTime: earlier })
    expect(read()).toBe(readTime)
    t.hub.emit('focusedSomewhere', { source: 'MESSAGE', sourceID: 9 })
    expect(t.thread('MESSAGE:9')).toMatchObject({ unread: 0, isFocus: false })
    t.hub.emit('recievedContactList', [aMember(5, 'Chloe')])
    expect(t.state().contacts).toHaveLength(1)
    const asked = t.invoked('requestContactList').length
    t.hub.emit('refreshContactList')
    expect(t.invoked('requestContactList')).toHaveLength(asked + 1)
    t.hub.emit('NEW_REACTION', {
      ...direct,
      message: aMessage({ id: 5, likeCount: 1, likeNames: ['Amelia Hart'] }),
    })
    expect(t.messages(DIRECT).at(-1)?.likeCount).toBe(1)
    t.server.threads.push(aThread({ id: 11 }))
    t.hub.emit('refreshThreads')
    await t.settle()
    expect(t.thread('MESSAGE:11')).toBeDefined()
    t.hub.emit('NEW_ACTIVITY', {
      kind: 'MENTION',
      message: 'hi',
      messageID: 5,
      entryTime: readTime,
      ...direct,
    })
    expect(t.state().activities).toHaveLength(1)
  })

  test('C230 one unread message, or a mention alone, is read by focusedSomewhere; an unknown conversation by nothing', async () => {
    const t = await opened(DIRECT, {
      threads: [
        aThread({ id: 7 }),
        aThread({ id: 9, unread: 1, isFocus: false }),
        aThread({ id: 10, unread: 0, isFocus: true }),
        aThread({ id: 11, unread: 2 }),
      ],
    })
    for (const sourceID of [9, 10, 99]) t.hub.emit('focusedSomewhere', { source: 'MESSAGE', sourceID })
    const shown = (id: number) => {
      const { unread, isFocus } = t.thread(`MESSAGE:${id}`) ?? {}
      return [unread, isFocus]
    }
    expect([9, 10].map(shown)).toEqual([
      [0, false],
      [0, false],
    ])
    expect(t.thread('MESSAGE:11')?.unread).toBe(2)
    // Of a conversation whose members aren't there yet nothing is taken down.
    const readTime = '2026-11-21T10:00:00.000Z'
    t.hub.emit('someoneFocused', { source: 'MESSAGE', sourceID: 9, userID: 2, userName: 'Amelia', readTime })
    expect(t.state().members['MESSAGE:9']).toBeUndefined()
  })

  test('C242 a NEW_ACTIVITY stands above the others, once: of a message and a kind the newer takes the place', async () => {
    const t = await opened()
    const item = (kind: 'MENTION' | 'REACTION', messageID: number, message: string) => ({
      ...{ kind, messageID, message, entryTime: '2026-11-21T10:00:00.000Z' },
      ...direct,
    })
    t.hub.emit('NEW_ACTIVITY', item('MENTION', 5, 'first'))
    t.hub.emit('NEW_ACTIVITY', item('REACTION', 5, 'second'))
    t.hub.emit('NEW_ACTIVITY', item('MENTION', 6, 'third'))
    t.hub.emit('NEW_ACTIVITY', item('MENTION', 5, 'first again'))
    expect(t.state().activities.map(({ message }) => message)).toEqual(['first again', 'third', 'second'])
  })

  test('C243 the server’s count of unread messages is taken over', async () => {
    const t = await opened()
    t.chat.setUnreadTotal(12)
    expect(t.state().unreadTotal).toBe(12)
  })
})

describe('sending', () => {
  test('C214 C213 the message is sent by the call of the thread’s type, under the client’s id', async () => {
    const t = await opened()
    t.chat.setReply(DIRECT, aMessage({ id: 3 }))
    expect(t.chat.send('  Hello  ')).toBe(true)
    await t.settle()
    const made = t.server.calls.find(({ path }) => path === calls.sendMessageToThread.path)
    expect(made).toMatchObject({ body: { message: 'Hello', threadID: 7, replyTo: 3 }, key: 'client-1' })
    expect(t.state().replies[DIRECT]).toBeUndefined()
    t.chat.select(ROOM)
    await t.settle()
    t.chat.send('To all')
    await t.settle()
    expect(t.server.bodiesOf(calls.sendMessageToChatroom)).toEqual([
      { message: 'To all', chatroom: 'project-70', replyTo: null },
    ])
  })

  test.each([
    ['the hub first', true, true],
    ['the hub first, without client ids', true, false],
    ['the answer first', false, true],
    ['the answer first, without client ids', false, false],
  ])('one row under one key from echo to message: %s', async (_, hubFirst, handsClientIDsBack) => {
    const t = await opened(DIRECT, { handsClientIDsBack })
    t.chat.send('Hello')
    const [echo] = t.state().echoes
    expect(echo?.state).toBe('sending')
    await Promise.resolve()
    const stored = t.server.messages[DIRECT]?.at(-1)
    if (!stored) throw new Error('not stored')
    const event = () => t.hub.emit('newThreadMessage', { ...direct, message: stored })
    if (hubFirst) event()
    await t.settle()
    if (!hubFirst) event()
    expect(t.state().echoes).toEqual([])
    const mine = t.messages(DIRECT).filter(({ message }) => message === 'Hello')
    expect(mine.map(rowKey)).toEqual([`c1:${echo?.clientID}`])
  })

  test('C148 a failed message stays, is sent again under the same key, and then stands once', async () => {
    const t = await opened()
    t.server.fail(calls.sendMessageToThread)
    t.chat.send('Hello')
    await t.settle()
    expect(t.state().echoes[0]?.state).toBe('failed')
    t.server.heal(calls.sendMessageToThread)
    t.chat.tryAgain('client-1')
    await t.settle()
    expect(t.state().echoes).toEqual([])
    const keys = t.server.calls
      .filter(({ path }) => path === calls.sendMessageToThread.path)
      .map(({ key }) => key)
    expect(keys).toEqual(['client-1', 'client-1'])
    expect(t.messages(DIRECT).filter(({ message }) => message === 'Hello')).toHaveLength(1)
  })

  test("C148 C152 C149 refusals: 'Select a chat', nothing for nothing, and nothing to the server without the hub", async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    expect(t.chat.send('Hello')).toBe(false)
    expect(t.notices()).toEqual(['Select a chat'])
    t.chat.select(DIRECT)
    await t.settle()
    t.hub.setState('reconnecting')
    t.chat.send('Hello')
    await t.settle()
    // The screen says why (ChatScreen.test.tsx); the message waits (delivery.test.ts).
    expect(t.server.bodiesOf(calls.sendMessageToThread)).toHaveLength(0)
    const [waiting] = t.state().echoes
    expect(waiting?.state).toBe('waiting')
    t.chat.discard(waiting?.clientID ?? '')
    t.hub.setState('connected')
    await t.settle()
    expect(t.chat.send(' \n ')).toBe(false)
    await t.settle()
    expect(t.server.bodiesOf(calls.sendMessageToThread)).toHaveLength(0)
  })

  test('C197 C178 a reaction shows at once and is taken back when refused; one’s own message has none', async () => {
    const t = await opened()
    const message = t.messages(DIRECT)[0]
    if (!message) throw new Error('no message')
    const reacting = t.chat.react(DIRECT, message, 'HEART')
    expect(t.messages(DIRECT)[0]).toMatchObject({ heartCount: 1, heartNames: [me.name] })
    await reacting
    expect(t.server.bodiesOf(calls.react)).toEqual([{ id: 1, ...direct, reaction: 'HEART' }])
    t.server.fail(calls.react)
    await t.chat.react(DIRECT, aMessage({ id: 2 }), 'SAD')
    expect(t.messages(DIRECT)[1]?.sadCount).toBe(0)
    await t.chat.react(DIRECT, aMessage({ id: 3, userID: 1 }), 'SAD')
    expect(t.server.bodiesOf(calls.react)).toHaveLength(2)
  })

  test('C228 keystrokes are told with the thread’s address, at most one a second', async () => {
    let now = 0
    const t = await opened(DIRECT, { now: () => now })
    t.chat.keystroke()
    now = 999
    t.chat.keystroke()
    now = 1000
    t.chat.keystroke()
    expect(t.invoked('onKeyStroke')).toEqual([
      ['onKeyStroke', 'MESSAGE', 7],
      ['onKeyStroke', 'MESSAGE', 7],
    ])
  })

  test('C228 no keystroke is told without a connection, and none where no thread is open', async () => {
    let now = 0
    const t = await opened(DIRECT, { now: () => now })
    t.hub.setState('reconnecting')
    t.chat.keystroke()
    t.hub.setState('connected')
    await t.settle()
    t.chat.select(null)
    now = 5000
    expect(t.chat.keystroke).not.toThrow()
    expect(t.invoked('onKeyStroke')).toEqual([])
  })
})

describe('drafts', () => {
  test('C121 C140 a draft is kept by thread and person, and read back after a reload', async () => {
    const t = await opened()
    t.chat.saveDraft(DIRECT, 'half a thou')
    t.chat.saveDraft(ROOM, 'other')
    await vi.advanceTimersByTimeAsync(DRAFT_DEBOUNCE_MS)
    const again = setUp({ kept: t.kept })
    expect(again.chat.draftOf(DIRECT)).toBe('half a thou')
    expect(again.chat.draftOf(ROOM)).toBe('other')
    const other = setUp({ kept: t.kept, me: { id: 3, name: 'Ben' } })
    expect(other.chat.draftOf(DIRECT)).toBe('')
  })

  test('C121 leaving the page writes what isn’t written yet', async () => {
    const t = await opened()
    t.chat.saveDraft(DIRECT, 'last wor')
    window.dispatchEvent(new Event('pagehide'))
    expect(setUp({ kept: t.kept }).chat.draftOf(DIRECT)).toBe('last wor')
  })
})

describe('people and threads', () => {
  test('C209 a conversation is started by its person and opened', async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    expect(await t.chat.startConversation(2)).toBe(true)
    expect(t.server.bodiesOf(calls.startConversation)).toEqual([{ users: [2] }])
    expect(t.state().selected).toBe(DIRECT)
  })

  test('a group that is made opens, also where the list is asked for anew meanwhile', async () => {
    const t = setUp()
    t.chat.start()
    await t.settle()
    const group = aThread({ id: 12, type: 'THREAD', sourceID: 12, displayLabel: 'Night shift swaps' })
    const lists: ((threads: unknown) => void)[] = []
    const { api } = t.services
    const plain = api.call.bind(api) as (...given: unknown[]) => Promise<unknown>
    vi.spyOn(api, 'call').mockImplementation((async (asked: unknown, ...given: unknown[]) => {
      if (asked === calls.startConversation) return { threadID: 12 }
      if (asked === calls.myChatThreads && given[0] === undefined)
        return new Promise((answer) => lists.push(answer))
      return plain(asked, ...given)
    }) as never)
    const made = t.chat.createGroup('Night shift swaps', [2])
    await t.settle()
    // The hub says that there is something new; its answer comes last.
    void t.chat.loadThreads()
    await t.settle()
    lists[0]?.([group])
    await t.settle()
    lists[1]?.([group])
    expect(await made).toBe(true)
    expect(t.thread(t.state().selected ?? DIRECT)?.displayLabel).toBe('Night shift swaps')
  })

  test('C044 C208 all unread threads are marked as read', async () => {
    const t = setUp({
      threads: [aThread({ id: 7, unread: 2 }), aThread({ id: 9 }), aThread({ id: 10, unread: 1 })],
    })
    t.chat.start()
    await t.settle()
    await t.chat.markAllRead()
    expect(t.server.bodiesOf(calls.markAllAsRead)).toEqual([
      { records: [direct, { source: 'MESSAGE', sourceID: 10 }] },
    ])
    expect(t.state().unreadTotal).toBe(0)
    expect(t.state().threads.some(({ isFocus }) => isFocus)).toBe(false)
    // Nothing is unread any more: nothing is sent.
    await t.chat.markAllRead()
    expect(t.server.bodiesOf(calls.markAllAsRead)).toHaveLength(1)
  })

  test('C208 one unread thread is marked as read, too, and those that come meanwhile stay as they are', async () => {
    const t = setUp({ threads: [aThread({ id: 7, unread: 1, isFocus: true }), aThread({ id: 9 })] })
    t.chat.start()
    await t.settle()
    const release = t.server.hold(calls.markAllAsRead)
    const marking = t.chat.markAllRead()
    t.hub.emit('newThreadMessage', {
      ...{ source: 'MESSAGE', sourceID: 9 },
      message: t.server.add({ source: 'MESSAGE', sourceID: 9 }, { userID: 2 }),
    })
    await vi.advanceTimersByTimeAsync(INCOMING_BATCH_MS)
    release()
    await marking
    expect(t.server.bodiesOf(calls.markAllAsRead)).toEqual([{ records: [direct] }])
    expect(t.thread(DIRECT)).toMatchObject({ unread: 0, isFocus: false })
    expect(t.thread('MESSAGE:9')?.unread).toBe(1)
  })

  test('C123 the group-threads switch is kept as on or off', async () => {
    const t = setUp()
    t.chat.setGroupThreads(false)
    expect(t.services.storage.get('CHAT_GROUP_THREADS')).toBe('off')
    expect(t.kept.getItem('fieldwork.CHAT_GROUP_THREADS')).toBe('"off"')
    expect(setUp({ kept: t.kept }).state().groupThreads).toBe(false)
    t.chat.setGroupThreads(true)
    expect(t.services.storage.get('CHAT_GROUP_THREADS')).toBe('on')
    expect(setUp({ kept: t.kept }).state().groupThreads).toBe(true)
  })

  test('C122 the always-popout flag is kept, and read when the chat is opened again', async () => {
    const t = setUp()
    expect(t.state().alwaysPopOut).toBe(false)
    for (const [on, word] of [
      [true, '"on"'],
      [false, '"off"'],
    ] as const) {
      t.chat.setAlwaysPopOut(on)
      expect(t.state().alwaysPopOut).toBe(on)
      expect(t.kept.getItem('fieldwork.CHAT_ALWAYS_POPOUT')).toBe(word)
      expect(t.services.storage.get('CHAT_ALWAYS_POPOUT')).toBe(on ? 'on' : 'off')
      expect(setUp({ kept: t.kept }).state().alwaysPopOut).toBe(on)
    }
  })

  test('C232 who is online is what the hub said last, in contacts and in open conversations alike', async () => {
    const gone = { isOnline: false }
    const [amelia, ben] = [aMember(2, 'Amelia Hart'), aMember(3, 'Ben Okafor')]
    const t = await opened(ROOM, { members: [aMember(1, me.name, gone), amelia, aMember(9, 'Once Here')] })
    const online = () => [...t.state().online].filter((id) => id > 0).sort()
    expect(online()).toEqual([1, 2, 9])
    t.hub.emit('recievedContactList', [aMember(2, 'Amelia Hart', gone), ben])
    expect(online()).toEqual([1, 3, 9])
    const before = t.state().online
    t.hub.emit('recievedContactList', [aMember(2, 'Amelia Hart', gone), ben])
    expect(t.state().online).toBe(before)
    // Answers that were asked for before the hub spoke: she went meanwhile, he came.
    const held = [t.server.hold(calls.members), t.server.hold(calls.myContacts)]
    const asked = [t.chat.loadMembers(ROOM), t.chat.loadContacts()]
    t.hub.emit('recievedContactList', [aMember(2, 'Amelia Hart', gone), ben])
    for (const release of held) release()
    await Promise.all(asked)
    expect(online()).toEqual([1, 3, 9])
    // Asked for since: newer than the hub's list.
    await t.chat.loadMembers(ROOM)
    expect(online()).toEqual([1, 2, 3, 9])
    // Who is no contact any more isn't called either.
    t.hub.emit('recievedContactList', [amelia])
    expect(online()).toEqual([1, 2, 9])
    // The system user is always there, whatever is said of it.
    t.hub.emit('recievedContactList', [amelia, aMember(SYSTEM_USER_ID, 'SAM', gone)])
    t.hub.emit('recievedContactList', [amelia])
    expect(t.state().online.has(SYSTEM_USER_ID)).toBe(true)
  })

  test('C181 C182 C202 contacts, members and activities come by their calls', async () => {
    const t = await opened(ROOM)
    await t.chat.loadContacts()
    await t.chat.loadActivities()
    expect(t.server.bodiesOf(calls.myContacts)).toEqual([undefined])
    expect(t.server.bodiesOf(calls.recentActivities)).toEqual([undefined])
    expect(t.server.bodiesOf(calls.members)[0]).toEqual({ ...room, name: 'project-70' })
    expect(t.state().contacts).toHaveLength(2)
  })
})
