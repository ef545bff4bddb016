import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HubContractError } from './served-hub.ts'
import { createManualTime, type ManualTime } from './testing/manual-time.ts'
import { RawClient, WAIT } from './testing/raw-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const options = { headers: { authorization: 'Bearer ann:1' } }
const PING = { type: 6 }

let time: ManualTime
let server: TestServer

beforeEach(async () => {
  time = createManualTime()
  server = await startTestServer({
    ...time,
    limits: { maxInvocationsInFlight: 3, maxBufferedBytes: 100_000 },
  })
})
afterEach(async () => {
  await server.close()
  expect(time.timers.size).toBe(0)
})

const pings = (client: RawClient): number => client.records.filter((record) => record.type === 6).length

describe('times', () => {
  test('a client that doesn’t shake hands in 15 s is told so and closed', async () => {
    const client = new RawClient(server.url, options)
    await client.opened()
    time.advance(14_000)
    await client.pong()
    expect(client.closed).toBeNull()
    time.advance(1_000)
    expect(await client.received(() => true)).toEqual({ error: 'The handshake took too long.' })
    expect((await client.ended()).code).toBe(1008)
    expect(server.state.connected).toEqual([])
    expect(server.state.disconnected).toEqual([])
  })

  test('an idle client gets a ping every 15 s', async () => {
    const client = await RawClient.connect(server.url, options)
    await client.received((record) => record.target === 'welcome')
    time.advance(14_000)
    await client.pong()
    expect(pings(client)).toBe(0)
    time.advance(1_000)
    await client.pong()
    expect(pings(client)).toBe(1)
    client.send(PING)
    await client.pong()
    time.advance(15_000)
    await client.pong()
    expect(pings(client)).toBe(2)
    client.socket.terminate()
  })

  test('a client that is sent something else needs no ping', async () => {
    const client = await RawClient.connect(server.url, options)
    await client.received((record) => record.target === 'welcome')
    time.advance(10_000)
    server.clients.toAll('counted', [1])
    time.advance(10_000)
    await client.pong()
    expect(pings(client)).toBe(0)
    client.socket.terminate()
  })

  test('a client that says nothing for 30 s is closed; one that pings stays', async () => {
    const silent = await RawClient.connect(server.url, options)
    const pinging = await RawClient.connect(server.url, options)
    time.advance(15_000)
    pinging.send(PING)
    await pinging.pong()
    time.advance(15_000)
    const close = await silent.received((record) => record.type === 7)
    expect(close).toEqual({ type: 7, error: expect.stringContaining('too long'), allowReconnect: true })
    expect((await silent.ended()).code).toBe(1008)
    await pinging.pong()
    expect(pinging.closed).toBeNull()
    await vi.waitFor(() => expect(server.state.disconnected).toHaveLength(1), WAIT)
    pinging.socket.terminate()
  })

  test('a client that doesn’t answer a close is cut off after 5 s', async () => {
    const client = await RawClient.connect(server.url, options)
    client.socket.pause()
    server.hubServer.dropSession('ann')
    time.advance(4_000)
    expect([...server.clients.onlineUserIDs]).toEqual([1])
    time.advance(2_000)
    await vi.waitFor(() => expect([...server.clients.onlineUserIDs]).toEqual([]), WAIT)
    client.socket.terminate()
  })

  test('there is no timer before the first connection and after the last', async () => {
    expect(time.timers.size).toBe(0)
    const clients = [
      await RawClient.connect(server.url, options),
      await RawClient.connect(server.url, options),
    ]
    expect(time.timers.size).toBe(1)
    for (const client of clients) client.socket.terminate()
    await vi.waitFor(() => expect(time.timers.size).toBe(0), WAIT)
  })
})

describe('bounds', () => {
  test('a client that reads too slowly is closed, and others still get everything', async () => {
    const slow = await RawClient.connect(server.url, options)
    const quick = await RawClient.connect(server.url, { headers: { authorization: 'Bearer ben:2' } })
    slow.socket.pause()
    const text = 'x'.repeat(50_000)
    let sent = 0
    await vi.waitFor(async () => {
      for (let i = 0; i < 10; i++, sent++) server.clients.toUser(1, 'said', [text, String(sent)])
      server.clients.toUser(2, 'said', ['', String(sent)])
      await quick.pong()
      expect(server.logs.some(({ fields }) => fields.error === 'The client reads too slowly.')).toBe(true)
    }, WAIT)
    slow.socket.resume()
    const close = await slow.received((record) => record.type === 7)
    expect(close).toMatchObject({ error: 'The client reads too slowly.', allowReconnect: true })
    await quick.received((record) => Array.isArray(record.arguments) && record.arguments[1] === String(sent))
    quick.socket.terminate()
  })

  test('an invocation too many is refused; one that wants no answer ends the connection', async () => {
    const client = await RawClient.connect(server.url, options)
    for (const invocationId of ['a', 'b', 'c', 'd']) {
      client.send({ type: 1, invocationId, target: 'wait', arguments: [invocationId] })
    }
    const error = 'Too many invocations are waiting.'
    expect(await client.completion('d')).toEqual({ type: 3, invocationId: 'd', error })
    for (const invocationId of ['a', 'b', 'c']) {
      await vi.waitFor(() => expect(server.state.waiting).toHaveLength(1), WAIT)
      server.state.waiting.pop()?.()
      expect(await client.completion(invocationId)).toMatchObject({ result: invocationId })
    }
    for (const text of ['e', 'f', 'g', 'h']) client.send({ type: 1, target: 'wait', arguments: [text] })
    expect(await client.received((record) => record.type === 7)).toEqual({
      type: 7,
      error,
      allowReconnect: true,
    })
    await client.ended()
    server.state.waiting.pop()?.()
    await vi.waitFor(() => expect(server.state.disconnected).toHaveLength(1), WAIT)
    expect(server.state.began).toEqual(['a', 'b', 'c', 'e'])
  })

  test('a method that never ends doesn’t hold up the close of the server', async () => {
    const client = await RawClient.connect(server.url, options)
    client.send({ type: 1, target: 'wait', arguments: ['for ever'] })
    await vi.waitFor(() => expect(server.state.waiting).toHaveLength(1), WAIT)
    const closing = server.hubServer.close()
    expect(await client.received((record) => record.type === 7)).toMatchObject({ allowReconnect: true })
    expect((await client.ended()).code).toBe(1001)
    const closed = vi.fn()
    void closing.then(closed)
    time.advance(1999)
    expect(closed).not.toHaveBeenCalled()
    await vi.waitFor(() => {
      time.advance(1)
      expect(closed).toHaveBeenCalled()
    }, WAIT)
    expect(server.state.disconnected).toEqual([])
  })

  test('a client that does not answer its close does not hold up the close of the server', async () => {
    const client = await RawClient.connect(server.url, options)
    client.socket.pause()
    const before = time.clock()
    const closed = vi.fn()
    void server.hubServer.close().then(closed)
    time.advance(1999)
    expect(closed).not.toHaveBeenCalled()
    // Cuts the connection; the close waits for that, which needs no more of the clock.
    time.advance(1)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), WAIT)
    expect(time.clock()).toBe(before + 2000)
    client.socket.terminate()
  })
})

describe('a client that floods', () => {
  const call = (text: string) => ({ type: 1, invocationId: text, target: 'echo', arguments: [text] })
  const flood = (count: number) => Array.from({ length: count }, (_, i) => call(`f${i}`))

  test('is closed with the reason after its budget, and others are served before that is through', async () => {
    const own = await startTestServer({ ...time })
    const [flooder, other] = [
      await RawClient.connect(own.url, options),
      await RawClient.connect(own.url, { headers: { authorization: 'Bearer ben:2' } }),
    ]
    for (let i = 0; i < 100; i++) flooder.send(...flood(200))
    other.send(call('other'))
    expect(await other.completion('other')).toMatchObject({ result: 'other' })
    expect(await flooder.received((record) => record.type === 7)).toEqual({
      type: 7,
      error: 'Too many messages came at once.',
      allowReconnect: true,
    })
    expect((await flooder.ended()).code).toBe(1008)
    expect(own.state.began.filter((text) => text !== 'other').length).toBeLessThanOrEqual(200)
    other.socket.terminate()
    await own.close()
  })

  test('has its turns between those of others, also within its budget', async () => {
    const own = await startTestServer({ ...time })
    const busy = await RawClient.connect(own.url, options)
    // Other connections are read between two turns of the process, so this shows how much ran in the first
    // one.
    let inOneTurn = 0
    const began = own.state.began
    Object.defineProperty(began, 'push', {
      value: (text: string) => {
        if (began.length === 0) setImmediate(() => (inOneTurn = began.length))
        began[began.length] = text
      },
    })
    busy.send(...flood(100))
    await busy.completion('f99')
    expect(began).toHaveLength(100)
    expect(inOneTurn).toBeGreaterThan(0)
    expect(inOneTurn).toBeLessThan(5)
    busy.socket.terminate()
    await own.close()
  })

  test('200 at once and 20 a second for ten minutes are an ordinary heavy user', async () => {
    const { MessageBudget } = await import('./message-budget.ts')
    const budget = new MessageBudget({ atOnce: 200, perSecond: 20 }, time.clock)
    const takes = (count: number) => Array.from({ length: count }, () => budget.take()).filter(Boolean).length
    expect(takes(201)).toBe(200)
    for (let second = 0; second < 600; second++) {
      time.advance(1000)
      expect(takes(20)).toBe(20)
    }
    expect(takes(1)).toBe(0)
    time.advance(60_000)
    expect(takes(300)).toBe(200)
  })
})

test('a connection whose welcome fails is closed, and isn’t said to have left', async () => {
  const own = await startTestServer({ ...time })
  Object.defineProperty(own.state.connected, 'push', {
    value: () => {
      throw new Error('no room')
    },
  })
  const client = await RawClient.connect(own.url, options)
  const close = await client.received((record) => record.type === 7)
  expect(close).toEqual({ type: 7, error: 'The connection could not be made.', allowReconnect: false })
  await client.ended()
  await own.close()
  expect(own.state.disconnected).toEqual([])
  expect(own.logs).toContainEqual(expect.objectContaining({ message: 'hub refused a connection' }))
})

test('an event that isn’t as declared is the caller’s fault, and isn’t sent', () => {
  const wrong: unknown = 'three'
  expect(() => server.clients.toAll('counted', [wrong as number])).toThrow(HubContractError)
  expect(() => server.clients.toAll('missing' as 'counted', [3])).toThrow(HubContractError)
})
