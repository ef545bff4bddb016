import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callHistory } from '#shared/contract/calls.ts'
import { CALL_OUTCOMES, CALL_TEXT, GROUP_CALL_MAX, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { Meetings } from '../meetings/meetings.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { CallBoard } from './call-board.ts'
import { callsOf, favouritesOf, seeMissed, setFavourite } from './call-entries.ts'
import { MissedCalls } from './missed-calls.ts'

const START = Date.UTC(2026, 4, 4, 9)
const SECOND_MS = 1000
let db: Database
let now = START
let later: (() => Promise<void>)[] = []
let told: unknown[] = []
const online = new Set<number>()
let board: CallBoard
let meetings: Meetings
let [ann, ben, cat] = [0, 0, 0]

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ann = 0, ben = 0, cat = 0] = await addNames(db, 'Ann', 'Ben', 'Cat')
  const publisher: MainPublisher = {
    toUser: (userID, event, ...args) => void told.push([userID, event, ...args]),
    ...{ toOthers: () => {}, windowsOf: () => [], toConnection: () => {}, toGroup: () => {} },
    ...{ toAll: () => {}, online: () => [...online] },
    isOnline: (userID) => online.has(userID),
    isConnected: async (userID) => online.has(userID),
    isThere: (userID) => online.has(userID),
  }
  const clock = () => now
  meetings = new Meetings(db, clock, publisher)
  board = new CallBoard({
    ...{ db, clock, meetings, publisher, missed: new MissedCalls(db, clock) },
    background: { runAfter: (ms, task) => void (ms === RING_LIMIT_MS && later.push(task)) },
  })
})
beforeEach(async () => {
  for (const table of ['callOffers', 'callEntries', 'meetingPresence', 'meetings'] as const)
    await db.deleteFrom(table).execute()
  now = START
  later = []
  told = []
  online.clear()
  online.add(ann).add(ben).add(cat)
})
afterAll(() => db.destroy())

const identity = (userID: number, displayName: string) => ({
  ...{ sessionID: displayName, userID, userName: displayName, displayName, tokenType: 'OTHER' as const },
  permissions: permissionsOf([PERMISSIONS.CAN_MAKE_CALL]),
})
const window = (userID: number, name: string) => ({
  ...{ id: `${name}-1`, identity: identity(userID, name), send: () => {}, join: () => {}, leave: () => {} },
})
const meetingWith = (...ids: number[]) =>
  meetings.add({
    ...{ hostID: ann, hostName: 'Ann', subject: 'Talk', agenda: '', ids, immediate: true },
    ...{ start: now, end: now + 900_000 },
  })
const ring = (calleeID: number, meetingID: number) =>
  board.make(window(ann, 'Ann'), {
    ...{ calleeID, title: 'General call', meeting: { ID: meetingID, screenShare: false } },
  })
const callsBy = (userID: number, sessionID = 'here', searchTerm = '') =>
  callsOf(db, { userID, sessionID, searchTerm })
const facts = async (userID: number, sessionID?: string) =>
  (await callsBy(userID, sessionID)).calls.map(({ direction, outcome, length, people }) => [
    ...[direction, outcome, length],
    people.map(({ name }) => name).join(', '),
  ])

test('B010 an answered call has its length, from the answer until somebody leaves; another device says where', async () => {
  const meetingID = await meetingWith(ben)
  await ring(ben, meetingID)
  expect(await facts(ben)).toEqual([['IN', null, null, 'Ann']])
  now += 5 * SECOND_MS
  await board.accept({ userID: ben, sessionID: 'ben-phone' }, ann)
  await meetings.join(meetingID, ann)
  await meetings.join(meetingID, ben)
  now += 90 * SECOND_MS
  // A lost connection that comes back is the same call.
  await meetings.leave(ben)
  await meetings.join(meetingID, ben)
  now += 30 * SECOND_MS
  told = []
  await meetings.leave(ben, meetingID)
  expect(await facts(ann)).toEqual([['OUT', 'ANSWERED', 120, 'Ben']])
  expect(await facts(ben, 'ben-phone')).toEqual([['IN', 'ANSWERED', 120, 'Ann']])
  expect(await facts(ben, 'ben-desk')).toEqual([['IN', 'ANSWERED_ELSEWHERE', 120, 'Ann']])
  expect(told).toContainEqual([ann, 'workingDayChange', { entity: 'CALL', ids: [] }])
  const [entry] = (await callsBy(ben)).calls
  expect(entry).toMatchObject({
    started: '2026-05-04T09:00:00.000Z',
    answered: '2026-05-04T09:00:05.000Z',
    ended: '2026-05-04T09:02:05.000Z',
  })
  // Who took no part has nothing of it.
  expect(await facts(cat)).toEqual([])
})

test('B010 a call that nobody took is missed, declined or cancelled, each as both have it, and has no length', async () => {
  const meetingID = await meetingWith(ben, cat)
  await ring(ben, meetingID)
  await board.decline(window(ben, 'Ben'), ann, CALL_TEXT.declined)
  expect(await facts(ben)).toEqual([['IN', 'DECLINED', null, 'Ann']])
  expect(await facts(ann)).toEqual([['OUT', 'DECLINED', null, 'Ben']])

  await ring(ben, meetingID)
  await board.cancelOf(window(ann, 'Ann'))
  expect((await facts(ben))[0]).toEqual(['IN', 'MISSED', null, 'Ann'])
  expect(await facts(ann)).toEqual([['OUT', 'CANCELLED', null, 'Ben']])

  const second = await meetingWith(ben, cat)
  await ring(ben, second)
  await later.at(-1)?.()
  expect((await facts(ben))[0]).toEqual(['IN', 'MISSED', null, 'Ann'])
  expect((await facts(ann))[0]).toEqual(['OUT', 'MISSED', null, 'Ben'])

  online.delete(cat)
  await ring(cat, second)
  expect(await facts(cat)).toEqual([['IN', 'MISSED', null, 'Ann']])
  // One call to two: who answers makes it answered, whoever else declines.
  expect((await facts(ann))[0]).toEqual(['OUT', 'MISSED', null, 'Ben, Cat'])
  await ring(ben, second)
  await board.accept({ userID: ben, sessionID: 'here' }, ann)
  online.add(cat)
  await ring(cat, second)
  await board.decline(window(cat, 'Cat'), ann, CALL_TEXT.onAnotherCall)
  expect((await facts(ann))[0]).toEqual(['OUT', 'ANSWERED', null, 'Ben, Cat'])
  expect((await facts(cat))[0]).toEqual(['IN', 'MISSED', null, 'Ann'])

  // Ben missed two, and sees them.
  expect((await callsBy(ben)).missed).toBe(2)
  await seeMissed(db, ann, now)
  expect((await callsBy(ben)).missed).toBe(2)
  await seeMissed(db, ben, now)
  expect(await callsBy(ben)).toMatchObject({ missed: 0 })
  expect((await callsBy(ann, 'here', 'cat')).calls).toHaveLength(1)
  expect((await callsBy(ann, 'here', 'zed')).calls).toHaveLength(0)
})

test('the call and its outcomes have the documents’ names', () => {
  expect(callHistory.path).toBe('/api/communication/call/history')
  expect(CALL_OUTCOMES).toEqual(['ANSWERED', 'MISSED', 'DECLINED', 'CANCELLED', 'ANSWERED_ELSEWHERE'])
})

test('a group call has 25 people at most, who calls among them', async () => {
  expect(GROUP_CALL_MAX).toBe(25)
  const others = await addNames(db, ...Array.from({ length: 25 }, (_, place) => `Person ${place}`))
  const meetingID = await meetingWith(...others)
  for (const id of others.slice(0, 24)) await ring(id, meetingID)
  const [entry] = (await callsBy(ann)).calls
  expect(entry?.people).toHaveLength(24)
  await expect(ring(others[24] ?? 0, meetingID)).rejects.toThrow('A call has 25 people at most.')
})

test('favourites are a person’s own', async () => {
  await setFavourite(db, ann, ben, true)
  await setFavourite(db, ann, ben, true)
  expect([await favouritesOf(db, ann), await favouritesOf(db, cat)]).toEqual([[ben], []])
  await setFavourite(db, cat, ben, false)
  expect(await favouritesOf(db, ann)).toEqual([ben])
  await setFavourite(db, ann, ben, false)
  expect(await favouritesOf(db, ann)).toEqual([])
})
