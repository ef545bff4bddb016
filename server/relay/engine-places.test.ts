import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalWires } from '../cluster/testing/local-wires.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { EngineAt } from './call-relay.ts'
import { EnginePlaces } from './engine-places.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

const sdpOf = (fragment: string, password: string) =>
  ['v=0', `a=ice-ufrag:${fragment}`, `a=ice-pwd:${password}`]
    .concat(
      'a=candidate:1 1 UDP 1 10.0.0.5 5000 typ host',
      'a=candidate:2 1 UDP 1 198.51.100.1 5000 typ host',
    )
    .join('\r\n')
const NAME = / (198\.51\.100\.\d+) 5000 typ host/
const wires = new LocalWires()

async function server(id: string) {
  await db.insertInto('servers').values({ id, startedAt: 1, leaseUntil: 1 }).execute()
  const seen: { engines: readonly EngineAt[]; passwords: [string, string][] } = { engines: [], passwords: [] }
  const name = { id }
  const wire = { ...wires.join(id), id: () => name.id }
  const places = new EnginePlaces({
    ...{ db, wire },
    relay: {
      enginesAre: (engines) => {
        seen.engines = engines
      },
      engineOffers: ({ fragment, password }) => void seen.passwords.push([fragment, password]),
    },
    onTrouble: (error) => {
      throw error
    },
  })
  await places.load()
  return { places, seen, name }
}

test('each server’s relay knows the way to all engines, by a name of each, and what they sign with', async () => {
  const [one, two] = [await server('one'), await server('two')]
  await one.places.ran({ port: 5000, address: '10.0.0.5' })
  await two.places.ran({ port: 5000, address: '10.0.0.6' })
  await Promise.all([one, two].map(({ places }) => places.load()))
  const [first, second] = ['198.51.100.2', '198.51.100.3'] as const
  expect(one.seen.engines).toEqual([
    { name: first, host: '127.0.0.1', port: 5000 },
    { name: second, host: '10.0.0.6', port: 5000 },
  ])
  expect(two.seen.engines).toEqual([
    { name: first, host: '10.0.0.5', port: 5000 },
    { name: second, host: '127.0.0.1', port: 5000 },
  ])
  const offer = two.places.offered(sdpOf('frag', 'secret'))
  expect(NAME.exec(offer)?.[1]).toBe(second)
  expect(offer).toContain(' 10.0.0.5 5000 typ host')
  for (const { seen } of [one, two]) expect(seen.passwords).toEqual([['frag', 'secret']])

  // An engine that ended is nowhere; one whose server died leaves its name to the next one.
  await one.places.ran(null)
  await two.places.load()
  expect(two.seen.engines.map(({ name }) => name)).toEqual([second])
  await one.places.ran({ port: 5001, address: '10.0.0.5' })
  await db.deleteFrom('servers').where('id', '=', 'one').execute()
  await two.places.load()
  expect(two.seen.engines.map(({ name }) => name)).toEqual([second])
  const three = await server('three')
  await three.places.ran({ port: 5002, address: '10.0.0.7' })
  expect(three.seen.engines.map(({ name, port }) => [name, port])).toEqual([
    [first, 5002],
    [second, 5000],
  ])

  // Whom the others believed dead has another name now: its engine is written down by that.
  await db.updateTable('servers').set({ id: 'two again' }).where('id', '=', 'two').execute()
  two.name.id = 'two again'
  await three.places.load()
  expect(three.seen.engines.map(({ name }) => name)).toEqual([first])
  two.places.offered(sdpOf('other', 'secret'))
  await two.places.load()
  await three.places.load()
  expect(three.seen.engines.map(({ host }) => host)).toEqual(['127.0.0.1', '10.0.0.6'])
})
