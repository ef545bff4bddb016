import * as React from 'react'

/**
 * Two things that tests pay for and nobody reads: a third of their time. What is computed here is what the whole
 * computation gives; quick-dom.test.ts compares them.
 */
export function makeDomQuick(page: Window & typeof globalThis): void {
  forgetOwnerStacks()
  readStyleQuickly(page)
}

/** As many elements as React records a stack for, each second: from then on it takes one that says nothing. */
const RECORDED = 10_000

/** React's development build records where each element was made, for its developer tools and warnings. */
function forgetOwnerStacks(): void {
  const internals = (React as unknown as Record<string, { recentlyCreatedOwnerStacks?: number } | undefined>)
    .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
  if (!internals) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => RECORDED,
    set() {},
  })
}

/** The whole computation of a window whose styles are read quickly: files of tests share one. */
const WHOLE = Symbol.for('fieldwork.wholeStyle')

/** @throws Error where the window's styles aren't read quickly */
export function wholeStyle(page: Window, element: Element): CSSStyleDeclaration {
  const whole: unknown = Reflect.get(page, WHOLE)
  if (typeof whole !== 'function') throw new Error('The window reads styles as it always did.')
  return whole(element)
}

/** What shows or hides an element by itself. */
const STATES = ['open', 'hidden']
/** Mantine's classes that show or hide by the window's width. */
const BY_WIDTH = /(?:^| )(?:mantine-(?:hidden|visible)-from-|__m__)/

/**
 * Whether something is shown is asked for every element of every query by role, and happy-dom works through all styles
 * of the document for each. Stylesheets aren't loaded in tests: what an element says itself decides.
 */
function readStyleQuickly(page: Window & typeof globalThis): void {
  if (WHOLE in page) return
  const whole = page.getComputedStyle.bind(page)
  const usual = new Map<string, string>()

  const usualDisplay = (element: Element): string => {
    const { localName, namespaceURI, ownerDocument } = element
    const said = STATES.filter((state) => element.hasAttribute(state))
    const name = [namespaceURI, localName, ...said].join(' ')
    let display = usual.get(name)
    if (display === undefined) {
      const bare = ownerDocument.createElementNS(namespaceURI, localName)
      for (const state of said) bare.setAttribute(state, '')
      ownerDocument.documentElement.append(bare)
      display = whole(bare).display
      bare.remove()
      usual.set(name, display)
    }
    return display
  }
  const own = (element: Element, name: 'display' | 'visibility'): string =>
    element.hasAttribute('style') ? (element as HTMLElement).style[name] : ''
  const quick = {
    display: (element: Element) => own(element, 'display') || usualDisplay(element),
    visibility(element: Element) {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const said = own(at, 'visibility')
        if (said !== '') return said
      }
      return ''
    },
  }
  const isQuick = (name: unknown): name is keyof typeof quick => name === 'display' || name === 'visibility'

  Object.assign(page, {
    [WHOLE]: whole,
    getComputedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
      if (pseudo || !element.isConnected || BY_WIDTH.test(element.getAttribute('class') ?? ''))
        return whole(element, pseudo)
      let all: CSSStyleDeclaration | undefined
      const rest = () => {
        all ??= whole(element)
        return all
      }
      return new Proxy({} as CSSStyleDeclaration, {
        get(_, name) {
          if (isQuick(name)) return quick[name](element)
          if (name === 'getPropertyValue')
            return (asked: string) =>
              isQuick(asked) ? quick[asked](element) : rest().getPropertyValue(asked)
          const value: unknown = Reflect.get(rest(), name)
          return typeof value === 'function' ? value.bind(rest()) : value
        },
      })
    },
  })
}
