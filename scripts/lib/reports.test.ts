import { expect, test } from 'vitest'
import { closingLine, failedTests, tallyReport, tallyTests } from './reports.ts'

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

test('the failed tests of a Vitest report are named, and a file that did not load', () => {
  const assertion = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const report = {
    testResults: [
      { name: '/a.test.ts', status: 'passed', assertionResults: [assertion('fine', 'passed')] },
      {
        name: '/b.test.ts',
        status: 'failed',
        assertionResults: [
          assertion('fine', 'passed'),
          assertion('not fine', 'failed', 'expected 1', 'to be 2'),
        ],
      },
      { name: '/c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(failedTests(report)).toEqual([
    { name: '/b.test.ts: not fine', message: 'expected 1\nto be 2' },
    { name: '/c.test.ts', message: 'no such module' },
  ])
})

test('the failed tests of a Playwright report are named without colours, however deep, and what failed outside', () => {
  const spec = (title: string, ...messages: string[]) => ({
    title,
    file: 'a.spec.ts',
    ok: messages.length === 0,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const report = {
    errors: [{ message: 'no server' }],
    suites: [
      {
        specs: [spec('fine')],
        suites: [{ specs: [spec('not fine', '\u001b[31mtimeout\u001b[39m', 'at line 3')] }],
      },
    ],
  }
  expect(failedTests(report)).toEqual([
    { name: 'a.spec.ts: not fine', message: 'timeout\nat line 3' },
    { name: 'outside any test', message: 'no server' },
  ])
})

test('what is no report names no failed test', () => {
  for (const report of [null, {}, [], 'x']) expect(failedTests(report)).toEqual([])
})

test('a failed browser test says what its pages showed', () => {
  const body = Buffer.from('/dashboard shows:\n- dialog "Ö"').toString('base64')
  const results = [
    { errors: [{ message: 'no button' }], attachments: [{ name: 'page', body }, { name: 'screenshot' }] },
  ]
  const specs = [{ title: 'lost', file: 'a.spec.ts', ok: false, tests: [{ results }] }]
  expect(failedTests({ errors: [], suites: [{ specs }] })).toEqual([
    { name: 'a.spec.ts: lost', message: 'no button\n/dashboard shows:\n- dialog "Ö"' },
  ])
})
