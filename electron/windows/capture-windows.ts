import { BrowserWindow, desktopCapturer, screen } from 'electron'
import { choiceOf, pickerPage, signPage } from '../services/capture/picker-page.ts'
import type { CaptureParts, CaptureSource } from '../services/capture/screen-capture.ts'
import type { Report } from '../services/log.ts'
import type { Scheduler } from '../services/scheduler.ts'
import type { HostWindows } from './host-windows.ts'

const THUMBNAIL = { width: 320, height: 180 }
const TYPES: ('screen' | 'window')[] = ['screen', 'window']

/** How long the sign stays once the picture is taken, so that a person sees it. */
const SIGN_MS = 2_000
const SIGN = { width: 360, height: 44 }

/** No script, no bridge, no node: these pages only show something. */
const PLAIN = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  javascript: false,
}

interface CaptureWindowParts {
  readonly windows: HostWindows
  readonly scheduler: Scheduler
  readonly report: Report
}

/** Captures with Electron's own means, and with windows of the host's own for picking and telling. */
export function captureWindows(parts: CaptureWindowParts): CaptureParts {
  return {
    async sources() {
      const found = await desktopCapturer.getSources({ types: TYPES, thumbnailSize: THUMBNAIL })
      return found.map(({ id, name, thumbnail }) => ({ id, name, thumbnail: thumbnail.toDataURL() }))
    },
    pick: (sources, windowId) => pick(sources, parts.windows.get(windowId), parts.report),
    showSign: (name) => showSign(name, parts),
    async picture(id) {
      const { width, height } = screen.getPrimaryDisplay().bounds
      const found = await desktopCapturer.getSources({ types: TYPES, thumbnailSize: { width, height } })
      return found.find((source) => source.id === id)?.thumbnail.toDataURL() ?? null
    },
  }
}

function pick(
  sources: readonly CaptureSource[],
  parent: BrowserWindow | null,
  report: Report,
): Promise<CaptureSource | null> {
  return new Promise((resolve) => {
    const picker = new BrowserWindow({
      ...(parent ? { parent, modal: true } : {}),
      width: 760,
      height: 600,
      title: 'Capture a screen',
      autoHideMenuBar: true,
      webPreferences: PLAIN,
    })
    picker.webContents.on('will-frame-navigate', (event) => {
      const choice = choiceOf(event.url)
      if (choice === undefined) return
      event.preventDefault()
      resolve((choice === null ? undefined : sources[choice]) ?? null)
      picker.close()
    })
    picker.on('closed', () => resolve(null))
    load(picker, pickerPage(sources), report)
  })
}

function showSign(name: string, { scheduler, report }: CaptureWindowParts): () => void {
  const { workArea } = screen.getPrimaryDisplay()
  const sign = new BrowserWindow({
    ...SIGN,
    x: Math.round(workArea.x + (workArea.width - SIGN.width) / 2),
    y: workArea.y,
    frame: false,
    focusable: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    webPreferences: PLAIN,
  })
  load(sign, signPage(name), report)
  return () => {
    scheduler.after(SIGN_MS, () => {
      if (!sign.isDestroyed()) sign.close()
    })
  }
}

function load(window: BrowserWindow, page: string, report: Report): void {
  window.loadURL(page).catch((error: unknown) => report('could not show a window of the capture', error))
}
