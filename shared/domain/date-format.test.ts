import { expect, test } from 'vitest'
import { workingDaysOf } from './booking.ts'
import { DEFAULT_CALENDAR_SETTINGS } from './calendar-settings.ts'
import { dateFormat } from './date-format.ts'
import { upToQuarter } from './holiday-balance.ts'
import { LOCALE } from './locale.ts'
import { startOfLondonWeek } from './london-time.ts'

test('S230 hours round up to the nearest quarter', () => {
  expect([0, 0.01, 0.25, 0.26, 1.5, 7.76, 0.1 + 0.15].map(upToQuarter)).toEqual([
    0, 0.25, 0.25, 0.5, 1.5, 8, 0.25,
  ])
})

test('S231 working days leave weekends out, weeks start on Monday, the locale is en-GB', () => {
  /** Of a holiday from one day to before another; no day is a public holiday. */
  const days = (from: string, to: string) => workingDaysOf(from, to, () => false)
  expect(days('2026-11-19', '2026-11-25')).toEqual(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'])
  expect(days('2026-11-21', '2026-11-23')).toEqual([])
  // Over the ends of summer time, and over a year.
  expect(days('2026-10-23', '2026-10-27')).toEqual(['2026-10-23', '2026-10-26'])
  expect(days('2026-03-27', '2026-03-31')).toEqual(['2026-03-27', '2026-03-30'])
  expect(days('2026-01-01', '2027-01-01')).toHaveLength(261)
  expect(days('2026-11-23', '2026-11-23')).toEqual([])

  const start = (text: string) => new Date(startOfLondonWeek(Date.parse(text))).toISOString()
  for (const [at, monday] of [
    ['2026-11-23T00:00Z', '2026-11-23'],
    ['2026-11-24T00:00Z', '2026-11-23'],
    ['2026-11-29T23:59Z', '2026-11-23'],
    ['2026-11-22T23:59Z', '2026-11-16'],
  ] as const)
    expect(start(at), at).toBe(`${monday}T00:00:00.000Z`)
  expect(DEFAULT_CALENDAR_SETTINGS.firstDay).toBe(1)
  expect(DEFAULT_CALENDAR_SETTINGS.workDays).toEqual([1, 2, 3, 4, 5])

  expect(LOCALE).toBe('en-GB')
  expect(dateFormat({}).format(new Date('2026-11-05T15:30'))).toBe('05/11/2026')
})
