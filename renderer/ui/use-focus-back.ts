import { useEffect } from 'react'

/**
 * For what takes the focus as long as it is in the page: it goes back to where it was, unless something else
 * has taken it meanwhile. The kit gives it back only where a layer closes and stays in the page.
 */
export function useFocusBack(enabled = true): void {
  useEffect(() => {
    const before = document.activeElement
    if (!enabled || !(before instanceof HTMLElement)) return
    // It has left the page by then, and the focus with it.
    return () => {
      if (document.activeElement === document.body) before.focus({ preventScroll: true })
    }
  }, [enabled])
}
