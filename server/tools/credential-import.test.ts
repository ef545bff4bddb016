import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { forgetOldImports } from './credential-import-handlers.ts'

type Bearer = Awaited<ReturnType<typeof signIn>>
interface Answer {
  rows: {
    number: number
    outcome: string
    name: string
    tool: string
    problems: { message: string; value: string }[]
  }[]
  columns: (string | null)[]
  seen: string
  done: { importID: number; added: number; updated: number } | null
  report: string
  value?: string
}

const PATH = '/api/admin/configuration/credentials'
const HEAD = 'User name,Tool,Tool user name,Password,Address,Connect by itself,Good until'
let server: TestServer
let restore: () => Promise<void>
let annID: number
let admin: Bearer
let ann: Bearer
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'trace' })
  const permissions = ['CAN_USE_VPN', 'CAN_INTERVIEW'] as const
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions })
  await addPerson(server, { userName: 'bob', displayName: 'Bob Bee', permissions })
  await addPerson(server, { userName: 'lee', displayName: 'Lee Left', isActive: false })
  await addPerson(server, { userName: 'kim', permissions: ['ADMIN_CAN_MANAGE_CREDENTIALS'] })
  admin = await signIn(server, 'kim')
  ann = await signIn(server, 'ann')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})
afterAll(() => server.server.close())

async function send(
  rows: readonly string[],
  fields: Record<string, string> = {},
  bearer = admin,
  head = HEAD,
) {
  const form = new FormData()
  form.append('file', new File([[head, ...rows].join('\n')], 'people.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { status, body } = said(await postForm(server, `${PATH}/import`, form, bearer))
  return { status, body: body as Answer }
}
async function importAll(rows: readonly string[], fields: Record<string, string> = {}) {
  const { body } = await send(rows, fields)
  return send(rows, { ...fields, seen: body.seen })
}
const outcomes = ({ body }: { body: Answer }) => body.rows.map(({ outcome }) => outcome)
const messages = ({ body }: { body: Answer }) =>
  body.rows.flatMap(({ problems }) => problems.map(({ message }) => message))
const dimensionsOf = async (bearer: Bearer) =>
  said(await post(server, '/api/services/view-cati-dimensions', {}, bearer)).body
const count = async () =>
  (await server.server.db.selectFrom('toolCredentials').select('userID').execute()).length

test('A110 a file of credentials is tried without changing anything, then imported; only the person’s launch gets the password', async () => {
  const rows = [
    'ann,Dimensions,ann.d,planted-ann,,,2027-01-31',
    'BOB,vpn,bob.vpn,planted-bob,vpn.example,Yes,31/12/2026',
    'ann,Dialler,TOKEN_LOGIN,,https://dialler.example/a,,',
  ]
  const tried = await send(rows)
  expect([tried.status, outcomes(tried), tried.body.done]).toEqual([200, ['ADD', 'ADD', 'ADD'], null])
  expect(await count()).toBe(0)
  const done = await send(rows, { seen: tried.body.seen })
  expect(done.body.done).toEqual({ importID: 1, added: 3, updated: 0 })
  expect(await dimensionsOf(ann)).toEqual({ username: 'ann.d', password: 'planted-ann' })
  const bob = await signIn(server, 'bob')
  expect(said(await post(server, '/api/services/view-vpn', {}, bob)).body).toEqual([
    { userName: 'bob.vpn', password: 'planted-bob', isAutoConnect: true },
  ])
  const { db } = server.server
  const audited = await db.selectFrom('audit').selectAll().execute()
  expect(audited.find(({ action }) => action === 'TOOL_CREDENTIALS_IMPORTED')?.changes).toContain('"after":3')
  const kept = [
    ...(await db.selectFrom('toolCredentials').selectAll().execute()),
    ...(await db.selectFrom('credentialImports').selectAll().execute()),
    ...(await db.selectFrom('credentialImportRows').selectAll().execute()),
  ]
  for (const text of [
    JSON.stringify([tried, done]),
    JSON.stringify(audited),
    JSON.stringify(kept),
    server.log.text,
  ])
    expect(text).not.toContain('planted')
})

test('A110 an import says of each row what is wrong, in the words of the form, and never a password', async () => {
  const tried = await send([
    'nobody,VPN,a,p,,,',
    'lee,VPN,a,p,,,',
    'ann,Fax,a,p,,,',
    'ann,Dialler,a,p,,,',
    'ann,Survey tool,,planted,,,',
    'ann,Dimensions,a,,,,',
    `bob,Dimensions,a,${'planted'.repeat(40)},,,`,
    'bob,VPN,a,p,,Perhaps,',
    'bob,Dialler,a,p,x,,31/02/2026',
    ',VPN,a,p,,,',
  ])
  expect(new Set(outcomes(tried))).toEqual(new Set(['ERROR']))
  expect(messages(tried)).toEqual([
    'There is no person ‘nobody’.',
    'This person has left. Reinstate them first.',
    'There is no tool ‘Fax’.',
    'The address of the dialler is missing.',
    'A user name is missing.',
    'A password is missing.',
    'This is longer than 256 characters.',
    'A password is missing.',
    'This is neither Yes nor No.',
    expect.any(String),
    'The key is missing in this row.',
  ])
  expect(JSON.stringify(tried)).not.toContain('planted')
  expect(tried.body.report).toContain('There is no tool ‘Fax’.')
  expect((await send(['ann,VPN,a,p,,,'], {}, ann)).status).toBe(403)
  expect((await send(['VPN,a'], {}, admin, 'Tool,Tool user name')).status).toBe(400)
})

test('A110 an empty cell leaves a value, CLEAR empties it, a typed password is always a change', async () => {
  await importAll(['ann,Dimensions,ann.d,planted,dim.example,,2027-01-31'])
  expect(outcomes(await send(['ann,Dimensions,ann.d,,dim.example,,']))).toEqual(['SAME'])
  // Whether it is the kept one can't be asked.
  expect(outcomes(await send(['ann,Dimensions,ann.d,planted,,,']))).toEqual(['UPDATE'])
  expect(outcomes(await send(['ann,Dimensions,ann.d,other,,,']))).toEqual(['UPDATE'])
  expect(messages(await send(['ann,Dimensions,,,elsewhere.example,,']))).toEqual([
    'Type the password again: it is kept for another address.',
  ])
  const done = await importAll(['ann,Dimensions,ann.new,,,,CLEAR'])
  expect(done.body.done).toMatchObject({ added: 0, updated: 1 })
  expect(await dimensionsOf(ann)).toEqual({ username: 'ann.new', password: 'planted' })
  const [row] = await server.server.db.selectFrom('toolCredentials').select('expires').execute()
  expect(row?.expires).toBeNull()
})

test('A110 add only and update only leave the rest; a key twice is an error on both rows; several VPN entries go by name', async () => {
  await importAll(['ann,VPN,ann.one,planted,,,'])
  expect(outcomes(await send(['ann,VPN,ann.one,p,,,', 'bob,VPN,b,p,,,'], { mode: 'ADD' }))).toEqual([
    'WARNING',
    'ADD',
  ])
  expect(outcomes(await send(['ann,VPN,ann.one,p,,,', 'bob,VPN,b,p,,,'], { mode: 'UPDATE' }))).toEqual([
    'UPDATE',
    'WARNING',
  ])
  const twice = await send(['ann,Dimensions,a,p,,,', 'ANN,Dimensions,b,p,,,', 'bob,VPN,b,p,,,'])
  expect(outcomes(twice)).toEqual(['ERROR', 'ERROR', 'ADD'])
  const two = await importAll(['ann,VPN,ann.two,p,,,', 'ann,VPN,ann.three,p,,,', 'ann,VPN,ann.one,new,,,'])
  expect(two.body.done).toMatchObject({ added: 2, updated: 1 })
  expect(said(await post(server, '/api/services/view-vpn', {}, ann)).body).toMatchObject([
    { userName: 'ann.one', password: 'new' },
    { userName: 'ann.two' },
    { userName: 'ann.three' },
  ])
})

test('A110 all or nothing is refused with errors, the good rows go alone, and an outdated dry run is refused', async () => {
  const rows = ['ann,Dimensions,a,planted,,,', 'nobody,VPN,a,p,,,']
  const { body } = await send(rows)
  expect((await send(rows, { seen: body.seen })).status).toBe(409)
  expect(await count()).toBe(0)
  const good = await send(rows, { seen: body.seen, isPartial: 'true' })
  expect(good.body.done).toMatchObject({ added: 1 })
  // What was to be added is there now.
  expect(await send(rows, { seen: body.seen, isPartial: 'true' })).toMatchObject({
    status: 409,
    body: { value: 'The dry run is out of date. Run it again.' },
  })
})

test('A110 columns are matched by heading or by hand', async () => {
  const head = 'Login,Was auch immer,Service,Account,Password'
  const rows = ['ann,x,Dimensions,a,planted']
  const tried = await send(rows, {}, admin, head)
  expect(tried.body.columns).toEqual(['userName', null, 'tool', 'toolUserName', 'password'])
  const byHand = await send(rows, { columns: 'userName,address,tool,toolUserName,password' }, admin, head)
  expect([outcomes(byHand), byHand.body.columns[1]]).toEqual([['ADD'], 'address'])
  expect(
    (await send(rows, { columns: 'userName,tool,tool,toolUserName,password' }, admin, head)).status,
  ).toBe(400)
  expect((await send(rows, { columns: ',,tool,toolUserName,password' }, admin, head)).status).toBe(400)
})

test('A110 an import is undone within 24 hours, but for what somebody changed since', async () => {
  await importAll(['ann,Dimensions,ann.old,planted-old,,,'])
  const { body } = await importAll([
    'ann,Dimensions,ann.new,planted-new,,,',
    'bob,VPN,b,p,,,',
    'bob,Dimensions,d,p,,,',
  ])
  const bobID = (
    await server.server.db
      .selectFrom('users')
      .where('userName', '=', 'bob')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
  const change = { userID: bobID, id: 1000, version: 1, tool: 'VPN', userName: 'b.changed' }
  expect((await post(server, `${PATH}/save`, change, admin)).status).toBe(200)
  const listed = said(await post(server, `${PATH}/imports`, {}, admin)).body as { imports: { id: number }[] }
  expect(listed.imports).toMatchObject([
    { fileName: 'people.csv', added: 2, updated: 1, by: 'kim' },
    { added: 1 },
  ])
  const undo = () => post(server, `${PATH}/import-undo`, { id: body.done?.importID }, admin)
  expect(said(await undo())).toEqual({ status: 200, body: { undone: 2, kept: 1 } })
  expect(await dimensionsOf(ann)).toEqual({ username: 'ann.old', password: 'planted-old' })
  expect(await count()).toBe(2)
  expect((await undo()).status).toBe(404)
})

test('A110 after 24 hours an import is not undone, and what it kept of before is forgotten; a leaver’s is at once', async () => {
  const { db } = server.server
  const { body } = await importAll(['ann,Dimensions,a,planted,,,'])
  server.clock.now = NOON + 86_400_000
  const later = await signIn(server, 'kim')
  const undo = await post(server, `${PATH}/import-undo`, { id: body.done?.importID }, later)
  expect(undo.status).toBe(409)
  await forgetOldImports(db, NOON + 86_400_000 - 1)
  expect(await db.selectFrom('credentialImportRows').select('userID').execute()).toEqual([{ userID: annID }])
  await forgetOldImports(db, NOON + 86_400_000)
  expect(await db.selectFrom('credentialImportRows').selectAll().execute()).toEqual([])
})
