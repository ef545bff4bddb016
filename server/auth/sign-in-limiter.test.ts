import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import {
  addPerson,
  PASSWORD,
  post,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { Refusal } from '../refusal.ts'
import { FailedSignIns } from '../support/failed-sign-ins.ts'
import { AttemptCounts } from './attempt-counts.ts'
import { KnownPlaces } from './known-places.ts'
import { RequestLimiter } from './request-limiter.ts'
import { Sealer } from './sealer.ts'
import { LinkLimiter, SignInLimiter } from './sign-in-limiter.ts'

const PLACE_KNOWN_MS = 7_776_000_000

const MINUTE = 60_000
const LIMITS = {
  perUserName: { failures: 10, windowSeconds: 15 * 60 },
  perAddress: { failures: 5, windowSeconds: 60 },
}
const HERE = { address: '10.0.0.1' }
const ELSEWHERE = { address: '10.0.0.2' }

const wrong = async () => {
  throw new Refusal(401, 'signIn.notRight')
}
const right = async () => 'in'

let server: TestServer
let annID: number
let limiter: SignInLimiter
let counts: AttemptCounts
let places: KnownPlaces
let failed: FailedSignIns

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: ['AUTH_CAN_USE_PASSWORDLESS'] })
  await addPerson(server, { userName: 'bob' })
  const { db } = server.server
  counts = new AttemptCounts(db, () => server.clock.now)
  places = new KnownPlaces(db, () => server.clock.now)
  failed = new FailedSignIns(db, () => server.clock.now)
  limiter = new SignInLimiter({ db, counts, places, failed, limits: LIMITS })
})
afterEach(() => server.server.close())

type At = { readonly address: string; readonly deviceID?: string }
const attempt = (userName: string, at: At, run: () => Promise<unknown>) =>
  limiter.attempt({ userName, step: 'password', ...at }, run)

async function fail(userName: string, at: At, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await expect(attempt(userName, at, wrong)).rejects.toMatchObject({ status: 401 })
}

const refused = (seconds: number) => ({
  status: 429,
  value: 'You have made too many failed requests. Please contact support.',
  retryAfterSeconds: seconds,
})

test.each(['ann', 'nobody'])(
  'A145 10 failures in 15 minutes refuse %s for 15 minutes from the last of them',
  async (userName) => {
    limiter = new SignInLimiter({ db: server.server.db, counts, places, failed })
    await fail(userName, HERE, 9)
    server.clock.now += 15 * MINUTE - 1
    await fail(userName, HERE, 1)
    await expect(attempt(userName, ELSEWHERE, right)).rejects.toMatchObject(refused(900))
    await expect(attempt('bob', HERE, right)).resolves.toBe('in')
    server.clock.now += 15 * MINUTE - 1
    await expect(attempt(userName, HERE, right)).rejects.toMatchObject(refused(1))
    server.clock.now += 1
    await expect(attempt(userName, HERE, right)).resolves.toBe('in')
  },
)

test('A145 nine failures, or ten in more than 15 minutes, refuse nothing', async () => {
  await fail('ann', HERE, 9)
  server.clock.now += 15 * MINUTE
  await fail('ann', HERE, 9)
  await expect(attempt('ann', HERE, right)).resolves.toBe('in')
})

test('A145 a known device or address has its own count, for its person and for 90 days', async () => {
  await places.remember(annID, 'ann', { ...HERE, deviceID: 'd1' })
  await fail('ann', ELSEWHERE, 10)
  await expect(attempt('ann', ELSEWHERE, right)).rejects.toMatchObject({ status: 429 })
  await expect(attempt('ann', HERE, right)).resolves.toBe('in')
  await expect(attempt('ann', { ...ELSEWHERE, deviceID: 'd1' }, right)).resolves.toBe('in')
  // The device's own failures are counted, those of strangers behind its address aren't.
  await fail('ann', HERE, 10)
  await expect(attempt('ann', HERE, right)).rejects.toMatchObject({ status: 429 })
  await fail('ann', { ...HERE, deviceID: 'd1' }, 10)
  await expect(attempt('ann', { ...HERE, deviceID: 'd1' }, right)).rejects.toMatchObject({ status: 429 })
  // The place is known for Ann, not for Bob.
  await fail('bob', ELSEWHERE, 10)
  await expect(attempt('bob', { ...HERE, deviceID: 'd1' }, right)).rejects.toMatchObject({ status: 429 })

  server.clock.now += PLACE_KNOWN_MS - 1
  await fail('ann', ELSEWHERE, 10)
  await expect(attempt('ann', HERE, right)).resolves.toBe('in')
  server.clock.now += 1
  await expect(attempt('ann', HERE, right)).rejects.toMatchObject({ status: 429 })
})

test('a new password clears what was counted for its person, at known places too', async () => {
  await places.remember(annID, 'ann', HERE)
  for (const at of [HERE, ELSEWHERE]) await fail('ann', at, 10)
  await fail('bob', HERE, 10)
  await limiter.forgive(annID, 'ann')
  for (const at of [HERE, ELSEWHERE]) await expect(attempt('ann', at, right)).resolves.toBe('in')
  await expect(attempt('bob', HERE, right)).rejects.toMatchObject({ status: 429 })
})

test('names that nobody has are counted for their address, and its answers don’t tell them from others', async () => {
  await fail('ann', HERE, 4)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await fail(name, HERE, 1)
  await expect(attempt('f', HERE, wrong)).rejects.toMatchObject(refused(60))
  await expect(attempt('bob', HERE, wrong)).rejects.toMatchObject(refused(60))
  await fail('f', ELSEWHERE, 1)
  // Whoever has the right password is let in, however often others behind the address failed.
  await expect(attempt('ann', HERE, right)).resolves.toBe('in')
  server.clock.now += MINUTE
  await fail('g', HERE, 1)
})

test('addresses of one IPv6 network count together, those of another apart', async () => {
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    await fail(name, { address: `2001:db8:1:2::${index}` }, 1)
  await expect(attempt('f', { address: '2001:db8:1:2:ffff:1:2:3' }, wrong)).rejects.toMatchObject(refused(60))
  await fail('f', { address: '2001:db8:1:3::1' }, 1)
})

test('a success clears the count', async () => {
  await fail('ann', HERE, 9)
  await attempt('ann', HERE, right)
  await fail('ann', HERE, 10)
})

test('many attempts at once get no further than one after another, also on two servers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-counts-'))
  const file = join(folder, 'data.db')
  const databases: Database[] = [await openDatabase(file), await openDatabase(file)]
  const servers = databases.map(
    (db) =>
      new SignInLimiter({
        db,
        counts: new AttemptCounts(db, () => server.clock.now),
        failed: new FailedSignIns(db, () => server.clock.now),
        places: new KnownPlaces(db, () => server.clock.now),
      }),
  )
  const check = vi.fn(wrong)
  const attempts = servers.flatMap((each) =>
    Array.from({ length: 12 }, () => each.attempt({ userName: 'ann', step: 'password', ...HERE }, check)),
  )
  await Promise.allSettled(attempts)
  expect(check).toHaveBeenCalledTimes(10)
  for (const db of databases) await db.destroy()
  rmSync(folder, { recursive: true })
})

test('a fault of the server is nobody’s failure', async () => {
  const broken = async () => {
    throw new Error('disk full')
  }
  for (let i = 0; i < 12; i++) await expect(attempt('ann', HERE, broken)).rejects.toThrow('disk full')
  await expect(attempt('ann', HERE, right)).resolves.toBe('in')
})

test('links that are no good are limited per address, good ones pass, also in a request that is undone', async () => {
  const links = new LinkLimiter(counts, 'links', { failures: 2, windowSeconds: 60 })
  const tryOne = () => inOneUnit(() => links.attempt('10.0.0.1', wrong))
  for (let i = 0; i < 2; i++) await expect(tryOne()).rejects.toMatchObject({ status: 401 })
  await expect(tryOne()).rejects.toMatchObject(refused(60))
  await expect(links.attempt('10.0.0.1', wrong)).rejects.toMatchObject(refused(60))
  await expect(links.attempt('10.0.0.1', right)).resolves.toBe('in')
  await expect(links.attempt('10.0.0.2', wrong)).rejects.toMatchObject({ status: 401 })
})

test('a person gets five mails an hour from strangers, and five more at a place that is theirs', async () => {
  const mails = new RequestLimiter({ counts, places, kind: 'letters' })
  await places.remember(annID, 'ann', HERE)
  for (const at of [ELSEWHERE, HERE]) {
    for (let i = 0; i < 5; i++) await mails.take('ann', at)
    await expect(mails.take('ann', at)).rejects.toMatchObject(refused(3600))
  }
  await mails.take('bob', ELSEWHERE)
  server.clock.now += 60 * MINUTE - 1
  await expect(mails.take('ann', ELSEWHERE)).rejects.toMatchObject(refused(1))
  server.clock.now += 1
  await mails.take('ann', ELSEWHERE)
})

test('an address that nobody signed in from gets fifty mails to strangers in a quarter of an hour', async () => {
  const mails = new RequestLimiter({ counts, places, kind: 'letters' })
  for (let i = 0; i < 50; i++) await mails.take(`stranger ${i}`, ELSEWHERE)
  await expect(mails.take('another', ELSEWHERE)).rejects.toMatchObject(refused(900))
  await mails.take('another', HERE)
  server.clock.now += 15 * MINUTE - 1
  await expect(mails.take('another', ELSEWHERE)).rejects.toMatchObject(refused(1))
  server.clock.now += 1
  await mails.take('another', ELSEWHERE)
})

const from = async (remoteAddress: string, call: string, payload: object) => {
  const answer = await server.server.app.inject({
    method: 'POST',
    url: `/api/auth/${call}`,
    payload,
    remoteAddress,
  })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
}

test('A145 strangers who fail under somebody’s name stop each other, and neither a known device nor address', async () => {
  await signIn(server, 'bob')
  const { clientKey } = await step(server, 'confirm-password', { userName: 'bob', password: PASSWORD })
  const device = { userName: 'bob', password: PASSWORD, deviceID: 'desk of bob' }
  expect((await from('10.0.0.3', 'login', { ...device, clientKey })).status).toBe(200)
  const guess = { userName: 'bob', password: 'wrong' }
  for (let i = 0; i < 10; i++) expect((await from('10.0.0.9', 'confirm-password', guess)).status).toBe(401)
  const bob = { userName: 'bob', password: PASSWORD }
  expect(await from('10.0.0.9', 'confirm-password', bob)).toEqual({ status: 429, retryAfter: '900' })
  expect((await from('10.0.0.3', 'confirm-password', bob)).status).toBe(200)
  expect((await from('10.0.0.9', 'confirm-password', device)).status).toBe(200)
  await signIn(server, 'bob')
})

test('A145 a mailed link passes while its person’s name is refused', async () => {
  const asked = await step(server, 'confirm-username', { userName: 'ann' })
  // Strangers begin sign-ins of their own and guess at their keys.
  const { clientKey } = await step(server, 'confirm-username', { userName: 'ann' })
  const guess = { userName: 'ann', password: '', clientKey, magicKey: 'guess' }
  for (let i = 0; i < 10; i++) expect((await from('10.0.0.9', 'login', guess)).status).toBe(401)
  expect((await from('10.0.0.9', 'login', guess)).status).toBe(429)

  const token = /validate\/([\w-]{43})/.exec(server.mails[0]?.text ?? '')?.[1]
  expect((await post(server, '/api/public/magic-link/validate', { token })).status).toBe(200)
  const magicKey = (await Sealer.open(server.server.db)).hash(asked.clientKey, 'magic key')
  const login = { userName: 'ann', password: '', clientKey: asked.clientKey, magicKey }
  expect((await from('10.0.0.9', 'login', login)).status).toBe(200)
})

test('an IPv4 address is one, however it is spelled', async () => {
  const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201']
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    await fail(name, { address: spellings[index % 3] ?? '' }, 1)
  for (const address of spellings)
    await expect(attempt('f', { address }, wrong)).rejects.toMatchObject(refused(60))
  await fail('f', { address: '::ffff:192.0.2.2' }, 1)
})
