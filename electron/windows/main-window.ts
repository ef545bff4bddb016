import { BrowserWindow, nativeTheme, screen } from 'electron'
import { DESKTOP_ORIGIN, type HostClient } from '#shared/host/bridge.ts'
import { clientArgument } from '#shared/host/client-argument.ts'
import type { Report } from '../services/log.ts'
import type { Scheduler } from '../services/scheduler.ts'
import type { HostWindows } from './host-windows.ts'
import { MINIMUM_SIZE } from './window-state.ts'
import type { WindowStateKeeper } from './window-state-keeper.ts'

export interface MainWindowParts {
  readonly client: HostClient
  readonly preload: string
  readonly windows: HostWindows
  readonly state: WindowStateKeeper
  readonly scheduler: Scheduler
  readonly report: Report
}

/** Colours before the first paint; the page's own follow. */
const BACKGROUND = { dark: '#101418', light: '#ffffff' }

/** A page that crashes again within this time isn't loaded once more. */
const CRASH_LOOP_MS = 10_000

/** Opens the application's window, where the person left it. */
export function openMainWindow({
  client,
  preload,
  windows,
  state,
  scheduler,
  report,
}: MainWindowParts): BrowserWindow {
  const { x, y, width, height, maximised } = state.load(workAreas())
  const window = new BrowserWindow({
    ...(x === undefined || y === undefined ? {} : { x, y }),
    width,
    height,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Fieldwork',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      additionalArguments: [clientArgument(client)],
    },
  })
  windows.add(window)
  if (maximised) window.maximize()
  state.keep(window)
  window.once('ready-to-show', () => window.show())
  reloadAfterCrash(window, scheduler, report)
  window.loadURL(`${DESKTOP_ORIGIN}/`).catch((error: unknown) => report('could not load the page', error))
  return window
}

/** Brings a window before the person: a second start of the application does this instead of starting. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function workAreas() {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

function reloadAfterCrash(window: BrowserWindow, scheduler: Scheduler, report: Report): void {
  let lastCrash = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    report(`the page's process has gone: ${reason}`)
    const looping = scheduler.now() - lastCrash < CRASH_LOOP_MS
    lastCrash = scheduler.now()
    if (!looping && reason !== 'clean-exit') window.webContents.reload()
  })
}
