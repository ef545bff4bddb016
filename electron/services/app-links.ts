import { APP_SCHEME, type AppLink, parseAppLink } from '#shared/domain/app-link.ts'
import type { Report } from './log.ts'

/** Keeps the link with which the client was last opened, until the page takes it. */
export class AppLinks {
  readonly #report: Report
  #waiting: AppLink | null = null

  constructor(report: Report) {
    this.#report = report
  }

  /** Whether the command line has one of our links; a malformed one is refused. */
  openedWith(args: readonly string[]): boolean {
    const text = args.find((argument) => argument.toLowerCase().startsWith(`${APP_SCHEME}:`))
    if (text === undefined) return false
    const link = parseAppLink(text)
    if (link === null) this.#report('refused a link that opened the client')
    else this.#waiting = link
    return link !== null
  }

  /** The link, told once. */
  take(): AppLink | null {
    const link = this.#waiting
    this.#waiting = null
    return link
  }
}
