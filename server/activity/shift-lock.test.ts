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

let server: TestServer
let boss: number
let jamie: number
let sam: number
const db = () => server.server.db
const as = async (userName: string, path: string, payload: object) =>
  said(await post(server, `/api/${path}`, payload, await signIn(server, userName)))
const lock = (userName: string, userID: number, more: object) =>
  as(userName, 'help-centre/shift-lock', { userID, ...more })
const locks = () => db().selectFrom('shiftLocks').orderBy('userID').selectAll().execute()

beforeEach(async () => {
  server = await startTestServer()
  boss = await addPerson(server, { userName: 'boss', permissions: ['CAN_FORCE_MASTER_ACTIVITY'] })
  const own = ['CAN_UPDATE_MASTER_ACTIVITY', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const
  jamie = await addPerson(server, { userName: 'jamie', managerID: boss, permissions: [...own] })
  sam = await addPerson(server, { userName: 'sam' })
  await addShift(db(), { userID: jamie })
})
afterEach(() => server.server.close())

test('D090 D186 who looks after somebody locks their shift with a reason that they read; nobody else does', async () => {
  expect(await lock('jamie', jamie, { locked: true, reason: 'I like it' })).toMatchObject({ status: 403 })
  expect(await lock('boss', jamie, { locked: true, reason: 'no ' })).toEqual({
    status: 400,
    body: expect.objectContaining({ value: 'Give a reason of at least 3 characters.' }),
  })
  expect(await lock('boss', sam, { locked: true, reason: 'Stay' })).toMatchObject({
    status: 404,
    body: { value: 'There is no such person.' },
  })
  expect(await locks()).toEqual([])
  expect(await lock('boss', jamie, { locked: true, reason: 'Stay' })).toMatchObject({ status: 200 })
  server.clock.now += 60_000
  // Again changes neither who locked it nor why, and the audit isn't told twice.
  expect(await lock('boss', jamie, { locked: true, reason: 'Again' })).toMatchObject({ status: 200 })
  expect(await as('jamie', 'itracker/activity/my-day', {})).toMatchObject({
    body: { lock: { by: 'boss', at: new Date(NOON).toISOString(), reason: 'Stay' } },
  })
  expect(await lock('boss', jamie, { locked: false })).toMatchObject({ status: 200 })
  expect(await lock('boss', jamie, { locked: false })).toMatchObject({ status: 200 })
  expect(await locks()).toEqual([])
  const told = await db()
    .selectFrom('audit')
    .where('recordID', '=', jamie)
    .where('page', '=', 'supervisor.live-panel')
    .orderBy('id')
    .select(['action', 'reason'])
    .execute()
  expect(told).toEqual([
    { action: 'SHIFT_LOCKED', reason: 'Stay' },
    { action: 'SHIFT_UNLOCKED', reason: '' },
  ])
})

test('D181 a locked shift unlocks by itself when it ends', async () => {
  expect(await as('jamie', 'activity/update/current-activity', { activity: 'MEETING' })).toMatchObject({
    status: 200,
  })
  await lock('boss', jamie, { locked: true, reason: 'Stay' })
  await as('jamie', 'activity/update/current-activity', { activity: 'BREAK' })
  expect(await locks()).toHaveLength(1)
  await as('jamie', 'activity/update/current-activity', { activity: 'INACTIVE' })
  expect(await locks()).toEqual([])
})
