import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import type { CaptureSource, SourcePicker } from './source-picker.ts'

/** After the permission a page takes the stream at once. A page that doesn't may be after something else. */
const TAKE_MS = 2_000

/** How long a page has to stop sharing before it is reloaded. */
const STOP_MS = 3_000

export interface ShareParts {
  readonly picker: Pick<SourcePicker, 'pick'>
  readonly scheduler: Scheduler
  readonly report: Report
  /** Shows a sign that a screen is shared, with a way to stop; answers what removes it. */
  readonly showSign: (name: string, onStop: () => void) => () => void
  /** Asks the page to stop its stream. */
  readonly askToStop: (windowId: number) => void
  /** Reloads the page, which ends all its streams. */
  readonly reload: (windowId: number) => void
  /** Calls back once, when the window's page is gone. */
  readonly onPageGone: (windowId: number, action: () => void) => void
}

interface Share {
  readonly source: CaptureSource
  readonly end: () => void
  cancelStop: Cancel | null
}

/**
 * Shares a screen or window with a page, for a meeting. A page asks by `getDisplayMedia`, the person picks in
 * the host's window, and a sign with a way to stop stays as long as the page shares.
 *
 * Electron's permission would also let a page take any screen by `getUserMedia`. So it is given only for what
 * was just picked, and a page that doesn't take that by `getDisplayMedia` at once is reloaded.
 */
export class ScreenShare {
  readonly #parts: ShareParts
  /** What was picked for a window and isn't taken yet. */
  readonly #picked = new Map<number, { readonly source: CaptureSource; readonly cancel: Cancel }>()
  readonly #shares = new Map<number, Share>()

  constructor(parts: ShareParts) {
    this.#parts = parts
  }

  /** Whether a window's page may have a screen: its person picks one. One at a time for each window. */
  async ask(windowId: number): Promise<boolean> {
    const { picker, scheduler, report, reload } = this.#parts
    if (this.#picked.has(windowId) || this.#shares.has(windowId)) return false
    try {
      const source = await picker.pick(windowId, 'share')
      if (!source) return false
      const cancel = scheduler.after(TAKE_MS, () => {
        this.#picked.delete(windowId)
        report('a page did not take the screen that was picked for it; it is loaded again')
        reload(windowId)
      })
      this.#picked.set(windowId, { source, cancel })
      return true
    } catch (error) {
      report('could not share a screen', error instanceof HostFailure ? error.message : error)
      return false
    }
  }

  /** What was picked for a window's page, told once; null for nothing. From now on it is shared. */
  take(windowId: number): CaptureSource | null {
    const picked = this.#picked.get(windowId)
    if (!picked) return null
    picked.cancel()
    this.#picked.delete(windowId)
    const { source } = picked
    const share: Share = {
      source,
      end: this.#parts.showSign(source.name, () => this.#stop(windowId)),
      cancelStop: null,
    }
    this.#shares.set(windowId, share)
    this.#parts.onPageGone(windowId, () => this.#end(windowId, share))
    return source
  }

  /** The page has stopped sharing. */
  ended(windowId: number): void {
    const share = this.#shares.get(windowId)
    if (share) this.#end(windowId, share)
  }

  #stop(windowId: number): void {
    const { scheduler, askToStop, reload } = this.#parts
    const share = this.#shares.get(windowId)
    if (!share || share.cancelStop) return
    share.cancelStop = scheduler.after(STOP_MS, () => reload(windowId))
    askToStop(windowId)
  }

  #end(windowId: number, share: Share): void {
    if (this.#shares.get(windowId) !== share) return
    this.#shares.delete(windowId)
    share.cancelStop?.()
    share.end()
  }
}
