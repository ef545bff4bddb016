import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** What is being dragged, and the place that it has once it is let go. */
export interface Dragged {
  readonly name: string
  readonly to: number
}

interface DragOrderOptions {
  /** What is put in order; each stands in the list as `data-place`. */
  readonly order: readonly string[]
  readonly onMove: (name: string, to: number) => void
}

/** The place among the others that a pointer at that height means. */
function placeAt(list: HTMLElement, order: readonly string[], name: string, y: number): number {
  const others = order.filter((one) => one !== name)
  return others.filter((one) => {
    const row = list.querySelector(`[data-place="${CSS.escape(one)}"]`)
    const { top, bottom } = row?.getBoundingClientRect() ?? { top: y, bottom: y }
    return (top + bottom) / 2 < y
  }).length
}

/**
 * Puts a list in order by dragging a handle of each. The rows stay where they are until it is let go; Escape puts it
 * back (spec 4 §1.9).
 */
export function useDragOrder({ order, onMove }: DragOrderOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  function begin(event: PointerEvent<HTMLElement>, name: string, list: HTMLElement | null): void {
    if (event.button !== 0 || !list) return
    // No text is marked, and what has the focus keeps it.
    event.preventDefault()
    const handle = event.currentTarget
    const ending = new AbortController()
    const { signal } = ending
    const from = order.indexOf(name)
    let to = from
    const end = () => {
      ending.abort()
      stop.current = null
      setDragged(null)
    }
    handle.setPointerCapture(event.pointerId)
    stop.current = end
    setDragged({ name, to })
    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        to = placeAt(list, order, name, clientY)
        setDragged({ name, to })
        const at = order.filter((one) => one !== name)[Math.min(to, order.length - 2)] ?? name
        list.querySelector(`[data-place="${CSS.escape(at)}"]`)?.scrollIntoView({ block: 'nearest' })
      },
      { signal },
    )
    handle.addEventListener(
      'pointerup',
      () => {
        end()
        if (to !== from) onMove(name, to)
      },
      { signal },
    )
    handle.addEventListener('lostpointercapture', end, { signal })
    window.addEventListener(
      'keydown',
      (press) => {
        if (press.key !== 'Escape') return
        // It is the drag's: what lies around it stays open.
        press.preventDefault()
        press.stopPropagation()
        end()
      },
      { signal, capture: true },
    )
  }
  return { dragged, begin }
}
