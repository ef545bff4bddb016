import type { HostEventPayload } from '#shared/host/events.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'

export type ActiveProgram = HostEventPayload<'activeApp'>

const WHAT = 'Watching the program in front'

/** How often the program in front is looked at. No process is started for it. */
const LOOK_MS = 2_000

/** So many looks in a row may fail; then it is given up. */
const FAILURES_MAX = 5

const NAME_MAX = 200

export interface ActiveAppParts {
  readonly system: Pick<HostSystem, 'platform' | 'windows'>
  readonly scheduler: Scheduler
  readonly report: Report
  readonly emit: (windowId: number, program: ActiveProgram) => void
}

/**
 * Watches the program in front for all windows that ask (spec 1 §4.4). It tells a program's file and the name it
 * calls itself, never a window's title, which holds other people's words.
 */
export class ActiveAppWatch {
  readonly #parts: ActiveAppParts
  readonly #watches = new Map<number, object>()
  #starting: Promise<void> | null = null
  #cancel: Cancel | null = null
  #failures = 0
  #current: ActiveProgram | null = null

  constructor(parts: ActiveAppParts) {
    this.#parts = parts
  }

  /**
   * Watches for a window, and tells it at once what is known. Answers a token with which only this watch can
   * be stopped. Throws `HostFailure`, and then nothing is watched.
   */
  async start(windowId: number): Promise<object> {
    const watch = {}
    const known = this.#current
    this.#watches.set(windowId, watch)
    try {
      await this.#ensureLooking()
    } catch (error) {
      this.stop(windowId, watch)
      throw error
    }
    // Who came first was told by the first look.
    if (known && this.#watches.get(windowId) === watch) this.#parts.emit(windowId, known)
    return watch
  }

  /** Stops a window's watch; given a token, only if the watch is still that one. */
  stop(windowId: number, token?: object): void {
    if (token !== undefined && this.#watches.get(windowId) !== token) return
    this.#watches.delete(windowId)
    if (this.#watches.size === 0) this.#end()
  }

  async #ensureLooking(): Promise<void> {
    if (this.#cancel) return
    this.#starting ??= this.#startLooking().finally(() => {
      this.#starting = null
    })
    await this.#starting
  }

  async #startLooking(): Promise<void> {
    await attempted(WHAT, async () => {
      onlyOnWindows(this.#parts.system.platform, WHAT)
      await this.#look()
      // Nobody may need it any more.
      if (this.#watches.size > 0) this.#plan()
    })
  }

  /** The next look is planned after this one, so that a slow Windows isn't asked twice at a time. */
  #plan(): void {
    this.#cancel = this.#parts.scheduler.after(LOOK_MS, () => {
      this.#look()
        .then(() => {
          this.#failures = 0
        })
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.#cancel && this.#plan())
    })
  }

  async #look(): Promise<void> {
    const found = await this.#parts.system.windows.ask('frontProgram', {})
    const isKnown = found === null || this.#watches.size === 0 || isSame(found, this.#current)
    if (isKnown) return
    const program = { program: found.program, name: found.name.slice(0, NAME_MAX) }
    this.#current = program
    for (const windowId of this.#watches.keys()) this.#parts.emit(windowId, program)
  }

  #failed(error: unknown): void {
    this.#failures += 1
    if (this.#failures < FAILURES_MAX) return
    this.#parts.report('gave up watching the program in front', error)
    this.#end()
  }

  #end(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#current = null
    this.#failures = 0
  }
}

const isSame = (one: ActiveProgram, other: ActiveProgram | null) =>
  one.program === other?.program && one.name.slice(0, NAME_MAX) === other.name
