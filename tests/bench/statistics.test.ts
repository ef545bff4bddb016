import { expect, test } from 'vitest'
import { median, percentile, sideBySide } from './statistics.ts'
import { formatTable, timesRow } from './table.ts'

test('the median is the middle one', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 100])).toBe(3)
  expect(median([])).toBeNaN()
})

test('the 95th percentile is what 95 of 100 keep', () => {
  expect(percentile([3, 1, 2, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10)
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
  expect(percentile([], 0.95)).toBeNaN()
})

test('the two are measured in turn, and the warm-up doesn’t count', async () => {
  const order: string[] = []
  const measured = (name: string) => async () => order.push(name)
  const pair = await sideBySide(measured('a'), measured('b'), 2, 1)
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  expect(pair).toEqual({ product: [3, 5], baseline: [4, 6] })
})

test('a row tells the medians and their ratio', () => {
  const row = timesRow('page', { product: [30, 10, 20], baseline: [10, 10, 10] })
  expect(row).toEqual({
    measure: 'page',
    product: '20.0 ms',
    baseline: '10.0 ms',
    ratio: '2.00 ×',
    runs: '3 (10.0–30.0)',
  })
  expect(formatTable([row]).split('\n')).toHaveLength(3)
})
