import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/** Rows that Page Up and Page Down go by. */
const PAGE_ROWS = 10

interface GridFocusOptions {
  readonly scroller: RefObject<HTMLElement | null>
  /** How many cells each line has, from top to bottom; one that is a heading has one. */
  readonly lines: readonly number[]
}

/**
 * One cell of a grid at a time can be reached by Tab; arrow keys, Home, End and the page keys move on from there
 * (spec 4 §1.9). With Ctrl, Home and End go to the first and last row.
 */
export function useGridFocus({ scroller, lines }: GridFocusOptions) {
  const [at, setAt] = useState({ line: 0, cell: 1 })
  const line = Math.min(at.line, Math.max(0, lines.length - 1))
  const isHeading = (place: number) => (lines[place] ?? 1) === 1
  const cellIn = (place: number, cell: number) => Math.max(0, Math.min((lines[place] ?? 1) - 1, cell))
  const cell = cellIn(line, at.cell)

  function move(toLine: number, toCell: number): void {
    const next = Math.max(0, Math.min(lines.length - 1, toLine))
    // From a heading one comes back to the column that one came from.
    const within = isHeading(next) ? Math.max(0, toCell) : cellIn(next, toCell)
    setAt({ line: next, cell: within })
    const target = scroller.current?.querySelector(`[data-line="${next}"]`)?.children[cellIn(next, within)]
    const field = target?.querySelector('input, button') ?? target
    if (field instanceof HTMLElement) field.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof Element) || !event.target.closest('[data-line]') || event.altKey) return
    const far = event.ctrlKey || event.metaKey
    const next: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [line + 1, at.cell],
      ArrowUp: [line - 1, at.cell],
      ArrowRight: [line, cell + 1],
      ArrowLeft: [line, cell - 1],
      Home: [far ? 0 : line, 0],
      End: far ? [lines.length - 1, Math.max(...lines) - 1] : [line, (lines[line] ?? 1) - 1],
      PageDown: [line + PAGE_ROWS, at.cell],
      PageUp: [line - PAGE_ROWS, at.cell],
    }
    const to = next[event.key]
    if (!to) return
    event.preventDefault()
    move(...to)
  }

  /** What is clicked or tabbed to is where the keys go on from. */
  function onFocus(event: FocusEvent<HTMLElement>): void {
    const target = event.target.closest<HTMLElement>('[data-line]')
    if (!target) return
    const place = Number(target.dataset.line)
    // A heading keeps the column that one came from.
    const within = isHeading(place)
      ? at.cell
      : [...target.children].findIndex((child) => child.contains(event.target))
    if (place !== at.line || within !== at.cell) setAt({ line: place, cell: Math.max(0, within) })
  }

  return {
    onKeyDown,
    onFocus,
    tabIndex: (ofLine: number, ofCell: number): 0 | -1 => (ofLine === line && ofCell === cell ? 0 : -1),
  }
}
