import { expect, test } from 'vitest'
import { EMPTY_TALLY, figureOf, NO_OUTCOMES } from '#shared/domain/interviews.ts'
import { type HourTally, projectRates, sumOf, withExpected } from './tallies.ts'

const hour = (projectID: number, completes: number, hours: number): HourTally => ({
  ...{ projectID, userID: 2, hour: 0 },
  tally: {
    ...EMPTY_TALLY,
    outcomes: { ...NO_OUTCOMES, COMPLETE: completes },
    interviewingSeconds: hours * 3600,
  },
})

test('D040 what is expected is each project’s completes an hour times the person’s hours on it, added up', () => {
  // 9 in 3 hours of Rail, 1 in 2 hours of Bus; nobody had hours on the third, of which one complete came.
  const rates = projectRates([
    hour(7, 4, 1),
    hour(7, 5, 2),
    hour(8, 1, 2),
    hour(9, 1, 0),
    hour(10, 1, 1 / 3600),
  ])
  expect([...rates]).toEqual([
    [7, 3],
    [8, 0.5],
    [10, 3600],
  ])
  const own = sumOf(withExpected([hour(7, 4, 1), hour(7, 3, 1), hour(8, 1, 2), hour(9, 1, 0)], rates))
  expect(own.expectedCompletes).toBe(3 + 3 + 1)
  expect(figureOf('index', own)).toBe((9 / 7) * 100)
  // On a project that has no rate nothing is expected, however long somebody was on it.
  expect(sumOf(withExpected([hour(9, 2, 4)], rates)).expectedCompletes).toBe(0)
})
