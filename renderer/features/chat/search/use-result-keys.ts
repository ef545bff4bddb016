import { type KeyboardEvent, type RefObject, useRef } from 'react'

/** Marks what the arrow keys go through. */
const ITEM = '[data-result]'

/**
 * The arrow keys, Home and End go through the results, and up from the first one back to what is
 * before them. All results are stops of the Tab key, too.
 */
export function useResultKeys<Frame extends HTMLElement>(): {
  frame: RefObject<Frame | null>
  focusFirst: () => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const frame = useRef<Frame>(null)
  const items = () => [...(frame.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
  return {
    frame,
    focusFirst: () => items()[0]?.focus(),
    onKeyDown(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      const all = items()
      const from = all.indexOf(document.activeElement as HTMLElement)
      if (from < 0) return
      const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: all.length - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      if (to < 0) frame.current?.querySelector('input')?.focus()
      else all[Math.min(to, all.length - 1)]?.focus()
    },
  }
}
