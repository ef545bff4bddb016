import { createContext, useContext, useEffect, useRef } from 'react'
import type { Timers } from '../../ui/timers.ts'

type Tick = (now: number) => void

/** One clock for everything that counts on the page: each second it writes into what shows, without drawing anew. */
export class Ticker {
  readonly #ticks = new Set<Tick>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Calls back at once, and each second. */
  add(tick: Tick): () => void {
    this.#ticks.add(tick)
    tick(this.#now())
    return () => void this.#ticks.delete(tick)
  }

  run(timers: Timers): () => void {
    return timers.every(1000, () => {
      const now = this.#now()
      for (const tick of this.#ticks) tick(now)
    })
  }
}

export const TickerContext = createContext<Ticker | null>(null)

/** An element whose text counts: `text` gives it for a moment. */
export function useCounting<E extends HTMLElement>(write: (element: E, now: number) => void) {
  const ticker = useContext(TickerContext)
  const element = useRef<E>(null)
  useEffect(() =>
    ticker?.add((now) => {
      if (element.current) write(element.current, now)
    }),
  )
  return element
}
