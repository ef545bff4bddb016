import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What a look at a page found, and what it looked at for the first time. */
interface Looked {
  readonly faults: string[]
  /** Whether it says that the installation has no content for it. */
  readonly isEmpty: boolean
  /** A mark for each part of the document in the form that it has. */
  readonly forms: string[]
}

/** What runs in the page: see `look`. */
export interface InPage {
  calm(): Promise<string | null>
  look(seen: readonly string[]): Promise<Looked>
}

/**
 * Waits until nothing in the page is on its way: no part says that it is busy, nothing moves, and two
 * frames have passed without a change. Gives what is busy where that takes too many frames.
 */
async function calm(): Promise<string | null> {
  const busy = () =>
    document.querySelector('[aria-busy="true"], .mantine-Loader-root, span[data-round][aria-hidden="true"]')
  const moves = () => document.getAnimations().some((one) => one.effect?.getTiming().iterations !== Infinity)
  let changes = 0
  const observer = new MutationObserver(() => {
    changes++
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  try {
    for (let quiet = 0, frames = 0; quiet < 2; frames++) {
      if (frames > 3000) return busy()?.outerHTML.slice(0, 200) ?? 'something changes all the time'
      const before = changes
      await new Promise(requestAnimationFrame)
      // What was changed in that frame is told after it.
      await Promise.resolve()
      quiet = changes === before && !busy() && !moves() ? quiet + 1 : 0
    }
    return null
  } finally {
    observer.disconnect()
  }
}

/** So many elements are a form that is known again. */
const LEAST_FORM = 4

/** The smallest text, in pixels of the screen at the default zoom. */
const LEAST_PX = 12

function look(seenBefore: readonly string[]): Promise<Looked> {
  const runner = (globalThis as unknown as { axe: typeof axe }).axe
  const root = document.documentElement
  const faults: string[] = []
  const shows = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.localName}.${element.getAttribute('class') ?? ''} '${words.trim().slice(0, 40)}'`
  }

  // A part that can't be drawn at all has nothing else for anybody to find.
  if ([...document.querySelectorAll('h1, h2')].some((head) => head.textContent === 'Error detected'))
    faults.push('it shows that there was an error')

  // Text.
  const small = new Set<string>()
  const checked = new Set<Element>()
  const measure = (element: Element) => {
    if (checked.has(element)) return
    checked.add(element)
    const style = getComputedStyle(element)
    const zoom = (element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1
    const size = Number.parseFloat(style.fontSize) * zoom
    if (size >= LEAST_PX - 0.01 || !shows(element)) return
    const { width, height } = element.getBoundingClientRect()
    if (width > 1 && height > 1 && !element.closest('.visually-hidden')) small.add(nameOf(element))
  }
  const texts = (within: Node) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot) texts(node.shadowRoot)
        if (/^(input|textarea|select)$/.test(node.localName)) measure(node)
      } else if (node.parentElement && node.nodeValue?.trim()) {
        if (!/^(script|style|noscript|title)$/.test(node.parentElement.localName)) measure(node.parentElement)
      }
    }
  }
  texts(document.body)
  for (const one of small) faults.push(`text under ${LEAST_PX} px: ${one}`)

  // The page as a whole.
  const mains = [...document.querySelectorAll('main, [role="main"]')].filter(shows)
  if (mains.length !== 1) faults.push(`${mains.length} main landmarks`)
  if (root.scrollWidth > innerWidth)
    faults.push(`the page scrolls sideways, by ${root.scrollWidth - innerWidth} px`)

  // What lies under a dialog was told before it opened.
  const front = [...document.querySelectorAll('main, [role="dialog"]')].filter(shows).at(-1)
  const isEmpty = /This installation has no content/.test(front?.textContent ?? '')

  // What the keyboard can come to, in the layer on top.
  const layers = [
    ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]'),
  ]
  const top = layers.filter(shows).at(-1) ?? document.body
  const ringless = focusRings(top)
  for (const one of ringless) faults.push(`no focus ring: ${one}`)

  // Parts of the document, each in the form that it has: what of it differs by more than its words.
  const hash = (text: string) => {
    let [a, b] = [5381, 52711]
    for (let at = 0; at < text.length; at++) {
      a = (a * 33) ^ text.charCodeAt(at)
      b = (b * 31 + text.charCodeAt(at)) | 0
    }
    return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
  }
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  /** What of an element itself a rule may read, without its words. */
  const ownOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    const says =
      label === null ? '' : plain(label).includes(plain(element.textContent ?? '')) ? 'said' : 'else'
    const attributes = [...element.attributes]
      .map(({ name, value }) => {
        if (/^(id|for|href|src|datetime|value|title|alt|d|key)$/.test(name))
          return value === '' ? `${name}=` : name
        if (
          /^(aria-(label|labelledby|describedby|controls|owns|activedescendant|value.*|posinset|setsize))$/.test(
            name,
          )
        )
          return value === '' ? `${name}=` : name
        if (/^data-/.test(name) && /\d/.test(value)) return name
        if (name === 'style')
          return (value.match(/(color|background|opacity|display|visibility)[^;]*/g) ?? []).join()
        return `${name}=${value.replace(/\d+/g, '0')}`
      })
      .sort()
    return `${element.localName} ${attributes.join(' ')} ${says}`
  }
  interface Form {
    readonly own: string
    readonly whole: string
    /** Elements, with itself. */
    readonly size: number
  }
  const formsOf = new Map<Element, Form>()
  const formOf = (element: Element): Form => {
    let size = 1
    const inside = (one: Element) => {
      const form = formOf(one)
      size += form.size
      return form.whole
    }
    const children = [...element.childNodes].map((child) => {
      if (child instanceof Element) return inside(child)
      return child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() ? 'T' : ''
    })
    const inner = [...new Set(children)].join('')
    const shadow = element.shadowRoot ? [...element.shadowRoot.children].map(inside).join('') : ''
    const own = ownOf(element)
    const form = { own, whole: hash(`${own} ${inner} ${shadow}`), size }
    formsOf.set(element, form)
    return form
  }
  const partsOf = (element: Element): Element[] =>
    element.querySelector(':scope > nav, :scope > header, :scope > main, main')
      ? [...element.children].flatMap((child) => (child.localName === 'main' ? [child] : partsOf(child)))
      : [element]
  const parts = [...document.body.children].filter(shows).flatMap(partsOf)
  const seen = new Set(seenBefore)
  const known: Element[] = []
  const forms: string[] = []
  // Of a part that is new in some place, what it has in common with one that was looked at isn't looked at once more:
  // the same form within elements that are the same. A few elements by themselves aren't worth to be remembered.
  const tellNew = (element: Element, within: string) => {
    const form = formsOf.get(element) ?? formOf(element)
    const mark = hash(`${within} ${form.whole}`)
    if (seen.has(mark)) {
      known.push(element)
      return
    }
    if (form.size >= LEAST_FORM || within.length < 10) {
      seen.add(mark)
      forms.push(mark)
    }
    const inThis = hash(`${within} ${form.own}`)
    for (const child of element.children)
      if ((formsOf.get(child)?.size ?? 0) >= LEAST_FORM) tellNew(child, inThis)
  }
  for (const part of parts) tellNew(part, part.closest('[aria-hidden="true"], [inert]') ? 'hidden' : 'shown')
  if (forms.length === 0) return Promise.resolve({ faults, isEmpty, forms })

  const run = async (only: string[] | null) => {
    const theme = root.getAttribute('data-mantine-color-scheme')
    const results = await runner.run(
      { include: [document], exclude: known } as unknown as axe.ElementContext,
      { resultTypes: ['violations'], iframes: false, ...(only && { runOnly: only }) },
    )
    for (const { id, nodes: all } of results.violations) {
      // What hangs from a button or a field, its hint too, belongs to that, wherever in the document it is drawn.
      const hanging = '[role="menu"], [role="listbox"], [role="tooltip"]'
      const hangs = (selector: unknown) => {
        const element = typeof selector === 'string' ? document.querySelector(selector) : null
        return element?.matches(hanging) || element?.querySelector(hanging)
      }
      const nodes = all.filter(({ target }) => id !== 'region' || !hangs(target[0]))
      const places = nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 140)}`)
      if (places.length > 0) faults.push(`${theme}: ${id}: ${places.join(', ')}`)
    }
  }
  const turn = async () => {
    const attribute = 'data-mantine-color-scheme'
    root.setAttribute(attribute, root.getAttribute(attribute) === 'dark' ? 'light' : 'dark')
    await calm()
  }
  return (async () => {
    await run(null)
    await turn()
    await run(['color-contrast'])
    return { faults, isEmpty, forms }
  })()
}

/** Of each kind of thing that can have the focus once: those that look the same with it and without. */
function focusRings(within: Element): string[] {
  const page = globalThis as unknown as { ringsSeen?: Set<string> }
  page.ringsSeen ??= new Set()
  const active = document.activeElement
  // What closes when it loses the focus is looked at when it is closed.
  if (active?.getAttribute('aria-expanded') === 'true' && active.localName === 'input') return []
  const focusable =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role="menuitem"], [role="tab"]'
  const looks = (element: Element) => {
    // A field's ring may be the box's that it stands in, with its buttons.
    const around: Element[] = []
    for (let one = element.parentElement; one && around.length < 8; one = one.parentElement) around.push(one)
    const near = [element, ...around, ...element.children]
    const beside = element.nextElementSibling
    return [...near, beside, beside?.firstElementChild].map((one) => {
      if (!one) return ''
      const style = getComputedStyle(one)
      const outline =
        style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 1
          ? ''
          : `${style.outlineStyle}${style.outlineColor}`
      const isItem = /^(menuitem|option|gridcell)/.test(element.getAttribute('role') ?? '')
      return [outline, style.boxShadow, style.borderColor, isItem ? style.backgroundColor : ''].join('|')
    })
  }
  const ringless: string[] = []
  for (const element of within.querySelectorAll<HTMLElement>(focusable)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue
    const kind = `${element.localName} ${element.getAttribute('role')} ${element.getAttribute('class')} ${element.getAttribute('type')}`
    if (page.ringsSeen.has(kind)) continue
    // What has the focus may stand in the same box, whose ring is there already then.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = looks(element).join()
    element.focus({ preventScroll: true })
    if (document.activeElement !== element) continue
    // One without is found again when it is looked at once more.
    if (looks(element).join() !== before) page.ringsSeen.add(kind)
    else
      ringless.push(
        `${kind} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}'`,
      )
  }
  if (active instanceof HTMLElement) active.focus({ preventScroll: true })
  return ringless
}

/** Puts what looks at a page into it, also after a reload. */
export async function canBeLookedAt(page: Page): Promise<void> {
  const here = `${calm};${focusRings};const LEAST_PX=${LEAST_PX},LEAST_FORM=${LEAST_FORM};${look};globalThis.inPage={calm,look}`
  await page.addInitScript(`{${here}}`)
  await page.addInitScript(axe.source)
}
