import { useEffect, useState } from 'react'

/** Rows that are scrolled past live shorter than this, in milliseconds. */
const PASSING_MS = 150

/**
 * Whether this has stood for a moment, and the page has had one to itself: what people don't look for
 * first waits until then. True at once where the browser doesn't tell.
 */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(() => typeof window.requestIdleCallback !== 'function')
  useEffect(() => {
    if (isIdle) return
    let handle = 0
    const timer = setTimeout(() => {
      handle = window.requestIdleCallback(() => setIdle(true))
    }, PASSING_MS)
    return () => {
      clearTimeout(timer)
      window.cancelIdleCallback(handle)
    }
  }, [isIdle])
  return isIdle
}
