import { afterEach, beforeEach, expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { addApiKey } from '../api-keys/testing/api-key-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import {
  addPerson,
  NOON,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { giveBuiltInRole, makeFirstRoles } from '../roles/first-roles.ts'
import { readFilter } from './scim-query.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const GRANTOR = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const

let server: TestServer
let boss: number
let key: string
beforeEach(async () => {
  server = await startTestServer({ publicOrigin: 'https://work.example' })
  const { db } = server.server
  await makeFirstRoles(db, server.clock.now)
  boss = await addPerson(server, {
    userName: 'boss',
    displayName: 'Beth Boss',
    permissions: ['ADMIN_CAN_EDIT_USERS', ...GRANTOR],
  })
  key = await addApiKey(db, { scope: 'SCIM', ownerID: boss })
})
afterEach(() => server.server.close())

type Json = Record<string, unknown> & { id: string; Resources: Json[]; members: Json[] }
interface Options {
  readonly headers?: Record<string, string>
  readonly as?: string | null
}
async function ask(
  method: string,
  path: string,
  payload?: unknown,
  { headers = {}, as = key }: Options = {},
) {
  const answer = await server.server.app.inject({
    method: method as 'GET',
    url: `/scim/v2${path}`,
    headers: {
      ...(as !== null && { authorization: `Bearer ${as}` }),
      ...(payload !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (answer.body === '' ? {} : JSON.parse(answer.body)) as Json,
  }
}
const patch = (path: string, ...Operations: object[]) => ask('PATCH', path, { schemas: [PATCH], Operations })
/** RFC 7644 §3.3. */
const BJENSEN = {
  schemas: [USER],
  userName: 'bjensen',
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
}
const make = async (more: object = {}) => {
  const { status, body } = await ask('POST', '/Users', { ...BJENSEN, ...more })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.id
}
const row = (id: string) =>
  server.server.db.selectFrom('users').where('id', '=', Number(id)).selectAll().executeTakeFirstOrThrow()
const roleID = async (builtIn: string) =>
  (
    await server.server.db
      .selectFrom('roles')
      .where('builtIn', '=', builtIn)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const rolesOf = (id: string | number) =>
  server.server.db
    .selectFrom('userRoles')
    .where('userID', '=', Number(id))
    .orderBy('roleID')
    .select(['roleID', 'source'])
    .execute()

test('A108 it is for API keys with the scope SCIM alone, whose owner may edit people; errors are in SCIM’s form', async () => {
  const refused = (status: number) => ({
    schemas: [ERROR],
    status: String(status),
    detail: expect.any(String),
  })
  const { db } = server.server
  for (const as of [null, 'fwk_wrong', `fwk_${'a'.repeat(43)}`]) {
    const answer = await ask('GET', '/Users', undefined, { as })
    expect([answer.status, answer.body]).toEqual([401, refused(401)])
  }
  const session = await signIn(server, 'boss')
  expect((await ask('GET', '/Users', undefined, { as: session.authorization.slice(7) })).status).toBe(401)
  const other = await addApiKey(db, { ownerID: boss })
  expect(await ask('GET', '/Users', undefined, { as: other })).toMatchObject({
    status: 403,
    body: refused(403),
  })
  const ann = await addPerson(server, { userName: 'ann' })
  const weak = await addApiKey(db, { scope: 'SCIM', ownerID: ann })
  expect(await ask('GET', '/Users', undefined, { as: weak })).toMatchObject({
    status: 403,
    body: refused(403),
  })
  expect((await ask('GET', '/Users', undefined, { headers: { 'x-api-key': key }, as: null })).status).toBe(
    200,
  )
  const gone = await ask('GET', '/Users/999')
  expect([gone.status, gone.body, gone.headers['content-type']]).toEqual([
    404,
    refused(404),
    'application/scim+json; charset=utf-8',
  ])
  const wrong = await server.server.app.inject({
    method: 'POST',
    url: '/scim/v2/Users',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: '{',
  })
  expect(JSON.parse(wrong.body)).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
})

test('A108 what a client learns first: ServiceProviderConfig, ResourceTypes and Schemas', async () => {
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  expect((await ask('GET', '/ResourceTypes')).body).toMatchObject({
    totalResults: 2,
    Resources: [
      { id: 'User', endpoint: '/Users', schema: USER },
      { id: 'Group', endpoint: '/Groups' },
    ],
  })
  expect((await ask('GET', `/Schemas/${USER}`)).body).toMatchObject({ id: USER, name: 'User' })
  expect((await ask('GET', '/Schemas/urn:none')).status).toBe(404)
  expect((await ask('GET', '/ResourceTypes/Group')).body).toMatchObject({
    meta: { location: 'https://work.example/scim/v2/ResourceTypes/Group' },
  })
})

test('A108 a user is made as in RFC 7644 §3.3, read with its ETag, and replaced if it is as it was seen', async () => {
  const made = await ask('POST', '/Users', BJENSEN)
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(made.headers.location).toBe(`https://work.example/scim/v2/Users/${id}`)
  expect(made.headers.etag).toBe('W/"1"')
  expect(made.body).toMatchObject({
    ...{ schemas: [USER], userName: 'bjensen', externalId: 'bjensen', active: true },
    ...{ displayName: 'Barbara Jensen', meta: { resourceType: 'User', version: 'W/"1"' } },
  })
  expect(await row(id)).toMatchObject({
    ...{ status: 'ACTIVE', userType: 'INTERVIEWER', passwordHash: '', signInMethod: 'SINGLE_SIGN_ON' },
  })
  expect(await rolesOf(id)).toEqual([{ roleID: await roleID('INTERVIEWER'), source: 'DIRECTORY' }])
  const get = (headers: Record<string, string> = {}) => ask('GET', `/Users/${id}`, undefined, { headers })
  expect((await get()).headers.etag).toBe('W/"1"')
  expect((await get({ 'if-none-match': 'W/"1"' })).status).toBe(304)
  expect((await get({ 'if-none-match': 'W/"2"' })).status).toBe(200)
  const changed = { ...BJENSEN, displayName: 'Babs', emails: [{ value: 'babs@mail.example', type: 'work' }] }
  const put = (seen: string) => ask('PUT', `/Users/${id}`, changed, { headers: { 'if-match': seen } })
  expect(await put('W/"7"')).toMatchObject({ status: 412, body: { status: '412' } })
  expect(await put('W/"1"')).toMatchObject({
    status: 200,
    body: { displayName: 'Babs', emails: [{ value: 'babs@mail.example' }] },
    headers: { etag: 'W/"2"' },
  })
  expect(await ask('POST', '/Users', BJENSEN)).toMatchObject({
    status: 409,
    body: { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
  })
  expect(await ask('POST', '/Users', { schemas: [USER] })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  const entries = await server.server.db.selectFrom('audit').select(['action', 'actorKind']).execute()
  expect(entries).toContainEqual({ action: 'PERSON_CREATED', actorKind: 'API_KEY' })
})

test('A108 filters are eq on userName, externalId, emails and displayName, and nothing else', async () => {
  const id = await make({ displayName: 'Babs', emails: [{ value: 'babs@mail.example', primary: true }] })
  await make({ userName: 'other', externalId: 'other' })
  const found = async (filter: string) => {
    const { status, body } = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    return status === 200 ? body.Resources.map((one) => one.id) : [status, body.scimType]
  }
  for (const filter of [
    'userName eq "bjensen"',
    'USERNAME Eq "BJensen"',
    'externalId eq "bjensen"',
    'displayName eq "babs"',
    'emails eq "babs@mail.example"',
    'emails.value eq "BABS@mail.example"',
    'emails[type eq "work"].value eq "babs@mail.example"',
    `${USER}:userName eq "bjensen"`,
    `id eq "${id}"`,
  ])
    expect([filter, await found(filter)]).toEqual([filter, [id]])
  expect(await found('externalId eq "BJENSEN"')).toEqual([])
  for (const filter of ['userName sw "b"', 'title eq "x"', 'userName', 'a eq "b" and c eq "d"', '(('])
    expect([filter, await found(filter)]).toEqual([filter, [400, 'invalidFilter']])
  expect(readFilter('userName eq "o\\"neill"')).toEqual({ attribute: 'username', value: 'o"neill' })
})

test('A108 pages begin at 1 and hold at most 200', async () => {
  const { db } = server.server
  const person = {
    displayName: 'P',
    role: '',
    userType: 'INTERVIEWER',
    passwordHash: '',
    isActive: 1,
    createdAt: 0,
  }
  await db
    .insertInto('users')
    .values(
      Array.from({ length: 204 }, (_, at) => ({
        ...person,
        userName: `p${at}`,
        areaID: null,
        managerID: null,
      })),
    )
    .execute()
  const page = async (query: string) => {
    const { body } = await ask('GET', `/Users?${query}`)
    return [body.totalResults, body.startIndex, body.itemsPerPage, body.Resources.length]
  }
  expect(await page('count=200')).toEqual([205, 1, 200, 200])
  expect(await page('count=201')).toEqual([205, 1, 200, 200])
  expect(await page('')).toEqual([205, 1, 100, 100])
  expect(await page('startIndex=202&count=10')).toEqual([205, 202, 4, 4])
  expect(await page('startIndex=0&count=0')).toEqual([205, 1, 0, 0])
  expect(await page('count=-5')).toEqual([205, 1, 0, 0])
  expect((await ask('GET', '/Users?count=many')).status).toBe(400)
  const { body } = await ask('GET', '/Users?count=1&attributes=userName')
  expect(Object.keys(body.Resources[0] ?? {}).sort()).toEqual(['id', 'meta', 'schemas', 'userName'])
})

test('A108 PATCH adds, replaces and removes, also in the forms of Entra ID', async () => {
  const id = await make({ emails: [{ value: 'old@mail.example', type: 'work', primary: true }] })
  const at = `/Users/${id}`
  // Without a path, with names that are paths, and flags as texts.
  expect(
    await patch(at, {
      op: 'Replace',
      value: {
        displayName: 'Babs',
        active: 'True',
        'name.familyName': 'Jones',
        'emails[type eq "work"].value': 'new@mail.example',
      },
    }),
  ).toMatchObject({
    status: 200,
    body: { displayName: 'Babs', active: true, emails: [{ value: 'new@mail.example' }] },
  })
  expect((await row(id)).legalName).toBe('Jones')
  expect(
    await patch(at, { op: 'replace', path: 'emails[type eq "work"].value', value: 'third@mail.example' }),
  ).toMatchObject({ body: { emails: [{ value: 'third@mail.example' }] } })
  expect(await patch(at, { op: 'remove', path: 'emails[type eq "work"]' })).toMatchObject({
    body: { emails: [] },
  })
  expect(
    await patch(at, { op: 'Add', path: 'emails[type eq "work"].value', value: 'fourth@mail.example' }),
  ).toMatchObject({ body: { emails: [{ value: 'fourth@mail.example' }] } })
  expect(await patch(at, { op: 'add', value: { externalId: 'e-2' } })).toMatchObject({
    body: { externalId: 'e-2' },
  })
  // Of several operations all are done, or none.
  const before = (await ask('GET', at)).body
  expect(
    await patch(
      at,
      { op: 'replace', path: 'displayName', value: 'X' },
      { op: 'replace', path: 'userName', value: 'boss' },
    ),
  ).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect((await ask('GET', at)).body).toEqual(before)
  for (const [operation, scimType] of [
    [{ op: 'replace', path: 'bogus[[', value: 1 }, 'invalidSyntax'],
    [{ op: 'replace', path: '__proto__.polluted', value: 1 }, 'invalidPath'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'displayName', value: 1 }, 'invalidSyntax'],
    [{ op: 'replace', path: 'displayName' }, 'invalidValue'],
  ] as const)
    expect(await patch(at, operation)).toMatchObject({ status: 400, body: { scimType } })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(await ask('PATCH', at, { schemas: [], Operations: [] })).toMatchObject({ status: 400 })
})

test('A109 active=false deactivates with reason DIRECTORY and the manager as new holder; active=true brings back', async () => {
  const { db } = server.server
  const id = await make()
  await db.updateTable('users').set({ managerID: boss }).where('id', '=', Number(id)).execute()
  await giveBuiltInRole(db, Number(id), 'HR', { at: server.clock.now, by: null })
  const report = await addPerson(server, { userName: 'report', managerID: Number(id) })
  expect(await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
    status: 200,
    body: { active: false },
  })
  expect(await row(id)).toMatchObject({ status: 'LEAVER', isActive: 0, leaveReason: 'DIRECTORY' })
  expect((await row(String(report))).managerID).toBe(boss)
  const told = await db.selectFrom('audit').where('action', '=', 'PERSON_DEACTIVATED').selectAll().execute()
  expect(told).toMatchObject([{ personID: Number(id), actorKind: 'API_KEY' }])
  // The same again changes nothing.
  expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: false })).status).toBe(200)
  expect(await patch(`/Users/${id}`, { op: 'Replace', value: { active: true } })).toMatchObject({
    body: { active: true },
  })
  expect(await row(id)).toMatchObject({ status: 'ACTIVE', isActive: 1, leaveReason: null, leaveDate: null })
  // What was given by hand has to be given again.
  expect(await rolesOf(id)).toEqual([{ roleID: await roleID('INTERVIEWER'), source: 'DIRECTORY' }])
  expect(await auditTold(db)).toEqual([
    'PERSON_CREATED | admin.active-users | person | Barbara Jensen',
    'PERSON_DEACTIVATED | admin.active-users | person | Barbara Jensen',
    'PERSON_CHANGED | admin.active-users | person | Barbara Jensen',
    'PERSON_REINSTATED | admin.active-users | person | Barbara Jensen',
  ])
})

test('A109 active=true brings back as Reinstate users does: from today on, and with nothing to sign in by', async () => {
  const { db } = server.server
  const id = await make()
  const userID = Number(id)
  const gone = await addPerson(server, { userName: 'gone', isActive: false })
  await db
    .updateTable('users')
    .set({ managerID: gone, startDate: '2024-01-08', lockedAt: NOON, lockReason: 'Lost' })
    .where('id', '=', userID)
    .execute()
  await db
    .insertInto('personalPermissions')
    .values({
      ...{ userID, permission: PERMISSIONS.CAN_MAKE_CALL, isRefusal: 0, reason: 'Because', givenBy: null },
      ...{ since: NOON, endsAt: null },
    })
    .execute()
  await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  expect(await row(id)).toMatchObject({ erasureDue: '2032-05-04' })
  await db.updateTable('users').set({ passwordHash: 'of before' }).where('id', '=', userID).execute()
  server.clock.now += 14 * 3_600_000
  expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).status).toBe(200)
  expect(await row(id)).toMatchObject({
    ...{ status: 'ACTIVE', startDate: '2026-05-05', erasureDue: null, leftAt: null, deactivatedBy: null },
    ...{ passwordHash: '', signInMethod: 'SINGLE_SIGN_ON', lockedAt: null, managerID: null },
  })
  expect(
    await db.selectFrom('personalPermissions').where('userID', '=', userID).selectAll().execute(),
  ).toEqual([])
  const told = await db.selectFrom('audit').where('action', '=', 'PERSON_REINSTATED').selectAll().execute()
  expect(told).toMatchObject([{ personID: userID, actorKind: 'API_KEY' }])
  expect(JSON.parse(told[0]?.changes ?? '[]')).toContainEqual({
    ...{ field: 'startDate', before: null, after: '2026-05-05' },
  })
  // The same again changes nothing.
  const { version } = await row(id)
  await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
  expect(await row(id)).toMatchObject({ version })
})

test('A109 DELETE deactivates, erases nothing, and to the directory they are gone; who is made again is the same person', async () => {
  const id = await make({ emails: [{ value: 'babs@mail.example' }] })
  expect((await ask('DELETE', `/Users/${id}`, undefined, { headers: { 'if-match': 'W/"9"' } })).status).toBe(
    412,
  )
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await row(id)).toMatchObject({
    ...{ status: 'LEAVER', leaveReason: 'DIRECTORY', userName: 'bjensen', email: 'babs@mail.example' },
  })
  for (const [method, body] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PUT', BJENSEN],
  ] as const)
    expect((await ask(method, `/Users/${id}`, body)).status).toBe(404)
  expect((await ask('GET', '/Users?filter=userName%20eq%20%22bjensen%22')).body.totalResults).toBe(0)
  expect(await make()).toBe(id)
  expect((await row(id)).status).toBe('ACTIVE')
})

test('A002 A109 the last grantor answers 409 and stays, by DELETE, active=false and by leaving their group', async () => {
  const { db } = server.server
  await addPerson(server, { userName: 'helper', permissions: ['ADMIN_CAN_EDIT_USERS', ...GRANTOR] })
  const helper = await db
    .selectFrom('users')
    .where('userName', '=', 'helper')
    .select('id')
    .executeTakeFirstOrThrow()
  const as = await addApiKey(db, { scope: 'SCIM', ownerID: helper.id })
  // The owner of this key has no password: they can't be the one who remains.
  await db.updateTable('users').set({ passwordHash: '' }).where('id', '=', helper.id).execute()
  const words = 'At least one active person must be able to grant permissions.'
  const last = { status: 409, body: { schemas: [ERROR], status: '409', detail: words } }
  expect(await ask('DELETE', `/Users/${boss}`, undefined, { as })).toMatchObject(last)
  const off = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }
  expect(await ask('PATCH', `/Users/${boss}`, off, { as })).toMatchObject(last)
  const administrator = await roleID('ADMINISTRATOR')
  await db.deleteFrom('personalPermissions').where('userID', '=', boss).execute()
  await db.deleteFrom('userPermissions').where('userID', '=', boss).execute()
  await db
    .insertInto('userRoles')
    .values({ userID: boss, roleID: administrator, source: 'DIRECTORY', since: 0, givenBy: null })
    .execute()
  const { settlePermissions } = await import('../roles/settle.ts')
  await settlePermissions(db, [boss], server.clock.now)
  const leave = { schemas: [PATCH], Operations: [{ op: 'remove', path: `members[value eq "${boss}"]` }] }
  expect(await ask('PATCH', `/Groups/${administrator}`, leave, { as })).toMatchObject(last)
  expect(await row(String(boss))).toMatchObject({ status: 'ACTIVE', isActive: 1 })
  expect(await rolesOf(boss)).toEqual([{ roleID: administrator, source: 'DIRECTORY' }])
})

test('A108 groups are the roles: members are added, replaced and removed in each form, and who is in one by hand stays', async () => {
  const { db } = server.server
  const [one, two, three] = [
    await make(),
    await make({ userName: 'two22', externalId: 'two' }),
    await make({ userName: 'three', externalId: 'three' }),
  ]
  const role = await roleID('SUPERVISOR')
  const at = `/Groups/${role}`
  await giveBuiltInRole(db, Number(three), 'SUPERVISOR', { at: server.clock.now, by: null })
  const members = async () => (await ask('GET', at)).body.members.map(({ value }) => value)
  const value = (...ids: string[]) => ids.map((id) => ({ value: id }))
  expect(await patch(at, { op: 'Add', path: 'members', value: value(one, two) })).toMatchObject({
    status: 200,
    body: { displayName: 'Supervisor' },
  })
  expect(await members()).toEqual([one, two, three])
  expect(await rolesOf(one)).toContainEqual({ roleID: role, source: 'DIRECTORY' })
  expect(
    await db.selectFrom('userPermissions').where('userID', '=', Number(one)).select('permission').execute(),
  ).not.toEqual([])
  // Entra ID's two ways to take somebody out, and the standard's.
  await patch(at, { op: 'Remove', path: 'members', value: value(one) })
  expect(await members()).toEqual([two, three])
  await patch(at, { op: 'remove', path: `members[value eq "${two}"]` })
  expect(await members()).toEqual([three])
  await patch(at, { op: 'replace', path: 'members', value: value(one) })
  expect(await members()).toEqual([one, three])
  await patch(at, { op: 'remove', path: 'members' })
  expect(await members()).toEqual([three])
  await patch(at, { op: 'add', value: { members: value(two) } })
  expect(await members()).toEqual([two, three])
  expect(await patch(at, { op: 'add', path: 'members', value: value('999') })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  expect(await patch(at, { op: 'replace', path: 'owner', value: 'x' })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidPath' },
  })
  const found = await ask(
    'GET',
    `/Groups?excludedAttributes=members&filter=displayName%20eq%20%22supervisor%22`,
  )
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: String(role) }] })
  expect(found.body.Resources[0]).not.toHaveProperty('members')
})

test('A108 a group that is no role yet becomes one that may do nothing; names are kept once; only grantors give roles', async () => {
  const made = await ask('POST', '/Groups', { displayName: 'Night shift', externalId: 'g-1' })
  expect(made).toMatchObject({
    status: 201,
    body: { displayName: 'Night shift', externalId: 'g-1', members: [] },
  })
  const { id } = made.body
  expect(
    await server.server.db
      .selectFrom('rolePermissions')
      .where('roleID', '=', Number(id))
      .selectAll()
      .execute(),
  ).toEqual([])
  expect(await ask('POST', '/Groups', { displayName: 'night SHIFT' })).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  })
  const rename = (value: string) =>
    ask('PATCH', `/Groups/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', path: 'displayName', value }],
    })
  for (const displayName of ['', ' ', 'x'.repeat(101)])
    for (const answer of [
      await rename(displayName),
      await ask('PUT', `/Groups/${id}`, { displayName, members: [] }),
    ])
      expect([displayName, answer]).toMatchObject([
        displayName,
        { status: 400, body: { scimType: 'invalidValue' } },
      ])
  const longest = 'x'.repeat(100)
  expect(await rename(longest)).toMatchObject({ body: { displayName: longest } })
  const tag = String((await ask('GET', `/Groups/${id}`)).headers.etag)
  const person = await make()
  const renamed = { displayName: 'Nights', members: [{ value: person }] }
  expect((await ask('PUT', `/Groups/${id}`, renamed, { headers: { 'if-match': 'W/"no"' } })).status).toBe(412)
  expect(await ask('PUT', `/Groups/${id}`, renamed, { headers: { 'if-match': tag } })).toMatchObject({
    body: { displayName: 'Nights', members: [{ value: person, display: 'Barbara Jensen' }] },
  })
  expect((await ask('GET', `/Groups/${id}`)).headers.etag).not.toBe(tag)
  expect((await ask('DELETE', `/Groups/${id}`)).status).toBe(403)
  const editor = await addPerson(server, { userName: 'editor', permissions: ['ADMIN_CAN_EDIT_USERS'] })
  const as = await addApiKey(server.server.db, { scope: 'SCIM', ownerID: editor })
  const add = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: person }] }] }
  expect((await ask('PATCH', `/Groups/${id}`, add, { as })).status).toBe(403)
  // Nor does such a key change who may do more.
  expect(await ask('PUT', `/Users/${boss}`, { ...BJENSEN, userName: 'boss' }, { as })).toMatchObject({
    status: 403,
    body: { detail: 'You cannot change somebody who may do more than you.' },
  })
  expect((await post(server, '/scim/v2/Users', {}, {})).status).toBe(401)
  expect(await auditTold(server.server.db)).toEqual([
    'ROLE_ADDED | admin.active-users | role | Night shift',
    `ROLE_CHANGED | admin.active-users | role | ${longest}`,
    'PERSON_CREATED | admin.active-users | person | Barbara Jensen',
    'ROLE_CHANGED | admin.active-users | role | Nights',
    'PERSON_ROLES_CHANGED | admin.active-users | person | Barbara Jensen',
  ])
})
