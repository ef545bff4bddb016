import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CALL_TEXT, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { Meetings } from '../meetings/meetings.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { CallBoard, type CallingWindow, RING_GRACE_MS } from './call-board.ts'
import { MissedCalls } from './missed-calls.ts'

/** Two servers on one database. Whom their events reach is told by `window:` and `user:`. */
let db: Database
let now = 0
let told: unknown[][] = []
/** How often it was said that a call may begin soon. */
let rings = 0
/** What each server would do later; a server that has died does nothing. */
let later: Record<'one' | 'two', (() => Promise<void>)[]> = { one: [], two: [] }
let servers: Record<'one' | 'two', CallBoard>
let meetings: Meetings
let [ann, ben, meetingID] = [0, 0, 0]
const online = new Set<number>()

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ann = 0, ben = 0] = await addNames(db, 'Ann', 'Ben')
})
beforeEach(async () => {
  for (const table of ['callOffers', 'missedCalls', 'meetingPresence'] as const)
    await db.deleteFrom(table).execute()
  now = 1_000_000
  told = []
  later = { one: [], two: [] }
  online.clear()
  online.add(ann).add(ben)
  const publisher: MainPublisher = {
    // That lists of calls are otherwise is call-entries.test.ts's.
    toUser: (userID, event, ...args) =>
      void (event !== 'workingDayChange' && told.push([`user:${userID}`, event, ...args])),
    toOthers: () => {},
    windowsOf: () => [],
    toConnection: (id, event, ...args) => void told.push([`window:${id}`, event, ...args]),
    toGroup: () => {},
    toAll: () => {},
    online: () => [...online],
    isOnline: (userID) => online.has(userID),
    isConnected: async (userID) => online.has(userID),
    isThere: (userID) => online.has(userID),
  }
  const clock = () => now
  meetings = new Meetings(db, clock, publisher)
  meetingID = await meetings.add({
    ...{ hostID: ann, hostName: 'Ann', subject: 'Talk', agenda: '', ids: [ben], immediate: true },
    ...{ start: now, end: now + 900_000 },
  })
  told = []
  rings = 0
  const missed = new MissedCalls(db, clock)
  const server = (name: 'one' | 'two') =>
    new CallBoard({
      ...{ db, clock, meetings, missed, publisher, onRing: () => void rings++ },
      background: { runAfter: (ms, task) => void (ms === RING_LIMIT_MS && later[name].push(task)) },
    })
  servers = { one: server('one'), two: server('two') }
})
afterAll(() => db.destroy())

const identity = (userID: number, displayName: string) => ({
  ...{ sessionID: displayName, userID, userName: displayName, displayName, tokenType: 'OTHER' as const },
  permissions: permissionsOf([PERMISSIONS.CAN_MAKE_CALL]),
})
/** A window whose own answers are told as its events are. */
const window = (id: string, userID: number, name: string): CallingWindow & { id: string } => ({
  id,
  identity: identity(userID, name),
  send: (event, ...args) => void told.push([`window:${id}`, event, ...args]),
})
const connection = (id: string, userID: number, name: string) => ({
  ...window(id, userID, name),
  join: () => {},
  leave: () => {},
})
const call = (title = 'General call') =>
  servers.one.make(window('a1', ann, 'Ann'), {
    calleeID: ben,
    title,
    meeting: { ID: meetingID, screenShare: true },
  })
const missed = () => db.selectFrom('missedCalls').select(['userID', 'toldAt']).execute()
const ringing = () => db.selectFrom('callOffers').select('id').execute()

test('a call from one server is accepted on the other; the calling window alone hears how it went, once', async () => {
  await call()
  expect(told).toEqual([
    ['window:a1', 'youAreConnecting', 'Ben'],
    [`user:${ben}`, 'recieveCall', expect.objectContaining({ name: 'Ann', callerID: ann })],
    ['window:a1', 'youAreRinging', 'Ben'],
  ])
  expect(rings).toBe(1)
  told = []
  const answers = await Promise.all([
    servers.two.accept({ userID: ben, sessionID: 'here' }, ann),
    servers.one.accept({ userID: ben, sessionID: 'here' }, ann),
    servers.two.decline(connection('b1', ben, 'Ben'), ann, ''),
  ])
  // Of three at once one has it.
  expect(answers.filter((meeting) => meeting)).toHaveLength(
    told.some(([, event]) => event === 'joinMeeting') ? 1 : 0,
  )
  expect(told.filter(([, event]) => event === 'callRespondedElseWhere')).toEqual([
    [`user:${ben}`, 'callRespondedElseWhere', { name: 'Ann', callerID: ann }],
  ])
  expect(told.filter(([to]) => to === 'window:a1').length).toBeLessThanOrEqual(2)
  // Its time comes, and nothing does.
  told = []
  for (const task of later.one) await task()
  await servers.two.endLate()
  expect([told, await missed()]).toEqual([[], []])
})

test.each([true, false])(
  'C114 what a call carries comes to both: the meeting’s ID, and screenShare %s',
  async (screenShare) => {
    const meeting = { ID: meetingID, screenShare }
    await servers.one.make(window('a1', ann, 'Ann'), { calleeID: ben, title: 'General call', meeting })
    expect(told[1]).toEqual([`user:${ben}`, 'recieveCall', expect.objectContaining({ meeting })])
    expect(await servers.two.accept({ userID: ben, sessionID: 'here' }, ann)).toEqual(meeting)
    expect(told.filter(([, event]) => event === 'joinMeeting')).toEqual([
      ['window:a1', 'joinMeeting', meeting],
    ])
  },
)

test('declined on the other server, with its words; on another call it is missed and told', async () => {
  await call()
  told = []
  await servers.two.decline(connection('b1', ben, 'Ben'), ann, CALL_TEXT.onAnotherCall)
  await servers.one.decline(connection('b2', ben, 'Ben'), ann, '')
  expect(told).toEqual([
    [`user:${ben}`, 'callRespondedElseWhere', { name: 'Ann', callerID: ann }],
    ['window:a1', 'callOfferDeclined', 'Ben', CALL_TEXT.onAnotherCall],
  ])
  expect(await missed()).toEqual([{ userID: ben, toldAt: now }])
})

test('another server cancels the calls of a window whose server died, and takes who is gone out of their meeting', async () => {
  await call()
  await meetings.join(meetingID, ann)
  told = []
  online.delete(ann)
  const { id, identity: who } = window('a1', ann, 'Ann')
  await servers.two.went({ id, identity: who })
  await servers.two.went({ id, identity: who })
  expect(told).toEqual([[`user:${ben}`, 'cancelIncomingCall', { callerID: ann, reason: 'CANCELLED' }]])
  expect([await missed(), await ringing()]).toEqual([[{ userID: ben, toldAt: now }], []])
  expect(await meetings.isIn(meetingID, ann)).toBe(false)
})

test('S321 a call that nobody answers ends once: by its own server in time, by any other a little later', async () => {
  await call()
  const own = later.one
  now += RING_LIMIT_MS
  await servers.two.endLate()
  now += RING_GRACE_MS - 1
  await servers.two.endLate()
  expect(await ringing()).toHaveLength(1)
  now += 1
  told = []
  await Promise.all([servers.two.endLate(), servers.one.endLate(), ...own.map((task) => task())])
  expect(told).toEqual([
    ['window:a1', 'callOfferDeclined', 'Ben', CALL_TEXT.noAnswer],
    [`user:${ben}`, 'cancelIncomingCall', { callerID: ann, reason: 'UNANSWERED' }],
  ])
  expect(await missed()).toHaveLength(1)
})

test('who calls the same person again rings anew: the first time’s end doesn’t end the second', async () => {
  await call()
  const [first] = later.one
  now += RING_LIMIT_MS - 1
  await call('Group Call')
  told = []
  await first?.()
  expect([told, (await ringing()).length]).toEqual([[], 1])
  await servers.two.cancelOf({ id: 'a1' })
  await servers.two.cancelOf({ id: 'a1' })
  expect(told).toEqual([[`user:${ben}`, 'cancelIncomingCall', { callerID: ann, reason: 'CANCELLED' }]])
})

test('a call made on another hub is told to all windows of its caller, and isn’t one window’s to cancel', async () => {
  await servers.one.make(
    { ...window('', ann, 'Ann'), id: null },
    { calleeID: ben, title: 'General call', meeting: { ID: meetingID, screenShare: false } },
  )
  await servers.two.cancelOf({ id: 'a1' })
  told = []
  expect(await servers.two.accept({ userID: ben, sessionID: 'here' }, ann)).toEqual({
    ID: meetingID,
    screenShare: false,
  })
  expect(told.map(([to, event]) => [to, event])).toEqual([
    [`user:${ben}`, 'callRespondedElseWhere'],
    [`user:${ann}`, 'callOfferAccepted'],
    [`user:${ann}`, 'joinMeeting'],
  ])
})

test('who has had no window for two minutes is in no meeting, on whichever server it was', async () => {
  await meetings.join(meetingID, ann)
  await meetings.join(meetingID, ben)
  online.delete(ann)
  now += 120_000
  await meetings.forgetGone()
  expect(await meetings.isIn(meetingID, ann)).toBe(true)
  now += 1
  await meetings.forgetGone()
  expect([await meetings.isIn(meetingID, ann), await meetings.isIn(meetingID, ben)]).toEqual([false, true])
})
