import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as demo from '#shared/contract/demo-clock.ts'
import { isCallable } from '#shared/domain/calling-hours.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { hashPassword } from '../auth/passwords.ts'
import { demoProject } from '../demo/projects.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  TEST_COST,
  type TestServer,
} from '../http/testing/test-server.ts'
import { personCalled } from '../seed/people.ts'
import type { Simulator } from './simulator.ts'
import { wantedCells } from './world.ts'

const MINUTE = 60_000
const clock = { now: momentOfField('2026-11-26T14:30') }
const PRIYA = personCalled('Priya Nair')
const TOM = personCalled('Tom Hargreaves')

// The whole demo is made once; its day goes on from test to test.
let server: TestServer
let simulator: Simulator
let url: string
const clients = createLiveClients()
const db = () => server.server.db

beforeAll(async () => {
  server = await startTestServer({ seed: true, demoSize: 'full', clock: () => clock.now })
  // It plays when the tests say so.
  await db()
    .updateTable('backgroundServices')
    .set({ nextRunAt: clock.now + 1e10 })
    .where('key', '=', 'DEMO_CLOCK')
    .execute()
  url = await server.server.listen(0, '127.0.0.1')
  const playing = await server.server.simulator()
  if (!playing) throw new Error('the demo has no day')
  simulator = playing
  const passwordHash = await hashPassword(PASSWORD, TEST_COST)
  await db().updateTable('users').set({ passwordHash }).execute()
}, 120_000)
afterEach(() => clients.closeAll())
afterAll(() => server.server.close())

/** Goes on with the demo's day. */
async function play(minutes: number, stepMs = 15_000): Promise<{ done: number; refused: number }> {
  const sum = { done: 0, refused: 0 }
  for (let left = minutes * MINUTE; left > 0; left -= stepMs) {
    clock.now += stepMs
    const stepped = await simulator.step()
    sum.done += stepped?.done ?? 0
    sum.refused += stepped?.refused ?? 0
  }
  return sum
}

const count = async (table: 'activitySessions' | 'interviewRecords' | 'tickets' | 'messages') =>
  Number(
    (
      await db()
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('D051 within 30 minutes people come, switch, complete interviews and raise a ticket, and the live panel is told', async () => {
  const supervisor = await signIn(server, PRIYA.userName)
  const panel = await clients.open(server, `${url}${livePanelHub.path}`, supervisor, ['LivePanelDataChange'])
  const from = clock.now
  const before = { calls: await count('interviewRecords'), tickets: await count('tickets') }
  const sum = await play(32)
  const sessions = await db()
    .selectFrom('activitySessions')
    .where('startedAt', '>', from)
    .select(['userID', 'activity'])
    .execute()
  // The late people have come, and others have changed over.
  expect(sessions.filter(({ activity }) => activity === 'PROJECT BRIEF').length).toBeGreaterThan(3)
  expect(sessions.length).toBeGreaterThan(12)
  expect(await count('interviewRecords')).toBeGreaterThan(before.calls + 20)
  const completes = await db()
    .selectFrom('interviewRecords')
    .where('importedAt', '>', from)
    .where('outcome', '=', 'COMPLETE')
    .select(['id', 'quotaCellID'])
    .execute()
  expect(completes.length).toBeGreaterThan(1)
  expect(completes.every(({ quotaCellID }) => quotaCellID !== null)).toBe(true)
  expect(await count('tickets')).toBeGreaterThan(before.tickets)
  expect(sum.refused).toBeLessThan(sum.done / 10)
  await expect.poll(() => panel.heard.length).toBeGreaterThan(0)
})

/** An interviewer of the demo who works now. */
async function somebodyAtWork(): Promise<{ userID: number; userName: string }> {
  return db()
    .selectFrom('activitySessions as a')
    .innerJoin('users as u', 'u.id', 'a.userID')
    .innerJoin('shifts as s', (join) => join.onRef('s.userID', '=', 'u.id').on('s.state', '=', 'LIVE'))
    .where('a.endedAt', 'is', null)
    .where('a.activity', '=', 'AVAILABLE')
    .where('s.end', '>', clock.now + 90 * MINUTE)
    .orderBy('u.id')
    .select(['u.id as userID', 'u.userName'])
    .executeTakeFirstOrThrow()
}

test('D052 whoever signs in is left alone until 10 minutes after their last window closed', async () => {
  const { userID, userName } = await somebodyAtWork()
  const bearer = await signIn(server, userName)
  const window = await clients.open(server, `${url}${mainHub.path}`, bearer, [])
  const own = async () => ({
    sessions: await db().selectFrom('activitySessions').where('userID', '=', userID).select('id').execute(),
    calls: await db().selectFrom('interviewRecords').where('userID', '=', userID).select('id').execute(),
    wrote: await db().selectFrom('messages').where('userID', '=', userID).select('id').execute(),
    tickets: await db().selectFrom('tickets').where('raisedBy', '=', userID).select('id').execute(),
  })
  const before = await own()
  await play(40)
  expect(await own()).toEqual(before)
  await window.client.stop()
  await expect.poll(() => server.server.hubServer.connectionCount).toBe(0)
  await play(9.5)
  expect(await own()).toEqual(before)
  await play(30)
  expect((await own()).calls.length).toBeGreaterThan(before.calls.length)
})

test('D053 somebody of the demo answers within 20 to 90 seconds, and otherwise nobody writes more often', async () => {
  // The people of the day come with its first steps.
  await play(2)
  const tom = await signIn(server, TOM.userName)
  const priya = personCalled('Carys Evans')
  const [one, other] = [TOM.id, priya.id]
  const opened = await db()
    .insertInto('threads')
    .values({
      ...{ id: 99_001, type: 'THREAD', source: 'MESSAGE', sourceID: 99_001, label: `${one} ${other}` },
      ...{ displayLabel: '', displayGroupLabel: '', isGroup: 0, parentID: null, status: '', priority: '' },
      ...{ createdAt: clock.now, lastMessageID: null, lastMessageTime: null },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('threadMembers')
    .values(
      [one, other].map((userID) => ({
        ...{ threadID: opened.id, userID, isAdmin: 0, isArchived: 0, pinnedAt: null },
        ...{ lastReadMessageID: 0, lastReadAt: clock.now },
      })) as never,
    )
    .execute()
  const from = clock.now + 1
  clock.now += 1
  const sent = await post(
    server,
    '/api/communication/chat/send-message-to-thread',
    { threadID: opened.id, message: 'Are you in tomorrow?' },
    tom,
  )
  expect(sent.status).toBe(200)
  const said = () =>
    db()
      .selectFrom('messages')
      .where('entryTime', '>=', from)
      .where('userID', '<>', TOM.id)
      .where('userID', '>', 0)
      .orderBy('id')
      .select(['userID', 'threadID', 'entryTime'])
      .execute()
  await play(0.3, 2000)
  expect(await said()).toEqual([])
  await play(12, 5000)
  const all = await said()
  const [answer] = all.filter(({ threadID }) => threadID === opened.id)
  expect(answer?.userID).toBe(other)
  expect((answer?.entryTime ?? 0) - from).toBeGreaterThanOrEqual(20_000)
  expect((answer?.entryTime ?? 0) - from).toBeLessThanOrEqual(90_000)
  expect(all.length).toBeGreaterThan(1)
  for (const [place, one] of all.entries())
    if (place > 0) expect(one.entryTime - (all[place - 1]?.entryTime ?? 0)).toBeGreaterThanOrEqual(90_000)
})

test('D056 the demo’s day is paused and set to 1, 5 or 20 by whoever edits settings, audited, and stands still while paused', async () => {
  const tom = await signIn(server, TOM.userName)
  const state = said(await post(server, demo.demoClock.path, {}, tom))
  expect(state).toMatchObject({ status: 200, body: { speed: 1, scene: null } })
  const { people } = demo.demoClock.response.parse(state.body)
  expect(people).toBeGreaterThan(5)
  for (const speed of [20, 5, 1, 0]) {
    const set = said(await post(server, demo.setDemoClock.path, { speed }, tom))
    expect(set).toMatchObject({ status: 200, body: { speed } })
  }
  const calls = await count('interviewRecords')
  expect(await play(5)).toEqual({ done: 0, refused: 0 })
  expect(await count('interviewRecords')).toBe(calls)
  for (const speed of [2, -1, 21, '5', null])
    expect((await post(server, demo.setDemoClock.path, { speed }, tom)).status).toBe(400)
  const audits = await db()
    .selectFrom('audit')
    .where('action', '=', 'DEMO_CLOCK_SET')
    .orderBy('id')
    .select(['actorID', 'changes'])
    .execute()
  expect(audits.map(({ changes }) => JSON.parse(changes))).toEqual([
    [{ field: 'speed', before: 1, after: 20 }],
    [{ field: 'speed', before: 20, after: 5 }],
    [{ field: 'speed', before: 5, after: 1 }],
    [{ field: 'speed', before: 1, after: 0 }],
  ])
  expect(audits.every(({ actorID }) => actorID === TOM.id)).toBe(true)
  const jamie = await signIn(server, personCalled('Jamie Whitfield').userName)
  for (const call of [demo.demoClock, demo.setDemoClock, demo.setDemoScene])
    expect((await post(server, call.path, { speed: 1, name: 'QUOTA_FILLS' }, jamie)).status).toBe(403)
  await post(server, demo.setDemoClock.path, { speed: 1 }, tom)
})

test('D057 a dialler outage comes to excessive system issues within 2 minutes, and ‘End scene’ ends it', async () => {
  const tom = await signIn(server, TOM.userName)
  const kerry = await signIn(server, personCalled('Kerry Blackwood').userName)
  const window = await clients.open(server, `${url}${mainHub.path}`, kerry, ['excessiveSystemIssuesFlag'])
  const set = said(await post(server, demo.setDemoScene.path, { name: 'DIALLER_OUTAGE' }, tom))
  expect(set).toMatchObject({ status: 200, body: { scene: { name: 'DIALLER_OUTAGE', by: TOM.name } } })
  const stopped = () =>
    db()
      .selectFrom('activitySessions as a')
      .innerJoin('systemIssues as s', 's.sessionID', 'a.id')
      .innerJoin('tickets as t', 't.id', 's.ticketID')
      .where('a.endedAt', 'is', null)
      .where('a.activity', '=', 'SYSTEM ISSUES')
      .where('t.resolvedAt', 'is', null)
      .select('a.userID')
      .distinct()
      .execute()
  await play(2)
  expect((await stopped()).length).toBeGreaterThanOrEqual(5)
  await expect.poll(() => window.heard.at(-1)).toEqual(['excessiveSystemIssuesFlag', true])
  await post(server, demo.setDemoScene.path, { end: true }, tom)
  await play(1)
  expect((await stopped()).length).toBeLessThan(3)
  await expect.poll(() => window.heard.at(-1)).toEqual(['excessiveSystemIssuesFlag', false])
  const state = demo.demoClock.response.parse(said(await post(server, demo.demoClock.path, {}, tom)).body)
  expect(state.scene).toBeNull()
  await window.client.stop()
})

test('a quota fills, appointments become overdue and are moved when the scene ends, by itself after 20 minutes', async () => {
  const tom = await signIn(server, TOM.userName)
  const full = async () =>
    [...(await wantedCells(db())).values()].flat().filter(({ left }) => left === 0).length
  const before = await full()
  await post(server, demo.setDemoScene.path, { name: 'QUOTA_FILLS' }, tom)
  await play(0.5)
  expect(await full()).toBeGreaterThan(before)
  await post(server, demo.setDemoScene.path, { name: 'APPOINTMENTS_AT_RISK' }, tom)
  await play(0.5)
  const overdue = () =>
    db()
      .selectFrom('interviewRecords')
      .where('outcome', '=', 'APPOINTMENT')
      .where('appointmentTime', '<', clock.now - 11 * MINUTE)
      .where('appointmentTime', '>', clock.now - 18 * MINUTE)
      .where('start', '<', clock.now - 120 * MINUTE)
      .select('id')
      .execute()
  const ids = (await overdue()).map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(3)
  await play(20.5)
  const state = demo.demoClock.response.parse(said(await post(server, demo.demoClock.path, {}, tom)).body)
  expect(state.scene).toBeNull()
  const moved = await db()
    .selectFrom('interviewRecords')
    .where('id', 'in', ids)
    .where('appointmentTime', '>', clock.now)
    .select('id')
    .execute()
  expect(moved.length).toBeGreaterThanOrEqual(3)
})

test('in a busy evening the slots of the coming evenings are taken', async () => {
  const tom = await signIn(server, TOM.userName)
  const taken = async () =>
    Number(
      (
        await db()
          .selectFrom('shifts')
          .where('source', 'in', ['WINDOW', 'CAMPAIGN'])
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await taken()
  await post(server, demo.setDemoScene.path, { name: 'BUSY_EVENING' }, tom)
  await play(4)
  expect(await taken()).toBeGreaterThan(before)
  await post(server, demo.setDemoScene.path, { end: true }, tom)
})

/** What holds of the demo's weeks (spec 4 §3.1), from a moment on. */
async function requireRules(from: number): Promise<{ sessions: number; calls: number; last: number }> {
  const sessions = await db()
    .selectFrom('activitySessions')
    .where('startedAt', '>', from - 86_400_000)
    .orderBy('userID')
    .orderBy('startedAt')
    .select(['userID', 'activity', 'projectID', 'startedAt', 'endedAt'])
    .execute()
  const overlaps = sessions.filter(({ userID, startedAt }, place) => {
    const before = sessions[place - 1]
    return before?.userID === userID && (before.endedAt ?? Number.POSITIVE_INFINITY) > startedAt
  })
  expect(overlaps).toEqual([])
  const calls = await db()
    .selectFrom('interviewRecords')
    .where('start', '>', from)
    .where('userID', 'is not', null)
    .select(['userID', 'projectID', 'start', 'end', 'outcome', 'quotaCellID'])
    .execute()
  const of = Map.groupBy(sessions, ({ userID }) => userID)
  const astray = calls.filter(
    ({ userID, projectID, start, end }) =>
      !of
        .get(userID ?? 0)
        ?.some(
          (one) =>
            one.activity === 'AVAILABLE' &&
            one.projectID === projectID &&
            one.startedAt <= start &&
            end <= (one.endedAt ?? clock.now),
        ),
  )
  expect(astray).toEqual([])
  const untimely = calls.filter(({ projectID, start }) => !isCallable(demoProject(projectID).hours, start))
  expect(untimely).toEqual([])
  expect(calls.filter(({ outcome, quotaCellID }) => outcome === 'COMPLETE' && quotaCellID === null)).toEqual(
    [],
  )
  const cells = await wantedCells(db())
  for (const [id, own] of cells)
    if (demoProject(id).status === 'LIVE')
      expect(Math.min(...own.map(({ left }) => left))).toBeGreaterThanOrEqual(0)
  const last = Math.max(...calls.map(({ end }) => end))
  return { sessions: sessions.filter(({ startedAt }) => startedAt > from).length, calls: calls.length, last }
}

test('D055 a step that comes 10 minutes late is a step; what is missed for longer is filled in, unless the day is paused', async () => {
  await play(0.25)
  const stepped = clock.now
  clock.now = stepped + 10 * MINUTE
  expect(await simulator.catchUp()).toBe(false)
  clock.now += 1
  await simulator.setSpeed({ userID: TOM.id, displayName: TOM.name }, 0)
  expect(await simulator.catchUp()).toBe(false)
  await simulator.setSpeed({ userID: TOM.id, displayName: TOM.name }, 1)
  const filled = () =>
    db().selectFrom('audit').where('action', '=', 'DEMO_FILLED').select('changes').orderBy('id').execute()
  const before = (await filled()).length
  // The next step does it, and goes on from there.
  expect(await simulator.step()).toEqual({ done: 0, refused: 0 })
  const all = await filled()
  expect(all).toHaveLength(before + 1)
  expect(all.at(-1)?.changes).toContain(new Date(stepped).toISOString())
  expect(await simulator.catchUp()).toBe(false)
})

test('D055 a stop of three days is filled in at the start by the same rules, once, and nobody is a no-show for it', async () => {
  const stopped = clock.now
  clock.now = momentOfField('2026-11-29T18:20')
  expect(await simulator.catchUp()).toBe(true)
  expect(await simulator.catchUp()).toBe(false)
  const { sessions, calls, last } = await requireRules(stopped)
  expect(sessions).toBeGreaterThan(500)
  expect(calls).toBeGreaterThan(1500)
  expect(clock.now - last).toBeLessThan(20 * MINUTE)
  const shifts = await db()
    .selectFrom('shifts')
    .where('start', '>', stopped)
    .where('end', '<', clock.now)
    .select('state')
    .execute()
  const count = (state: string) => shifts.filter((shift) => shift.state === state).length
  expect(count('COMPLETED')).toBeGreaterThan(50)
  expect(count('NO_SHOW')).toBeLessThan(4)
  expect(count('PUBLISHED')).toBe(0)
  // Somebody works now, and the day goes on.
  const open = await db()
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .where('activity', '<>', 'INACTIVE')
    .select('userID')
    .execute()
  expect(open.length).toBeGreaterThanOrEqual(3)
  await play(5)
  await requireRules(stopped)
})

test('D055 of a stop of a month the last 14 days are filled in, and the coming weeks are planned', async () => {
  const stopped = clock.now
  clock.now = momentOfField('2026-12-29T11:30')
  expect(await simulator.catchUp()).toBe(true)
  const { calls } = await requireRules(stopped)
  expect(calls).toBeGreaterThan(5000)
  const { first } = await db()
    .selectFrom('interviewRecords')
    .where('start', '>', stopped)
    .select((eb) => eb.fn.min('start').as('first'))
    .executeTakeFirstOrThrow()
  expect(Number(first)).toBeGreaterThan(clock.now - 14 * 86_400_000 - 1)
  const coming = await db()
    .selectFrom('shifts')
    .where('start', '>', clock.now)
    .where('state', 'in', ['PUBLISHED', 'DRAFT'])
    .select('start')
    .execute()
  expect(Math.max(...coming.map(({ start }) => start))).toBeGreaterThan(clock.now + 26 * 86_400_000)
})

test('D058 once its demo data are deleted the demo stands still, and its calls answer 404', async () => {
  const tom = await signIn(server, TOM.userName)
  expect(await server.server.simulator()).not.toBeNull()
  await db()
    .updateTable('settings')
    .set({ name: 'seedVersion.gone' })
    .where('name', '=', 'seedVersion')
    .execute()
  const calls = await count('interviewRecords')
  await play(3)
  expect(await count('interviewRecords')).toBe(calls)
  expect(await server.server.simulator()).toBeNull()
  for (const [path, payload] of [
    [demo.demoClock.path, {}],
    [demo.setDemoClock.path, { speed: 1 }],
    [demo.setDemoScene.path, { name: 'RAIL_STRIKE' }],
  ] as const)
    expect((await post(server, path, payload, tom)).status).toBe(404)
  await db()
    .updateTable('settings')
    .set({ name: 'seedVersion' })
    .where('name', '=', 'seedVersion.gone')
    .execute()
})

test('D058 a company of its own has no demo clock: no service, and 404', async () => {
  const own = await startTestServer()
  await addPerson(own, { userName: 'ada', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  const ada = await signIn(own, 'ada')
  expect((await post(own, demo.demoClock.path, {}, ada)).status).toBe(404)
  expect((await post(own, demo.setDemoClock.path, { speed: 1 }, ada)).status).toBe(404)
  expect((await post(own, demo.setDemoScene.path, { end: true }, ada)).status).toBe(404)
  // Pages with rates ask this of every company; a refusal would be an error in each of their consoles.
  const speed = await post(own, demo.demoSpeed.path, {}, ada)
  expect([speed.status, JSON.parse(speed.body)]).toEqual([200, { speed: 1 }])
  const services = await own.server.db.selectFrom('backgroundServices').select('key').execute()
  expect(services.map(({ key }) => key)).not.toContain('DEMO_CLOCK')
  await own.server.close()
})
