import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdaptorOf } from '#shared/contract/adaptors.ts'
import { appLink, parseAppLink } from '#shared/domain/app-link.ts'
import { isMultiTenant } from '#shared/domain/single-sign-on.ts'
import { ssoAnswer } from '#shared/domain/sso-link.ts'
import { Sealer } from '../auth/sealer.ts'
import { sealCodeSecret } from '../auth/two-factor.ts'
import {
  addPerson,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { BRIGHT_SURVEYS } from '../legal/testing/bright-surveys.ts'
import { giveBuiltInRole, makeFirstRoles } from '../roles/first-roles.ts'
import { CLIENT_ID, CLIENT_SECRET, type Claims, startIdentityProvider } from './testing/identity-provider.ts'

const ORIGIN = 'http://localhost:4000'
const REFUSED = { status: 302, to: '/?ssoError=refused' }
const GRANTOR = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const
const KEPT = {
  expect: (status: number, value: string) => ({ status, body: { value } }),
}

let server: TestServer
let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let admin: Record<string, string>
let adaptor: AdaptorOf<'SINGLE_SIGN_ON'>

beforeEach(async () => {
  // The provider goes by the machine's clock.
  server = await startTestServer({ clock: Date.now, publicOrigin: ORIGIN })
  idp = await startIdentityProvider()
  idp.state.redirects.push(`${ORIGIN}/api/auth/sso/callback`)
  await makeFirstRoles(server.server.db, Date.now())
  await addPerson(server, {
    userName: 'admin',
    displayName: 'Adam Admin',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_EDIT_SETTINGS', ...GRANTOR],
  })
  admin = await signIn(server, 'admin')
  adaptor = (await save({}, { id: undefined, version: undefined })).body as AdaptorOf<'SINGLE_SIGN_ON'>
})
afterEach(async () => {
  await server.server.close()
  await idp.close()
})

const roleID = async (builtIn: string) =>
  (
    await server.server.db
      .selectFrom('roles')
      .where('builtIn', '=', builtIn as never)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const save = async (settings: object = {}, more: object = {}) =>
  said(
    await post(
      server,
      '/api/admin/configuration/adaptors/save',
      {
        ...{ kind: 'SINGLE_SIGN_ON', name: 'Northgate ID', isEnabled: true },
        settings: { issuer: idp.issuer, clientID: CLIENT_ID, ...settings },
        secrets: { clientSecret: CLIENT_SECRET },
        ...(adaptor && { id: adaptor.id, version: adaptor.version }),
        ...more,
      },
      admin,
    ),
  )
/** Changes the settings as they are seen now. */
async function change(settings: object): Promise<void> {
  const { status, body } = await save(settings)
  expect([status, body]).toEqual([200, expect.anything()])
  adaptor = body as typeof adaptor
}
const person = (claims: Claims = {}, id = 'sub-ann') => {
  idp.state.who = id
  idp.state.people.set(id, {
    ...{ preferred_username: 'ann', name: 'Ann Ash', email: 'ann@mail.example', email_verified: true },
    ...claims,
  })
}
const get = async (url: string) => {
  const answer = await server.server.app.inject({ method: 'GET', url })
  return { status: answer.statusCode, body: answer.body, to: answer.headers.location ?? '' }
}
const secret = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
const start = async (challenge: string) => {
  const { status, body } = await get(`/api/auth/sso/start?provider=${adaptor.id}&challenge=${challenge}`)
  expect([status, body]).toEqual([200, expect.anything()])
  return (JSON.parse(body) as { address: string }).address
}
/** Back from the provider: where the browser is sent then. */
const callback = async (address: string) => {
  const { pathname, search } = new URL(address)
  const { status, to } = await get(`${pathname}${search}`)
  return { status, to }
}
/** The whole way to the ticket. */
async function atProvider(alter: (address: string) => string = (address) => address) {
  const { verifier, challenge } = secret()
  const back = await callback(alter(await idp.browse(await start(challenge))))
  return { ...back, verifier, ticket: /^\/\?sso=([\w-]{43})$/.exec(back.to)?.[1] ?? '' }
}
const finish = async ({ ticket, verifier }: { ticket: string; verifier: string }) =>
  said(await post(server, '/api/auth/sso/finish', { ticket, verifier }))
async function login(more: object = {}) {
  const done = await finish(await atProvider())
  const { userName, clientKey } = done.body as { userName: string; clientKey: string }
  return post(server, '/api/auth/login', { userName, password: '', clientKey, ...more })
}
const bearer = ({ body }: { body: string }) => ({
  authorization: `Bearer ${(JSON.parse(body) as { token: string }).token}`,
})
const isIn = async (headers: Record<string, string>) =>
  (await post(server, '/api/auth/request-hub-token', {}, headers)).status === 200

test('A102 somebody signs in at a real provider: code with PKCE, state and nonce, and a session here', async () => {
  await addPerson(server, { userName: 'ann' })
  person()
  const { challenge } = secret()
  const address = new URL(await start(challenge))
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', client_id: CLIENT_ID },
    ...{ scope: 'openid profile email', redirect_uri: `${ORIGIN}/api/auth/sso/callback` },
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  const answer = await login()
  expect(answer.status).toBe(200)
  expect(await isIn(bearer(answer))).toBe(true)
  expect(JSON.parse((await get('/api/auth/sso/providers')).body)).toEqual({
    providers: [{ id: adaptor.id, name: 'Northgate ID' }],
  })
  const everything = JSON.stringify([
    await server.server.db.selectFrom('ssoFlows').selectAll().execute(),
    await server.server.db.selectFrom('adaptorExchanges').selectAll().execute(),
    server.log.text,
  ])
  for (const one of [CLIENT_SECRET, 'ann@mail.example']) expect(everything).not.toContain(one)
})

const yesterday = () => Math.floor(Date.now() / 1000) - 86_400
test.each([
  ['signature', () => async (token: string) => `${token.slice(0, -8)}AAAAAAAA`],
  ['issuer', () => idp.claiming({ iss: 'https://elsewhere.example' })],
  ['audience', () => idp.claiming({ aud: 'another-client' })],
  ['expiry', () => idp.claiming({ exp: yesterday(), iat: yesterday() - 60 })],
  ['nonce', () => idp.claiming({ nonce: 'another-nonce' })],
  ['tenant', () => idp.claiming({ tid: 'tenant-2' })],
] as const)('A102 a wrong %s is refused', async (_what, tamper) => {
  await addPerson(server, { userName: 'ann' })
  person({ tid: 'tenant-1' })
  await change({ tenants: ['Tenant-1'] })
  expect(await atProvider()).toMatchObject({ status: 302, ticket: expect.stringMatching(/./) })
  idp.state.tamper = tamper()
  expect(await atProvider()).toMatchObject(REFUSED)
  expect(await server.server.db.selectFrom('sessions').where('userID', '>', 1).selectAll().execute()).toEqual(
    [],
  )
})

test('A102 a wrong or repeated state and a wrong PKCE verifier are refused; only the page that began it ends it, once', async () => {
  await addPerson(server, { userName: 'ann' })
  person()
  const withState = (state: string) => (address: string) => {
    const url = new URL(address)
    url.searchParams.set('state', state)
    return url.href
  }
  expect(await atProvider(withState('s'.repeat(43)))).toMatchObject(REFUSED)
  let seen = ''
  const first = await atProvider((address) => {
    seen = address
    return address
  })
  expect(await callback(seen)).toEqual(REFUSED)
  expect(await finish({ ...first, verifier: secret().verifier })).toMatchObject({ status: 401 })
  expect((await finish(first)).status).toBe(200)
  expect((await finish(first)).status).toBe(401)
  // Another flow's verifier: the provider itself refuses the code.
  const { db } = server.server
  const sealer = await Sealer.open(db)
  const { challenge } = secret()
  const back = await idp.browse(await start(challenge))
  const [flow] = await db.selectFrom('ssoFlows').where('challenge', '=', challenge).selectAll().execute()
  await db
    .updateTable('ssoFlows')
    .set({ sealedVerifier: sealer.seal('w'.repeat(43), `ssoFlow/${flow?.stateHash}`) })
    .where('challenge', '=', challenge)
    .execute()
  expect(await callback(back)).toEqual(REFUSED)
})

test('A102 somebody has ten minutes at the provider, and two for coming back', async () => {
  await addPerson(server, { userName: 'ann' })
  person()
  const { db } = server.server
  const endsIn = async () => {
    const { expiresAt } = await db.selectFrom('ssoFlows').select('expiresAt').executeTakeFirstOrThrow()
    return expiresAt - Date.now()
  }
  /** As if so much time had passed. */
  const pass = (ms: number) =>
    db
      .updateTable('ssoFlows')
      .set((eb) => ({ expiresAt: eb('expiresAt', '-', ms) }))
      .execute()
  const { challenge } = secret()
  const tooLate = await idp.browse(await start(challenge))
  expect(await endsIn()).toBeGreaterThan(590_000)
  expect(await endsIn()).toBeLessThanOrEqual(600_000)
  await pass(600_000)
  expect(await callback(tooLate)).toEqual(REFUSED)
  await db.deleteFrom('ssoFlows').execute()

  const back = await atProvider()
  expect(await endsIn()).toBeGreaterThan(110_000)
  expect(await endsIn()).toBeLessThanOrEqual(120_000)
  await pass(120_000)
  expect((await finish(back)).status).toBe(401)
  await pass(-60_000)
  expect((await finish(back)).status).toBe(200)
})

test('A102 an issuer of many tenants without their list is refused on saving, and plain http to elsewhere', async () => {
  const common = 'https://login.microsoftonline.com/common/v2.0'
  const fresh = { id: undefined, version: undefined }
  for (const issuer of [common, common.replace('common', 'organizations')])
    expect(await save({ issuer }, fresh)).toEqual(
      KEPT.expect(400, 'An issuer of many tenants needs the list of those that may sign in.'),
    )
  expect((await save({ issuer: common, tenants: ['one'] }, fresh)).status).toBe(200)
  expect(isMultiTenant('https://login.microsoftonline.com/1f0c-tenant/v2.0')).toBe(false)
  expect((await save({ issuer: 'http://elsewhere.example' }, fresh)).status).toBe(400)
  expect(await save({ issuer: 'https://other.example' }, { secrets: {} })).toEqual(
    KEPT.expect(400, 'Type the password again: it was set for another server or user.'),
  )
})

test('A103 with just-in-time on a first sign-in makes a person with mapped user type and roles; with it off nobody', async () => {
  person(
    { preferred_username: 'new.one', name: 'New One', email: 'new@mail.example', groups: ['G-Sup', 'x'] },
    'sub-new',
  )
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  const roles = [
    { group: 'g-sup', roleID: await roleID('SUPERVISOR'), userType: 'SUPERVISOR' },
    { group: 'g-int', roleID: await roleID('INTERVIEWER') },
  ]
  await change({ isJustInTime: true, roles })
  const answer = await login()
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  const { db } = server.server
  const made = await db
    .selectFrom('users')
    .where('userName', '=', 'new.one')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    ...{ displayName: 'New One', email: 'new@mail.example', userType: 'SUPERVISOR', status: 'ACTIVE' },
    ...{ passwordHash: '', signInMethod: 'SINGLE_SIGN_ON' },
  })
  expect(
    await db.selectFrom('userRoles').where('userID', '=', made.id).select(['roleID', 'source']).execute(),
  ).toEqual([{ roleID: roles[0]?.roleID, source: 'DIRECTORY' }])
  const actions = await db
    .selectFrom('audit')
    .where('personID', '=', made.id)
    .select(['action', 'actorKind'])
    .execute()
  expect(actions).toContainEqual({ action: 'PERSON_CREATED', actorKind: 'ADAPTOR' })
  // The second time it is the same person, also once nobody else is made; who is in no mapped group isn't made.
  expect((await login()).status).toBe(200)
  await change({ isJustInTime: false, roles })
  expect((await login()).status).toBe(200)
  await change({ isJustInTime: true, roles })
  person({ preferred_username: 'stranger', email: 's@mail.example', groups: ['other'] }, 'sub-stranger')
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  expect(await db.selectFrom('users').where('id', '>', 0).select('userName').execute()).toHaveLength(2)
})

test('A104 an identity is linked by a verified e-mail alone, to one ACTIVE person, once, and never to who has another', async () => {
  const ann = await addPerson(server, { userName: 'ann' })
  person({ email_verified: false })
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  await server.server.db
    .updateTable('users')
    .set({ status: 'SUSPENDED', isActive: 0 })
    .where('id', '=', ann)
    .execute()
  person()
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  await server.server.db
    .updateTable('users')
    .set({ status: 'ACTIVE', isActive: 1 })
    .where('id', '=', ann)
    .execute()
  const links = () =>
    server.server.db.selectFrom('externalIdentities').select(['userID', 'subject']).execute()
  expect(await links()).toEqual([])
  person({ email: 'ANN@mail.example' })
  expect((await login()).status).toBe(200)
  expect(await links()).toEqual([{ userID: ann, subject: 'sub-ann' }])
  // Another identity with the same address doesn't come to her, and hers comes whatever its address is now.
  person({}, 'sub-mallory')
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  person({ email: 'moved@mail.example', email_verified: false })
  expect((await login()).status).toBe(200)
  expect(await links()).toEqual([{ userID: ann, subject: 'sub-ann' }])
  const actions = await server.server.db
    .selectFrom('audit')
    .where('personID', '=', ann)
    .select(['action', 'actorName', 'actorKind', 'label', 'changes'])
    .execute()
  const linked = actions.filter(({ action }) => action === 'PERSON_IDENTITY_LINKED')
  expect(linked).toMatchObject([{ actorName: 'Northgate ID', actorKind: 'ADAPTOR' }])
  expect(JSON.parse(linked[0]?.changes ?? '')).toEqual([
    { field: 'externalIdentity', before: null, after: 'Northgate ID' },
  ])
})

test('A102 A104 domains of e-mail that aren’t allowed are refused, and Entra’s own mark of a verified address counts', async () => {
  await addPerson(server, { userName: 'ann' })
  person({ email_verified: undefined, xms_edov: true })
  await change({ emailDomains: ['other.example'] })
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  await change({ emailDomains: ['Mail.Example'] })
  expect((await login()).status).toBe(200)
})

test('A102 A104 where the provider’s settings name no domains, those of the company’s staff count', async () => {
  await addPerson(server, { userName: 'ann' })
  person()
  await server.server.db
    .insertInto('tenant')
    .values({ ...BRIGHT_SURVEYS, publicOrigin: ORIGIN, staffDomains: '["bright.example"]' })
    .execute()
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  await change({ emailDomains: ['mail.example'] })
  expect((await login()).status).toBe(200)
})

test('A002 A105 mapped roles follow the directory at each sign-in, roles given by hand stay, and the last grantor keeps theirs', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann' })
  const [hand, one, two] = [await roleID('HR'), await roleID('TRAINER'), await roleID('SUPERVISOR')]
  await giveBuiltInRole(db, ann, 'HR', { at: Date.now(), by: null })
  await change({
    roles: [
      { group: 'one', roleID: one },
      { group: 'two', roleID: two },
      { group: 'hr', roleID: hand },
    ],
  })
  const after = async (groups: readonly string[]) => {
    person({ groups })
    expect((await login()).status).toBe(200)
    return db
      .selectFrom('userRoles')
      .where('userID', '=', ann)
      .orderBy('roleID')
      .select(['roleID', 'source'])
      .execute()
  }
  const sorted = (rows: readonly { roleID: number; source: string }[]) =>
    [...rows].sort((a, b) => a.roleID - b.roleID)
  const kept = { roleID: hand, source: 'HAND' }
  expect(await after(['one', 'hr'])).toEqual(sorted([kept, { roleID: one, source: 'DIRECTORY' }]))
  expect(await after(['two'])).toEqual(sorted([kept, { roleID: two, source: 'DIRECTORY' }]))
  expect(
    await db.selectFrom('userPermissions').where('userID', '=', ann).select('permission').execute(),
  ).not.toEqual([])
  expect(await after([])).toEqual([kept])
  const audited = await db
    .selectFrom('audit')
    .where('personID', '=', ann)
    .where('action', '=', 'PERSON_ROLES_CHANGED')
    .where('actorKind', '=', 'ADAPTOR')
    .orderBy('id')
    .select(['actorName', 'reason', 'changes'])
    .execute()
  const names = await db.selectFrom('roles').where('id', 'in', [one, two]).select(['id', 'name']).execute()
  const name = (of: number) => names.find(({ id }) => id === of)?.name ?? 'none'
  expect(audited.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) }))).toEqual(
    [
      [null, name(one)],
      [name(one), name(two)],
      [name(two), null],
    ].map(([before, then]) => ({
      ...{ actorName: 'Northgate ID', reason: 'By the directory' },
      changes: [{ field: 'roles', before, after: then }],
    })),
  )
  // A grantor by the directory alone, and nobody else: the role isn't taken.
  const boss = await roleID('ADMINISTRATOR')
  await change({ roles: [{ group: 'boss', roleID: boss }] })
  await after(['boss'])
  await db.deleteFrom('personalPermissions').where('userID', '<>', ann).execute()
  await db.deleteFrom('userPermissions').where('userID', '<>', ann).execute()
  expect(await after([])).toEqual(sorted([kept, { roleID: boss, source: 'DIRECTORY' }]))
})

test('A102 status and lock hold after it as after a password, and two-factor is asked unless amr says mfa', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann', permissions: ['AUTH_USE_2FA'] })
  person()
  expect((await login()).status).toBe(200)
  const set = (values: object) => db.updateTable('users').set(values).where('id', '=', ann).execute()
  await set({ lockedAt: Date.now() })
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=locked' })
  await set({ lockedAt: null, isActive: 0, status: 'LEAVER' })
  expect(await atProvider()).toMatchObject({ to: '/?ssoError=notSetUp' })
  await set({ isActive: 1, status: 'ACTIVE' })
  const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  await db
    .insertInto('twoFactor')
    .values({
      ...{ userID: ann, lastStep: 0, pendingSecret: null, pendingSince: null },
      secret: sealCodeSecret(await Sealer.open(db), ann, base32),
    })
    .execute()
  const asked = await finish(await atProvider())
  expect(asked.body).toMatchObject({ nextStage: '2FA', userName: 'ann' })
  const { clientKey } = asked.body as { clientKey: string }
  const send = (magicKey: string) =>
    post(server, '/api/auth/login', { userName: 'ann', password: '', clientKey, magicKey })
  expect((await send('000000')).status).toBe(401)
  const code = new TOTP({ secret: Secret.fromBase32(base32) }).generate()
  expect((await send(code)).status).toBe(200)
  for (const [amr, nextStage] of [
    [['pwd', 'mfa'], 'LOGIN'],
    [['pwd'], '2FA'],
    [['otp', 'mfa-lite'], '2FA'],
    ['mfa', 'LOGIN'],
  ] as const) {
    idp.state.tamper = idp.claiming({ amr })
    expect((await finish(await atProvider())).body, String(amr)).toMatchObject({ nextStage })
  }
})

test('A102 who must use two factors and has none sets one up first, unless amr says mfa', async () => {
  const { db } = server.server
  await addPerson(server, { userName: 'ann', permissions: ['AUTH_ALWAYS_2FA', 'AUTH_CAN_USE_MULTI_TOKEN'] })
  person()
  for (const [amr, mayEnter] of [
    [['pwd'], false],
    [['pwd', 'mfa'], true],
  ] as const) {
    idp.state.tamper = idp.claiming({ amr })
    const answer = await login()
    expect(answer.status).toBe(200)
    expect(await isIn(bearer(answer)), String(amr)).toBe(mayEnter)
  }
  await db.deleteFrom('userPermissions').execute()
  idp.state.tamper = idp.claiming({ amr: ['pwd'] })
  expect(await isIn(bearer(await login()))).toBe(true)
})

test('A002 A106 ‘Single sign-on only’ refuses passwords, and isn’t saved unless a grantor with password and two-factor remains', async () => {
  const { db } = server.server
  const interviewer = await roleID('INTERVIEWER')
  const ann = await addPerson(server, { userName: 'ann' })
  await giveBuiltInRole(db, ann, 'INTERVIEWER', { at: Date.now(), by: null })
  const last = KEPT.expect(400, 'At least one active person must be able to grant permissions.')
  // The only grantor has a password and no second factor.
  expect(await save({ onlyRoleIDs: [interviewer] })).toEqual(last)
  const [me] = await db.selectFrom('users').where('userName', '=', 'admin').select('id').execute()
  const adminID = me?.id ?? 0
  await db
    .insertInto('twoFactor')
    .values({ userID: adminID, secret: 'sealed', lastStep: 0, pendingSecret: null, pendingSince: null })
    .execute()
  const setPassword = (passwordHash: string) =>
    db.updateTable('users').set({ passwordHash }).where('id', '=', adminID).execute()
  const setSecret = (secret: string | null) =>
    db.updateTable('twoFactor').set({ secret }).where('userID', '=', adminID).execute()
  const { passwordHash } = await db
    .selectFrom('users')
    .where('id', '=', adminID)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  // A grantor without a password, or with a second factor that isn't confirmed, isn't one who remains.
  await setPassword('')
  expect(await save({ onlyRoleIDs: [interviewer] })).toEqual(last)
  await setPassword(passwordHash)
  await setSecret(null)
  expect(await save({ onlyRoleIDs: [interviewer] })).toEqual(last)
  await setSecret('sealed')
  // With the role itself among those that sign in there alone, nobody would remain.
  await giveBuiltInRole(db, adminID, 'ADMINISTRATOR', { at: Date.now(), by: null })
  expect(await save({ onlyRoleIDs: [await roleID('ADMINISTRATOR')] })).toEqual(last)
  expect(await db.selectFrom('ssoOnlyRoles').selectAll().execute()).toEqual([])
  await change({ onlyRoleIDs: [interviewer] })
  const byPassword = () => post(server, '/api/auth/confirm-password', { userName: 'ann', password: PASSWORD })
  expect(said(await byPassword())).toEqual(KEPT.expect(403, 'Please sign in with single sign-on.'))
  expect(
    (await post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'wrong' })).status,
  ).toBe(401)
  person()
  expect((await login()).status).toBe(200)
  await change({ onlyRoleIDs: [] })
  expect((await byPassword()).status).toBe(200)
})

test('A002 A106 the company’s ‘Single sign-on only’ refuses everybody’s password but a grantor’s, while a provider is on', async () => {
  const { db } = server.server
  await addPerson(server, { userName: 'ann', permissions: ['AUTH_CAN_USE_PASSWORDLESS'] })
  const version = async () => {
    const { body } = await post(server, '/api/admin/configuration/settings/all', {}, admin)
    const { settings } = JSON.parse(body) as { settings: { key: string; version: number }[] }
    return settings.find(({ key }) => key === 'signIn.singleSignOnOnly')?.version
  }
  const saveSetting = async (value: boolean) =>
    said(
      await post(
        server,
        '/api/admin/configuration/settings/save',
        { changes: [{ key: 'signIn.singleSignOnOnly', value, version: await version() }] },
        admin,
      ),
    )
  const byPassword = async (userName: string) =>
    (await post(server, '/api/auth/confirm-password', { userName, password: PASSWORD })).status
  expect(await saveSetting(true)).toEqual(
    KEPT.expect(400, 'At least one active person must be able to grant permissions.'),
  )
  expect(await byPassword('ann')).toBe(200)
  const { id: adminID } = await db
    .selectFrom('users')
    .where('userName', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('twoFactor')
    .values({ userID: adminID, secret: 'sealed', lastStep: 0, pendingSecret: null, pendingSince: null })
    .execute()
  // Nobody is left in by a second factor alone.
  const setHash = (passwordHash: string) =>
    db.updateTable('users').set({ passwordHash }).where('id', '=', adminID).execute()
  const { passwordHash } = await db
    .selectFrom('users')
    .where('id', '=', adminID)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  await setHash('')
  expect((await saveSetting(true)).status).toBe(400)
  await setHash(passwordHash)
  // Of two changes at once, also on two servers, the second waits for the first.
  const changes = async () =>
    (await db.selectFrom('grantorGuard').select('changes').executeTakeFirstOrThrow()).changes
  const before = await changes()
  expect(await saveSetting(true)).toMatchObject({ status: 200 })
  expect(await changes()).toBe(before + 1)
  expect(await byPassword('ann')).toBe(403)
  expect(await byPassword('admin')).toBe(200)
  // Nor does a link in a mail go past the provider.
  expect(said(await post(server, '/api/auth/confirm-username', { userName: 'ann' })).body).toMatchObject({
    nextStage: 'PASSWORD',
  })
  person()
  expect((await login()).status).toBe(200)
  await save({}, { isEnabled: false })
  expect(await byPassword('ann')).toBe(200)
})

test('A107 back-channel logout ends the sessions that came from that sign-in, and nothing else', async () => {
  const ann = await addPerson(server, { userName: 'ann', permissions: ['AUTH_CAN_USE_MULTI_TOKEN'] })
  person()
  const byPassword = await signIn(server, 'ann')
  idp.state.tamper = idp.claiming({ sid: 'session-1' })
  const one = bearer(await login())
  idp.state.tamper = idp.claiming({ sid: 'session-2' })
  const two = bearer(await login())
  const now = Math.floor(Date.now() / 1000)
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
  const claims = {
    iss: idp.issuer,
    aud: CLIENT_ID,
    iat: now,
    exp: now + 120,
    jti: 'j',
    events: { [EVENT]: {} },
  }
  const logout = async (more: object, key: 'own' | 'other' = 'own') => {
    const answer = await server.server.app.inject({
      method: 'POST',
      url: '/api/auth/sso/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `logout_token=${await idp.signed({ ...claims, ...more }, key, 'logout+jwt')}`,
    })
    return answer.statusCode
  }
  for (const wrong of [
    { sid: 'session-1', events: {} },
    { sid: 'session-1', nonce: 'n' },
    { sid: 'session-1', aud: 'another' },
    { sid: 'session-1', iss: 'https://elsewhere.example' },
    { sid: 'session-1', iat: now - 3600, exp: now - 3000 },
    { sid: 'session-1', iat: now - 3600, exp: now + 600 },
    {},
  ])
    expect([await logout(wrong), wrong]).toEqual([400, wrong])
  expect(await logout({ sid: 'session-1' }, 'other')).toBe(400)
  expect([await isIn(one), await isIn(two)]).toEqual([true, true])
  expect(await logout({ sid: 'session-1' })).toBe(200)
  expect([await isIn(one), await isIn(two), await isIn(byPassword)]).toEqual([false, true, true])
  // A token for several is for us, too.
  expect(await logout({ sub: 'sub-ann', aud: ['another', CLIENT_ID] })).toBe(200)
  expect([await isIn(two), await isIn(byPassword)]).toEqual([false, true])
  expect(ann).toBeGreaterThan(0)
})

test('A095 A102 a provider that can’t be reached is told in words, and its test says so, too, step by step', async () => {
  person()
  const { challenge } = secret()
  const address = await start(challenge)
  const back = await idp.browse(address)
  idp.state.isDown = true
  expect(await callback(back)).toMatchObject({ to: '/?ssoError=unavailable' })
  const answer = await get(`/api/auth/sso/start?provider=${adaptor.id}&challenge=${challenge}`)
  expect([answer.status, JSON.parse(answer.body).value]).toEqual([
    503,
    'Single sign-on is not available. Please try again or contact support.',
  ])
  const trial = async (of: object = { id: adaptor.id }) =>
    said(
      await post(
        server,
        '/api/admin/configuration/adaptors/test',
        { kind: 'SINGLE_SIGN_ON', settings: adaptor.settings, ...of },
        admin,
      ),
    ).body
  expect(await trial()).toEqual({
    isOk: false,
    steps: [
      { step: 'ADDRESS', isOk: false, words: `Nothing there says that it is ${idp.issuer}.` },
      { step: 'ANSWER', isOk: null, words: 'Not tried.' },
      { step: 'SECRET', isOk: null, words: 'Not tried.' },
    ],
  })
  idp.state.isDown = false
  const answered = [
    { step: 'ADDRESS', isOk: true, words: `The provider says that it is ${idp.issuer}.` },
    { step: 'ANSWER', isOk: true, words: 'Its keys can be read.' },
  ]
  expect(await trial()).toEqual({
    isOk: true,
    steps: [...answered, { step: 'SECRET', isOk: true, words: 'It is kept; the first sign-in tries it.' }],
  })
  // What isn't saved yet has no secret of its own.
  const none = 'None is kept: the provider has to know this as a public client.'
  expect(await trial({})).toEqual({
    isOk: true,
    steps: [...answered, { step: 'SECRET', isOk: true, words: none }],
  })
  await save({}, { isEnabled: false })
  expect(JSON.parse((await get('/api/auth/sso/providers')).body)).toEqual({ providers: [] })
  expect((await get(`/api/auth/sso/start?provider=${adaptor.id}&challenge=${challenge}`)).status).toBe(503)
})

test('A102 begun by the desktop client, the browser opens the client with the ticket, or with why there is none', async () => {
  person()
  const ann = await addPerson(server, { userName: 'ann' })
  await server.server.db
    .updateTable('users')
    .set({ email: 'ann@mail.example' })
    .where('id', '=', ann)
    .execute()
  const { verifier, challenge } = secret()
  const begin = async () => {
    const address = `/api/auth/sso/start?provider=${adaptor.id}&challenge=${challenge}&client=desktop`
    return (JSON.parse((await get(address)).body) as { address: string }).address
  }
  const way = await idp.browse(await begin())
  const { status, to } = await callback(way)
  const link = new URL(to, ORIGIN)
  expect([status, link.pathname, link.searchParams.get('source')]).toEqual([302, '/public/app/launch', 'sso'])
  const opened = parseAppLink(appLink('sso', link.searchParams.get('sourceid')))
  const answer = opened && ssoAnswer(opened)
  if (!answer || !('ticket' in answer)) throw new Error('no ticket')
  // It is of no use to whoever has not the secret.
  const { ticket } = answer
  expect((await finish({ ticket, verifier: secret().verifier })).status).toBe(401)
  expect((await finish({ ticket, verifier })).body).toMatchObject({ userName: 'ann', nextStage: 'LOGIN' })
  expect((await finish({ ticket, verifier })).status).toBe(401)
  // The same way again: the client is told, not the browser.
  expect((await callback(way)).to).toBe('/public/app/launch?source=sso-refused&sourceid=refused')
  person({ email: 'nobody@mail.example' }, 'sub-nobody')
  expect((await callback(await idp.browse(await begin()))).to).toBe(
    '/public/app/launch?source=sso-refused&sourceid=notSetUp',
  )
  expect(
    (await get(`/api/auth/sso/start?provider=${adaptor.id}&challenge=${challenge}&client=x`)).status,
  ).toBe(400)
})
