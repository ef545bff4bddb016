import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SERVER_STOPS } from '#shared/hubs/hub.ts'
import { createManualTime, type ManualTime } from './testing/manual-time.ts'
import { RawClient, WAIT } from './testing/raw-client.ts'
import { createRealClient } from './testing/real-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const options = { headers: { authorization: 'Bearer ann:1' } }

let time: ManualTime
let server: TestServer
beforeEach(async () => {
  time = createManualTime()
  server = await startTestServer(time)
})
afterEach(async () => {
  await server.close()
})

test('a server that is drained ends its connections one after the other, says that they may come back, and lets nobody in', async () => {
  const clients: RawClient[] = []
  for (let n = 0; n < 4; n++) {
    const client = await RawClient.connect(server.url, options)
    await client.received((record) => record.target === 'welcome')
    clients.push(client)
  }
  const told = () => clients.filter(({ records }) => records.some(({ type }) => type === 7)).length
  const drained = server.hubServer.drain(400)
  for (const at of [1, 2, 3, 4]) {
    time.advance(100)
    await vi.waitFor(() => expect(told()).toBe(at), WAIT)
    await vi.waitFor(() => expect(server.hubServer.connectionCount).toBe(4 - at), WAIT)
  }
  await drained
  const farewells = clients.flatMap(({ records }) => records.filter(({ type }) => type === 7))
  expect(farewells).toEqual(clients.map(() => ({ type: 7, error: SERVER_STOPS, allowReconnect: true })))
  const late = await fetch(`${server.url.replace(/^ws/, 'http')}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: options.headers,
  })
  expect([late.status, await late.json()]).toEqual([503, { value: SERVER_STOPS }])
})

test('SignalR’s own client knows by the reason that it was sent elsewhere, and begins to come back', async () => {
  const client = createRealClient(server.url, {
    protocol: 'json',
    token: 'ann:1',
    retryPolicy: { nextRetryDelayInMilliseconds: () => 20 },
  })
  const reasons: (string | undefined)[] = []
  client.onreconnecting((reason) => void reasons.push(reason?.message))
  await client.start()
  const drained = server.hubServer.drain(100)
  time.advance(100)
  await drained
  await vi.waitFor(() => expect(reasons).toHaveLength(1), WAIT)
  expect(reasons[0]?.endsWith(SERVER_STOPS)).toBe(true)
  await client.stop()
})
