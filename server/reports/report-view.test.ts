import { expect, test } from 'vitest'
import { recordsBehind } from './report-view.ts'

type Mine = Parameters<typeof recordsBehind>[0]

test('D113 the records behind a cell come a hundred at a time, with how many there are', () => {
  const mine = {
    definition: { rows: [{ field: 'person', step: null }] },
    source: { columns: new Map() },
  } as unknown as Mine
  const records = Array.from({ length: 205 }, (_, id) => ({ id, person: 'Ann' }))
  const others = Array.from({ length: 3 }, (_, id) => ({ id: 1000 + id, person: 'Bob' }))
  const page = (number: number) => {
    const { rows, total } = recordsBehind(mine, [...records, ...others], ['Ann'], number)
    return [rows.length, rows[0]?.id, rows.at(-1)?.id, total]
  }
  expect([1, 2, 3, 4].map(page)).toEqual([
    [100, 0, 99, 205],
    [100, 100, 199, 205],
    [5, 200, 204, 205],
    [0, undefined, undefined, 205],
  ])
})
