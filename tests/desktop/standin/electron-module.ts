import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getBoot } from './boot.ts'
import { Chromium, whileThere } from './chromium.ts'
import { App } from './modules/app.ts'
import { BrowserWindow, setWindowSystem } from './modules/browser-window.ts'
import { IpcMain } from './modules/ipc-main.ts'
import { desktopCapturer, nativeImage } from './modules/pictures.ts'
import { Session } from './modules/session.ts'
import { crashReporter, dialog, Menu, nativeTheme, powerMonitor, screen, shell } from './modules/system.ts'
import { utilityProcess } from './modules/utility-process.ts'
import type { WebContents } from './modules/web-contents.ts'
import { startOriginRelay } from './origin-relay.ts'
import { preventable, strict } from './strict.ts'

/** Builds the 'electron' module, and `start`, which brings up Chromium and then makes the app ready. */
export function createElectron(): { electron: object; start: () => void; mainFile: string } {
  const boot = getBoot()
  let chromium: Chromium | null = null
  const targets = new Map<string, BrowserWindow>()
  const creating = new Set<Promise<unknown>>()
  const app = new App({
    boot,
    windows: () => BrowserWindow.getAllWindows(),
    endBrowser: async () => chromium?.end(),
  })
  const session = new Session(() => app.isReady())
  const ipcMain = new IpcMain()
  setWindowSystem({
    chromium: () => {
      if (!chromium) throw new Error('electron stand-in: Chromium is not up')
      return chromium
    },
    isReady: () => app.isReady(),
    session,
    ipcMain,
    targets,
    creating,
    onCreated: (contents) => app.emit('web-contents-created', preventable({}), contents),
    onLastClosed: () => app.lastWindowClosed(),
  })

  /** Closes a page that no window of ours has, which is known once no creation is under way. */
  async function closeIfForeign(browser: Chromium, targetId: string): Promise<void> {
    await Promise.allSettled(creating)
    if (targets.has(targetId)) return
    process.stderr.write('[stand-in] a page opened a window in a way that is not held; it is closed\n')
    await browser.send('Target.closeTarget', { targetId })
  }

  async function startBrowser(): Promise<void> {
    if (app.exiting) return
    const { profile, remove } = profileFolder(boot.switches.get('user-data-dir'))
    process.on('exit', remove)
    const launched = await Chromium.launch(profile, await startOriginRelay(), () => app.exit(0))
    const browser = launched.chromium
    chromium = browser
    process.on('exit', () => browser.kill())
    browser.listen(undefined, (method, params: TargetEvent) => {
      if (method === 'Target.targetCreated' && params.targetInfo?.type === 'page') {
        whileThere(closeIfForeign(browser, params.targetInfo.targetId))
      } else if (method === 'Target.targetDestroyed') targets.get(params.targetId ?? '')?.gone()
    })
    await browser.send('Target.setDiscoverTargets', { discover: true })
    process.stderr.write(`\nDevTools listening on ${launched.driverUrl}\n`)
    await boot.mayBeReady
    app.becomeReady()
  }

  const allContents = () => BrowserWindow.getAllWindows().map((window) => window.webContents)
  const electron = strict('electron', {
    app,
    BrowserWindow: strict('BrowserWindow', BrowserWindow),
    crashReporter: crashReporter(() => app.isReady()),
    desktopCapturer,
    dialog,
    ipcMain: ipcMain.api,
    Menu: strict('Menu', Menu),
    nativeImage,
    nativeTheme,
    powerMonitor,
    protocol: session.protocol,
    screen,
    session: strict('session', { defaultSession: session.api }),
    shell,
    utilityProcess,
    webContents: strict('webContents', {
      getAllWebContents: (): WebContents[] => allContents(),
      fromFrame: (frame: object) => allContents().find((contents) => contents.mainFrame === frame),
      fromDevToolsTargetId: (targetId: string) =>
        allContents().find((contents) => contents.targetId === targetId) ?? null,
    }),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => app.quit())
  return { electron, mainFile: boot.mainFile, start: () => void startBrowser() }
}

interface TargetEvent {
  readonly targetId?: string
  readonly targetInfo?: { readonly targetId: string; readonly type: string }
}

/** Chromium's profile: with the app's data where it was given a place, else a temporary one. */
function profileFolder(userData: string | undefined): { profile: string; remove: () => void } {
  if (userData !== undefined) return { profile: path.join(userData, 'chromium'), remove: () => {} }
  const profile = mkdtempSync(path.join(os.tmpdir(), 'stand-in-'))
  return { profile, remove: () => rmSync(profile, { recursive: true, force: true }) }
}
