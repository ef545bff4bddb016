import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Sealer } from '../auth/sealer.ts'
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
import { CredentialImports, forgetOldImports } from './credential-imports.ts'

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
  importID: number | null
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
interface Info {
  id: number
  state: string
  total: number
  done: number
  added: number
  updated: number
  failed: number
  message: string
  undoUntil: string | null
}
const listed = async () =>
  (said(await post(server, `${PATH}/imports`, {}, admin)).body as { imports: Info[] }).imports
/** How an import that has begun ends. */
async function ended(importID: number | null): Promise<Info> {
  for (let tries = 0; tries < 500; tries++) {
    const one = (await listed()).find(({ id }) => id === importID)
    if (one && one.state !== 'RUNNING') return one
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('The import goes on.')
}
async function importAll(rows: readonly string[], fields: Record<string, string> = {}) {
  const { body } = await send(rows, fields)
  const begun = await send(rows, { ...fields, seen: body.seen })
  return ended(begun.body.importID)
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
  expect([tried.status, outcomes(tried), tried.body.importID]).toEqual([200, ['ADD', 'ADD', 'ADD'], null])
  expect(await count()).toBe(0)
  const done = await send(rows, { seen: tried.body.seen })
  expect(await ended(done.body.importID)).toMatchObject({
    ...{ id: 1, state: 'DONE', total: 3, done: 3, added: 3, updated: 0, failed: 0, message: '' },
    undoUntil: new Date(NOON + 86_400_000).toISOString(),
  })
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
  expect(done).toMatchObject({ added: 0, updated: 1 })
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
  expect(two).toMatchObject({ added: 2, updated: 1 })
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
  expect(await ended(good.body.importID)).toMatchObject({ added: 1 })
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
  const { id } = await importAll([
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
  expect(await listed()).toMatchObject([
    { fileName: 'people.csv', added: 2, updated: 1, by: 'kim' },
    { added: 1 },
  ])
  const undo = () => post(server, `${PATH}/import-undo`, { id }, admin)
  expect(said(await undo())).toEqual({ status: 200, body: { undone: 2, kept: 1 } })
  expect(await dimensionsOf(ann)).toEqual({ username: 'ann.old', password: 'planted-old' })
  expect(await count()).toBe(2)
  expect((await undo()).status).toBe(404)
})

test('A110 after 24 hours an import is not undone, and what it kept of before is forgotten; a leaver’s is at once', async () => {
  const { db } = server.server
  const { id } = await importAll(['ann,Dimensions,a,planted,,,'])
  server.clock.now = NOON + 86_400_000
  const later = await signIn(server, 'kim')
  const undo = await post(server, `${PATH}/import-undo`, { id }, later)
  expect(undo.status).toBe(409)
  await forgetOldImports(db, NOON + 86_400_000 - 1)
  expect(await db.selectFrom('credentialImportRows').select('userID').execute()).toEqual([{ userID: annID }])
  await forgetOldImports(db, NOON + 86_400_000)
  expect(await db.selectFrom('credentialImportRows').selectAll().execute()).toEqual([])
})

/** Many people with their rows, more than one part has. */
async function manyRows(count: number): Promise<string[]> {
  const { db } = server.server
  for (let at = 0; at < count; at += 100)
    await db
      .insertInto('users')
      .values(
        Array.from({ length: Math.min(100, count - at) }, (_, place) => ({
          ...{
            userName: `many${at + place}`,
            displayName: `Many ${at + place}`,
            role: '',
            userType: 'INTERVIEWER',
          },
          ...{ areaID: null, managerID: null, passwordHash: '', isActive: 1, createdAt: NOON },
        })),
      )
      .execute()
  return Array.from({ length: count }, (_, at) => `many${at},Dimensions,d${at},planted-${at},,,`)
}
const importsOf = async () => {
  const { db } = server.server
  const sealer = await Sealer.open(db)
  return new CredentialImports({
    ...{ db, sealer, clock: () => server.clock.now },
    background: { run: () => {} },
    personChanged: () => {},
  })
}
/** An import whose server ended before its first row. */
async function stale(rows: readonly string[], isPartial: string) {
  const { db } = server.server
  const { body } = await send(rows, { isPartial })
  const form = { isPartial, seen: body.seen }
  const begins = vi.spyOn(CredentialImports.prototype, 'run').mockResolvedValueOnce()
  const begun = await send(rows, form)
  await vi.waitFor(() => expect(begins).toHaveBeenCalledOnce())
  begins.mockRestore()
  return { id: begun.body.importID ?? 0, db }
}

test('5 §5.5 an import goes on in the background, says how far it is, and is over with its last row', async () => {
  const rows = await manyRows(120)
  const { id, db } = await stale(rows, 'false')
  expect(await listed()).toMatchObject([
    { id, state: 'RUNNING', total: 120, done: 0, added: 0, undoUntil: null },
  ])
  expect((await post(server, `${PATH}/import-undo`, { id }, admin)).status).toBe(409)
  // What waits is sealed, too.
  const queue = await db.selectFrom('credentialImportQueue').selectAll().execute()
  expect(queue).toHaveLength(120)
  expect(JSON.stringify(queue)).not.toContain('planted')
  // The server that began it has ended: nobody works on it until its time is over.
  const imports = await importsOf()
  await imports.tend()
  expect((await listed())[0]).toMatchObject({ state: 'RUNNING', done: 0 })
  server.clock.now += 60_000
  await imports.tend()
  expect((await listed())[0]).toMatchObject({ state: 'DONE', done: 120, added: 120, failed: 0 })
  expect(await count()).toBe(120)
  expect(await db.selectFrom('credentialImportQueue').selectAll().execute()).toEqual([])
  await imports.tend()
  expect(await count()).toBe(120)
})

test('5 §5.5 an import is stopped between two parts: all or nothing leaves nothing, the good rows stay', async () => {
  const rows = await manyRows(320)
  for (const isPartial of ['false', 'true']) {
    const { id, db } = await stale(rows, isPartial)
    const imports = await importsOf()
    let parts = 0
    // Once the first part is written somebody stops it.
    const stopping = new CredentialImports({
      ...{ db, sealer: await Sealer.open(db), clock: () => server.clock.now },
      background: { run: () => {} },
      personChanged: () => {
        if (parts++ === 0) void imports.stop(id)
      },
    })
    await stopping.run(id)
    const [one] = await listed()
    // The part that was on its way when somebody stopped it is finished first.
    const left = isPartial === 'true' ? (one?.added ?? 0) : 0
    if (isPartial === 'true') expect([50, 100, 150, 200]).toContain(left)
    expect(one).toMatchObject({
      id,
      state: 'STOPPED',
      added: left,
      undoUntil: left ? expect.any(String) : null,
    })
    expect(await count()).toBe(left)
    const again = await post(server, `${PATH}/import-stop`, { id }, admin)
    expect(said(again)).toEqual({ status: 409, body: { value: 'This import is not running.' } })
    const { action } = await db
      .selectFrom('audit')
      .select('action')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(action).toBe('TOOL_CREDENTIALS_IMPORT_STOPPED')
  }
  expect((await post(server, `${PATH}/import-stop`, { id: 99 }, admin)).status).toBe(404)
  expect((await post(server, `${PATH}/import-stop`, { id: 1 }, ann)).status).toBe(403)
})

test('5 §5.5 where somebody is quicker than a row, all or nothing is taken back, and the good rows go on without it', async () => {
  const rows = await manyRows(60)
  const { db } = server.server
  for (const [isPartial, state, left] of [
    ['false', 'FAILED', 1],
    ['true', 'DONE', 60],
  ] as const) {
    await db.deleteFrom('toolCredentials').execute()
    const { id } = await stale(rows, isPartial)
    const late = await db
      .selectFrom('credentialImportQueue')
      .where('importID', '=', id)
      .orderBy('number', 'desc')
      .select(['userID', 'sealed'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('toolCredentials')
      .values({
        ...{ ...late, tool: 'DIMENSIONS', place: 0, isAutoConnect: 0, forceReload: 0, expires: null },
        ...{ updatedAt: NOON - 1, changedBy: null },
      })
      .execute()
    await (await importsOf()).run(id)
    expect((await listed())[0]).toMatchObject({
      ...{ id, state, failed: isPartial === 'true' ? 1 : 0 },
      message: isPartial === 'true' ? '' : 'The dry run is out of date. Run it again.',
    })
    expect(await count()).toBe(left)
  }
})
