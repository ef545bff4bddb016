import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices } from './notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('S090 error, warning and info banners go after 5 s, success after 2 s', () => {
  const notices = createNotices()
  notices.show('error', 'e')
  notices.show('warning', 'w')
  notices.show('info', 'i')
  notices.show('success', 's')
  const showing = () => notices.store.getState().map(({ message }) => message)
  expect(showing()).toEqual(['e', 'w', 'i', 's'])
  vi.advanceTimersByTime(2000)
  expect(showing()).toEqual(['e', 'w', 'i'])
  vi.advanceTimersByTime(2999)
  expect(showing()).toEqual(['e', 'w', 'i'])
  vi.advanceTimersByTime(1)
  expect(showing()).toEqual([])
})

test('S090 the same message shows once of each kind, and starts its time anew', () => {
  const notices = createNotices()
  notices.show('error', 'no')
  vi.advanceTimersByTime(4000)
  notices.show('error', 'no')
  expect(notices.store.getState()).toHaveLength(1)
  vi.advanceTimersByTime(4000)
  expect(notices.store.getState()).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(notices.store.getState()).toEqual([])
  notices.show('error', 'no')
  notices.show('warning', 'no')
  notices.show('error', 'not this either')
  expect(notices.store.getState().map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'error: no',
    'warning: no',
    'error: not this either',
  ])
})

test('S090 a dismissed banner is gone and its timer with it', () => {
  const notices = createNotices()
  notices.show('info', 'a')
  notices.dismiss(notices.store.getState()[0]?.id ?? -1)
  expect(notices.store.getState()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
