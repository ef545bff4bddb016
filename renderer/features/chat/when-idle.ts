/**
 * Runs something once the page has a moment, at the latest after so many milliseconds; in the next frame
 * where the browser doesn't tell. Returns what cancels it.
 */
export function whenIdle(run: () => void, withinMs: number): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  }
  const handle = window.requestIdleCallback(run, { timeout: withinMs })
  return () => window.cancelIdleCallback(handle)
}
