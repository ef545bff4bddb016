import { type BrowserWindow, type BrowserWindowConstructorOptions, screen, type WebContents } from 'electron'
import type { Report } from '../services/log.ts'
import type { HostWindows } from './host-windows.ts'
import { bringToFront } from './main-window.ts'
import { answerWish, type PageWindowKind } from './page-windows.ts'

/** How a window that a page may open is made. */
export interface OwnWindow {
  readonly options: BrowserWindowConstructorOptions
  /** Whether it stays open without the window that opened it: a further instance does, a pop-out doesn't. */
  readonly outlivesOpener: boolean
}

interface OwnWindowsParts {
  readonly windows: HostWindows
  readonly options: () => BrowserWindowConstructorOptions
  /** Called with each of our windows, to watch over it. */
  readonly adopt: (window: BrowserWindow) => void
  readonly report: Report
}

/** The windows that our pages open: pop-outs and further instances, guarded like the first window. */
export class OwnWindows {
  readonly #parts: OwnWindowsParts
  readonly #open = new Map<BrowserWindow, PageWindowKind>()

  constructor(parts: OwnWindowsParts) {
    this.#parts = parts
  }

  /**
   * The window that a page of ours may open; null where it may not, or where an open one is shown instead.
   */
  allow(contents: WebContents, wish: { readonly url: string; readonly features: string }): OwnWindow | null {
    const { windows, options, report } = this.#parts
    if (!windows.has(contents.id)) return null
    const { workAreaSize: available } = screen.getPrimaryDisplay()
    const answer = answerWish({ ...wish, available, open: this.#open })
    if (answer.do === 'show') bringToFront(answer.window)
    if (answer.do !== 'open') return null
    const { kind, size } = answer
    contents.once('did-create-window', (window) => this.#adopt(window, kind))
    report(`opens a window: ${kind}`)
    return { options: { ...options(), ...size }, outlivesOpener: kind === 'instance' }
  }

  /** Whether a meeting's window is open, which nothing may close unasked. */
  isInMeeting(): boolean {
    return [...this.#open.values()].includes('moderator-meeting-room')
  }

  #adopt(window: BrowserWindow, kind: PageWindowKind): void {
    this.#open.set(window, kind)
    window.on('closed', () => this.#open.delete(window))
    this.#parts.adopt(window)
  }
}
