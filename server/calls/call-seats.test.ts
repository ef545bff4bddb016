import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CALL_AWAY_MS, CALL_CAMERAS_MAX, CALL_ROOM_MAX, CALL_SEATS_MAX } from '#shared/domain/calls.ts'
import { permissionsOf } from '#shared/domain/permissions.ts'
import { ENGINE_ANSWER_MAX, ENGINE_SEAT } from '#shared/hubs/call-engine.ts'
import {
  type CallSeat,
  type CallSignal,
  callSignal,
  SDP_MAX,
  type CallSeats as Seats,
} from '#shared/hubs/call-signal.ts'
import { LocalWires } from '../cluster/testing/local-wires.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { EngineListener, MediaEngine } from '../media/media-engine.ts'
import { Meetings } from '../meetings/meetings.ts'
import { withCalls } from './call-presence.ts'
import { CallSeats } from './call-seats.ts'

const SIGNAL = {
  ...({ kind: 'CANDIDATE', attempt: 1, candidate: 'candidate:1', sdpMid: '0' } as const),
  ...{ sdpMLineIndex: 0, usernameFragment: null },
} as const
const HEARD = { microphone: 'ON', camera: true, screen: false } as const

let db: Database
let now = 0
let told: [window: string, event: string, ...args: unknown[]][] = []
/** Windows that are connected; of others the servers know nothing. */
let there = new Set<string>()
let seats: CallSeats
/** How often it was told that somebody's presence is another one. */
let presences = 0
let meetings: Meetings
/** What was asked of the media engine, and how it speaks. */
let asked: unknown[][] = []
let engine: EngineListener
let withEngine: CallSeats
/** What was begun beside the calls, such as telling all when the engine has come. */
let begun: Promise<unknown>[] = []
const RUN = { id: 'first run', port: 5000 }
let [meetingID, otherMeetingID] = [0, 0]
let people: number[] = []
const person = (place: number): number => people[place] ?? 0

beforeAll(async () => {
  db = await openTestDatabase()
  people = await addNames(db, 'Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Joe')
})
beforeEach(async () => {
  await db.deleteFrom('callSeats').execute()
  await db.deleteFrom('meetingPresence').execute()
  now = 1_000_000
  told = []
  there = new Set()
  presences = 0
  const publisher = {
    toConnection: (id: string, event: string, ...args: unknown[]) => void told.push([id, event, ...args]),
    isThere: (_userID: number, id: string) => there.has(id),
  }
  const nobody = { isOnline: () => false, toUser: () => {} }
  meetings = new Meetings(db, () => now, { ...publisher, ...nobody } as never)
  const times = { start: now, end: now + 900_000, immediate: true, agenda: '', subject: 'Talk' }
  const [ann = 0, ...others] = people
  meetingID = await meetings.add({ ...times, hostID: ann, hostName: 'Ann', ids: others.slice(0, -1) })
  otherMeetingID = await meetings.add({ ...times, hostID: ann, hostName: 'Ann', ids: others })
  asked = []
  begun = []
  const parts: ConstructorParameters<typeof CallSeats>[0] = {
    ...{ db, clock: () => now, meetings, publisher, wire: new LocalWires().join('only') },
    background: { run: (task) => void begun.push(task()), runAfter: () => {} },
    onChange: () => void presences++,
    relayFor: (call, userID) => ({ urls: [], hasUdp: true, username: `${call}.${userID}`, credential: '' }),
  }
  seats = new CallSeats(parts)
  const method =
    (name: string) =>
    (...args: unknown[]) =>
      void asked.push([name, ...args])
  withEngine = new CallSeats({
    ...parts,
    makeEngine(listener) {
      engine = listener
      const names = ['wake', 'join', 'answer', 'publish', 'subscribe', 'leave'] as const
      return {
        ...Object.fromEntries(names.map((name) => [name, method(name)])),
        statistics: async () => ({ seats: [], speakers: [] }),
        close: async () => {},
      } as unknown as MediaEngine
    },
  })
})
afterAll(() => db.destroy())

/** A window of the person with that place in `people`. */
const window = (id: string, place: number) => ({
  id,
  identity: {
    ...{ sessionID: id, userID: person(place), userName: id, displayName: id },
    ...{ tokenType: 'OTHER' as const, permissions: permissionsOf([]) },
  },
})
const [A, B, C] = [window('a', 0), window('b', 1), window('c', 2)]
/** Windows are made before people are: their ids are read when they are used. */
const of = ({ id }: { id: string }) => window(id, ['a', 'b', 'c'].indexOf(id))
const sit = async (at: { id: string }, meeting = meetingID, seat: string = randomUUID(), by = seats) => {
  now++
  there.add(at.id)
  await by.take(of(at), meeting, seat)
  return seat
}
/** What the window was last told of who is in the call. */
const seenBy = (id: string): readonly CallSeat[] =>
  told
    .filter(([to, event]) => to === id && event === 'callSeats')
    .map(([, , seen]) => (seen as Seats).seats)
    .at(-1) ?? []

describe('a seat in a call', () => {
  test('everybody in it is told who is, in the order in which they came, and how they are heard', async () => {
    const first = await sit(A)
    now++
    const second = await sit(B)
    expect(seenBy('a')).toEqual(seenBy('b'))
    expect(seenBy('a').map(({ seat, name, microphone }) => [seat, name, microphone])).toEqual([
      [first, 'Ann', 'MUTED'],
      [second, 'Ben', 'MUTED'],
    ])
    await seats.change(of(A), first, HEARD)
    expect(seenBy('b')[0]).toMatchObject({ ...HEARD, isAway: false })
    expect(await meetings.isIn(meetingID, person(1))).toBe(true)
    expect(await seats.take(of(A), meetingID, first)).toMatchObject({ username: `${meetingID}.${person(0)}` })
    await seats.leave(of(A), first)
    expect(seenBy('b').map(({ name }) => name)).toEqual(['Ben'])
  })

  test('is for people of the meeting alone', async () => {
    const stranger = window('j', 9)
    await expect(seats.take(stranger, meetingID, randomUUID())).rejects.toThrow('no meeting of yours')
    await expect(seats.take({ ...stranger, identity: null }, meetingID, randomUUID())).rejects.toThrow(
      'no meeting of yours',
    )
    await expect(seats.take(of(A), 987_654, randomUUID())).rejects.toThrow('no meeting of yours')
  })

  test('another’s is neither taken, changed nor left', async () => {
    const anns = await sit(A)
    await sit(B)
    await expect(seats.take(of(C), meetingID, anns)).rejects.toThrow('You are not in this call.')
    await expect(seats.change(of(B), anns, HEARD)).rejects.toThrow('You are not in this call.')
    await seats.leave(of(B), anns)
    expect(seenBy('b').map(({ userID }) => userID)).toEqual([person(0), person(1)])
  })

  test(`there are ${CALL_SEATS_MAX}; the next person is refused and nothing changes`, async () => {
    for (let place = 0; place < CALL_SEATS_MAX; place++)
      await seats.take(window(`w${place}`, place), meetingID, randomUUID())
    expect(seenBy('w0')).toHaveLength(CALL_SEATS_MAX)
    const before = told.length
    await expect(seats.take(window('w8', 8), meetingID, randomUUID())).rejects.toThrow(
      `At most ${CALL_SEATS_MAX} people`,
    )
    expect(told).toHaveLength(before)
    // Who was in another call is still in it.
    await seats.take(window('w8', 8), otherMeetingID, randomUUID())
    await expect(seats.take(window('w8', 8), meetingID, randomUUID())).rejects.toThrow('At most')
    expect(seenBy('w8')).toHaveLength(1)
  })

  test('a person’s second window takes the place of the first, which is told', async () => {
    const first = await sit(A)
    await sit(B)
    there.add('a2')
    const second = randomUUID()
    await seats.take(window('a2', 0), meetingID, second)
    expect(told).toContainEqual(['a', 'callSeatTaken', first])
    expect(seenBy('b').map(({ seat }) => seat)).toContain(second)
    expect(seenBy('b')).toHaveLength(2)
    // What the first one says afterwards counts for nothing.
    await expect(seats.change(of(A), first, HEARD)).rejects.toThrow()
  })

  test('who goes to another call leaves this one', async () => {
    await sit(A)
    const seat = await sit(B)
    await seats.take(of(B), otherMeetingID, seat)
    expect(seenBy('a')).toHaveLength(1)
    expect(seenBy('b')).toHaveLength(1)
    expect(told.filter(([, event]) => event === 'callSeatTaken')).toEqual([])
  })
})

test('S140 one screen is shared with a call at a time', async () => {
  const [a, b] = [await sit(A), await sit(B)]
  const sharing = { ...HEARD, screen: true }
  await seats.change(of(A), a, sharing)
  await expect(seats.change(of(B), b, sharing)).rejects.toThrow('Somebody else is sharing their screen.')
  expect(seenBy('b').map(({ screen }) => screen)).toEqual([true, false])
  await seats.change(of(A), a, HEARD)
  await seats.change(of(B), b, sharing)
  expect(seenBy('a').map(({ screen }) => screen)).toEqual([false, true])
})

test('S107 who is in a call, meeting or presenting is so for as long as it lasts, unless they are not to be disturbed', async () => {
  const chosen = [
    { userID: person(0), status: 'AVAILABLE' },
    { userID: person(1), status: 'DO_NOT_DISTURB' },
    { userID: person(9), status: 'BUSY' },
  ] as const
  const are = async () =>
    (await withCalls(db, chosen)).map(({ userID, status }) => [people.indexOf(userID), status])
  expect(await are()).toEqual([
    [0, 'AVAILABLE'],
    [1, 'DO_NOT_DISTURB'],
    [9, 'BUSY'],
  ])
  const a = await sit(A)
  await sit(B)
  const planned = await meetings.add({
    ...{
      hostID: person(2),
      hostName: 'Cat',
      subject: 'Plan',
      agenda: '',
      ids: [person(0)],
      immediate: false,
    },
    ...{ start: now, end: now + 1000 },
  })
  await sit(C, planned)
  expect(await are()).toEqual([
    [0, 'IN_CALL'],
    [1, 'DO_NOT_DISTURB'],
    [2, 'MEETING'],
    [9, 'BUSY'],
  ])
  const before = presences
  await seats.change(of(A), a, HEARD)
  expect(presences).toBe(before)
  await seats.change(of(A), a, { ...HEARD, screen: true })
  expect(presences).toBe(before + 1)
  expect(await are()).toContainEqual([0, 'PRESENTING'])
  await seats.leave(of(A), a)
  expect(presences).toBe(before + 2)
  expect(await are()).toContainEqual([0, 'AVAILABLE'])
})

describe('a window that lost its connection', () => {
  test('is waited for, and is the same participant when it comes back', async () => {
    await sit(A)
    const seat = await sit(B)
    await seats.change(of(B), seat, HEARD)
    await seats.went({ id: 'b' })
    expect(seenBy('a')[1]).toMatchObject({ seat, isAway: true })
    now += CALL_AWAY_MS - 1
    await seats.forgetGone()
    await seats.take(window('b2', 1), meetingID, seat)
    expect(seenBy('a')[1]).toMatchObject({ seat, isAway: false, ...HEARD })
    // The end of the old connection is noticed late, by another server.
    await seats.went({ id: 'b' })
    expect(seenBy('a')[1]).toMatchObject({ isAway: false })
  })

  test('leaves after a minute', async () => {
    await sit(A)
    await sit(B)
    there.delete('b')
    await seats.went({ id: 'b' })
    now += CALL_AWAY_MS
    await seats.forgetGone()
    expect(seenBy('a')).toHaveLength(1)
  })

  test('whose end no server noticed leaves, too', async () => {
    await sit(A)
    await sit(B)
    there.delete('b')
    now += CALL_AWAY_MS
    await seats.forgetGone()
    expect(seenBy('a')[1]).toMatchObject({ isAway: true })
    now += CALL_AWAY_MS
    await seats.forgetGone()
    expect(seenBy('a')).toHaveLength(1)
  })
})

describe('a signal', () => {
  test('goes from one’s own seat to another of the same call, to that window alone', async () => {
    const [a, b] = [await sit(A), await sit(B)]
    told = []
    await seats.signal(of(A), a, b, SIGNAL)
    expect(told).toEqual([['b', 'callSignal', a, b, SIGNAL]])
  })

  test('is refused from another’s seat, to oneself, to another call and to nobody', async () => {
    const [a, b] = [await sit(A), await sit(B)]
    const c = await sit(C, otherMeetingID)
    told = []
    for (const [at, from, to] of [
      [B, a, b],
      [A, a, a],
      [A, a, c],
      [C, c, a],
      [A, a, randomUUID()],
      [A, randomUUID(), b],
    ] as const)
      await expect(seats.signal(of(at), from, to, SIGNAL)).rejects.toThrow('You are not in this call.')
    expect(told).toEqual([])
  })

  test('more than a window needs is refused, and later ones pass', async () => {
    const [a, b] = [await sit(A), await sit(B)]
    const send = () => seats.signal(of(A), a, b, SIGNAL)
    // Taking the seat counted, too.
    for (let sent = 1; sent < 300; sent++) await send()
    await expect(send()).rejects.toThrow('Too much came at once.')
    await seats.signal(of(B), b, a, SIGNAL)
    now += 1000
    for (let sent = 0; sent < 15; sent++) await send()
    await expect(send()).rejects.toThrow('Too much came at once.')
  })

  test('has only what two windows tell each other', () => {
    const description = { kind: 'DESCRIPTION', attempt: 1, type: 'offer', sdp: 'v=0', streams: [] }
    const stream = { id: 'x', stream: 'VOICE' }
    const isOne = (signal: unknown) => callSignal.safeParse(signal).success
    expect(isOne(description)).toBe(true)
    expect(isOne({ ...description, sdp: 'v'.repeat(SDP_MAX), streams: [stream, stream, stream] })).toBe(true)
    expect(isOne({ ...SIGNAL, candidate: 'c'.repeat(600), sdpMid: null, sdpMLineIndex: null })).toBe(true)
    for (const foreign of [
      null,
      'v=0',
      { ...description, sdp: 'v'.repeat(SDP_MAX + 1) },
      { ...description, sdp: '' },
      { ...description, attempt: -1 },
      { ...SIGNAL, attempt: 0.5 },
      { ...SIGNAL, attempt: 0x80000000 },
      { ...SIGNAL, attempt: undefined },
      { ...description, type: 'rollback' },
      { ...description, streams: [stream, stream, stream, stream] },
      { ...description, streams: [{ id: 'x'.repeat(65), stream: 'VOICE' }] },
      { ...description, streams: [{ id: 'x', stream: 'SMELL' }] },
      { ...SIGNAL, candidate: 'c'.repeat(601) },
      { ...SIGNAL, sdpMLineIndex: -1 },
      { ...SIGNAL, sdpMLineIndex: 64 },
      { ...SIGNAL, sdpMid: 'm'.repeat(33) },
      { ...SIGNAL, kind: 'GARBAGE' },
    ])
      expect(isOne(foreign)).toBe(false)
  })
})

describe('a call of more than two', () => {
  const served = (at: { id: string }) => sit(at, meetingID, randomUUID(), withEngine)
  /** By which way a window was last told that its call goes. */
  const wayOf = async (id: string) => {
    // What the engine says is told a moment later, when the seats are read.
    await Promise.all(begun.splice(0))
    const seen = told.filter(([to, event]) => to === id && event === 'callSeats').at(-1)?.[2] as Seats
    return [seen.way, seen.engineRun]
  }
  const three = async () => [await served(A), await served(B), await served(C)] as const
  const of_ = (name: string) => asked.filter(([one]) => one === name).map(([, ...args]) => args)

  test('goes through the engine, which is begun with the second one, until all have left', async () => {
    const a = await served(A)
    expect(asked).toEqual([])
    const b = await served(B)
    expect(asked).toContainEqual(['wake'])
    expect(await wayOf('a')).toEqual(['DIRECT', null])
    engine.onRun(RUN)
    expect(await wayOf('a')).toEqual(['DIRECT', null])
    const c = await served(C)
    for (const id of ['a', 'b', 'c']) expect(await wayOf(id)).toEqual(['SERVER', RUN.id])
    expect(of_('publish')).toContainEqual([c, { voice: false, camera: false, screen: false }])
    await withEngine.change(of(A), a, HEARD)
    expect(of_('publish').at(-1)).toEqual([a, { voice: true, camera: true, screen: false }])
    await withEngine.leave(of(C), c)
    expect(of_('leave')).toEqual([[c]])
    expect(await wayOf('a')).toEqual(['SERVER', RUN.id])
    await withEngine.leave(of(A), a)
    await withEngine.leave(of(B), b)
    await served(A)
    await served(B)
    expect(await wayOf('b')).toEqual(['DIRECT', null])
  })

  test('has its engine ready by the time that somebody answers: it is begun while a call rings', async () => {
    seats.expect()
    expect(asked).toEqual([])
    withEngine.expect()
    expect(asked).toEqual([['wake']])
    engine.onRun(RUN)
    await three()
    expect(await wayOf('c')).toEqual(['SERVER', RUN.id])
  })

  test('joins another run of the engine anew, and goes directly where there is none', async () => {
    const [a] = await three()
    expect(await wayOf('a')).toEqual(['SERVER', null])
    engine.onRun(RUN)
    expect(await wayOf('a')).toEqual(['SERVER', RUN.id])
    engine.onRun(null)
    expect(await wayOf('a')).toEqual(['SERVER', null])
    asked = []
    engine.onRun({ ...RUN, id: 'second run' })
    expect(await wayOf('a')).toEqual(['SERVER', 'second run'])
    expect(of_('publish').map(([seat]) => seat)).toContain(a)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    engine.onRun(null)
    vi.advanceTimersByTime(8000)
    vi.useRealTimers()
    expect(await wayOf('a')).toEqual(['DIRECT', null])
    await expect(
      Promise.all(
        Array.from({ length: 6 }, (_, place) =>
          withEngine.take(window(`w${place}`, place + 3), meetingID, randomUUID()),
        ),
      ),
    ).rejects.toThrow(`At most ${CALL_SEATS_MAX} people`)
  })

  test(`has up to ${CALL_ROOM_MAX} people and ${CALL_CAMERAS_MAX} cameras`, async () => {
    expect([CALL_ROOM_MAX, CALL_CAMERAS_MAX]).toEqual([50, 25])
    const [a, b] = await three()
    engine.onRun(RUN)
    await wayOf('a')
    const [ann = 0] = people
    const more = await addNames(db, ...Array.from({ length: 48 }, (_, place) => `Guest ${place}`))
    const times = { start: now, end: now + 900_000, immediate: true, agenda: '', subject: 'All' }
    const all = await meetings.add({
      ...times,
      hostID: ann,
      hostName: 'Ann',
      ids: [...people.slice(1), ...more],
    })
    await withEngine.leave(of(A), a)
    await withEngine.leave(of(B), b)
    const guest = (place: number) => {
      const one = window(`g${place}`, 0)
      return { ...one, identity: { ...one.identity, userID: more[place] ?? 0 } }
    }
    const taken: string[] = []
    for (let place = 0; place < 48; place++) {
      const seat = randomUUID()
      await withEngine.take(guest(place), all, seat)
      taken.push(seat)
    }
    await served2(A, all)
    await served2(B, all)
    await expect(served2(C, all)).rejects.toThrow(`At most ${CALL_ROOM_MAX} people`)
    for (let place = 0; place < 25; place++) await withEngine.change(guest(place), taken[place] ?? '', HEARD)
    await expect(withEngine.change(guest(25), taken[25] ?? '', HEARD)).rejects.toThrow('At most 25 cameras')
    await withEngine.change(guest(25), taken[25] ?? '', { ...HEARD, camera: false })
  })
  const served2 = (at: { id: string }, meeting: number) => sit(at, meeting, randomUUID(), withEngine)

  test('its windows talk with the engine, for their own seats alone', async () => {
    const [a, b] = await three()
    engine.onRun(RUN)
    await wayOf('a')
    const say = (at: { id: string }, from: string, signal: CallSignal) =>
      withEngine.signal(of(at), from, ENGINE_SEAT, signal)
    await say(A, a, { kind: 'ENGINE_JOIN', attempt: 3 })
    await say(A, a, { kind: 'ENGINE_ANSWER', attempt: 3, sdp: 'v=0' })
    await say(A, a, { kind: 'ENGINE_WANT', cameras: [{ seat: b, layer: 'SMALL' }] })
    expect(of_('join')).toEqual([[String(meetingID), a, 3]])
    expect(of_('answer')).toEqual([[a, 3, 'v=0']])
    expect(of_('subscribe')).toEqual([[a, [{ seat: b, layer: 'SMALL' }]]])
    told = []
    engine.onOffer(a, 3, 'v=0')
    engine.onSlots(a, 3, [{ mid: 's0', seat: b, stream: 'VOICE' }])
    expect(told).toEqual([
      ['a', 'callSignal', ENGINE_SEAT, a, { kind: 'ENGINE_OFFER', attempt: 3, sdp: 'v=0' }],
      [
        ...['a', 'callSignal', ENGINE_SEAT, a],
        { kind: 'ENGINE_SLOTS', attempt: 3, slots: [{ mid: 's0', seat: b, stream: 'VOICE' }] },
      ],
    ])
    asked = []
    const refused = 'You are not in this call.'
    await expect(say(B, a, { kind: 'ENGINE_JOIN', attempt: 4 })).rejects.toThrow(refused)
    await expect(say(A, randomUUID(), { kind: 'ENGINE_JOIN', attempt: 4 })).rejects.toThrow(refused)
    await expect(say(A, a, { kind: 'ENGINE_OFFER', attempt: 4, sdp: 'v=0' })).rejects.toThrow(refused)
    await expect(say(A, a, SIGNAL)).rejects.toThrow(refused)
    // Nobody plays the engine to somebody else.
    const forged: CallSignal = { kind: 'ENGINE_OFFER', attempt: 3, sdp: 'v=0' }
    await expect(withEngine.signal(of(A), a, b, forged)).rejects.toThrow(refused)
    expect(asked).toEqual([])
    // Each is a connection for the engine to make.
    for (let join = 1; join < 10; join++) await say(A, a, { kind: 'ENGINE_JOIN', attempt: 4 + join })
    await expect(say(A, a, { kind: 'ENGINE_JOIN', attempt: 99 })).rejects.toThrow('Too much came at once.')
    const isOne = (signal: unknown) => callSignal.safeParse(signal).success
    const answer = { kind: 'ENGINE_ANSWER', attempt: 1 }
    expect(isOne({ ...answer, sdp: 'v'.repeat(ENGINE_ANSWER_MAX) })).toBe(true)
    expect(isOne({ ...answer, sdp: 'v'.repeat(ENGINE_ANSWER_MAX + 1) })).toBe(false)
    expect(isOne({ ...answer, attempt: -1, sdp: 'v' })).toBe(false)
    const wants = (count: number) => Array.from({ length: count }, () => ({ seat: b, layer: 'NONE' }))
    expect(isOne({ kind: 'ENGINE_WANT', cameras: wants(50) })).toBe(true)
    expect(isOne({ kind: 'ENGINE_WANT', cameras: wants(51) })).toBe(false)
  })
})
