import { expect, test, vi } from 'vitest'
import { latestBroadcastMessage, myPinnedMessages } from '#shared/contract/chat-messages.ts'
import { loadPoll } from '#shared/contract/chat-shared-things.ts'
import { loadTopicChats } from '#shared/contract/chat-topics.ts'
import { createFakeServices } from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { createChatStore } from '../chat-store.ts'
import { relisted } from './pins.ts'
import { withLatest } from './tab-state.ts'

test('after a reconnection what the tabs and dialogs show is asked for again', async () => {
  const { services, hub, server } = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 }), aThread({ id: 8 })],
    permissions: ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_USE_TOPICS'],
    answers: {
      [myPinnedMessages.path]: () => [],
      [latestBroadcastMessage.path]: () => ({ message: null }),
      [loadTopicChats.path]: () => [],
      [loadPoll.path]: () => ({ id: 5, options: [] }),
    },
  })
  const chat = createChatStore(services)
  chat.start()
  await vi.waitFor(() => expect(chat.store.getState().threads).toHaveLength(2))
  chat.select('MESSAGE:7')
  for (const key of ['MESSAGE:7', 'MESSAGE:8']) await chat.loadMessageList(key, 'pinned')
  await chat.loadTopics('MESSAGE:7')
  await chat.loadPoll(5)
  chat.openDialog({ kind: 'poll', thread: 'MESSAGE:7', id: 5 })
  const asked = () =>
    [myPinnedMessages, latestBroadcastMessage, loadTopicChats, loadPoll].map(
      (call) => server.bodiesOf(call).length,
    )
  expect(asked()).toEqual([2, 0, 1, 1])
  hub.setState('reconnecting')
  hub.setState('connected')
  await vi.waitFor(() => expect(asked()).toEqual([3, 1, 2, 2]))
  expect(Object.keys(chat.store.getState().messageLists)).toEqual(['MESSAGE:7'])
  chat.stop()
})

test('a message goes to its place in a list, the newest mark first, or leaves it', () => {
  const at = (id: number, pinnedTime: string | null) => aMessage({ id, pinnedTime })
  const list = [at(1, '2026-11-20T10:00:00.000Z'), at(2, '2026-11-20T08:00:00.000Z')]
  const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
  expect(ids(relisted('pinned', list, at(3, '2026-11-20T09:00:00.000Z')))).toEqual([1, 3, 2])
  expect(ids(relisted('pinned', list, at(3, '2026-11-20T07:00:00.000Z')))).toEqual([1, 2, 3])
  expect(ids(relisted('pinned', list, at(1, null)))).toEqual([2])
  expect(relisted('pinned', list, at(9, null))).toBe(list)
  expect(ids(relisted('pinned', list, { ...at(1, '2026-11-20T10:00:00.000Z'), deleted: true }))).toEqual([2])
})

test('the lists of the last twenty conversations are kept', () => {
  let record: Readonly<Record<string, number>> = {}
  for (let one = 1; one <= 25; one++) record = withLatest(record, `MESSAGE:${one}`, one)
  record = withLatest(record, 'MESSAGE:6', 6)
  expect(Object.keys(record)).toHaveLength(20)
  expect(Object.keys(record)[0]).toBe('MESSAGE:7')
})
