import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { type ChatStore, createChatStore } from './chat-store.ts'

const ROOM = 'PROJECT:70'
const messages = Array.from({ length: 200 }, (_, n) => aMessage({ id: n + 1 }))

let chat: ChatStore
let fake: ReturnType<typeof createFakeServices>
const conversation = () => chat.store.getState().conversations[ROOM]
const ids = () => conversation()?.messages.map(({ id }) => id) ?? []

beforeEach(async () => {
  vi.useFakeTimers()
  fake = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads: [aThread({ id: 8, type: 'CHATROOM', source: 'PROJECT', sourceID: 70, label: 'project-70' })],
    messages: { [ROOM]: messages },
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

  test('one that is gone is refused, and what was shown stays', async () => {
    chat.select(ROOM)
    await vi.advanceTimersByTimeAsync(0)
    const before = ids()
    await expect(chat.showMessage(ROOM, 9_999)).resolves.toBe(false)
    expect(ids()).toEqual(before)
  })
})
