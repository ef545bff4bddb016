import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { useServices } from '../../../services/context.tsx'
import styles from './Planner.module.css'

/** How far a mouse goes before a press is a drag, and a finger may tremble, in pixels. */
const SLACK_PX = 6
/** How long a finger rests on a card before it takes it up: shorter is the beginning of a scroll. */
const HOLD_MS = 350
/** Within so many pixels of an edge the board scrolls, by so many a frame. */
const EDGE_PX = 48
const SCROLL_PX = 14

interface Press {
  readonly task: TaskRow
  readonly card: HTMLElement
  readonly pointerID: number
  readonly isTouch: boolean
  readonly x: number
  readonly y: number
}

interface CardDrag {
  /** The column that the card is over; null for none, and while nothing is dragged. */
  readonly over: string | null
  /** The card that is dragged; 0 for none. */
  readonly taskID: number
}

const NOTHING: CardDrag = { over: null, taskID: 0 }

/** The column below a point of the screen. */
const columnAt = (x: number, y: number): string | null =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-column]')?.dataset.column)
    .find((id) => id !== undefined) ?? null

/** The card as it hangs on the pointer: a picture only. */
function ghostOf(card: HTMLElement): HTMLElement {
  const { width, left, top } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  for (const part of [ghost, ...ghost.querySelectorAll('[data-task]')]) part.removeAttribute('data-task')
  ghost.classList.add(styles.ghost ?? '')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  Object.assign(ghost.style, { width: `${width}px`, left: `${left}px`, top: `${top}px` })
  document.body.append(ghost)
  return ghost
}

/**
 * Drags cards between columns, with a mouse at once and with a finger that rests on one first. Escape gives
 * the drag up.
 * @param onDrop told of a card that was let go over a column
 */
export function useCardDrag(onDrop: (task: TaskRow, columnID: string) => void) {
  const { timers } = useServices()
  const [drag, setDrag] = useState(NOTHING)
  const end = useRef<() => void>(undefined)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => () => end.current?.(), [])

  const take = (press: Press, board: HTMLElement | null) => {
    const ghost = ghostOf(press.card)
    const at = { x: press.x, y: press.y, frame: 0 }
    const follow = () => {
      ghost.style.transform = `translate(${at.x - press.x}px, ${at.y - press.y}px) rotate(1.5deg)`
      setDrag({ over: columnAt(at.x, at.y), taskID: press.task.id })
    }
    const scroll = () => {
      at.frame = requestAnimationFrame(scroll)
      if (!board) return
      const { left, right } = board.getBoundingClientRect()
      const step = at.x < left + EDGE_PX ? -SCROLL_PX : at.x > right - EDGE_PX ? SCROLL_PX : 0
      if (step !== 0) board.scrollLeft += step
    }
    follow()
    scroll()
    return {
      moveTo(x: number, y: number) {
        Object.assign(at, { x, y })
        follow()
      },
      over: () => columnAt(at.x, at.y),
      leave() {
        cancelAnimationFrame(at.frame)
        ghost.remove()
        setDrag(NOTHING)
      },
    }
  }

  const begin = (event: ReactPointerEvent<HTMLElement>, task: TaskRow, board: HTMLElement | null) => {
    if (!task.mayChange || event.button !== 0 || !event.isPrimary) return
    end.current?.()
    const card = event.currentTarget
    const isTouch = event.pointerType !== 'mouse'
    const press: Press = {
      task,
      card,
      pointerID: event.pointerId,
      isTouch,
      x: event.clientX,
      y: event.clientY,
    }
    let held: ReturnType<typeof take> | null = null
    const isFar = (move: PointerEvent) =>
      Math.hypot(move.clientX - press.x, move.clientY - press.y) > SLACK_PX
    const stopHold = isTouch
      ? timers.after(HOLD_MS, () => {
          held = take(press, board)
        })
      : () => {}

    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== press.pointerID) return
      if (held) return held.moveTo(moved.clientX, moved.clientY)
      if (!isFar(moved)) return
      // A finger that moves before it has rested scrolls.
      if (isTouch) return finish()
      held = take(press, board)
      held.moveTo(moved.clientX, moved.clientY)
    }
    const up = (lifted: PointerEvent) => {
      if (lifted.pointerId !== press.pointerID) return
      const column = held?.over() ?? null
      const wasHeld = held !== null
      finish()
      if (!wasHeld) return
      // The press was a drag: it doesn't open the card.
      window.addEventListener('click', stopClick, { capture: true, once: true })
      timers.after(0, () => window.removeEventListener('click', stopClick, { capture: true }))
      if (column !== null) latest.current(task, column)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !held) return
      pressed.preventDefault()
      pressed.stopPropagation()
      finish()
    }
    /** The page stays where it is while a finger has a card, and no menu of the browser's comes. */
    const still = (touched: Event) => held && touched.preventDefault()
    const listeners: readonly [string, (event: never) => void][] = [
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', () => finish()],
      ['keydown', key],
      ['touchmove', still],
      ['contextmenu', still],
      ['selectstart', still],
    ]
    const options = { capture: true, passive: false }
    for (const [name, listener] of listeners)
      window.addEventListener(name, listener as EventListener, options)
    function finish() {
      stopHold()
      held?.leave()
      held = null
      for (const [name, listener] of listeners)
        window.removeEventListener(name, listener as EventListener, options)
      end.current = undefined
    }
    end.current = finish
  }
  return { drag, begin }
}

function stopClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
