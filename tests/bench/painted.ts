import type { Page } from 'playwright-core'

/** Moments in milliseconds since 1970, by the machine's one clock, so that two pages compare. */
interface Moments {
  enterAt: number
  painted: Map<string, number>
}

/** Runs in the page: notes when Enter goes down, and when a text that appears in the list has been painted. */
function watchMoments(within: string): void {
  const page = window as unknown as { moments: Moments }
  const now = () => performance.timeOrigin + performance.now()
  page.moments = { enterAt: 0, painted: new Map() }
  const noteEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') page.moments.enterAt = now()
  }
  window.addEventListener('keydown', noteEnter, true)
  const afterPaint = (callback: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = callback
      channel.port2.postMessage(null)
    })
  const search = (records: MutationRecord[]) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const element = node instanceof Element ? node : node.parentElement
        if (!element?.closest(within) && !element?.querySelector(within)) continue
        for (const mark of node.textContent?.match(/bench-\d+-\d+/g) ?? []) {
          if (page.moments.painted.has(mark)) continue
          page.moments.painted.set(mark, Number.NaN)
          afterPaint(() => page.moments.painted.set(mark, now()))
        }
      }
    }
  }
  new MutationObserver(search).observe(document, { subtree: true, childList: true, characterData: true })
}

/**
 * Lets `sendToPainted` measure the page.
 *
 * @param within selector of the list in which texts appear
 */
export async function watchPage(page: Page, within: string): Promise<void> {
  await page.evaluate(watchMoments, within)
}

let marks = 0

/**
 * Types a text that is new in one page, presses Enter, and gives the milliseconds until the other
 * page has painted it.
 *
 * @param field selector of the field that has to be typed into
 */
export async function sendToPainted(from: Page, field: string, to: Page): Promise<number> {
  marks += 1
  const mark = `bench-${process.pid}-${marks}`
  await from.locator(field).fill(mark)
  await from.locator(field).press('Enter')
  const painted = await to.waitForFunction(
    (text) => {
      const at = (window as unknown as { moments: Moments }).moments.painted.get(text)
      return at !== undefined && !Number.isNaN(at) ? at : null
    },
    mark,
    { polling: 20 },
  )
  const enterAt = await from.evaluate(() => (window as unknown as { moments: Moments }).moments.enterAt)
  return Number(await painted.jsonValue()) - enterAt
}
