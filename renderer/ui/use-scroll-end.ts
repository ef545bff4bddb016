import { type UIEvent, useEffect, useRef } from 'react'
import { isAtEnd, SCROLL_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useSurroundings } from './surroundings.tsx'

/**
 * The scroll detector (spec 3 §9): tells, once scrolling rested for 500 ms, when the end of what is
 * scrolled is within 90 pixels. Returns the handler for the element's `onScroll`.
 */
export function useScrollEnd(onEnd: () => void): (event: UIEvent<HTMLElement>) => void {
  const { timers } = useSurroundings()
  const latest = useRef(onEnd)
  const waiting = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => () => waiting.current?.(), [])
  return ({ currentTarget }) => {
    waiting.current?.()
    waiting.current = timers.after(SCROLL_DEBOUNCE_MS, () => {
      if (isAtEnd(currentTarget)) latest.current()
    })
  }
}
