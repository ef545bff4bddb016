import { type HubConnection, HubConnectionBuilder } from '@microsoft/signalr'
import { afterEach, expect, test, vi } from 'vitest'
import { mainHub } from '#shared/hubs/main.ts'
import { createHubClient, reconnectDelay } from './hub-client.ts'

afterEach(() => void vi.restoreAllMocks())

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
  await hub.stop()
  expect(states).toEqual(['connecting', 'connected', 'reconnecting', 'connected', 'disconnected'])
})

test('S300 a hub reconnects up to 1000 times, every 3 s with jitter', () => {
  expect(reconnectDelay(0, () => 0.5)).toBe(3000)
  expect(reconnectDelay(999, () => 0.5)).toBe(3000)
  expect(reconnectDelay(1000, () => 0.5)).toBeNull()
  const delays = Array.from({ length: 101 }, (_, i) => reconnectDelay(5, () => i / 100) ?? 0)
  expect(Math.min(...delays)).toBe(2400)
  expect(Math.max(...delays)).toBe(3600)
})
