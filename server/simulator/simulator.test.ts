import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as demo from '#shared/contract/demo-clock.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { hashPassword } from '../auth/passwords.ts'
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

test('D058 once its demo data are deleted the demo stands still, and its calls answer 404', async () => {
  const tom = await signIn(server, TOM.userName)
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
  const services = await own.server.db.selectFrom('backgroundServices').select('key').execute()
  expect(services.map(({ key }) => key)).not.toContain('DEMO_CLOCK')
  await own.server.close()
})
