/** Runs something at an interval. The hub server's only source of timers, so that a test can be its clock. */
export interface Ticker {
  /** Calls `run` every `ms` milliseconds until the returned function is called. */
  every(ms: number, run: () => void): () => void
}

export const systemTicker: Ticker = {
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}
