import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followHeight, watchStillness } from './stillness.ts'

const REST_MS = 1000
const LONGEST_WAIT_MS = 5000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)
const point = (type: string, target: EventTarget = document.body, buttons = 0) =>
  void target.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons }))

function open() {
  const own = document.body.appendChild(document.createElement('div'))
  const button = own.appendChild(document.createElement('button'))
  const stillness = watchStillness(window, own)
  const made: string[] = []
  const change = (what: string) => stillness.change(() => made.push(what))
  return { made, change, button, end: stillness.end }
}

describe('what moves the page', () => {
  test('moves it at once where no pointer is about', () => {
    const at = open()
    at.change('banner')
    expect(at.made).toEqual(['banner'])
    at.end()
  })

  test('waits until the pointer has rested for a second', () => {
    const at = open()
    point('pointermove')
    at.change('banner')
    pass(REST_MS - 1)
    expect(at.made).toEqual([])
    point('pointermove')
    pass(REST_MS - 1)
    expect(at.made).toEqual([])
    pass(1)
    expect(at.made).toEqual(['banner'])
    at.end()
  })

  test('waits for a button that is down however long, and for the click that follows', () => {
    const at = open()
    point('pointerdown')
    at.change('banner')
    pass(LONGEST_WAIT_MS * 3)
    expect(at.made).toEqual([])
    point('pointermove', document.body, 1)
    pass(LONGEST_WAIT_MS)
    point('pointerup')
    expect(at.made).toEqual([])
    pass(REST_MS)
    expect(at.made).toEqual(['banner'])
    at.end()
  })

  test('hears by its next move of a button that was let go elsewhere, or taken by a drag', () => {
    const at = open()
    for (const how of ['pointermove', 'pointercancel']) {
      point('pointerdown')
      at.change(how)
      point(how)
      pass(REST_MS)
    }
    expect(at.made).toEqual(['pointermove', 'pointercancel'])
    at.end()
  })

  test('waits 5 s at the longest for a pointer that only goes about', () => {
    const at = open()
    point('pointermove')
    at.change('banner')
    for (let waited = 0; waited < LONGEST_WAIT_MS - 500; waited += 500) {
      pass(500)
      point('pointermove')
    }
    pass(499)
    expect(at.made).toEqual([])
    pass(1)
    expect(at.made).toEqual(['banner'])
    at.end()
  })

  test('moves it at once for who presses something in it, and not for what comes later', () => {
    const at = open()
    const dismiss = () => {
      point('pointermove', at.button)
      point('pointerdown', at.button)
      point('pointerup', at.button)
    }
    dismiss()
    pass(299)
    at.change('away')
    expect(at.made).toEqual(['away'])
    dismiss()
    pass(300)
    at.change('another')
    expect(at.made).toEqual(['away'])
    pass(REST_MS)
    expect(at.made).toEqual(['away', 'another'])
    at.end()
  })

  test('makes the last of several changes, and none once it has ended', () => {
    const at = open()
    point('pointermove')
    at.change('first')
    at.change('second')
    pass(REST_MS)
    expect(at.made).toEqual(['second'])
    point('pointermove')
    at.change('third')
    at.end()
    pass(LONGEST_WAIT_MS)
    expect(at.made).toEqual(['second'])
  })
})

test('a height is told at first, at once with another width, and else when the page may move', () => {
  let tell: (width: number, height: number) => void = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: (entries: object[]) => void) {
        tell = (inlineSize, blockSize) => told([{ borderBoxSize: [{ inlineSize, blockSize }] }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const heights: number[] = []
  point('pointermove')
  const end = followHeight(document.body, (height) => heights.push(height))
  point('pointermove')
  tell(1366, 40.2)
  expect(heights).toEqual([41])
  tell(1366, 80)
  tell(1366, 41)
  pass(REST_MS)
  expect(heights).toEqual([41])
  point('pointermove')
  tell(1366, 0)
  expect(heights).toEqual([41])
  tell(900, 60)
  expect(heights).toEqual([41, 60])
  pass(REST_MS)
  expect(heights).toEqual([41, 60])
  end()
  vi.unstubAllGlobals()
})
