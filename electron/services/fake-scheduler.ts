import type { Cancel, Scheduler } from './scheduler.ts'

interface Task {
  due: number
  readonly period: number | null
  readonly action: () => void
}

/** A scheduler for tests; its time passes only by `advance`. */
export class FakeScheduler implements Scheduler {
  #now = 0
  readonly #tasks = new Set<Task>()

  now(): number {
    return this.#now
  }

  after(milliseconds: number, action: () => void): Cancel {
    return this.#add({ due: this.#now + milliseconds, period: null, action })
  }

  every(milliseconds: number, action: () => void): Cancel {
    return this.#add({ due: this.#now + milliseconds, period: milliseconds, action })
  }

  /** How many timers are running. */
  get pending(): number {
    return this.#tasks.size
  }

  /** Lets time pass and runs what is due in order; promises settle in between. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    for (let task = this.#next(end); task; task = this.#next(end)) {
      this.#now = task.due
      if (task.period === null) this.#tasks.delete(task)
      else task.due += task.period
      task.action()
      await settle()
    }
    this.#now = end
    await settle()
  }

  #add(task: Task): Cancel {
    this.#tasks.add(task)
    return () => this.#tasks.delete(task)
  }

  #next(end: number): Task | undefined {
    return [...this.#tasks].filter((task) => task.due <= end).sort((a, b) => a.due - b.due)[0]
  }
}

/** Lets the reactions of settled promises run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
