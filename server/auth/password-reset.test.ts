import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addPerson,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { Companions } from './companions.ts'
import { RESET_LIFE_MS } from './password-resets.ts'

const FRESH = 'a rather new password'
const DONE = { status: 200, body: { done: true } }
const NO_GOOD = { status: 403, body: { value: 'This link was used already, is too old or is not complete.' } }

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: ['AUTH_CAN_USE_MULTI_TOKEN'] })
})
afterEach(() => server.server.close())

const forgot = (userName: string, headers = {}) =>
  post(server, '/api/auth/forgot-password', { userName }, headers)
const reset = (token: string, password = FRESH) =>
  post(server, '/api/public/auth/reset-password', { token, password })
const passwordIs = async (password: string) =>
  (await post(server, '/api/auth/confirm-password', { userName: 'ann', password })).status

/** Asks for a link and gives its token. */
async function mailedToken(headers = {}, userName = 'ann'): Promise<string> {
  const before = server.mails.length
  expect(said(await forgot(userName, headers))).toEqual(DONE)
  await vi.waitFor(() => expect(server.mails).toHaveLength(before + 1))
  return /\/public\/auth\/validate\?token=([\w-]{43})\n/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('a mailed link sets a new password, once, and ends every session of the person', async () => {
  const sessions = [await signIn(server, 'ann'), await signIn(server, 'ann')]
  const underWay = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
  const token = await mailedToken()
  expect(server.mails[0]).toMatchObject({ to: 'ann@mail.example', subject: 'A new password for Fieldwork' })
  const both = await Promise.all([reset(token), reset(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  expect(await passwordIs(FRESH)).toBe(200)
  expect(await passwordIs(PASSWORD)).toBe(401)
  for (const bearer of sessions)
    expect((await post(server, '/api/auth/request-hub-token', {}, bearer)).status).toBe(401)
  const login = { userName: 'ann', password: FRESH, clientKey: underWay.clientKey }
  expect((await post(server, '/api/auth/login', login)).status).toBe(401)
  expect(said(await reset(token, 'yet another password'))).toEqual(NO_GOOD)
  expect(server.mails.at(-1)?.subject).toBe('Your password for Fieldwork was changed')
})

test('a new password unpairs the companion device, not those of others, and the letter says so', async () => {
  const [amy, bob] = [
    await addPerson(server, { userName: 'amy' }),
    await addPerson(server, { userName: 'bob' }),
  ]
  const companions = new Companions(server.server.db, () => server.clock.now)
  await companions.pair(amy, 'device-of-amy', amy)
  await companions.pair(bob, 'device-of-bob', bob)
  const enter = async (deviceID: string) =>
    (await post(server, '/api/auth/companion-token', { deviceID })).status
  const token = await mailedToken({}, 'amy')
  expect(await enter('device-of-amy')).toBe(200)
  expect(said(await reset(token))).toEqual(DONE)
  expect(await enter('device-of-amy')).toBe(401)
  expect(await enter('device-of-bob')).toBe(200)
  await vi.waitFor(() =>
    expect(server.mails.at(-1)?.text).toContain('A companion device is no longer paired'),
  )
})

test('an unknown name and a closed account are answered alike and mailed nothing', async () => {
  await addPerson(server, { userName: 'gone', isActive: false })
  for (const userName of ['nobody', 'gone', '\u202egnorw', 'x'.repeat(512)])
    expect(said(await forgot(userName))).toEqual(DONE)
  await mailedToken()
  expect(server.mails).toHaveLength(1)
})

test('the answer is out before anything about the name is looked up', async () => {
  const seen: string[] = []
  const { db } = server.server
  const watch = vi.spyOn(db, 'selectFrom').mockImplementation((...args) => {
    seen.push(String(args[0]))
    return Object.getPrototypeOf(db).selectFrom.apply(db, args)
  })
  expect(said(await forgot('ann'))).toEqual(DONE)
  // Whether this place is known is asked of every name alike.
  expect(seen).toEqual(['knownPlaces'])
  await vi.waitFor(() => expect(seen).toContain('users'))
  watch.mockRestore()
})

test('a blank name is refused in the words of the document', async () => {
  expect(said(await forgot('  '))).toEqual({
    status: 400,
    body: { value: 'Please include a valid username' },
  })
})

test('the present password, a short one, a long one and blanks are refused, and the link stays good', async () => {
  const token = await mailedToken()
  for (const password of [PASSWORD, 'too short', 'x'.repeat(257), ' '.repeat(12)]) {
    const { status, body } = said(await reset(token, password))
    expect({ status, body }).toEqual({ status: 400, body: { value: expect.any(String) } })
    expect(body).not.toEqual(NO_GOOD.body)
  }
  expect(await passwordIs(PASSWORD)).toBe(200)
  expect(said(await reset(token))).toEqual(DONE)
})

test('a link is too late after half an hour, and older ones end with the one that was used', async () => {
  const [first, second] = [await mailedToken(), await mailedToken()]
  server.clock.now += RESET_LIFE_MS - 1
  expect(said(await reset(second))).toEqual(DONE)
  expect(said(await reset(first, 'yet another password'))).toEqual(NO_GOOD)
  const late = await mailedToken()
  server.clock.now += RESET_LIFE_MS
  expect(said(await reset(late, 'yet another password'))).toEqual(NO_GOOD)
})

test('who failed too often may sign in with the new password at once', async () => {
  for (let i = 0; i < 10; i++) await passwordIs('wrong')
  expect(await passwordIs(PASSWORD)).toBe(429)
  await reset(await mailedToken())
  expect(await passwordIs(FRESH)).toBe(200)
})

test('mails are limited by name, known or not', async () => {
  for (const userName of ['ann', 'nobody']) {
    for (let i = 0; i < 5; i++) expect((await forgot(userName)).status).toBe(200)
    expect((await forgot(userName)).status).toBe(429)
  }
})

test('the link names this server, not what a Host header says', async () => {
  await mailedToken({ host: 'evil.example' })
  expect(server.mails[0]?.text).toContain('http://localhost/public/auth/validate?token=')
})

test('the database has no token, and the text of a mail goes once it was handed over', async () => {
  const token = await mailedToken()
  const { db } = server.server
  await vi.waitFor(async () => {
    const outbox = await db.selectFrom('outbox').selectAll().execute()
    expect(outbox).toMatchObject([{ to: 'ann@mail.example', text: '', sentAt: server.clock.now }])
  })
  expect(JSON.stringify(await db.selectFrom('passwordResets').selectAll().execute())).not.toContain(token)
})
