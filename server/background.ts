import { afterCommit } from './db/unit-of-work.ts'
import { type Schedule, systemSchedule } from './schedule.ts'

/** Work that continues after the answer, so that the time of the answer reveals nothing about it. */
export class Background {
  readonly #onFailure: (error: unknown) => void
  readonly #schedule: Schedule
  readonly #underWay = new Set<Promise<void>>()
  readonly #cancels = new Set<() => void>()

  constructor(onFailure: (error: unknown) => void, schedule: Schedule = systemSchedule) {
    this.#onFailure = onFailure
    this.#schedule = schedule
  }

  /** Begins the task once the running unit is committed; never where that is undone. */
  run(task: () => Promise<void>): void {
    void afterCommit(() => this.#begin(task))
  }

  /** Begins the task that many milliseconds later; never where the server stops before. */
  runAfter(ms: number, task: () => Promise<void>): void {
    const cancel = this.#schedule(ms, () => {
      this.#cancels.delete(cancel)
      this.run(task)
    })
    this.#cancels.add(cancel)
  }

  /** Waits for running tasks and begins no delayed ones; for the end of the server. */
  async settled(): Promise<void> {
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #begin(task: () => Promise<void>): void {
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(task)
      .catch(this.#onFailure)
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }
}
