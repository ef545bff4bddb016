import type { Scheduler } from './scheduler.ts'

/** From one process that a poll starts to the next, of whatever poll, in milliseconds (spec 1 §9: wifi poll). */
export const POLL_TURN_MS = 5_000

/** A timer isn't exact: a poll that comes this early is in time. */
const EARLY_MS = 500

/** One that was refused and hasn't asked again for this long isn't waited for. */
const FORGOTTEN_MS = 2 * POLL_TURN_MS

/**
 * Lets the host's polls start one process every 5 s at most, whoever asks how often: whoever gets no
 * turn answers with what it knew, and comes first next time.
 */
export class PollTurns {
  readonly #scheduler: Pick<Scheduler, 'now'>
  #last = Number.NEGATIVE_INFINITY
  readonly #served = new Map<string, number>()
  /** Who was refused, and when. */
  readonly #waiting = new Map<string, number>()

  constructor(scheduler: Pick<Scheduler, 'now'>) {
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

  #othersFirst(name: string, now: number): boolean {
    const servedAt = (one: string) => this.#served.get(one) ?? Number.NEGATIVE_INFINITY
    return [...this.#waiting].some(
      ([other, at]) => other !== name && now - at < FORGOTTEN_MS && servedAt(other) < servedAt(name),
    )
  }
}
