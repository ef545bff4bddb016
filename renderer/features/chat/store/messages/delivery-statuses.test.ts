import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getMessageStatuses } from '#shared/contract/chat-messages.ts'
import { createFakeServices } from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { type ChatStore, createChatStore } from '../chat-store.ts'

const STATUS_BATCH_MS = 1000
const STATUS_AGAIN_MS = 60_000

const KEY = 'MESSAGE:7'
const address = { source: 'MESSAGE', sourceID: 7 } as const

let chat: ChatStore
let fake: ReturnType<typeof createFakeServices>
let answered: Record<number, string>
const asked = () => fake.server.bodiesOf(getMessageStatuses)
const statuses = () =>
  chat.store.getState().conversations[KEY]?.messages.map(({ overallStatus }) => overallStatus)

beforeEach(async () => {
  vi.useFakeTimers()
  answered = {}
  fake = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 })],
    messages: {
      [KEY]: ['UNKNOWN', 'SENT', 'failed', 'DELIVERED'].map((overallStatus, n) =>
        aMessage({ id: n + 1, userID: 1, overallStatus }),
      ),
    },
    answers: {
      [getMessageStatuses.path]: ({ messageIDs }) =>
        (messageIDs as number[]).flatMap((id) => {
          const overallStatus = answered[id]
          return overallStatus === undefined ? [] : [{ id, overallStatus }]
        }),
    },
  })
  chat = createChatStore(fake.services)
  chat.start()
  await vi.advanceTimersByTimeAsync(0)
  chat.select(KEY)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  chat.stop()
  vi.useRealTimers()
})

test('C028 C105 UNKNOWN and SENT are asked for again, once together; failed and others are final', async () => {
  answered = { 1: 'SENT', 2: 'DELIVERED' }
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked()).toEqual([{ type: 'THREAD', messageIDs: [1, 2] }])
  expect(statuses()).toEqual(['SENT', 'DELIVERED', 'failed', 'DELIVERED'])
  await vi.advanceTimersByTimeAsync(5 * STATUS_BATCH_MS)
  expect(asked()).toHaveLength(1)
})

test('C028 what is still pending is asked for again while it is looked at, and when the hub stands again', async () => {
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  const hide = chat.show()
  await vi.advanceTimersByTimeAsync(STATUS_AGAIN_MS)
  expect(asked()).toHaveLength(2)
  hide()
  await vi.advanceTimersByTimeAsync(STATUS_AGAIN_MS)
  expect(asked()).toHaveLength(2)
  fake.hub.setState('reconnecting')
  fake.hub.setState('connected')
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked()).toHaveLength(3)
})

test('C028 C233 refreshMessageStatus asks for the messages that it names, as far as they are here', async () => {
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  answered = { 2: 'DELIVERED' }
  fake.hub.emit('refreshMessageStatus', { messageIDs: [2, 99] })
  await vi.advanceTimersByTimeAsync(0)
  // Beside the first round nothing but what it names is asked for.
  expect(asked()).toEqual([
    { type: 'THREAD', messageIDs: [1, 2] },
    { type: 'THREAD', messageIDs: [2] },
  ])
  expect(statuses()).toEqual(['UNKNOWN', 'DELIVERED', 'failed', 'DELIVERED'])
  chat.stop()
  fake.hub.emit('refreshMessageStatus', { messageIDs: [1] })
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked()).toHaveLength(2)
})

test('C028 each message whose status came is renewed, also where that is all of them', async () => {
  answered = { 1: 'DELIVERED', 2: 'DELIVERED', 3: 'DELIVERED', 4: 'failed' }
  fake.hub.emit('refreshMessageStatus', { messageIDs: [1, 2, 3, 4] })
  await vi.advanceTimersByTimeAsync(0)
  expect(statuses()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED', 'failed'])
})

test('C028 what is still pending is asked for again by who comes back to the conversation', async () => {
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  chat.select(null)
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked()).toHaveLength(1)
  chat.select(KEY)
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked()).toHaveLength(2)
})

test('C028 a message that was just sent is asked for', async () => {
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  const message = fake.server.add(address, { userID: 1, overallStatus: 'SENT' })
  fake.hub.emit('newThreadMessage', { ...address, message })
  await vi.advanceTimersByTimeAsync(STATUS_BATCH_MS)
  expect(asked().at(-1)).toEqual({ type: 'THREAD', messageIDs: [message.id] })
})
