import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MessageRowModel } from './message-rows.ts'
import { useFollowEnd } from './use-follow-end.ts'

const rowsTo = (last: number) =>
  Array.from({ length: last }, (_, at) => ({ key: String(at + 1), sending: null }) as MessageRowModel)

/** A view of 500 pixels on 2,000, at its end. */
function atTheEnd({ anchored = true } = {}) {
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
  const onAtBottom = () => {}
  const { result, rerender } = renderHook(
    ({ rows }) => useFollowEnd({ scroller, list, rows, anchored: anchor, startsAtEnd: true, onAtBottom }),
    { initialProps: { rows: rowsTo(20) } },
  )
  return {
    result,
    element,
    sizes,
    scrollToEnd,
    letGo,
    add: () => rerender({ rows: rowsTo(21) }),
    goTo(top: number) {
      element.scrollTop = top
      act(() => result.current.onScroll())
    },
  }
}

test('at the end a row that grows is followed, further up it is not', () => {
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
