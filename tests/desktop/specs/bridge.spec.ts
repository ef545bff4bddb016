import path from 'node:path'
import { FIXTURE_VERSION } from '../support/app-folder.ts'
import type { LooseBridge } from '../support/bridge.ts'
import { expect, test } from '../support/desktop.ts'

interface FixturePage {
  readonly fieldworkHost: LooseBridge
  readonly bridgeAtStart: string
}

test('the bridge is there before the first script of a page, frozen and with nothing but its three members', async ({
  sharedDesktop: desktop,
}) => {
  const seen = await desktop.window.evaluate(() => {
    const page = globalThis as unknown as FixturePage
    const bridge = page.fieldworkHost
    const replaced = Reflect.set(page, 'fieldworkHost', null) || Reflect.set(bridge, 'invoke', null)
    const extended = Reflect.set(bridge, 'more', 1) || Reflect.set(bridge.client, 'version', 'x')
    return {
      atStart: page.bridgeAtStart,
      members: Object.keys(bridge).sort(),
      frozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.client),
      changed: replaced || extended,
    }
  })
  expect(seen).toEqual({
    atStart: 'object',
    members: ['client', 'invoke', 'on'],
    frozen: true,
    changed: false,
  })
})

test('the bridge tells the version, the system and the server', async ({ launch }) => {
  const { window, userData } = await launch({ server: 'http://127.0.0.1:4711' })
  const client = await window.evaluate(() => (globalThis as unknown as FixturePage).fieldworkHost.client)
  expect(client).toEqual({
    version: FIXTURE_VERSION,
    platform: process.platform,
    serverUrl: 'http://127.0.0.1:4711',
    logs: path.join(userData, 'logs'),
  })
})

test('a page has no Node, no Electron and nothing of the preload', async ({ sharedDesktop: desktop }) => {
  const found = await desktop.window.evaluate(() =>
    [
      'require',
      'process',
      'module',
      'exports',
      'Buffer',
      'global',
      '__dirname',
      'electron',
      'ipcRenderer',
    ].filter((name) => name in globalThis),
  )
  expect(found).toEqual([])
  const leaks = await desktop.window.evaluate(() =>
    Object.getOwnPropertyNames(globalThis).filter((name) => /standin|electron/i.test(name)),
  )
  expect(leaks).toEqual([])
})
