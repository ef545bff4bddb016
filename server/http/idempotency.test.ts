import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { Idempotency, type KeyedRequest, readIdempotencyKey } from './idempotency.ts'

const REQUEST: KeyedRequest = { userID: 1, key: 'k', path: '/api/send', input: { message: 'hi' } }
const DAY = 24 * 60 * 60 * 1000

let db: Database
let now: number
let idempotency: Idempotency

beforeEach(async () => {
  db = await openDatabase(':memory:')
  now = 1_000_000
  idempotency = new Idempotency(db, () => now)
})
afterEach(() => db.destroy())

const counter = () => {
  let count = 0
  return vi.fn(async () => {
    count += 1
    return { status: 200, answer: `answer ${count}` }
  })
}

test('a repeated request is answered as the first was and takes effect once', async () => {
  const run = counter()
  expect(await idempotency.once(REQUEST, run)).toEqual({ status: 200, answer: 'answer 1', isReplay: false })
  expect(await idempotency.once(REQUEST, run)).toEqual({ status: 200, answer: 'answer 1', isReplay: true })
  expect(run).toHaveBeenCalledTimes(1)
})

test('requests at once take effect once', async () => {
  const run = counter()
  const answers = await Promise.all(Array.from({ length: 10 }, () => idempotency.once(REQUEST, run)))
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['answer 1']))
  expect(run).toHaveBeenCalledTimes(1)
})

test('another person, and another key, are other requests', async () => {
  const run = counter()
  for (const other of [REQUEST, { ...REQUEST, userID: 2 }, { ...REQUEST, key: 'k2' }]) {
    expect((await idempotency.once(other, run)).isReplay).toBe(false)
  }
})

test.each([
  ['path', { path: '/api/other' }],
  ['content', { input: { message: 'ho' } }],
])('a key that comes back with another %s is refused with 422', async (_, change) => {
  const run = counter()
  await idempotency.once(REQUEST, run)
  await expect(idempotency.once({ ...REQUEST, ...change }, run)).rejects.toMatchObject({ status: 422 })
  expect(run).toHaveBeenCalledTimes(1)
})

test('a failure is not kept: the same key tries again, also what waited for the failed one', async () => {
  let attempts = 0
  const run = async () => {
    attempts += 1
    if (attempts === 1) throw new Refusal(403, 'no')
    return { status: 200, answer: 'done' }
  }
  const [first, second] = await Promise.allSettled([
    idempotency.once(REQUEST, run),
    idempotency.once(REQUEST, run),
  ])
  expect(first.status).toBe('rejected')
  expect(second).toMatchObject({ status: 'fulfilled', value: { answer: 'done', isReplay: false } })
  expect((await idempotency.once(REQUEST, run)).isReplay).toBe(true)
})

test('an answer is kept for a day, and survives a restart', async () => {
  const run = counter()
  await idempotency.once(REQUEST, run)
  now += DAY - 1
  expect((await new Idempotency(db, () => now).once(REQUEST, run)).isReplay).toBe(true)
  now += 1
  expect(await idempotency.once(REQUEST, run)).toMatchObject({ answer: 'answer 2', isReplay: false })
  now += DAY
  await idempotency.purge()
  expect(await db.selectFrom('idempotency').selectAll().execute()).toEqual([])
})

test.each([['', 'a'.repeat(129), 'a b', 'ü', 'a\u0000']].flat())('the key %j is refused', (key) => {
  expect(() => readIdempotencyKey(key)).toThrow('An Idempotency-Key has 1 to 128 printable ASCII characters.')
})

test('a key may be as long as it may, or not be there', () => {
  expect(readIdempotencyKey('a'.repeat(128))).toHaveLength(128)
  expect(readIdempotencyKey(undefined)).toBeNull()
  expect(() => readIdempotencyKey(['a', 'b'])).toThrow()
})
