import { type KeyboardEvent, type MouseEvent, type RefObject, type TouchEvent, useState } from 'react'

/** The element of a row that something happened in, with its key. */
function rowAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  return (
    target.closest<HTMLElement>('[data-row]:not([aria-expanded])') ??
    target.closest('[data-cell]')?.querySelector<HTMLElement>('[data-row]') ??
    null
  )
}

/** Asks for the menu of a row as a right click would, below that element. */
function askAt(row: HTMLElement, below: Element): void {
  const { left, bottom } = below.getBoundingClientRect()
  row.dispatchEvent(
    new window.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  )
}

/** The row's own button was pressed. */
export function askByButton({ currentTarget }: MouseEvent): void {
  const row = rowAt(currentTarget)
  if (row) askAt(row, currentTarget)
}

/**
 * One menu for all rows of a list: it opens by right click, long press, Shift+F10, the menu key and
 * the row's own button. The pointer's ways are the kit's; this knows whose row it is.
 */
export function useRowMenu(frame: RefObject<HTMLElement | null>) {
  const [key, setKey] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const focusRow = () =>
    key === null
      ? undefined
      : frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus()
  return {
    key,
    opened: opened && key !== null,
    onChange(next: boolean) {
      setOpened(next)
      if (!next) focusRow()
    },
    onContextMenu(event: MouseEvent) {
      const row = rowAt(event.target)
      // Elsewhere in the list there is no menu, nor the browser's.
      if (!row) event.preventDefault()
      else setKey(row.dataset.row ?? null)
    },
    onTouchStart: (event: TouchEvent) => setKey(rowAt(event.target)?.dataset.row ?? null),
    /** Whether the key was taken. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return false
      event.preventDefault()
      const row = rowAt(event.target)
      if (row) askAt(row, row)
      return true
    },
  }
}
