import { expect, test } from 'vitest'
import { BRIDGE_KEY } from '#shared/host/bridge.ts'
import { createDesktop } from '../desktop/desktop.ts'
import { readDeviceID } from './device-id.ts'

const desktopThat = (invoke: (name: string) => Promise<unknown>) =>
  createDesktop({ [BRIDGE_KEY]: { invoke, on: () => () => {}, client: { version: '1.0.0' } } })

test('the desktop client tells the device ID', async () => {
  const asked: string[] = []
  const desktop = desktopThat(async (name) => {
    asked.push(name)
    return { ok: true, value: { deviceID: 'FW-1234' } }
  })
  expect(await readDeviceID(desktop)).toBe('FW-1234')
  expect(asked).toEqual(['deviceID'])
})

test('a desktop client that knows none, one that breaks and a browser have no device ID', async () => {
  const unsupported = {
    ok: false,
    error: { code: 'unsupported', message: 'This computer has no device ID.' },
  }
  expect(await readDeviceID(desktopThat(async () => unsupported))).toBeNull()
  expect(await readDeviceID(desktopThat(() => Promise.reject(new Error('gone'))))).toBeNull()
  expect(await readDeviceID(createDesktop({}))).toBeNull()
})
