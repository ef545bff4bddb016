/** Work that goes on after its call was answered, so that the answer's time tells nothing about it. */
export class Background {
  readonly #onFailure: (error: unknown) => void
  readonly #underWay = new Set<Promise<void>>()

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Begins the task once what is running now has gone out. */
  run(task: () => Promise<void>): void {
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(task)
      .catch(this.#onFailure)
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  /** Waits for all that is under way; for the end of the server. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
