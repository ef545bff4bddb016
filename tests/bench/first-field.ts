import type { Browser, BrowserContextOptions } from 'playwright-core'

const CPU_SLOWDOWN = 4

/**
 * Runs in the page before its scripts: settles with the milliseconds from the navigation to the
 * first moment when the user name's field has the focus and takes text.
 */
function watchFirstField(): void {
  const page = window as unknown as { usable: Promise<number> }
  page.usable = new Promise((resolve) => {
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

/**
 * Runs in the page before its scripts: settles with the milliseconds from the navigation to the
 * first task after the shell's navigation and the screen's title are there. Whoever clicks then is
 * answered: React attaches its handlers before it shows a thing, and nothing else keeps the thread.
 */
function watchShell(): void {
  const page = window as unknown as { usable: Promise<number> }
  page.usable = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('nav[aria-label="Main"] a') || !document.querySelector('header h1')) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now())
        channel.port2.postMessage(null)
      })
    })
    observer.observe(document, { subtree: true, childList: true })
  })
}

async function timeToUsable(
  browser: Browser,
  url: string,
  watch: () => void,
  storageState?: NonNullable<BrowserContextOptions['storageState']>,
): Promise<number> {
  const context = await browser.newContext(storageState === undefined ? {} : { storageState })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate(() => (window as unknown as { usable: Promise<number> }).usable)
  } finally {
    await context.close()
  }
}

/** Milliseconds until the page's first field can be typed into, in a fresh profile on a slowed CPU. */
export function timeToFirstField(browser: Browser, url: string): Promise<number> {
  return timeToUsable(browser, url, watchFirstField)
}

/**
 * Milliseconds until somebody who is signed in can use the shell after a start, on a slowed CPU.
 *
 * @param signedIn what their browser has kept
 */
export function timeToShell(
  browser: Browser,
  url: string,
  signedIn: NonNullable<BrowserContextOptions['storageState']>,
): Promise<number> {
  return timeToUsable(browser, new URL('/dashboard', url).href, watchShell, signedIn)
}
