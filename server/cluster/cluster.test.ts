import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { Delivery, KnownConnection } from '../hubs/delivery.ts'
import { DatabaseBook } from './connection-book.ts'
import { HubEvents, KEPT_MS } from './hub-events.ts'
import { LEASE_MS, Membership, RENEW_MS } from './membership.ts'
import { LocalBackplane } from './testing/local-backplane.ts'

const WAIT = { interval: 5, timeout: 10_000 }
const HUB = '/api/hubs/chat'
const said = (text: string): Delivery => ({
  kind: 'event',
  hub: HUB,
  to: { userID: 1 },
  except: null,
  event: 'said',
  args: [text],
})
const window = (id: string, userID = 1): KnownConnection => ({
  ...{ id, hub: HUB, userID },
  ...{ sessionID: `session-${userID}`, tokenType: 'OTHER' },
})

let db: Database
/** What passes for each server: they don't share it. */
let elapsed: number
const log = vi.fn()
beforeEach(async () => {
  db = await openTestDatabase()
  elapsed = 0
  log.mockClear()
})
afterEach(() => db.destroy())

/** One server on the database, as far as its windows are concerned. */
async function server(plane: LocalBackplane | null, readGapMs = 0) {
  const told: unknown[] = []
  const cleared: string[] = []
  const gaps: number[] = []
  const sentAway: number[] = []
  const serverID = () => membership.id
  const events = plane
    ? new HubEvents({
        ...{ db, log, serverID },
        backplane: plane.join(),
        elapsed: () => elapsed,
        readGapMs,
        onEvent: ({ event }) => {
          if (event.kind === 'event') told.push(event.args[0])
          else if ('connection' in event) told.push(`${event.kind} ${event.connection.id}`)
          else told.push(event.kind)
        },
        onGap: async () => void gaps.push(elapsed),
      })
    : null
  const takenOver: number[] = []
  const membership: Membership = new Membership({
    ...{ db, events, log },
    elapsed: () => elapsed,
    endElsewhere: async ({ id }) => void cleared.push(id),
    onOutOfTouch: () => void sentAway.push(elapsed),
    onTakenOver: () => void takenOver.push(elapsed),
  })
  const book = new DatabaseBook({ db, events, serverID })
  await membership.begin()
  await events?.begin()
  return { told, cleared, gaps, sentAway, takenOver, events, membership, book }
}
type Server = Awaited<ReturnType<typeof server>>

async function read(...servers: readonly Server[]): Promise<void> {
  for (const { events } of servers) {
    events?.look()
    await events?.settled()
  }
}
const events = () => db.selectFrom('hubEvents').select('id').execute()
const booked = () => db.selectFrom('hubConnections').selectAll().orderBy('id').execute()
/** A server that says nothing any more. */
const expire = ({ membership }: Server) =>
  db.updateTable('servers').set({ leaseUntil: 1 }).where('id', '=', membership.id).execute()

describe('what servers tell', () => {
  test('every server hears all of it, its own included, in one order', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    for (let i = 0; i < 20; i++) {
      a.events?.carry(said(`a${i}`))
      await inOneUnit(async () => b.events?.carry(said(`b${i}`)))
    }
    await a.events?.settled()
    await read(a, b)
    expect(a.told).toHaveLength(40)
    expect(b.told).toEqual(a.told)
    for (const who of ['a', 'b'])
      expect(a.told.filter((text) => String(text).startsWith(who))).toEqual(
        Array.from({ length: 20 }, (_, i) => `${who}${i}`),
      )
  })

  test('what comes next after what was read is told without being read; what others told between comes first', async () => {
    const [a, b] = [await server(new LocalBackplane()), await server(new LocalBackplane())]
    await inOneUnit(async () => a.events?.carry(said('first')))
    // SQLite, which servers don't share, can't say what was there before.
    if (traitsOf(db).kind === 'postgres') expect(a.told).toEqual(['first'])
    await inOneUnit(async () => b.events?.carry(said('between')))
    await inOneUnit(async () => a.events?.carry(said('last')))
    if (traitsOf(db).kind === 'postgres') expect(a.told).toEqual(['first'])
    await a.events?.settled()
    expect(a.told).toEqual(['first', 'between', 'last'])
    await read(a, b)
    expect(b.told).toEqual(a.told)
    expect(a.told).toHaveLength(3)
  })

  test('what others tell in quick succession is read together, the first of it at once', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane, 200)]
    const tell = (text: string) => inOneUnit(async () => a.events?.carry(said(text)))
    await tell('first')
    await read(b)
    expect(b.told).toEqual(['first'])
    await tell('second')
    b.events?.look()
    await tell('third')
    expect(b.told).toEqual(['first'])
    await b.events?.settled()
    expect(b.told).toEqual(['first', 'second', 'third'])
  })

  test('what a unit tells is written with it, as its last, and not at all where the unit is undone', async () => {
    const a = await server(new LocalBackplane())
    const undone = inOneUnit(async () => {
      a.events?.carry(said('never'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await inOneUnit(async () => {
      a.events?.carry(said('first'))
      await db.insertInto('settings').values({ name: 'x', value: '1' }).execute()
      a.events?.carry(said('second'))
    })
    await read(a)
    expect(a.told).toEqual(['first', 'second'])
    expect(await events()).toHaveLength(2)
  })

  test('where the log can’t be written, what it tells of isn’t committed either', async () => {
    const a = await server(new LocalBackplane())
    await db.schema.alterTable('hubEvents').renameTo('away').execute()
    const unit = inOneUnit(async () => {
      await db.insertInto('settings').values({ name: 'x', value: '1' }).execute()
      a.events?.carry(said('lost'))
    })
    await expect(unit).rejects.toThrow()
    await db.schema.alterTable('away').renameTo('hubEvents').execute()
    expect(await db.selectFrom('settings').select('name').where('name', '=', 'x').execute()).toEqual([])
  })

  test('without any hint it is heard at the next look, however much there is', async () => {
    const [a, b] = [await server(new LocalBackplane()), await server(new LocalBackplane())]
    const all = Array.from({ length: 1203 }, (_, i) => `${i}`)
    for (const text of all) a.events?.carry(said(text))
    await a.events?.settled()
    expect(b.told).toEqual([])
    await read(b)
    expect(b.told).toEqual(all)
  })

  test('a server begins after what was told before it came', async () => {
    const plane = new LocalBackplane()
    const a = await server(plane)
    a.events?.carry(said('before'))
    await a.events?.settled()
    const b = await server(plane)
    a.events?.carry(said('after'))
    await a.events?.settled()
    await read(b)
    expect(b.told).toEqual(['after'])
  })

  test.each([
    [KEPT_MS / 2, ['missed'], []],
    [KEPT_MS / 2 + 1, [], [KEPT_MS / 2 + 1]],
  ])('who hasn’t read for %i ms reads on, or begins anew', async (ms, told, gaps) => {
    const [a, b] = [await server(new LocalBackplane()), await server(new LocalBackplane())]
    a.events?.carry(said('missed'))
    await a.events?.settled()
    elapsed = ms
    await read(b)
    expect({ told: b.told, gaps: b.gaps }).toEqual({ told, gaps })
    a.events?.carry(said('next'))
    await a.events?.settled()
    await read(b)
    expect(b.told.at(-1)).toBe('next')
  })

  test('events are kept for ten minutes', async () => {
    const a = await server(new LocalBackplane())
    for (const text of ['old', 'young']) a.events?.carry(said(text))
    await a.events?.settled()
    const [old] = await events()
    await db
      .updateTable('hubEvents')
      .set((eb) => ({ at: eb('at', '-', KEPT_MS + 1000) }))
      .where('id', '=', old?.id ?? 0)
      .execute()
    await db
      .updateTable('hubEvents')
      .set((eb) => ({ at: eb('at', '-', KEPT_MS - 10_000) }))
      .where('id', '!=', old?.id ?? 0)
      .execute()
    await a.events?.sweep()
    expect(await events()).toHaveLength(1)
    expect((await events())[0]?.id).not.toBe(old?.id)
  })

  test('a stop writes what waits, and waits no longer than it may for a database that is away', async () => {
    const a = await server(new LocalBackplane())
    a.events?.carry(said('last'))
    await a.events?.finish(5000)
    expect(await events()).toHaveLength(1)
    const b = await server(new LocalBackplane())
    await db.schema.alterTable('hubEvents').renameTo('away').execute()
    b.events?.carry(said('lost'))
    const from = performance.now()
    await b.events?.finish(50)
    expect(performance.now() - from).toBeLessThan(1000)
    await db.schema.alterTable('away').renameTo('hubEvents').execute()
    expect(await events()).toHaveLength(1)
  })

  test('an event that can’t be told is logged, and those after it are told', async () => {
    const a = await server(new LocalBackplane())
    await db
      .insertInto('hubEvents')
      .values({ serverID: a.membership.id, content: 'no JSON', at: 1 })
      .execute()
    a.events?.carry(said('after'))
    await a.events?.settled()
    await read(a)
    expect(a.told).toEqual(['after'])
    expect(log).toHaveBeenCalledWith('error', expect.stringContaining('could not be told'), expect.anything())
  })
})

describe('who is connected', () => {
  test('others are told of comings and goings; the row stands until what it left is cleared', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    await a.book.came(window('one'))
    await read(b)
    expect(b.told).toEqual(['came one'])
    expect(await b.book.has(HUB, 1)).toBe(true)
    await a.book.went(window('one'))
    await read(b)
    expect(b.told).toEqual(['came one', 'went one'])
    expect(await b.book.has(HUB, 1)).toBe(false)
    expect(await booked()).toHaveLength(1)
    await a.book.ended(window('one'))
    expect(await booked()).toEqual([])
  })

  test('a person is there while any window of theirs is, on that hub, on any server', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    await a.book.came(window('one'))
    await b.book.came(window('two'))
    await a.book.went(window('one'))
    expect(await a.book.has(HUB, 1)).toBe(true)
    expect(await a.book.has('/api/hubs/main', 1)).toBe(false)
    expect(await a.book.has(HUB, 2)).toBe(false)
    await b.book.went(window('two'))
    expect(await a.book.has(HUB, 1)).toBe(false)
  })

  test('a name that is taken isn’t taken again, on no server', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    await a.book.came(window('one'))
    await expect(b.book.came(window('one', 2))).rejects.toThrow('one')
    await expect(a.book.came(window('one'))).rejects.toThrow('one')
    expect(await booked()).toMatchObject([{ id: 'one', userID: 1, serverID: a.membership.id }])
  })

  test('many at once are few transactions, and each is written', async () => {
    const a = await server(new LocalBackplane())
    const all = Array.from({ length: 450 }, (_, i) => window(`w${i}`, i))
    await Promise.all(all.map((one) => a.book.came(one)))
    expect(await booked()).toHaveLength(450)
    await Promise.all(all.map((one) => a.book.went(one).then(() => a.book.ended(one))))
    expect(await booked()).toEqual([])
    await read(a)
    expect(a.told).toHaveLength(900)
  })
})

describe('a server that dies', () => {
  test('goes offline with its lease; one other clears away what its windows left', async () => {
    const plane = new LocalBackplane()
    const [a, b, c] = [await server(plane), await server(plane), await server(plane)]
    for (const id of ['one', 'two']) await a.book.came(window(id))
    await b.book.came(window('other', 2))
    // It dies between two steps of one that went.
    await a.book.came(window('half'))
    await a.book.went(window('half'))
    await Promise.all([b.membership.tend(), c.membership.tend()])
    expect([...b.cleared, ...c.cleared]).toEqual([])
    await expire(a)
    await Promise.all([b.membership.tend(), c.membership.tend()])
    await vi.waitFor(async () => expect((await booked()).map(({ id }) => id)).toEqual(['other']), WAIT)
    expect([...b.cleared, ...c.cleared].sort()).toEqual(['half', 'one', 'two'])
    expect([...b.takenOver, ...c.takenOver]).toHaveLength(1)
    await read(b, c)
    for (const { told } of [b, c]) expect(told.slice(-2).sort()).toEqual(['went one', 'went two'])
    expect(await b.book.has(HUB, 1)).toBe(false)
  })

  test('also where the one that took its place dies before it has cleared away', async () => {
    const plane = new LocalBackplane()
    const [a, b, c] = [await server(plane), await server(plane), await server(plane)]
    await a.book.came(window('one'))
    await db
      .updateTable('hubConnections')
      .set({ serverID: b.membership.id, goneAt: 1, isTakenOver: 1 })
      .execute()
    await expire(a)
    await expire(b)
    await c.membership.tend()
    await vi.waitFor(async () => expect(await booked()).toEqual([]), WAIT)
    expect(c.cleared).toEqual(['one'])
  })

  test('a lease lasts 10 s by the database’s clock, and is renewed', async () => {
    const a = await server(new LocalBackplane())
    const lease = async () => {
      const { leaseUntil, startedAt } = await db.selectFrom('servers').selectAll().executeTakeFirstOrThrow()
      return { leaseUntil, startedAt }
    }
    const { leaseUntil, startedAt } = await lease()
    expect(leaseUntil - startedAt).toBeGreaterThanOrEqual(LEASE_MS)
    expect(leaseUntil - startedAt).toBeLessThan(LEASE_MS + 1000)
    await db
      .updateTable('servers')
      .set({ leaseUntil: leaseUntil - 5000 })
      .execute()
    await a.membership.tend()
    expect((await lease()).leaseUntil).toBeGreaterThanOrEqual(leaseUntil)
  })

  test('one that was believed dead sends its windows away, and goes on under another name', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    const name = a.membership.id
    await a.book.came(window('one'))
    await expire(a)
    await b.membership.tend()
    await expect(a.book.came(window('two'))).rejects.toThrow()
    await a.membership.tend()
    expect(a.sentAway).toHaveLength(1)
    expect(a.membership.isInTouch).toBe(true)
    expect(a.membership.id).not.toBe(name)
    await a.book.came(window('three'))
    expect((await booked()).some(({ id }) => id === 'three')).toBe(true)
  })

  test('one that can’t reach the database sends its windows away before the others believe it dead', async () => {
    const plane = new LocalBackplane()
    const a = await server(plane)
    await db.schema.alterTable('servers').renameTo('away').execute()
    elapsed = LEASE_MS - RENEW_MS
    await a.membership.tend()
    expect({ away: a.sentAway, isInTouch: a.membership.isInTouch }).toEqual({ away: [], isInTouch: true })
    elapsed = LEASE_MS - RENEW_MS + 1
    await a.membership.tend()
    expect({ away: a.sentAway, isInTouch: a.membership.isInTouch }).toEqual({
      away: [elapsed],
      isInTouch: false,
    })
    await db.schema.alterTable('away').renameTo('servers').execute()
    await a.membership.tend()
    expect(a.membership.isInTouch).toBe(true)
    expect(a.sentAway).toHaveLength(1)
  })

  test('one that stops leaves nothing; what it couldn’t finish another one does', async () => {
    const plane = new LocalBackplane()
    const [a, b] = [await server(plane), await server(plane)]
    await a.membership.end()
    expect(await db.selectFrom('servers').select('id').execute()).toEqual([{ id: b.membership.id }])
    const c = await server(plane)
    await c.book.came(window('one'))
    await c.membership.end()
    await b.membership.tend()
    await vi.waitFor(async () => expect(await booked()).toEqual([]), WAIT)
    expect(b.cleared).toEqual(['one'])
  })
})

test('a server alone clears away what the one before it left, tells nobody, and writes no event', async () => {
  const before = await server(null)
  await before.book.came(window('one'))
  await before.book.came(window('two', 2))
  const now = await server(null)
  await vi.waitFor(async () => expect(await booked()).toEqual([]), WAIT)
  expect(now.cleared.toSorted()).toEqual(['one', 'two'])
  expect(await events()).toEqual([])
  expect(await db.selectFrom('servers').select('id').execute()).toEqual([{ id: now.membership.id }])
})
