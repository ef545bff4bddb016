import { expect, test } from 'vitest'
import { londonField } from './london-time.ts'
import { hoursOfDay, meanHours, type PatternDay, patternShifts, versionOn } from './shift-patterns.ts'

const day = (week: number, weekday: number, more: Partial<PatternDay> = {}): PatternDay => ({
  ...{ week, weekday, start: '09:00', end: '17:00', breakMinutes: 30, location: 'OFFICE' },
  ...more,
})
const TWO = { from: '2026-01-01', weeks: 2, days: [day(0, 1), day(1, 3)] }
const said = (...[versions, person, from, to]: Parameters<typeof patternShifts>) =>
  patternShifts(versions, person, from, to).map(
    ({ start, end }) => `${londonField(start).slice(5)} ${londonField(end).slice(5)}`,
  )

test('hours are without the break, over midnight too, and the mean is of all weeks', () => {
  expect(hoursOfDay(day(0, 1))).toBe(7.5)
  expect(hoursOfDay(day(0, 1, { start: '22:00', end: '06:00' }))).toBe(7.5)
  expect(meanHours(TWO)).toBe(7.5)
})

test('a person begins in their own week, from their first day to their last', () => {
  const person = { from: '2026-05-04', to: null, startWeek: 0 }
  expect(said([TWO], person, '2026-05-01', '2026-05-25')).toEqual([
    '05-04T09:00 05-04T17:00',
    '05-13T09:00 05-13T17:00',
    '05-18T09:00 05-18T17:00',
  ])
  expect(said([TWO], { ...person, startWeek: 1 }, '2026-05-01', '2026-05-18')).toEqual([
    '05-06T09:00 05-06T17:00',
    '05-11T09:00 05-11T17:00',
  ])
  // From the middle of a week: that week counts.
  expect(
    said([TWO], { ...person, from: '2026-05-06', to: '2026-05-13' }, '2026-05-01', '2026-06-01'),
  ).toEqual(['05-13T09:00 05-13T17:00'])
  expect(said([TWO], { ...person, to: '2026-05-12' }, '2026-05-05', '2026-06-01')).toEqual([])
})

test('what is otherwise from a day on leaves the days before', () => {
  const later = { from: '2026-05-13', weeks: 1, days: [day(0, 3, { start: '12:00', end: '20:00' })] }
  expect(versionOn([TWO, later], '2026-05-12')).toBe(TWO)
  expect(versionOn([TWO, later], '2026-05-13')).toBe(later)
  expect(versionOn([later], '2026-05-12')).toBe(null)
  const person = { from: '2026-05-04', to: null, startWeek: 0 }
  expect(said([TWO, later], person, '2026-05-04', '2026-05-21')).toEqual([
    '05-04T09:00 05-04T17:00',
    '05-13T12:00 05-13T20:00',
    '05-20T12:00 05-20T20:00',
  ])
})

test('times are London’s when the clocks change, and what ends before it begins ends on the next day', () => {
  const nights = { from: '2026-01-01', weeks: 1, days: [day(0, 6, { start: '22:00', end: '06:00' })] }
  const [night] = patternShifts(
    [nights],
    { from: '2026-03-23', to: null, startWeek: 0 },
    '2026-03-23',
    '2026-03-30',
  )
  expect(((night?.end ?? 0) - (night?.start ?? 0)) / 3_600_000).toBe(7)
})
