import { expect, test } from 'vitest'
import { isDiskLow, systemIssuesLevel } from './system-flags.ts'

test('A135 system issues are told from 5 % of the people on shift, and as excessive from 15 %', () => {
  expect([systemIssuesLevel(0, 0), systemIssuesLevel(0, 40)]).toEqual(['NONE', 'NONE'])
  expect([systemIssuesLevel(1, 21), systemIssuesLevel(1, 20)]).toEqual(['NONE', 'SOME'])
  expect([systemIssuesLevel(14, 300), systemIssuesLevel(15, 300)]).toEqual(['NONE', 'SOME'])
  expect([systemIssuesLevel(2, 14), systemIssuesLevel(3, 20)]).toEqual(['SOME', 'EXCESSIVE'])
  expect([systemIssuesLevel(44, 300), systemIssuesLevel(45, 300)]).toEqual(['SOME', 'EXCESSIVE'])
  expect(systemIssuesLevel(1, 1)).toBe('EXCESSIVE')
})

test('a disk is low under a tenth of it, or under 5 GB', () => {
  const GB = 1024 ** 3
  expect([isDiskLow(10 * GB, 100 * GB), isDiskLow(10 * GB - 1, 100 * GB)]).toEqual([false, true])
  expect([isDiskLow(5 * GB, 20 * GB), isDiskLow(5 * GB - 1, 20 * GB)]).toEqual([false, true])
})
