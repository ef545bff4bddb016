import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Pixels that a pointer goes before it drags. */
const SLACK = 5

/** Somebody's card on its way, and the column that it is over. */
export interface Carried {
  readonly userID: number
  readonly over: number
}

interface CardDragOptions {
  /** Ids of columns that take cards, in their order. */
  readonly columns: readonly number[]
  readonly columnOf: (userID: number) => number | null
  readonly onDrop: (userID: number, column: number) => void
  readonly onTaken: () => void
  readonly onPutBack: () => void
}

/**
 * Moves cards between columns by pointer and by keys (spec 4 §1.9): Space takes a card up, arrows move it, Enter puts it
 * down, Escape puts it back. A card has `data-card`, a column `data-column`.
 */
export function useCardDrag(options: CardDragOptions) {
  const latest = useRef(options)
  latest.current = options
  const [carried, setCarried] = useState<Carried | null>(null)
  const held = useRef<Carried | null>(null)
  const end = useRef<(() => void) | null>(null)
  const justDragged = useRef(false)
  useEffect(() => () => end.current?.(), [])
  const carry = (next: Carried | null) => {
    held.current = next
    setCarried(next)
  }
  const drop = () => {
    const now = held.current
    carry(null)
    if (now && latest.current.columnOf(now.userID) !== now.over) latest.current.onDrop(now.userID, now.over)
    else if (now) latest.current.onPutBack()
  }
  const putBack = () => {
    carry(null)
    latest.current.onPutBack()
  }

  const onPointerDown = (pointer: PointerEvent<HTMLElement>) => {
    justDragged.current = false
    const card = (pointer.target as Element).closest<HTMLElement>('[data-card]')
    if (!card || pointer.button !== 0 || pointer.pointerType === 'touch') return
    const userID = Number(card.dataset.card)
    const at = { x: pointer.clientX, y: pointer.clientY }
    const ends = new AbortController()
    const { signal } = ends
    end.current = () => ends.abort()
    const stop = (done: () => void) => {
      ends.abort()
      if (held.current) {
        justDragged.current = true
        done()
      }
    }
    window.addEventListener(
      'pointermove',
      (move) => {
        if (!held.current && Math.hypot(move.clientX - at.x, move.clientY - at.y) < SLACK) return
        const under = document.elementFromPoint(move.clientX, move.clientY)
        const column = Number(under?.closest<HTMLElement>('[data-column]')?.dataset.column)
        const own = latest.current.columnOf(userID)
        const over = latest.current.columns.includes(column) ? column : (held.current?.over ?? own)
        if (over !== null && held.current?.over !== over) carry({ userID, over })
      },
      { signal },
    )
    window.addEventListener('pointerup', () => stop(drop), { signal })
    window.addEventListener('pointercancel', () => stop(putBack), { signal })
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key === 'Escape' && held.current) {
          key.preventDefault()
          stop(putBack)
        }
      },
      { signal, capture: true },
    )
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    if (!card || event.target !== card) return
    const userID = Number(card.dataset.card)
    const { columns, columnOf, onTaken } = latest.current
    const now = held.current
    if (!now) {
      const [first] = columns
      if (event.key !== ' ' || first === undefined) return
      event.preventDefault()
      carry({ userID, over: columnOf(userID) ?? first })
      return onTaken()
    }
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by !== 0) {
      const at = columns.indexOf(now.over)
      const over = columns[Math.min(columns.length - 1, Math.max(0, at + by))]
      if (over !== undefined) carry({ userID, over })
    } else if (event.key === 'Enter' || event.key === ' ') drop()
    else if (event.key === 'Escape') putBack()
    else if (event.key === 'Tab') return putBack()
    event.preventDefault()
  }
  /** Space would press the card, too. */
  const onKeyUp = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ' && (event.target as Element).closest('[data-card]') === event.target)
      event.preventDefault()
  }
  /** Whether a click only ends a drag. */
  const wasDragged = () => {
    const was = justDragged.current
    justDragged.current = false
    return was
  }
  return { carried, wasDragged, handlers: { onPointerDown, onKeyDown, onKeyUp } }
}
