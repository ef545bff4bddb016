import { expect, test } from 'vitest'
import { runChecks, WINDOWS_CHECKLIST } from './windows-checks.ts'

test('checks and a person’s answers are told, and what failed is given', async () => {
  const said: string[] = []
  const answers = ['y', 'no', ' Skip', '']
  const failed = await runChecks({
    checks: { good: async () => 'found', bad: () => Promise.reject(new Error('not there')) },
    checklist: ['a', 'b', 'c', 'd'],
    ask: async () => answers.shift() ?? '',
    say: (line) => void said.push(line),
  })
  expect(failed).toEqual(['bad', 'point 2', 'point 4'])
  expect(said.slice(0, 2)).toEqual(['ok     good: found', 'FAILED bad: not there'])
  expect(said.at(-1)).toBe('\n3 failed: bad; point 2; point 4')
})

test('the list is one that a person gets through in 15 minutes', () => {
  expect(WINDOWS_CHECKLIST.length).toBeLessThanOrEqual(15)
})
