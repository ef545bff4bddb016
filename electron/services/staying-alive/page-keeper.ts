import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import { FailureCount } from './failure-count.ts'

/**
 * How long a page may give no answer before it is ended, in milliseconds. Ours: long enough for dialogs and
 * long work.
 */
const HANGING_MS = 20_000

/** A window's page, as far as keeping it alive needs it. */
export interface KeptPage {
  reload(): void
  /** Ends its process, as a crash would. */
  end(): void
  /** Shows the plain page with 'Restart'. */
  showStopped(): void
}

/**
 * Keeps one window's page alive: reloads it when its process is gone, ends a hanging one, and shows a plain
 * page when it has failed three times in five minutes.
 */
export class PageKeeper {
  readonly #page: KeptPage
  readonly #scheduler: Scheduler
  readonly #report: Report
  readonly #failures: FailureCount
  #stopWaiting: Cancel = () => {}

  constructor(page: KeptPage, scheduler: Scheduler, report: Report) {
    this.#page = page
    this.#scheduler = scheduler
    this.#report = report
    this.#failures = new FailureCount(scheduler)
  }

  /** @param reason as Electron names it; 'clean-exit' is no failure */
  gone(reason: string): void {
    this.#stopWaiting()
    this.#report(`the page's process has gone: ${reason}`)
    if (reason === 'clean-exit') return
    if (this.#failures.add()) {
      this.#report('the page failed too often and is not loaded again')
      this.#failures.reset()
      this.#page.showStopped()
    } else this.#page.reload()
  }

  unresponsive(): void {
    this.#report('the page gives no answer')
    this.#stopWaiting()
    this.#stopWaiting = this.#scheduler.after(HANGING_MS, () => {
      this.#report('the page hangs and is ended')
      this.#page.end()
    })
  }

  responsive(): void {
    this.#stopWaiting()
    this.#report('the page answers again')
  }

  /** Its window has closed. */
  stop(): void {
    this.#stopWaiting()
  }
}
