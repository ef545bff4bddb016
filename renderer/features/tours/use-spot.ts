import { useLayoutEffect, useState } from 'react'
import type { Box } from './place.ts'

/** How far the light reaches beyond what it is on, in pixels. */
const MARGIN = 6

/** The first element of that tour id that shows; null where none does. */
function findStop(tourID: string): Element | null {
  if (tourID === '') return null
  const marked = document.querySelectorAll(`[data-tour="${CSS.escape(tourID)}"]`)
  const shows = (element: Element) => element.getClientRects().length > 0
  return [...marked].find(shows) ?? null
}

/** Where it is, in the pixels of the layer over the page: measured boxes don't know of the page's zoom. */
function boxOf(element: Element | null, layer: HTMLElement): Box | null {
  if (!element) return null
  const { top, left, width, height } = element.getBoundingClientRect()
  const zoom = layer.offsetWidth === 0 ? 1 : layer.getBoundingClientRect().width / layer.offsetWidth
  return {
    top: top / zoom - MARGIN,
    left: left / zoom - MARGIN,
    width: width / zoom + 2 * MARGIN,
    height: height / zoom + 2 * MARGIN,
  }
}

/**
 * Where the stop of a tour is; it is brought into view, and followed while the page moves.
 * @param layer covers the page
 */
export function useSpot(tourID: string, layer: HTMLElement | null): Box | null {
  const [spot, setSpot] = useState<Box | null>(null)
  useLayoutEffect(() => {
    if (!layer) return
    const element = findStop(tourID)
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const measure = () => setSpot(boxOf(element, layer))
    measure()
    window.addEventListener('resize', measure)
    window.addEventListener('scroll', measure, true)
    return () => {
      window.removeEventListener('resize', measure)
      window.removeEventListener('scroll', measure, true)
    }
  }, [tourID, layer])
  return spot
}
