import { useEffect, useState } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import type { Results } from './ranking.ts'
import type { SwitcherItem, SwitcherSource } from './source.ts'

interface Search {
  readonly text: string
  readonly results: Results
  /** How many sources still look. */
  readonly pending: number
  /** Why one of them found nothing for these words, where it failed. */
  readonly problem: string | null
}

/**
 * Asks every source at each change of the text and gives their results as they come. Those of the last
 * text stay until a source has new ones; what is no longer wanted is given up.
 */
export function useResults(sources: readonly SwitcherSource[], text: string): Search {
  const [search, setSearch] = useState<Search>({ text: '', results: new Map(), pending: 0, problem: null })
  useEffect(() => {
    const controller = new AbortController()
    const ready = new Map<string, readonly SwitcherItem[]>()
    const slow: [string, Promise<readonly SwitcherItem[]>][] = []
    for (const source of sources) {
      const found = source.search(text, controller.signal)
      if (found instanceof Promise) slow.push([source.id, found])
      else ready.set(source.id, found)
    }
    setSearch((last) => ({
      text,
      results: new Map([...last.results, ...ready]),
      pending: slow.length,
      problem: null,
    }))
    const settle = (id: string, items: readonly SwitcherItem[], problem: string | null) => {
      if (controller.signal.aborted) return
      setSearch((last) => ({
        ...last,
        results: new Map(last.results).set(id, items),
        pending: last.pending - 1,
        problem: problem ?? last.problem,
      }))
    }
    for (const [id, promise] of slow) {
      promise.then(
        (items) => settle(id, items, null),
        (error: unknown) => settle(id, [], reasonOf(error)),
      )
    }
    return () => controller.abort()
  }, [sources, text])
  return search
}
