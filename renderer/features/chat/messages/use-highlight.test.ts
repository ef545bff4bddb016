import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHighlight } from './use-highlight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('C141 the anchor is highlighted for 3 s', () => {
  const { result } = renderHook(() => useHighlight())
  act(() => result.current.show('m5'))
  act(() => void vi.advanceTimersByTime(2999))
  expect(result.current.key).toBe('m5')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.key).toBeNull()
})
