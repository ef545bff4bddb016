import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from './reload-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function page(served: boolean) {
  const state = { served }
  return { state, reload: vi.fn(), isServed: async () => state.served }
}

test('S313 a page that can be had reloads at once', async () => {
  const at = page(true)
  await reloadPage(at, new AbortController().signal)
  expect(at.reload).toHaveBeenCalledOnce()
})

test('S313 a page whose server is down reloads once that is back', async () => {
  const at = page(false)
  const going = reloadPage(at, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(at.reload).not.toHaveBeenCalled()
  at.state.served = true
  await vi.advanceTimersByTimeAsync(5000)
  await going
  expect(at.reload).toHaveBeenCalledOnce()
})

test('S313 whoever has gone on isn’t interrupted', async () => {
  const at = page(false)
  const attempt = new AbortController()
  const going = reloadPage(at, attempt.signal)
  await vi.advanceTimersByTimeAsync(1000)
  attempt.abort()
  at.state.served = true
  await going
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.reload).not.toHaveBeenCalled()
})
