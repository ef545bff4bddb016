import { expect, test } from 'vitest'
import { HOLIDAY_MARKS, holidayMark } from './holiday-balance.ts'

test('D117 less than nothing free is overbooked; more than 40 % left with under 3 months to go isn’t taken', () => {
  const at = (today: string, over: object = {}) =>
    holidayMark({ entitlement: 200, remaining: 81, free: 81, yearFrom: '2026-04-01', ...over }, today)
  expect([at('2027-01-01'), at('2027-01-02'), at('2027-03-31')]).toEqual(['NONE', 'NOT_TAKEN', 'NOT_TAKEN'])
  expect([80, 80.25].map((remaining) => at('2027-02-01', { remaining }))).toEqual(['NONE', 'NOT_TAKEN'])
  expect([0, -0.25].map((free) => at('2026-05-01', { free }))).toEqual(['NONE', 'OVERBOOKED'])
  expect(at('2027-02-01', { entitlement: null, remaining: null, free: null })).toBe('NONE')
  expect(HOLIDAY_MARKS).toEqual({ NONE: '–', OVERBOOKED: 'Overbooked', NOT_TAKEN: 'Not taken' })
  // Of a year that begins on 31 May three months before are the end of February.
  const may = { yearFrom: '2026-05-31' }
  expect([at('2027-02-28', may), at('2027-03-01', may)]).toEqual(['NONE', 'NOT_TAKEN'])
})
