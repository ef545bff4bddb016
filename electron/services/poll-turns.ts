import type { Scheduler } from './scheduler.ts'

/** From one process that a poll starts to the next, of whatever poll, in milliseconds (spec 1 §9: wifi poll). */
export const POLL_TURN_MS = 5_000

/** A timer isn't exact: a poll that comes this early is in time. */
const EARLY_MS = 500

/** How often one that waits asks again. */
const ASK_AGAIN_MS = 500

/** Longest that one waits where all others want a turn too. */
export const TURN_WAIT_MS = 25_000

/** One that was refused and hasn't asked again for this long isn't waited for. */
const FORGOTTEN_MS = 2 * POLL_TURN_MS

/**
 * Lets the host's polls start one process every 5 s at most, whoever asks how often: whoever gets no
 * turn answers with what it knew, and comes first next time.
 */
export class PollTurns {
  readonly #scheduler: Scheduler
  #last = Number.NEGATIVE_INFINITY
  readonly #served = new Map<string, number>()
  /** Who was refused, and when. */
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

  /** Waits for a turn: for what people wait a little longer for rather than read an old answer. */
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
