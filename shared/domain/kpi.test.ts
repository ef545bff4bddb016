import { expect, test } from 'vitest'
import { areBoundsRight, bandOf, doOverlap, type KpiReach } from './kpi.ts'

test('D180 green is better than amber by the direction, and as good isn’t better', () => {
  const right = (direction: 'HIGHER' | 'LOWER', green: number) =>
    areBoundsRight({ direction, green, amber: 40 })
  expect([39, 40, 41].map((green) => right('HIGHER', green))).toEqual([false, false, true])
  expect([39, 40, 41].map((green) => right('LOWER', green))).toEqual([true, false, false])
})

test('D179 each bound is still of its band, by the direction', () => {
  const higher = (value: number) => bandOf({ direction: 'HIGHER', green: 60, amber: 40 }, value)
  expect([60, 59.9, 40, 39.9].map(higher)).toEqual(['GREEN', 'AMBER', 'AMBER', 'RED'])
  const lower = (value: number) => bandOf({ direction: 'LOWER', green: 40, amber: 60 }, value)
  expect([40, 40.1, 60, 60.1].map(lower)).toEqual(['GREEN', 'AMBER', 'AMBER', 'RED'])
})

test('D180 two overlap that have measure and scope in common, and a day', () => {
  const one: KpiReach = {
    ...{ measure: 'strikeRate', scope: 'AREA', scopeIDs: [1, 2] },
    ...{ validFrom: '2026-05-04', validTo: '2026-05-10' },
  }
  const both = (more: Partial<KpiReach>) => {
    const other = { ...one, ...more }
    expect(doOverlap(one, other)).toBe(doOverlap(other, one))
    return doOverlap(one, other)
  }
  expect(both({})).toBe(true)
  expect(both({ measure: 'index' })).toBe(false)
  expect(both({ scope: 'PROJECT' })).toBe(false)
  expect(both({ scopeIDs: [3, 2] })).toBe(true)
  expect(both({ scopeIDs: [3] })).toBe(false)
  // Of all there is nothing to have in common.
  const all = { ...one, scope: 'ALL' as const, scopeIDs: [] }
  expect(doOverlap(all, all)).toBe(true)
  expect(both({ validFrom: '2026-05-10', validTo: null })).toBe(true)
  expect(both({ validFrom: '2026-05-11', validTo: null })).toBe(false)
  expect(both({ validFrom: '2026-04-01', validTo: '2026-05-04' })).toBe(true)
  expect(both({ validFrom: '2026-04-01', validTo: '2026-05-03' })).toBe(false)
  const open = { ...one, validTo: null }
  expect(doOverlap(open, open)).toBe(true)
})
