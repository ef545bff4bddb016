import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { moveUpAll } from './tell.ts'
import { addTrainingSession, addTrainingType } from './testing/training-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PEOPLE = ['ann', 'bob', 'cat', 'dan'] as const

let server: TestServer
let sessionID: number
const db = () => server.server.db
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

beforeEach(async () => {
  server = await startTestServer()
  ids.sam = await addPerson(server, { userName: 'sam', permissions: ['ISUPERVISOR_CAN_SEE_TRAINING'] })
  for (const name of PEOPLE)
    ids[name] = await addPerson(server, {
      ...{ userName: name, managerID: id('sam') },
      permissions: ['ITRACKER_CAN_SEE_TRAINING', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
    })
  await addTrainingType(db())
  sessionID = await addTrainingSession(db(), { capacity: 1 })
})
afterEach(() => server.server.close())

const ask = async (as: string, call: string, payload: object = {}, area = 'itracker') =>
  said(await post(server, `/api/${area}/training/${call}`, payload, await signIn(server, as)))
const DONE = { status: 200, body: { done: true } }
const no = (status: number, value: string) => ({ status, body: { value } })
const joined = async (...names: string[]) => {
  const places: unknown[] = []
  for (const name of names) {
    server.clock.now += 1000
    places.push((await ask(name, 'wait', { sessionID })).body)
  }
  return places
}
const at = (position: number) => ({ isBooked: false, position })
/** What somebody sees of the session: whether they are booked, their place, and how many wait. */
const seen = async (as: string) => {
  const { sessions } = (await ask(as, 'sessions')).body as {
    sessions: { id: number; isBooked: boolean; position: number | null; waiting: number }[]
  }
  const own = sessions.find((one) => one.id === sessionID)
  return own && [own.isBooked ? 'booked' : own.position, own.waiting]
}
const told = async () => {
  const rows = await db()
    .selectFrom('notifications')
    .where('source', '=', 'TRAINING')
    .orderBy('id')
    .select(['userID', 'subject', 'body'])
    .execute()
  return rows.map(({ userID, subject, body }) => [
    Object.keys(ids).find((name) => ids[name] === userID),
    subject,
    body,
  ])
}

test('4 §4.2.6 who joins the waiting list of a full session sees their place; the longest is booked and told when a place is free', async () => {
  expect(await ask('ann', 'book', { sessionID })).toEqual(DONE)
  expect(await joined('bob', 'cat', 'dan')).toEqual([at(1), at(2), at(3)])
  expect(await seen('ann')).toEqual(['booked', 3])
  expect(await seen('cat')).toEqual([2, 3])
  expect(await told()).toEqual([])

  expect(await ask('ann', 'unbook', { sessionID })).toEqual(DONE)
  expect(await seen('bob')).toEqual(['booked', 2])
  expect(await seen('cat')).toEqual([1, 2])
  expect(await seen('ann')).toEqual([null, 2])
  expect(await told()).toEqual([
    [
      'bob',
      'You are booked for Induction on Tue 5 May, 13:00',
      'Room 2. A place became free, and you had waited longest.',
    ],
  ])
  // It is a booking as any other: in the calendar, and theirs to take back.
  const day = { start: new Date(NOON).toISOString(), end: new Date(NOON + 2 * DAY).toISOString() }
  const calendar = said(await post(server, '/api/calendar/events', day, await signIn(server, 'bob')))
  expect((calendar.body as { events: object[] }).events).toContainEqual(
    expect.objectContaining({ eventType: 'TRAINING_SESSION' }),
  )
  expect(await ask('bob', 'unbook', { sessionID })).toEqual(DONE)
  expect(await seen('cat')).toEqual(['booked', 1])
  // What somebody else takes back goes on in the same way.
  expect(await ask('sam', 'unbook', { sessionID, userID: id('cat') }, 'manager')).toEqual(DONE)
  expect(await seen('dan')).toEqual(['booked', 0])
  expect((await told()).map(([name, subject]) => `${name}: ${String(subject).slice(0, 25)}`)).toEqual([
    'bob: You are booked for Induct',
    'cat: You are booked for Induct',
    'cat: You are no longer booked ',
    'dan: You are booked for Induct',
  ])
})

test('4 §4.2.6 nobody waits twice, for a place they have, over something else or for what is over; one leaves one’s own place alone', async () => {
  // Of a place that is free one needn't wait.
  expect(await joined('ann')).toEqual([{ isBooked: true, position: null }])
  expect(await ask('ann', 'wait', { sessionID })).toEqual(
    no(409, 'You are booked into this session already.'),
  )
  await joined('bob', 'cat')
  expect(await ask('bob', 'wait', { sessionID })).toEqual(no(409, 'You are on the waiting list already.'))
  await addShift(db(), { userID: id('dan'), start: NOON + DAY, end: NOON + DAY + 4 * HOUR })
  expect(await ask('dan', 'wait', { sessionID })).toMatchObject({
    ...{ status: 400, body: { value: expect.stringMatching(/^Overlaps Shift/) } },
  })
  const own = await addTrainingSession(db(), { capacity: 0, trainerID: id('bob') })
  expect(await ask('bob', 'wait', { sessionID: own })).toEqual(
    no(400, 'Who runs the session can’t be booked into it.'),
  )
  expect(await ask('bob', 'wait', { sessionID: 999 })).toEqual(no(404, 'There is no such session.'))
  expect((await ask('sam', 'wait', { sessionID })).status).toBe(403)
  expect((await ask('sam', 'leave-waiting', { sessionID })).status).toBe(403)

  const gone = no(404, 'There is no such place on the waiting list.')
  expect(await ask('dan', 'leave-waiting', { sessionID })).toEqual(gone)
  // A booking isn't left so.
  expect(await ask('ann', 'leave-waiting', { sessionID })).toEqual(gone)
  expect(await ask('bob', 'leave-waiting', { sessionID, userID: id('cat') })).toEqual(DONE)
  expect(await seen('bob')).toEqual([null, 1])
  expect(await seen('cat')).toEqual([1, 1])
  // Who comes back stands last.
  expect(await joined('bob')).toEqual([at(2)])
  server.clock.now = NOON + DAY
  expect(await ask('dan', 'wait', { sessionID })).toEqual(no(400, 'The session has already taken place.'))
})

test('4 §4.2.6 who has something in the way by then is passed over and goes on waiting, until a minute finds it gone', async () => {
  await ask('ann', 'book', { sessionID })
  await joined('bob', 'cat')
  const shiftID = await addShift(db(), { userID: id('bob'), start: NOON + DAY, end: NOON + DAY + 4 * HOUR })
  await ask('ann', 'unbook', { sessionID })
  expect(await seen('cat')).toEqual(['booked', 1])
  expect(await seen('bob')).toEqual([1, 1])
  await ask('cat', 'unbook', { sessionID })
  expect(await seen('bob')).toEqual([1, 1])
  const parts = {
    db: db(),
    shell: { main: { toUser: () => {}, onlineUserIDs: new Set<number>() }, tellActivity: async () => {} },
    publisher: { notified: () => {} },
  } as unknown as Parameters<typeof moveUpAll>[0]
  expect(await moveUpAll(parts, server.clock.now)).toBe(0)
  await db().updateTable('shifts').set({ state: 'CANCELLED' }).where('id', '=', shiftID).execute()
  // Not once it has begun.
  expect(await moveUpAll(parts, NOON + DAY)).toBe(0)
  expect(await moveUpAll(parts, server.clock.now)).toBe(1)
  expect(await seen('bob')).toEqual(['booked', 0])
  expect(await moveUpAll(parts, server.clock.now)).toBe(0)
})

test('4 §4.2.6 of two who take their bookings back, and two who join at once, each place goes to one and each stands at their own', async () => {
  await db().updateTable('trainingSessions').set({ capacity: 2 }).where('id', '=', sessionID).execute()
  for (const name of ['ann', 'bob']) await ask(name, 'book', { sessionID })
  const both = await Promise.all(['cat', 'dan'].map((name) => ask(name, 'wait', { sessionID })))
  expect(both.map(({ body }) => (body as { position: number }).position).sort()).toEqual([1, 2])
  const back = await Promise.all(['ann', 'bob'].map((name) => ask(name, 'unbook', { sessionID })))
  expect(back).toEqual([DONE, DONE])
  const rows = await db()
    .selectFrom('trainingAttendees')
    .where('sessionID', '=', sessionID)
    .where('state', '=', 'BOOKED')
    .orderBy('userID')
    .select('userID')
    .execute()
  expect(rows.map(({ userID }) => userID)).toEqual([id('cat'), id('dan')])
  expect((await told()).map(([name]) => name).sort()).toEqual(['cat', 'dan'])

  // One place and two hands: one taken back, one booked over it. Nobody is booked beyond the places.
  await joined('ann')
  await Promise.all([ask('cat', 'unbook', { sessionID }), ask('bob', 'book', { sessionID })])
  const booked = await db()
    .selectFrom('trainingAttendees')
    .where('sessionID', '=', sessionID)
    .where('state', '=', 'BOOKED')
    .select('userID')
    .execute()
  expect(booked).toHaveLength(2)
  expect(booked.map(({ userID }) => userID)).toContain(id('ann'))
})
