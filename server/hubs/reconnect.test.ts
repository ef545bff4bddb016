import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type HubConnection, HubConnectionState } from '@microsoft/signalr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WAIT } from './testing/raw-client.ts'
import { createRealClient, type ProtocolName, protocolNames } from './testing/real-client.ts'
import { testHub } from './testing/test-hub.ts'
import { startTestServer } from './testing/test-server.ts'

/** Starting a process takes its time on a busy machine. */
const retryPolicy = { nextRetryDelayInMilliseconds: () => 20 }
const script = fileURLToPath(new URL('./testing/hub-process.ts', import.meta.url))

interface Watched {
  readonly client: HubConnection
  readonly reconnected: ReturnType<typeof vi.fn>
  readonly counts: number[]
}

const clients: HubConnection[] = []
const children: ChildProcess[] = []

async function watch(url: string, protocol: ProtocolName): Promise<Watched> {
  const client = createRealClient(url, { protocol, token: 'ann:1', retryPolicy })
  clients.push(client)
  const reconnected = vi.fn()
  const counts: number[] = []
  client.onreconnected(reconnected)
  client.on('counted', (count: number) => counts.push(count))
  await client.start()
  return { client, reconnected, counts }
}

/**
 * A free port outside of the range that systems use for outgoing connections, so that nobody takes it while
 * the server is away.
 */
async function pickPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const free = await new Promise((resolve) => {
      probe.once('listening', () => probe.close(() => resolve(true))).once('error', () => resolve(false))
    })
    if (free) return port
  }
}

async function startProcess(port: number): Promise<ChildProcess> {
  const child = fork(script, [String(port)], { execArgv: [] })
  children.push(child)
  await once(child, 'message')
  return child
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe.each(protocolNames)('the real client over %s comes back', (protocol) => {
  test('after the server is closed and listens again', async () => {
    const before = await startTestServer({ port: await pickPort() })
    const { client, reconnected, counts } = await watch(before.url, protocol)
    const firstID = client.connectionId
    before.clients.toAll('counted', [1])
    await vi.waitFor(() => expect(counts).toEqual([1]), WAIT)
    await before.close()
    expect(before.state.disconnected).toHaveLength(1)
    const after = await startTestServer({ port: before.port })
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(1), WAIT)
    expect(client.connectionId).not.toBe(firstID)
    after.clients.toAll('counted', [2])
    await vi.waitFor(() => expect(counts).toEqual([1, 2]), WAIT)
    expect(await client.invoke('echo', 'back')).toBe('back')
    await after.close()
  })

  test('after the server’s process is killed and started again', async () => {
    const port = await pickPort()
    const child = await startProcess(port)
    const { client, reconnected } = await watch(`http://127.0.0.1:${port}${testHub.path}`, protocol)
    expect(await client.invoke('echo', 'before')).toBe('before')
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(client.state).toBe(HubConnectionState.Reconnecting), WAIT)
    await startProcess(port)
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(1), WAIT)
    expect(await client.invoke('who')).toBe('User 1')
  })
})
