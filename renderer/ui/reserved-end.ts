import { followHeight } from './stillness.ts'

/** Of the element among what floats over the end of the page where small cards are put. */
export const FLOATING_CARDS_ID = 'floating-cards'
/** Beneath what floats, and as much above it, in pixels. */
const GAP_PX = 12

/**
 * Keeps as much room at the end of the page as what floats there is high (`--fw-reserved-end`): a page
 * that fills the window ends above it, one that is scrolled can be scrolled from under it. Nothing
 * while there is nothing.
 *
 * @returns what gives the room back
 */
export function reserveEnd(floating: HTMLElement): () => void {
  const { style } = document.documentElement
  const end = followHeight(floating, (height) =>
    style.setProperty('--fw-reserved-end', height > 0 ? `${height + 2 * GAP_PX}px` : '0px'),
  )
  return () => {
    end()
    style.removeProperty('--fw-reserved-end')
  }
}
