import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import { readNetworkSignal } from '#shared/domain/wifi.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { createWifi } from './wifi.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [999, { kind: 'none' }],
  [1000, { kind: 'wired' }],
  [101, { kind: 'wired' }],
  [100, { kind: 'wifi', percent: 100 }],
  [64.6, { kind: 'wifi', percent: 65 }],
  [-3, { kind: 'wifi', percent: 0 }],
])('S202 a signal of %d', (signal, expected) => {
  expect(readNetworkSignal(signal)).toEqual(expected)
})

function open(inDesktop = true) {
  const host = fakeDesktop()
  const { services } = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  const page = new EventTarget()
  const signals: unknown[] = []
  page.addEventListener('WIFI_SIGNAL', (event) => signals.push((event as CustomEvent).detail))
  const hub = fakeHub<typeof mainHub>()
  const settings = { now: DEFAULT_DEVICE_SETTINGS }
  const wifi = createWifi({ ...services, hub, deviceSettings: () => settings.now })
  const tell = (signal: number) => host.answer('wifi', { ok: true, value: { signal } })
  const bands = () => hub.invoked.map(({ method, args }) => `${method} ${args}`)
  return { host, page, signals, settings, tell, wifi, start: () => wifi.watch(page), bands }
}

test('S201 the wifi is polled at once and every 5 s, and the window is told of each signal', async () => {
  const at = open()
  at.tell(80)
  const off = at.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(at.signals).toEqual([80])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(at.host.commands).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(at.signals).toEqual([80, 80])
  off()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.host.commands).toHaveLength(2)
})

test('S201 S202 S284 the server is told the band when it changes, and again on a new connection', async () => {
  const at = open()
  at.wifi.resend()
  expect(at.bands()).toEqual([])
  const off = at.start()
  for (const signal of [95, 99, 30, 31, 101, 999, 85]) {
    at.tell(signal)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  // The first answer was that of a computer that can't tell.
  const told = ['UNKNOWN', 'EXCEPTIONAL', 'POOR', 'SKIP', 'UNKNOWN', 'VERY_GOOD']
  expect(at.bands()).toEqual(told.map((band) => `setWifiBand ${band}`))
  at.host.answer('wifi', refusal('denied', 'No location permission.'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.bands().slice(6)).toEqual(['setWifiBand UNKNOWN'])
  at.wifi.resend()
  expect(at.bands().slice(7)).toEqual(['setWifiBand UNKNOWN'])
  off()
})

test('S301 a signal that somebody else tells the window of counts too', () => {
  const at = open(false)
  const off = at.start()
  at.page.dispatchEvent(new CustomEvent('WIFI_SIGNAL', { detail: 20 }))
  at.page.dispatchEvent(new CustomEvent('WIFI_SIGNAL', { detail: 'strong' }))
  expect(at.bands()).toEqual(['setWifiBand POOR'])
  at.page.dispatchEvent(new CustomEvent('WIFI_SIGNAL', { detail: '96' }))
  expect(at.bands()).toEqual(['setWifiBand POOR', 'setWifiBand EXCEPTIONAL'])
  expect(at.host.commands).toEqual([])
  off()
  at.page.dispatchEvent(new CustomEvent('WIFI_SIGNAL', { detail: 10 }))
  expect(at.bands()).toHaveLength(2)
})

test('S284 the band goes by what this company asks of a device, also once that is read', async () => {
  const at = open()
  at.tell(60)
  const off = at.start()
  await vi.advanceTimersByTimeAsync(0)
  const wifiSignalStrength = { exceptional: 90, veryGood: 70, good: 55, fair: 40, poor: 40 }
  at.settings.now = { ...DEFAULT_DEVICE_SETTINGS, thresholds: { wifiSignalStrength } }
  await vi.advanceTimersByTimeAsync(5_000)
  at.settings.now = { ...DEFAULT_DEVICE_SETTINGS, isEnabled: false }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(at.bands()).toEqual(['setWifiBand POOR', 'setWifiBand GOOD', 'setWifiBand SKIP'])
  off()
})
