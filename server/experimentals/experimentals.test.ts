import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Experimental } from '#shared/contract/experimentals.ts'
import { shareOf } from '#shared/domain/experimentals.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { endExperimentals } from './experimentals.ts'

const KEY = 'calendar.weekNumbers'

let server: TestServer
let annID: number
let bobID: number
let ann: { authorization: string }
let bob: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    permissions: ['ADMIN_CAN_EDIT_SETTINGS'],
  })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob Birch' })
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/experimentals/${name}`, payload, as))
const mine = async (as = bob) => {
  const { body } = said(await post(server, '/api/experimentals/mine', {}, as))
  return (body as { keys: string[] }).keys
}
async function listed() {
  const { experimentals, ...rest } = (await ask('list')).body as {
    experimentals: Experimental[]
    people: number
  }
  const one = experimentals.find(({ key }) => key === KEY)
  if (!one) throw new Error('It is not listed')
  return { ...one, ...rest, people: one.people }
}
const WHOLE = {
  ...{ key: KEY, state: 'TARGETED', people: [], roles: [], areas: [] },
  ...{ percent: 0, endsOn: null, ownerID: null },
}
async function save(values: object) {
  const { version } = await listed()
  return ask('save', { ...WHOLE, version, ...values })
}
const why = async (userID: number) => (await ask('why', { key: KEY, userID })).body

test('A128 nobody has it until it is switched on: for a person, a role, an area and those in it, a share, or all', async () => {
  const { db } = server.server
  const area = (name: string, parentID: number | null) =>
    db.insertInto('areas').values({ name, code: name, parentID }).returning('id').executeTakeFirstOrThrow()
  const north = await area('North', null)
  const leeds = await area('Leeds', north.id)
  const { id: roleID } = await db
    .insertInto('roles')
    .values({
      ...{ version: 1, name: 'Tester', nameKey: 'tester', description: '', defaultUserTypes: '[]' },
      ...{ builtIn: null, offered: '[]', changedBy: null, changedAt: NOON },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect([await mine(), await listed()]).toMatchObject([
    [],
    { state: 'OFF', version: 0, has: 0, changedBy: null },
  ])
  const share = shareOf(KEY, bobID)

  expect(await save({ people: [bobID], ownerID: annID })).toMatchObject({ status: 200 })
  expect([await mine(bob), await mine(ann)]).toEqual([[KEY], []])
  expect(await listed()).toMatchObject({
    ...{ people: [{ id: bobID, name: 'Bob Birch' }], owner: { id: annID, name: 'Ann Ash' } },
    ...{ has: 1, changedBy: 'Ann Ash', changedAt: new Date(NOON).toISOString() },
  })
  expect(await why(bobID)).toMatchObject({ why: 'PERSON', displayName: 'Bob Birch' })

  await save({ roles: [roleID] })
  expect(await mine()).toEqual([])
  await db
    .insertInto('userRoles')
    .values({ userID: bobID, roleID, source: 'HAND', since: NOON, givenBy: null })
    .execute()
  expect([await mine(), await why(bobID)]).toMatchObject([[KEY], { why: 'ROLE', by: expect.any(String) }])

  await save({ areas: [north.id] })
  expect(await mine()).toEqual([])
  await db.updateTable('users').set({ areaID: leeds.id }).where('id', '=', bobID).execute()
  expect([await mine(), await why(bobID)]).toMatchObject([[KEY], { why: 'AREA', by: 'North' }])

  await save({ percent: share })
  expect([await mine(), await why(bobID)]).toMatchObject([[], { why: 'NOT_CHOSEN', share, percent: share }])
  await save({ percent: share + 1 })
  expect([await mine(), await why(bobID)]).toMatchObject([[KEY], { why: 'PERCENT' }])
  // Raised, and kept.
  await save({ percent: 100 })
  expect([await mine(bob), await mine(ann)]).toEqual([[KEY], [KEY]])
  await save({ state: 'ON' })
  expect([await mine(ann), await why(annID)]).toMatchObject([[KEY], { why: 'ON' }])
})

test('A128 open windows hear of a change, and ‘Off for everybody’ takes it from all, whatever was seen', async () => {
  const url = await server.server.listen(0, '127.0.0.1')
  const clients = createLiveClients()
  try {
    const window = await clients.open(server, `${url}${mainHub.path}`, bob, ['experimentalsChanged'])
    await save({ people: [bobID] })
    await vi.waitFor(() => expect(window.heard).toHaveLength(1))
    expect(await mine()).toEqual([KEY])
    expect(await ask('off', { key: KEY })).toEqual({ status: 200, body: { done: true } })
    await vi.waitFor(() => expect(window.heard).toHaveLength(2))
    expect([await mine(), await why(bobID)]).toMatchObject([[], { why: 'OFF' }])
    // Twice changes nothing; whom it was for is kept.
    expect((await ask('off', { key: KEY })).status).toBe(200)
    expect(await listed()).toMatchObject({ state: 'OFF', people: [{ id: bobID }], version: 2 })
  } finally {
    await clients.closeAll()
  }
})

test('A128 after its last day it is off, with a system flag and an entry in the audit', async () => {
  const { db } = server.server
  expect(await save({ state: 'ON', endsOn: '2026-05-03' })).toMatchObject({ status: 400 })
  await save({ state: 'ON', endsOn: '2026-05-04' })
  // 23:59 in London.
  server.clock.now = Date.UTC(2026, 4, 4, 22, 59)
  bob = await signIn(server, 'bob')
  expect([await mine(), await endExperimentals(db, server.clock.now)]).toEqual([[KEY], 0])
  server.clock.now = Date.UTC(2026, 4, 4, 23)
  // Nobody has it from midnight on, whenever the service looks.
  expect([await mine(), await why(bobID)]).toMatchObject([[], expect.anything()])
  ann = await signIn(server, 'ann')
  expect(await why(bobID)).toMatchObject({ why: 'ENDED' })
  const both = await Promise.all([
    endExperimentals(db, server.clock.now),
    endExperimentals(db, server.clock.now),
  ])
  expect(both.sort()).toEqual([0, 1])
  expect(await listed()).toMatchObject({ state: 'OFF', changedBy: null, version: 2 })
  expect(await db.selectFrom('systemFlags').select(['key', 'message']).execute()).toContainEqual({
    key: 'EXPERIMENTAL_ENDED',
    message: 'Past its end date and off: Week numbers in My Calendar (2026-05-04).',
  })
  const entries = await db
    .selectFrom('audit')
    .where('recordType', '=', 'experimental')
    .select(['action', 'actorKind', 'label'])
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, actorKind }) => `${action} ${actorKind}`)).toEqual([
    'EXPERIMENTAL_CHANGED PERSON',
    'EXPERIMENTAL_ENDED JOB',
  ])
  expect(await auditTold(db)).toEqual([
    'EXPERIMENTAL_CHANGED | admin.experimentals | experimental | Week numbers in My Calendar',
    'EXPERIMENTAL_ENDED | admin.experimentals | experimental | Week numbers in My Calendar',
  ])
})

test('A128 of two who save what they saw one is refused, and nothing wrong is taken', async () => {
  const seen = { ...WHOLE, version: 0 }
  const both = await Promise.all([
    ask('save', { ...seen, percent: 10 }),
    ask('save', { ...seen, percent: 20 }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const wrong of [
    { percent: 101 },
    { percent: -1 },
    { percent: 1.5 },
    { people: [9999] },
    { roles: [9999] },
    { areas: [9999] },
    { ownerID: 9999 },
    { key: 'none' },
    { endsOn: 'soon' },
  ])
    expect([wrong, (await save(wrong)).status]).toEqual([wrong, 400])
  expect(await listed()).toMatchObject({ version: 1, people: [], roles: [], areas: [] })
  for (const name of ['list', 'save', 'off', 'why'])
    expect((await ask(name, { ...seen, userID: bobID }, bob)).status).toBe(403)
})
