import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answer,
  addPerson,
  bearerOf,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { putSetting } from '../settings/settings.ts'
import { Companions } from './companions.ts'
import { type PasswordResetOptions, PasswordResets } from './password-resets.ts'
import { Sessions } from './sessions.ts'
import { SignIns } from './sign-ins.ts'

const RESET_LIFE_MS = 1_800_000

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

function companionsOf(): Companions {
  const { db } = server.server
  const clock = () => server.clock.now
  return new Companions(db, clock, new Sessions(db, clock))
}

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

test('A083 a new password has as many characters as the company asks for, and is no common one; the link stays good', async () => {
  const { db } = server.server
  const said400 = (value: string) => ({ status: 400, body: { value } })
  const token = await mailedToken()
  expect(said(await reset(token, 'administrator'))).toEqual(
    said400('This password is among the commonly used ones.'),
  )
  await putSetting(db, 'signIn.passwordMinimum', 16)
  expect(said(await reset(token, 'fifteen letters'))).toEqual(
    said400('A password has at least 16 characters.'),
  )
  expect(said(await reset(token, 'sixteen letters!'))).toEqual(DONE)
  // Passwords of before are as good as they were.
  await putSetting(db, 'signIn.passwordMinimum', 64)
  expect(await passwordIs('sixteen letters!')).toBe(200)
})

test('a new password unpairs the companion device, not those of others, and the letter says so', async () => {
  const [amy, bob] = [
    await addPerson(server, { userName: 'amy' }),
    await addPerson(server, { userName: 'bob' }),
  ]
  const companions = companionsOf()
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

describe('somebody is let in while the password is set', () => {
  let token: string
  const works = async (answer: Answer) =>
    (await post(server, '/api/auth/request-hub-token', {}, bearerOf(answer))).status === 200
  const enter = () => post(server, '/api/auth/companion-token', { deviceID: 'device-of-ann' })
  async function login(): Promise<Answer> {
    const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
    return post(server, '/api/auth/login', { userName: 'ann', password: PASSWORD, clientKey })
  }
  beforeEach(async () => {
    const { id } = await server.server.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await companionsOf().pair(id, 'device-of-ann', id)
    token = await mailedToken()
  })
  afterEach(() => vi.restoreAllMocks())

  /** Begins setting the password; continues once it is set, or is waiting for an open transaction. */
  async function resetMeanwhile(): Promise<Promise<Answer>[]> {
    let isOver = false
    const running = reset(token).finally(() => {
      isOver = true
    })
    for (let turn = 0; turn < 20_000 && !isOver; turn++) await new Promise(setImmediate)
    return [running]
  }

  /** The same at the last moment before a session's row is written. */
  function resetBeforeStart(): { running: Promise<Answer>[] } {
    const start = Sessions.prototype.start
    const seen: { running: Promise<Answer>[] } = { running: [] }
    vi.spyOn(Sessions.prototype, 'start').mockImplementationOnce(async function (this: Sessions, ...args) {
      seen.running = await resetMeanwhile()
      return start.apply(this, args)
    })
    return seen
  }

  test.each([
    ['the companion device', enter],
    ['who gave the old password', login],
  ])('%s has no session afterwards, if it was let in first', async (_, letIn) => {
    const seen = resetBeforeStart()
    const answer = await letIn()
    expect(answer.status).toBe(200)
    expect(seen.running).toHaveLength(1)
    expect((await seen.running[0])?.status).toBe(200)
    expect(await works(answer)).toBe(false)
  })

  test('the companion device is not let in once it is set', async () => {
    expect((await reset(token)).status).toBe(200)
    expect((await enter()).status).toBe(401)
  })

  test('who gave the old password just before is not let in once it is set', async () => {
    const { consume } = SignIns.prototype
    vi.spyOn(SignIns.prototype, 'consume').mockImplementationOnce(async function (this: SignIns, ...args) {
      const isInTime = await consume.apply(this, args)
      expect((await reset(token)).status).toBe(200)
      return isInTime
    })
    expect((await login()).status).toBe(401)
    expect(await server.server.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('the password, the pairing and the sessions change together or not at all', async () => {
    const answer = await enter()
    vi.spyOn(Sessions.prototype, 'endAll').mockRejectedValueOnce(new Error('the disk is full'))
    expect((await reset(token)).status).toBe(500)
    expect(await passwordIs(PASSWORD)).toBe(200)
    expect([await works(answer), (await enter()).status]).toEqual([true, 200])
    expect((await reset(token)).status).toBe(200)
    expect(await works(answer)).toBe(false)
  })
})

test('a link that was asked for is mailed by another server where the first one died, once, in time', async () => {
  const { db } = server.server
  const asked = (id: string, ago: number, userName = 'ann') =>
    db
      .insertInto('askedLinks')
      .values({ id, userName, origin: 'http://localhost', askedAt: server.clock.now - ago })
      .execute()
  await asked('fresh', 29_999)
  await asked('left', 30_000)
  await asked('nobody', 30_000, 'nobody')
  await asked('late', 30 * 60_000)
  const resets = new PasswordResets({
    ...{ db, clock: () => server.clock.now },
    outbox: { post: async ({ to }: { to: string }) => mailed.push(to) } as never,
    ...({} as Pick<PasswordResetOptions, 'sessions' | 'signIns' | 'hashPassword'>),
  })
  const mailed: string[] = []
  await Promise.all([resets.purge(), resets.purge()])
  expect(mailed).toEqual(['ann@mail.example'])
  expect(await db.selectFrom('passwordResets').select('userID').execute()).toHaveLength(1)
  expect(await db.selectFrom('askedLinks').select('id').execute()).toEqual([{ id: 'fresh' }])
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
  // Named by one method alone: the compiler takes 4 s to compare a whole database with its spy.
  const db: { selectFrom(table: never): unknown } = server.server.db
  const watch = vi.spyOn(db, 'selectFrom').mockImplementation((table) => {
    seen.push(String(table))
    return Object.getPrototypeOf(db).selectFrom.call(db, table)
  })
  expect(said(await forgot('ann'))).toEqual(DONE)
  // This is asked for every name alike.
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
    const mails = await db.selectFrom('mails').selectAll().execute()
    expect(mails).toMatchObject([
      { to: 'ann@mail.example', content: null, state: 'SENT', endedAt: server.clock.now },
    ])
  })
  expect(JSON.stringify(await db.selectFrom('passwordResets').selectAll().execute())).not.toContain(token)
})
