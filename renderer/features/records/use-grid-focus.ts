import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/** Rows that Page Up and Page Down go by. */
const PAGE_ROWS = 10

interface GridFocusOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly { readonly id: number }[]
  /** Cells of a row. */
  readonly cells: number
}

/**
 * One cell of a grid at a time can be reached by Tab; arrow keys, Home, End and the page keys move on from there
 * (spec 4 §1.9). With Ctrl, Home and End go to the first and last row.
 */
export function useGridFocus({ scroller, rows, cells }: GridFocusOptions) {
  const [at, setAt] = useState({ row: 0, cell: 1 })
  const row = Math.min(at.row, Math.max(0, rows.length - 1))
  const cell = Math.min(at.cell, cells - 1)

  function focusCell(nextRow: number, nextCell: number): void {
    const id = rows[nextRow]?.id
    const line = scroller.current?.querySelector(`[data-row="${id}"]`)
    const target = line?.children[nextCell]
    const field = target?.querySelector('input') ?? target
    if (field instanceof HTMLElement) field.focus()
  }

  function move(nextRow: number, nextCell: number): void {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, nextRow)),
      cell: Math.max(0, Math.min(cells - 1, nextCell)),
    }
    setAt(next)
    focusCell(next.row, next.cell)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof Element) || !event.target.closest('[data-row]') || event.altKey) return
    const far = event.ctrlKey || event.metaKey
    const next: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [row + 1, cell],
      ArrowUp: [row - 1, cell],
      ArrowRight: [row, cell + 1],
      ArrowLeft: [row, cell - 1],
      Home: [far ? 0 : row, 0],
      End: [far ? rows.length - 1 : row, cells - 1],
      PageDown: [row + PAGE_ROWS, cell],
      PageUp: [row - PAGE_ROWS, cell],
    }
    const to = next[event.key]
    if (!to) return
    event.preventDefault()
    move(...to)
  }

  /** What is clicked or tabbed to is where the keys go on from. */
  function onFocus(event: FocusEvent<HTMLElement>): void {
    const line = event.target.closest('[data-row]')
    const place = rows.findIndex(({ id }) => String(id) === line?.getAttribute('data-row'))
    if (!line || place < 0) return
    const within = [...line.children].findIndex((child) => child.contains(event.target))
    if (place !== at.row || within !== at.cell) setAt({ row: place, cell: Math.max(0, within) })
  }

  return {
    onKeyDown,
    onFocus,
    tabIndex: (ofRow: number, ofCell: number): 0 | -1 => (ofRow === row && ofCell === cell ? 0 : -1),
  }
}
