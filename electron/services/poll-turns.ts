import type { Scheduler } from './scheduler.ts'

/** Time from one process that a poll starts to the next, in milliseconds (spec 1 §9: wifi poll). */
export const POLL_TURN_MS = 5_000

/** Timers aren't exact: a poll may come this much early. */
const EARLY_MS = 500

/** How often a waiting poll asks again. */
const ASK_AGAIN_MS = 500

/** Longest wait of a poll while all others want a turn. */
export const TURN_WAIT_MS = 25_000

/** A refused poll that hasn't asked again for this long loses its place. */
const FORGOTTEN_MS = 2 * POLL_TURN_MS

/**
 * Lets the host's polls start at most one process every 5 s. A poll without a turn answers what it last knew,
 * and comes first next time.
 */
export class PollTurns {
  readonly #scheduler: Scheduler
  #last = Number.NEGATIVE_INFINITY
  readonly #served = new Map<string, number>()
  /** Refused polls, and when they asked. */
  readonly #waiting = new Map<string, number>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  take(name: string): boolean {
    const now = this.#scheduler.now()
    if (now - this.#last < POLL_TURN_MS - EARLY_MS || this.#othersFirst(name, now)) {
      this.#waiting.set(name, now)
      return false
    }
    this.#waiting.delete(name)
    this.#served.set(name, now)
    this.#last = now
    return true
  }

  /** Waits for a turn, for callers who prefer waiting to an old answer. */
  async wait(name: string): Promise<void> {
    while (!this.take(name)) {
      await new Promise<void>((resolve) => void this.#scheduler.after(ASK_AGAIN_MS, resolve))
    }
  }

  #othersFirst(name: string, now: number): boolean {
    const servedAt = (one: string) => this.#served.get(one) ?? Number.NEGATIVE_INFINITY
    return [...this.#waiting].some(
      ([other, at]) => other !== name && now - at < FORGOTTEN_MS && servedAt(other) < servedAt(name),
    )
  }
}
