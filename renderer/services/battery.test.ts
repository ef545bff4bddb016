import { expect, test } from 'vitest'
import { createBattery } from './battery.ts'

test('the battery is followed from the browser’s word', async () => {
  const manager = Object.assign(new EventTarget(), { charging: false, level: 0.184 })
  const battery = createBattery({ getBattery: async () => manager })
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

test('a browser that doesn’t tell, or forbids it, gives no warning', async () => {
  for (const navigator of [{}, { getBattery: () => Promise.reject(new Error('no')) }]) {
    const battery = createBattery(navigator)
    battery.watch()
    await Promise.resolve()
    expect(battery.store.getState()).toEqual({ discharging: false, level: null })
  }
})
