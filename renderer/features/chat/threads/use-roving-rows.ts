import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { VListHandle } from 'virtua'

/** How far Page Up and Page Down go, in rows. */
const PAGE_ROWS = 10

interface Frame {
  readonly list: RefObject<VListHandle | null>
  readonly frame: RefObject<HTMLElement | null>
  readonly selected: string | null
}

/**
 * One stop for the Tab key in a list whose rows come and go: the arrow keys, Home, End and the page
 * keys move among all rows, bringing the next one into the page before it is focused.
 */
export function useRovingRows(rows: readonly { readonly key: string }[], { list, frame, selected }: Frame) {
  const [current, setCurrent] = useState<string | null>(null)
  const has = (key: string | null) => key !== null && rows.some((row) => row.key === key)
  const active = has(current) ? current : has(selected) ? selected : (rows[0]?.key ?? null)
  const activeIndex = rows.findIndex((row) => row.key === active)

  const indexOfFocus = () => {
    const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined
    return rows.findIndex((row) => row.key === key)
  }
  const focusAt = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    // The row is kept in the page from here on, so that it is there to be focused.
    flushSync(() => setCurrent(row.key))
    list.current?.scrollToIndex(rows.indexOf(row), { align: 'nearest' })
    frame.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"]`)
      ?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexOfFocus()
    if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return
    const to: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: from + PAGE_ROWS,
      PageUp: from - PAGE_ROWS,
    }
    const index = to[event.key]
    if (index === undefined) return
    event.preventDefault()
    focusAt(index)
  }

  return {
    focusAt,
    indexOfFocus,
    onKeyDown,
    keepMounted: activeIndex < 0 ? [] : [activeIndex],
    tabIndexOf: (key: string) => (key === active ? 0 : -1),
  }
}
