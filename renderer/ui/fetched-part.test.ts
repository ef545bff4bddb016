import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fetchedPart, useFetchedPart } from './fetched-part.ts'

test('a part is fetched once it is wanted, once for all, and is there at once for the next', async () => {
  const kit = { name: 'kit' }
  const fetch = vi.fn(async () => kit)
  const part = fetchedPart(fetch)
  const { result, rerender } = renderHook(({ wanted }) => useFetchedPart(part, wanted), {
    initialProps: { wanted: false },
  })
  expect(result.current).toBeNull()
  expect(fetch).not.toHaveBeenCalled()
  rerender({ wanted: true })
  expect(result.current).toBeNull()
  await waitFor(() => expect(result.current).toBe(kit))
  expect(renderHook(() => useFetchedPart(part, true)).result.current).toBe(kit)
  expect(await part.load()).toBe(kit)
  expect(fetch).toHaveBeenCalledOnce()
})

test('a part that could not be fetched is asked for again by whoever wants it next', async () => {
  const kit = { name: 'kit' }
  const fetch = vi.fn(async () => kit).mockRejectedValueOnce(new Error('offline'))
  const part = fetchedPart(fetch)
  await expect(part.load()).rejects.toThrow('offline')
  const { result } = renderHook(() => useFetchedPart(part, true))
  await act(async () => {})
  expect(result.current).toBe(kit)
  expect(fetch).toHaveBeenCalledTimes(2)
})
