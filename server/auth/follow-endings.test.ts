import { afterEach, expect, test, vi } from 'vitest'
import { mainHub } from '#shared/hubs/main.ts'
import { resetPassword } from '../admin/access-commands.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from '../http/testing/test-server.ts'

const clients = createLiveClients()
let server: TestServer
afterEach(async () => {
  await clients.closeAll()
  await server.server.close()
})

const byTheTool = () => ({
  ...{ input: process.stdin, out: () => {}, err: () => {}, account: 'ops' },
  clock: () => server.clock.now,
  passwordCost: { N: 2, r: 1, p: 1 },
})

test('A051 the windows of sign-ins that fieldwork-admin ends close within 2 s with loggedOut, and nobody else’s do', async () => {
  server = await startTestServer()
  const url = (await server.server.listen(0, '127.0.0.1')) + mainHub.path
  await addPerson(server, { userName: 'ann' })
  await addPerson(server, { userName: 'ben' })
  const bensToken = await signIn(server, 'ben')
  const open = (bearer: typeof bensToken) => clients.open(server, url, bearer, ['loggedOut'])
  const [ann, ben] = [await open(await signIn(server, 'ann')), await open(bensToken)]
  // A session that is renewed ends, and its sign-in goes on.
  expect((await post(server, '/api/auth/renew-token', {}, bensToken)).status).toBe(200)
  await resetPassword(server.server.db, 'ann', byTheTool())
  const began = performance.now()
  await vi.waitFor(() => expect(ann.closed()).toBe(true), { timeout: 5000, interval: 20 })
  expect(performance.now() - began).toBeLessThan(2000)
  expect(ann.heard).toEqual([['loggedOut']])
  expect([ben.closed(), ben.heard]).toEqual([false, []])
})
