import type { Page } from 'playwright-core'

/** A page in the frame that shows at once, without a load: as a click in the menu goes there. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/**
 * Does something in the page, and gives the milliseconds until what the selector names has been painted, in the number
 * that is wanted at least.
 */
export const toPainted = (
  page: Page,
  what: {
    readonly path?: string
    readonly click?: string
    /** How the words of the button begin that is clicked. */
    readonly button?: string
    readonly selector: string
    readonly least?: number
  },
): Promise<number> =>
  page.evaluate(({ path, click, button, selector, least = 1 }) => {
    const began = performance.now()
    return new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${selector} was not painted in 30 s`)), 30_000)
      const look = () => {
        if (document.querySelectorAll(selector).length < least) return
        observer.disconnect()
        clearTimeout(late)
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => resolve(performance.now() - began)
          channel.port2.postMessage(null)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
      if (path !== undefined) {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }
      if (button !== undefined)
        [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(button))?.click()
      if (click !== undefined) document.querySelector<HTMLElement>(click)?.click()
      look()
    })
  }, what)

type Watched = Window & { benchSeen?: Map<string, number> }

/** Notes, in milliseconds since 1970, when each row of the live panel was painted with another activity than before. */
export const watchRows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Map<string, number>()
    ;(window as Watched).benchSeen = seen
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const row = element?.closest('[data-row]')
        if (!row) continue
        const said = `${row.getAttribute('data-row')} ${/, ([a-z -]+) for /.exec(row.getAttribute('aria-label') ?? '')?.[1]}`
        if (seen.has(said)) continue
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            if (!seen.has(said)) seen.set(said, performance.timeOrigin + performance.now())
          }
          channel.port2.postMessage(null)
        })
      }
    }).observe(document.body, { subtree: true, attributes: true, childList: true, characterData: true })
  })

/** When that person was first painted on that activity, in the words of the row; null where they weren't. */
export const seenAt = (page: Page, userID: number, activity: string): Promise<number | null> =>
  page.evaluate((key) => (window as Watched).benchSeen?.get(key) ?? null, `${userID} ${activity}`)

export const forgetRows = (page: Page): Promise<void> =>
  page.evaluate(() => (window as Watched).benchSeen?.clear())
