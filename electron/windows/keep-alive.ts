import type { BrowserWindow } from 'electron'
import { STOPPED_URL } from '../protocol/stopped-page.ts'
import type { Report } from '../services/log.ts'
import type { Scheduler } from '../services/scheduler.ts'
import { PageKeeper } from '../services/staying-alive/page-keeper.ts'

/** Keeps a window's page alive through crashes and hangs. */
export function keepAlive(window: BrowserWindow, scheduler: Scheduler, report: Report): void {
  const { webContents } = window
  const keeper = new PageKeeper(
    {
      reload: () => webContents.reload(),
      end: () => webContents.forcefullyCrashRenderer(),
      showStopped: () =>
        void webContents
          .loadURL(STOPPED_URL)
          .catch((error: unknown) => report('could not show that the page stopped', error)),
    },
    scheduler,
    report,
  )
  webContents.on('render-process-gone', (_event, { reason }) => keeper.gone(reason))
  window.on('unresponsive', () => keeper.unresponsive())
  window.on('responsive', () => keeper.responsive())
  window.on('closed', () => keeper.stop())
}
