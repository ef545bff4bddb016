import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { invoke } from '../support/bridge.ts'
import { clientEnvironment, type Desktop, expect, test } from '../support/desktop.ts'

const addresses = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.webContents.getURL())
      .sort(),
  )

/** Opens a window from the page, as the application does. */
async function openWindow({ app, window }: Desktop, url: string, features = 'popup=yes'): Promise<Page> {
  const opened = app.waitForEvent('window')
  await window.evaluate(([address, wanted]) => void globalThis.open(address, '_blank', wanted), [
    url,
    features,
  ] as const)
  const page = await opened
  await page.waitForFunction(() => 'fieldworkHost' in globalThis)
  return page
}

test('S252 pop-outs and new instances open as guarded windows of the same kind, and nothing else does', async ({
  desktop,
}) => {
  const chat = await openWindow(desktop, '/my-team-chat', 'popup=yes,width=4000,height=4000')
  expect(await invoke(chat, 'idleSeconds')).toMatchObject({ ok: true })
  const bounds = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/my-team-chat'))
      ?.getBounds(),
  )
  expect(bounds).toMatchObject({ width: 1200, height: 768 })
  // Again: the one that is there is shown. And what isn't one of them is refused, from there too.
  await desktop.window.evaluate(() => void window.open('/my-team-chat'))
  await chat.evaluate(() => {
    window.open('/dashboard')
    window.open('https://user:secret@elsewhere.invalid/')
  })
  await openWindow(desktop, '/')
  const own = ['app://fieldwork/', 'app://fieldwork/', 'app://fieldwork/my-team-chat']
  await expect.poll(() => addresses(desktop)).toEqual(own)
})

test('closing asks where a page holds the person back; developer tools, sleep and a lost graphics processor', async ({
  desktop,
}) => {
  const asked = await desktop.app.evaluate(({ BrowserWindow, dialog }) => {
    const messages: string[] = []
    const answers = [0, 1]
    dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => {
      messages.push(message)
      return answers.shift()
    }) as never
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const ask = () => {
      let left = false
      const preventDefault = () => {
        left = true
      }
      contents?.emit('will-prevent-unload', { preventDefault })
      return left
    }
    return { left: [ask(), ask()], messages }
  })
  expect(asked).toEqual({ left: [false, true], messages: ['Close this window?', 'Close this window?'] })

  expect(await invoke(desktop.window, 'openDevtools')).toEqual({ ok: true, value: null })
  const isOpen = () =>
    desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.isDevToolsOpened(),
    )
  await expect.poll(isOpen).toBe(true)

  await desktop.window.evaluate(() => {
    const page = globalThis as unknown as {
      fieldworkHost: { on(name: string, listener: (payload: unknown) => void): void }
      changes: unknown[]
    }
    page.changes = []
    page.fieldworkHost.on('connectionChanged', (payload) => page.changes.push(payload))
    page.fieldworkHost.on('machineAway', (payload) => page.changes.push(payload))
    page.fieldworkHost.on('machineBack', (payload) => page.changes.push(payload))
  })
  await desktop.app.evaluate(({ app, powerMonitor }) => {
    powerMonitor.emit('lock-screen')
    powerMonitor.emit('suspend')
    powerMonitor.emit('resume')
    powerMonitor.emit('unlock-screen')
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' })
  })
  const changes = () =>
    desktop.window.evaluate(() => (globalThis as unknown as { changes: unknown[] }).changes)
  await expect
    .poll(changes)
    .toEqual([
      { cause: 'lock' },
      { cause: 'sleep' },
      { cause: 'resume' },
      { cause: 'wake' },
      { cause: 'unlock' },
    ])
})

test('a page that crashes is loaded again, until it is a loop: then a plain page offers to restart', async ({
  desktop,
}) => {
  const crash = () =>
    desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return new Promise<void>((resolve) => {
        // A load that was under way before may still finish: the one that follows the crash counts.
        contents?.once('render-process-gone', () => contents.once('did-finish-load', () => resolve()))
        contents?.forcefullyCrashRenderer()
      })
    })
  const address = () =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
  await crash()
  await crash()
  expect(await address()).toBe('app://fieldwork/')
  await crash()
  expect(await address()).toBe('app://fieldwork/stopped')
})

test('a link of the client’s own scheme that a second start brings reaches the page', async ({
  desktop,
  binary,
  fixtureApp,
}) => {
  const link = 'fieldwork-app://launch?source=ticket&sourceid=12'
  await new Promise<void>((resolve, reject) => {
    const args = [
      ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
      fixtureApp,
      `--user-data-dir=${desktop.userData}`,
      '--server=http://127.0.0.1:9',
      link,
    ]
    execFile(binary.file, args, { env: clientEnvironment(''), timeout: 15_000 }, (error) =>
      error ? reject(error) : resolve(),
    )
  })
  await expect
    .poll(() => invoke(desktop.window, 'takeAppLink'))
    .toEqual({ ok: true, value: { source: 'ticket', sourceid: '12' } })
  expect(await invoke(desktop.window, 'takeAppLink')).toEqual({ ok: true, value: null })
})

test('a hang, a crash and what nobody caught in main stand in the log, without secrets', async ({
  launch,
}) => {
  const { app, userData } = await launch()
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    window?.emit('unresponsive')
    window?.emit('responsive')
    window?.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    const error = new Error('refused with password=hunter2 at https://host.invalid/a?q=salary')
    ;(process as NodeJS.EventEmitter).emit('uncaughtExceptionMonitor', error, 'uncaughtException')
  })
  const log = () => readFileSync(path.join(userData, 'logs/main.log'), 'utf8')
  await expect.poll(log).toContain('nobody caught: Error: refused with password=[secret]')
  expect(log()).toContain('the page gives no answer')
  expect(log()).toContain("the page's process has gone: crashed")
  for (const secret of ['hunter2', 'salary']) expect(log()).not.toContain(secret)
})
