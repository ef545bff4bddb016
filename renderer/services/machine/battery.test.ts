import { expect, test, vi } from 'vitest'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { createDesktop } from '../desktop/desktop.ts'
import { createBattery } from './battery.ts'

const inBrowser = () => ({ desktop: createDesktop({}), timers: manualTimers() })

test('S075 the battery is followed from the browser’s word', async () => {
  const manager = Object.assign(new EventTarget(), { charging: false, level: 0.184 })
  const battery = createBattery({ getBattery: async () => manager }, inBrowser())
  const off = battery.watch()
  await Promise.resolve()
  expect(battery.store.getState()).toEqual({ discharging: true, level: 18 })
  manager.charging = true
  manager.dispatchEvent(new Event('chargingchange'))
  expect(battery.store.getState().discharging).toBe(false)
  off()
  manager.charging = false
  manager.dispatchEvent(new Event('chargingchange'))
  expect(battery.store.getState().discharging).toBe(false)
})

test('S075 in the desktop client the system’s own word counts, and is asked for again', async () => {
  const manager = Object.assign(new EventTarget(), { charging: true, level: 0.5 })
  let onBattery = true
  const { desktop, requests } = fakeDesktop({ battery: () => ({ ok: true, value: { onBattery } }) })
  const timers = manualTimers()
  const battery = createBattery({ getBattery: async () => manager }, { desktop, timers })
  const off = battery.watch()
  await vi.waitFor(() => expect(battery.store.getState()).toEqual({ discharging: true, level: 50 }))
  onBattery = false
  timers.pass(15_000)
  await vi.waitFor(() => expect(battery.store.getState().discharging).toBe(false))
  off()
  const asked = requests('battery').length
  timers.pass(60_000)
  expect(requests('battery')).toHaveLength(asked)
})

test('S075 a browser that doesn’t tell, or forbids it, gives no warning', async () => {
  for (const navigator of [{}, { getBattery: () => Promise.reject(new Error('no')) }]) {
    const battery = createBattery(navigator, inBrowser())
    battery.watch()
    await Promise.resolve()
    expect(battery.store.getState()).toEqual({ discharging: false, level: null })
  }
})
