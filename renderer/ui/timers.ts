/** The passing of time, as services are given it. Each answers what ends it. */
export interface Timers {
  /** Runs once, after that many milliseconds. */
  after(ms: number, run: () => void): () => void
  /** Runs again and again, that many milliseconds apart. */
  every(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}
