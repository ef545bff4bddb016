import { type PointerEvent, useRef } from 'react'

interface Place {
  readonly x: number
  readonly y: number
}

interface Grip {
  readonly board: DOMRect
  readonly note: DOMRect
  /** Where in the note it was taken, in pixels. */
  readonly dx: number
  readonly dy: number
}

const share = (position: number, room: number): number =>
  room <= 0 ? 0 : Math.min(1, Math.max(0, position / room))

/** Moves the note that a handle belongs to while the pointer is down; `onMove` gets shares of the free room. */
export function useDrag(onMove: (place: Place) => void) {
  const grip = useRef<Grip | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const note = event.currentTarget.closest('li')?.getBoundingClientRect()
      const board = event.currentTarget.closest('ul')?.getBoundingClientRect()
      if (event.button !== 0 || !note || !board) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      grip.current = { board, note, dx: event.clientX - note.left, dy: event.clientY - note.top }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.current) return
      const { board, note, dx, dy } = grip.current
      onMove({
        x: share(event.clientX - dx - board.left, board.width - note.width),
        y: share(event.clientY - dy - board.top, board.height - note.height),
      })
    },
    onPointerUp: () => {
      grip.current = null
    },
    onPointerCancel: () => {
      grip.current = null
    },
  }
}
