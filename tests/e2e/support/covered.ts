import type { Page } from '@playwright/test'

interface Look {
  /** The pages that this person may visit. */
  readonly visited: string[]
  /** The controls that something floating lies on, with their page. */
  readonly covered: string[]
  /** The pages that are wider than the window, or whose content is wider than its place. */
  readonly sideways: string[]
}

/**
 * Goes from page to page as links of the application do, so that what floats stays, and finds each
 * control whose middle something floating lies on, with the page and all lists in it scrolled to their
 * ends: who has scrolled as far as it goes can't get at those. All in the page itself, which takes a
 * tenth of the time.
 */
export function coveredControls(page: Page, paths: readonly string[]): Promise<Look> {
  return page.evaluate(async (all) => {
    const controls =
      'button, a[href], input, select, textarea, [tabindex="0"], [role="button"], [role="link"], [role="tab"], [role="checkbox"], [role="switch"], [role="combobox"]'
    const floating = (element: Element | null): Element | null =>
      element === null || getComputedStyle(element).position === 'fixed'
        ? element
        : floating(element.parentElement)
    const covered = (): string[] => {
      for (const one of document.querySelectorAll('main, main *'))
        if (one.scrollHeight > one.clientHeight) one.scrollTop = one.scrollHeight
      return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
        if (!control.checkVisibility({ visibilityProperty: true }) || floating(control)) return []
        const { left, top, width, height } = control.getBoundingClientRect()
        const over = floating(document.elementFromPoint(left + width / 2, top + height / 2))
        const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName
        return over ? [`'${name.trim()}' under ${over.className}: ${over.textContent.slice(0, 200)}`] : []
      })
    }
    const title = () => document.querySelector('h1')?.textContent
    const until = async (holds: () => boolean, frames = 600): Promise<void> => {
      for (let seen = 0; seen < frames && !holds(); seen++) await new Promise(requestAnimationFrame)
    }
    const look: Look = { visited: [], covered: [], sideways: [] }
    for (const path of all) {
      const before = title()
      const isOfSameName = location.pathname.split('/').at(-1) === path.split('/').at(-1)
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      await until(() => isOfSameName || title() !== before || location.pathname !== path)
      await new Promise(requestAnimationFrame)
      // Somebody who may not visit it has been sent elsewhere.
      if (location.pathname !== path) continue
      await until(() => {
        const main = document.querySelector('main')
        return !!main?.querySelector('h2, h3, button, a, form') && !main.querySelector('[aria-busy="true"]')
      })
      look.visited.push(path)
      // The page makes room once the pointer rests, and a notice goes by itself after 5 seconds (spec 2 §4).
      await until(() => covered().length === 0, 420)
      const places = [document.documentElement, document.querySelector('main')]
      if (places.some((place) => place && place.scrollWidth > place.clientWidth)) look.sideways.push(path)
      look.covered.push(...covered().map((what) => `${path}: ${what}`))
    }
    return look
  }, paths)
}
