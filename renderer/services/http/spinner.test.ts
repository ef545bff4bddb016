import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../ui/timers.ts'
import { createSpinner } from './spinner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('S092 it shows after 1000 ms of waiting and goes with the last request', () => {
  const spinner = createSpinner(systemTimers)
  spinner.setActive(1)
  vi.advanceTimersByTime(999)
  expect(spinner.store.getState()).toBe(false)
  spinner.setActive(2)
  vi.advanceTimersByTime(1)
  expect(spinner.store.getState()).toBe(true)
  spinner.setActive(1)
  expect(spinner.store.getState()).toBe(true)
  spinner.setActive(0)
  expect(spinner.store.getState()).toBe(false)
})

test('S092 a request that is answered within the second never shows it', () => {
  const spinner = createSpinner(systemTimers)
  spinner.setActive(1)
  vi.advanceTimersByTime(900)
  spinner.setActive(0)
  spinner.setActive(1)
  vi.advanceTimersByTime(900)
  expect(spinner.store.getState()).toBe(false)
  spinner.setActive(0)
  expect(vi.getTimerCount()).toBe(0)
})
