import { expect, test } from 'vitest'
import { createRoundTrips } from './round-trips.ts'

function open() {
  let time = 0
  const trips = createRoundTrips(() => time)
  const fetchAfter = (ms: number, outcome: () => Response) =>
    trips.measured(async () => {
      time += ms
      return outcome()
    })
  return { trips, fetchAfter }
}

test('S317 requests are noted with their time, answered or not', async () => {
  const { trips, fetchAfter } = open()
  expect((await fetchAfter(40, () => new Response(null, { status: 500 }))('/x')).status).toBe(500)
  const lost = fetchAfter(50, () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(lost('/x')).rejects.toThrow('Failed to fetch')
  await expect(lost('/x', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(trips.store.getState()).toEqual([
    { answered: true, ms: 40 },
    { answered: false, ms: 50 },
    { answered: true, ms: 50 },
  ])
})

test('S317 the last ten are kept until they are cleared', async () => {
  const { trips, fetchAfter } = open()
  for (let ms = 1; ms <= 12; ms++) await fetchAfter(ms, () => new Response())('/x')
  expect(trips.store.getState().map(({ ms }) => ms)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  trips.clear()
  expect(trips.store.getState()).toEqual([])
})
