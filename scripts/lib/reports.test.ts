import { expect, test } from 'vitest'
import { closingLine, tallyReport, tallyTests } from './reports.ts'

const vitest = (passed: number, failed: number, success = failed === 0) => ({
  success,
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [],
})
const playwright = (stats: object, errors: unknown[] = []) => ({
  errors,
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
})

test('a Vitest report counts its tests', () => {
  expect(tallyReport(vitest(5, 2))).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('a file that did not load is a failure, though no test failed', () => {
  expect(tallyReport(vitest(5, 0, false))).toMatchObject({ passed: 5, failed: 1 })
})

test('a Playwright report counts its tests, and a flaky one has failed', () => {
  expect(tallyReport(playwright({ expected: 4, unexpected: 1, flaky: 1, skipped: 3 }))).toEqual({
    passed: 4,
    failed: 2,
    skipped: 3,
  })
  expect(tallyReport(playwright({ expected: 4 }, [{ message: 'no tests found' }]))).toMatchObject({
    failed: 1,
  })
})

test('neither is neither', () => {
  for (const report of [null, {}, [], 'x', { stats: {} }]) expect(tallyReport(report)).toBeNull()
})

test('a missing report, a failed command and a run of nothing are failures', () => {
  expect(tallyTests(null, true).failed).toBe(1)
  expect(tallyTests(vitest(3, 0), false)).toMatchObject({ passed: 3, failed: 1 })
  expect(tallyTests(vitest(0, 0), true).failed).toBe(1)
  expect(tallyTests(vitest(3, 2), false).failed).toBe(2)
  expect(tallyTests(vitest(3, 0), true)).toMatchObject({ passed: 3, failed: 0 })
})

test('the closing line adds up', () => {
  const tally = (passed: number, failed: number) => ({ passed, failed, skipped: 1 })
  expect(closingLine([tally(1, 0), tally(40, 2), tally(0, 1)])).toBe('41 passed, 3 failed')
  expect(closingLine([])).toBe('0 passed, 0 failed')
})
