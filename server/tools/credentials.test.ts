import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ToolCredential } from '#shared/contract/credentials.ts'
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
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'
import { tellExpiringCredentials } from './credential-expiry.ts'

type Bearer = Awaited<ReturnType<typeof signIn>>

const OWN = 'planted-own'
const ROLES = 'planted-role'
const DAY = 86_400_000
const PATH = '/api/admin/configuration/credentials'
const TOOLS = ['VPN', 'DIALLER', 'SURVEY_TOOL', 'DIMENSIONS', 'DIMENSIONS_STAGING'] as const
type Tool = (typeof TOOLS)[number]

let server: TestServer
let restore: () => Promise<void>
let annID: number
let bobID: number
let ann: Bearer
let bob: Bearer
let admin: Bearer
let callers: number
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'trace' })
  const permissions = ['CAN_USE_VPN', 'CAN_INTERVIEW', 'CAN_USE_EXTERNAL_SERVICES'] as const
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions })
  bobID = await addPerson(server, { userName: 'bob', permissions })
  await addPerson(server, {
    userName: 'admin',
    permissions: [
      'ADMIN_CAN_MANAGE_CREDENTIALS',
      'CAN_DELETE_VPN',
      'ADMIN_CAN_SEE_USERS',
      'ADMIN_CAN_SEE_AUDIT_LOG',
    ],
  })
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
  admin = await signIn(server, 'admin')
  callers = await addRole(server.server.db, 'Callers')
  await giveRole(server.server.db, annID, callers)
  restore = await takeSnapshot(server.server.db)
})
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})
afterAll(() => server.server.close())

const call = async (name: string, body: object, bearer = admin) =>
  said(await post(server, `${PATH}/${name}`, body, bearer))
const save = async (body: object, bearer = admin) => call('save', body, bearer)
const saved = async (body: object): Promise<ToolCredential> => {
  const { status, body: answer } = await save(body)
  expect([status, answer]).toEqual([200, expect.anything()])
  return answer as ToolCredential
}
const list = async (userID?: number, bearer = admin) =>
  (await call('list', userID === undefined ? {} : { userID }, bearer)).body as {
    credentials: ToolCredential[]
    expiring: { userID: number; tool: Tool; expires: string }[]
  }
const of = (tool: Tool, holder: object, password: string, more: object = {}) => ({
  ...{
    ...holder,
    tool,
    password,
    userName: `${password} name`,
    address: `https://${tool.toLowerCase()}.example`,
  },
  ...more,
})

/** User name and password that somebody's launch of each tool gets. */
async function launches(bearer: Bearer): Promise<Record<Tool, readonly [string, string]>> {
  const view = async (name: string) =>
    said(await post(server, `/api/services/view-${name}`, {}, bearer)).body as Record<string, string>
  const vpn = await view('vpn')
  const confirmit = await view('confirmit')
  const dialler = await view('dialler-only')
  const [live, staging] = [await view('cati-dimensions'), await view('cati-staging-dimensions')]
  const pair = (one: Record<string, string>, name: string, password: string) =>
    [one[name] ?? '', one[password] ?? ''] as const
  return {
    VPN: pair(vpn, 'userName', 'password'),
    DIALLER: pair(dialler, 'diallerUsername', 'diallerPassword'),
    SURVEY_TOOL: pair(confirmit, 'confirmitUsername', 'confirmitPassword'),
    DIMENSIONS: pair(live, 'username', 'password'),
    DIMENSIONS_STAGING: pair(staging, 'username', 'password'),
  }
}
const got = (password: string) => [`${password} name`, password]
const NOTHING = ['', '']

test.each(TOOLS)(
  'A110 %s: a person’s own win over their role’s, which others of the role get and nobody else',
  async (tool) => {
    await saved(of(tool, { roleID: callers }, ROLES))
    expect((await launches(ann))[tool]).toEqual(got(ROLES))
    const own = await saved(of(tool, { userID: annID }, OWN))
    expect((await launches(ann))[tool]).toEqual(got(OWN))
    // Somebody else without the role has neither; with it the role's.
    expect((await launches(bob))[tool]).toEqual(NOTHING)
    await giveRole(server.server.db, bobID, callers)
    expect((await launches(bob))[tool]).toEqual(got(ROLES))
    const { id, version } = own
    expect((await call('remove', { userID: annID, id, version })).status).toBe(200)
    expect((await launches(ann))[tool]).toEqual(got(ROLES))
    await server.server.db.deleteFrom('userRoles').where('userID', '=', annID).execute()
    expect((await launches(ann))[tool]).toEqual(NOTHING)
    // Of the other tools nobody was given anything.
    expect(Object.values(await launches(bob)).filter(([name]) => name !== '')).toHaveLength(1)
  },
)

test('A110 A122 no answer to an admin, no line of the log and no audit entry holds a password', async () => {
  const answers: unknown[] = []
  for (const tool of TOOLS) {
    const ofPerson = await saved(of(tool, { userID: annID }, OWN, { userName: 'ann.w' }))
    const ofRole = await saved(of(tool, { roleID: callers }, ROLES, { userName: 'callers' }))
    const { id, version } = ofPerson
    const change = { userID: annID, id, version, tool, userName: 'ann.new', address: ofPerson.address }
    answers.push(ofPerson, ofRole, await saved(change))
    answers.push(await save(change), await save({ ...change, tool: 'VPN', password: OWN, version: 9 }))
    answers.push(await save({ ...change, address: 'https://elsewhere.example', version: 2 }))
  }
  answers.push(await list(annID), await list())
  for (const [path, body] of [
    ['users/get', { id: annID }],
    ['users/history', { id: annID }],
    ['audit/search', {}],
  ] as const) {
    const answer = said(await post(server, `/api/admin/${path}`, body, admin))
    expect(answer.status).toBe(200)
    answers.push(answer)
  }
  // The admin has no credentials: the calls of launches give each only their own.
  answers.push(await launches(ann), await launches(admin))
  const audited = await server.server.db.selectFrom('audit').selectAll().execute()
  const [annsOwn] = answers.splice(-2, 1)
  expect(JSON.stringify(annsOwn)).toContain(OWN)
  for (const text of [JSON.stringify(answers), JSON.stringify(audited), server.log.text]) {
    expect(text).not.toContain(OWN)
    expect(text).not.toContain(ROLES)
  }
  const { db } = server.server
  const kept = [
    await db.selectFrom('toolCredentials').selectAll().execute(),
    await db.selectFrom('roleCredentials').selectAll().execute(),
    await db.selectFrom('idempotency').selectAll().execute(),
  ]
  expect(JSON.stringify(kept)).not.toMatch(/planted|ann\.new/)
  expect(
    audited
      .filter(({ action }) => action.startsWith('TOOL_CREDENTIAL_'))
      .map(({ action, label, personID }) => [action, label, personID]),
  ).toContainEqual(['TOOL_CREDENTIAL_ADDED', 'VPN: Ann Ash', annID])
  expect(audited.filter(({ action }) => action === 'TOOL_CREDENTIAL_CHANGED')).toHaveLength(5)
  const added = audited.find(({ label }) => label === 'Dialler: Callers')
  expect(JSON.parse(added?.changes ?? '[]')).toContainEqual({
    field: 'password',
    before: 'changed',
    after: 'changed',
  })
  expect(added?.personID).toBeNull()
  // Reading somebody's credentials is an entry, too.
  expect(audited.filter(({ action }) => action === 'TOOL_CREDENTIALS_READ')).toMatchObject([
    { recordID: annID },
  ])
})

test('A110 what is listed says which one a person’s launch gets, and what goes with each tool', async () => {
  await saved(of('VPN', { roleID: callers }, ROLES, { isAutoConnect: true, forceReload: true }))
  await saved(
    of('SURVEY_TOOL', { roleID: callers }, ROLES, {
      isAutoConnect: true,
      forceReload: true,
      expires: '2026-06-01',
    }),
  )
  await saved(of('VPN', { userID: annID }, OWN))
  const { credentials } = await list(annID)
  expect(
    credentials.map(({ holder, tool, isUsed, isAutoConnect, forceReload, hasPassword }) => [
      holder.name,
      tool,
      isUsed,
      isAutoConnect,
      forceReload,
      hasPassword,
    ]),
  ).toEqual([
    ['Ann Ash', 'VPN', true, false, false, true],
    ['Callers', 'VPN', false, true, false, true],
    ['Callers', 'SURVEY_TOOL', true, false, true, true],
  ])
  expect(credentials[2]).toMatchObject({
    expires: '2026-06-01',
    updatedBy: 'admin',
    updatedAt: new Date(NOON).toISOString(),
  })
  expect((await list()).credentials).toHaveLength(2)
  expect(said(await post(server, '/api/services/view-confirmit', {}, ann)).body).toMatchObject({
    forceReload: true,
  })
  // The role's VPN connects by itself for whoever has none of their own.
  await giveRole(server.server.db, bobID, callers)
  expect(said(await post(server, '/api/services/view-vpn', {}, bob)).body).toEqual([
    { userName: `${ROLES} name`, password: ROLES, isAutoConnect: true },
  ])
  expect(said(await post(server, '/api/services/view-all', {}, bob)).body).toMatchObject([
    { serviceName: 'VPN', userName: `${ROLES} name` },
    { serviceName: 'Forsta' },
  ])
})

test('A110 of several roles the first by name counts, and what has expired counts for nothing', async () => {
  const { db } = server.server
  const early = await addRole(db, 'Agents')
  await giveRole(db, annID, early)
  await saved(of('DIMENSIONS', { roleID: callers }, ROLES))
  await saved(of('DIMENSIONS', { roleID: early }, 'planted-first', { expires: '2026-05-06' }))
  await saved(of('DIMENSIONS', { userID: annID }, OWN, { expires: '2026-05-04' }))
  const launched = async () => (await launches(await signIn(server, 'ann'))).DIMENSIONS
  // The last day is a whole one, London's.
  server.clock.now = Date.UTC(2026, 4, 4, 22, 59)
  expect(await launched()).toEqual(got(OWN))
  server.clock.now = Date.UTC(2026, 4, 4, 23, 1)
  expect(await launched()).toEqual(got('planted-first'))
  server.clock.now = Date.UTC(2026, 4, 7, 1)
  expect(await launched()).toEqual(got(ROLES))
})

test('A110 a person or role has several VPN entries and one of each other tool; bad input is refused', async () => {
  for (let n = 1; n <= 10; n++) await saved(of('VPN', { userID: annID }, `planted-${n}`))
  expect(await save(of('VPN', { userID: annID }, 'planted-11'))).toMatchObject({
    status: 409,
    body: { value: 'There are 10 VPN entries at most.' },
  })
  await saved(of('DIALLER', { userID: annID }, OWN))
  expect(await save(of('DIALLER', { userID: annID }, OWN))).toMatchObject({
    status: 409,
    body: { value: 'Ann Ash has credentials for Dialler already.' },
  })
  const bad = async (body: object) =>
    (await save({ ...of('DIALLER', { userID: bobID }, OWN), ...body })).status
  expect(await bad({ userName: '' })).toBe(400)
  expect(await bad({ userName: 'x'.repeat(257) })).toBe(400)
  expect(await bad({ userName: 'two\nlines' })).toBe(400)
  expect(await bad({ password: '' })).toBe(400)
  expect(await bad({ password: 'x'.repeat(257) })).toBe(400)
  expect(await bad({ address: '' })).toBe(400)
  expect(await bad({ address: 'x'.repeat(2001) })).toBe(400)
  expect(await bad({ tool: 'FAX' })).toBe(400)
  expect(await bad({ expires: 'soon' })).toBe(400)
  expect(await bad({ roleID: callers })).toBe(400)
  expect(await bad({ userID: undefined })).toBe(400)
  expect(await bad({ userID: 9999 })).toBe(404)
  expect(await bad({ userID: undefined, roleID: 9999 })).toBe(404)
  // Whoever signs in to the dialler by its address has no password.
  expect(await bad({ userName: 'TOKEN_LOGIN', password: '' })).toBe(200)
  await server.server.db.updateTable('users').set({ status: 'LEAVER' }).where('id', '=', annID).execute()
  expect((await save(of('DIMENSIONS', { userID: annID }, OWN))).status).toBe(409)
})

test('A110 a kept password goes to no other address, and of two who save at once one is refused', async () => {
  const { id, version, tool, userName, address } = await saved(of('DIMENSIONS', { userID: annID }, OWN))
  const change = { userID: annID, id, version, tool, userName, address }
  expect(await save({ ...change, address: 'https://elsewhere.example' })).toMatchObject({
    status: 400,
    body: { value: 'Type the password again: it is kept for another address.' },
  })
  expect(await save({ ...change, tool: 'SURVEY_TOOL' })).toMatchObject({ status: 400 })
  const answers = await Promise.all([
    save({ ...change, userName: 'one' }),
    save({ ...change, userName: 'two' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await call('remove', { userID: annID, id, version })).status).toBe(409)
  expect((await launches(ann)).DIMENSIONS[1]).toBe(OWN)
  expect((await call('remove', { userID: annID, id, version: 2 })).status).toBe(200)
  expect((await call('remove', { userID: annID, id, version: 2 })).status).toBe(404)
  expect(await auditTold(server.server.db)).toEqual([
    'TOOL_CREDENTIAL_ADDED | admin.active-users | toolCredentials | Dimensions: Ann Ash',
    'TOOL_CREDENTIAL_CHANGED | admin.active-users | toolCredentials | Dimensions: Ann Ash',
    'TOOL_CREDENTIAL_REMOVED | admin.active-users | toolCredentials | Dimensions: Ann Ash',
  ])
})

test('A110 CAN_DELETE_VPN removes a VPN entry, and nothing else is seen or done with it', async () => {
  await addPerson(server, { userName: 'vera', permissions: ['CAN_DELETE_VPN'] })
  await addPerson(server, { userName: 'kim', permissions: ['ADMIN_CAN_MANAGE_CREDENTIALS'] })
  const [vera, kim] = [await signIn(server, 'vera'), await signIn(server, 'kim')]
  const vpn = await saved(of('VPN', { userID: annID }, OWN))
  const dialler = await saved(of('DIALLER', { userID: annID }, OWN))
  const ofRole = await saved(of('VPN', { roleID: callers }, ROLES))
  const remove = async ({ id, version, holder }: ToolCredential, bearer: Bearer) =>
    (await call('remove', { [holder.kind === 'ROLE' ? 'roleID' : 'userID']: holder.id, id, version }, bearer))
      .status
  expect((await list(annID, vera)).credentials.map(({ tool, holder }) => [tool, holder.kind])).toEqual([
    ['VPN', 'PERSON'],
  ])
  expect((await call('list', {}, vera)).status).toBe(403)
  expect((await save(of('VPN', { userID: bobID }, OWN), vera)).status).toBe(403)
  expect(await remove(dialler, vera)).toBe(403)
  expect(await remove(ofRole, vera)).toBe(403)
  expect(await remove(vpn, kim)).toBe(403)
  expect(await remove(vpn, vera)).toBe(200)
  expect((await list(annID)).credentials.map(({ tool }) => tool)).toEqual(['DIALLER', 'VPN'])
  for (const name of ['list', 'save', 'remove', 'roles'])
    expect(
      (
        await call(
          name,
          name === 'save' ? of('VPN', { userID: annID }, OWN) : { userID: annID, id: 1000, version: 1 },
          bob,
        )
      ).status,
    ).toBe(403)
})

test('A110 who keeps credentials is told 7 days before the end, once; of another end again', async () => {
  const { db } = server.server
  const told: number[] = []
  const run = (days: number) =>
    tellExpiringCredentials(
      { db, publisher: { notified: (kept) => told.push(...kept.map(({ userID }) => userID)) } },
      NOON + days * DAY,
    )
  const subjects = async () =>
    (await db.selectFrom('notifications').orderBy('id').select('subject').execute()).map(
      ({ subject }) => subject,
    )
  // 4 May and 8 days.
  const { id, version, tool, userName, address } = await saved(
    of('DIMENSIONS', { userID: annID }, OWN, { expires: '2026-05-12' }),
  )
  expect(await run(0)).toBe(0)
  expect(await run(1)).toBe(1)
  expect(await run(1)).toBe(0)
  expect(await run(8)).toBe(0)
  expect(await subjects()).toEqual(['Tool credentials expire: Dimensions of Ann Ash (12 May 2026)'])
  const adminID = (
    await db.selectFrom('users').where('userName', '=', 'admin').select('id').executeTakeFirstOrThrow()
  ).id
  expect(told).toEqual([adminID])
  await saved({ userID: annID, id, version, tool, userName, address, expires: '2026-05-30' })
  await saved(of('VPN', { roleID: callers }, ROLES, { expires: '2026-05-29' }))
  expect(await run(30)).toBe(0)
  expect(await run(25)).toBe(2)
  expect((await subjects()).at(-1)).toBe(
    '2 tool credentials expire: VPN of Callers (29 May 2026), Dimensions of Ann Ash (30 May 2026)',
  )
  server.clock.now = NOON + 20 * DAY
  const later = await signIn(server, 'admin')
  expect((await list(undefined, later)).expiring).toEqual([
    { id, userID: annID, name: 'Ann Ash', tool: 'DIMENSIONS', expires: '2026-05-30' },
  ])
})
