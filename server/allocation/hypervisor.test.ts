import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { HypervisorColumn, HypervisorState } from '#shared/contract/hypervisor.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { shiftFacts } from '../activity/shift-now.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'

const WATCHER: readonly PermissionName[] = ['IRESOURCE_CAN_SEE_HYPERVISOR', 'IRESOURCE_CAN_ASSIGN']
const HOUR = 3_600_000
const MINUTE = 60_000
const RAIL = 31
const BUS = 32
type Bearer = { authorization: string }

let server: TestServer
let pat: Bearer
let force: Bearer
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, { userName: 'pat', displayName: 'Pat', permissions: WATCHER })
  await addPerson(server, {
    userName: 'fay',
    displayName: 'Fay',
    permissions: [...WATCHER, 'CAN_FORCE_MASTER_ACTIVITY', 'PROJECTS_CAN_BOOST'],
  })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['CAN_INTERVIEW'] })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: ['CAN_INTERVIEW'] })
  await addProject(db, RAIL, 'Rail')
  await addProject(db, BUS, 'Bus')
  await db
    .updateTable('projects')
    .set({
      status: 'LIVE',
      targetCompletes: 100,
      interviewsPerHour: 2,
      start: '2026-05-01',
      end: '2026-05-08',
    })
    .where('id', 'in', [RAIL, BUS])
    .execute()
  for (const userID of [annID, bobID])
    await addShift(db, { userID, start: NOON - 2 * HOUR, end: NOON + 4 * HOUR, projectID: RAIL })
  pat = await signIn(server, 'pat')
  force = await signIn(server, 'fay')
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const iso = (at: number) => new Date(at).toISOString()
const ask = async (name: string, payload: object = {}, as = pat) =>
  said(await post(server, `/api/resource/hypervisor/${name}`, payload, as))
const state = async () => (await ask('state')).body as HypervisorState
const column = async (id: number) => (await state()).projects.find((one) => one.id === id) as HypervisorColumn
const refused = (value: string, status = 400) => ({ status, body: { value } })
const isOn = (userID: number, projectID: number | null, more: object = {}) =>
  server.server.db
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity: 'AVAILABLE', project: projectID === BUS ? 'Bus' : 'Rail', projectID },
      ...{ category: null, startedAt: NOON - HOUR, startedBy: userID, endedAt: null, endedBy: null },
      ...more,
    } as never)
    .execute()
const record = (more: object) =>
  server.server.db
    .insertInto('interviewRecords')
    .values({
      ...{ projectID: RAIL, userID: annID, start: NOON - HOUR, end: NOON - HOUR + MINUTE, duration: 60 },
      ...{ outcome: 'COMPLETE', quotaCellID: null, appointmentTime: null, respondentRef: '' },
      ...{ source: 'MANUAL', sourceCallID: null, importID: null, importedAt: null },
      ...more,
    } as never)
    .execute()
const allocations = async () =>
  (
    await server.server.db
      .selectFrom('allocations')
      .where('state', '<>', 'CANCELLED')
      .orderBy('start')
      .orderBy('id')
      .selectAll()
      .execute()
  ).map(
    ({ userID, projectID, start, end, source, state }) =>
      `${userID === annID ? 'Ann' : 'Bob'} ${projectID} ${iso(start).slice(11, 16)}-${iso(end).slice(11, 16)} ${source} ${state}`,
  )
const open = (userID: number) =>
  server.server.db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .select(['activity', 'project', 'startedBy'])
    .executeTakeFirst()

test('D156 a move allocates from now to the end of the shift, and the person’s scheduledProject follows', async () => {
  server.clock.now = NOON + 7 * MINUTE
  expect((await ask('move', { userID: annID, projectID: BUS })).status).toBe(200)
  expect(await allocations()).toEqual([`Ann ${BUS} 12:07-16:00 HYPERVISOR PUBLISHED`])
  expect((await shiftFacts(server.server.db, annID, server.clock.now)).scheduledProject).toBe('Bus')
  // Back again: what was ends, and doesn't stand beside it.
  server.clock.now = NOON + HOUR
  await ask('move', { userID: annID, projectID: RAIL })
  expect(await allocations()).toEqual([
    `Ann ${BUS} 12:07-13:00 HYPERVISOR DONE`,
    `Ann ${RAIL} 13:00-16:00 HYPERVISOR PUBLISHED`,
  ])
  const told = await server.server.db
    .selectFrom('notifications')
    .where('userID', '=', annID)
    .orderBy('id')
    .select('subject')
    .execute()
  expect(told.map(({ subject }) => subject)).toEqual([
    'You are planned on Bus now',
    'You are planned on Rail now',
  ])
})

test('a move ends with the calling hours, and what was planned after it stays', async () => {
  const { db } = server.server
  await db
    .updateTable('projects')
    .set({ callingHours: JSON.stringify([{ weekday: 1, from: '09:00', to: '15:00' }]) })
    .where('id', '=', BUS)
    .execute()
  await db
    .insertInto('allocations')
    .values({
      ...{ userID: annID, projectID: RAIL, start: NOON - 2 * HOUR, end: NOON + 4 * HOUR },
      ...{ source: 'PLAN', state: 'PUBLISHED' },
    })
    .execute()
  await ask('move', { userID: annID, projectID: BUS })
  // 15:00 in London is 14:00 UTC.
  expect(await allocations()).toEqual([
    `Ann ${RAIL} 10:00-12:00 PLAN DONE`,
    `Ann ${BUS} 12:00-14:00 HYPERVISOR PUBLISHED`,
    `Ann ${RAIL} 14:00-16:00 PLAN PUBLISHED`,
  ])
})

test('D153 moves are refused as allocations are; nobody is moved by who may only look', async () => {
  const { db } = server.server
  const set = (values: object) => db.updateTable('projects').set(values).where('id', '=', BUS).execute()
  const move = (userID = annID) => ask('move', { userID, projectID: BUS })
  await set({ maximumPeople: 1 })
  expect((await move(bobID)).status).toBe(200)
  expect(await move()).toEqual(refused('Bus has its maximum of 1 person.'))
  await set({
    maximumPeople: null,
    callingHours: JSON.stringify([{ weekday: 2, from: '09:00', to: '15:00' }]),
  })
  expect(await move()).toEqual(refused('Outside the calling hours of Bus.'))
  await set({ callingHours: '[]', status: 'PAUSED' })
  expect(await move()).toEqual(refused('Bus is not live.'))
  server.clock.now = NOON + 5 * HOUR
  await set({ status: 'LIVE' })
  expect(await move()).toEqual(refused('Ann Ash is not on shift then.'))
  expect((await move(9999)).status).toBe(404)
  await addPerson(server, { userName: 'looks', permissions: ['IRESOURCE_CAN_SEE_HYPERVISOR'] })
  const looks = await signIn(server, 'looks')
  expect((await ask('move', { userID: annID, projectID: BUS }, looks)).status).toBe(403)
})

test('D156 ‘Switch now’ sets the activity’s project, after a call where one goes on', async () => {
  const { db } = server.server
  await isOn(annID, RAIL)
  await isOn(bobID, RAIL)
  const now = (userID: number, more: object = {}) =>
    ask('move', { userID, projectID: BUS, switchNow: true, ...more }, force)
  expect(await ask('move', { userID: annID, projectID: BUS, switchNow: true })).toMatchObject({ status: 403 })
  expect(await open(annID)).toMatchObject({ project: 'Rail' })
  expect((await now(annID)).status).toBe(200)
  expect(await open(annID)).toMatchObject({ activity: 'AVAILABLE', project: 'Bus' })
  await db
    .insertInto('diallerStatuses')
    .values({ userID: bobID, status: 'ON_CALL', since: NOON - MINUTE, asOf: NOON, project: 'Rail' } as never)
    .execute()
  await now(bobID)
  expect(await open(bobID)).toMatchObject({ project: 'Rail' })
  expect(await db.selectFrom('waitingSwitches').select(['userID', 'project']).execute()).toEqual([
    { userID: bobID, project: 'Bus' },
  ])
  await now(bobID, { afterCall: false })
  expect(await open(bobID)).toMatchObject({ project: 'Bus' })
  // Without it nobody's activity is touched.
  await ask('move', { userID: annID, projectID: RAIL })
  expect(await open(annID)).toMatchObject({ project: 'Bus' })
})

test('the columns count who is planned, on it, elsewhere, absent and waiting, and what comes of the day', async () => {
  await isOn(annID, BUS)
  await record({})
  await record({ outcome: 'ABANDONED', userID: null })
  await record({ outcome: 'REFUSAL' })
  await record({ outcome: 'NO_ANSWER', start: NOON - 30 * HOUR })
  await server.server.db
    .insertInto('quotaCells')
    .values([
      { projectID: RAIL, label: 'North', labelKey: 'north', dimensions: '[]', target: 3 },
      { projectID: RAIL, label: 'South', labelKey: 'south', dimensions: '[]', target: 4 },
    ])
    .execute()
  const rail = await column(RAIL)
  expect(rail).toMatchObject({ planned: 2, onIt: 0, elsewhere: 1, absent: 1, completesToday: 1 })
  expect(rail.nearlyFull).toEqual([{ label: 'North', remaining: 3 }])
  // One of those without anybody, of it and two contacts.
  expect(rail.abandonedRate).toBeCloseTo(1 / 3)
  // Two people for 4 hours, at 2 an hour.
  expect(rail).toMatchObject({ hoursLeftToday: 8, forecastToday: 17 })
  expect(await column(BUS)).toMatchObject({ planned: 0, onIt: 1, waiting: 1, abandonedRate: null })
})

test('who is AVAILABLE waits from more than 5 minutes without a call', async () => {
  await isOn(annID, RAIL)
  await record({ start: NOON - 6 * MINUTE, end: NOON - 5 * MINUTE })
  expect((await column(RAIL)).waiting).toBe(0)
  server.clock.now = NOON + 1
  expect((await column(RAIL)).waiting).toBe(1)
})

test('a project is boosted until a time, a day ahead at most, by who may', async () => {
  const boost = (until: string | null, as = force) => ask('boost', { projectID: RAIL, until }, as)
  expect((await boost(iso(NOON + HOUR), pat)).status).toBe(403)
  expect(await boost(iso(NOON))).toEqual(refused('This is in the past.'))
  expect(await boost(iso(NOON + 24 * HOUR + 1))).toEqual(
    refused('A project is boosted for 24 hours at most.'),
  )
  expect((await boost(iso(NOON + 24 * HOUR))).status).toBe(200)
  expect((await column(RAIL)).boostedUntil).toBe(iso(NOON + 24 * HOUR))
  await boost(null)
  expect((await column(RAIL)).boostedUntil).toBeNull()
  expect((await ask('boost', { projectID: 9999, until: null }, force)).status).toBe(404)
})
