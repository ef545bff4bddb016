import { expect, test } from 'vitest'
import { lastShiftDay } from './end-of-shift.ts'
import { momentOfField } from './london-time.ts'

test.each([
  ['09:00–17:00', '2026-05-04T17:00', '2026-05-04'],
  ['09:00–17:00', '2026-05-04T16:59', '2026-05-03'],
  ['09:00–17:00', '2026-05-05T08:00', '2026-05-04'],
  ['22:00–06:00', '2026-05-05T06:15', '2026-05-04'],
  ['22:00–06:00', '2026-05-05T23:00', '2026-05-04'],
  ['18:00–00:00', '2026-05-05T00:15', '2026-05-04'],
  [null, '2026-05-04T12:00', '2026-05-04'],
  [null, '2026-05-04T11:59', '2026-05-03'],
  // The night in which the clock goes back.
  ['16:00–22:00', '2026-10-26T00:30', '2026-10-25'],
])('4 §4.4.8 of %s, mailed at %s, the day is %s', (shift, at, day) => {
  expect(lastShiftDay(shift, momentOfField(at))).toBe(day)
})
