import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** What was taken up, and the place that it has once it is let go. */
export interface Dragged {
  readonly name: string
  readonly to: number
}

interface DragOrderOptions {
  /** What is put in order; each stands in the list as `data-place`. */
  readonly order: readonly string[]
  readonly onMove: (name: string, to: number) => void
  /** Told of each step, to announce it; `place` from 0. */
  readonly onStep: (step: 'taken' | 'over' | 'back', name: string, place: number) => void
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
 * Puts a list in order by a handle of each, dragged or by keys: Space takes it up, arrow keys move it, Enter puts it
 * down and Escape puts it back (spec 4 §1.9). The others stay where they are until then.
 */
export function useDragOrder({ order, onMove, onStep }: DragOrderOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  /** Takes one up. Gives what moves it, puts it down and puts it back, until either of these. */
  function take(name: string, list: HTMLElement) {
    stop.current?.()
    const ending = new AbortController()
    const from = order.indexOf(name)
    const others = order.filter((one) => one !== name)
    let to = from
    const end = () => {
      ending.abort()
      stop.current = null
      setDragged(null)
    }
    const over = (place: number) => {
      const next = Math.max(0, Math.min(others.length, place))
      if (next === to) return
      to = next
      setDragged({ name, to })
      onStep('over', name, to)
      const row = list.querySelector(
        `[data-place="${CSS.escape(others[Math.min(to, others.length - 1)] ?? name)}"]`,
      )
      row?.scrollIntoView({ block: 'nearest' })
    }
    const put = () => {
      end()
      if (to === from) onStep('back', name, from)
      else onMove(name, to)
    }
    const back = () => {
      end()
      onStep('back', name, from)
    }
    stop.current = end
    setDragged({ name, to })
    window.addEventListener(
      'keydown',
      (press) => {
        const { key } = press
        if (!['ArrowUp', 'ArrowDown', 'Enter', ' ', 'Escape', 'Tab'].includes(key)) return
        // They are the list's: what lies around it stays as it is.
        press.stopPropagation()
        if (key !== 'Tab') press.preventDefault()
        if (key.startsWith('Arrow')) over(to + (key === 'ArrowUp' ? -1 : 1))
        else if (key === 'Enter' || key === ' ') put()
        else back()
      },
      { signal: ending.signal, capture: true },
    )
    return { over, put, back, signal: ending.signal }
  }

  const handle = (name: string, list: () => HTMLElement | null) => ({
    'aria-pressed': dragged?.name === name,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const within = list()
      if (event.key !== ' ' || !within) return
      event.preventDefault()
      take(name, within)
      onStep('taken', name, order.indexOf(name))
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const within = list()
      if (event.button !== 0 || !within) return
      // No text is marked, and what has the focus keeps it.
      event.preventDefault()
      const grip: HTMLElement = event.currentTarget
      grip.setPointerCapture(event.pointerId)
      const { over, put, back, signal } = take(name, within)
      grip.addEventListener('pointermove', ({ clientY }) => over(placeAt(within, order, name, clientY)), {
        signal,
      })
      grip.addEventListener('pointerup', put, { signal })
      grip.addEventListener('lostpointercapture', back, { signal })
    },
  })
  return { dragged, handle }
}
