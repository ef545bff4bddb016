import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { permissionsOf } from '#shared/domain/permissions.ts'
import { ENGINE_SEAT } from '#shared/hubs/call-engine.ts'
import type { CallSeats as Seats } from '#shared/hubs/call-signal.ts'
import { LocalWires } from '../cluster/testing/local-wires.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { EngineListener, MediaEngine } from '../media/media-engine.ts'
import { Meetings } from '../meetings/meetings.ts'
import { CallSeats } from './call-seats.ts'

/** One of several servers on a database, with an engine that does nothing but keep what it was asked. */
interface Server {
  readonly id: string
  readonly seats: CallSeats
  readonly engine: EngineListener
  /** What was asked of its engine: the method's name and what it was about. */
  asked: unknown[][]
}

let db: Database
let people: number[] = []
let meetingID = 0
let now = 0
let wires: LocalWires
let told: Map<string, Seats>
const seats: Record<string, string> = {}
const open: CallSeats[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  people = await addNames(db, 'Ann', 'Ben', 'Cat', 'Dan')
})
beforeEach(async () => {
  for (const table of ['callSeats', 'callHosts', 'servers'] as const) await db.deleteFrom(table).execute()
  now = 1_000_000
  wires = new LocalWires()
  told = new Map()
  const [hostID = 0, ...ids] = people
  const nobody = { isOnline: () => false, toUser: () => {}, toConnection: () => {} }
  meetingID = await new Meetings(db, () => now, nobody as never).add({
    ...{ hostID, hostName: 'Ann', ids, start: now, end: now + 900_000, immediate: true },
    ...{ agenda: '', subject: 'Talk' },
  })
})
// What still waits for an engine would ask a database that is gone.
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => db.destroy())

async function server(id: string, hasEngine = true): Promise<Server> {
  await db.insertInto('servers').values({ id, startedAt: now, leaseUntil: now }).execute()
  const publisher = {
    isThere: () => true,
    toConnection: (to: string, event: string, ...args: unknown[]) => {
      if (event === 'callSeats') told.set(to, args[0] as Seats)
      else if (event === 'callSignal') signals.push([to, args.at(-1)])
    },
    ...{ isOnline: () => false, toUser: () => {} },
  }
  const asked: unknown[][] = []
  const method =
    (name: string) =>
    (...args: unknown[]) =>
      void asked.push([name, ...args])
  const late: { engine: EngineListener | null } = { engine: null }
  const names = ['wake', 'join', 'answer', 'publish', 'subscribe', 'leave'] as const
  const makeEngine = (listener: EngineListener) => {
    late.engine = listener
    const methods = Object.fromEntries(names.map((name) => [name, method(name)]))
    return { ...methods, close: async () => {} } as unknown as MediaEngine
  }
  const one = new CallSeats({
    ...{ db, clock: () => now, publisher, wire: wires.join(id), onChange: () => {} },
    background: { run: (task) => void task(), runAfter: () => {} },
    meetings: new Meetings(db, () => now, publisher as never),
    relayFor: () => ({ urls: [], hasUdp: true, username: '', credential: '' }),
    makeEngine: hasEngine ? makeEngine : null,
  })
  open.push(one)
  const engine: EngineListener = {
    onRun: (run) => late.engine?.onRun(run),
    onOffer: (...args) => late.engine?.onOffer(...args),
    onSlots: (...args) => late.engine?.onSlots(...args),
  }
  return { id, seats: one, engine, asked }
}
const signals: unknown[][] = []
const NAMES = ['ann', 'ben', 'cat', 'dan']
const window = (name: string) => ({
  id: name,
  identity: {
    ...{ sessionID: name, userID: people[NAMES.indexOf(name)] ?? 0, userName: name, displayName: name },
    ...{ tokenType: 'OTHER' as const, permissions: permissionsOf([]) },
  },
})
async function sit(name: string, { seats: at }: Server): Promise<string> {
  now++
  const seat = randomUUID()
  seats[name] = seat
  await at.take(window(name), meetingID, seat)
  return seat
}
const run = (name: string) => ({ id: name, port: 5000 })
const hostNow = () => db.selectFrom('callHosts').selectAll().executeTakeFirst()
/** What one server says to another is done a moment later. */
const soon = (look: () => unknown) => vi.waitFor(look, { interval: 1, timeout: 5000 })
const SERVED = (engineRun: string) => ({ way: 'SERVER', engineRun })

test('what windows at another server say reaches the engine of the server that has the call, and back', async () => {
  const [one, two] = [await server('one'), await server('two')]
  const [ann, ben] = [await sit('ann', one), await sit('ben', two)]
  two.engine.onRun(run('r2'))
  await soon(async () => expect(await hostNow()).toMatchObject({ serverID: 'two', engineRun: 'r2' }))
  const cat = await sit('cat', one)
  for (const name of ['ann', 'ben', 'cat'])
    await soon(() => expect(told.get(name)).toMatchObject(SERVED('r2')))
  const silent = { voice: false, camera: false, screen: false }
  await soon(() => {
    for (const seat of [ann, ben, cat]) expect(two.asked).toContainEqual(['publish', seat, silent])
  })
  await one.seats.signal(window('ann'), ann, ENGINE_SEAT, { kind: 'ENGINE_JOIN', attempt: 1 })
  await one.seats.signal(window('ann'), ann, ENGINE_SEAT, { kind: 'ENGINE_ANSWER', attempt: 1, sdp: 'v=0' })
  const wanted = [{ seat: ben, layer: 'SMALL' as const }]
  await one.seats.signal(window('ann'), ann, ENGINE_SEAT, { kind: 'ENGINE_WANT', cameras: wanted })
  await soon(() =>
    expect(two.asked.slice(-3)).toEqual([
      ['join', String(meetingID), ann, 1],
      ['answer', ann, 1, 'v=0'],
      ['subscribe', ann, wanted],
    ]),
  )
  two.engine.onOffer(ann, 1, 'v=0')
  expect(signals.at(-1)).toEqual(['ann', { kind: 'ENGINE_OFFER', attempt: 1, sdp: 'v=0' }])
  await one.seats.change(window('cat'), cat, { microphone: 'ON', camera: true, screen: false })
  await soon(() =>
    expect(two.asked.at(-1)).toEqual(['publish', cat, { voice: true, camera: true, screen: false }]),
  )
  await one.seats.leave(window('cat'), cat)
  await soon(() => expect(two.asked.at(-1)).toEqual(['leave', cat]))
  // The other server's engine knows nothing of all this.
  expect(one.asked.map(([name]) => name)).not.toContain('publish')
  await one.seats.leave(window('ann'), ann)
  await two.seats.leave(window('ben'), ben)
  expect(await hostNow()).toBeUndefined()
})

test('a server that ends, or died, or whose engine stays away, gives its calls to another; they go on through it', async () => {
  const [one, two, three] = [await server('one'), await server('two'), await server('three')]
  await sit('ann', one)
  await sit('ben', one)
  one.engine.onRun(run('r1'))
  await sit('cat', one)
  expect(told.get('ann')).toMatchObject(SERVED('r1'))
  const away = one.seats.close()
  two.engine.onRun(run('r2'))
  await away
  wires.leave('one')
  await soon(() => expect(told.get('ann')).toMatchObject(SERVED('r2')))
  // These windows are told before it is committed.
  await soon(async () => expect(await hostNow()).toMatchObject({ serverID: 'two', isServed: 1 }))

  // It dies: nobody takes the call before the others know that.
  wires.leave('two')
  three.engine.onRun(run('r3'))
  await three.seats.adopt()
  expect(await hostNow()).toMatchObject({ serverID: 'two' })
  await db.deleteFrom('servers').where('id', '=', 'two').execute()
  await three.seats.adopt()
  for (const name of ['ann', 'ben', 'cat']) expect(told.get(name)).toMatchObject(SERVED('r3'))

  // Its engine dies, and stays away: whose engine runs has the call.
  const four = await server('four')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  three.engine.onRun(null)
  await vi.waitFor(async () => expect(await hostNow()).toMatchObject({ engineRun: null, isThere: 1 }))
  vi.advanceTimersByTime(8000)
  vi.useRealTimers()
  await soon(async () => expect(await hostNow()).toMatchObject({ serverID: 'three', isThere: 0 }))
  await soon(() => expect(told.get('ann')).toMatchObject({ way: 'DIRECT', engineRun: null }))
  four.engine.onRun(run('r4'))
  await soon(() => expect(told.get('cat')).toMatchObject(SERVED('r4')))
  await soon(async () => expect(await hostNow()).toMatchObject({ serverID: 'four', isServed: 1 }))
})

test('a server without an engine sends its people to one that has it', async () => {
  const [none, two] = [await server('none', false), await server('two')]
  await sit('ann', none)
  await sit('ben', none)
  expect(await hostNow()).toBeUndefined()
  two.engine.onRun(run('r2'))
  await sit('cat', two)
  await sit('dan', none)
  expect(told.get('ann')).toMatchObject(SERVED('r2'))
  expect(await none.seats.mostOf(meetingID)).toBe(50)
})
