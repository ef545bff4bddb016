import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  CALL_AWAY_MS,
  CALL_ROOM_MAX,
  CALL_SEATS_MAX,
  VISITOR_GONE_MS,
  VISITORS_PER_LINK,
} from '#shared/domain/calls.ts'
import { VISITOR_NAME_MAX, visitorHub } from '#shared/hubs/visitor.ts'
import { LocalWires } from '../cluster/testing/local-wires.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { EngineListener, MediaEngine } from '../media/media-engine.ts'
import { Meetings } from '../meetings/meetings.ts'
import { PublicLinks } from '../public/link-store.ts'
import { withCalls } from './call-presence.ts'
import { CallRoom } from './call-room.ts'
import { CallSeats } from './call-seats.ts'
import { CallVisitors, visitorConnection, visitorWindow } from './call-visitors.ts'
import type { MakeEngine } from './call-way.ts'
import { visitorHubHandlers } from './visitor-hub.ts'

const DAY_MS = 86_400_000
const SIGNAL = {
  ...({ kind: 'CANDIDATE', attempt: 1, candidate: 'candidate:1', sdpMid: '0' } as const),
  ...{ sdpMLineIndex: 0, usernameFragment: null },
} as const

let db: Database
let now = 0
let told: [window: string, event: string, ...args: unknown[]][] = []
let people: number[] = []
let [meetingID, otherMeetingID] = [0, 0]
let meetings: Meetings
let links: PublicLinks
let seats: CallSeats
let visitors: CallVisitors
let hub: ReturnType<ReturnType<typeof visitorHubHandlers>>
const person = (place: number) => people[place] ?? 0

beforeAll(async () => {
  db = await openTestDatabase()
  people = await addNames(db, 'Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal')
})
const publisher = {
  toConnection: (id: string, event: string, ...args: unknown[]) => void told.push([id, event, ...args]),
  isThere: (_userID: number, id: string) => visitorConnection(id) !== null,
  ...{ isOnline: () => false, toUser: () => {} },
}
beforeEach(async () => {
  for (const table of ['callSeats', 'publicLinks'] as const) await db.deleteFrom(table).execute()
  now = 1_000_000
  meetings = new Meetings(db, () => now, publisher as never)
  const [hostID = 0, ...ids] = people
  const meeting = { hostID, hostName: 'Ann', start: now, end: now + DAY_MS, immediate: false, agenda: '' }
  meetingID = await meetings.add({ ...meeting, ids, subject: 'Results' })
  otherMeetingID = await meetings.add({ ...meeting, ids: [], subject: 'Another' })
  begin(null)
})
afterAll(() => db.destroy())

/** The server's part, with that media engine or none. */
function begin(makeEngine: MakeEngine | null): void {
  const relayFor = (call: number, who: number) => ({
    ...{ urls: [], hasUdp: true, username: `${call}.${who}`, credential: '' },
  })
  const parts = { db, clock: () => now, meetings, relayFor }
  seats = new CallSeats({
    ...parts,
    wire: new LocalWires().join('only'),
    publisher,
    background: { run: (task: () => Promise<void>) => void task(), runAfter: () => {} },
    onChange: () => {},
    makeEngine,
  })
  links = new PublicLinks(db, () => now)
  visitors = new CallVisitors({
    ...{ ...parts, links, seats },
    tellOut: (id, seat) => void told.push([id, 'visitorIsOut', seat]),
  })
  const room = new CallRoom({ db, clock: () => now, publisher, seats })
  hub = visitorHubHandlers({ visitors, seats, room })({} as never)
  told = []
}

/** A link into that meeting, by that person. */
async function link(createdBy: number | null = person(0), meeting = meetingID, days = 1) {
  now++
  const subject = {
    meetingID: meeting,
    subject: 'Results',
    agenda: '',
    host: 'Ann',
    startsAt: '',
    minutes: 30,
  }
  return links.issue({
    ...{ purpose: 'MEETING' as const, createdBy, days },
    subject: { ...subject, startsAt: new Date(now).toISOString() },
  })
}
const connection = (id: string) => ({ id, identity: null, send: () => {}, join: () => {}, leave: () => {} })
const enter = async (id: string, token: string, name = 'Vera', seat: string = randomUUID()) => {
  await hub.methods.takeVisitorSeat(connection(id), token, seat, name)
  return seat
}
/** Somebody of the company takes a seat. */
const sit = async (place: number, meeting = meetingID) => {
  now++
  const seat = randomUUID()
  const identity = { sessionID: '', userID: person(place), userName: '', displayName: '' }
  await seats.take({ id: `w${place}`, identity: { ...identity, tokenType: 'OTHER' } as never }, meeting, seat)
  return seat
}
const seen = (window: string) => {
  const [, , last] = told.findLast(([to, event]) => to === window && event === 'callSeats') ?? []
  return (last as { seats: { seat: string; userID: number | null; name: string }[] } | undefined)?.seats
}

test('by a link a visitor is in its call with a seat and a name of their own, heard of by all', async () => {
  const anns = await sit(0)
  const { token } = await link()
  const seat = randomUUID()
  const access = await hub.methods.takeVisitorSeat(connection('v'), token, seat, '  Vera  ')
  const all = [
    { seat: anns, userID: person(0), name: 'Ann', isHost: true },
    { seat, userID: null, name: 'Vera', isHost: false },
  ]
  expect(seen('w0')).toMatchObject(all)
  expect(seen('visitor:v')).toMatchObject(all)
  // The relay takes them for somebody who is no person of the company.
  expect(access.username).toMatch(new RegExp(`^${meetingID}\\.1000000\\d{6}$`))
  await hub.methods.changeCallSeat(connection('v'), seat, { microphone: 'ON', camera: true, screen: false })
  await hub.methods.sendCallSignal(connection('v'), seat, anns, SIGNAL)
  expect(told.at(-1)).toEqual(['w0', 'callSignal', seat, anns, SIGNAL])
  await seats.signal({ id: 'w0', identity: null }, anns, seat, SIGNAL)
  expect(told.at(-1)).toEqual(['visitor:v', 'callSignal', anns, seat, SIGNAL])
  await hub.methods.raiseCallHand(connection('v'), seat, true)
  expect(seen('w0')?.[1]).toMatchObject({ raisedAt: now, microphone: 'ON', camera: true })
  await hub.methods.sendCallReaction(connection('v'), seat, 'CLAP')
  expect(told.slice(-2).map(([to, event]) => [to, event])).toEqual([
    ['w0', 'callReaction'],
    ['visitor:v', 'callReaction'],
  ])
  // Nobody of the company is in a call by it.
  expect(await withCalls(db, [])).toEqual([{ userID: person(0), status: 'MEETING' }])
  await hub.methods.leaveCallSeat(connection('v'), seat)
  expect(seen('w0')?.map(({ name }) => name)).toEqual(['Ann'])
})

test.each<[what: string, words: string, tokenOf: () => Promise<string>]>([
  ['made up', 'This link', async () => 'made-up'],
  [
    'of another kind',
    'This link',
    async () => (await links.issue({ purpose: 'SURVEY', subject: {}, createdBy: person(0) })).token,
  ],
  [
    'too old',
    'This link',
    async () => {
      const { token, expiresAt } = await link()
      now = expiresAt
      return token
    },
  ],
  [
    'into a meeting that isn’t its issuer’s',
    'no room',
    async () => (await link(person(1), otherMeetingID)).token,
  ],
  ['into no meeting', 'no room', async () => (await link(person(0), 987_654)).token],
  ['that nobody issued', 'no room', async () => (await link(null)).token],
])('a link that is %s lets nobody in', async (_what, words, tokenOf) => {
  await sit(0)
  const token = await tokenOf()
  told = []
  await expect(enter('v', token)).rejects.toThrow(words)
  expect([told, await db.selectFrom('callSeats').select('userID').execute()]).toEqual([
    [],
    [{ userID: person(0) }],
  ])
})

test('a moment before its end a link still lets somebody in', async () => {
  const { token, expiresAt } = await link()
  now = expiresAt - 1
  await enter('v', token)
  expect(seen('visitor:v')).toHaveLength(1)
})

test('another’s seat, another call’s, and what only a host may are refused, and nobody hears of it', async () => {
  const anns = await sit(0)
  const bens = await sit(1)
  const [first, second] = [await link(), await link()]
  const own = await enter('v', first.token)
  const theirs = await enter('u', second.token, 'Uma')
  const { methods } = hub
  const v = connection('v')
  told = []
  const STATE = { microphone: 'ON', camera: true, screen: true } as const
  for (const foreign of [anns, theirs, randomUUID()]) {
    await expect(methods.changeCallSeat(v, foreign, STATE)).rejects.toThrow('You are not in this call.')
    await expect(methods.sendCallSignal(v, foreign, bens, SIGNAL)).rejects.toThrow(
      'You are not in this call.',
    )
    await expect(methods.raiseCallHand(v, foreign, true)).rejects.toThrow('You are not in this call.')
    await expect(methods.visitorIsHere(v, foreign)).rejects.toThrow('You are not in this call.')
    await methods.leaveCallSeat(v, foreign)
    now += 10_000
    // By the own link onto another's seat.
    await expect(enter('v', first.token, 'Vera', foreign === theirs ? theirs : anns)).rejects.toThrow(
      'You are not in this call.',
    )
  }
  await expect(methods.askInCall(v, own, { kind: 'MUTE_ALL' })).rejects.toThrow('Only the host')
  const elsewhere = await enter('o', (await link(person(0), otherMeetingID)).token)
  const before = told.length
  await expect(methods.sendCallSignal(v, own, elsewhere, SIGNAL)).rejects.toThrow('You are not in this call.')
  expect(told).toHaveLength(before)
  expect(told.filter(([to]) => to !== 'visitor:o')).toEqual([])
  expect(await db.selectFrom('callSeats').select('id').execute()).toHaveLength(5)
})

test(`${VISITORS_PER_LINK} at a time by one link, and a call takes ${CALL_SEATS_MAX} in all`, async () => {
  const { token } = await link()
  for (let count = 0; count < VISITORS_PER_LINK; count++) await enter(`v${count}`, token)
  told = []
  await expect(enter('more', token)).rejects.toThrow(
    `At most ${VISITORS_PER_LINK} people can talk by one link.`,
  )
  expect(told).toEqual([])
  for (let place = VISITORS_PER_LINK; place < CALL_SEATS_MAX; place++) await sit(place)
  await expect(enter('last', (await link()).token)).rejects.toThrow(`At most ${CALL_SEATS_MAX} people`)
  expect(await db.selectFrom('callSeats').select('id').execute()).toHaveLength(CALL_SEATS_MAX)
})

test(`through the media engine a call takes ${CALL_ROOM_MAX} in all, visitors among them`, async () => {
  const listeners: EngineListener[] = []
  begin((listener) => {
    listeners.push(listener)
    const names = ['wake', 'join', 'publish', 'leave'] as const
    return Object.fromEntries(names.map((name) => [name, () => {}])) as unknown as MediaEngine
  })
  await sit(0)
  listeners[0]?.onRun({ id: 'run', port: 5000 })
  let token = ''
  for (let place = 0; place < CALL_ROOM_MAX - 1; place++) {
    if (place % VISITORS_PER_LINK === 0) token = (await link()).token
    await enter(`v${place}`, token)
  }
  await expect(enter('last', (await link()).token)).rejects.toThrow(`At most ${CALL_ROOM_MAX} people`)
  expect(await db.selectFrom('callSeats').select('id').execute()).toHaveLength(CALL_ROOM_MAX)
})

test('a window may ask five times at once and once in ten seconds', async () => {
  const { token } = await link()
  const seat = await enter('v', token)
  for (let count = 1; count < 5; count++) await enter('v', token, 'Vera', seat)
  await expect(enter('v', token, 'Vera', seat)).rejects.toThrow('Too much came at once.')
  now += 9999
  await expect(enter('v', token, 'Vera', seat)).rejects.toThrow('Too much')
  now += 1
  await enter('v', token, 'Vera', seat)
  await hub.disconnected?.({ id: 'v', identity: null })
  await enter('v', token, 'Vera', seat)
})

test('the link’s end takes its visitors out, and so does silence; who comes back in time is the same one', async () => {
  await sit(0)
  const [one, two] = [await link(), await link(person(0), meetingID, 2)]
  const seat = await enter('v', one.token)
  const silent = await enter('u', two.token, 'Uma')
  await hub.disconnected?.({ id: 'v', identity: null })
  now += CALL_AWAY_MS - 1
  await visitors.forgetGone()
  await enter('v2', one.token, 'Vera', seat)
  expect(
    seen('w0')
      ?.map(({ name }) => name)
      .sort(),
  ).toEqual(['Ann', 'Uma', 'Vera'])
  // Uma's window says nothing any more; Vera's does.
  now += VISITOR_GONE_MS - CALL_AWAY_MS
  await hub.methods.visitorIsHere(connection('v2'), seat)
  told = []
  await visitors.forgetGone()
  expect(told).toEqual([])
  now += 1
  await visitors.forgetGone()
  expect(told[0]).toEqual(['visitor:u', 'visitorIsOut', silent])
  expect(seen('w0')?.map(({ name }) => name)).toEqual(['Ann', 'Vera'])
  now = one.expiresAt - 1
  await hub.methods.visitorIsHere(connection('v2'), seat)
  await visitors.forgetGone()
  expect(seen('w0')).toHaveLength(2)
  now = one.expiresAt
  told = []
  await visitors.forgetGone()
  expect(told[0]).toEqual(['visitor:v2', 'visitorIsOut', seat])
  expect(seen('w0')?.map(({ name }) => name)).toEqual(['Ann'])
  // The window that it was is no window of the call any more.
  await expect(
    hub.methods.changeCallSeat(connection('v2'), seat, { microphone: 'ON', camera: false, screen: false }),
  ).rejects.toThrow('You are not in this call.')
})

test('windows on the two hubs have names of their own', () => {
  expect(visitorConnection(visitorWindow('abc'))).toBe('abc')
  expect(visitorConnection('abc')).toBeNull()
})

test.each([
  [['token', randomUUID(), 'x'.repeat(VISITOR_NAME_MAX)], true],
  [['token', randomUUID(), 'x'.repeat(VISITOR_NAME_MAX + 1)], false],
  [['token', randomUUID(), '  '], false],
  [['token', randomUUID(), 'a\nb'], false],
  [['token', 'mine', 'Vera'], false],
  [['t'.repeat(201), randomUUID(), 'Vera'], false],
  [['token', randomUUID()], false],
])('%j is a message of the hub: %s', (args, isOne) => {
  expect(visitorHub.methods.takeVisitorSeat.args.safeParse(args).success).toBe(isOne)
})
