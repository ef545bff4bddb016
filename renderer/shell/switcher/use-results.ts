import { useEffect, useState } from 'react'
import type { Results } from './ranking.ts'
import type { SwitcherItem, SwitcherSource } from './source.ts'

interface Search {
  readonly text: string
  readonly results: Results
  /** How many sources still look. */
  readonly pending: number
}

/**
 * Asks every source at each change of the text and gives their results as they come. Those of the last
 * text stay until a source has new ones; what is no longer wanted is given up.
 */
export function useResults(sources: readonly SwitcherSource[], text: string): Search {
  const [search, setSearch] = useState<Search>({ text: '', results: new Map(), pending: 0 })
  useEffect(() => {
    const controller = new AbortController()
    const ready = new Map<string, readonly SwitcherItem[]>()
    const slow: [string, Promise<readonly SwitcherItem[]>][] = []
    for (const source of sources) {
      const found = source.search(text, controller.signal)
      if (found instanceof Promise) slow.push([source.id, found])
      else ready.set(source.id, found)
    }
    setSearch((last) => ({ text, results: new Map([...last.results, ...ready]), pending: slow.length }))
    for (const [id, promise] of slow) {
      promise
        .catch(() => [])
        .then((items) => {
          if (controller.signal.aborted) return
          setSearch((last) => ({
            ...last,
            results: new Map(last.results).set(id, items),
            pending: last.pending - 1,
          }))
        })
    }
    return () => controller.abort()
  }, [sources, text])
  return search
}
