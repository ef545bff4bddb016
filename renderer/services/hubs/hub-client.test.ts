import { type HubConnection, HubConnectionBuilder, type IRetryPolicy } from '@microsoft/signalr'
import { afterEach, expect, test, vi } from 'vitest'
import { mainHub } from '#shared/hubs/main.ts'
import { createHubClient, type HubState, reconnectDelay } from './hub-client.ts'
import { createHubLink } from './hub-link.ts'

const STALLED_MS = 60_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('S191 the connection state changes only when the value differs', async () => {
  const told: Record<string, () => void> = {}
  const connection = {
    on: () => {},
    onreconnecting: (run: () => void) => void Object.assign(told, { reconnecting: run }),
    onreconnected: (run: () => void) => void Object.assign(told, { reconnected: run }),
    onclose: (run: () => void) => void Object.assign(told, { close: run }),
    start: async () => {},
    stop: async () => {},
  }
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockReturnValue(connection as unknown as HubConnection)
  const hub = createHubClient(mainHub, {
    baseUrl: 'http://localhost',
    hubToken: async () => '',
    random: () => 0.5,
    wait: async () => {},
  })
  const states: string[] = []
  hub.subscribe(() => states.push(hub.state))
  await hub.start()
  for (const event of ['reconnecting', 'reconnecting', 'reconnected', 'reconnected', 'close', 'close'])
    told[event]?.()
  expect(hub.state).toBe('disconnected')
  await hub.stop()
  expect(states).toEqual(['connecting', 'connected', 'reconnecting', 'connected', 'disconnected'])
})

test('S300 W221 a hub reconnects up to 1000 times, every 3 s with jitter', () => {
  expect(reconnectDelay(0, () => 0.5)).toBe(3000)
  expect(reconnectDelay(999, () => 0.5)).toBe(3000)
  expect(reconnectDelay(1000, () => 0.5)).toBeNull()
  expect([0, 1].map((random) => reconnectDelay(5, () => random))).toEqual([2400, 3600])
  const delays = Array.from({ length: 101 }, (_, i) => reconnectDelay(5, () => i / 100) ?? 0)
  expect([delays[0], delays[100]]).toEqual([2400, 3600])
  expect(Math.min(...delays)).toBe(2400)
  expect(Math.max(...delays)).toBe(3600)
})

/** A hub on a connection that a test lets stand or fail. */
function renewable() {
  const connection = { on() {}, onreconnecting() {}, onreconnected() {} }
  let closed = () => {}
  let changed = () => {}
  let stands = true
  const start = vi.fn(async () => {
    if (!stands) throw new Error('no way')
  })
  const stop = vi.fn(async () => closed())
  const onclose = (run: () => void) => {
    closed = run
  }
  const made = { ...connection, onclose, start, stop }
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockReturnValue(made as unknown as HubConnection)
  const waits: AbortSignal[] = []
  const hub = createHubClient(mainHub, {
    baseUrl: 'http://localhost',
    hubToken: async () => '',
    random: () => 0.5,
    wait: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        if (signal) waits.push(signal)
        signal?.addEventListener('abort', () => reject(new Error('woken')))
      }),
    onConnectionChanged: (listener) => {
      changed = listener
      return () => {
        changed = () => {}
      }
    },
  })
  return {
    hub,
    start,
    stop,
    waits,
    change: () => changed(),
    let(value: boolean) {
      stands = value
    },
  }
}

test('S191 whoever shows the link is told of a state once, however often the hub says it', () => {
  let tell = () => {}
  const hub = {
    state: 'connecting' as HubState,
    subscribe: (run: () => void) => {
      tell = run
      return () => {}
    },
  }
  const link = createHubLink()
  const states: string[] = []
  link.store.subscribe(({ state }) => states.push(state))
  link.follow(hub)
  for (const state of ['connected', 'connected', 'disconnected', 'disconnected'] as const) {
    hub.state = state
    tell()
  }
  expect(states).toEqual(['connecting', 'connected', 'disconnected'])
})

test('S191 a hub is put through anew at once when the way to the server is another, and is told as that alone', async () => {
  const at = renewable()
  await at.hub.start()
  const told: boolean[] = []
  const states: string[] = []
  at.hub.onConnected((again) => told.push(again))
  at.hub.subscribe(() => states.push(at.hub.state))
  at.change()
  await vi.waitFor(() => expect(states).toEqual(['reconnecting', 'connected']))
  expect(told).toEqual([true])
  expect(at.start).toHaveBeenCalledTimes(2)
  await at.hub.stop()
  at.change()
  expect(at.start).toHaveBeenCalledTimes(2)
})

test('S300 a first connection is tried as often, and as far apart, and is given up then', async () => {
  const start = vi.fn(() => Promise.reject(new Error('no way')))
  const made = { on() {}, onreconnecting() {}, onreconnected() {}, onclose() {}, start, stop: async () => {} }
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockReturnValue(made as unknown as HubConnection)
  const waits: number[] = []
  const hub = createHubClient(mainHub, {
    baseUrl: 'http://localhost',
    hubToken: async () => '',
    random: () => 0.5,
    wait: async (ms) => void waits.push(ms),
  })
  await hub.start()
  expect(waits).toEqual(Array(1000).fill(3000))
  expect([start.mock.calls.length, hub.state]).toEqual([1001, 'disconnected'])
})

test('S300 and one that waits for its next try doesn’t wait any longer', async () => {
  const at = renewable()
  at.let(false)
  const started = at.hub.start()
  await vi.waitFor(() => expect(at.waits).toHaveLength(1))
  at.let(true)
  at.change()
  await started
  expect(at.hub.state).toBe('connected')
})

test('S300 a reconnect that has come to a stop is begun anew with another connection, one that goes on is not', async () => {
  vi.useFakeTimers()
  let nextTry = () => {}
  vi.spyOn(HubConnectionBuilder.prototype, 'withAutomaticReconnect').mockImplementation(function (
    this: HubConnectionBuilder,
    policy: unknown,
  ) {
    const { nextRetryDelayInMilliseconds } = policy as IRetryPolicy
    nextTry = () =>
      void nextRetryDelayInMilliseconds({
        previousRetryCount: 0,
        elapsedMilliseconds: 0,
        retryReason: new Error(),
      })
    return this
  })
  const made: { reconnect: () => void; reconnected: () => void; stop: () => Promise<void> }[] = []
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockImplementation(() => {
    const one = { reconnect: () => {}, reconnected: () => {}, stop: vi.fn(async () => {}) }
    made.push(one)
    return {
      on() {},
      onclose() {},
      start: async () => {},
      stop: one.stop,
      onreconnecting: (run: () => void) => void Object.assign(one, { reconnect: run }),
      onreconnected: (run: () => void) => void Object.assign(one, { reconnected: run }),
    } as unknown as HubConnection
  })
  const hub = createHubClient(mainHub, {
    baseUrl: 'http://localhost',
    hubToken: async () => '',
    random: () => 0.5,
    wait: async () => {},
  })
  await hub.start()
  const again: boolean[] = []
  hub.onConnected((isAgain) => again.push(isAgain))

  made[0]?.reconnect()
  nextTry()
  await vi.advanceTimersByTimeAsync(STALLED_MS)
  expect([hub.state, made.length]).toEqual(['reconnecting', 1])
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1)
  expect(made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([hub.state, made.length, again]).toEqual(['connected', 2, [true]])
  expect(made[0]?.stop).toHaveBeenCalledOnce()
  // The one that was given up comes back after all: it isn't the connection any more.
  made[0]?.reconnected()
  expect(again).toEqual([true])

  made[1]?.reconnect()
  made[1]?.reconnected()
  await vi.advanceTimersByTimeAsync(2 * STALLED_MS)
  expect(made).toHaveLength(2)
  await hub.stop()
})

test('S300 a client that is sent to another server comes back at once; only one that doesn’t is told of', async () => {
  vi.useFakeTimers()
  const policies: IRetryPolicy[] = []
  vi.spyOn(HubConnectionBuilder.prototype, 'withAutomaticReconnect').mockImplementation(function (
    this: HubConnectionBuilder,
    policy: unknown,
  ) {
    policies.push(policy as IRetryPolicy)
    return this
  })
  let reconnecting: (reason?: Error) => void = () => {}
  let reconnected = () => {}
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockReturnValue({
    on() {},
    onclose() {},
    start: async () => {},
    stop: async () => {},
    onreconnecting: (run: typeof reconnecting) => {
      reconnecting = run
    },
    onreconnected: (run: () => void) => {
      reconnected = run
    },
  } as unknown as HubConnection)
  const hub = createHubClient(mainHub, {
    baseUrl: 'http://localhost',
    hubToken: async () => '',
    random: () => 0.5,
    wait: async () => {},
  })
  await hub.start()
  const states: string[] = []
  const again: boolean[] = []
  hub.subscribe(() => states.push(hub.state))
  hub.onConnected((isAgain) => again.push(isAgain))
  // As SignalR's client words what the server says at its farewell.
  const retryReason = new Error('Server returned an error on close: The server stops.')
  const delay = (previousRetryCount: number, reason: Error) =>
    policies[0]?.nextRetryDelayInMilliseconds({
      ...{ previousRetryCount, elapsedMilliseconds: 0, retryReason: reason },
    })
  expect([delay(0, retryReason), delay(1, retryReason), delay(0, new Error('cut'))]).toEqual([
    250, 3000, 3000,
  ])

  reconnecting(retryReason)
  await vi.advanceTimersByTimeAsync(4_999)
  reconnected()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([states, again]).toEqual([[], [true]])

  reconnecting(retryReason)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(states).toEqual(['reconnecting'])
  reconnected()
  reconnecting(new Error('cut'))
  expect(states).toEqual(['reconnecting', 'connected', 'reconnecting'])
  await hub.stop()
})
