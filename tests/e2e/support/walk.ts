import { type ElementHandle, expect, type Locator, type Page, type Request } from '@playwright/test'
import { canBeLookedAt, type InPage } from './look.ts'

/** What lies over a page once it was opened. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog[open]'

type Looking = typeof globalThis & { inPage: InPage; layersBefore: WeakSet<Element> }

export interface WalkOptions {
  /** What opens something without saying so by `aria-haspopup`, by its name. */
  readonly opens: RegExp
  /** The same, but only from a page: in a dialog it takes the dialog's place. */
  readonly opensFromPage: RegExp
  /** Places from which that leads to another page. */
  readonly elsewhere: RegExp
  /** What holds other things for other people: each opens it. */
  readonly own: RegExp
  /** What isn't opened: what it does can't be taken back. */
  readonly leaves: RegExp
}

/** What somebody has opened, so that the next person doesn't open the same again. */
const opened = new Set<string>()

/** Forms that parts of the document have been looked at in, whoever saw them (support/look.ts). */
const seen = new Set<string>()

/**
 * Somebody who opens one thing after the other with the keyboard, looks at the whole document each
 * time, closes it and sees that the focus is back. What is found is kept and told at the end.
 */
export class Walk {
  readonly faults: string[] = []
  /** Where the installation has no content. */
  readonly empty: string[] = []
  readonly #page: Page
  readonly #options: WalkOptions
  readonly #requests = new Set<Request>()
  /** What this person has opened. */
  readonly #done = new Set<string>()
  #place = ''
  /** What has opened the layers that are open. */
  readonly #openers: Opener[] = []

  private constructor(page: Page, options: WalkOptions) {
    this.#page = page
    this.#options = options
    // A sound that plays is on its way for as long as it plays.
    page.on('request', (one) => one.resourceType() !== 'media' && this.#requests.add(one))
    page.on('requestfinished', (one) => this.#requests.delete(one))
    page.on('requestfailed', (one) => this.#requests.delete(one))
  }

  static async of(page: Page, options: WalkOptions): Promise<Walk> {
    await canBeLookedAt(page)
    return new Walk(page, options)
  }

  /** Walks; what stops the walk is a fault beside the others. */
  async ends(steps: () => Promise<void>): Promise<void> {
    await steps().catch((error: Error) => this.faults.push(`stopped after ${this.#place}: ${error.message}`))
  }

  /** Waits until nothing is on its way to the page and nothing in it changes. */
  async settled(): Promise<void> {
    await expect(async () => {
      const busy = await this.#page.evaluate(() => (globalThis as Looking).inPage.calm())
      expect([...[...this.#requests].map((one) => one.url()), ...(busy ? [busy] : [])]).toEqual([])
    }).toPass({ intervals: [20, 50, 100], timeout: 60_000 })
  }

  /** Looks at the whole document as it is now. */
  async look(place: string): Promise<void> {
    this.#place = place
    const once = async () => {
      await this.settled()
      const known = [...seen]
      const looked = await this.#page.evaluate((all) => (globalThis as Looking).inPage.look(all), known)
      return looked
    }
    const first = await once()
    let found = first.faults
    // What only a moment had isn't the page's state: it is looked at once more.
    if (found.length > 0) {
      const again = new Set((await once()).faults.map(inAnyTheme))
      found = found.filter((one) => again.has(inAnyTheme(one)))
    }
    for (const form of first.forms) seen.add(form)
    if (first.isEmpty) this.empty.push(place)
    for (const fault of found) this.faults.push(`${place}: ${fault}`)
  }

  /** Goes to a page as a link of the application does, which keeps what was fetched. Gives whether it is there. */
  async go(path: string): Promise<boolean> {
    const [before, isHere] = await this.#page.evaluate((to) => {
      const shown = document.querySelector('main')?.textContent
      const here = location.pathname === to
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      return [shown, here] as const
    }, path)
    // The page before stays until the code of the next one is there. Two that say the same can't be told apart.
    if (!isHere)
      await this.#page
        .waitForFunction((was) => document.querySelector('main')?.textContent !== was, before, {
          timeout: 2000,
        })
        .catch(() => null)
    await this.settled()
    return new URL(this.#page.url()).pathname === path
  }

  /**
   * Looks at what is on top, then at each of its tabs, then opens what can be opened, and does there
   * what it did here.
   *
   * @param within a selector of what it stays in
   */
  async crawl(place: string, within: string, depth = 0): Promise<void> {
    await this.look(place)
    await this.openAll(place, within, depth)
    for (;;) {
      const tab = await this.#next('tab', within, place)
      if (!tab) return
      // Drawn anew meanwhile: it is found again.
      if (!(await tab.element.evaluate((one) => one.isConnected))) {
        this.#again(tab)
        continue
      }
      await tab.element.focus()
      await this.#page.keyboard.press('Enter')
      const there = `${place} › ${tab.name}`
      await expect
        .poll(() => tab.element.getAttribute('aria-selected').catch(() => 'true'), { message: there })
        .toBe('true')
      await this.look(there)
      await this.openAll(there, within, depth)
    }
  }

  /** Opens what can be opened in there, one after the other. */
  async openAll(place: string, within: string, depth = 0): Promise<void> {
    if (depth > 3) throw new Error(`${place} opens itself`)
    for (;;) {
      const next = await this.#next('opener', within, place)
      if (!next) return
      // Drawn anew meanwhile: it is found again.
      if (!(await next.element.evaluate((one) => one.isConnected))) this.#again(next)
      else await this.visit(`${place} › ${next.name}`, next.element, depth)
    }
  }

  /** Opens something, goes through it, closes it and sees where the focus is. */
  async visit(place: string, opener: Opener, depth = 0): Promise<void> {
    if (await opener.evaluate((one) => one.localName === 'input')) return this.#field(place, opener)
    const layer = await this.#open(place, opener)
    if (!layer) return
    this.#openers.push(opener)
    const items = await layer.evaluate((one) =>
      one.getAttribute('role') === 'menu'
        ? '[role^="menuitem"]'
        : one.querySelector('[data-tools]')
          ? '[data-tools] button'
          : null,
    )
    if (items === null) await this.crawl(place, LAYERS, depth + 1)
    const open = items === null ? layer : await this.#choose(place, opener, layer, items, depth)
    this.#openers.pop()
    if (open) await this.close(place, opener, open)
  }

  /** Opens the list under a field, which Escape closes alone: the field keeps the focus. */
  async #field(place: string, field: Opener): Promise<void> {
    await field.focus()
    await this.#page.keyboard.press('ArrowDown')
    await this.look(place)
    const isOpen = () =>
      field.evaluate((one) => {
        // Without options it says why, and its list is hidden.
        const under = document.getElementById(one.getAttribute('aria-controls') ?? '')?.parentElement
        return under?.checkVisibility({ visibilityProperty: true }) ?? false
      })
    if (!(await isOpen())) return
    await this.#page.keyboard.press('Escape')
    await expect.poll(isOpen, { message: place }).toBe(false)
    const at = await field.evaluate((one) =>
      document.activeElement === one ? null : document.activeElement?.outerHTML.slice(0, 160),
    )
    if (at !== null) this.faults.push(`${place}: closed, and the focus is on ${at}`)
  }

  /** Looks at a menu, and chooses one after the other of what in it opens something. */
  async #choose(
    place: string,
    opener: Opener,
    first: Layer,
    items: string,
    depth: number,
  ): Promise<Layer | null> {
    await this.look(place)
    for (let menu: Layer | null = first; ; menu = await this.#open(place, opener)) {
      const item = await this.#next('item', LAYERS, place, items)
      if (!item) return menu
      const there = `${place} › ${item.name}`
      const layer = await this.#open(there, item.element)
      if (layer) {
        await this.crawl(there, LAYERS, depth + 1)
        await this.close(there, opener, layer)
      }
    }
  }

  /** Opens something with the keyboard, and gives the layer that comes; null, and a fault, where none does. */
  async #open(place: string, opener: Opener): Promise<Layer | null> {
    await this.#page.evaluate((layers) => {
      const shown = [...document.querySelectorAll(layers)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
      ;(globalThis as Looking).layersBefore = new WeakSet(shown)
    }, LAYERS)
    await opener.focus()
    await this.#page.keyboard.press('Enter')
    return this.opened(place)
  }

  /** Waits for the layer that comes. */
  async opened(place: string): Promise<Layer | null> {
    const handle = await this.#page
      .waitForFunction(
        (layers) =>
          [...document.querySelectorAll(layers)].findLast(
            (one) =>
              one.checkVisibility({ visibilityProperty: true }) &&
              !(globalThis as Looking).layersBefore.has(one),
          ),
        LAYERS,
        { timeout: 20_000 },
      )
      .catch(() => null)
    const layer = handle?.asElement() as ElementHandle<Element> | null | undefined
    if (!layer) {
      this.faults.push(`${place}: nothing opened`)
      return null
    }
    await this.settled()
    const hasFocus = await layer.evaluate(
      (one) => one.matches('[role="listbox"]') || one.contains(document.activeElement),
    )
    if (!hasFocus) this.faults.push(`${place}: opened, and the focus is on ${await this.#focused()}`)
    return layer
  }

  /**
   * Closes what is on top and nothing else, and sees that the focus is back on what opened it, or where
   * that has gone with what it was in, on what opened that.
   */
  async close(place: string, opener: Opener, layer: Layer): Promise<void> {
    const under = await this.#page.evaluateHandle(
      ({ layers, top }) =>
        [...document.querySelectorAll(layers)].filter(
          (one) =>
            one.checkVisibility({ visibilityProperty: true }) &&
            !one.parentElement?.closest(layers) &&
            !one.contains(top),
        ),
      { layers: LAYERS, top: layer },
    )
    // A list that opened with the focus is in front.
    if ((await this.#page.locator('input:focus[data-expanded="true"]').count()) > 0)
      await this.#page.keyboard.press('Escape')
    await this.#page.keyboard.press('Escape')
    const isGone = await this.#page
      .waitForFunction(
        (one) => !one.isConnected || !one.checkVisibility({ visibilityProperty: true }),
        layer,
        {
          timeout: 10_000,
        },
      )
      .then(() => true)
      .catch(() => false)
    if (!isGone) throw new Error(`Escape doesn’t close ${place}, the focus is on ${await this.#focused()}`)
    await this.settled()
    const isUnder = await under.evaluate((all) =>
      all.every((one) => one.checkVisibility({ visibilityProperty: true })),
    )
    if (!isUnder) this.faults.push(`${place}: closed, and what is under it with it`)
    const wanted = await this.#firstShown([opener, ...this.#openers.toReversed()])
    const isBack = await this.#page
      .waitForFunction((one) => document.activeElement === one, wanted, { timeout: 5000 })
      .then(() => true)
      .catch(() => false)
    if (isBack) return
    this.faults.push(`${place}: closed, and the focus is on ${await this.#focused()}`)
  }

  #focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const one = document.activeElement
      return `${one?.localName} '${one?.getAttribute('aria-label') ?? one?.textContent?.trim().slice(0, 60)}' ${one?.className}`
    })
  }

  /** The same for what something else than a press of its opener has opened. */
  async closed(place: string, opener: Locator, layer: Locator): Promise<void> {
    const [from, top] = [await opener.elementHandle(), await layer.elementHandle()]
    if (from && top) await this.close(place, from as Opener, top as Layer)
  }

  /** The first of them that is still there to be seen. */
  async #firstShown(openers: readonly Opener[]): Promise<Opener | null> {
    for (const opener of openers) if (await opener.isVisible()) return opener
    return null
  }

  #again({ key }: Next): void {
    this.#done.delete(key)
    opened.delete(key)
  }

  /** The next thing of that kind that wasn't used yet; of rows alike, those of one. */
  async #next(kind: Kind, within: string, place: string, items = ''): Promise<Next | null> {
    const { opens, opensFromPage, elsewhere, own, leaves } = this.#options
    const handle = await this.#page.evaluateHandle(
      ({ kind, within, done, opens, opensFromPage, leaves, place, items, layers }) => {
        const roots = [...document.querySelectorAll(within)]
        const root = roots.findLast((one) => one.checkVisibility({ visibilityProperty: true }))
        if (!root) return null
        const [mayOpen, fromPage, mustNot] = [opens, opensFromPage, leaves].map((one) => new RegExp(one))
        if (!mayOpen || !fromPage || !mustNot) return null
        const selector = {
          tab: '[role="tab"]:not([aria-selected="true"])',
          opener: 'button, [role="button"], [aria-haspopup], button[data-event]',
          item: items,
        }[kind]
        const found = [...root.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
          if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled'))
            return []
          if (element.closest('[aria-hidden="true"], [inert]') || element.dataset.disabled) return []
          const label = (element as HTMLInputElement).labels?.[0]?.textContent
          const name = (element.getAttribute('aria-label') ?? (label || element.textContent) ?? '')
            .trim()
            .replace(/\s+/g, ' ')
          const popup = element.getAttribute('aria-haspopup')
          if (kind === 'opener' && element.getAttribute('role') === 'tab') return []
          if (kind === 'opener' && (popup === null || popup === 'false'))
            if (!mayOpen.test(name) && !element.matches('button[data-event]'))
              if (element.closest(layers) || !fromPage.test(name)) return []
          if (kind === 'item' && !mayOpen.test(name)) return []
          if (mustNot.test(name)) return []
          const row = element.closest(
            'li, tr, article, [role="row"], [data-row], [data-event], [role="gridcell"]',
          )
          const list = element.closest('[role="tablist"]')?.getAttribute('aria-label') ?? ''
          const of = row && kind === 'opener' ? `${element.className} ${popup}` : name.replace(/\d+/g, '0')
          return [{ element, name, key: `${kind} ${place.split(' › ')[0]} ${list} ${of}` }]
        })
        const left = found.filter(({ key }) => !done.includes(key))
        return (kind === 'tab' ? left.at(-1) : left[0]) ?? null
      },
      {
        kind,
        within,
        done: [...this.#done, ...opened],
        opens: opens.source,
        leaves: leaves.source,
        opensFromPage: elsewhere.test(place) ? '^$' : opensFromPage.source,
        place,
        items,
        layers: LAYERS,
      },
    )
    const found = await handle.evaluate((one) => one && { key: one.key, name: one.name })
    if (!found) return null
    this.#done.add(found.key)
    if (!own.test(found.name)) opened.add(found.key)
    const element = (await handle.getProperty('element')).asElement() as Opener
    return { key: found.key, element, name: found.name.slice(0, 40) }
  }
}

type Kind = 'tab' | 'opener' | 'item'
type Opener = ElementHandle<HTMLElement>
type Layer = ElementHandle<Element>

interface Next {
  readonly key: string
  readonly element: Opener
  readonly name: string
}

const inAnyTheme = (fault: string) => fault.replace(/^(light|dark): /, '')
