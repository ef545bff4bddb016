import type { Locator } from '@playwright/test'

/** What a finger needs, in pixels of the page. */
const FINGER = 44

/**
 * What can be pressed in a part of a page and is smaller than a finger, each with its size. A stretch of a day bar is as long
 * as its time; the table below it has the same.
 */
export const smallTargets = (part: Locator): Promise<string[]> =>
  part.evaluate((root, least) => {
    const all = root.querySelectorAll<HTMLElement>(
      'button:not([data-kind]), a, select, input, [role="option"]',
    )
    return [...all].flatMap((one) => {
      // Who is drawn for no eye is for no finger either; a box is pressed by its words, too.
      const box = (one.matches('[type="checkbox"]') && one.parentElement?.parentElement) || one
      const { width, height } = box.getBoundingClientRect()
      if (width < 2 || height < 2) return []
      const name = one.getAttribute('aria-label') ?? one.textContent
      return width < least - 0.5 || height < least - 0.5
        ? [`${name}: ${Math.round(width)} × ${Math.round(height)}`]
        : []
    })
  }, FINGER)
