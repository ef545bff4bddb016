import { expect, test } from 'vitest'
import { timeTyped } from './time-typed.ts'

test('a time is written as people write it', () => {
  for (const typed of ['1:30', '1.5', '1,5', '1 h 30 min', '1h30m', '90 min', '90m', ' 1.5h '])
    expect([typed, timeTyped(typed, 'HOURS')]).toEqual([typed, 1.5])
  expect(timeTyped('90', 'MINUTES')).toBe(90)
  expect(timeTyped('1:30', 'MINUTES')).toBe(90)
  expect(timeTyped('-2', 'HOURS')).toBe(-2)
  for (const none of ['', ' ', 'h', '1:60', '1:5', 'soon', '1:30:00', '12345678'])
    expect([none, timeTyped(none, 'HOURS')]).toEqual([none, null])
})
