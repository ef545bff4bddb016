import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MessageListHandle } from './list/MessageList.tsx'
import type { MessageRowModel } from './message-rows.ts'
import { useUnreadJump } from './use-unread-jump.ts'

const rowOf = (id: number) => ({ message: { id } }) as MessageRowModel

test('C068 C141 the way back to the first unread message is offered while it is above, and at no other place', () => {
  const scroller = { current: document.createElement('div') }
  let topRow = 0
  const list = { current: { findItemIndex: () => topRow } as unknown as MessageListHandle }
  const rows = [rowOf(5), rowOf(6), rowOf(7), rowOf(0)]
  const { result, rerender } = renderHook(
    (firstUnreadID: number | null) => useUnreadJump({ scroller, list, rows, firstUnreadID }),
    { initialProps: 6 as number | null },
  )
  const at = (row: number) => {
    topRow = row
    act(() => result.current.onScroll())
    return result.current.isAbove
  }
  // Above it, at it, below it, and at one that isn't sent yet.
  expect([0, 1, 2, 3].map(at)).toEqual([false, false, true, true])
  expect(at(9)).toBe(false)
  expect(at(3)).toBe(true)
  rerender(null)
  expect(result.current.isAbove).toBe(false)
})
