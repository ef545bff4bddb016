import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { permissionsOf } from '#shared/domain/permissions.ts'
import { callHostRequest } from '#shared/hubs/call-room.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { LocalWires } from '../cluster/testing/local-wires.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { Meetings } from '../meetings/meetings.ts'
import { CallRoom } from './call-room.ts'
import { CallSeats } from './call-seats.ts'

let db: Database
let now = 0
let told: [window: string, event: string, ...args: unknown[]][] = []
/** Two servers on one database: what one does, the other's windows are told. */
let servers: { seats: CallSeats; room: CallRoom }[] = []
let people: number[] = []
let [meetingID, otherMeetingID] = [0, 0]
const [ANN, BEN, CAT, DAN] = ['ann', 'ben', 'cat', 'dan']
/** The seat of each window; Dan is in another call, which Ann hosts, too. */
const seats: Record<string, string> = {}
const seat = (name: string) => seats[name] ?? ''

beforeAll(async () => {
  db = await openTestDatabase()
  people = await addNames(db, 'Ann', 'Ben', 'Cat', 'Dan')
})
beforeEach(async () => {
  await db.deleteFrom('callSeats').execute()
  now = 1_000_000
  const publisher = {
    toConnection: (id: string, event: string, ...args: unknown[]) => void told.push([id, event, ...args]),
    ...{ isThere: () => true, isOnline: () => false, toUser: () => {} },
  }
  const meetings = new Meetings(db, () => now, publisher as never)
  const [hostID = 0, ...ids] = people
  const meeting = { hostID, hostName: 'Ann', ids, start: now, end: now + 1, immediate: true, agenda: '' }
  meetingID = await meetings.add({ ...meeting, subject: 'Talk' })
  otherMeetingID = await meetings.add({ ...meeting, subject: 'Another' })
  const wires = new LocalWires()
  servers = ['one', 'two'].map((id) => {
    const one = new CallSeats({
      ...{
        db,
        clock: () => now,
        meetings,
        publisher,
        wire: wires.join(id),
        background: { run: (task: () => Promise<void>) => void task(), runAfter: () => {} },
      },
      onChange: () => {},
      relayFor: () => ({ urls: [], hasUdp: false, username: '', credential: '' }),
    })
    return { seats: one, room: new CallRoom({ db, clock: () => now, publisher, seats: one }) }
  })
  for (const [place, name] of [ANN, BEN, CAT, DAN].entries()) {
    seats[name] = randomUUID()
    const identity = { userID: people[place] ?? 0, displayName: name, permissions: permissionsOf([]) }
    await first().seats.take(
      { id: name, identity: { ...identity, sessionID: name, userName: name, tokenType: 'OTHER' } },
      name === DAN ? otherMeetingID : meetingID,
      seat(name),
    )
    now++
  }
  told = []
})
afterAll(() => db.destroy())

const server = (place: number) => {
  const one = servers[place]
  if (!one) throw new Error('no such server')
  return one
}
const first = () => server(0)
const second = () => server(1)
const lastSeats = (window: string) => {
  const [, , seen] = told.findLast(([to, event]) => to === window && event === 'callSeats') ?? []
  return (seen as { seats: { name: string; raisedAt: number | null; isHost: boolean }[] } | undefined)?.seats
}
const hands = (window: string) =>
  lastSeats(window)?.flatMap(({ name, raisedAt }) => (raisedAt === null ? [] : [[name, raisedAt]]))

test('a hand is seen by everybody in the call with the time at which it went up, and keeps that', async () => {
  now = 2_000_000
  await second().room.raise({ id: CAT }, seat(CAT), true)
  now += 5
  await first().room.raise({ id: BEN }, seat(BEN), true)
  now += 5
  await first().room.raise({ id: CAT }, seat(CAT), true)
  for (const window of [ANN, BEN, CAT])
    expect(hands(window)).toEqual([
      ['Ben', 2_000_005],
      ['Cat', 2_000_000],
    ])
  // Dan is in another call, and hears nothing of it.
  expect(told.filter(([to]) => to === DAN)).toEqual([])
  await first().room.raise({ id: CAT }, seat(CAT), false)
  expect(hands(ANN)).toEqual([['Ben', 2_000_005]])
  expect(lastSeats(ANN)?.map(({ name, isHost }) => [name, isHost])).toEqual([
    ['Ann', true],
    ['Ben', false],
    ['Cat', false],
  ])
})

test('a reaction is told to everybody in the call, the sender too, and is kept nowhere', async () => {
  await second().room.react({ id: BEN }, seat(BEN), 'CLAP')
  expect(told).toEqual([ANN, BEN, CAT].map((window) => [window, 'callReaction', seat(BEN), 'CLAP']))
})

test('the host asks one or all to mute, and lowers a hand; nobody else can', async () => {
  await first().room.ask({ id: ANN }, seat(ANN), { kind: 'MUTE', seat: seat(CAT) })
  await second().room.ask({ id: ANN }, seat(ANN), { kind: 'MUTE_ALL' })
  expect(told).toEqual([
    [CAT, 'callMuteAsked', seat(CAT), 'Ann'],
    [BEN, 'callMuteAsked', seat(BEN), 'Ann'],
    [CAT, 'callMuteAsked', seat(CAT), 'Ann'],
  ])
  await first().room.raise({ id: BEN }, seat(BEN), true)
  await first().room.ask({ id: ANN }, seat(ANN), { kind: 'LOWER_HAND', seat: seat(BEN) })
  expect(hands(BEN)).toEqual([])
  await first().room.raise({ id: BEN }, seat(BEN), true)
  told = []
  for (const request of [
    { kind: 'MUTE', seat: seat(BEN) },
    { kind: 'MUTE_ALL' },
    { kind: 'LOWER_HAND', seat: seat(BEN) },
  ] as const)
    await expect(second().room.ask({ id: CAT }, seat(CAT), request)).rejects.toThrow(
      'Only the host can do this.',
    )
  expect(told).toEqual([])
})

test('another’s seat, one of another call, and a made-up one are nobody’s to use', async () => {
  const { room } = first()
  for (const foreign of [seat(BEN), seat(DAN), randomUUID()]) {
    await expect(room.raise({ id: CAT }, foreign, true)).rejects.toThrow('You are not in this call.')
    await expect(room.react({ id: CAT }, foreign, 'HEART')).rejects.toThrow('You are not in this call.')
    await expect(room.ask({ id: CAT }, foreign, { kind: 'MUTE_ALL' })).rejects.toThrow('You are not in this')
    now += 5000
  }
  // Ann hosts the other call, too, and isn't in it.
  for (const kind of ['MUTE', 'LOWER_HAND'] as const)
    await expect(room.ask({ id: ANN }, seat(ANN), { kind, seat: seat(DAN) })).rejects.toThrow(
      'They are not in this call.',
    )
  expect(told).toEqual([])
})

test('six gestures at once and one more each second; a window that comes anew begins anew', async () => {
  const { room } = first()
  for (let count = 0; count < 6; count++) await room.react({ id: BEN }, seat(BEN), 'LAUGH')
  await expect(room.react({ id: BEN }, seat(BEN), 'LAUGH')).rejects.toThrow('Too much came at once.')
  await expect(room.raise({ id: BEN }, seat(BEN), true)).rejects.toThrow('Too much came at once.')
  now += 999
  await expect(room.ask({ id: BEN }, seat(BEN), { kind: 'MUTE_ALL' })).rejects.toThrow('Too much')
  now += 1
  await room.react({ id: BEN }, seat(BEN), 'LAUGH')
  await expect(room.react({ id: BEN }, seat(BEN), 'LAUGH')).rejects.toThrow('Too much')
  // Others have budgets of their own.
  await room.react({ id: CAT }, seat(CAT), 'LAUGH')
  room.went({ id: BEN })
  await room.react({ id: BEN }, seat(BEN), 'LAUGH')
})

test.each([
  ['sendCallReaction', [randomUUID(), 'SHOUT']],
  ['sendCallReaction', ['mine', 'CLAP']],
  ['raiseCallHand', [randomUUID(), 'up']],
  ['askInCall', [randomUUID(), { kind: 'MUTE' }]],
  ['askInCall', [randomUUID(), { kind: 'REMOVE_ALL' }]],
] as const)('%s with %j isn’t one of the hub’s messages', (method, args) => {
  expect(mainHub.methods[method].args.safeParse(args).success).toBe(false)
})

test('a request names its seat and nothing else', () => {
  const one = randomUUID()
  expect(callHostRequest.parse({ kind: 'MUTE', seat: one, name: 'x' })).toEqual({ kind: 'MUTE', seat: one })
})
