import { expect, test } from 'vitest'
import { hoursToQuarter, weekStart, workingDays } from './date-format.ts'
import { LOCALE } from './locale.ts'

test('S230 hours round up to the nearest quarter', () => {
  expect([0, 0.01, 0.25, 0.26, 1.5, 7.76, 0.1 + 0.15].map(hoursToQuarter)).toEqual([
    0, 0.25, 0.25, 0.5, 1.5, 8, 0.25,
  ])
})

test('S231 working days leave weekends out, weeks start on Monday, the locale is en-GB', () => {
  const day = (text: string) => new Date(`${text}T15:30`)
  const count = (from: string, to: string) => workingDays(day(from), day(to))
  expect(count('2026-11-20', '2026-11-23')).toBe(2)
  expect(count('2026-11-21', '2026-11-22')).toBe(0)
  // Over the end of summer time, and over a year.
  expect(count('2026-10-23', '2026-10-26')).toBe(2)
  expect(count('2026-01-01', '2026-12-31')).toBe(261)
  expect(count('2026-11-23', '2026-11-20')).toBe(0)
  const starts = ['2026-11-23', '2026-11-22', '2026-11-16'].map((text) => weekStart(day(text)).getDate())
  expect(starts).toEqual([23, 16, 16])
  expect(LOCALE).toBe('en-GB')
  expect(new Intl.DateTimeFormat(LOCALE).format(day('2026-11-05'))).toBe('05/11/2026')
})
