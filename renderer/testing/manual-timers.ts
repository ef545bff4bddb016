import type { Timers } from '../ui/timers.ts'

interface Due {
  at: number
  readonly every: number | null
  readonly run: () => void
}

/** Time that passes when a test says so. */
export interface ManualTimers extends Timers {
  pass(ms: number): void
  /** How many timers wait. */
  pending(): number
}

export function manualTimers(): ManualTimers {
  let now = 0
  const waiting = new Set<Due>()
  const add = (ms: number, every: number | null, run: () => void) => {
    const due: Due = { at: now + ms, every, run }
    waiting.add(due)
    return () => void waiting.delete(due)
  }
  const next = (until: number) => [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    pending: () => waiting.size,
    pass(ms) {
      const until = now + ms
      for (let due = next(until); due; due = next(until)) {
        now = due.at
        if (due.every === null) waiting.delete(due)
        else due.at += due.every
        due.run()
      }
      now = until
    },
  }
}
