import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { housekeepingServices } from '../background-services/housekeeping.ts'

import { Idempotency } from '../http/idempotency.ts'
import {
  type Answer,
  addPerson,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { Grants } from '../oauth/grants.ts'
import { keyringOf } from '../secrets/keyring.ts'
import { FailedSignIns } from '../support/failed-sign-ins.ts'
import { AttemptCounts } from './attempt-counts.ts'
import { Authenticator } from './authenticator.ts'
import { KnownPlaces } from './known-places.ts'
import { MobileCodes } from './mobile-codes.ts'
import { RENEWED_GRACE_MS, Sessions } from './sessions.ts'
import { SignIns } from './sign-ins.ts'
import { Tokens } from './tokens.ts'

const PLACE_KNOWN_MS = 7_776_000_000

const HOUR = 60 * 60 * 1000
const HUB_TOKEN = '/api/auth/request-hub-token'

let server: TestServer
let annID: number

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
})
afterEach(() => server.server.close())

/** Spec 1 §8: a 401 without a readable body is how the client learns that its session ended. */
function expectSessionOver({ status, body, headers }: Answer): void {
  expect({ status, body }).toEqual({ status: 401, body: '' })
  expect(headers['www-authenticate']).toBe('Bearer')
}

const secretOf = async () => (await keyringOf(server.server.db)).token

async function authenticator(): Promise<Authenticator> {
  const { db } = server.server
  const clock = () => server.clock.now
  return new Authenticator({
    db,
    clock,
    tokens: await Tokens.open(db, clock),
    sessions: new Sessions(db, clock),
  })
}

test('no token, garbage and another scheme get 401 with no body', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic YTpi',
    `Bearer ${'a'.repeat(5000)}`,
  ]) {
    expectSessionOver(await post(server, HUB_TOKEN, {}, authorization === '' ? {} : { authorization }))
  }
})

test('an expired token gets 401 with no body', async () => {
  const bearer = await signIn(server, 'ann')
  server.clock.now += 12 * HOUR - 1000
  expect((await post(server, HUB_TOKEN, {}, bearer)).status).toBe(200)
  server.clock.now += 1000
  expectSessionOver(await post(server, HUB_TOKEN, {}, bearer))
})

test('a token signed with another secret, unsigned, altered or with another algorithm is none', async () => {
  const { authorization } = await signIn(server, 'ann')
  const token = authorization.slice('Bearer '.length)
  const claims = decodeJwt(token)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const admin = Buffer.from(JSON.stringify({ ...claims, userId: 999 })).toString('base64url')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const forged = [
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .sign(Buffer.concat([await secretOf(), await secretOf()])),
    new UnsecuredJWT(claims).encode(),
    `${none}.${payload}.${signature}`,
    `${none}.${payload}.`,
    `${head}.${admin}.${signature}`,
  ]
  for (const bad of forged)
    expectSessionOver(await post(server, HUB_TOKEN, {}, { authorization: `Bearer ${bad}` }))
})

test('a well-signed token is no good without its audience, its issuer, its end or its session', async () => {
  const secret = await secretOf()
  const claims = decodeJwt((await signIn(server, 'ann')).authorization.slice('Bearer '.length))
  const { exp: _, ...endless } = claims
  for (const bad of [
    { ...claims, aud: 'fieldwork-hub' },
    { ...claims, iss: 'somebody' },
    endless,
    { ...claims, jti: 'never-started' },
  ]) {
    const token = await new SignJWT(bad).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    expectSessionOver(await post(server, HUB_TOKEN, {}, { authorization: `Bearer ${token}` }))
  }
  const good = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  expect((await post(server, HUB_TOKEN, {}, { authorization: `Bearer ${good}` })).status).toBe(200)
})

test('S260 request-hub-token answers a text token that opens hubs, not calls', async () => {
  const bearer = await signIn(server, 'ann')
  const { status, headers, body: token } = await post(server, HUB_TOKEN, {}, bearer)
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
  })
  expectSessionOver(await post(server, HUB_TOKEN, {}, { authorization: `Bearer ${token}` }))

  const hubs = await authenticator()
  expect(await hubs.authenticateHubToken(token)).toMatchObject({ userID: annID, userName: 'ann' })
  expect(await hubs.authenticateHubToken(bearer.authorization.slice(7))).toBeNull()
  expect(await hubs.authenticateHubToken('nonsense')).toBeNull()
})

test.each([0, 999])(
  'S260 a hub token made %i ms into a second is good for a minute, in whole seconds',
  async (ms) => {
    const bearer = await signIn(server, 'ann')
    server.clock.now += ms
    const { body: token } = await post(server, HUB_TOKEN, {}, bearer)
    const hubs = await authenticator()
    server.clock.now += 59_000
    expect(await hubs.authenticateHubToken(token)).toMatchObject({ userID: annID })
    server.clock.now += 1000
    expect(await hubs.authenticateHubToken(token)).toBeNull()
  },
)

test('S262 renew-token answers a fresh token with the permissions of now, and the old one ends', async () => {
  const old = await signIn(server, 'ann')
  const permission = PERMISSIONS.CAN_BROADCAST_MESSAGE
  await server.server.db.insertInto('userPermissions').values({ userID: annID, permission }).execute()
  server.clock.now += HOUR
  const { status, headers, body: token } = await post(server, '/api/auth/renew-token', {}, old)
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
  })
  const claims = decodeJwt(token)
  expect(String(claims.allowedPermissions).split(',')).toContain(String(permission))
  expect(claims.exp).toBe((server.clock.now + 12 * HOUR) / 1000)
  expect((await post(server, HUB_TOKEN, {}, { authorization: `Bearer ${token}` })).status).toBe(200)
  server.clock.now += RENEWED_GRACE_MS
  expectSessionOver(await post(server, HUB_TOKEN, {}, old))
})

const renew = (bearer: { authorization: string }) => post(server, '/api/auth/renew-token', {}, bearer)
const works = async (bearer: { authorization: string }) =>
  (await post(server, HUB_TOKEN, {}, bearer)).status === 200
const bearerIn = ({ body }: Answer) => ({ authorization: `Bearer ${body}` })
const claimsIn = ({ authorization }: { authorization: string }) => decodeJwt(authorization.slice(7))

test('a sign-in ends 16 hours after it began, however often it is renewed', async () => {
  const began = server.clock.now
  let bearer = await signIn(server, 'ann')
  server.clock.now += 4 * HOUR - 1000
  bearer = bearerIn(await renew(bearer))
  expect(claimsIn(bearer)).toMatchObject({ exp: (began + 16 * HOUR - 1000) / 1000 })
  expect(claimsIn(bearer)).not.toHaveProperty('isLast')
  server.clock.now += 6 * HOUR
  bearer = bearerIn(await renew(bearer))
  const last = { exp: (began + 16 * HOUR) / 1000, isLast: true }
  expect(claimsIn(bearer)).toMatchObject(last)
  // The last one is given anew with the permissions of now, and stays good beside it.
  server.clock.now += 5 * HOUR
  const again = bearerIn(await renew(bearer))
  expect(claimsIn(again)).toMatchObject({ ...last, jti: claimsIn(bearer).jti })
  server.clock.now = began + 16 * HOUR - 1
  expect([await works(bearer), await works(again)]).toEqual([true, true])
  server.clock.now += 1
  expectSessionOver(await renew(again))
})

test('a token counts whole seconds, and its session and sign-in end with it', async () => {
  server.clock.now += 777
  const began = server.clock.now - 777
  const first = await signIn(server, 'ann')
  expect(claimsIn(first)).toMatchObject({ exp: (began + 12 * HOUR) / 1000 })
  server.clock.now = began + 5 * HOUR
  const last = bearerIn(await renew(first))
  expect(claimsIn(last)).toMatchObject({ exp: (began + 16 * HOUR) / 1000, isLast: true })
  const rows = await server.server.db
    .selectFrom('sessions')
    .select('expiresAt')
    .orderBy('expiresAt')
    .execute()
  expect(rows.map(({ expiresAt }) => expiresAt)).toEqual([began + 12 * HOUR, began + 16 * HOUR])
  server.clock.now = began + 16 * HOUR - 1
  expect(await works(last)).toBe(true)
  server.clock.now += 1
  expectSessionOver(await renew(last))
})

test('a renewed token that is used again ends its sign-in, and no other', async () => {
  const dropped: string[] = []
  server.server.hubServer.dropSession = (id) => void dropped.push(id)
  const old = await signIn(server, 'ann')
  await addPerson(server, { userName: 'bob' })
  const bobsWindow = await signIn(server, 'bob')
  const fresh = bearerIn(await renew(old))
  expect(await works(fresh)).toBe(true)
  server.clock.now += 30_000 - 1
  expect([await works(old), await works(fresh)]).toEqual([true, true])
  server.clock.now += 1
  expectSessionOver(await post(server, HUB_TOKEN, {}, old))
  expectSessionOver(await post(server, HUB_TOKEN, {}, fresh))
  expect(dropped).toHaveLength(1)
  expect(await works(bobsWindow)).toBe(true)
})

test('a renewal whose answer was lost can be made again, and what was lost is no good then', async () => {
  const old = await signIn(server, 'ann')
  const lost = bearerIn(await renew(old))
  server.clock.now += RENEWED_GRACE_MS
  const sessions = new Sessions(server.server.db, () => server.clock.now)
  expect(await sessions.isReused(String(claimsIn(old).jti))).toBe(false)
  expect(await works(old)).toBe(true)
  const fresh = bearerIn(await renew(old))
  expectSessionOver(await post(server, HUB_TOKEN, {}, lost))
  expect(await works(fresh)).toBe(true)
})

test('a sign-in elsewhere ends what was renewed, too, within its grace', async () => {
  const old = await signIn(server, 'ann')
  const fresh = bearerIn(await renew(old))
  const elsewhere = await signIn(server, 'ann')
  expectSessionOver(await post(server, HUB_TOKEN, {}, old))
  expectSessionOver(await post(server, HUB_TOKEN, {}, fresh))
  expect(await works(elsewhere)).toBe(true)
})

test('two renewals at once give one session', async () => {
  const bearer = await signIn(server, 'ann')
  const answers = await Promise.all([1, 2].map(() => post(server, '/api/auth/renew-token', {}, bearer)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('S261 logout ends the session and drops its hub connections, also those from before a renewal', async () => {
  const first = await signIn(server, 'ann')
  const hubs = await authenticator()
  const before = await hubs.authenticateHubToken((await post(server, HUB_TOKEN, {}, first)).body)
  const renewed = { authorization: `Bearer ${(await post(server, '/api/auth/renew-token', {}, first)).body}` }
  const dropped: string[] = []
  const { hubServer } = server.server
  hubServer.dropSession = (id) => void dropped.push(id)

  const { status, body } = await post(server, '/api/auth/logout', {}, renewed)
  expect({ status, body }).toEqual({ status: 200, body: '{"done":true}' })
  expect(dropped).toEqual([before?.sessionID])
  expectSessionOver(await post(server, HUB_TOKEN, {}, renewed))
  // Also within its grace.
  expectSessionOver(await post(server, HUB_TOKEN, {}, first))
})

test('a person whose account is closed is out at once, and a withdrawn permission is gone at once', async () => {
  const bearer = await signIn(server, 'ann')
  const threads = '/api/my-team-chatroom/my-chat-threads'
  expect((await post(server, threads, {}, bearer)).status).toBe(200)
  await server.server.db.deleteFrom('userPermissions').execute()
  expect((await post(server, threads, {}, bearer)).status).toBe(403)
  await server.server.db.updateTable('users').set({ isActive: 0 }).execute()
  expectSessionOver(await post(server, threads, {}, bearer))
})

test('sign-in calls need no token, and a bad one does not hinder them', async () => {
  const headers = { authorization: 'Bearer nonsense' }
  expect((await post(server, '/api/auth/confirm-username', { userName: 'ann' }, headers)).status).toBe(200)
  for (const name of ['privacy-policy-name', 'privacy-notice-name']) {
    const answer = await server.server.app.inject({ url: `/api/auth/${name}` })
    expect(answer.statusCode).toBe(200)
  }
  expect((await server.server.app.inject({ url: '/update.json', headers })).statusCode).toBe(200)
})

test('S263 the privacy names are the defaults of the document, as text', async () => {
  const answers = await Promise.all(
    ['privacy-policy-name', 'privacy-notice-name'].map((name) =>
      server.server.app.inject(`/api/auth/${name}`),
    ),
  )
  expect(answers.map(({ body }) => body)).toEqual(['Privacy policy', 'Privacy Notice'])
  for (const { headers } of answers) expect(headers['content-type']).toBe('text/plain; charset=utf-8')
})

test('housekeeping drops the connections of sign-ins that ran out, and old rows', async () => {
  const { db } = server.server
  const clock = () => server.clock.now
  const sessions = new Sessions(db, clock)
  const tended: number[] = []
  const dropped: string[] = []
  const services = housekeepingServices({
    db,
    clock,
    sessions,
    signIns: new SignIns(db, clock),
    idempotency: new Idempotency(db, clock),
    passwordResets: { purge: async () => {} },
    counts: new AttemptCounts(db, clock),
    failed: new FailedSignIns(db, clock),
    places: new KnownPlaces(db, clock),
    grants: new Grants(db, clock),
    mobileCodes: new MobileCodes(db, clock),
    outbox: { tend: async () => {} },
    meetings: { announceDue: async () => {} },
    reminders: { tellDue: async () => {} },
    personalEnds: { tend: async (now) => void tended.push(now) },

    applicantImports: { tend: async () => {} },
    credentialImports: { tend: async () => {} },
    peopleImports: { tend: async () => {} },
    suspensionEnds: { tend: async () => {} },
    dropConnections: (id) => void dropped.push(id),
    purgeDeleted: async () => {},
    upkeep: async () => 0,
  })
  const { signal } = new AbortController()
  let since: number | null = clock()
  const housekeeping = {
    run: async () => {
      const run = { startedAt: clock(), since, log: () => {}, signal }
      since = clock()
      for (const service of services) await service.run(run)
    },
  }
  const holder = { userID: annID, tokenType: 'OTHER', deviceID: null }
  const left = await sessions.start(holder)
  const renewed = await sessions.start(holder)
  const row = { userID: annID, path: '/x', requestHash: '', status: 200, answer: '' }
  await db
    .insertInto('idempotency')
    .values({ ...row, key: 'old', createdAt: clock() })
    .execute()
  await post(server, '/api/auth/confirm-username', { userName: 'ann' })
  await post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'wrong' })
  await new KnownPlaces(db, clock).remember(annID, 'ann', { address: '10.0.0.1' })
  const kept = async () =>
    Promise.all([
      db.selectFrom('attemptCounts').selectAll().execute(),
      db.selectFrom('knownPlaces').selectAll().execute(),
    ]).then((rows) => rows.map(({ length }) => length))
  await post(server, '/api/auth/confirm-password', { userName: 'nobody', password: 'wrong' })
  expect(await kept()).toEqual([3, 1])

  server.clock.now += 11 * HOUR
  await sessions.renew(renewed.id)
  await housekeeping.run()
  expect(dropped).toEqual([])
  expect(tended).toEqual([clock()])
  expect(await db.selectFrom('signIns').selectAll().execute()).toEqual([])
  server.clock.now += HOUR
  await housekeeping.run()
  await housekeeping.run()
  expect(dropped).toEqual([left.signInID])
  expect(await db.selectFrom('idempotency').selectAll().execute()).toHaveLength(1)
  server.clock.now += 31 * 24 * HOUR
  await housekeeping.run()
  expect(await db.selectFrom('idempotency').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await kept()).toEqual([0, 1])
  server.clock.now += PLACE_KNOWN_MS
  await housekeeping.run()
  expect(await kept()).toEqual([0, 0])
})
