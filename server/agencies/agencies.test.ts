import { afterEach, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../api-keys/testing/api-key-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { Sessions } from '../auth/sessions.ts'
import { checkCompany } from '../flags/more-checks.ts'
import { postForm } from '../http/testing/post-form.ts'
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
import { AGENCY, contractFile } from './testing/agency-fixture.ts'

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

test('an agency is ended by its own call, with what the form refuses', async () => {
  const { id } = (await ask('save', AGENCY)).body as { id: number }
  const worker = await put('one', 'INTERVIEWER', id)
  const end = { id, version: 1 }
  expect(await ask('deactivate', end)).toEqual(refused('1 worker is still active.'))
  const { db } = server.server
  await db.updateTable('users').set({ isActive: 0 }).where('id', '=', worker).execute()
  expect((await ask('deactivate', { id, version: 2 })).status).toBe(409)
  expect(await ask('deactivate', end)).toMatchObject({
    ...{ status: 200, body: { ...AGENCY, status: 'ENDED', version: 2 } },
  })
  expect(await auditTold(db)).toEqual([
    'AGENCY_ADDED | admin.configuration.agencies | agency | Bright Staffing',
    'AGENCY_ENDED | admin.configuration.agencies | agency | Bright Staffing',
  ])
})

test('5 §8 a merge takes workers, users, contracts, applicants and the room along; the rates stay, and the agency has ended', async () => {
  const { db } = server.server
  const [gone, kept] = [
    ((await ask('save', AGENCY)).body as { id: number }).id,
    ((await ask('save', { ...AGENCY, name: 'Northern Temps' })).body as { id: number }).id,
  ]
  const people = [await put('one', 'INTERVIEWER', gone), await put('gemma', 'AGENCY', gone)]
  const left = await put('gone', 'INTERVIEWER', gone, 0)
  await db.updateTable('users').set({ status: 'LEAVER' }).where('id', '=', left).execute()
  const other = await put('two', 'INTERVIEWER', kept)
  const form = new FormData()
  const contract = { id: String(gone), name: 'Frame', from: '2026-01-01', to: '2026-12-31' }
  for (const [name, value] of Object.entries(contract)) form.set(name, value)
  form.set('file', contractFile())
  await postForm(server, '/api/admin/agencies/contracts/add', form, ann)
  await db
    .insertInto('threads')
    .values({
      ...{
        id: 900,
        type: 'THREAD',
        source: 'MANUAL',
        sourceID: 900,
        label: `AGENCY: ${gone}`,
        createdAt: NOON,
      },
      ...{
        displayLabel: 'Bright Staffing',
        displayGroupLabel: 'Agencies',
        isGroup: 1,
        status: '',
        priority: '',
      },
    })
    .execute()
  await db.updateTable('agencies').set({ roomID: 900 }).where('id', '=', gone).execute()
  const merge = (payload: object) => ask('merge', { id: gone, version: 1, into: kept, ...payload })
  expect(await merge({ into: gone })).toEqual(refused('It cannot be merged into itself.'))
  expect((await merge({ version: 2 })).status).toBe(409)
  expect((await merge({ into: 99 })).status).toBe(404)
  expect(await merge({})).toMatchObject({
    status: 200,
    body: {
      ...{ id: kept, workers: 2, users: 1, contractTo: '2026-12-31' },
      room: { source: 'MANUAL', sourceID: 900 },
    },
  })
  const where = await db.selectFrom('users').where('agencyID', 'is not', null).select('agencyID').execute()
  expect(where).toEqual(Array.from({ length: 4 }, () => ({ agencyID: kept })))
  const room = await db
    .selectFrom('threads')
    .where('id', '=', 900)
    .select(['label', 'displayLabel'])
    .execute()
  expect(room).toEqual([{ label: `AGENCY: ${kept}`, displayLabel: 'Northern Temps' }])
  const members = await db.selectFrom('threadMembers').where('threadID', '=', 900).select('userID').execute()
  expect(members.map(({ userID }) => userID)).toEqual([other])
  expect((await ask('get', { id: gone })).body).toMatchObject({
    ...{ status: 'ENDED', workers: 0, users: 0, contractTo: null, room: null },
  })
  expect(people).toHaveLength(2)
  expect((await auditTold(db)).slice(-3)).toEqual([
    'AGENCY_MERGED | admin.configuration.agencies | agency | Bright Staffing',
    'PERSON_CHANGED | admin.configuration.agencies | person | one',
    'PERSON_CHANGED | admin.configuration.agencies | person | gemma',
  ])
  // Nobody comes back to it.
  expect(await ask('merge', { id: kept, version: 1, into: gone })).toEqual(
    refused('Bright Staffing has ended.'),
  )
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

test('5 §4.4 contracts are PDFs with days; the last day is listed with the rates of today, and CONTRACT_ENDS goes by it', async () => {
  const { db } = server.server
  const { id } = (await ask('save', AGENCY)).body as { id: number }
  const add = async (more: Readonly<Record<string, string>> = {}, file = contractFile()) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      id: String(id),
      name: 'Frame',
      from: '2026-01-01',
      ...more,
    }))
      form.set(name, value)
    form.set('file', file)
    return said(await postForm(server, '/api/admin/agencies/contracts/add', form, ann))
  }
  const contracts = async () =>
    (
      (await ask('contracts', { id })).body as {
        contracts: { id: number; name: string; to: string | null }[]
      }
    ).contracts
  const stands = async () => {
    await checkCompany(db, NOON)
    const rows = await db.selectFrom('systemFlags').where('clearedAt', 'is', null).select('key').execute()
    return rows.some(({ key }) => key === 'CONTRACT_ENDS')
  }
  expect(await add({ to: '2026-06-03' })).toMatchObject({ status: 200, body: { contractTo: '2026-06-03' } })
  expect(await stands()).toBe(true)
  expect(await add({ name: 'Renewed', from: '2026-06-04', to: '2027-06-03' })).toMatchObject({
    body: { contractTo: '2027-06-03' },
  })
  expect(await stands()).toBe(false)
  expect(await add({ name: 'Open', from: '2025-01-01' })).toMatchObject({ body: { contractTo: null } })
  expect((await contracts()).map(({ name, to }) => [name, to])).toEqual([
    ['Renewed', '2027-06-03'],
    ['Frame', '2026-06-03'],
    ['Open', null],
  ])
  const rate = {
    ...{ agencyID: id, skillID: null, dayKind: 'WEEKDAY' as const, fromTime: '00:00', toTime: '24:00' },
    ...{ pay: 12.8, charge: 16, version: 1, changedBy: null, changedAt: NOON },
  }
  const { id: contractTypeID } = await db
    .insertInto('contractTypes')
    .values({ name: 'A', nameKey: 'a', kind: 'AGENCY', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [validFrom, validTo] of [
    ['2026-05-04', null],
    ['2026-01-01', '2026-05-04'],
    ['2026-01-01', '2026-05-03'],
    ['2026-05-05', null],
  ] as const)
    await db
      .insertInto('agencyRates')
      .values({ ...rate, contractTypeID, validFrom, validTo })
      .execute()
  const [open] = (await contracts()).filter(({ name }) => name === 'Open')
  expect(await ask('contracts/remove', { id: open?.id })).toMatchObject({
    body: { contractTo: '2027-06-03', rates: 2 },
  })
  expect(await ask('contracts/remove', { id: open?.id })).toMatchObject({ status: 404 })
  const file = await post(
    server,
    '/api/admin/agencies/contracts/file',
    { id: (await contracts())[0]?.id },
    ann,
  )
  expect([file.body, file.headers['content-type']]).toEqual(['%PDF-1.7', 'application/pdf'])
  expect(await add({}, contractFile('a.pdf', 'no'))).toEqual(refused('A contract is a PDF.'))
  for (const wrong of [{ to: '2025-12-31' }, { name: ' ' }, { from: 'soon' }])
    expect((await add(wrong)).status).toBe(400)
  expect((await add({}, contractFile('a.txt', '%PDF-', 'text/plain'))).status).toBe(400)
  expect((await add({}, contractFile('a.pdf', ''))).status).toBe(400)
  expect((await add({ id: '9999' })).status).toBe(404)
  const bob = await addPerson(server, { userName: 'bob' }).then(() => signIn(server, 'bob'))
  for (const call of ['contracts', 'contracts/file', 'contracts/remove'])
    expect((await ask(call, { id: 1 }, bob)).status).toBe(403)
  expect((await auditTold(db)).filter((line) => line.includes('CONTRACT'))).toEqual([
    'AGENCY_CONTRACT_ADDED | admin.configuration.agencies | agency | Bright Staffing',
    'AGENCY_CONTRACT_ADDED | admin.configuration.agencies | agency | Bright Staffing',
    'AGENCY_CONTRACT_ADDED | admin.configuration.agencies | agency | Bright Staffing',
    'AGENCY_CONTRACT_REMOVED | admin.configuration.agencies | agency | Bright Staffing',
  ])
})
