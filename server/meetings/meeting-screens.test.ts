import { expect, test } from 'vitest'
import { MeetingScreens } from './meeting-screens.ts'

test('one screen a meeting, its newest picture alone, until it is ended or its window has gone', () => {
  let now = 0
  const screens = new MeetingScreens(() => now)
  expect(screens.of(1)).toBeNull()
  expect(screens.show(1, 7, 'a')).toBe(true)
  expect(screens.show(1, 8, 'b')).toBe(false)
  expect(screens.show(2, 8, 'c')).toBe(true)
  expect(screens.show(1, 7, 'd')).toBe(true)
  expect(screens.of(1)).toEqual({ userID: 7, picture: 'd' })
  screens.end(1, 8)
  expect(screens.of(1)).not.toBeNull()
  screens.end(1, 7)
  expect(screens.of(1)).toBeNull()
  now = 10_001
  expect(screens.of(2)).toBeNull()
  expect(screens.show(2, 7, 'e')).toBe(true)
})
