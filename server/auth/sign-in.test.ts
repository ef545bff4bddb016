import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenClaims } from '#shared/contract/token.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  addPerson,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const NOT_RIGHT = { value: 'The user name or password is not right.' }
const HOUR = 60 * 60 * 1000

let server: TestServer
let annID: number

beforeEach(async () => {
  server = await startTestServer({
    signInLimits: {
      perUserName: { failures: 5, windowSeconds: 60 },
      perAddress: { failures: 50, windowSeconds: 60 },
    },
  })
  const bossID = await addPerson(server, { userName: 'boss', displayName: 'Bea Boss' })
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Agent',
    managerID: bossID,
    permissions: ['ITRACKER_CAN_SEE_MODULE', 'GENERAL_CAN_USE_TEAM_CHAT'],
  })
})
afterEach(() => server.server.close())

const json = (body: string): Record<string, unknown> => JSON.parse(body)

async function loginKey(userName = 'ann'): Promise<string> {
  const { body } = await post(server, '/api/auth/confirm-password', { userName, password: PASSWORD })
  return String(json(body).clientKey)
}

test('S037 S256 confirm-username takes userName and gives nextStage and clientKey', async () => {
  const { status, body } = await post(server, '/api/auth/confirm-username', { userName: ' ann ' })
  expect(status).toBe(200)
  expect(json(body)).toEqual({ nextStage: 'PASSWORD', clientKey: expect.stringMatching(/^[\w-]{32}$/) })
})

test('S256 confirm-username answers alike for a name that nobody has', async () => {
  const { status, body } = await post(server, '/api/auth/confirm-username', { userName: 'nobody' })
  expect(status).toBe(200)
  expect(json(body)).toEqual({ nextStage: 'PASSWORD', clientKey: expect.stringMatching(/^[\w-]{32}$/) })
})

test('S037 S257 confirm-password takes userName, password, deviceID and gives nextStage and clientKey', async () => {
  const request = { userName: 'ann', password: PASSWORD, deviceID: 'device-1' }
  const { status, body } = await post(server, '/api/auth/confirm-password', request)
  expect(status).toBe(200)
  expect(json(body)).toEqual({ nextStage: 'LOGIN', clientKey: expect.any(String) })
})

test('S257 a wrong password, an unknown name and a closed account are refused in the same words', async () => {
  await addPerson(server, { userName: 'gone', isActive: false })
  for (const [userName, password] of [
    ['ann', 'wrong'],
    ['nobody', PASSWORD],
    ['gone', PASSWORD],
    ["ann' or '1'='1", PASSWORD],
  ]) {
    expect(said(await post(server, '/api/auth/confirm-password', { userName, password }))).toEqual({
      status: 401,
      body: NOT_RIGHT,
    })
  }
})

test.each([
  ['S205', 'confirm-username', { userName: '  ' }, 'Please include a valid username'],
  ['S208', 'confirm-password', { userName: '', password: '' }, "User Name & Password can't be empty"],
  ['S208', 'confirm-password', { userName: ' ', password: 'secret' }, "User Name & Password can't be empty"],
  ['S208', 'confirm-password', { userName: 'ann', password: ' ' }, "User Name & Password can't be empty"],
  [
    'S208',
    'login',
    { userName: 'ann', password: ' ', clientKey: 'k' },
    "User Name & Password can't be empty",
  ],
])('%s %s refuses %j in the words of the document', async (_row, name, request, value) => {
  expect(said(await post(server, `/api/auth/${name}`, request))).toEqual({ status: 400, body: { value } })
})

test('S258 login takes userName, password, clientKey, magicKey, deviceID and gives a token', async () => {
  const request = {
    userName: 'ann',
    password: PASSWORD,
    clientKey: await loginKey(),
    magicKey: '',
    deviceID: 'd1',
  }
  const { status, body } = await post(server, '/api/auth/login', request)
  expect(status).toBe(200)
  expect(json(body)).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
  const rows = await server.server.db
    .selectFrom('sessions')
    .select(['userID', 'deviceID', 'tokenType'])
    .execute()
  expect(rows).toEqual([{ userID: annID, deviceID: 'd1', tokenType: 'OTHER' }])
})

test('S102 S232 the token has the claims of the document and ends after 12 hours', async () => {
  const { authorization } = await signIn(server, 'ann')
  const claims = decodeJwt(authorization.slice('Bearer '.length))
  expect(tokenClaims.parse(claims)).toEqual({
    userId: annID,
    interviewerNameId: 'Ann Agent',
    name: 'Ann Agent',
    userName: 'ann',
    manager: 'Bea Boss',
    role: 'Telephone Interviewer',
    allowedPermissions: [PERMISSIONS.ITRACKER_CAN_SEE_MODULE, PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT]
      .sort((a, b) => a - b)
      .join(','),
    userType: 'INTERVIEWER',
    tokenType: 'OTHER',
    iat: server.clock.now / 1000,
    exp: (server.clock.now + 12 * HOUR) / 1000,
  })
  expect(claims.jti).toEqual(expect.any(String))
})

test.each([
  [
    'of the first step',
    async () => json((await post(server, '/api/auth/confirm-username', { userName: 'ann' })).body).clientKey,
  ],
  ['that was made up', async () => 'made-up'],
  ['of somebody else', () => loginKey('boss')],
  [
    'that is older than 10 minutes',
    async () => {
      const key = await loginKey()
      server.clock.now += 10 * 60 * 1000
      return key
    },
  ],
  [
    'that was used',
    async () => {
      const clientKey = await loginKey()
      await post(server, '/api/auth/login', { userName: 'ann', password: PASSWORD, clientKey })
      return clientKey
    },
  ],
])('login refuses a client key %s', async (_, key) => {
  const request = { userName: 'ann', password: PASSWORD, clientKey: await key() }
  expect(said(await post(server, '/api/auth/login', request))).toEqual({
    status: 401,
    body: { value: 'This sign-in has ended. Please start again.' },
  })
})

test('S258 login checks the password again, and a wrong one leaves the key as it was', async () => {
  const clientKey = await loginKey()
  const wrong = await post(server, '/api/auth/login', { userName: 'ann', password: 'wrong', clientKey })
  expect(said(wrong)).toEqual({ status: 401, body: NOT_RIGHT })
  const right = await post(server, '/api/auth/login', { userName: 'ann', password: PASSWORD, clientKey })
  expect(right.status).toBe(200)
})

test('S258 a client key opens one session, also for two that come at once', async () => {
  const request = { userName: 'ann', password: PASSWORD, clientKey: await loginKey() }
  const answers = await Promise.all([1, 2].map(() => post(server, '/api/auth/login', request)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('too many failures are answered with 429 and the words of the document, whoever it is', async () => {
  for (const userName of ['ann', 'nobody']) {
    for (let i = 0; i < 5; i++)
      await post(server, '/api/auth/confirm-password', { userName, password: 'wrong' })
    const right = await post(server, '/api/auth/confirm-password', { userName, password: PASSWORD })
    expect(said(right)).toEqual({
      status: 429,
      body: { value: 'You have made too many failed requests. Please contact support.' },
    })
  }
})

test('sign-ins that anybody can begin are bounded, and do not push out those past the password', async () => {
  const { SignIns } = await import('./sign-ins.ts')
  const signIns = new SignIns(server.server.db, () => server.clock.now, 3)
  const key = await signIns.begin({ userName: 'ann', userID: annID, stage: 'LOGIN' })
  for (let i = 0; i < 10; i++) {
    server.clock.now += 1
    await signIns.begin({ userName: `guest ${i}`, userID: null, stage: 'PASSWORD' })
  }
  const kept = await server.server.db.selectFrom('signIns').select('userName').execute()
  expect(kept.map(({ userName }) => userName).sort()).toEqual(['ann', 'guest 8', 'guest 9'])
  expect(await signIns.consume(key, { userName: 'ann', userID: annID, stage: 'LOGIN' })).toBe(true)
})

test('a name that nobody has costs the work of a password check', async () => {
  const slow = await startTestServer({ passwordCost: { N: 2 ** 15, r: 8, p: 2 } })
  // Ann's own check is cheap in this test, so that the difference shows.
  await addPerson(slow, { userName: 'ann' })
  // Measured in the processor's time, since others use the machine, too.
  const work = async (userName: string) => {
    const before = process.cpuUsage()
    await post(slow, '/api/auth/confirm-password', { userName, password: 'wrong' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await work('warm-up')
  expect(await work('nobody')).toBeGreaterThan(3 * (await work('ann')))
  await slow.server.close()
})
