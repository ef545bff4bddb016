import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MessageRowModel } from './message-rows.ts'
import { useFollowEnd } from './use-follow-end.ts'

const rowsTo = (last: number) =>
  Array.from({ length: last }, (_, at) => ({ key: String(at + 1), sending: null }) as MessageRowModel)

afterEach(() => void vi.useRealTimers())

/** A view of 500 pixels on 2,000, at its end unless told otherwise. */
function atTheEnd({ anchored = true, startsAtEnd = true, hasNewer = false } = {}) {
  const element = document.createElement('div')
  const sizes = { scrollHeight: 2000, clientHeight: 500 }
  for (const name of ['scrollHeight', 'clientHeight'] as const)
    Object.defineProperty(element, name, { get: () => sizes[name] })
  element.scrollTop = 1500
  const scrollToEnd = vi.fn()
  const letGo = vi.fn()
  const anchor = { current: anchored }
  const scroller = { current: element }
  const list = {
    current: {
      scrollToIndex: vi.fn(),
      scrollToEnd,
      isInOlderHalf: () => false,
      letGo,
      findItemIndex: () => 0,
      firstInSight: () => ({ index: 0, above: 0 }),
    },
  }
  const onAtBottom = vi.fn<(atBottom: boolean) => void>()
  const { result, rerender } = renderHook(
    (changing) => useFollowEnd({ scroller, list, anchored: anchor, startsAtEnd, onAtBottom, ...changing }),
    { initialProps: { rows: rowsTo(20), hasNewer } },
  )
  return {
    result,
    onAtBottom,
    element,
    sizes,
    scrollToEnd,
    letGo,
    add: () => rerender({ rows: rowsTo(21), hasNewer }),
    complete: () => rerender({ rows: rowsTo(20), hasNewer: false }),
    goTo(top: number) {
      element.scrollTop = top
      act(() => result.current.onScroll())
    },
  }
}

test('C068 at the end a row that grows is followed, further up it is not', () => {
  const { result, scrollToEnd, goTo } = atTheEnd()
  result.current.onResize()
  expect(scrollToEnd).toHaveBeenCalledOnce()
  goTo(600)
  expect(result.current.atBottom).toBe(false)
  result.current.onResize()
  expect(scrollToEnd).toHaveBeenCalledOnce()
})

test.each([
  ['the wheel', (element: HTMLElement) => element.dispatchEvent(new WheelEvent('wheel'))],
  ['a finger', (element: HTMLElement) => element.dispatchEvent(new Event('touchmove'))],
  ['a key', (element: HTMLElement) => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }))],
  ['the scroll bar', (element: HTMLElement) => element.dispatchEvent(new Event('pointerdown'))],
])('%s scrolls before the view is where it begins: it stays where it was scrolled to', (_, scroll) => {
  const { result, element, scrollToEnd, letGo, goTo } = atTheEnd({ anchored: false })
  expect(letGo).not.toHaveBeenCalled()
  scroll(element)
  expect(letGo).toHaveBeenCalledOnce()
  goTo(600)
  expect(result.current.atBottom).toBe(false)
  result.current.onResize()
  expect(scrollToEnd).not.toHaveBeenCalled()
})

test('the list’s own way to where it begins is no scrolling up, nor are other keys and presses', () => {
  const { result, element, goTo } = atTheEnd({ anchored: false })
  const message = element.appendChild(document.createElement('p'))
  message.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  goTo(600)
  expect(result.current.atBottom).toBe(true)
})

test('a message that came in sight without moving the view doesn’t hold it there', () => {
  const { result, element, scrollToEnd, add, goTo } = atTheEnd()
  add()
  expect(scrollToEnd).toHaveBeenCalledOnce()
  element.dispatchEvent(new WheelEvent('wheel'))
  goTo(600)
  expect(result.current.atBottom).toBe(false)
})

test('a view that a zoomed page scrolls, and makes lower, is brought back to its end; a hand’s scrolling isn’t', () => {
  const { result, element, sizes, scrollToEnd, goTo } = atTheEnd()
  goTo(1500)
  sizes.clientHeight = 400
  goTo(1499)
  expect(result.current.atBottom).toBe(true)
  expect(scrollToEnd).toHaveBeenCalledOnce()

  sizes.clientHeight = 300
  element.dispatchEvent(new WheelEvent('wheel'))
  goTo(1400)
  expect(result.current.atBottom).toBe(false)
  expect(scrollToEnd).toHaveBeenCalledOnce()
})

/** A conversation that fits its view and begins at an unread message above its last: nothing ever scrolls it. */
function fitting(options: { readonly hasNewer?: boolean } = {}) {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  const view = atTheEnd({ startsAtEnd: false, ...options })
  view.sizes.scrollHeight = 500
  view.element.scrollTop = 0
  return { ...view, drawn: () => act(() => void vi.advanceTimersToNextFrame()) }
}

test('C066 what fits the view is at its end once the view is there, though nothing scrolled it', () => {
  const { result, onAtBottom } = fitting()
  expect(result.current.atBottom).toBe(false)
  expect(onAtBottom.mock.lastCall).toEqual([false])
  act(() => result.current.look())
  expect(result.current.atBottom).toBe(true)
  expect(onAtBottom.mock.lastCall).toEqual([true])
})

test.each([
  [90, true],
  [91, false],
])('C066 %i pixels from its end the view is there: %s', (left, there) => {
  const { result, sizes } = fitting()
  sizes.scrollHeight = 500 + left
  act(() => result.current.look())
  expect(result.current.atBottom).toBe(there)
})

test('C066 a view made so high that all fits is at its end, with the picture after', () => {
  const { result, sizes, drawn } = fitting()
  sizes.scrollHeight = 800
  drawn()
  expect(result.current.atBottom).toBe(false)
  sizes.clientHeight = 800
  act(() => result.current.onResize())
  expect(result.current.atBottom).toBe(false)
  drawn()
  expect(result.current.atBottom).toBe(true)
})

test('C066 the end of what is loaded isn’t that of the conversation: neither followed nor called the latest', () => {
  const { result, drawn, complete, scrollToEnd, add, goTo } = fitting({ hasNewer: true })
  act(() => result.current.look())
  goTo(0)
  expect(result.current.atBottom).toBe(false)
  add()
  expect(scrollToEnd).not.toHaveBeenCalled()
  complete()
  drawn()
  expect(result.current.atBottom).toBe(true)
})
