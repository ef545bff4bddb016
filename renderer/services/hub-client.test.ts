import { expect, test } from 'vitest'
import { reconnectDelay } from './hub-client.ts'

test('S300 a hub reconnects up to 1000 times, every 3 s with jitter', () => {
  expect(reconnectDelay(0, () => 0.5)).toBe(3000)
  expect(reconnectDelay(999, () => 0.5)).toBe(3000)
  expect(reconnectDelay(1000, () => 0.5)).toBeNull()
  const delays = Array.from({ length: 101 }, (_, i) => reconnectDelay(5, () => i / 100) ?? 0)
  expect(Math.min(...delays)).toBe(2400)
  expect(Math.max(...delays)).toBe(3600)
})
