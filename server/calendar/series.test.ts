import { expect, test } from 'vitest'
import { occurrencesIn } from './series.ts'

const at9 = { startLocal: '2026-03-23T09:00', endLocal: '2026-03-23T10:00', zone: 'Europe/London' }
const times = (...given: Parameters<typeof occurrencesIn>) =>
  occurrencesIn(...given).map(({ start }) => new Date(start).toISOString().slice(0, 16))

test('9:00 stays 9:00 when summer time begins', () => {
  const series = { ...at9, rule: 'FREQ=DAILY' }
  expect(times(series, Date.UTC(2026, 2, 28), Date.UTC(2026, 2, 31))).toEqual([
    '2026-03-28T09:00',
    '2026-03-29T08:00',
    '2026-03-30T08:00',
  ])
})

test('what begins in the hour that is skipped begins an hour later, and ends after it', () => {
  const series = { ...at9, startLocal: '2026-03-22T01:30', endLocal: '2026-03-22T02:15', rule: 'FREQ=WEEKLY' }
  expect(occurrencesIn(series, Date.UTC(2026, 2, 29), Date.UTC(2026, 2, 30))).toEqual([
    { original: '2026-03-29T01:30', start: Date.UTC(2026, 2, 29, 1, 30), end: Date.UTC(2026, 2, 29, 1, 30) },
  ])
})

test('one that lasts into the time is in it, one that ends where it begins isn’t', () => {
  const series = { ...at9, rule: 'FREQ=DAILY;COUNT=2' }
  expect(times(series, Date.UTC(2026, 2, 23, 9, 59), Date.UTC(2026, 2, 24, 9))).toEqual(['2026-03-23T09:00'])
  expect(times(series, Date.UTC(2026, 2, 23, 10), Date.UTC(2026, 2, 24, 9, 1))).toEqual(['2026-03-24T09:00'])
  expect(times(series, Date.UTC(2026, 2, 25), Date.UTC(2027, 2, 24))).toEqual([])
})
