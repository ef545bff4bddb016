import { useEffect, useState } from 'react'
import { fetchCode } from './fetch-code.ts'

/** Code that is fetched when it is wanted, and at hand without a moment's wait from then on. */
export interface FetchedPart<T> {
  /** Fetches it beforehand. Rejects where that fails; the next call tries again. */
  readonly load: () => Promise<T>
  /** What has been fetched; null before that. */
  readonly now: () => T | null
}

/**
 * For what opens under somebody's pointer. React's own `lazy` shows nothing for a while even where the
 * code has long been fetched.
 *
 * @param fetch a dynamic import
 */
export function fetchedPart<T extends object>(fetch: () => Promise<T>): FetchedPart<T> {
  let part: T | null = null
  let coming: Promise<T> | null = null
  const keep = (fetched: T) => {
    part = fetched
    return fetched
  }
  const forget = (error: unknown) => {
    coming = null
    throw error
  }
  return {
    load() {
      coming ??= fetchCode(fetch).then(keep, forget)
      return coming
    },
    now: () => part,
  }
}

/** A part, fetched once it is wanted; null until it is there. */
export function useFetchedPart<T>(part: FetchedPart<T>, wanted: boolean): T | null {
  const [, setFetched] = useState(part.now)
  useEffect(() => {
    if (!wanted || part.now()) return
    let isThere = true
    part.load().then(
      (fetched) => isThere && setFetched(() => fetched),
      // Without a connection nothing opens; the next press asks again.
      () => {},
    )
    return () => {
      isThere = false
    }
  }, [part, wanted])
  return part.now()
}
