import path from 'node:path'
import type { Page } from 'playwright-core'
import { type Desktop, expect, test } from '../support/desktop.ts'

interface EchoPage {
  readonly echo: Record<string, (...args: unknown[]) => unknown>
}

/** A window of the test's own, whose preload sends anything to main. */
async function openEcho({ app }: Desktop): Promise<Page> {
  const opened = app.waitForEvent('window')
  await app.evaluate(
    async ({ BrowserWindow, ipcMain }, preload) => {
      ipcMain.handle('test:echo', (_event, value) => value)
      ipcMain.handle('test:kind', (_event, value) => Object.prototype.toString.call(value))
      ipcMain.handle('test:fail', () => {
        throw new TypeError('no luck')
      })
      const window = new BrowserWindow({ webPreferences: { preload, sandbox: true } })
      await window.loadURL('data:text/html,<title>echo</title><script>window.pageGlobal = 1</script>')
    },
    path.resolve(import.meta.dirname, '../fixtures/echo-preload.cjs'),
  )
  const page = await opened
  await page.waitForFunction(() => 'echo' in globalThis)
  return page
}

test('IPC carries what the structured clone algorithm carries', async ({ desktop }) => {
  const page = await openEcho(desktop)
  expect(await page.evaluate(() => (globalThis as unknown as EchoPage).echo.roundTrip?.())).toEqual({
    cycle: true,
    map: true,
    bytes: '1,2,255',
    floats: 0.1,
    buffer: 3,
    date: 5,
    pattern: '/a/gi',
    big: true,
    notANumber: true,
    minusZero: true,
    endless: true,
    nothing: true,
    none: null,
    text: true,
    sparse: [3, false],
    error: 'too far',
  })
  const kinds = await page.evaluate(async () => {
    const { kind } = (globalThis as unknown as EchoPage).echo
    return [
      await kind?.(new Map()),
      await kind?.(new Date()),
      await kind?.(new Uint8Array(1)),
      await kind?.([]),
    ]
  })
  expect(kinds).toEqual(['[object Map]', '[object Date]', '[object Uint8Array]', '[object Array]'])
})

test('errors cross as Electron words them', async ({ desktop }) => {
  const page = await openEcho(desktop)
  const errors = await page.evaluate(async () => {
    const { echo } = globalThis as unknown as EchoPage
    let thrown = ''
    try {
      echo.throwing?.()
    } catch (error) {
      thrown = (error as Error).message
    }
    return [await echo.failing?.(), await echo.unhandled?.(), await echo.uncloneable?.(), thrown]
  })
  expect(errors).toEqual([
    "Error invoking remote method 'test:fail': TypeError: no luck",
    "Error invoking remote method 'test:nobody': Error: No handler registered for 'test:nobody'",
    'An object could not be cloned.',
    'thrown across worlds',
  ])
})

test('a preload is isolated from its page and has no Node', async ({ desktop }) => {
  const page = await openEcho(desktop)
  const found = await page.evaluate(() => {
    const { echo } = globalThis as unknown as EchoPage
    return [echo.add?.(2, 3), echo.seesPage?.(), echo.canRequire?.()]
  })
  expect(found).toEqual([5, 'undefined', 'module not found: node:fs'])
})

test('the stand-in names what it does not have', async ({ desktop, binary }) => {
  test.skip(binary.real, 'is about the stand-in')
  const messages = await desktop.app.evaluate((electron) => {
    const { app, BrowserWindow, ipcMain } = electron
    const window = BrowserWindow.getAllWindows()[0]
    const attempts: (() => unknown)[] = [
      () => electron.globalShortcut,
      () => app.getGPUInfo,
      () => ipcMain.handleOnce,
      () => window?.setKiosk,
      () => window?.webContents.on('cursor-changed', () => {}),
      () => app.on('browser-window-blur', () => {}),
      () => new BrowserWindow({ webPreferences: { nodeIntegration: true } }),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'nothing thrown'
      } catch (error) {
        return (error as Error).message
      }
    })
  })
  expect(messages).toEqual([
    'electron stand-in: electron.globalShortcut is not implemented',
    'electron stand-in: app.getGPUInfo is not implemented',
    'electron stand-in: ipcMain.handleOnce is not implemented',
    'electron stand-in: BrowserWindow.setKiosk is not implemented',
    "electron stand-in: the event 'cursor-changed' of webContents is not implemented",
    "electron stand-in: the event 'browser-window-blur' of app is not implemented",
    'electron stand-in: webPreferences.nodeIntegration = true is not implemented',
  ])
})
