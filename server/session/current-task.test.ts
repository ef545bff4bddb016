import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import { addPerson, NOON, signIn, startTestServer, type TestServer } from '../http/testing/test-server.ts'

const PATH = '/api/passport-validation/task/current'

let server: TestServer
let annID: number

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann' })
})
afterEach(() => server.server.close())

async function addThread(id: number, source: ChatSource, lastMessageTime: number, members: number[]) {
  const { db } = server.server
  await db
    .insertInto('threads')
    .values({
      id,
      type: 'CHATROOM',
      source,
      sourceID: id,
      label: `room-${id}`,
      displayLabel: `Room ${id}`,
      displayGroupLabel: '',
      isGroup: 1,
      parentID: null,
      status: '',
      priority: '',
      createdAt: NOON,
      lastMessageID: null,
      lastMessageTime,
    })
    .execute()
  for (const userID of members) {
    await db
      .insertInto('threadMembers')
      .values({
        threadID: id,
        userID,
        isAdmin: 0,
        isArchived: 0,
        pinnedAt: null,
        lastReadMessageID: 0,
        lastReadAt: null,
      })
      .execute()
  }
}

test('S274 the current task is the one whose chat of theirs is the newest, as text; empty without one', async () => {
  const bearer = await signIn(server, 'ann')
  const ask = () => server.server.app.inject({ url: PATH, headers: bearer })
  const none = await ask()
  expect([none.statusCode, none.body]).toEqual([200, ''])
  expect(none.headers['content-type']).toMatch(/^text\/plain/)
  const benID = await addPerson(server, { userName: 'ben' })
  await addThread(1, 'TASK_CHAT', NOON + 1, [annID])
  await addThread(2, 'TASK_CHAT', NOON + 2, [annID, benID])
  await addThread(3, 'PROJECT', NOON + 3, [annID])
  await addThread(4, 'TASK_CHAT', NOON + 4, [benID])
  expect((await ask()).body).toBe('Room 2')
  await server.server.db
    .updateTable('threadMembers')
    .set({ isArchived: 1 })
    .where('threadID', '=', 2)
    .execute()
  expect((await ask()).body).toBe('Room 1')
  expect((await server.server.app.inject(PATH)).statusCode).toBe(401)
})
