import { startTransition, useEffect, useState } from 'react'

/** How long the view stands still before rows have their tools, in milliseconds. */
const REST_MS = 150

/** Hands out what rows can wait for: to all that wait together, once the view rests and the page has a moment. */
export interface Rest {
  /** Calls back then; returns what gives up waiting. */
  wait(ready: () => void): () => void
  /** The view moves: whoever waits waits on. */
  moved(): void
}

/** Null where the browser doesn't tell when it has a moment: nobody waits then. */
export function createRest(): Rest | null {
  if (typeof window.requestIdleCallback !== 'function') return null
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let handle = 0
  const hold = () => {
    clearTimeout(timer)
    window.cancelIdleCallback(handle)
    timer = undefined
  }
  const hand = () => {
    timer = undefined
    const all = [...waiting]
    waiting.clear()
    // One drawing for all of them, which gives way to whatever the person does.
    startTransition(() => {
      for (const ready of all) ready()
    })
  }
  const begin = () => {
    timer ??= setTimeout(() => {
      handle = window.requestIdleCallback(hand)
    }, REST_MS)
  }
  return {
    wait(ready) {
      waiting.add(ready)
      begin()
      return () => {
        waiting.delete(ready)
        if (waiting.size === 0) hold()
      }
    },
    moved() {
      if (waiting.size === 0) return
      hold()
      begin()
    },
  }
}

/** Whether it is time for what people don't look for first. */
export function useRest(rest: Rest | null): boolean {
  const [isReady, setReady] = useState(rest === null)
  useEffect(() => (isReady || !rest ? undefined : rest.wait(() => setReady(true))), [rest, isReady])
  return isReady
}
