import { BrowserWindow, desktopCapturer, screen } from 'electron'
import { choiceOf, isStop, pickerPage, sharingPage, signPage } from '../services/capture/picker-page.ts'
import type { CaptureParts } from '../services/capture/screen-capture.ts'
import type { ShareParts } from '../services/capture/screen-share.ts'
import type { CapturePurpose, CaptureSource, PickerParts } from '../services/capture/source-picker.ts'
import type { Report } from '../services/log.ts'
import type { Scheduler } from '../services/scheduler.ts'
import type { HostWindows } from './host-windows.ts'

const THUMBNAIL = { width: 320, height: 180 }
const TYPES: ('screen' | 'window')[] = ['screen', 'window']

/** How long the sign stays after the picture, so that the person notices it. */
const SIGN_MS = 2_000
const SIGN = { width: 360, height: 44 }

/** No script, no bridge, no Node: these pages only show something. */
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

type CaptureWindows = PickerParts &
  Pick<CaptureParts, 'picture'> & {
    readonly showCapturing: CaptureParts['showSign']
    readonly showSharing: ShareParts['showSign']
  }

/** Captures by Electron, with windows of the host's own for picking and for the sign. */
export function captureWindows(parts: CaptureWindowParts): CaptureWindows {
  return {
    async sources() {
      const found = await desktopCapturer.getSources({ types: TYPES, thumbnailSize: THUMBNAIL })
      return found.map(({ id, name, thumbnail }) => ({ id, name, thumbnail: thumbnail.toDataURL() }))
    },
    pick: (sources, windowId, purpose) =>
      pick({ sources, purpose, parent: parts.windows.get(windowId), report: parts.report }),
    showCapturing: (name) => showCapturing(name, parts),
    showSharing: (name, onStop) => showSharing(name, onStop, parts.report),
    async picture(id) {
      const { width, height } = screen.getPrimaryDisplay().bounds
      const found = await desktopCapturer.getSources({ types: TYPES, thumbnailSize: { width, height } })
      return found.find((source) => source.id === id)?.thumbnail.toDataURL() ?? null
    },
  }
}

interface Picking {
  readonly sources: readonly CaptureSource[]
  readonly purpose: CapturePurpose
  readonly parent: BrowserWindow | null
  readonly report: Report
}

function pick({ sources, purpose, parent, report }: Picking): Promise<CaptureSource | null> {
  return new Promise((resolve) => {
    const picker = new BrowserWindow({
      ...(parent ? { parent, modal: true } : {}),
      width: 760,
      height: 600,
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
    load(picker, pickerPage(sources, purpose), report)
  })
}

function openSign(): BrowserWindow {
  const { workArea } = screen.getPrimaryDisplay()
  return new BrowserWindow({
    ...SIGN,
    x: Math.round(workArea.x + (workArea.width - SIGN.width) / 2),
    y: workArea.y,
    frame: false,
    focusable: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    webPreferences: PLAIN,
  })
}

function close(sign: BrowserWindow): void {
  if (!sign.isDestroyed()) sign.close()
}

function showCapturing(name: string, { scheduler, report }: CaptureWindowParts): () => void {
  const sign = openSign()
  load(sign, signPage(name), report)
  return () => void scheduler.after(SIGN_MS, () => close(sign))
}

/** The sign can't be removed without stopping: closing it stops, too. */
function showSharing(name: string, onStop: () => void, report: Report): () => void {
  const sign = openSign()
  let over = false
  sign.webContents.on('will-frame-navigate', (event) => {
    event.preventDefault()
    if (isStop(event.url)) onStop()
  })
  sign.on('closed', () => {
    if (!over) onStop()
  })
  load(sign, sharingPage(name), report)
  return () => {
    over = true
    close(sign)
  }
}

function load(window: BrowserWindow, page: string, report: Report): void {
  window.loadURL(page).catch((error: unknown) => report('could not show a window of the capture', error))
}
