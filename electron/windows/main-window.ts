import { BrowserWindow, screen } from 'electron'
import { DESKTOP_ORIGIN } from '#shared/host/bridge.ts'
import type { Report } from '../services/log.ts'
import { type PageWindowParts, pageWindowOptions } from './window-options.ts'
import { MINIMUM_SIZE } from './window-state.ts'
import type { WindowStateKeeper } from './window-state-keeper.ts'

export interface MainWindowParts {
  readonly page: PageWindowParts
  readonly state: WindowStateKeeper
  /** Called with the window before its page loads, to watch over it. */
  readonly adopt: (window: BrowserWindow) => void
  readonly report: Report
}

/** Opens the application's window where it last was. */
export function openMainWindow({ page, state, adopt, report }: MainWindowParts): BrowserWindow {
  const { x, y, width, height, maximised } = state.load(workAreas())
  const window = new BrowserWindow({
    ...pageWindowOptions(page),
    ...(x === undefined || y === undefined ? {} : { x, y }),
    width,
    height,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
  })
  adopt(window)
  if (maximised) window.maximize()
  state.keep(window)
  window.once('ready-to-show', () => window.show())
  window.loadURL(`${DESKTOP_ORIGIN}/`).catch((error: unknown) => report('could not load the page', error))
  return window
}

/** Brings a window to the front, as a second start of the application does. */
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
