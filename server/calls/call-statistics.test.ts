import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CallFigures, callFigures } from '#shared/hubs/call-figures.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { SILENT } from './call-seats.ts'
import { CallStatistics, newestStatistics } from './call-statistics.ts'

const FIGURES: CallFigures = {
  ...{ way: 'RELAYED', lossIn: 2.5, lossOut: 0.1, jitterMs: 12, roundTripMs: 80 },
  ...{ cpuLimited: 30, cause: 'JITTER', silentSeconds: 4 },
}

let db: Database
let now = 0
let people: number[] = []
let statistics: CallStatistics
const [ann = 0, ben = 1] = [0, 1]
const id = (place: number) => people[place] ?? 0

beforeAll(async () => {
  db = await openTestDatabase()
  people = await addNames(db, 'Ann', 'Ben')
})
beforeEach(async () => {
  for (const table of ['callSeats', 'callStatistics', 'meetings'] as const)
    await db.deleteFrom(table).execute()
  now = 1_000_000
  statistics = new CallStatistics(db, () => now)
})
afterAll(() => db.destroy())

/** Somebody's seat in a call, from that window. */
async function sit(place: number | null, window: string, seat = randomUUID()): Promise<string> {
  const talk = { hostID: id(ann), subject: 'Talk', agenda: '', start: now, end: now + 1 }
  const { id: meetingID } = await db
    .insertInto('meetings')
    .values(talk)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('callSeats')
    .values({
      ...{ id: seat, userID: place === null ? null : id(place), meetingID, connectionID: window },
      ...{ ...SILENT, takenAt: now, awaySince: null },
    })
    .execute()
  return seat
}
const kept = (place: number) => newestStatistics(db, id(place))

test('what a window tells of its seat is one row, from when the seat was taken until it was last told', async () => {
  const seat = await sit(ann, 'w')
  now += 60_000
  await statistics.keep({ id: 'w' }, seat, FIGURES)
  now += 45_000
  const last = { ...FIGURES, way: 'SERVER', lossOut: null, silentSeconds: 86_400 } as const
  await statistics.keep({ id: 'w' }, seat, last)
  expect(await kept(ann)).toEqual([
    {
      ...{ ...last, id: expect.any(Number) },
      ...{ beganAt: new Date(1_000_000).toISOString(), endedAt: new Date(1_105_000).toISOString() },
    },
  ])
  expect(await kept(ben)).toEqual([])
})

test('own only: from another window, of somebody else’s or a visitor’s seat, or of none, nothing is kept', async () => {
  const anns = await sit(ann, 'anns')
  const visitors = await sit(null, 'visitor:v')
  await sit(ben, 'bens')
  for (const [window, seat] of [
    ['bens', anns],
    ['visitor:v', visitors],
    ['anns', randomUUID()],
  ] as const)
    await expect(statistics.keep({ id: window }, seat, FIGURES)).rejects.toThrow('You are not in this call.')
  expect([await kept(ann), await kept(ben)]).toEqual([[], []])
})

test('a seat’s number that somebody else had before is another row', async () => {
  const seat = await sit(ann, 'anns')
  await statistics.keep({ id: 'anns' }, seat, FIGURES)
  await db.deleteFrom('callSeats').execute()
  await sit(ben, 'bens', seat as ReturnType<typeof randomUUID>)
  await statistics.keep({ id: 'bens' }, seat, { ...FIGURES, way: 'NONE' })
  expect((await kept(ann)).map(({ way }) => way)).toEqual(['RELAYED'])
  expect((await kept(ben)).map(({ way }) => way)).toEqual(['NONE'])
})

test('a window tells five times at once, then once in 30 seconds; another window has its own', async () => {
  const [anns, bens] = [await sit(ann, 'anns'), await sit(ben, 'bens')]
  const keep = () => statistics.keep({ id: 'anns' }, anns, FIGURES)
  for (let times = 0; times < 5; times++) await keep()
  await expect(keep()).rejects.toThrow('Too much came at once.')
  await statistics.keep({ id: 'bens' }, bens, FIGURES)
  now += 29_990
  await expect(keep()).rejects.toThrow('Too much came at once.')
  now += 20
  await keep()
  await expect(keep()).rejects.toThrow('Too much came at once.')
})

test('the newest 20 are shown, the newest first', async () => {
  for (let place = 0; place < 21; place++) {
    now += 1000
    await statistics.keep({ id: `w${place}` }, await sit(ann, `w${place}`), { ...FIGURES, jitterMs: place })
    await db.deleteFrom('callSeats').execute()
  }
  const all = await kept(ann)
  expect(all.map(({ jitterMs }) => jitterMs)).toEqual(Array.from({ length: 20 }, (_, place) => 20 - place))
})

test.each([
  ['lossIn', [0, 100, 2.5], [-0.1, 100.1, null, Number.NaN, '1']],
  ['lossOut', [0, 100, null], [-0.1, 100.1]],
  ['jitterMs', [0, 60_000, null], [-1, 60_001, 1.5]],
  ['roundTripMs', [0, 60_000, null], [-1, 60_001]],
  ['cpuLimited', [0, 100], [-1, 101, null]],
  ['silentSeconds', [0, 86_400], [-1, 86_401, 0.5, null]],
  ['way', ['NONE', 'DIRECT', 'RELAYED', 'SERVER'], ['', 'VPN']],
  ['cause', ['NONE', 'LOSS_IN', 'LOSS_OUT', 'JITTER', 'ROUND_TRIP', 'CPU'], ['', 'WIFI']],
] as const)('%s is taken within its bounds alone', (field, good, bad) => {
  const takes = (value: unknown) => callFigures.safeParse({ ...FIGURES, [field]: value }).success
  expect(good.map((value) => [value, takes(value)])).toEqual(good.map((value) => [value, true]))
  expect(bad.map((value) => [value, takes(value)])).toEqual(bad.map((value) => [value, false]))
})
