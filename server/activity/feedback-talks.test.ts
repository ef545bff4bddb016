import { afterEach, beforeEach, expect, test } from 'vitest'
import { CALL_TEXT, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import { CallBoard } from '../calls/call-board.ts'
import { MissedCalls } from '../calls/missed-calls.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { Meetings } from '../meetings/meetings.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const MINUTE = 60_000
const SESSION = 'FEEDBACK SESSION'

let server: TestServer
let [boss, jamie, ellie] = [0, 0, 0]
let as: Record<'boss' | 'jamie' | 'ellie', Record<string, string>>
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  boss = await addPerson(server, {
    ...{ userName: 'boss', displayName: 'Priya Nair' },
    permissions: ['QC_CAN_ADD', 'CAN_MAKE_CALL', 'CAN_UPDATE_MASTER_ACTIVITY'],
  })
  const interviewer = ['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'PROJECTS_CAN_USE_SWITCHER'] as const
  jamie = await addPerson(server, {
    ...{ userName: 'jamie', displayName: 'Jamie Whitfield', managerID: boss },
    permissions: [...interviewer, 'QC_CAN_ADD'],
  })
  ellie = await addPerson(server, {
    ...{ userName: 'ellie', displayName: 'Ellie Marsh', managerID: boss, permissions: [...interviewer] },
  })
  await addProject(db(), 7, 'Rail')
  as = {
    boss: await signIn(server, 'boss'),
    jamie: await signIn(server, 'jamie'),
    ellie: await signIn(server, 'ellie'),
  }
  await goTo('AVAILABLE', 'jamie', { project: 'Rail', category: 'Inbound' })
  await goTo('MEETING', 'boss')
})
afterEach(() => server.server.close())

const goTo = async (activity: string, who: keyof typeof as, more: object = {}) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, as[who]))
const start = async (more: object = {}, who: keyof typeof as = 'boss') =>
  said(
    await post(
      server,
      '/api/supervisor/live-panel/start-feedback',
      { userID: jamie, category: 'QC', ...more },
      as[who],
    ),
  )
const begun = async () => ((await start()).body as { meetingID: number }).meetingID
const inMeeting = (way: 'join' | 'leave', who: keyof typeof as, meetingID: number) =>
  post(server, `/api/hr/meeting/${way}`, { meetingID }, as[who])
const now = async (userID: number) => {
  const open = await db()
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .select(['activity', 'project', 'category'])
    .executeTakeFirst()
  return open ? [open.activity, open.project, open.category] : null
}
const BEFORE = { jamie: ['AVAILABLE', 'Rail', 'Inbound'], boss: ['MEETING', null, null] }
const refused = (status: number, value: string) => ({ status, body: { value } })

/** Calls of this database, told to nobody. */
function board() {
  const publisher: MainPublisher = {
    toUser: () => {},
    ...{ toOthers: () => {}, windowsOf: () => [], toConnection: () => {}, toGroup: () => {} },
    ...{ toAll: () => {}, online: () => [], isOnline: () => true, isConnected: async () => true },
    isThere: () => true,
  }
  const clock = () => server.clock.now
  const meetings = new Meetings(db(), clock, publisher)
  const missed = new MissedCalls(db(), clock)
  const late: (() => Promise<void>)[] = []
  const background = { runAfter: (_ms: number, task: () => Promise<void>) => void late.push(task) }
  const calls = new CallBoard({ db: db(), clock, meetings, missed, publisher, background })
  const window = (id: string, userID: number, displayName: string) => ({
    ...{ id, send: () => {}, join: () => {}, leave: () => {} },
    identity: {
      ...{ sessionID: id, userID, userName: displayName, displayName, tokenType: 'OTHER' as const },
      permissions: permissionsOf([PERMISSIONS.CAN_MAKE_CALL]),
    },
  })
  const ring = (meetingID: number) =>
    calls.make(window('a', boss, 'Priya Nair'), {
      ...{ calleeID: jamie, title: 'General call' },
      meeting: { ID: meetingID, screenShare: false },
    })
  return { calls, meetings, late, window, ring }
}

test('a feedback session puts both on FEEDBACK SESSION at once, is told and audited, and ends for both with its call', async () => {
  for (const category of ['QC', 'Coaching']) {
    const { body } = await start({ category })
    const { meetingID } = body as { meetingID: number }
    expect(await now(jamie)).toEqual([SESSION, null, category])
    expect(await now(boss)).toEqual([SESSION, null, category])
    await inMeeting('join', 'boss', meetingID)
    await inMeeting('join', 'jamie', meetingID)
    // It stays a feedback session, where any other call is a MEETING.
    expect(await now(jamie)).toEqual([SESSION, null, category])
    server.clock.now += 5 * MINUTE
    await inMeeting('leave', category === 'QC' ? 'jamie' : 'boss', meetingID)
    expect(await now(jamie)).toEqual(BEFORE.jamie)
    expect(await now(boss)).toEqual(BEFORE.boss)
    await inMeeting('leave', category === 'QC' ? 'boss' : 'jamie', meetingID)
    expect(await now(jamie)).toEqual(BEFORE.jamie)
    server.clock.now += MINUTE
  }
  const told = await db().selectFrom('audit').where('action', '=', 'ACTIVITY_SET').selectAll().execute()
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({ actorID: boss, recordID: jamie, reason: 'Feedback session' })
  const overrides = await db().selectFrom('activityOverrides').select(['userID', 'byID']).execute()
  expect(overrides).toEqual([
    { userID: jamie, byID: boss },
    { userID: jamie, byID: boss },
  ])
})

test('a call for feedback that is declined, cancelled, not answered or lost brings both back', async () => {
  const { calls, meetings, late, window, ring } = board()
  const ends: Readonly<Record<string, (meetingID: number) => Promise<unknown>>> = {
    declined: async (meetingID) => {
      await ring(meetingID)
      expect(await now(jamie)).toEqual([SESSION, null, 'QC'])
      await calls.decline(window('b', jamie, 'Jamie Whitfield'), boss, CALL_TEXT.declined)
    },
    cancelled: async (meetingID) => {
      await ring(meetingID)
      await calls.cancelOf({ id: 'a' })
    },
    'not answered': async (meetingID) => {
      await ring(meetingID)
      for (const task of late) await task()
    },
    // The caller's window went before it rang.
    lost: async () => {
      server.clock.now += 2 * RING_LIMIT_MS
      await meetings.announceDue()
      expect(await now(jamie)).toEqual([SESSION, null, 'QC'])
      server.clock.now += 1
      await meetings.announceDue()
    },
  }
  for (const [name, end] of Object.entries(ends)) {
    await end(await begun())
    expect([name, await now(jamie), await now(boss)]).toEqual([name, BEFORE.jamie, BEFORE.boss])
    server.clock.now += MINUTE
  }
  // One that rings or has somebody in it isn't lost.
  const meetingID = await begun()
  await ring(meetingID)
  server.clock.now += 2 * RING_LIMIT_MS + 1
  await meetings.announceDue()
  expect(await now(jamie)).toEqual([SESSION, null, 'QC'])
  await calls.accept({ userID: jamie, sessionID: 's' }, boss)
  await meetings.join(meetingID, jamie)
  await meetings.announceDue()
  await meetings.unanswered(meetingID)
  expect(await now(jamie)).toEqual([SESSION, null, 'QC'])
})

test('who chose something else meanwhile stays on it, and a coach who isn’t at work stays so', async () => {
  await goTo('INACTIVE', 'boss')
  const meetingID = await begun()
  expect(await now(boss)).toEqual(['INACTIVE', null, null])
  await inMeeting('join', 'jamie', meetingID)
  server.clock.now += MINUTE
  await goTo('BREAK', 'jamie')
  await inMeeting('leave', 'jamie', meetingID)
  expect(await now(jamie)).toEqual(['BREAK', null, null])
  expect(await now(boss)).toEqual(['INACTIVE', null, null])
  // It is over: the next can begin.
  expect(await begun()).toBeGreaterThan(meetingID)
})

test('a feedback session is refused for who isn’t at work, is on a call, has system issues or is in one, and without the permission', async () => {
  expect((await start({}, 'ellie')).status).toBe(403)
  // QC_CAN_ADD alone makes no call.
  expect((await start({ userID: ellie }, 'jamie')).status).toBe(403)
  expect(await start({ category: 'Lunch' })).toMatchObject({ status: 400 })
  expect(await start({ userID: boss })).toEqual(
    refused(400, 'You change your own activity on Tracker › Home.'),
  )
  expect(await start({ userID: ellie })).toEqual(refused(400, 'Ellie Marsh has no running shift.'))
  expect(await start({ userID: 999 })).toEqual(refused(404, 'There is no such person.'))
  await db()
    .insertInto('diallerStatuses')
    .values({ userID: jamie, status: 'ON_CALL', since: NOON, project: 'Rail', asOf: NOON })
    .execute()
  expect(await start()).toEqual(refused(400, 'Jamie Whitfield is on a call on Rail since 13:00.'))
  await db().deleteFrom('diallerStatuses').execute()
  await goTo('AVAILABLE', 'ellie', { project: 'Rail' })
  await db()
    .updateTable('activitySessions')
    .set({ activity: 'SYSTEM ISSUES' })
    .where('userID', '=', ellie)
    .where('endedAt', 'is', null)
    .execute()
  expect(await start({ userID: ellie })).toEqual(
    refused(400, 'Ellie Marsh has system issues. Talk when they are solved.'),
  )
  // Nothing was left of what was refused.
  expect(await db().selectFrom('meetings').select('id').execute()).toEqual([])
  await begun()
  expect(await start()).toEqual(refused(400, 'You or Jamie Whitfield are in a feedback session already.'))
  expect(await db().selectFrom('meetings').select('id').execute()).toHaveLength(1)
})
