import { type RefObject, useEffect } from 'react'

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/**
 * Brings what is open into view within a strip that scrolls sideways, however long it is, also where the address
 * opened it. The strip alone scrolls, and nothing around it.
 * @param selector which of the strip's elements is open
 */
export function useShownWithin(strip: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const box = strip.current
    const open = box?.querySelector(selector)
    if (open && box) box.scrollLeft += middleOf(open) - middleOf(box)
  }, [strip, selector])
}
