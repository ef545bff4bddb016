import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadGroupChatMessages } from '#shared/contract/chat.ts'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { type ChatStore, createChatStore } from './chat-store.ts'

const ROOM = 'PROJECT:70'
const LONG = 'PROJECT:71'
const messages = Array.from({ length: 200 }, (_, n) => aMessage({ id: n + 1 }))

let chat: ChatStore
let fake: ReturnType<typeof createFakeServices>
const conversation = (key = ROOM) => chat.store.getState().conversations[key]
const ids = (key = ROOM) => conversation(key)?.messages.map(({ id }) => id) ?? []

beforeEach(async () => {
  vi.useFakeTimers()
  fake = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads: [
      aThread({ id: 8, type: 'CHATROOM', source: 'PROJECT', sourceID: 70, label: 'project-70' }),
      aThread({ id: 9 }),
      aThread({ id: 10, type: 'CHATROOM', source: 'PROJECT', sourceID: 71, label: 'project-71' }),
    ],
    messages: { [ROOM]: messages, [LONG]: Array.from({ length: 400 }, (_, n) => aMessage({ id: n + 1 })) },
    pageSize: 50,
  })
  chat = createChatStore(fake.services)
  chat.start()
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  chat.stop()
  vi.useRealTimers()
})

describe('showing a message in its context', () => {
  test('one that is kept is pointed out at once, on the Messages tab', async () => {
    chat.select(ROOM)
    await vi.advanceTimersByTimeAsync(0)
    chat.openTab(ROOM, 'Pinned_Messages')
    await expect(chat.showMessage(ROOM, 190)).resolves.toBe(true)
    expect(chat.store.getState()).toMatchObject({
      tabs: { [ROOM]: 'Messages' },
      spotlight: { thread: ROOM, messageID: 190 },
    })
    expect(fake.server.bodiesOf(loadMessagesAround)).toEqual([])
  })

  test('one from long ago comes with the page around it, and there is more at both ends', async () => {
    await expect(chat.showMessage(ROOM, 60)).resolves.toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(chat.store.getState().selected).toBe(ROOM)
    expect([ids()[0], ids().at(-1)]).toEqual([35, 84])
    expect(conversation()).toMatchObject({ hasOlder: true, hasNewer: true })
  })

  test('whoever leaves it there and opens the conversation anew has the newest, in one page', async () => {
    await chat.showMessage(ROOM, 60)
    chat.select('MESSAGE:9')
    await vi.advanceTimersByTimeAsync(1000)
    const before = fake.server.bodiesOf(loadGroupChatMessages).length
    chat.select(ROOM)
    await vi.advanceTimersByTimeAsync(1000)
    expect([ids()[0], ids().at(-1)]).toEqual([151, 200])
    expect(fake.server.bodiesOf(loadGroupChatMessages).length - before).toBe(1)
  })

  test('the same for whoever scrolled up until the newest were dropped', async () => {
    chat.select(LONG)
    await vi.advanceTimersByTimeAsync(0)
    for (let page = 0; page < 6; page++) await chat.loadOlder(LONG)
    chat.trim(LONG, 'newest')
    expect(ids(LONG).at(-1)).toBe(350)
    chat.select('MESSAGE:9')
    await vi.advanceTimersByTimeAsync(1000)
    chat.select(LONG)
    await vi.advanceTimersByTimeAsync(1000)
    expect([ids(LONG)[0], ids(LONG).at(-1)]).toEqual([351, 400])
  })

  test('one that another only covered stays where it is', async () => {
    await chat.showMessage(ROOM, 60)
    await vi.advanceTimersByTimeAsync(0)
    const uncover = chat.cover('MESSAGE:9')
    await vi.advanceTimersByTimeAsync(1000)
    uncover()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ids()[0]).toBe(35)
    expect(chat.store.getState()).toMatchObject({ selected: ROOM, covered: null })
  })

  test('one that is gone is refused, and what was shown stays', async () => {
    chat.select(ROOM)
    await vi.advanceTimersByTimeAsync(0)
    const before = ids()
    await expect(chat.showMessage(ROOM, 9_999)).resolves.toBe(false)
    expect(ids()).toEqual(before)
  })
})
