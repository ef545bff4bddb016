import type { Browser } from 'playwright-core'

const CPU_SLOWDOWN = 4

/**
 * Runs in the page before its scripts: settles with the milliseconds from the navigation to the
 * first moment when the user name's field has the focus and takes text.
 */
function watchFirstField(): void {
  const page = window as unknown as { firstField: Promise<number> }
  page.firstField = new Promise((resolve) => {
    const look = () => {
      const field = document.activeElement
      const usable = field instanceof HTMLInputElement && field.name === 'username' && !field.disabled
      if (usable) resolve(performance.now())
      return usable
    }
    const heard = () => {
      if (look()) document.removeEventListener('focusin', heard)
    }
    document.addEventListener('focusin', heard)
  })
}

/** Milliseconds until the page's first field can be typed into, in a fresh profile on a slowed CPU. */
export async function timeToFirstField(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFirstField)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate(() => (window as unknown as { firstField: Promise<number> }).firstField)
  } finally {
    await context.close()
  }
}
