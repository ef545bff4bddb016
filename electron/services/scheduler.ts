/** Cancels what was scheduled; calling it again does nothing. */
export type Cancel = () => void

/** Time and timers, so that rules about time can be tested without waiting. */
export interface Scheduler {
  /** Milliseconds on a clock that never goes backwards. */
  now(): number
  after(milliseconds: number, action: () => void): Cancel
  every(milliseconds: number, action: () => void): Cancel
}

export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
  every(milliseconds, action) {
    const timer = setInterval(action, milliseconds)
    return () => clearInterval(timer)
  },
}
