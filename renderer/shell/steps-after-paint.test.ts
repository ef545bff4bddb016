import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stepsAfterPaint } from './steps-after-paint.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page whose next picture comes when the test says so. */
function open(names: readonly string[]) {
  const log: string[] = []
  let frame: FrameRequestCallback | null = null
  const page = {
    setTimeout,
    clearTimeout,
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      frame = callback
      return 1
    },
    cancelAnimationFrame: () => {
      frame = null
    },
  } as unknown as Window
  const steps = names.map((name) => () => {
    log.push(name)
    return () => void log.push(`end ${name}`)
  })
  const end = stepsAfterPaint(page, steps)
  return { log, end, paint: () => frame?.(0) }
}

test('nothing starts before the picture; then each step in a task of its own', () => {
  const { log, paint } = open(['a', 'b'])
  vi.advanceTimersByTime(100)
  expect(log).toEqual([])
  paint()
  expect(log).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(log).toEqual(['a'])
  vi.advanceTimersToNextTimer()
  expect(log).toEqual(['a', 'b'])
})

test('a window that nobody sees, and that is not painted, starts a moment later', () => {
  const { log } = open(['a', 'b'])
  vi.advanceTimersByTime(1000)
  expect(log).toEqual(['a', 'b'])
})

test('its end ends what was started and leaves the rest', () => {
  const { log, paint, end } = open(['a', 'b'])
  paint()
  vi.advanceTimersToNextTimer()
  end()
  vi.advanceTimersByTime(1000)
  expect(log).toEqual(['a', 'end a'])
})
