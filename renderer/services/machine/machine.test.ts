import { expect, test } from 'vitest'
import { createMachine } from './machine.ts'

function machine({ coarse = false, devicePixelRatio = 1, navigator = {} }) {
  const page = {
    matchMedia: () => ({ matches: coarse }),
    devicePixelRatio,
    screen: { width: 1280, height: 720 },
    navigator,
  }
  return createMachine(page as unknown as Window)
}

test('S320 the screen is measured in its real pixels, and not shrunk by a zoomed page', () => {
  expect(machine({ devicePixelRatio: 1.5 }).screen()).toEqual({ width: 1920, height: 1080 })
  expect(machine({ devicePixelRatio: 0.8 }).screen()).toEqual({ width: 1280, height: 720 })
})

test('S320 a phone is not measured', () => {
  expect(machine({ coarse: true }).screen()).toBeNull()
})

test('S317 it is on battery where the browser says that it is not charging', async () => {
  const battery = (charging: boolean) => ({ getBattery: async () => ({ charging }) })
  expect(await machine({ navigator: battery(false) }).onBattery()).toBe(true)
  expect(await machine({ navigator: battery(true) }).onBattery()).toBe(false)
  expect(await machine({}).onBattery()).toBe(false)
  const broken = { getBattery: () => Promise.reject(new Error('not allowed')) }
  expect(await machine({ navigator: broken }).onBattery()).toBe(false)
})
