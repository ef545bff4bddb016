import path from 'node:path'
import { invoke, type LooseBridge } from '../support/bridge.ts'
import { expect, test } from '../support/desktop.ts'

interface FixturePage {
  readonly fieldworkHost: LooseBridge
}

const badRequests: [what: string, name: string, request: unknown][] = [
  ['a request that is missing', 'idleWatch', undefined],
  ['a request of another kind', 'idleWatch', 'soon'],
  ['a value out of range', 'idleWatch', { thresholdSeconds: 0 }],
  ['a value that is no whole number', 'idleWatch', { thresholdSeconds: 1.5 }],
  ['a request where none is wanted', 'exit', { now: true }],
  ['a command that nobody declared', 'formatDisk', undefined],
  ['a name from the prototype', 'constructor', undefined],
]

test('a request that does not fit its command is answered badRequest', async ({ sharedDesktop: desktop }) => {
  for (const [what, name, request] of badRequests) {
    expect(await invoke(desktop.window, name, request), what).toEqual({
      ok: false,
      error: { code: 'badRequest', message: expect.stringMatching(/\w/) },
    })
  }
})

test('what cannot be cloned is answered badRequest, and an event that nobody declared throws', async ({
  sharedDesktop: desktop,
}) => {
  const [uncloneable, event] = await desktop.window.evaluate(async () => {
    const bridge = (globalThis as unknown as FixturePage).fieldworkHost
    let thrown = ''
    try {
      bridge.on('keyPressed', () => {})
    } catch (error) {
      thrown = (error as Error).message
    }
    return [await bridge.invoke('idleWatch', { thresholdSeconds: () => 1 }), thrown] as const
  })
  expect(uncloneable).toMatchObject({ ok: false, error: { code: 'badRequest' } })
  expect(event).toBe('The desktop client has no such event.')
})

test('a foreign page in our own window is answered forbidden', async ({ desktop }) => {
  await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<title>foreign</title>'),
  )
  await desktop.window.waitForURL(/^data:/)
  for (const name of ['exit', 'idleSeconds', 'deviceHealthCheck', 'deviceID']) {
    expect(await invoke(desktop.window, name)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  }
})

test('a window that is not ours is answered forbidden, even with our page in it', async ({
  desktop,
  fixtureApp,
}) => {
  const opened = desktop.app.waitForEvent('window')
  await desktop.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({
        webPreferences: { preload, sandbox: true, additionalArguments: ['--fieldwork-client=%7B%7D'] },
      })
      await stranger.loadURL('app://fieldwork/')
    },
    path.join(fixtureApp, 'dist/preload/preload.cjs'),
  )
  const stranger = await opened
  await stranger.waitForFunction(() => 'fieldworkHost' in globalThis)
  expect(await invoke(stranger, 'exit')).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(await invoke(desktop.window, 'idleSeconds')).toMatchObject({ ok: true })
})
