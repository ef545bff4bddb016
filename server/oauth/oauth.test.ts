import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { isRedirect, SCOPES, scopesOf } from '#shared/domain/oauth.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { hashLinkToken } from '../auth/link-tokens.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { Grants } from './grants.ts'

const VERIFIER = 'a verifier that an app keeps to itself'.replaceAll(' ', '-').padEnd(43, '~')
const BACK = 'https://app.example/back?from=us'
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const ISSUE: PermissionName = 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'

let server: TestServer
let annID: number
let ann: { authorization: string }
let ben: { authorization: string }
let boss: { authorization: string }
let clientID: string

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, {
    userName: 'ann',
    permissions: [ISSUE, 'ITRACKER_CAN_SEE_MY_ATTENDANCE', 'AUTH_CAN_USE_MULTI_TOKEN'],
  })
  await addPerson(server, { userName: 'ben', permissions: [ISSUE] })
  await addPerson(server, {
    userName: 'boss',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'SUPPORT_CAN_LOCK_ACCOUNT'],
  })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
  boss = await signIn(server, 'boss')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  await server.server.db.deleteFrom('oauthClients').execute()
  await server.server.db.updateTable('users').set({ isActive: 1 }).execute()
  clientID = (await register()).client.clientID
})

const call = async (name: string, payload?: object, headers: Record<string, string> = ann) =>
  said(await post(server, `/api/oauth/${name}`, payload, headers))
const read = async (path: string, headers: Record<string, string> = ann) => {
  const { statusCode, body } = await server.server.app.inject({ url: path, headers })
  return said({ status: statusCode, headers: {}, body })
}
const APP = {
  name: 'Rota Sync',
  redirectURIs: [BACK],
  scopes: ['activity:read', 'profile:read', 'tickets:read', 'tasks:read'],
  isConfidential: false,
}
async function register(changes: object = {}) {
  const { body } = await call('add-client', { ...APP, ...changes }, boss)
  return body as { client: { clientID: string; version: number }; secret: string | null }
}
type Fields = Record<string, string | string[] | null>
/** The query that an app sends the person with; null leaves a field out, a list says it more than once. */
const asking = (changes: Fields = {}) => {
  const fields: Fields = {
    client_id: clientID,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'activity:read',
    state: 'of the app',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of value === null ? [] : [value].flat()) query.append(name, one)
  return { query: query.toString() }
}

/** As an OAuth library sends it. */
async function form(
  path: string,
  fields: Record<string, string> | string,
  extra: Record<string, string> = {},
) {
  const { statusCode, body, headers } = await server.server.app.inject({
    method: 'POST',
    url: `/api/oauth/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...extra },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, body: JSON.parse(body) as Record<string, string>, headers }
}
async function codeOf(changes: Fields = {}, person = ann): Promise<string> {
  const { body } = await call('give-consent', asking(changes), person)
  return new URL((body as { address: string }).address).searchParams.get('code') ?? ''
}
const redeem = (code: string, changes: Record<string, string> = {}) =>
  form('token', {
    grant_type: 'authorization_code',
    client_id: clientID,
    redirect_uri: BACK,
    code,
    code_verifier: VERIFIER,
    ...changes,
  })
const refresh = (token = '', changes: Record<string, string> = {}) =>
  form('token', { grant_type: 'refresh_token', client_id: clientID, refresh_token: token, ...changes })
const tokens = async (changes: Fields = {}) => (await redeem(await codeOf(changes))).body
const asApp = ({ access_token }: Record<string, string>) => ({ authorization: `Bearer ${access_token}` })
const ATTENDANCE = '/api/activity/my-attendance'
const attendance = async (pair: Record<string, string>) => (await read(ATTENDANCE, asApp(pair))).status
const DAY_MS = 86_400_000
const ISSUER = 'http://localhost:80'
const INVALID = { status: 400, body: { error: 'invalid_grant' } }

test('an app is answered by TLS or on the own machine, at a whole address', () => {
  for (const good of [
    'https://a.example/b',
    'http://127.0.0.1:8000/cb',
    'http://localhost/cb',
    'http://[::1]/',
  ])
    expect([good, isRedirect(good)]).toEqual([good, true])
  for (const bad of [
    'http://a.example/b',
    'https://a.example/#b',
    'https://u:p@a.example/',
    'javascript:alert(1)',
    '/b',
    'http://localhost.a.example/',
  ])
    expect([bad, isRedirect(bad)]).toEqual([bad, false])
  expect(scopesOf('tasks:read activity:read tasks:read')).toEqual(['tasks:read', 'activity:read'])
  expect(scopesOf('tasks:read tasks:destroy')).toBeNull()
  expect(scopesOf(' ')).toBeNull()
})

describe('consent', () => {
  test('says who asks for what, and gives a code to the app’s own address, with its state', async () => {
    expect((await call('ask-consent', asking())).body).toEqual({
      outcome: 'ASK',
      appName: 'Rota Sync',
      scopes: ['activity:read'],
      host: 'app.example',
      declineAddress: `${BACK}&error=access_denied&state=of+the+app&iss=${encodeURIComponent(ISSUER)}`,
    })
    const { body } = await call('give-consent', asking())
    const address = new URL((body as { address: string }).address)
    expect(`${address.origin}${address.pathname}`).toBe('https://app.example/back')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: 'us',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'of the app',
      iss: ISSUER,
    })
  })

  test.each([
    ['an app that isn’t known', { client_id: 'other' }, 'There is no such app. Nothing was allowed.'],
    ['no app', { client_id: null }, 'There is no such app. Nothing was allowed.'],
    ['another address', { redirect_uri: `${BACK}/more` }, /answered at an address that is not its own/],
    ['no address', { redirect_uri: null }, /answered at an address that is not its own/],
    ['two addresses', { redirect_uri: [BACK, BACK] }, /answered at an address that is not its own/],
  ])('%s is refused in its place, and nobody is sent anywhere', async (_what, changes, words) => {
    for (const name of ['ask-consent', 'give-consent']) {
      const { status, body } = await call(name, asking(changes))
      expect(status).toBe(400)
      expect((body as { value: string }).value).toMatch(words)
    }
    expect(await server.server.db.selectFrom('oauthCodes').selectAll().execute()).toEqual([])
  })

  test.each([
    ['an unknown scope', { scope: 'activity:read tasks:destroy' }, 'invalid_scope'],
    ['a scope that isn’t for this app', { scope: 'activity:read activity:write' }, 'invalid_scope'],
    ['no scope', { scope: null }, 'invalid_scope'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['no type', { response_type: null }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: null }, 'invalid_request'],
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['two scopes', { scope: ['activity:read', 'tasks:read'] }, 'invalid_request'],
  ])('of %s the app is told at its own address, with its state', async (_what, changes, error) => {
    const { body } = await call('ask-consent', asking(changes))
    const { outcome, address } = body as { outcome: string; address: string }
    expect(outcome).toBe('BACK')
    expect(address.startsWith(`${BACK}&`)).toBe(true)
    const told = Object.fromEntries(new URL(address).searchParams)
    expect(told).toMatchObject({ from: 'us', error, state: 'of the app', iss: ISSUER })
    expect(told.error_description).toMatch(/^[\w ]+$/)
    expect((await call('give-consent', asking(changes))).body).toEqual({ address })
    expect(await server.server.db.selectFrom('oauthCodes').selectAll().execute()).toEqual([])
  })

  test('an app without a state is told none', async () => {
    const { body } = await call('ask-consent', asking({ state: null, scope: 'x' }))
    expect(new URL((body as { address: string }).address).searchParams.has('state')).toBe(false)
  })

  test('W161 who may not give access can’t, nor see any', async () => {
    expect((await call('ask-consent', asking(), boss)).body).toMatchObject({
      outcome: 'DENIED',
      declineAddress: expect.stringContaining('error=access_denied'),
    })
    expect((await call('give-consent', asking(), boss)).status).toBe(403)
    expect((await read('/api/oauth/my-grants', boss)).status).toBe(403)
  })
})

describe('a code', () => {
  test('becomes tokens once, within 60 s, without being kept in plain; a second use ends what it gave', async () => {
    const code = await codeOf()
    server.clock.now += 59_999
    const first = await redeem(code)
    expect(first).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, scope: 'activity:read' },
    })
    expect(first.headers['cache-control']).toBe('no-store')
    expect(await attendance(first.body)).toBe(200)
    const kept = JSON.stringify([
      await server.server.db.selectFrom('oauthCodes').selectAll().execute(),
      await server.server.db.selectFrom('oauthTokens').selectAll().execute(),
    ])
    for (const secret of [code, first.body.access_token, first.body.refresh_token])
      expect(kept).not.toContain(secret)
    expect(await redeem(code)).toMatchObject(INVALID)
    expect(await attendance(first.body)).toBe(401)
    expect(await refresh(first.body.refresh_token)).toMatchObject(INVALID)
  })

  test('of two that come with it at once, one has it', async () => {
    const code = await codeOf()
    const both = await Promise.all([redeem(code), redeem(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is too old after 60 s', async () => {
    const code = await codeOf()
    server.clock.now += 60_000
    expect(await redeem(code)).toMatchObject(INVALID)
  })

  test('is no good with another verifier, address or app, and is still good for its own', async () => {
    const code = await codeOf()
    const other = (await register({ name: 'Other' })).client.clientID
    expect(await redeem(code, { code_verifier: 'w'.repeat(43) })).toMatchObject(INVALID)
    expect(await redeem(code, { redirect_uri: 'https://app.example/back' })).toMatchObject(INVALID)
    expect(await redeem(code, { client_id: other })).toMatchObject(INVALID)
    expect(await redeem(`${code}x`)).toMatchObject(INVALID)
    expect((await redeem(code)).status).toBe(200)
  })

  test('requests that aren’t whole, or want something else, are told so by the standard', async () => {
    const error = (error: string) => ({ status: 400, body: { error } })
    expect(await redeem('c', { code_verifier: 'short' })).toMatchObject(error('invalid_request'))
    expect(await form('token', {})).toMatchObject(error('invalid_request'))
    expect(await form('token', { grant_type: 'password' })).toMatchObject(error('unsupported_grant_type'))
    const code = await codeOf()
    const twice = new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: clientID, redirect_uri: BACK },
      ...{ code, code_verifier: VERIFIER },
    })
    twice.append('code', code)
    expect(await form('token', twice.toString())).toMatchObject(error('invalid_request'))
    expect((await redeem(code)).status).toBe(200)
  })
})

describe('a refresh token', () => {
  test('is good once, for new ones; the access token before it is good no more', async () => {
    const first = await tokens()
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(await attendance(first)).toBe(401)
    expect(await attendance(second.body)).toBe(200)
  })

  test('that comes back ends the access for both who hold it', async () => {
    const first = await tokens()
    const second = (await refresh(first.refresh_token)).body
    expect(await refresh(first.refresh_token)).toMatchObject(INVALID)
    expect(await attendance(second)).toBe(401)
    expect(await refresh(second.refresh_token)).toMatchObject(INVALID)
    expect((await read('/api/oauth/my-grants')).body).toEqual([])
  })

  test('is its own app’s, ends after 60 days, and is no access token', async () => {
    const first = await tokens()
    const other = (await register({ name: 'Other' })).client.clientID
    expect(await refresh(first.refresh_token, { client_id: other })).toMatchObject(INVALID)
    expect(await refresh(first.access_token)).toMatchObject(INVALID)
    expect(await attendance({ access_token: first.refresh_token ?? '' })).toBe(401)
    server.clock.now += 60 * 24 * 3_600_000
    expect(await refresh(first.refresh_token)).toMatchObject(INVALID)
  })
})

describe('what an app may do', () => {
  const take = (name: PermissionName) =>
    server.server.db
      .deleteFrom('userPermissions')
      .where('userID', '=', annID)
      .where('permission', '=', PERMISSIONS[name])
      .execute()
  const give = (name: PermissionName) =>
    server.server.db
      .insertInto('userPermissions')
      .values({ userID: annID, permission: PERMISSIONS[name] })
      .execute()

  test('is what the person allowed, and what they may themselves at that moment', async () => {
    const app = await tokens()
    expect(await attendance(app)).toBe(200)
    expect(await attendance(await tokens({ scope: 'tasks:read profile:read' }))).toBe(403)
    await take('ITRACKER_CAN_SEE_MY_ATTENDANCE')
    expect(await attendance(app)).toBe(403)
    await give('ITRACKER_CAN_SEE_MY_ATTENDANCE')
    expect(await attendance(app)).toBe(200)
    // Who may not give access any more has given none.
    await take(ISSUE)
    expect(await attendance(app)).toBe(401)
    await give(ISSUE)
  })

  test('no call without a scope is an app’s, whatever the person may', async () => {
    const app = asApp(await tokens({ scope: 'activity:read profile:read tickets:read tasks:read' }))
    expect(await read('/api/oauth/my-grants', app)).toEqual({
      status: 403,
      body: { value: 'The person did not allow the app to do this.' },
    })
    expect((await call('give-consent', asking(), app)).status).toBe(403)
    expect((await read('/api/device-health/speed-test/ping', app)).status).toBe(401)
    expect(await read('/api/profile/personal-details', app)).not.toMatchObject({ status: 403 })
  })

  test('an access token is good for an hour', async () => {
    const app = await tokens()
    server.clock.now += 3_599_999
    expect(await attendance(app)).toBe(200)
    server.clock.now += 1
    expect(await attendance(app)).toBe(401)
  })
})

describe('access that was given', () => {
  const grants = async (person = ann) => (await read('/api/oauth/my-grants', person)).body as { id: number }[]

  test('W024 is the person’s own, says when it was used last, and is none before the app came for it', async () => {
    await codeOf()
    expect(await grants()).toEqual([])
    const app = await tokens({ scope: 'activity:read tasks:read' })
    const given = {
      id: expect.any(Number),
      appName: 'Rota Sync',
      scopes: ['activity:read', 'tasks:read'],
      isDisabled: false,
      grantedAt: new Date(NOON).toISOString(),
    }
    expect(await grants()).toEqual([{ ...given, lastUsedAt: null }])
    server.clock.now += 5000
    await attendance(app)
    expect(await grants()).toEqual([{ ...given, lastUsedAt: new Date(NOON + 5000).toISOString() }])
    expect(await grants(ben)).toEqual([])
    // It is there for as long as the app could come back, and no longer.
    let now = NOON + 60 * DAY_MS - 1
    const later = new Grants(server.server.db, () => now)
    expect(await later.of(annID)).toHaveLength(1)
    now += 1
    expect(await later.of(annID)).toEqual([])
  })

  test('W024 is revoked at once, by its person alone', async () => {
    const app = await tokens()
    const [grant] = await grants()
    const gone = { status: 400, body: { value: 'This access has ended already.' } }
    expect(await call('revoke-grant', { id: grant?.id }, ben)).toEqual(gone)
    expect(await attendance(app)).toBe(200)
    expect(await call('revoke-grant', { id: grant?.id })).toEqual({ status: 200, body: { done: true } })
    expect(await attendance(app)).toBe(401)
    expect(await refresh(app.refresh_token)).toMatchObject(INVALID)
    expect(await call('revoke-grant', { id: grant?.id })).toEqual(gone)
  })

  test('is given up by the app itself, and by nobody with another’s id', async () => {
    const app = await tokens()
    const giveUp = (client_id: string) => form('revoke', { client_id, token: app.refresh_token ?? '' })
    const other = (await register({ name: 'Other' })).client.clientID
    expect((await giveUp(other)).status).toBe(200)
    expect((await giveUp('nobody')).status).toBe(401)
    expect(await attendance(app)).toBe(200)
    expect((await giveUp(clientID)).status).toBe(200)
    expect(await attendance(app)).toBe(401)
  })
})

test.each([
  [
    'a new password',
    async () => {
      const token = 'of-a-mailed-link'
      await server.server.db
        .insertInto('passwordResets')
        .values({ tokenHash: hashLinkToken(token), userID: annID, expiresAt: NOON + 60_000 })
        .execute()
      const { db } = server.server
      const { passwordHash } = await db
        .selectFrom('users')
        .where('id', '=', annID)
        .select('passwordHash')
        .executeTakeFirstOrThrow()
      const request = { token, password: 'Another-one-2026' }
      expect((await post(server, '/api/public/auth/reset-password', request, {})).status).toBe(200)
      // The next sign-in is with what the others know.
      await db.updateTable('users').set({ passwordHash }).where('id', '=', annID).execute()
    },
  ],
  [
    'signing out everywhere',
    async () =>
      expect((await post(server, '/api/support/end-sessions', { userID: annID }, boss)).status).toBe(200),
  ],
])('%s ends what apps were allowed, the codes on their way, and nobody else’s', async (_what, end) => {
  const app = await tokens()
  const others = (await redeem(await codeOf({ scope: 'profile:read' }, ben))).body
  const code = await codeOf()
  await end()
  expect(await attendance(app)).toBe(401)
  expect(await refresh(app.refresh_token)).toMatchObject(INVALID)
  expect(await redeem(code)).toMatchObject(INVALID)
  expect((await read('/api/oauth/my-grants', ben)).body).toHaveLength(1)
  expect((await refresh(others.refresh_token)).status).toBe(200)
  ann = await signIn(server, 'ann')
  expect((await read('/api/oauth/my-grants')).body).toEqual([])
})

test('an account that is shut is no app’s, and opened again it has allowed nothing', async () => {
  const shut = (isActive: 0 | 1) =>
    server.server.db.updateTable('users').set({ isActive }).where('id', '=', annID).execute()
  const app = await tokens()
  const code = await codeOf()
  await shut(0)
  expect(await attendance(app)).toBe(401)
  expect(await refresh(app.refresh_token)).toMatchObject(INVALID)
  expect(await redeem(code)).toMatchObject(INVALID)
  await new Grants(server.server.db, () => server.clock.now).purge()
  await shut(1)
  expect(await refresh(app.refresh_token)).toMatchObject(INVALID)
  expect(await attendance(app)).toBe(401)
})

describe('an app that keeps a secret', () => {
  let secret: string
  beforeEach(async () => {
    const registered = await register({ isConfidential: true })
    clientID = registered.client.clientID
    secret = registered.secret ?? ''
  })
  const UNKNOWN = { status: 401, body: { error: 'invalid_client' } }
  const basic = (id: string, key: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(key)}`).toString('base64')}`,
  })
  const withBasic = (code: string, headers: Record<string, string>) =>
    form(
      'token',
      { grant_type: 'authorization_code', redirect_uri: BACK, code, code_verifier: VERIFIER },
      headers,
    )

  test('shows it in the form or in the header, for codes, renewals and giving up', async () => {
    expect(secret).toMatch(/^fws_[\w-]{43}$/)
    const code = await codeOf()
    const refused = await redeem(code)
    expect(refused).toMatchObject(UNKNOWN)
    expect(refused.headers['www-authenticate']).toBe('Basic realm="apps"')
    expect(await redeem(code, { client_secret: `${secret}x` })).toMatchObject(UNKNOWN)
    expect(await withBasic(code, basic(clientID, 'wrong'))).toMatchObject(UNKNOWN)
    expect(await withBasic(code, basic('other', secret))).toMatchObject(UNKNOWN)
    const { body } = await withBasic(code, basic(clientID, secret))
    expect(await attendance(body)).toBe(200)
    expect(await refresh(body.refresh_token)).toMatchObject(UNKNOWN)
    const next = await refresh(body.refresh_token, { client_secret: secret })
    expect(next.status).toBe(200)
    const token = next.body.refresh_token ?? ''
    expect(await form('revoke', { client_id: clientID, token })).toMatchObject(UNKNOWN)
    expect((await form('revoke', { client_id: clientID, client_secret: secret, token })).status).toBe(200)
    expect(await attendance(next.body)).toBe(401)
  })

  test('gives a code up for nothing but with its verifier, too', async () => {
    const code = await codeOf()
    expect(await redeem(code, { client_secret: secret, code_verifier: 'w'.repeat(43) })).toMatchObject(
      INVALID,
    )
  })

  test('gets a new one, with which the old is no good; none of them is kept or shown again', async () => {
    server.clock.now += 5000
    const { body } = await call('rotate-client-secret', { clientID }, boss)
    const next = (body as { secret: string }).secret
    expect(next).not.toBe(secret)
    const code = await codeOf()
    expect(await redeem(code, { client_secret: secret })).toMatchObject(UNKNOWN)
    expect((await redeem(code, { client_secret: next })).status).toBe(200)
    const listed = JSON.stringify((await read('/api/oauth/clients', boss)).body)
    const kept = JSON.stringify(await server.server.db.selectFrom('oauthClients').selectAll().execute())
    for (const one of [secret, next]) expect(listed + kept).not.toContain(one)
    expect(listed).toContain(new Date(NOON + 5000).toISOString())
  })

  test('one without a secret gets none and shows none', async () => {
    const plain = (await register({ name: 'Plain' })).client.clientID
    expect((await call('rotate-client-secret', { clientID: plain }, boss)).body).toEqual({
      value: 'This app keeps no secret.',
    })
    clientID = plain
    const code = await codeOf()
    expect(await redeem(code, { client_secret: 'made-up' })).toMatchObject(UNKNOWN)
    expect((await redeem(code)).status).toBe(200)
  })
})

test('libraries find what they need where the standard has it (RFC 8414)', async () => {
  const { body } = await read('/.well-known/oauth-authorization-server', {})
  const methods = ['none', 'client_secret_basic', 'client_secret_post']
  expect(body).toEqual({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/task`,
    token_endpoint: `${ISSUER}/api/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${ISSUER}/api/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...SCOPES],
    service_documentation: `${ISSUER}/api/docs`,
  })
})

describe('apps', () => {
  test('are kept by who manages adaptors; one that ends takes its access along', async () => {
    const app = await tokens()
    await attendance(app)
    await redeem(await codeOf({}, ben))
    // A code that nobody came for is no access.
    await codeOf({}, ben)
    expect((await read('/api/oauth/clients', boss)).body).toEqual([
      {
        ...APP,
        clientID,
        secretAt: null,
        isDisabled: false,
        createdAt: new Date(NOON).toISOString(),
        people: 2,
        lastUsedAt: new Date(NOON).toISOString(),
        version: 1,
      },
    ])
    for (const [name, payload] of [
      ['add-client', APP],
      ['update-client', { ...APP, clientID, version: 1 }],
      ['switch-client', { clientID, isDisabled: true }],
      ['rotate-client-secret', { clientID }],
      ['end-client', { clientID }],
    ] as const)
      expect((await call(name, payload)).status).toBe(403)
    expect((await read('/api/oauth/clients')).status).toBe(403)
    for (const wrong of [
      { redirectURIs: ['http://app.example/back'] },
      { redirectURIs: [] },
      { scopes: [] },
      { scopes: ['tasks:destroy'] },
      { name: ' ' },
    ])
      expect((await call('add-client', { ...APP, ...wrong }, boss)).status).toBe(400)
    expect(await call('end-client', { clientID }, boss)).toEqual({ status: 200, body: { done: true } })
    expect(await attendance(app)).toBe(401)
    expect((await refresh(app.refresh_token)).body).toEqual({ error: 'invalid_client' })
    expect((await call('ask-consent', asking())).status).toBe(400)
    expect((await call('end-client', { clientID }, boss)).status).toBe(400)
    expect((await read('/api/oauth/my-grants')).body).toEqual([])
  })

  test('W024 one that is switched off gets and does nothing, and goes on where it was when it is on again', async () => {
    const app = await tokens()
    const code = await codeOf()
    const turn = async (isDisabled: boolean) =>
      expect((await call('switch-client', { clientID, isDisabled }, boss)).body).toMatchObject({ isDisabled })
    await turn(true)
    expect(await attendance(app)).toBe(401)
    expect((await refresh(app.refresh_token)).status).toBe(401)
    expect((await redeem(code)).status).toBe(401)
    expect((await call('ask-consent', asking())).status).toBe(400)
    expect((await read('/api/oauth/my-grants')).body).toMatchObject([{ isDisabled: true }])
    await turn(false)
    expect(await attendance(app)).toBe(200)
    expect((await redeem(code)).status).toBe(200)
  })

  test('a change is its own version’s; what an app may no longer ask for it may no longer do', async () => {
    const app = await tokens({ scope: 'activity:read profile:read' })
    const change = (changes: object) =>
      call('update-client', { ...APP, clientID, version: 1, ...changes }, boss)
    const narrow = { name: 'Rota', redirectURIs: ['https://other.example/'], scopes: ['profile:read'] }
    expect((await change(narrow)).body).toMatchObject({ ...narrow, version: 2 })
    expect(await change({ name: 'Mine' })).toEqual({
      status: 409,
      body: { value: 'Somebody else changed this app meanwhile. Look at it again, then change it.' },
    })
    expect(await attendance(app)).toBe(403)
    expect((await read('/api/oauth/my-grants')).body).toMatchObject([
      { appName: 'Rota', scopes: ['profile:read'] },
    ])
    expect((await call('ask-consent', asking())).status).toBe(400)
    expect((await refresh(app.refresh_token)).body).toMatchObject({ scope: 'profile:read' })
    expect((await change({ clientID: 'other' })).status).toBe(400)
  })
})

describe('scopes', () => {
  const WITH = allCalls.filter(({ call }) => call.scope !== null)

  test('every one stands for some call, and none for what administers others or holds secrets', () => {
    expect(new Set(WITH.map(({ call: { scope } }) => scope))).toEqual(new Set(SCOPES))
    const areas = new Set(WITH.map(({ area }) => area))
    for (const area of [
      'auth',
      'oauth',
      'permissions',
      'session',
      'signIn',
      'tools',
      'vault',
      'remoteDesktop',
    ])
      expect([area, areas.has(area)]).toEqual([area, false])
  })

  test('no call of an app is made without its own, whatever else the person allowed', async () => {
    await register({ scopes: [...SCOPES] }).then(({ client }) => {
      clientID = client.clientID
    })
    const wrong: string[] = []
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope)
      const without = asApp(await tokens({ scope: others.join(' ') }))
      const only = asApp(await tokens({ scope }))
      for (const { area, name, call: one } of WITH.filter((each) => each.call.scope === scope)) {
        const ask = async (headers: Record<string, string>) => {
          const { method, path } = one
          const { statusCode, body } = await server.server.app.inject({ method, url: path, headers })
          return statusCode === 403 && body.includes('did not allow the app')
        }
        if (!(await ask(without))) wrong.push(`${area}.${name} is made without ${scope}`)
        if (await ask(only)) wrong.push(`${area}.${name} is refused with ${scope}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
