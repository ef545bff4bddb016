import { expect, test, vi } from 'vitest'
import { searchChatMessages, searchMessages } from '#shared/contract/chat-search.ts'
import { manualTimers } from '../../../../testing/manual-timers.ts'
import { createFakeServices, type FakeServicesOptions } from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { createChatStore } from '../chat-store.ts'

const KEY = 'MESSAGE:7'

async function open(answers: NonNullable<FakeServicesOptions['answers']>) {
  const fake = createFakeServices({ me: { id: 1, name: 'Tom' }, threads: [aThread({ id: 7 })], answers })
  const timers = manualTimers()
  const chat = createChatStore({ ...fake.services, timers })
  await chat.loadThreads()
  return { ...fake, chat, timers }
}

test('C010 the search over all conversations begins at 2 characters, 1 s after the last', async () => {
  const { chat, timers, server } = await open({ [searchMessages.path]: () => [] })
  const searched = () => server.bodiesOf(searchMessages).length
  chat.searchFor('q')
  timers.pass(5000)
  chat.searchFor('qu')
  timers.pass(999)
  chat.searchFor('quo')
  timers.pass(999)
  expect(searched()).toBe(0)
  timers.pass(1)
  expect(server.bodiesOf(searchMessages)).toEqual([{ messageSearchTerm: 'quo' }])
  await vi.waitFor(() => expect(chat.store.getState().search.term).toBe('quo'))
  chat.searchFor('qu')
  timers.pass(1000)
  expect(server.bodiesOf(searchMessages).at(-1)).toEqual({ messageSearchTerm: 'qu' })
  await vi.waitFor(() => expect(chat.store.getState().search.term).toBe('qu'))
  chat.searchFor('quo')
  timers.pass(1000)
  await vi.waitFor(() => expect(chat.store.getState().search.term).toBe('quo'))
  // The same words with a blank behind them are the same search.
  chat.searchFor('quo ')
  timers.pass(5000)
  expect(searched()).toBe(3)
})

test('C159 C069 within a conversation it waits 1000 ms, in an embedded one 300 ms, and needs 2 characters', async () => {
  const { chat, timers, server } = await open({ [searchChatMessages.path]: () => [] })
  const searched = () => server.bodiesOf(searchChatMessages)
  chat.searchThread(KEY, 'q', 1000)
  timers.pass(2000)
  expect(searched()).toEqual([])
  chat.searchThread(KEY, 'qu', 1000)
  timers.pass(999)
  expect(searched()).toEqual([])
  timers.pass(1)
  expect(searched()).toEqual([{ id: 7, source: 'MESSAGE', messageSearchTerm: 'qu' }])
})

test('C010 a search that a later one has overtaken is given up, whichever answers first', async () => {
  const first = Promise.withResolvers<unknown>()
  const found = (id: number) => [aMessage({ id })]
  const { chat, timers } = await open({
    [searchChatMessages.path]: ({ messageSearchTerm }) =>
      messageSearchTerm === 'old' ? first.promise : found(2),
  })
  const state = () => chat.store.getState().threadSearches[KEY]
  chat.searchThread(KEY, 'old', 300)
  timers.pass(300)
  chat.searchThread(KEY, 'newer', 300)
  timers.pass(300)
  await vi.waitFor(() => expect(state()?.found.map(({ id }) => id)).toEqual([2]))
  first.resolve(found(1))
  await first.promise
  expect(state()).toMatchObject({ term: 'newer', found: [{ id: 2 }], load: { state: 'ready' } })
})

test('C010 a failure is told in its place, and Enter or the button tries again at once', async () => {
  const { chat, timers, server } = await open({ [searchMessages.path]: () => [] })
  server.fail(searchMessages)
  chat.searchFor('quota')
  timers.pass(1000)
  await vi.waitFor(() => expect(chat.store.getState().search.load.state).toBe('error'))
  server.heal(searchMessages)
  chat.searchNow()
  await vi.waitFor(() => expect(chat.store.getState().search).toMatchObject({ term: 'quota' }))
})

test('the searches of the last ten conversations are kept, not those before', async () => {
  const { chat } = await open({})
  for (let id = 1; id <= 12; id++) chat.searchThread(`MESSAGE:${id}`, 'x', 300)
  expect(Object.keys(chat.store.getState().threadSearches)).toHaveLength(10)
  expect(chat.store.getState().threadSearches['MESSAGE:12']).toBeDefined()
})
