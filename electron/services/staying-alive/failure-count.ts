import type { Scheduler } from '../scheduler.ts'

/** This many failures within that time, in milliseconds, are a loop, and restarting doesn't help. */
export const FAILURES_MAX = 3
const FAILURES_WITHIN_MS = 5 * 60_000

/** Counts failures of one thing. */
export class FailureCount {
  readonly #scheduler: Pick<Scheduler, 'now'>
  #at: number[] = []

  constructor(scheduler: Pick<Scheduler, 'now'>) {
    this.#scheduler = scheduler
  }

  /** Counts a failure; true where it is one too many. */
  add(): boolean {
    const now = this.#scheduler.now()
    this.#at = [...this.#at.filter((at) => now - at < FAILURES_WITHIN_MS), now]
    return this.#at.length >= FAILURES_MAX
  }

  /** The person starts again. */
  reset(): void {
    this.#at = []
  }
}
