import type { HostEventPayload } from '#shared/host/events.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'

const IDLE_POLL_MS = 1_000

interface Watch {
  readonly thresholdSeconds: number
  idle: boolean
  /** The last reading, in seconds: on the person's return, how long they had been idle. */
  idleSeconds: number
}

export interface IdleWatchParts {
  /** Seconds since the person last touched mouse or keyboard. */
  readonly idleSeconds: () => number
  readonly scheduler: Scheduler
  readonly emit: (windowId: number, payload: HostEventPayload<'idleWatch'>) => void
}

/** Watches for idleness, one watch for each window, with a single poll. */
export class IdleWatch {
  readonly #parts: IdleWatchParts
  readonly #watches = new Map<number, Watch>()
  #cancelPoll: Cancel | null = null

  constructor(parts: IdleWatchParts) {
    this.#parts = parts
  }

  /**
   * Watches for a window, replacing its former watch. An event is sent when idleness reaches the threshold
   * (seconds) and when it ends. Answers a token with which only this watch can be stopped.
   */
  start(windowId: number, thresholdSeconds: number): object {
    const watch: Watch = { thresholdSeconds, idle: false, idleSeconds: 0 }
    this.#watches.set(windowId, watch)
    this.#cancelPoll ??= this.#parts.scheduler.every(IDLE_POLL_MS, () => this.#poll())
    return watch
  }

  /** Stops a window's watch; given a token, only if the watch is still that one. */
  stop(windowId: number, token?: object): void {
    if (token !== undefined && this.#watches.get(windowId) !== token) return
    this.#watches.delete(windowId)
    if (this.#watches.size > 0) return
    this.#cancelPoll?.()
    this.#cancelPoll = null
  }

  #poll(): void {
    const seconds = this.#parts.idleSeconds()
    for (const [windowId, watch] of this.#watches) {
      const idle = seconds >= watch.thresholdSeconds
      if (idle !== watch.idle) {
        watch.idle = idle
        this.#parts.emit(windowId, { idle, idleSeconds: idle ? seconds : watch.idleSeconds })
      }
      watch.idleSeconds = seconds
    }
  }
}
