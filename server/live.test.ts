import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HubConnection } from '@microsoft/signalr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatHub } from '#shared/hubs/chat.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from './http/testing/test-server.ts'
import { createRealClient } from './hubs/testing/real-client.ts'
import { DEMO_ACCOUNTS } from './seed/demo-accounts.ts'

type Bearer = { authorization: string }

let server: TestServer
let url: string
const clients: HubConnection[] = []

beforeEach(async () => {
  server = await startTestServer()
  url = await server.server.listen(0, '127.0.0.1')
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'AUTH_CAN_USE_MULTI_TOKEN'] as const
  for (const userName of ['ann', 'bob']) await addPerson(server, { userName, permissions })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await server.server.close()
})

/** Connects as the client does: with a hub token of its own. What it hears is kept by event. */
async function connect(path: string, bearer: Bearer, events: readonly string[]) {
  const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bearer)
  const client = createRealClient(`${url}${path}`, { token })
  clients.push(client)
  const heard: string[] = []
  for (const event of events) client.on(event, (...args) => heard.push(`${event} ${JSON.stringify(args)}`))
  const closed = vi.fn()
  client.onclose(closed)
  await client.start()
  return { client, heard, closed }
}

test('a message that one sends by a call is heard by the other through the hubs', async () => {
  const [ann, bob] = [await signIn(server, 'ann'), await signIn(server, 'bob')]
  const started = await post(server, '/api/my-team-chatroom/start-conversation', { users: [2] }, ann)
  const { threadID } = JSON.parse(started.body)
  const chat = await connect(chatHub.path, bob, ['newThreadMessage'])
  await chat.client.invoke('joinTeamChat')
  const main = await connect(mainHub.path, bob, ['updateUnreadMessageCount'])
  await post(server, '/api/communication/chat/send-message-to-thread', { threadID, message: 'live!' }, ann)
  await vi.waitFor(() => expect(chat.heard.join()).toContain('live!'))
  await vi.waitFor(() => expect(main.heard.at(-1)).toBe('updateUnreadMessageCount [1]'))
})

test('a sign-out is told to all windows of the sign-in, which are then closed; others stay', async () => {
  const [first, second] = [await signIn(server, 'ann'), await signIn(server, 'ann')]
  const window = await connect(mainHub.path, first, ['loggedOut'])
  const other = await connect(mainHub.path, second, ['loggedOut'])
  const { body: token } = await post(server, '/api/auth/renew-token', {}, first)
  const renewed = { authorization: `Bearer ${token}` }
  const chat = await connect(chatHub.path, renewed, [])
  await window.client.invoke('setAppVersion', '1.0')

  await post(server, '/api/auth/logout', {}, renewed)
  await vi.waitFor(() => expect(window.closed).toHaveBeenCalled())
  await vi.waitFor(() => expect(chat.closed).toHaveBeenCalled())
  expect(window.heard).toEqual(['loggedOut []'])
  await other.client.invoke('setAppVersion', '1.0')
  expect({ heard: other.heard, closed: other.closed.mock.calls }).toEqual({ heard: [], closed: [] })
})

test('a bearer token opens no hub', async () => {
  const { authorization } = await signIn(server, 'ann')
  const client = createRealClient(`${url}${mainHub.path}`, { token: authorization.slice('Bearer '.length) })
  await expect(client.start()).rejects.toThrow('401')
})

test('the server closes though people are connected and connections are kept open', async () => {
  const { closed } = await connect(mainHub.path, await signIn(server, 'ann'), [])
  expect((await fetch(`${url}/update.json`)).status).toBe(200)
  await server.server.close()
  await server.server.close()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('an empty database is seeded once, and its people can sign in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-live-'))
  const seeded = { seed: true, databaseFile: join(folder, 'fieldwork.db') }
  const first = await startTestServer(seeded)
  const messages = async ({ server: { db } }: TestServer) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const before = await messages(first)
  await first.server.close()

  const second = await startTestServer(seeded)
  expect(await messages(second)).toEqual(before)
  for (const { userName, password } of DEMO_ACCOUNTS) {
    expect((await post(second, '/api/auth/confirm-password', { userName, password })).status).toBe(200)
  }
  await second.server.close()
  rmSync(folder, { recursive: true })
})
