import { afterEach, beforeEach, expect, test } from 'vitest'
import { getLiveData, type LiveStats } from '#shared/contract/live-panel.ts'
import type { MyDay } from '#shared/contract/my-day.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const MINUTE = 60_000
const FORCE = '/api/activity/force/current-activity'

let server: TestServer
let boss: number
let jamie: number
let as: Record<'boss' | 'jamie' | 'dialler', Record<string, string>>
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  boss = await addPerson(server, {
    ...{ userName: 'boss', displayName: 'Priya Nair' },
    permissions: [
      'CAN_FORCE_MASTER_ACTIVITY',
      'ISUPERVISOR_CAN_SEE_MODULE',
      'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
    ],
  })
  jamie = await addPerson(server, {
    ...{ userName: 'jamie', displayName: 'Jamie Whitfield', managerID: boss },
    permissions: ['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'],
  })
  await addPerson(server, { userName: 'dialler', permissions: ['IRESOURCE_CAN_SYNC_SURVEY_TOOL'] })
  await addProject(db(), 7, 'Rail')
  as = {
    ...{ boss: await signIn(server, 'boss'), jamie: await signIn(server, 'jamie') },
    dialler: await signIn(server, 'dialler'),
  }
  await goTo('AVAILABLE', { project: 'Rail' })
})
afterEach(() => server.server.close())

const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
const goTo = async (activity: string, more: object = {}) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, as.jamie))
const day = async () => said(await post(server, '/api/itracker/activity/my-day', {}, as.jamie)).body as MyDay
const present = async () => (await day()).sessions.at(-1)?.activity
const tell = async (status: string, minutes: number, more: object = {}) => {
  server.clock.now = Math.max(server.clock.now, NOON + minutes * MINUTE)
  const records = [{ interviewer: 'jamie', status, at: at(minutes), project: 'P7', ...more }]
  return said(await post(server, '/api/import/dialler-status', { records }, as.dialler)).body
}
const row = async () =>
  (said(await post(server, getLiveData.path, {}, as.boss)).body as LiveStats)[String(jamie)]
const idle = async (since: number, until: number, answer: string | null = null) =>
  said(await post(server, '/api/activity/idle', { since: at(since), until: at(until), answer }, as.jamie))
const seconds = async () =>
  (
    await db()
      .selectFrom('activitySessions')
      .where('userID', '=', jamie)
      .orderBy('id')
      .select('idleSeconds')
      .execute()
  ).map(({ idleSeconds }) => idleSeconds)

test('D072 the present activity has begun and no end yet, the one before it has both', async () => {
  server.clock.now = NOON + 5 * MINUTE
  await goTo('BREAK')
  server.clock.now = NOON + 8 * MINUTE
  expect((await day()).sessions.slice(-2)).toMatchObject([
    { activity: 'AVAILABLE', project: 'Rail', start: at(0), end: at(5), seconds: 300, by: null },
    { activity: 'BREAK', start: at(5), end: null, seconds: 180, by: null },
  ])
})

test('a status of the dialler is taken with since when, and what is older changes nothing', async () => {
  expect(await row()).toMatchObject({ diallerStatus: 'UNKNOWN', live: { diallerSince: null } })
  expect(await tell('READY', 1)).toMatchObject({ created: 1 })
  expect(await tell('ON_CALL', 3)).toMatchObject({ updated: 1 })
  expect(await tell('ON_CALL', 4)).toMatchObject({ unchanged: 1 })
  expect(await tell('PAUSED', 2)).toMatchObject({ unchanged: 1 })
  expect(await row()).toMatchObject({ diallerStatus: 'ON_CALL', live: { diallerSince: at(3) } })
  expect((await day()).dialler).toEqual({ status: 'ON_CALL', since: at(3), project: 'Rail' })
  expect(await tell('TALKING', 5)).toMatchObject({ refused: [{ index: 0, field: 'status' }] })
  expect(await tell('READY', 5, { interviewer: 'nobody' })).toMatchObject({
    refused: [{ field: 'interviewer', reason: 'Unknown person nobody.' }],
  })
  expect(await tell('READY', 5, { project: 'P99' })).toMatchObject({ refused: [{ field: 'project' }] })
  // No call is longer than 4 hours: what was told before isn't known to be true any more.
  server.clock.now = NOON + (4 + 240) * MINUTE
  expect(await row()).toMatchObject({ diallerStatus: 'UNKNOWN' })
})

test('D076 a switch on a call waits for its end, and can be cancelled', async () => {
  await tell('ON_CALL', 1)
  expect((await goTo('BREAK')).body).toMatchObject({ currentActivity: 'AVAILABLE' })
  expect((await day()).waiting).toEqual({ activity: 'BREAK', project: null, by: null })
  expect(await present()).toBe('AVAILABLE')
  // The newest counts.
  await goTo('MEETING')
  expect((await day()).waiting).toMatchObject({ activity: 'MEETING' })
  await post(server, '/api/activity/cancel-waiting-switch', {}, as.jamie)
  expect((await day()).waiting).toBeNull()
  await tell('WRAP_UP', 2)
  expect(await present()).toBe('AVAILABLE')

  await tell('ON_CALL', 3)
  await goTo('BREAK')
  await tell('DIALLING', 5)
  expect(await present()).toBe('BREAK')
  expect((await day()).waiting).toBeNull()
  expect((await day()).sessions.at(-1)).toMatchObject({ start: at(5), by: null })
  // Who isn't on a call switches at once.
  await goTo('MEETING')
  expect(await present()).toBe('MEETING')
})

test('D128 an activity that is set on a call comes after it by default, at once where that is asked', async () => {
  const force = (more: object = {}) =>
    post(server, FORCE, { userID: jamie, activity: 'TRAINING', reason: 'New script', ...more }, as.boss)
  await tell('ON_CALL', 1)
  await force({ holdMinutes: 15 })
  expect(await present()).toBe('AVAILABLE')
  expect((await day()).waiting).toEqual({ activity: 'TRAINING', project: null, by: 'Priya Nair' })
  // What a supervisor set isn't theirs to cancel.
  await post(server, '/api/activity/cancel-waiting-switch', {}, as.jamie)
  await tell('READY', 4)
  expect(await present()).toBe('TRAINING')
  expect((await day()).override).toMatchObject({ by: 'Priya Nair', reason: 'New script', until: at(19) })
  const entries = await db()
    .selectFrom('audit')
    .where('action', 'like', 'ACTIVITY_SET%')
    .orderBy('id')
    .select(['action', 'actorID', 'recordID'])
    .execute()
  expect(entries).toEqual([
    { action: 'ACTIVITY_SET_AFTER_CALL', actorID: boss, recordID: jamie },
    { action: 'ACTIVITY_SET', actorID: boss, recordID: jamie },
  ])

  await tell('ON_CALL', 20)
  await force({ activity: 'MEETING', afterCall: false })
  expect(await present()).toBe('MEETING')
  // Without a call it is done at once, also where it would wait.
  await tell('READY', 21)
  await force({ activity: 'TRAINING', afterCall: true })
  expect(await present()).toBe('TRAINING')
})

test('D128 needs CAN_FORCE_MASTER_ACTIVITY, a reason of 3 characters and a running shift of somebody else', async () => {
  const force = async (more: object, who = as.boss) =>
    said(await post(server, FORCE, { userID: jamie, activity: 'TRAINING', reason: 'abc', ...more }, who))
  expect((await force({}, as.jamie)).status).toBe(403)
  expect(await force({ reason: 'ab' })).toMatchObject({
    body: { value: 'Give a reason of at least 3 characters.' },
  })
  expect(await force({ reason: ' ab ' })).toMatchObject({ status: 400 })
  expect(await present()).toBe('AVAILABLE')
  expect(await force({ userID: boss })).toMatchObject({
    ...{ status: 400, body: { value: 'You change your own activity on Tracker › Home.' } },
  })
  expect((await force({ reason: ' abc ' })).status).toBe(200)
  expect(await present()).toBe('TRAINING')
  await goTo('INACTIVE')
  expect(await force({})).toMatchObject({ body: { value: 'Jamie Whitfield has no running shift.' } })
})

test('D085 the supervisor sees the flag 60 seconds after the question, never before, and not while somebody dials', async () => {
  const flag = async () => (await row())?.live?.idleSince
  const asked = async () => said(await post(server, '/api/activity/idle-question', undefined, as.jamie)).body
  expect(await asked()).toEqual({ isAsked: true })
  server.clock.now = NOON + 6 * MINUTE - 1
  expect(await idle(0, 6)).toMatchObject({ status: 409 })
  expect(await flag()).toBeNull()
  server.clock.now = NOON + 6 * MINUTE
  expect((await idle(0, 6)).status).toBe(200)
  expect(await flag()).toBe(at(0))
  // Another window that says the same.
  expect((await idle(0, 6)).status).toBe(200)
  // A touch ends it, and its seconds stay on the session: once, whatever windows tell it.
  server.clock.now = NOON + 10 * MINUTE
  expect((await idle(0, 10, 'STILL_HERE')).status).toBe(200)
  expect(await flag()).toBeNull()
  await idle(0, 10, 'STILL_HERE')
  await idle(2, 9, 'STILL_HERE')
  expect(await seconds()).toEqual([600])

  await tell('DIALLING', 11)
  server.clock.now = NOON + 30 * MINUTE
  expect(await asked()).toEqual({ isAsked: false })
  expect(await idle(12, 30)).toMatchObject({ status: 409 })
  await tell('READY', 31)
  server.clock.now = NOON + 40 * MINUTE
  await idle(31, 40)
  expect(await flag()).toBe(at(31))
  // Who talks isn't idle.
  await tell('ON_CALL', 41)
  expect(await flag()).toBeNull()
  expect(await seconds()).toEqual([1200])
  // Meetings and breaks aren't asked about.
  await tell('READY', 42)
  await goTo('MEETING')
  expect(await asked()).toEqual({ isAsked: false })
  server.clock.now = NOON + 60 * MINUTE
  expect(await idle(42, 60)).toMatchObject({ status: 409 })
})

test('D085 a switch ends the flag', async () => {
  server.clock.now = NOON + 8 * MINUTE
  await idle(1, 8)
  expect((await row())?.live?.idleSince).toBe(at(1))
  await goTo('BREAK')
  expect((await row())?.live?.idleSince).toBeNull()
  expect(await seconds()).toEqual([420, 0])
})

test('who joins a meeting while a respondent is on the line does MEETING from the end of that call', async () => {
  const { id: meetingID } = await db()
    .insertInto('meetings')
    .values({
      hostID: boss,
      subject: '',
      agenda: '',
      start: NOON,
      end: NOON + MINUTE,
      isImmediate: 0,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db().insertInto('meetingPeople').values({ meetingID, userID: jamie }).execute()
  await tell('ON_CALL', 1)
  const meeting = async (call: 'join' | 'leave') =>
    (await post(server, `/api/hr/meeting/${call}`, { meetingID }, as.jamie)).status
  expect(await meeting('join')).toBe(200)
  expect(await present()).toBe('AVAILABLE')
  await tell('READY', 2)
  expect(await present()).toBe('MEETING')
  expect(await meeting('leave')).toBe(200)
  expect(await present()).toBe('AVAILABLE')
})
