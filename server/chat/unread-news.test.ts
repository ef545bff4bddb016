import { beforeEach, expect, test } from 'vitest'
import { Background } from '../background.ts'
import { ANN, addMessages, addRoom, BEN, CATH, type Chat, EVE, openChat, ROOM_ID } from './chat-fixture.ts'
import { tellCountsSince, UnreadNews } from './unread-news.ts'

const UNREAD_NEWS_MS = 60

let chat: Chat
let told: [userID: number, count: number, isNew: boolean][]
let news: UnreadNews
let background: Background
/** Delayed tasks, and their delays. */
let waiting: { readonly ms: number; readonly run: () => void }[]
const failures: unknown[] = []

beforeEach(async () => {
  chat = await openChat()
  told = []
  waiting = []
  failures.length = 0
  background = new Background(
    (error) => failures.push(error),
    (ms, run) => {
      const one = { ms, run }
      waiting.push(one)
      return () => void waiting.splice(waiting.indexOf(one), 1)
    },
  )
  const hub = {
    countedUserIDs: new Set([ANN, BEN, CATH]),
    unreadCount: (...one: (typeof told)[number]) => void told.push(one),
  }
  news = new UnreadNews({ db: chat.db, hub, background })
})

/** Runs the delayed tasks. */
async function pass(): Promise<void> {
  for (const { run } of waiting.splice(0)) run()
  await background.settled()
  // Who is told first doesn't matter.
  told.sort(([a], [b]) => a - b)
  expect(failures).toEqual([])
}

test('C243 each member who is online is told their own unread count, a moment after the message', async () => {
  await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [BEN, EVE] })
  await addMessages(chat.db, 2, EVE, 4)
  await addMessages(chat.db, ROOM_ID, ANN, 1)
  news.messageCame(ROOM_ID, ANN)
  expect(waiting.map(({ ms }) => ms)).toEqual([UNREAD_NEWS_MS])
  expect(told).toEqual([])
  await pass()
  // Their own messages aren't news, whatever else they haven't read.
  expect(told.map(([userID, , isNew]) => [userID, isNew])).toEqual([
    [ANN, false],
    [BEN, true],
    [CATH, true],
  ])
  expect(told.slice(1).map(([, count]) => count)).toEqual([5, 1])
})

test('C243 many messages are counted once, and are news to each who got one of somebody else’s', async () => {
  await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [BEN, CATH] })
  for (let n = 0; n < 50; n++) news.messageCame(ROOM_ID, ANN)
  news.messageCame(2, CATH)
  expect(waiting).toHaveLength(1)
  await pass()
  expect(told.map(([userID, , isNew]) => [userID, isNew])).toEqual([
    [ANN, false],
    [BEN, true],
    [CATH, true],
  ])
  news.messageCame(ROOM_ID, ANN)
  news.messageCame(ROOM_ID, BEN)
  told.length = 0
  await pass()
  expect(told.every(([, , isNew]) => isNew)).toBe(true)
})

test('a message of a conversation that is gone since is told to nobody', async () => {
  news.messageCame(99, ANN)
  await pass()
  expect(told).toEqual([])
})

test('a server that ends counts no more', async () => {
  news.messageCame(ROOM_ID, ANN)
  await background.settled()
  expect(waiting).toEqual([])
  expect(told).toEqual([])
})

test('C243 what a server that died hadn’t told is told by the one that takes its place, to those who got messages since', async () => {
  await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [BEN, EVE] })
  await addMessages(chat.db, 2, EVE, 2)
  const { entryTime } = await chat.db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('entryTime').as('entryTime'))
    .executeTakeFirstOrThrow()
  const hub = {
    countedUserIDs: new Set([ANN, BEN, CATH]),
    unreadCount: (...one: (typeof told)[number]) => void told.push(one),
  }
  await tellCountsSince({ db: chat.db, hub }, entryTime + 1)
  expect(told).toEqual([])
  await tellCountsSince({ db: chat.db, hub }, entryTime)
  expect(told).toEqual([[BEN, 2, false]])
})
