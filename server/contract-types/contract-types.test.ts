import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { addContractType, CONTRACT_TYPE } from '../rates/testing/rate-fixture.ts'
import { putSetting } from '../settings/settings.ts'
import { termsOn } from './terms.ts'

const DAY = 86_400_000
let server: TestServer
let tom: { authorization: string }
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'tom', permissions: ['ADMIN_CAN_MANAGE_CONTRACT_TYPES'] })
  await addPerson(server, { userName: 'ann' })
  tom = await signIn(server, 'tom')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = tom) =>
  said(await post(server, `/api/admin/contract-types/${name}`, payload, as))
const save = (values: object, seen: object = {}) => ask('save', { ...CONTRACT_TYPE, ...values, ...seen })
const refused = (value: string, status = 400) => ({ status, body: { value } })
const rateOn = async (day: string) => (await termsOn(server.server.db, 1, day))?.terms.baseRate ?? null

test('A080 a change makes a version from a date, and earlier days go by the version of their day', async () => {
  expect(await save({ validFrom: '2026-04-01', baseRate: 12.8 })).toMatchObject({
    body: { id: 1, version: 1, validFrom: '2026-04-01', baseRate: 12.8, people: 0 },
  })
  // Planned: today's stay.
  expect(
    await save({ validFrom: '2026-06-01', baseRate: 13.5, holidayWeeks: 6 }, { id: 1, version: 1 }),
  ).toMatchObject({ body: { version: 2, validFrom: '2026-04-01', baseRate: 12.8 } })
  expect([
    await rateOn('2026-03-31'),
    await rateOn('2026-04-01'),
    await rateOn('2026-05-31'),
    await rateOn('2026-06-01'),
  ]).toEqual([null, 12.8, 12.8, 13.5])
  expect((await ask('get', { id: 1, day: '2026-05-31' })).body).toMatchObject({ holidayWeeks: 5.6 })
  expect((await ask('get', { id: 1, day: '2026-06-01' })).body).toMatchObject({ holidayWeeks: 6 })
  expect((await ask('list', {})).body).toMatchObject({
    rows: [{ name: 'Evening', baseRate: 12.8, validFrom: '2026-04-01', nextFrom: '2026-06-01' }],
  })
  // What was paid stays as it was.
  expect(await save({ validFrom: '2026-05-03', baseRate: 14 }, { id: 1, version: 2 })).toEqual(
    refused('A change begins today or later: what earlier days are paid by stays.'),
  )
  expect(await rateOn('2026-05-03')).toBe(12.8)
  expect((await save({ validFrom: '2026-05-04', baseRate: 14 }, { id: 1, version: 2 })).status).toBe(200)
  expect([await rateOn('2026-05-03'), await rateOn('2026-05-04'), await rateOn('2026-06-01')]).toEqual([
    12.8, 14, 13.5,
  ])
  expect((await save({ validFrom: '2026-06-01' }, { id: 1, version: 2 })).status).toBe(409)
  server.clock.now = NOON + 28 * DAY
  const later = await signIn(server, 'tom')
  expect((await ask('get', { id: 1 }, later)).body).toMatchObject({ validFrom: '2026-06-01', baseRate: 13.5 })
  const { body } = await ask('versions', { id: 1 }, later)
  expect(body).toMatchObject({
    versions: [{ validFrom: '2026-06-01' }, { validFrom: '2026-05-04' }, { validFrom: '2026-04-01' }],
  })
  expect(await auditTold(server.server.db)).toEqual([
    'CONTRACT_TYPE_ADDED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_CHANGED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_CHANGED | admin.configuration.contract-types | contractType | Evening',
  ])
})

test('A080 another name alone makes no version, and a type without terms gets its first from any day', async () => {
  await save({ validFrom: '2026-04-01' })
  expect((await save({ name: 'Night', validFrom: '2026-04-01' }, { id: 1, version: 1 })).status).toBe(200)
  expect((await ask('versions', { id: 1 })).body).toMatchObject({ versions: [{ validFrom: '2026-04-01' }] })
  const id = await addContractType(server.server.db, 'Employee', 'EMPLOYEE')
  expect((await ask('get', { id })).body).toMatchObject({
    validFrom: null,
    holidayWeeks: 5.6,
    minimumAge: 18,
  })
  expect(
    await save(
      { name: 'Employee', kind: 'EMPLOYEE', validFrom: '2025-01-01', baseRate: 20 },
      { id, version: 1 },
    ),
  ).toMatchObject({ body: { validFrom: '2025-01-01' } })
})

test('A081 a base rate under the statutory minimum of its first day is refused, and the minimum itself isn’t', async () => {
  const { db } = server.server
  await putSetting(db, 'workingTime.minimumRates', [
    { from: '2026-04-01', adult: 12.71, youth: 10.85, minor: 8 },
    { from: '2026-10-01', adult: 13, youth: 11, minor: 8 },
  ])
  expect(await save({ baseRate: 12.7 })).toEqual(refused('The rate is under the minimum of £12.71.'))
  expect(await save({ baseRate: 12.99, validFrom: '2026-10-01' })).toEqual(
    refused('The rate is under the minimum of £13.00.'),
  )
  expect((await ask('list', {})).body).toMatchObject({ rows: [] })
  expect((await save({ baseRate: 12.71, validFrom: '2026-09-30' })).status).toBe(200)
  expect(await save({ baseRate: 12.7 }, { id: 1, version: 1 })).toEqual(
    refused('The rate is under the minimum of £12.71.'),
  )
  expect((await save({ name: 'Agency', baseRate: null })).status).toBe(200)
})

test('one that people have isn’t deleted', async () => {
  const { db } = server.server
  await save({})
  await db.updateTable('users').set({ contractTypeID: 1 }).where('id', '>', 0).execute()
  const remove = () => ask('delete', { id: 1, version: 1 })
  expect(await remove()).toEqual(refused('2 people have this contract type.'))
  await db.updateTable('users').set({ contractTypeID: null }).where('userName', '=', 'ann').execute()
  expect(await remove()).toEqual(refused('1 person has this contract type.'))
  await db.updateTable('users').set({ contractTypeID: null }).execute()
  expect(await remove()).toEqual({ status: 200, body: { done: true } })
  expect((await ask('get', { id: 1 })).status).toBe(404)
  const told = await db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(told.map(({ action }) => action)).toEqual(['CONTRACT_TYPE_ADDED', 'CONTRACT_TYPE_DELETED'])
})

test('what a contract type can’t say is refused', async () => {
  for (const values of [
    { weeklyHoursFrom: 20, weeklyHoursTo: 19 },
    { paidBreaks: 'ten minutes' },
    { holidayYearStart: '13-01' },
    { baseRate: 13.005 },
    { overtimeMultiplier: 0.9 },
    { minimumAge: 15 },
    { validFrom: '2026-02-30' },
    { name: '' },
  ])
    expect((await save(values)).status).toBe(400)
  expect((await save({ paidBreaks: '4:10, 6:20' })).status).toBe(200)
  expect(await save({ name: 'EVENING' })).toEqual(refused('There is a contract type of this name.'))
  await addPerson(server, { userName: 'bob' })
  expect((await ask('list', {}, await signIn(server, 'bob'))).status).toBe(403)
})
