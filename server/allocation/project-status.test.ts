import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AdvisoryProject, AdvisoryRow } from '#shared/contract/advisory.ts'
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
import { completeFields } from './project-status.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RAIL = 31
const BUS = 32
type Bearer = { authorization: string }

let server: TestServer
let eve: Bearer
let annID: number
let bobID: number
let sueID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, {
    ...{ userName: 'eve', displayName: 'Eve Edge' },
    permissions: [
      'IRESOURCE_CAN_SEE_PROJECT_ADVISORY',
      'PROJECTS_CAN_EDIT_ALL',
      'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
      'ADMIN_CAN_EDIT_SETTINGS',
    ],
  })
  await addPerson(server, { userName: 'pat', permissions: ['IRESOURCE_CAN_SEE_PROJECT_ADVISORY'] })
  sueID = await addPerson(server, { userName: 'sue', displayName: 'Sue Lead' })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['CAN_INTERVIEW'] })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: ['CAN_INTERVIEW'] })
  await db.updateTable('users').set({ managerID: sueID }).where('id', '=', annID).execute()
  await addProject(db, RAIL, 'Rail')
  await addProject(db, BUS, 'Bus')
  await db
    .updateTable('projects')
    .set({ status: 'LIVE', targetCompletes: 3, start: '2026-05-01', end: '2026-05-10' })
    .where('id', 'in', [RAIL, BUS])
    .execute()
  eve = await signIn(server, 'eve')
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const iso = (at: number) => new Date(at).toISOString()
const move = async (status: string, as = eve, projectID = RAIL) =>
  said(await post(server, '/api/iresearch/projects/status', { projectID, status }, as))
const panel = async () =>
  (await said(await post(server, '/api/resource/advisory/project', { projectID: RAIL }, eve)))
    .body as AdvisoryProject
const shown = async () => {
  const { body } = await said(await post(server, '/api/resource/advisory', {}, eve))
  return (body as { rows: AdvisoryRow[] }).rows.map(({ name, status }) => `${name} ${status}`)
}
const complete = () => completeFields(server.server.db, server.clock.now)
const statusOf = async (id = RAIL) =>
  (await server.server.db.selectFrom('projects').where('id', '=', id).select('status').executeTakeFirst())
    ?.status

async function allocate(
  userID: number,
  [from, to]: readonly [number, number],
  { projectID = RAIL, state = 'PUBLISHED' as 'PUBLISHED' | 'PLANNED' | 'LIVE' | 'DONE' } = {},
) {
  const { id } = await server.server.db
    .insertInto('allocations')
    .values({
      ...{ userID, projectID, start: NOON + from * HOUR, end: NOON + to * HOUR },
      ...{ source: 'PLAN', state, createdBy: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function allocation(id: number) {
  const row = await server.server.db
    .selectFrom('allocations')
    .where('id', '=', id)
    .select(['state', 'start', 'end'])
    .executeTakeFirst()
  return row && `${row.state} ${(row.start - NOON) / HOUR} ${(row.end - NOON) / HOUR}`
}
const told = async (userID: number) =>
  (
    await server.server.db
      .selectFrom('notifications')
      .where('userID', '=', userID)
      .orderBy('id')
      .select(['subject', 'body'])
      .execute()
  ).map(({ subject, body }) => `${subject}: ${body}`)
const record = (outcome: string, more: object = {}) =>
  server.server.db
    .insertInto('interviewRecords')
    .values({
      ...{ projectID: RAIL, userID: annID, start: NOON - DAY, end: NOON - DAY, duration: 60 },
      ...{ outcome, quotaCellID: null, appointmentTime: null, respondentRef: '', source: 'MANUAL' },
      ...{ sourceCallID: null, importID: null, importedAt: null, ...more },
    } as never)
    .execute()

test('leaving LIVE ends the project’s allocations from then, and tells their people and who leads them', async () => {
  const past = await allocate(annID, [-5, -2], { state: 'DONE' })
  const going = await allocate(annID, [-1, 2], { state: 'LIVE' })
  const later = await allocate(annID, [24, 28])
  const draft = await allocate(bobID, [24, 28], { state: 'PLANNED' })
  const elsewhere = await allocate(bobID, [1, 3], { projectID: BUS })
  expect((await panel()).allocated).toEqual({
    ...{ count: 3, people: 2 },
    next: [
      { name: 'Ann Ash', start: iso(NOON), end: iso(NOON + 2 * HOUR) },
      { name: 'Ann Ash', start: iso(NOON + 24 * HOUR), end: iso(NOON + 28 * HOUR) },
      { name: 'Bob', start: iso(NOON + 24 * HOUR), end: iso(NOON + 28 * HOUR) },
    ],
  })
  expect(await move('PAUSED')).toEqual({ status: 200, body: { ended: 3 } })
  expect(await allocation(past)).toBe('DONE -5 -2')
  expect(await allocation(going)).toBe('DONE -1 0')
  expect(await allocation(later)).toBe('CANCELLED 24 28')
  expect(await allocation(draft)).toBeUndefined()
  expect(await allocation(elsewhere)).toBe('PUBLISHED 1 3')
  expect(await statusOf()).toBe('PAUSED')
  expect(await statusOf(BUS)).toBe('LIVE')
  expect(await told(annID)).toEqual([
    'Rail is paused: By Eve Edge. What was planned for you on it has ended.',
  ])
  expect(await told(sueID)).toEqual(['Rail is paused: By Eve Edge.'])
  // A draft was nobody's yet.
  expect(await told(bobID)).toEqual([])
  expect((await panel()).allocated).toEqual({ count: 0, people: 0, next: [] })
})

test('who was to be on it isn’t any more', async () => {
  await addShift(server.server.db, {
    userID: annID,
    start: NOON - HOUR,
    end: NOON + 4 * HOUR,
    projectID: BUS,
  })
  await allocate(annID, [-1, 4], { state: 'LIVE' })
  const planned = async () => (await shiftFacts(server.server.db, annID, NOON)).scheduledProject
  expect(await planned()).toBe('Rail')
  await move('CANCELLED')
  expect(await planned()).toBe('Bus')
})

test('who has it in their plan of the next 14 days is told that it goes live', async () => {
  const { db } = server.server
  await db.updateTable('projects').set({ status: 'PLANNED' }).where('id', '=', RAIL).execute()
  const near = { start: NOON + 13 * DAY, end: NOON + 13 * DAY + 4 * HOUR, projectID: RAIL }
  await addShift(db, { ...near, userID: annID })
  await addShift(db, { ...near, start: NOON + 15 * DAY, end: NOON + 15 * DAY + HOUR, userID: bobID })
  expect((await panel()).moves).toEqual(['LIVE', 'CANCELLED'])
  expect(await move('LIVE')).toEqual({ status: 200, body: { ended: 0 } })
  expect(await told(annID)).toEqual(['Rail is live: By Eve Edge.'])
  expect(await told(sueID)).toEqual(['Rail is live: By Eve Edge.'])
  expect(await told(bobID)).toEqual([])
})

test.each([
  [{ targetCompletes: 0 }, 'a target'],
  [{ start: null }, 'a first day'],
  [{ end: null, targetCompletes: 0 }, 'a target, a last day'],
])('a project that lacks %o doesn’t go live', async (lacking, words) => {
  await server.server.db
    .updateTable('projects')
    .set({ status: 'PLANNED', ...lacking })
    .where('id', '=', RAIL)
    .execute()
  const refused = await move('LIVE')
  expect(refused).toMatchObject({ status: 400, body: { value: `Before it goes live: ${words}.` } })
  expect(await statusOf()).toBe('PLANNED')
})

test('only who may edit projects changes one, and only one that is there', async () => {
  expect(await move('PAUSED', await signIn(server, 'pat'))).toMatchObject({ status: 403 })
  expect(await move('PAUSED', eve, 999)).toMatchObject({ status: 404 })
  await server.server.db.updateTable('projects').set({ kind: 'INTERNAL' }).where('id', '=', RAIL).execute()
  expect(await move('PAUSED')).toMatchObject({ status: 404 })
  expect(await statusOf()).toBe('LIVE')
})

test('of two at once one is refused', async () => {
  const both = await Promise.all([move('PAUSED'), move('CANCELLED')])
  // Cancelled after the pause is a step of its own; paused after the cancelling isn't.
  const states = both.map(({ status }) => status)
  expect(states[1]).toBe(200)
  expect([200, 409]).toContain(states[0])
  expect(await statusOf()).toBe('CANCELLED')
})

test('B113 a project with open appointments isn’t closed', async () => {
  await server.server.db
    .updateTable('projects')
    .set({ status: 'FIELD_COMPLETE' })
    .where('id', '=', RAIL)
    .execute()
  await record('APPOINTMENT', { appointmentTime: NOON, respondentRef: 'A' })
  await record('APPOINTMENT', { appointmentTime: NOON + DAY, respondentRef: 'B' })
  await record('APPOINTMENT', { appointmentTime: NOON - 1, respondentRef: 'C' })
  await record('APPOINTMENT', { appointmentTime: NOON + DAY, respondentRef: 'D', projectID: BUS })
  const refused = async (value: string) =>
    expect(await move('CLOSED')).toMatchObject({ status: 400, body: { value } })
  await refused('2 appointments are open.')
  await record('REFUSAL', { start: NOON - HOUR, end: NOON - HOUR, respondentRef: 'A' })
  await refused('1 appointment is open.')
  expect(await shown()).toContain('Rail FIELD_COMPLETE')
  await record('COMPLETE', { start: NOON - HOUR, end: NOON - HOUR, respondentRef: 'B' })
  expect(await move('CLOSED')).toMatchObject({ status: 200 })
  expect(await shown()).toEqual(['Bus LIVE'])
})

test('a target that is reached ends the field work, not one interview before it', async () => {
  const going = await allocate(annID, [-1, 2], { state: 'LIVE' })
  await record('COMPLETE')
  await record('COMPLETE')
  await record('REFUSAL')
  await record('COMPLETE', { isVoid: 1 })
  await complete()
  expect(await statusOf()).toBe('LIVE')
  await record('COMPLETE')
  // Within a minute, by the service.
  const run = { key: 'SHIFT_UPKEEP' }
  expect(await post(server, '/api/admin/configuration/background-services/run', run, eve)).toMatchObject({
    status: 200,
  })
  await vi.waitFor(async () => expect(await statusOf()).toBe('FIELD_COMPLETE'))
  expect(await statusOf(BUS)).toBe('LIVE')
  expect(await allocation(going)).toBe('DONE -1 0')
  expect(await told(annID)).toEqual([
    'Rail has its field work done: What was planned for you on it has ended.',
  ])
  expect(await told(sueID)).toEqual(['Rail has its field work done: '])
})

test('its last day is one of its field work, the day after it isn’t', async () => {
  // 23:59 in London, in summer time.
  server.clock.now = Date.parse('2026-05-10T22:59:00Z')
  await complete()
  expect(await statusOf()).toBe('LIVE')
  server.clock.now += 60_000
  await complete()
  expect(await statusOf()).toBe('FIELD_COMPLETE')
  expect(await statusOf(BUS)).toBe('FIELD_COMPLETE')
})

test('all cells full end it; a suspended one isn’t waited for, and nothing is full where all are', async () => {
  const { db } = server.server
  const cell = async (label: string, target: number, isSuspended = 0) =>
    (
      await db
        .insertInto('quotaCells')
        .values({
          projectID: RAIL,
          label,
          labelKey: label.toLowerCase(),
          dimensions: '[]',
          target,
          isSuspended,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db.updateTable('projects').set({ targetCompletes: 100 }).where('id', '=', RAIL).execute()
  const north = await cell('North', 1)
  const south = await cell('South', 2)
  const wales = await cell('Wales', 5, 1)
  await record('COMPLETE', { quotaCellID: north })
  await record('COMPLETE', { quotaCellID: south })
  await complete()
  expect(await statusOf()).toBe('LIVE')
  await record('COMPLETE', { quotaCellID: south })
  await complete()
  expect(await statusOf()).toBe('FIELD_COMPLETE')
  await db.updateTable('projects').set({ status: 'LIVE' }).where('id', '=', RAIL).execute()
  await db
    .updateTable('quotaCells')
    .set({ isSuspended: 1 })
    .where('id', 'in', [north, south, wales])
    .execute()
  await complete()
  expect(await statusOf()).toBe('LIVE')
})

test('what is paused isn’t completed by itself', async () => {
  await move('PAUSED')
  for (let made = 0; made < 4; made++) await record('COMPLETE')
  await complete()
  expect(await statusOf()).toBe('PAUSED')
})
