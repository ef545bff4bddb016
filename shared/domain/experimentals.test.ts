import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExperimentalTargets, hasIt, isOver, shareOf, whyExperimental } from './experimentals.ts'

const TODAY = '2026-05-04'
const targets = (values: Partial<ExperimentalTargets> = {}): ExperimentalTargets => ({
  ...{ key: 'one', state: 'TARGETED', people: [], roles: [], areas: [], percent: 0, endsOn: null },
  ...values,
})
const why = (values: Partial<ExperimentalTargets>, person = { id: 7, roles: [2], areas: [3, 1] }) =>
  whyExperimental(targets(values), person, TODAY)

test('A128 somebody has it by name, role, area or share, everybody when it is on, nobody when it is off or over', () => {
  expect(why({})).toBe('NOT_CHOSEN')
  expect(why({ people: [7] })).toBe('PERSON')
  expect(why({ roles: [2] })).toBe('ROLE')
  // An area that theirs is in.
  expect(why({ areas: [1] })).toBe('AREA')
  expect(why({ areas: [9], roles: [9], people: [9] })).toBe('NOT_CHOSEN')
  expect(why({ percent: 100 })).toBe('PERCENT')
  expect(why({ state: 'ON' })).toBe('ON')
  expect(why({ state: 'OFF', people: [7], percent: 100 })).toBe('OFF')
  expect(why({ state: 'ON', endsOn: TODAY })).toBe('ON')
  expect(why({ state: 'ON', endsOn: '2026-05-03' })).toBe('ENDED')
  expect([isOver({ endsOn: TODAY }, TODAY), isOver({ endsOn: null }, TODAY)]).toEqual([false, false])
})

test('A128 a person’s share is fixed, and raising the percent keeps whoever had it', () => {
  const person = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.string(),
      person,
      fc.nat({ max: 100 }),
      fc.nat({ max: 100 }),
      (key, id, percent, raise) => {
        const at = (share: number) =>
          hasIt(whyExperimental(targets({ key, percent: share }), { id, roles: [], areas: [] }, TODAY))
        const share = shareOf(key, id)
        expect(share).toBe(shareOf(key, id))
        expect(Number.isInteger(share) && share >= 0 && share <= 99).toBe(true)
        // Both ends: at the share itself not yet, one above it.
        expect([at(share), at(share + 1)]).toEqual([false, true])
        if (at(percent)) expect(at(Math.min(100, percent + raise))).toBe(true)
      },
    ),
  )
})

test('A128 the share stays what it was in versions before, and a percent is about that part of people', () => {
  expect([1, 2, 3, 4, 1000].map((id) => shareOf('calendar.weekNumbers', id))).toMatchInlineSnapshot(`
    [
      10,
      89,
      53,
      8,
      36,
    ]
  `)
  const people = Array.from({ length: 2000 }, (_, at) => at + 1)
  for (const percent of [10, 50, 90]) {
    const part = people.filter((id) => shareOf('calendar.weekNumbers', id) < percent).length / 20
    expect(Math.abs(part - percent)).toBeLessThan(4)
  }
})
