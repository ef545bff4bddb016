import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const DESK = { displayName: 'Quality desk', address: 'quality-02.example:3390', username: 'CORP\\ann' }
const SECRET = 'a secret of ann’s'
const DONE = { status: 200, body: { done: true } }
const UNKNOWN = { status: 400, body: { value: 'You have no remote desktop with this id.' } }

let server: TestServer
let ann: { authorization: string }
let bob: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann' })
  await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
})
afterEach(() => server.server.close())

const make = async (name: string, request: unknown, who = ann, headers = {}) =>
  said(await post(server, `/api/services/${name}`, request, { ...who, ...headers }))
const add = (changes: object = {}) => make('new-rdp', { ...DESK, password: SECRET, ...changes })

test('W208 W087 W011 people see their own remote desktops by name, and never a password', async () => {
  expect(await add()).toEqual({ status: 200, body: { id: 1, ...DESK } })
  await add({ displayName: 'álpha' })
  await add({ displayName: 'álpha' })
  expect(await make('view-my-rdp', {})).toEqual({
    status: 200,
    body: [
      { id: 2, ...DESK, displayName: 'álpha' },
      { id: 3, ...DESK, displayName: 'álpha' },
      { id: 1, ...DESK },
    ],
  })
  expect(await make('view-my-rdp', {}, bob)).toEqual({ status: 200, body: [] })
})

test('W209 W087 W011 a record is decrypted, changed and removed by its owner', async () => {
  await add()
  const record = { id: 1, ...DESK }
  expect(await make('decrypt-rdp', record)).toEqual({ status: 200, body: { ...record, password: SECRET } })
  const changed = { ...record, displayName: 'Desk 3', password: '' }
  expect(await make('update-rdp', changed)).toEqual(DONE)
  expect((await make('decrypt-rdp', record)).body).toEqual({ ...changed, password: SECRET })
  expect(await make('update-rdp', { ...changed, password: 'another' })).toEqual(DONE)
  expect((await make('decrypt-rdp', record)).body).toMatchObject({ password: 'another' })
  expect(await make('remove-rdp', record)).toEqual(DONE)
  expect(await make('decrypt-rdp', record)).toEqual(UNKNOWN)
})

test('W011 nobody else can open, change or remove it, and each opening is noted', async () => {
  await add()
  const record = { id: 1, ...DESK }
  for (const name of ['decrypt-rdp', 'remove-rdp']) expect(await make(name, record, bob)).toEqual(UNKNOWN)
  expect(await make('update-rdp', { ...record, password: 'x' }, bob)).toEqual(UNKNOWN)
  expect((await make('decrypt-rdp', record)).body).toMatchObject({ password: SECRET })
  const events = await server.server.db.selectFrom('eventLog').select(['actionName', 'description']).execute()
  expect(events).toEqual([{ actionName: 'REMOTE_DESKTOP_DECRYPTED', description: 'RDP_ID 1' }])
})

test('W011 a password is in no table and no log as it is, also where a request carries a key', async () => {
  const key = (name: string) => ({ 'idempotency-key': name })
  await make('new-rdp', { ...DESK, password: SECRET }, ann, key('new'))
  await make('new-rdp', { ...DESK, password: SECRET }, ann, key('new'))
  expect((await make('view-my-rdp', {})).body).toHaveLength(1)
  await make('decrypt-rdp', { id: 1, ...DESK }, ann, key('open'))
  const { db } = server.server
  const kept = [
    await db.selectFrom('remoteDesktops').selectAll().execute(),
    await db.selectFrom('idempotency').selectAll().execute(),
    await db.selectFrom('eventLog').selectAll().execute(),
  ]
  expect(kept[0]).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(SECRET)
  expect(server.log.text).not.toContain(SECRET)
})

test('W011 a sealed password opens in no other row', async () => {
  await add()
  await add()
  const { db } = server.server
  const [first] = await db.selectFrom('remoteDesktops').select('sealedPassword').orderBy('id').execute()
  await db
    .updateTable('remoteDesktops')
    .set({ sealedPassword: first?.sealedPassword ?? null })
    .where('id', '=', 2)
    .execute()
  expect((await make('decrypt-rdp', { id: 2, ...DESK })).status).toBe(500)
})

test.each([
  [{ displayName: ' ' }, 'displayName is missing'],
  [{ address: 'desk example' }, 'The address must be the name or IP address of a computer.'],
  [{ address: 'desk:99999' }, 'The address must be'],
  [{ address: '/v:desk' }, 'The address must be'],
  [{ username: 'ann\nfull address:s:evil' }, 'The username must be one line.'],
  [{ username: 'ann\u2028full address:s:evil' }, 'The username must be one line.'],
  [{ password: 'a\ud800' }, 'The password must be one line.'],
  [{ password: '' }, 'The password is missing.'],
])('refuses %j in words', async (changes, words) => {
  expect(await add(changes)).toEqual({ status: 400, body: { value: expect.stringContaining(words) } })
})

test('W011 a person keeps a hundred of them, and nobody else’s count', async () => {
  const rows = Array.from({ length: 99 }, () => ({ ...DESK, userID: 1, sealedPassword: '', updatedAt: 0 }))
  await server.server.db.insertInto('remoteDesktops').values(rows).execute()
  expect((await add()).status).toBe(200)
  expect(await add()).toEqual({ status: 400, body: { value: expect.stringContaining('100') } })
  expect((await make('new-rdp', { ...DESK, password: SECRET }, bob)).status).toBe(200)
})
