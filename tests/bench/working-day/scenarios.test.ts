import { expect, test } from 'vitest'
import { beside } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

/** The documents' own figures (spec 4 §5.8, §1.12): requirement, how much at most. */
const BUDGETS: readonly (readonly [id: string, limits: readonly string[]])[] = [
  ['D028', ['1000 ms', '300 ms', '300 ms', '500 ms', '500 ms']],
  ['D120', ['300 ms', '50 ms']],
  ['D159', ['1000 ms', '50 ms']],
  ['D189', ['100 ms', '300 ms']],
  ['D150', Array.from({ length: 9 }, () => '1000 ms')],
  ['D190', ['2 ×', '2000 ms']],
]

const measured = SCENARIOS.flatMap(({ budgets }) => Object.values(budgets))

// A figure shows whether a budget holds; here is shown only that it is measured, so no title names a requirement.
test.each(BUDGETS.map(([id, limits]) => ({ id, limits })))(
  '$limits are measured by npm run bench:working-day, which fails above',
  ({ id, limits }) => {
    const own = measured.filter((budget) => budget.id === id)
    expect(own.map(({ limit, unit }) => `${limit} ${unit}`).toSorted()).toEqual(limits)
    for (const budget of own) {
      expect(beside(budget, budget.limit, '')).toMatchObject({ isMet: true })
      expect(beside(budget, budget.limit * 1.001, '')).toMatchObject({ isMet: false })
    }
  },
)

test('no budget is measured that no document has, and each scenario has a name of its own', () => {
  expect(measured.filter(({ id }) => !BUDGETS.some(([known]) => known === id))).toEqual([])
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length)
})
