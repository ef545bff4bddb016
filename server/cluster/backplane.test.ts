import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { leasePostgres } from '../db/testing/test-database.ts'
import type { Backplane } from './backplane.ts'
import { PostgresBackplane } from './postgres-backplane.ts'
import { openRedisBackplane } from './redis-backplane.ts'
import { LocalBackplane } from './testing/local-backplane.ts'
import { startRedis, type TestRedis } from './testing/redis.ts'

const WAIT = { interval: 5, timeout: 10_000 }
const open: Backplane[] = []
const lost: unknown[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  lost.length = 0
})

type Join = (name: string) => Promise<Backplane>
let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

const local = new LocalBackplane()
const joins: Record<string, Join> = {
  'in process': async () => local.join(),
  Redis: (serverID) => openRedisBackplane({ url: redis.url, serverID, onLost: (error) => lost.push(error) }),
}
if (process.env.FIELDWORK_TEST_POSTGRES) {
  const lease = await leasePostgres()
  const url = lease?.url ?? ''
  joins['LISTEN and NOTIFY'] = (serverID) =>
    PostgresBackplane.open({ url, serverID, onLost: (error) => lost.push(error) })
}

async function member(join: Join, name: string) {
  const backplane = await join(name)
  open.push(backplane)
  const look = vi.fn()
  backplane.listen(look)
  return { backplane, look }
}

describe.each(Object.entries(joins))('%s', (_name, join) => {
  test('a hint reaches each of the others once or more, and not its sender', async () => {
    const [a, b, c] = [await member(join, 'a'), await member(join, 'b'), await member(join, 'c')]
    a.backplane.hint()
    await vi.waitFor(
      () => expect([b, c].map(({ look }) => look.mock.calls.length > 0)).toEqual([true, true]),
      WAIT,
    )
    b.backplane.hint()
    await vi.waitFor(() => expect(a.look).toHaveBeenCalled(), WAIT)
    expect(lost).toEqual([])
  })

  test('a thousand hints at once become few', async () => {
    const [a, b] = [await member(join, 'a'), await member(join, 'b')]
    for (let i = 0; i < 1000; i++) a.backplane.hint()
    await vi.waitFor(() => expect(b.look).toHaveBeenCalled(), WAIT)
    // One that was sent after all of these has arrived.
    b.backplane.hint()
    await vi.waitFor(() => expect(a.look).toHaveBeenCalled(), WAIT)
    expect(b.look.mock.calls.length).toBeLessThan(20)
  })

  test('who is closed hears nothing, and closing twice or hinting afterwards does no harm', async () => {
    const [a, b, c] = [await member(join, 'a'), await member(join, 'b'), await member(join, 'c')]
    await b.backplane.close()
    await b.backplane.close()
    b.backplane.hint()
    a.backplane.hint()
    await vi.waitFor(() => expect(c.look).toHaveBeenCalled(), WAIT)
    expect(b.look).not.toHaveBeenCalled()
  })
})

describe('Redis that goes away', () => {
  test('is told once; hints meanwhile are lost, and once it is back all look', async () => {
    const [a, b] = [await member(joins.Redis as Join, 'a'), await member(joins.Redis as Join, 'b')]
    await redis.restart(async () => {
      await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0), WAIT)
      a.backplane.hint()
      expect(b.look).not.toHaveBeenCalled()
    })
    await vi.waitFor(() => expect(b.look).toHaveBeenCalled(), WAIT)
    b.look.mockClear()
    await vi.waitFor(() => {
      a.backplane.hint()
      expect(b.look).toHaveBeenCalled()
    }, WAIT)
    expect(lost.length).toBeLessThanOrEqual(4)
  })

  test('a server starts without it, and nonsense on its channel does no harm', async () => {
    const alone = await openRedisBackplane({
      url: 'redis://127.0.0.1:1',
      serverID: 'a',
      startMs: 50,
      onLost: (error) => lost.push(error),
    })
    open.push(alone)
    alone.hint()
    expect(lost).toHaveLength(1)
    const { look } = await member(joins.Redis as Join, 'b')
    await redis.publish('fieldwork:hub-events', '\u0000{"select":')
    await vi.waitFor(() => expect(look).toHaveBeenCalled(), WAIT)
  })
})
