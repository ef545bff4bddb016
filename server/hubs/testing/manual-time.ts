import type { Clock } from '../../clock.ts'
import type { Ticker } from '../ticker.ts'

/** Time that passes only when told to. */
export interface ManualTime {
  readonly clock: Clock
  readonly ticker: Ticker
  /** Timers that are set now. */
  readonly timers: ReadonlySet<unknown>
  /** Lets time pass, running what is due in order. */
  advance(ms: number): void
}

interface Timer {
  readonly ms: number
  readonly run: () => void
  due: number
}

export function createManualTime(): ManualTime {
  let now = 0
  const timers = new Set<Timer>()
  const nextUntil = (end: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]
  return {
    clock: () => now,
    ticker: {
      every(ms, run) {
        const timer = { ms, run, due: now + ms }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    timers,
    advance(ms) {
      const end = now + ms
      for (let timer = nextUntil(end); timer; timer = nextUntil(end)) {
        now = timer.due
        timer.due += timer.ms
        timer.run()
      }
      now = end
    },
  }
}
