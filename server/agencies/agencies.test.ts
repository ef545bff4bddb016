import { afterEach, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../api-keys/testing/api-key-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { Sessions } from '../auth/sessions.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { AGENCY } from './testing/agency-fixture.ts'

let server: TestServer
let ann: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_AGENCIES'] })
  await addPerson(server, {
    userName: 'tom',
    permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS', 'ADMIN_CAN_MANAGE_AGENCIES'],
  })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object, as = ann) =>
  said(await post(server, `/api/admin/agencies/${name}`, payload, as))
const refused = (value: string, status = 400) => ({ status, body: { value } })
async function put(userName: string, userType: string, agencyID: number, isActive = 1): Promise<number> {
  const id = await addPerson(server, { userName })
  await server.server.db
    .updateTable('users')
    .set({ userType, agencyID, isActive })
    .where('id', '=', id)
    .execute()
  return id
}

test('an agency is made, listed with its people, and changed by who saw its newest version', async () => {
  const { body } = await ask('save', AGENCY)
  const { id } = body as { id: number }
  await put('worker', 'INTERVIEWER', id)
  await put('gone', 'INTERVIEWER', id, 0)
  await put('user', 'AGENCY', id)
  await put('user2', 'AGENCY', id)
  expect((await ask('list', {})).body).toMatchObject({
    rows: [{ name: 'Bright Staffing', status: 'ACTIVE', workers: 1, users: 2 }],
  })
  expect(await ask('save', { ...AGENCY, name: 'BRIGHT staffing' })).toEqual(
    refused('There is an agency of this name.'),
  )
  expect(await ask('save', { ...AGENCY, id, version: 1, phone: '0113 496 0000' })).toMatchObject({
    status: 200,
    body: { version: 2, phone: '0113 496 0000' },
  })
  expect((await ask('save', { ...AGENCY, id, version: 1 })).status).toBe(409)
  expect((await ask('save', { ...AGENCY, name: 'Other', email: 'nobody' })).status).toBe(400)
})

test('A079 an agency ends once nobody works through it, and its users’ accounts and sign-ins with it', async () => {
  const { body } = await ask('save', AGENCY)
  const { id } = body as { id: number }
  const workers = [await put('one', 'INTERVIEWER', id), await put('two', 'SUPERVISOR', id)]
  const gemmaID = await put('gemma', 'AGENCY', id)
  const gemma = await signIn(server, 'gemma')
  await addApiKey(server.server.db, { ownerID: gemmaID })
  const elsewhere = await addPerson(server, { userName: 'else' })
  const end = (as = ann) => ask('save', { ...AGENCY, id, version: 1, status: 'ENDED' }, as)
  expect(await end()).toEqual(refused('2 workers are still active.'))
  const { db } = server.server
  await db
    .updateTable('users')
    .set({ isActive: 0 })
    .where('id', '=', workers[0] ?? 0)
    .execute()
  expect(await end()).toEqual(refused('1 worker is still active.'))
  await db
    .updateTable('users')
    .set({ isActive: 0 })
    .where('id', '=', workers[1] ?? 0)
    .execute()
  expect((await post(server, '/api/auth/request-hub-token', {}, gemma)).status).toBe(200)
  expect(await end()).toMatchObject({ status: 200, body: { status: 'ENDED', users: 0, version: 2 } })
  expect((await post(server, '/api/auth/request-hub-token', {}, gemma)).status).toBe(401)
  expect(await db.selectFrom('apiKeys').select('revokedAt').execute()).toEqual([{ revokedAt: NOON }])
  expect(await new Sessions(db, () => server.clock.now).signInsOf(gemmaID)).toEqual([])
  const left = await db.selectFrom('users').where('isActive', '=', 1).select('id').execute()
  expect(left.map((row) => row.id)).toContain(elsewhere)
  expect(left).toHaveLength(3)
  expect(await db.selectFrom('audit').select('action').orderBy('id').execute()).toEqual([
    { action: 'AGENCY_ADDED' },
    { action: 'PERSON_DEACTIVATED' },
    { action: 'AGENCY_ENDED' },
  ])
  expect(await auditTold(db)).toEqual([
    'AGENCY_ADDED | admin.configuration.agencies | agency | Bright Staffing',
    'PERSON_DEACTIVATED | admin.active-users | person | gemma',
    'AGENCY_ENDED | admin.configuration.agencies | agency | Bright Staffing',
  ])
})

test('an agency whose user may do more than the caller isn’t ended by them, and nothing of it is', async () => {
  const { body } = await ask('save', AGENCY)
  const { id } = body as { id: number }
  const [first, boss] = [await put('gemma', 'AGENCY', id), await put('boss', 'AGENCY', id)]
  await holdAlone(server.server.db, boss, ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'])
  const end = { ...AGENCY, id, version: 1, status: 'ENDED' }
  expect(await ask('save', end)).toEqual(refused('You cannot change somebody who may do more than you.', 403))
  const active = await server.server.db
    .selectFrom('users')
    .where('id', '=', first)
    .select('isActive')
    .execute()
  expect(active).toEqual([{ isActive: 1 }])
  expect((await ask('save', end, await signIn(server, 'tom'))).status).toBe(200)
})
