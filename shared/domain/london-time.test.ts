import { expect, test } from 'vitest'
import {
  clockAfter,
  londonDayAfter,
  londonDaysBetween,
  londonField,
  momentOfField,
  sameTimeAfter,
  startOfLondonDay,
  startOfLondonWeek,
} from './london-time.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (moment: number) => new Date(moment).toISOString()

test('a London day begins at its own midnight, in winter and in summer, on any computer', () => {
  expect(iso(startOfLondonDay(at('2026-01-15T12:00:00Z')))).toBe('2026-01-15T00:00:00.000Z')
  expect(iso(startOfLondonDay(at('2026-07-15T12:00:00Z')))).toBe('2026-07-14T23:00:00.000Z')
  expect(iso(startOfLondonDay(at('2026-07-14T23:00:00Z')))).toBe('2026-07-14T23:00:00.000Z')
  expect(iso(startOfLondonDay(at('2026-07-14T22:59:59.999Z')))).toBe('2026-07-13T23:00:00.000Z')
})

test('days of 23 and of 25 hours are days like others', () => {
  const spring = at('2026-03-29T12:00:00Z')
  expect(londonDayAfter(spring, 1) - londonDayAfter(spring, 0)).toBe(23 * 3_600_000)
  const autumn = at('2026-10-25T12:00:00Z')
  expect(londonDayAfter(autumn, 1) - londonDayAfter(autumn, 0)).toBe(25 * 3_600_000)
  expect(iso(sameTimeAfter(at('2026-03-28T09:30:00Z'), 1))).toBe('2026-03-29T08:30:00.000Z')
  expect(londonDaysBetween(at('2026-03-28T23:30:00Z'), at('2026-03-30T00:30:00Z'))).toBe(2)
})

test('a week begins on Monday, and Sunday night belongs to the week before', () => {
  expect(iso(startOfLondonWeek(at('2026-11-23T00:00:00Z')))).toBe('2026-11-23T00:00:00.000Z')
  expect(iso(startOfLondonWeek(at('2026-11-22T23:59:59Z')))).toBe('2026-11-16T00:00:00.000Z')
  expect(iso(startOfLondonWeek(at('2026-03-29T22:30:00Z')))).toBe('2026-03-23T00:00:00.000Z')
})

test('a field has London’s wall clock, and names the moment that it came from', () => {
  for (const moment of ['2026-01-15T12:34:00.000Z', '2026-07-15T12:34:00.000Z', '2026-10-25T00:30:00.000Z'])
    expect(iso(momentOfField(londonField(at(moment))))).toBe(moment)
  expect(londonField(at('2026-07-15T12:34:00Z'))).toBe('2026-07-15T13:34')
  expect(iso(momentOfField('2026-07-15'))).toBe('2026-07-14T23:00:00.000Z')
  // This hour is skipped for summer time; the one after it stands for it.
  expect(iso(momentOfField('2026-03-29T01:30'))).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOfField('')).toBeNaN()
})

test('a time of London’s clock after a moment is that day’s or the next one’s, over the change of the clocks, too', () => {
  const late = at('2026-10-24T21:00:00Z') // 22:00 in London, the night with 25 hours
  expect(iso(clockAfter(late, '23:30') ?? 0)).toBe('2026-10-24T22:30:00.000Z')
  expect(iso(clockAfter(late, '22:00') ?? 0)).toBe('2026-10-25T22:00:00.000Z')
  expect(iso(clockAfter(late, '05:00') ?? 0)).toBe('2026-10-25T05:00:00.000Z')
  for (const none of ['', '25:00', 'soon']) expect(clockAfter(late, none)).toBeNull()
})
