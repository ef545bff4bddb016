import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '#shared/contract/all-calls.ts'
import { logout, renewToken } from '#shared/contract/auth.ts'
import { beginTwoFactor, confirmTwoFactor, twoFactorState } from '#shared/contract/sign-in-later.ts'
import { SPEED_TEST_PATHS } from '#shared/contract/speed-test.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  bearerOf,
  codeAt,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { SealError, Sealer } from './sealer.ts'
import { CODE_TRIES } from './sign-ins.ts'

const ENROLMENT_LIFE_MS = 900_000
const SIGN_IN_LIFE_MS = 600_000
const CODE_STEP_SECONDS = 30

const STEP_MS = CODE_STEP_SECONDS * 1000
const WRONG = {
  status: 401,
  body: { value: 'That code is not right, or too old. Please try again with the next one.' },
}
const USED = { status: 401, body: { value: 'That code has been used. Please wait for the next one.' } }
const ENDED = { status: 401, body: { value: 'This sign-in has ended. Please start again.' } }

type Bearer = { authorization: string }
const begun = z.object({ uri: z.string(), secret: z.string() })
const confirmed = z.object({ recoveryCodes: z.array(z.string()) })

let server: TestServer
let annID: number

beforeEach(async () => {
  server = await startTestServer()
  annID = await person('ann', 'AUTH_USE_2FA')
})
afterEach(() => server.server.close())

const person = (userName: string, ...permissions: PermissionName[]) =>
  addPerson(server, { userName, permissions: [...permissions, 'AUTH_CAN_USE_MULTI_TOKEN'] })
const call = async (name: string, payload: unknown, bearer: Bearer) =>
  post(server, `/api/auth/two-factor/${name}`, payload, bearer)
const now = () => server.clock.now

/** Sets up an app; the clock moves on to its next code. */
async function enrol(bearer: Bearer): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = begun.parse(JSON.parse((await call('begin', {}, bearer)).body))
  const { body } = await call('confirm', { code: codeAt(secret, now()) }, bearer)
  server.clock.now += STEP_MS
  return { secret, ...confirmed.parse(JSON.parse(body)) }
}

async function login(magicKey: string | undefined, clientKey?: string, userName = 'ann') {
  const key =
    clientKey ?? (await step(server, 'confirm-password', { userName, password: PASSWORD })).clientKey
  return post(server, '/api/auth/login', {
    userName,
    password: PASSWORD,
    clientKey: key,
    ...(magicKey !== undefined && { magicKey }),
  })
}

test('an app is set up with its QR text, and its next code then signs in', async () => {
  const bearer = await signIn(server, 'ann')
  expect(said(await call('state', {}, bearer)).body).toEqual({
    enabled: false,
    required: false,
    recoveryCodesLeft: 0,
  })
  const { uri, secret } = begun.parse(JSON.parse((await call('begin', {}, bearer)).body))
  expect(uri).toMatch(/^otpauth:\/\/totp\/Fieldwork:ann\?/)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  // No code is asked for until one was confirmed.
  expect((await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })).nextStage).toBe(
    'LOGIN',
  )

  const confirm = await call('confirm', { code: codeAt(secret, now()) }, bearer)
  const { recoveryCodes } = confirmed.parse(JSON.parse(confirm.body))
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(said(await call('state', {}, bearer)).body).toEqual({
    enabled: true,
    required: false,
    recoveryCodesLeft: 10,
  })

  // The code that confirmed the app is used up; the next one works.
  expect(said(await login(codeAt(secret, now())))).toEqual(USED)
  server.clock.now += STEP_MS
  expect((await login(codeAt(secret, now()))).status).toBe(200)
})

test('S037 S257 S147 confirm-password answers 2FA for who has an app and may use it, and for nobody else', async () => {
  await enrol(await signIn(server, 'ann'))
  const nextStage = async () =>
    (await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })).nextStage
  expect(await nextStage()).toBe('2FA')
  expect((await step(server, 'confirm-username', { userName: 'ann' })).nextStage).toBe('PASSWORD')
  await server.server.db.deleteFrom('userPermissions').where('userID', '=', annID).execute()
  expect(await nextStage()).toBe('LOGIN')
})

test('S258 the code goes as magicKey, with the spaces that apps show, up to one step early or late', async () => {
  const { secret } = await enrol(await signIn(server, 'ann'))
  const code = codeAt(secret, now())
  expect((await login(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  // A phone that is ahead.
  server.clock.now += STEP_MS
  expect((await login(codeAt(secret, now() + STEP_MS))).status).toBe(200)
  server.clock.now += 3 * STEP_MS
  // A phone that is behind.
  expect((await login(codeAt(secret, now() - STEP_MS))).status).toBe(200)
})

test('a code of RFC 6238 is the one that is computed', () => {
  // RFC 6238, appendix B: SHA1, 59 s. An app shows the last six of its eight digits.
  const secret = Secret.fromUTF8('12345678901234567890').base32
  expect(codeAt(secret, 59_000)).toBe('287082')
  expect(new TOTP({ secret, digits: 8 }).generate({ timestamp: 59_000 })).toBe('94287082')
})

test.each([
  ['nothing', async () => undefined],
  ['a wrong one', async (secret: string) => (codeAt(secret, now()) === '000000' ? '000001' : '000000')],
  ['one that is two steps old', async (secret: string) => codeAt(secret, now() - 2 * STEP_MS)],
  ['one of two steps ahead', async (secret: string) => codeAt(secret, now() + 2 * STEP_MS)],
  [
    'an hour old one, of a phone whose clock is off',
    async (secret: string) => codeAt(secret, now() - 3_600_000),
  ],
  ['letters', async () => 'abcdef'],
  ['ten thousand digits', async () => '1'.repeat(512)],
  [
    "somebody else's",
    async () => {
      await person('bob', 'AUTH_USE_2FA')
      return codeAt((await enrol(await signIn(server, 'bob'))).secret, now())
    },
  ],
])(
  '%s instead of the code is refused with 401 in words, and the same sign-in can try again',
  async (_, wrong) => {
    const { secret } = await enrol(await signIn(server, 'ann'))
    server.clock.now += 3 * STEP_MS
    const given = await wrong(secret)
    const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
    expect(said(await login(given, clientKey))).toEqual(WRONG)
    expect((await login(codeAt(secret, now()), clientKey)).status).toBe(200)
  },
)

test('a code is good once, also for two sign-ins at once and for the step before it', async () => {
  const { secret } = await enrol(await signIn(server, 'ann'))
  server.clock.now += STEP_MS
  const code = codeAt(secret, now())
  const keys = await Promise.all(
    [1, 2].map(() => step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })),
  )
  const answers = await Promise.all(keys.map(({ clientKey }) => login(code, clientKey)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(said(await login(code))).toEqual(USED)
  expect(said(await login(codeAt(secret, now() - STEP_MS)))).toEqual(USED)
})

test('a sign-in has five tries, also all at once; then the right code is too late', async () => {
  const { secret } = await enrol(await signIn(server, 'ann'))
  const key = async () =>
    (await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })).clientKey
  const first = await key()
  for (let i = 0; i < CODE_TRIES; i++) expect(said(await login('000000', first))).toEqual(WRONG)
  expect(said(await login(codeAt(secret, now()), first))).toEqual(ENDED)
  expect((await login(codeAt(secret, now()), await key())).status).toBe(200)

  const second = await key()
  const answers = await Promise.all(Array.from({ length: 9 }, () => login('000000', second)))
  expect(answers.filter((answer) => answer.body.includes('not right'))).toHaveLength(CODE_TRIES)
})

test('right passwords between them do not clear the count of wrong codes', async () => {
  const limited = await startTestServer({
    signInLimits: {
      perUserName: { failures: 3, windowSeconds: 60 },
      perAddress: { failures: 50, windowSeconds: 60 },
    },
  })
  const outer = server
  server = limited
  await person('ann', 'AUTH_USE_2FA')
  const { secret } = await enrol(await signIn(server, 'ann'))
  for (let i = 0; i < 3; i++) expect(said(await login('000000'))).toEqual(WRONG)
  expect(said(await login(codeAt(secret, now())))).toEqual({
    status: 429,
    body: { value: 'You have made too many failed requests. Please contact support.' },
  })
  await server.server.close()
  server = outer
})

test('a recovery code signs in once, however it is typed; of ten nine are left', async () => {
  const { recoveryCodes } = await enrol(await signIn(server, 'ann'))
  const [first = '', second = ''] = recoveryCodes
  const bearer = bearerOf(await login(` ${first.toUpperCase().replaceAll('-', ' ')} `))
  expect(said(await call('state', {}, bearer)).body).toMatchObject({ recoveryCodesLeft: 9 })
  expect(said(await login(first))).toEqual(WRONG)
  const keys = await Promise.all(
    [1, 2].map(() => step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })),
  )
  const answers = await Promise.all(keys.map(({ clientKey }) => login(second, clientKey)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('somebody else’s recovery code is none', async () => {
  await enrol(await signIn(server, 'ann'))
  await person('bob', 'AUTH_USE_2FA')
  const { recoveryCodes } = await enrol(await signIn(server, 'bob'))
  expect(said(await login(recoveryCodes[0]))).toEqual(WRONG)
})

test('neither secrets nor recovery codes are in the database as they are', async () => {
  const { secret, recoveryCodes } = await enrol(await signIn(server, 'ann'))
  const rows = JSON.stringify([
    await server.server.db.selectFrom('twoFactor').selectAll().execute(),
    await server.server.db.selectFrom('recoveryCodes').selectAll().execute(),
    await server.server.db.selectFrom('idempotency').selectAll().execute(),
  ])
  for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(hidden)
})

test('a sealed secret opens in its own place only, and not when it was altered', async () => {
  const sealer = await Sealer.open(server.server.db)
  const sealed = sealer.seal('a secret', 'here')
  expect((await Sealer.open(server.server.db)).unseal(sealed, 'here')).toBe('a secret')
  expect(sealer.seal('a secret', 'here')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  for (const [text, place] of [
    [sealed, 'there'],
    [bytes.toString('base64url'), 'here'],
    ['', 'here'],
  ] as const)
    expect(() => sealer.unseal(text, place)).toThrow(SealError)
})

test('an enrolment is refused for a wrong code, none begun, one too old, and who may not', async () => {
  const bearer = await signIn(server, 'ann')
  const refusal = { status: 400, body: WRONG.body }
  expect(said(await call('confirm', { code: '123456' }, bearer))).toEqual(refusal)
  const { secret } = begun.parse(JSON.parse((await call('begin', {}, bearer)).body))
  const wrong = codeAt(secret, now()) === '123456' ? '654321' : '123456'
  expect(said(await call('confirm', { code: wrong }, bearer))).toEqual(refusal)
  server.clock.now += ENROLMENT_LIFE_MS
  expect(said(await call('confirm', { code: codeAt(secret, now()) }, bearer))).toEqual(refusal)

  await person('cat')
  const other = await signIn(server, 'cat')
  for (const name of ['begin', 'confirm'])
    expect(said(await call(name, { code: '1' }, other))).toEqual({
      status: 403,
      body: { value: 'access denied' },
    })
  expect(said(await call('state', {}, other)).status).toBe(200)
})

test('a new app takes the place of the old one once it is confirmed, not before', async () => {
  const bearer = await signIn(server, 'ann')
  const old = await enrol(bearer)
  const { secret } = begun.parse(JSON.parse((await call('begin', {}, bearer)).body))
  expect((await login(codeAt(old.secret, now()))).status).toBe(200)
  server.clock.now += STEP_MS
  await call('confirm', { code: codeAt(secret, now()) }, bearer)
  server.clock.now += STEP_MS
  expect(said(await login(codeAt(old.secret, now())))).toEqual(WRONG)
  expect(said(await login(old.recoveryCodes[0]))).toEqual(WRONG)
  expect((await login(codeAt(secret, now()))).status).toBe(200)
})

test('turning it off wants the password; a wrong one changes nothing and the session goes on', async () => {
  const bearer = await signIn(server, 'ann')
  await enrol(bearer)
  expect(said(await call('disable', { password: 'wrong' }, bearer))).toEqual({
    status: 400,
    body: { value: 'The password is not right.' },
  })
  expect(said(await call('state', {}, bearer)).body).toMatchObject({ enabled: true })
  expect(said(await call('disable', { password: PASSWORD }, bearer)).status).toBe(200)
  expect(said(await call('state', {}, bearer)).body).toEqual({
    enabled: false,
    required: false,
    recoveryCodesLeft: 0,
  })
  expect((await login(undefined)).status).toBe(200)
})

const FIRST = { status: 403, body: { value: 'Please set up two-factor sign-in first.' } }
const HUB_TOKEN = '/api/auth/request-hub-token'
async function hubToken(bearer: Bearer) {
  const answer = await post(server, HUB_TOKEN, {}, bearer)
  return answer.status === 200 ? { status: 200, body: {} } : said(answer)
}
const markOf = ({ authorization }: Bearer) => decodeJwt(authorization.slice('Bearer '.length)).mustEnrol
async function renewed(bearer: Bearer): Promise<Bearer> {
  const { status, body } = await post(server, '/api/auth/renew-token', {}, bearer)
  expect(status).toBe(200)
  return { authorization: `Bearer ${body}` }
}
const give = (userID: number, name: PermissionName) =>
  server.server.db.insertInto('userPermissions').values({ userID, permission: PERMISSIONS[name] }).execute()

test('S249 whoever must use two factors and has none reaches nothing but setting one up and the way out', async () => {
  await person('dan', 'AUTH_ALWAYS_2FA', 'AUTH_CAN_USE_PASSWORDLESS', 'CAN_USE_SPEED_TEST')
  // A mailed link would be one factor only.
  expect((await step(server, 'confirm-username', { userName: 'dan' })).nextStage).toBe('PASSWORD')
  let bearer: Bearer = await signIn(server, 'dan')
  expect(markOf(bearer)).toBe(true)
  const open = [beginTwoFactor, confirmTwoFactor, twoFactorState, logout, renewToken].map(({ path }) => path)
  for (const { call: one } of allCalls) {
    if (one.auth !== 'bearer' || one.method !== 'POST' || open.includes(one.path)) continue
    expect(said(await post(server, one.path, {}, bearer)), one.path).toEqual(FIRST)
  }
  const ping = () => server.server.app.inject({ url: SPEED_TEST_PATHS.ping, headers: bearer })
  expect((await ping()).statusCode).toBe(403)
  // Renewing it opens nothing.
  bearer = await renewed(bearer)
  expect(markOf(bearer)).toBe(true)
  expect(await hubToken(bearer)).toEqual(FIRST)
  expect(said(await call('state', {}, bearer)).body).toMatchObject({ enabled: false, required: true })
  expect((await call('confirm', { code: '000000' }, bearer)).status).toBe(400)
  expect(await hubToken(bearer)).toEqual(FIRST)
  const other: Bearer = await signIn(server, 'dan')
  const { secret } = await enrol(bearer)
  // Both sign-ins are those of somebody with a factor now.
  for (const each of [bearer, other]) expect((await hubToken(each)).status).toBe(200)
  expect((await ping()).statusCode).toBe(204)
  expect(markOf(await renewed(bearer))).toBeUndefined()
  expect((await login(undefined, undefined, 'dan')).status).toBe(401)
  expect((await login(codeAt(secret, now()), undefined, 'dan')).status).toBe(200)
  expect((await call('disable', { password: PASSWORD }, other)).status).toBe(403)
})

test('S249 whoever has to set up a second factor may sign out instead', async () => {
  await person('dan', 'AUTH_ALWAYS_2FA')
  const bearer: Bearer = await signIn(server, 'dan')
  expect((await post(server, '/api/auth/logout', {}, bearer)).status).toBe(200)
  expect((await hubToken(bearer)).status).toBe(401)
})

test('S249 a role that asks for two factors counts from the next sign-in, and no longer once it is taken', async () => {
  const dan = await person('dan')
  const before: Bearer = await signIn(server, 'dan')
  await give(dan, 'AUTH_ALWAYS_2FA')
  expect((await hubToken(before)).status).toBe(200)
  expect(markOf(await renewed(before))).toBeUndefined()
  const after: Bearer = await signIn(server, 'dan')
  expect(await hubToken(after)).toEqual(FIRST)
  await server.server.db.deleteFrom('userPermissions').where('userID', '=', dan).execute()
  expect((await hubToken(after)).status).toBe(200)
})

test('S249 who may use two factors but need not is let in without', async () => {
  const bearer: Bearer = await signIn(server, 'ann')
  expect(markOf(bearer)).toBeUndefined()
  expect((await hubToken(bearer)).status).toBe(200)
})

test('S249 after a reset the sign-in that is there goes on, and the next one sets up another app', async () => {
  const dan = await person('dan', 'AUTH_ALWAYS_2FA')
  const bearer: Bearer = await signIn(server, 'dan')
  await enrol(bearer)
  await server.server.db.deleteFrom('twoFactor').where('userID', '=', dan).execute()
  expect((await hubToken(bearer)).status).toBe(200)
  expect(await hubToken(await signIn(server, 'dan'))).toEqual(FIRST)
})

test('S249 a paired device alone lets nobody in who has to set up a second factor', async () => {
  const dan = await person('dan', 'AUTH_ALWAYS_2FA')
  const eve = await person('eve')
  const pairedAt = now()
  await server.server.db
    .insertInto('devices')
    .values([
      { deviceID: 'of-dan', userID: dan, pairedBy: dan, pairedAt },
      { deviceID: 'of-eve', userID: eve, pairedBy: eve, pairedAt },
    ])
    .execute()
  const enter = (deviceID: string) => post(server, '/api/auth/companion-token', { deviceID })
  expect((await enter('of-eve')).status).toBe(200)
  expect(said(await enter('of-dan'))).toEqual(FIRST)
  await enrol(await signIn(server, 'dan'))
  expect((await enter('of-dan')).status).toBe(200)
})

test('a sign-in that was begun before the app was set up does not go round it', async () => {
  const bearer = await signIn(server, 'ann')
  const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
  await enrol(bearer)
  expect(said(await login(undefined, clientKey))).toEqual(ENDED)
})

test('the code comes too late for a sign-in of 10 minutes ago', async () => {
  const { secret } = await enrol(await signIn(server, 'ann'))
  const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
  server.clock.now += SIGN_IN_LIFE_MS
  expect(said(await login(codeAt(secret, now()), clientKey))).toEqual(ENDED)
})
