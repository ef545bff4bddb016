import { setImmediate } from 'node:timers/promises'

type Task = () => Promise<void> | void

/**
 * Runs tasks one after the other, in order. Between two of them other work gets a turn; a hundred tasks that
 * never wait would otherwise hold everybody up.
 */
export class SerialQueue {
  readonly #onError: (error: unknown) => void
  #waiting: Task[] = []
  #running = false

  /** @param onError told what a task threw; the next task runs in any case */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  push(task: Task): void {
    this.#waiting.push(task)
    if (!this.#running) void this.#run()
  }

  /** Drops the tasks that haven't begun. */
  clear(): void {
    this.#waiting = []
  }

  async #run(): Promise<void> {
    this.#running = true
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      try {
        await task()
      } catch (error) {
        this.#onError(error)
      }
      if (this.#waiting.length > 0) await setImmediate()
    }
    this.#running = false
  }
}
