import type { HubConnection } from '@microsoft/signalr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WAIT } from './testing/raw-client.ts'
import { createRealClient, protocolNames } from './testing/real-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

describe.each(protocolNames)('the real client over %s', (protocol) => {
  let server: TestServer
  const started: HubConnection[] = []

  beforeEach(async () => {
    server = await startTestServer()
  })

  afterEach(async () => {
    await Promise.all(started.splice(0).map((client) => client.stop()))
    await server.close()
  })

  async function connect(token = 'ann:1', skipNegotiation = false): Promise<HubConnection> {
    const client = createRealClient(server.url, { protocol, token, skipNegotiation })
    started.push(client)
    await client.start()
    return client
  }

  test('an invocation is answered with its result, negotiated or not', async () => {
    for (const skip of [false, true]) {
      const client = await connect('ann:1', skip)
      expect(await client.invoke('echo', 'grüße 👋 \u001e')).toBe('grüße 👋 \u001e')
    }
  })

  test.each([0, 100, 127, 128, 16_383, 16_384, 32_000])('a text of %d bytes comes back', async (length) => {
    const text = 'x'.repeat(length)
    expect(await (await connect()).invoke('echo', text)).toBe(text)
  })

  test('a method knows who calls it', async () => {
    expect(await (await connect('ann:1')).invoke('who')).toBe('User 1')
  })

  test('void, null and objects come back as they are', async () => {
    const client = await connect()
    expect(await client.invoke('nothing')).toBeFalsy()
    expect(await client.invoke('nobody')).toBeNull()
    expect(await client.invoke('keep', { text: 'a', to: 'b', by: null })).toEqual({
      text: 'a',
      to: 'b',
      by: null,
    })
  })

  test('an absent optional argument or field may be undefined, null or left out', async () => {
    const client = await connect()
    expect(await client.invoke('sum', 1, 2)).toBe(3)
    expect(await client.invoke('sum', 1)).toBe(1)
    expect(await client.invoke('sum', 1, undefined)).toBe(1)
    expect(await client.invoke('sum', 1, null)).toBe(1)
    const kept = await client.invoke('keep', { text: 'a', to: undefined, by: null })
    expect(kept).toEqual({ text: 'a', by: null })
  })

  test('unknown methods and wrong arguments are told, and the connection lives', async () => {
    const client = await connect()
    await expect(client.invoke('missing')).rejects.toThrow("Unknown hub method 'missing'.")
    await expect(client.invoke('constructor')).rejects.toThrow("Unknown hub method 'constructor'.")
    await expect(client.invoke('sum', 'x')).rejects.toThrow(
      "Invalid arguments for 'sum': argument 1: expected number.",
    )
    await expect(client.invoke('keep', { by: 3 })).rejects.toThrow(
      "Invalid arguments for 'keep': argument 1 (text): expected string; argument 1 (by): expected string.",
    )
    await expect(client.invoke('echo')).rejects.toThrow("Invalid arguments for 'echo'")
    await expect(client.invoke('echo', 'a', 'b')).rejects.toThrow(
      "Invalid arguments for 'echo': expected at most 1 arguments.",
    )
    expect(await client.invoke('echo', 'alive')).toBe('alive')
  })

  test('a refusal is told in its words; the detail of an exception only to the log', async () => {
    const client = await connect()
    await expect(client.invoke('refuse')).rejects.toThrow(/^There are no calls here\.$/)
    await expect(client.invoke('fail')).rejects.toThrow(
      /^An unexpected error occurred invoking 'fail' on the server\.$/,
    )
    const logged = server.logs.find((line) => line.message === 'hub method failed')
    expect(logged?.fields).toMatchObject({ method: 'fail', error: new Error('the secret detail') })
    expect(await client.invoke('echo', 'alive')).toBe('alive')
  })

  test('a stream is refused with an error, and the connection lives', async () => {
    const client = await connect()
    const refused = await new Promise((resolve) => {
      client.stream('echo', 'a').subscribe({ next: () => {}, complete: () => resolve(null), error: resolve })
    })
    expect(refused).toEqual(new Error('This server does not stream.'))
    expect(await client.invoke('echo', 'alive')).toBe('alive')
  })

  test('events reach groups without the sender, users on all their connections, and everybody', async () => {
    const [ann, ben, benToo, cleo] = [
      await connect('ann:1'),
      await connect('ben:2'),
      await connect('other:2'),
      await connect('cleo:3'),
    ]
    const heard: string[] = []
    for (const [name, client] of Object.entries({ ann, ben, benToo, cleo })) {
      client.on('said', (group: string, text: string) => heard.push(`${name} ${group} ${text}`))
      client.on('counted', (count: number) => heard.push(`${name} ${count}`))
    }
    await ann.invoke('join', 'room')
    server.clients.joinUser(2, 'room')
    await ann.invoke('say', 'room', 'hello')
    server.clients.toUser(3, 'counted', [1])
    server.clients.toAll('counted', [2])
    const expected = ['ben room hello', 'benToo room hello', 'cleo 1', 'ann 2', 'ben 2', 'benToo 2', 'cleo 2']
    await vi.waitFor(() => expect([...heard].sort()).toEqual([...expected].sort()), WAIT)
    await ben.invoke('leave', 'room')
    await ann.invoke('say', 'room', 'again')
    await vi.waitFor(() => expect(heard).toContain('benToo room again'), WAIT)
    await ben.invoke('nothing')
    expect(heard).not.toContain('ben room again')
  })

  test('an event keeps its nulls and drops what is absent or not declared', async () => {
    const client = await connect()
    const heard: unknown[][] = []
    client.on('noted', (...args: unknown[]) => heard.push(args))
    const row = { text: 'a', to: undefined, by: null, passwordHash: 'secret' }
    server.clients.toAll('noted', [row, undefined])
    server.clients.toAll('noted', [row, 'b'])
    await vi.waitFor(() => expect(heard).toHaveLength(2), WAIT)
    expect(heard).toStrictEqual([[{ text: 'a', by: null }], [{ text: 'a', by: null }, 'b']])
  })

  test('methods of one connection run in order, one at a time, and don’t hold up another', async () => {
    const [ann, ben] = [await connect('ann:1'), await connect('ben:2')]
    const answers = [ann.invoke('wait', 'first'), ann.invoke('echo', 'second'), ann.invoke('echo', 'third')]
    await vi.waitFor(() => expect(server.state.waiting).toHaveLength(1), WAIT)
    expect(await ben.invoke('echo', 'meanwhile')).toBe('meanwhile')
    expect(server.state.began).toEqual(['first', 'meanwhile'])
    server.state.waiting[0]?.()
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third'])
    expect(server.state.began).toEqual(['first', 'meanwhile', 'second', 'third'])
  })

  test('what a client sends right before it leaves is still done, then it is gone', async () => {
    const client = await connect()
    await client.send('echo', 'farewell')
    await client.stop()
    await vi.waitFor(() => expect(server.state.disconnected).toHaveLength(1), WAIT)
    expect(server.state.began).toEqual(['farewell'])
  })

  test('a user is online while any connection is; each comes and goes exactly once', async () => {
    const { onlineUserIDs } = server.clients
    const [first, second] = [await connect('ann:1'), await connect('ann:1')]
    await connect('ben:2')
    expect([...onlineUserIDs]).toEqual([1, 2])
    await first.stop()
    await vi.waitFor(() => expect(server.state.disconnected).toHaveLength(1), WAIT)
    expect([...onlineUserIDs]).toEqual([1, 2])
    await second.stop()
    await vi.waitFor(() => expect([...onlineUserIDs]).toEqual([2]), WAIT)
    await server.close()
    expect(server.state.connected).toHaveLength(3)
    expect(new Set(server.state.disconnected)).toEqual(new Set(server.state.connected))
    expect(server.state.disconnected).toHaveLength(3)
    expect([...onlineUserIDs]).toEqual([])
  })

  test('dropping a session closes its connections for good, and no other’s', async () => {
    const retryPolicy = { nextRetryDelayInMilliseconds: () => 0 }
    const ann = createRealClient(server.url, { protocol, token: 'ann:1', retryPolicy })
    const ben = await connect('ben:2')
    const closed = vi.fn()
    const reconnecting = vi.fn()
    ann.onclose(closed)
    ann.onreconnecting(reconnecting)
    await ann.start()
    server.hubServer.dropSession('ann')
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), WAIT)
    expect(String(closed.mock.lastCall?.[0])).toContain('The session was ended.')
    expect(reconnecting).not.toHaveBeenCalled()
    expect(await ben.invoke('echo', 'alive')).toBe('alive')
  })

  test('a thousand events reach fifty clients in order', async () => {
    const count = 1000
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => connect(`s${index}:${index}`)))
    const heard = all.map((client) => {
      const counts: number[] = []
      client.on('counted', (value: number) => counts.push(value))
      return counts
    })
    const sent = Array.from({ length: count }, (_, index) => index)
    for (const index of sent) server.clients.toAll('counted', [index])
    await vi.waitFor(() => expect(heard.every((counts) => counts.length === count)).toBe(true), WAIT)
    for (const counts of heard) expect(counts).toEqual(sent)
  })
})
