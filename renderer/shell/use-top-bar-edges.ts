import { type RefObject, useLayoutEffect } from 'react'

/**
 * What the screen's bar is marked with: the shell's top bar, or the one that a screen brings on a phone
 * in its place.
 */
const TOP_BAR_MARK = 'data-top-bar'

/** The lower and upper edge of the bar that shows, in the zoomed page's pixels; null where there is none. */
function edges(): { start: number; end: number } | null {
  let found: { start: number; end: number } | null = null
  for (const bar of document.querySelectorAll<HTMLElement>(`[${TOP_BAR_MARK}]`)) {
    const { top, bottom, width } = bar.getBoundingClientRect()
    // One that another stands for is kept for who listens, a pixel wide.
    if (bar.offsetWidth <= 1) continue
    const zoom = width / bar.offsetWidth
    found = { start: Math.round(top / zoom), end: Math.round(bottom / zoom) }
  }
  return found
}

/**
 * Keeps `--top-bar-start` and `--top-bar-end` of an element where the bar's edges are, in every frame:
 * banners come and go above it, and a screen may bring another. For what shows some seconds.
 *
 * @param wanted false while it shows nothing
 */
export function useTopBarEdges(element: RefObject<HTMLElement | null>, wanted: boolean): void {
  useLayoutEffect(() => {
    const style = element.current?.style
    if (!wanted || !style) return
    let frame = 0
    const follow = () => {
      const { start = 0, end = 0 } = edges() ?? {}
      style.setProperty('--top-bar-start', `${start}px`)
      style.setProperty('--top-bar-end', `${end}px`)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [element, wanted])
}
