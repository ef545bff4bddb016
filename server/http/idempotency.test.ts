import { AsyncResource } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import {
  afterCommit,
  afterRollback,
  inOneUnit,
  outsideUnits,
  requireNoTurn,
  urgently,
} from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'
import { Idempotency, type KeyedRequest, readIdempotencyKey } from './idempotency.ts'

const REQUEST: KeyedRequest = { userID: 1, key: 'k', path: '/api/send', input: { message: 'hi' } }
const DAY = 24 * 60 * 60 * 1000

let db: Database
let now: number
let idempotency: Idempotency

beforeEach(async () => {
  db = await openTestDatabase()
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
    if (attempts === 1) throw new Refusal(403, 'accessDenied')
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

const addSetting = (name: string) => db.insertInto('settings').values({ name, value: '' }).execute()
const settings = async () =>
  (await db.selectFrom('settings').select('name').execute()).map(({ name }) => name)

test('what a request wrote stands with its key and answer, or nothing does', async () => {
  const told: string[] = []
  const run = async (fails: boolean) => {
    await addSetting('alone')
    await db
      .transaction()
      .execute((trx) => trx.insertInto('settings').values({ name: 'in', value: '' }).execute())
    void afterCommit(() => void told.push('kept'))
    afterRollback(() => void told.push('undone'))
    expect(told).not.toContain('kept')
    if (fails) throw new Refusal(400, 'call.over')
    return { status: 200, answer: 'done' }
  }
  await expect(idempotency.once(REQUEST, () => run(true))).rejects.toThrow('This call is over.')
  expect([await settings(), told]).toEqual([[], ['undone']])
  await idempotency.once(REQUEST, () => run(false))
  expect([(await settings()).sort(), told]).toEqual([
    ['alone', 'in'],
    ['undone', 'kept'],
  ])
})

test("another server's answer is the answer, and what was done here is undone, whatever it made of the error", async () => {
  const other = new Idempotency(db, () => now)
  let isOther = false
  const run = async () => {
    if (!isOther) {
      isOther = true
      // Outside of this request, as another process would be.
      await outsideUnits(() => other.once(REQUEST, run))
      await addSetting('here').catch(() => {})
      return { status: 200, answer: 'here' }
    }
    await addSetting('there')
    return { status: 200, answer: 'there' }
  }
  expect(await idempotency.once(REQUEST, run)).toEqual({ status: 200, answer: 'there', isReplay: true })
  expect(await settings()).toEqual(['there'])
})

test('an inner transaction that fails takes back its own part only; a write after the answer is an error', async () => {
  let late: () => Promise<unknown> = async () => {}
  await inOneUnit(async () => {
    await addSetting('a')
    const part = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'b', value: '' }).execute()
      throw new Error('inner')
    })
    await expect(part).rejects.toThrow('inner')
    late = AsyncResource.bind(() => addSetting('late'))
  })
  expect(await settings()).toEqual(['a'])
  await expect(late()).rejects.toThrow('wrote after it was answered')
})

test('an inner transaction that begins a unit’s writes is undone whole; the unit goes on and keeps what comes after', async () => {
  await inOneUnit(async () => {
    const part = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: '' }).execute()
      throw new Error('inner')
    })
    await expect(part).rejects.toThrow('inner')
    await addSetting('b')
    await db
      .transaction()
      .execute((trx) => trx.insertInto('settings').values({ name: 'c', value: '' }).execute())
  })
  expect((await settings()).sort()).toEqual(['b', 'c'])
})

test('a statement that failed unheard in the first inner transaction is nothing kept in silence', async () => {
  await addSetting('taken')
  const run = () =>
    inOneUnit(async () => {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('settings').values({ name: 'a', value: '' }).execute()
        await trx
          .insertInto('settings')
          .values({ name: 'taken', value: '' })
          .execute()
          .catch(() => {})
      })
    })
  // PostgreSQL ends a transaction with its first error; SQLite goes on.
  if (traitsOf(db).kind === 'postgres') await expect(run()).rejects.toThrow('duplicate key')
  else await run()
  expect((await settings()).includes('a')).toBe(traitsOf(db).kind === 'sqlite')
})

test('nobody outside is asked in the middle of a unit’s writes, before them or after', async () => {
  let asked = 0
  const ask = () => {
    requireNoTurn()
    asked += 1
  }
  ask()
  await inOneUnit(async () => {
    await settings()
    ask()
    await addSetting('a')
    expect(ask).toThrow('Somebody outside would be asked while all writers wait')
    void afterCommit(ask)
  })
  expect([asked, await settings()]).toEqual([3, ['a']])
})

test('who waits to write is admitted in order, but for what is urgent, which goes before them', async () => {
  const order: string[] = []
  const write = async (name: string) => {
    await addSetting(name)
    order.push(name)
  }
  const waiting = ['a', 'b', 'c', 'd'].map(write)
  await Promise.all([...waiting, urgently(() => write('urgent'))])
  expect(order).toEqual(['a', 'urgent', 'b', 'c', 'd'])
})
