import { expect, test } from 'vitest'
import { type NeedFacts, neededByHour } from './plan-needed.ts'

const TODAY = '2026-05-04'
const facts = (more: Partial<NeedFacts> = {}): NeedFacts => ({
  ...{ hours: 30, start: '2026-04-01', end: '2026-05-06' },
  reached: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 1 : hour === 18 ? 3 : 0)),
  ...more,
})
const of = (hours: readonly number[]) =>
  hours.flatMap((one, hour) => (one === 0 ? [] : [`${hour}: ${one}`])).join(', ')

test('what is left is spread over the days to the end, today among them, by how many are reached', () => {
  // 30 hours are 10 a day.
  expect(of(neededByHour(facts(), TODAY, TODAY))).toBe('10: 2.5, 18: 7.5')
  expect(of(neededByHour(facts(), '2026-05-06', TODAY))).toBe('10: 2.5, 18: 7.5')
  expect(of(neededByHour(facts({ start: '2026-05-05' }), '2026-05-05', TODAY))).toBe('10: 3.75, 18: 11.25')
})

test('nothing is needed outside its days, nor where nothing is left or known', () => {
  for (const [more, day] of [
    [{}, '2026-05-03'],
    [{}, '2026-05-07'],
    [{ start: '2026-05-05' }, TODAY],
    [{ hours: 0 }, TODAY],
    [{ isCallingDay: (day: string) => day !== TODAY }, TODAY],
    [{ end: null }, TODAY],
    [{ reached: Array.from({ length: 24 }, () => 0) }, TODAY],
  ] as const)
    expect(of(neededByHour(facts(more), day, TODAY))).toBe('')
})

test('days on which it doesn’t call share nothing', () => {
  // Of 4, 5 and 6 May it calls on two.
  expect(of(neededByHour(facts({ isCallingDay: (day) => day !== '2026-05-05' }), TODAY, TODAY))).toBe(
    '10: 3.75, 18: 11.25',
  )
})
