import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sameOrigin } from './admission.ts'
import type { HubServerOptions } from './hub-server.ts'
import { createManualTime } from './testing/manual-time.ts'
import { RawClient, upgradeStatus, WAIT } from './testing/raw-client.ts'
import { createRealClient } from './testing/real-client.ts'
import { testHandlers } from './testing/test-handlers.ts'
import { openHub, testHub } from './testing/test-hub.ts'
import { authenticateTest, startTestServer, type TestServer } from './testing/test-server.ts'

const bearer = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
})

let server: TestServer
async function restartWith(options: Partial<HubServerOptions>): Promise<void> {
  await server.close()
  server = await startTestServer(options)
}

beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

async function negotiate(query = 'negotiateVersion=1', init: RequestInit = bearer('ann:1')) {
  const response = await fetch(`${server.url}/negotiate?${query}`, { method: 'POST', ...init })
  return { status: response.status, body: await response.json() }
}

describe('negotiation', () => {
  test('offers WebSockets with both formats, under a public id and a secret token', async () => {
    const { status, body } = await negotiate()
    expect(status).toBe(200)
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{32}$/),
      connectionToken: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    })
    expect(body.connectionToken).not.toBe(body.connectionId)
  })

  test('takes the token from the header or the query, and answers 401 without a good one', async () => {
    expect((await negotiate('negotiateVersion=1&access_token=ann:1', {})).status).toBe(200)
    expect((await negotiate('negotiateVersion=1', {})).status).toBe(401)
    expect((await negotiate('negotiateVersion=1', bearer('expired'))).status).toBe(401)
    expect((await negotiate('negotiateVersion=1&access_token=expired', {})).status).toBe(401)
  })

  test('another version is refused', async () => {
    expect((await negotiate('')).status).toBe(400)
    expect((await negotiate('negotiateVersion=2')).status).toBe(400)
  })

  test('a body of any type is passed over; a large one is refused', async () => {
    const headers = { ...bearer('ann:1').headers, 'content-type': 'application/x-thing' }
    expect((await negotiate('negotiateVersion=1', { headers, body: '{' })).status).toBe(200)
    expect((await negotiate('negotiateVersion=1', { headers, body: 'x'.repeat(5000) })).status).toBe(413)
  })

  test('a token check that fails is a 500 that the log explains', async () => {
    await restartWith({ authenticate: () => Promise.reject(new Error('no database')) })
    expect((await negotiate()).status).toBe(500)
    expect(server.logs).toContainEqual(
      expect.objectContaining({ fields: { error: new Error('no database') }, level: 'error' }),
    )
  })
})

describe('connecting', () => {
  test('with a wrong token the real client is told 401', async () => {
    const client = createRealClient(server.url, { token: 'wrong' })
    await expect(client.start()).rejects.toThrow(/401/)
  })

  test('needs a good token at the upgrade too, in the header or the query', async () => {
    expect(await upgradeStatus(server.url)).toBe(401)
    expect(await upgradeStatus(server.url, bearer('expired'))).toBe(401)
    expect(await upgradeStatus(`${server.url}?access_token=expired`)).toBe(401)
    expect(await upgradeStatus(`${server.url}?access_token=ann:1`)).toBe(101)
    expect(await upgradeStatus(server.url, bearer('ann:1'))).toBe(101)
  })

  test('a negotiation works once, for its session and its hub only', async () => {
    const token = async (): Promise<string> => (await negotiate()).body.connectionToken
    const first = await token()
    expect(await upgradeStatus(`${server.url}?id=${first}`, bearer('ann:1'))).toBe(101)
    expect(await upgradeStatus(`${server.url}?id=${first}`, bearer('ann:1'))).toBe(404)
    expect(await upgradeStatus(`${server.url}?id=${await token()}`, bearer('ben:2'))).toBe(404)
    const elsewhere = server.url.replace('/test', '/open')
    expect(await upgradeStatus(`${elsewhere}?id=${await token()}`)).toBe(404)
    const secondHub = { ...testHub, path: '/api/hubs/second' } as const
    server.hubServer.serve(secondHub, (own) => testHandlers(own, server.state))
    const second = server.url.replace('/test', '/second')
    expect(await upgradeStatus(second, bearer('ann:1'))).toBe(101)
    expect(await upgradeStatus(`${second}?id=${await token()}`, bearer('ann:1'))).toBe(404)
    expect(await upgradeStatus(`${server.url}?id=made-up`, bearer('ann:1'))).toBe(404)
  })

  test('a negotiation is worth nothing after its time, nor without its session', async () => {
    const time = createManualTime()
    let isOver = false
    const authenticate = async (token: string) => (isOver ? null : authenticateTest(token))
    await restartWith({ ...time, authenticate, timings: { connectionTokenMs: 5000 } })
    const late = (await negotiate()).body.connectionToken
    time.advance(5000)
    expect(await upgradeStatus(`${server.url}?id=${late}`, bearer('ann:1'))).toBe(404)
    const dropped = (await negotiate()).body.connectionToken
    isOver = true
    expect(await upgradeStatus(`${server.url}?id=${dropped}`, bearer('ann:1'))).toBe(401)
  })

  test('servers with one key take each other’s negotiations, others don’t', async () => {
    const tokenKey = new Uint8Array(32).fill(1)
    await restartWith({ tokenKey })
    const { connectionToken } = (await negotiate()).body
    const other = await startTestServer({ tokenKey })
    const stranger = await startTestServer()
    expect(await upgradeStatus(`${stranger.url}?id=${connectionToken}`, bearer('ann:1'))).toBe(404)
    expect(await upgradeStatus(`${other.url}?id=${connectionToken}`, bearer('ann:1'))).toBe(101)
    await Promise.all([other.close(), stranger.close()])
  })

  test('a hub without authentication takes anybody, as nobody', async () => {
    const client = createRealClient(server.url.replace('/test', '/open'))
    await client.start()
    expect(await client.invoke('whoAmI')).toBeNull()
    await client.stop()
  })

  test('an unknown path is refused; an upgrade to something else is left to the HTTP server', async () => {
    expect(await upgradeStatus(server.url.replace('/test', '/missing'), bearer('ann:1'))).toBe(404)
    const socket = connect(server.port, '127.0.0.1')
    socket.write('GET /api/hubs/open HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 4\d\d /)
    socket.destroy()
  })

  test('compression is never agreed on', async () => {
    const client = new RawClient(server.url, { ...bearer('ann:1'), perMessageDeflate: true })
    await client.opened()
    expect(client.socket.extensions).toBe('')
    client.socket.terminate()
  })

  test('a session has a bounded number of connections, and room again when one ends', async () => {
    await restartWith({ limits: { maxConnectionsPerSession: 2 } })
    const first = await RawClient.connect(server.url, bearer('ann:1'))
    await RawClient.connect(server.url, bearer('ann:1'))
    expect(await upgradeStatus(server.url, bearer('ann:1'))).toBe(429)
    expect((await negotiate()).status).toBe(429)
    expect(await upgradeStatus(server.url, bearer('ben:2'))).toBe(101)
    first.socket.terminate()
    await vi.waitFor(async () => expect(await upgradeStatus(server.url, bearer('ann:1'))).toBe(101), WAIT)
  })

  test('strangers on hubs for everybody have a bound of their own and keep nobody out', async () => {
    await restartWith({ limits: { maxAnonymousConnections: 1, maxConnectionsPerSession: 5 } })
    const openURL = server.url.replace(testHub.path, openHub.path)
    const first = await RawClient.connect(openURL)
    expect(await upgradeStatus(openURL)).toBe(503)
    expect(await upgradeStatus(server.url, bearer('ann:1'))).toBe(101)
    first.socket.terminate()
    await vi.waitFor(async () => expect(await upgradeStatus(openURL)).toBe(101), WAIT)
  })

  test('one address does not fill the room of strangers for the others', async () => {
    await restartWith({ limits: { maxAnonymousConnections: 3, maxAnonymousPerAddress: 2 } })
    const openURL = server.url.replace(testHub.path, openHub.path)
    const from = (localAddress: string) => upgradeStatus(openURL, { localAddress })
    const first = await RawClient.connect(openURL, { localAddress: '127.0.0.2' })
    await RawClient.connect(openURL, { localAddress: '127.0.0.2' })
    expect(await from('127.0.0.2')).toBe(429)
    expect(await upgradeStatus(server.url, { ...bearer('ann:1'), localAddress: '127.0.0.2' })).toBe(101)
    await RawClient.connect(openURL, { localAddress: '127.0.0.3' })
    expect(await from('127.0.0.4')).toBe(503)
    first.socket.terminate()
    await vi.waitFor(async () => expect(await from('127.0.0.2')).toBe(101), WAIT)
  })

  test('the bounds hold for clients that are let in at the same moment', async () => {
    const checking = Promise.withResolvers<void>()
    const asked = vi.fn()
    await restartWith({
      limits: { maxConnections: 3 },
      authenticate: async (token) => {
        asked()
        await checking.promise
        return authenticateTest(token)
      },
    })
    const clients = Array.from({ length: 10 }, (_, i) => new RawClient(server.url, bearer(`s${i}:${i}`)))
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(10), WAIT)
    checking.resolve()
    await vi.waitFor(() => expect(clients.filter((client) => client.closed)).toHaveLength(7), WAIT)
    await vi.waitFor(
      () => expect(clients.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(3),
      WAIT,
    )
  })

  test('closing lets go of clients whose token is still being checked', async () => {
    const checking = Promise.withResolvers<void>()
    const asked = vi.fn()
    await restartWith({
      authenticate: async (token) => {
        asked()
        await checking.promise
        return authenticateTest(token)
      },
    })
    const client = new RawClient(server.url, bearer('ann:1'))
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), WAIT)
    await server.close()
    await client.ended()
    checking.resolve()
    expect(server.state.connected).toEqual([])
  })
})

describe('origins', () => {
  test('the server’s own and none are taken, others refused at negotiation and upgrade', async () => {
    const own = new URL(server.url).origin
    const foreign = 'https://elsewhere.example'
    const from = (origin: string) => ({ headers: { ...bearer('ann:1').headers, origin } })
    expect(await upgradeStatus(server.url, from(own))).toBe(101)
    expect(await upgradeStatus(server.url, from(foreign))).toBe(403)
    const inject = { path: '/api/hubs/test', query: new URLSearchParams('negotiateVersion=1'), address: '' }
    expect((await server.hubServer.handleNegotiate({ ...inject, ...from(own) })).status).toBe(403)
    const headers = { ...from(own).headers, host: new URL(own).host }
    expect((await server.hubServer.handleNegotiate({ ...inject, headers })).status).toBe(200)
  })

  test('a deployment can have its own rule', async () => {
    await restartWith({ allowedOrigins: (origin) => origin === 'app://fieldwork' })
    const headers = { ...bearer('ann:1').headers, origin: 'app://fieldwork' }
    expect(await upgradeStatus(server.url, { headers })).toBe(101)
    expect(await upgradeStatus(server.url, bearer('ann:1'))).toBe(403)
  })

  test.each([
    [undefined, 'a:1', true],
    ['http://a:1', 'a:1', true],
    ['http://a:2', 'a:1', false],
    ['null', 'a:1', false],
    ['', '', false],
  ])('%s at %s: %s', (origin, host, taken) => {
    expect(sameOrigin(origin, host)).toBe(taken)
  })
})
