import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRedirect, scopesOf } from '#shared/domain/oauth.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

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
  await addPerson(server, { userName: 'boss', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
  boss = await signIn(server, 'boss')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  await server.server.db.deleteFrom('oauthClients').execute()
  const { body } = await call('add-client', { name: 'Rota Sync', redirectURIs: [BACK] }, boss)
  clientID = (body as { clientID: string }).clientID
})

const call = async (name: string, payload?: object, headers: Record<string, string> = ann) =>
  said(await post(server, `/api/oauth/${name}`, payload, headers))
const read = async (path: string, headers: Record<string, string> = ann) => {
  const { statusCode, body } = await server.server.app.inject({ url: path, headers })
  return said({ status: statusCode, headers: {}, body })
}
const asking = (changes: object = {}) => ({
  clientID,
  redirectURI: BACK,
  responseType: 'code',
  scope: 'activity:read',
  state: 'of the app',
  codeChallenge: challengeOf(VERIFIER),
  codeChallengeMethod: 'S256',
  ...changes,
})

/** As an OAuth library sends it. */
async function form(path: string, fields: Record<string, string>) {
  const { statusCode, body, headers } = await server.server.app.inject({
    method: 'POST',
    url: `/api/oauth/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, body: JSON.parse(body) as Record<string, string>, headers }
}
async function codeOf(changes: object = {}, person = ann): Promise<string> {
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
const tokens = async (changes: object = {}) => (await redeem(await codeOf(changes))).body
const asApp = ({ access_token }: Record<string, string>) => ({ authorization: `Bearer ${access_token}` })
const ATTENDANCE = '/api/activity/my-attendance'
const attendance = async (pair: Record<string, string>) => (await read(ATTENDANCE, asApp(pair))).status
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
  expect(scopesOf('tasks:read tasks:write')).toBeNull()
  expect(scopesOf(' ')).toBeNull()
})

describe('consent', () => {
  test('says who asks for what, and gives a code to the app’s own address, with its state', async () => {
    expect((await call('ask-consent', asking())).body).toEqual({
      appName: 'Rota Sync',
      scopes: ['activity:read'],
      host: 'app.example',
      declineAddress: `${BACK}&error=access_denied&state=of+the+app`,
    })
    const { body } = await call('give-consent', asking())
    const address = new URL((body as { address: string }).address)
    expect(`${address.origin}${address.pathname}`).toBe('https://app.example/back')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: 'us',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'of the app',
    })
  })

  test.each([
    ['an app that isn’t known', { clientID: 'other' }, 'There is no such app. Nothing was allowed.'],
    ['another address', { redirectURI: `${BACK}/more` }, /answered at an address that is not its own/],
    ['an unknown scope', { scope: 'activity:read tasks:write' }, /asks for something that there isn’t/],
    ['no scope', { scope: '' }, /asks for something that there isn’t/],
    ['a plain challenge', { codeChallengeMethod: 'plain' }, /codeChallengeMethod/],
    ['no challenge', { codeChallenge: '' }, /codeChallenge/],
  ])('%s is refused, and gives no code', async (_what, changes, words) => {
    for (const name of ['ask-consent', 'give-consent']) {
      const { status, body } = await call(name, asking(changes))
      expect(status).toBe(400)
      expect((body as { value: string }).value).toMatch(words)
    }
    expect(await server.server.db.selectFrom('oauthCodes').selectAll().execute()).toEqual([])
  })

  test('W161 who may not give access can’t, nor see any', async () => {
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
    const { body } = await call('add-client', { name: 'Other', redirectURIs: [BACK] }, boss)
    const other = (body as { clientID: string }).clientID
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
    expect(await refresh(first.refresh_token, { client_id: 'other' })).toMatchObject(INVALID)
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

  test('is the person’s own, says when it was used last, and is none before the app came for it', async () => {
    await codeOf()
    expect(await grants()).toEqual([])
    const app = await tokens({ scope: 'activity:read tasks:read' })
    const given = {
      id: expect.any(Number),
      appName: 'Rota Sync',
      scopes: ['activity:read', 'tasks:read'],
      grantedAt: new Date(NOON).toISOString(),
    }
    expect(await grants()).toEqual([{ ...given, lastUsedAt: null }])
    server.clock.now += 5000
    await attendance(app)
    expect(await grants()).toEqual([{ ...given, lastUsedAt: new Date(NOON + 5000).toISOString() }])
    expect(await grants(ben)).toEqual([])
  })

  test('is revoked at once, by its person alone', async () => {
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
    expect((await giveUp('other')).status).toBe(200)
    expect(await attendance(app)).toBe(200)
    expect((await giveUp(clientID)).status).toBe(200)
    expect(await attendance(app)).toBe(401)
  })
})

describe('apps', () => {
  test('are kept by who manages adaptors; one that ends takes its access along', async () => {
    const app = await tokens()
    expect((await read('/api/oauth/clients', boss)).body).toEqual([
      { clientID, name: 'Rota Sync', redirectURIs: [BACK] },
    ])
    for (const [name, payload] of [
      ['add-client', { name: 'Mine', redirectURIs: [BACK] }],
      ['end-client', { clientID }],
    ] as const)
      expect((await call(name, payload)).status).toBe(403)
    expect((await read('/api/oauth/clients')).status).toBe(403)
    const plain = { name: 'Plain', redirectURIs: ['http://app.example/back'] }
    expect((await call('add-client', plain, boss)).status).toBe(400)
    expect(await call('end-client', { clientID }, boss)).toEqual({ status: 200, body: { done: true } })
    expect(await attendance(app)).toBe(401)
    expect(await refresh(app.refresh_token)).toMatchObject(INVALID)
    expect((await call('ask-consent', asking())).status).toBe(400)
    expect((await call('end-client', { clientID }, boss)).status).toBe(400)
  })
})
