import { expect, test, vi } from 'vitest'
import { badgeBitmap, badgeText } from './badge-icon.ts'
import { UnreadBadge } from './unread-badge.ts'

const BADGE_SIZE = 32

function entry(focused = false) {
  return { isFocused: () => focused, flash: vi.fn(), badge: vi.fn() }
}

test('S135 the badge follows the count, and the taskbar flashes for more than before', () => {
  const taskbar = entry()
  const unread = new UnreadBadge()
  for (const count of [2, 2, 1, 3, 0]) unread.show(count, taskbar)
  expect(taskbar.badge.mock.calls).toEqual([[2], [1], [3], [0]])
  expect(taskbar.flash.mock.calls).toEqual([[true], [true], [false]])
})

test('a window that is in use does not flash', () => {
  const taskbar = entry(true)
  new UnreadBadge().show(1, taskbar)
  expect(taskbar.flash).not.toHaveBeenCalled()
})

test('the icon is a disc with the count on it', () => {
  expect([1, 9, 10, 4000].map(badgeText)).toEqual(['1', '9', '9+', '9+'])
  const bitmap = badgeBitmap(8)
  expect(bitmap).toHaveLength(BADGE_SIZE * BADGE_SIZE * 4)
  expect([...bitmap.subarray(0, 4)]).toEqual([0, 0, 0, 0])
  const picture = Array.from({ length: BADGE_SIZE }, (_row, y) =>
    Array.from({ length: BADGE_SIZE }, (_point, x) =>
      bitmap[(y * BADGE_SIZE + x) * 4] === 0xff ? '#' : '.',
    ).join(''),
  )
  // The 8 has 12 by 20 points, with two holes.
  expect(picture.filter((row) => row.includes('############'))).toHaveLength(12)
  expect(picture.filter((row) => row.includes('####....####'))).toHaveLength(8)
  expect(badgeBitmap(3).equals(badgeBitmap(4))).toBe(false)
  expect(badgeBitmap(10).equals(badgeBitmap(99))).toBe(true)
})
