import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react'
import { useServices } from '../../../services/context.tsx'

/** Distances of the floating chat from the right and the bottom edge of the window, in pixels. */
export interface FloatCorner {
  readonly right: number
  readonly bottom: number
}

export interface FloatPlace extends FloatCorner {
  /** Moves it by so many pixels to the right and down, as far as the window goes, and keeps where it then is. */
  moveBy(right: number, down: number): void
  /** Follows the pointer until it is let go. */
  drag(event: ReactPointerEvent<HTMLElement>): void
}

/** Where it is until it is moved. */
const CORNER: FloatCorner = { right: 20, bottom: 20 }
/** The size of the panel, and the least distance from an edge, in pixels; FloatPanel's style has the same. */
export const FLOAT_SIZE = { width: 400, height: 620 } as const
const EDGE = 8

/** Where the panel fits within a window of that size. */
export function fitted(
  { right, bottom }: FloatCorner,
  window: { width: number; height: number },
): FloatCorner {
  const within = (value: number, room: number) => Math.max(EDGE, Math.min(value, Math.max(EDGE, room)))
  return {
    right: within(right, window.width - FLOAT_SIZE.width - EDGE),
    bottom: within(bottom, window.height - Math.min(FLOAT_SIZE.height, window.height - 2 * EDGE) - EDGE),
  }
}

/**
 * The place of the floating chat, kept in the browser.
 * @param layer as large as the window, in the page's own pixels, which a zoomed page counts otherwise
 */
export function useFloatPlace(layer: RefObject<HTMLElement | null>): FloatPlace {
  const { storage } = useServices()
  const [corner, setCorner] = useState<FloatCorner>(() => storage.get('chatFloat') ?? CORNER)
  const now = useRef(corner)
  const put = (next: FloatCorner, keep: boolean) => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = layer.current ?? {}
    now.current = fitted(next, { width, height })
    setCorner(now.current)
    if (keep) storage.set('chatFloat', now.current)
  }
  return {
    ...corner,
    moveBy: (right, down) =>
      put({ right: now.current.right - right, bottom: now.current.bottom - down }, true),
    drag(event) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      const handle = event.currentTarget
      const from = { ...now.current, x: event.clientX, y: event.clientY }
      const box = layer.current
      const zoom = box && box.clientWidth > 0 ? box.getBoundingClientRect().width / box.clientWidth : 1
      const placed = (at: PointerEvent): FloatCorner => ({
        right: from.right - (at.clientX - from.x) / zoom,
        bottom: from.bottom - (at.clientY - from.y) / zoom,
      })
      const move = (at: PointerEvent) => put(placed(at), false)
      const end = () => {
        handle.removeEventListener('pointermove', move)
        storage.set('chatFloat', now.current)
      }
      handle.setPointerCapture(event.pointerId)
      handle.addEventListener('pointermove', move)
      handle.addEventListener('lostpointercapture', end, { once: true })
    },
  }
}
