import { type RefObject, useEffect } from 'react'

/**
 * Brings what is open into view within a strip that scrolls sideways, however long it is, also where the address
 * opened it. The strip alone scrolls, and nothing around it.
 * @param selector which of the strip's elements is open
 */
export function useShownWithin(strip: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const box = strip.current
    const open = box?.querySelector<HTMLElement>(selector)
    if (!box || !open) return
    const [inside, outside] = [open.getBoundingClientRect(), box.getBoundingClientRect()]
    const middle = inside.left + inside.width / 2 - (outside.left + outside.width / 2)
    box.scrollLeft += middle
  }, [strip, selector])
}
