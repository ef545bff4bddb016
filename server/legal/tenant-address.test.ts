import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Sealer } from '../auth/sealer.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { keyringOf } from '../secrets/keyring.ts'
import { addressQuestion } from '../setup/address-question.ts'
import { ReachedAt } from '../setup/reached-at.ts'
import { BRIGHT_SURVEYS } from './testing/bright-surveys.ts'

const DAY = 86_400_000
const OLD = 'https://old.bright.example'
const NEW = 'https://work.bright.example'

type Address = { publicOrigin?: string; trustedHosts?: string[]; trustedProxies?: string[] }
type Reply = { result: string; version: number | null }

let server: TestServer
let ann: { authorization: string }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer(options)
  closing.push(() => server.server.close())
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_UPDATE_TENANT'] })
  await server.server.db
    .insertInto('tenant')
    .values({ ...BRIGHT_SURVEYS, version: 0, publicOrigin: OLD, trustedProxies: '["127.0.0.1"]' })
    .execute()
  ann = await signIn(server, 'ann')
  // The server takes the row over as it is.
  expect((await change({ publicOrigin: OLD, version: 0 })).body).toMatchObject({ version: 1 })
  await server.server.db.deleteFrom('audit').execute()
}
/** What somebody is told who came by that host through the trusted proxy: 421 where it isn't ours. */
const statusAt = async (host: string, url = '/api/auth/user-agreement') =>
  (
    await server.server.app.inject({
      url,
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
    })
  ).statusCode
const now = { trustedHosts: [], trustedProxies: ['127.0.0.1'] }
const change = async (address: Address & { version?: number; isAnyway?: boolean }, as = ann) =>
  said(await post(server, '/api/admin/tenant/change-address', { ...now, version: 1, ...address }, as))
const check = async (publicOrigin: string) =>
  said(await post(server, '/api/admin/tenant/check-address', { ...now, publicOrigin }, ann))
const shown = async () =>
  (said(await post(server, '/api/admin/tenant/get', {}, ann)).body as { address: { publicOrigin: string } })
    .address
/** A proxy that passes on what it is asked, for that host; gives its own origin. */
async function proxy(host: string): Promise<string> {
  const passing = createServer((request, response) => {
    void server.server.app
      .inject({
        url: request.url ?? '/',
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': host },
      })
      .then(({ statusCode, body }) => response.writeHead(statusCode).end(body))
  })
  return listening(passing)
}
async function listening(one: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => one.close(done)))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

describe('a company behind a proxy', () => {
  beforeEach(() => start())

  test('moves to an address at which it answers, by a name that it did not know before', async () => {
    const origin = await proxy('work.bright.example')
    expect(await statusAt('work.bright.example')).toBe(421)
    expect(await change({ publicOrigin: origin })).toEqual({
      status: 200,
      body: { result: 'REACHES', version: 2 },
    })
    expect(await shown()).toMatchObject({
      publicOrigin: origin,
      former: [{ origin: OLD, endsAt: new Date(NOON + 7 * DAY).toISOString() }],
    })
    const { changes, reason } = await server.server.db
      .selectFrom('audit')
      .where('action', '=', 'TENANT_ADDRESS_CHANGED')
      .select(['changes', 'reason'])
      .executeTakeFirstOrThrow()
    expect(changes).toContain(`{"field":"publicOrigin","before":"${OLD}","after":"${origin}"}`)
    expect(reason).toBe('')
  })

  test('keeps the address of before for 7 days and no longer', async () => {
    expect(await statusAt('old.bright.example')).toBe(200)
    await change({ publicOrigin: NEW, isAnyway: true })
    expect(await statusAt('work.bright.example')).toBe(200)
    server.clock.now = NOON + 7 * DAY - 1
    expect(await statusAt('old.bright.example')).toBe(200)
    server.clock.now += 1
    expect(await statusAt('old.bright.example')).toBe(421)
    expect(await statusAt('work.bright.example')).toBe(200)
  })

  test('moves twice and back: each address of before has its own 7 days, one that holds again is none of them', async () => {
    await change({ publicOrigin: NEW, isAnyway: true })
    server.clock.now += DAY
    ann = await signIn(server, 'ann')
    await change({ publicOrigin: 'https://third.bright.example', isAnyway: true, version: 2 })
    expect(await shown()).toMatchObject({
      former: [
        { origin: NEW, endsAt: new Date(NOON + 8 * DAY).toISOString() },
        { origin: OLD, endsAt: new Date(NOON + 7 * DAY).toISOString() },
      ],
    })
    await change({ publicOrigin: NEW, isAnyway: true, version: 3 })
    expect(await shown()).toMatchObject({
      publicOrigin: NEW,
      former: [{ origin: 'https://third.bright.example' }, { origin: OLD }],
    })
  })

  test('does not move where nobody or somebody else answers, unless who changes it insists', async () => {
    const stranger = createServer((_request, response) =>
      response.end(JSON.stringify({ installationID: 'another', forwardedBy: null })),
    )
    const other = await listening(stranger)
    const tried: [string, string][] = [
      ['http://127.0.0.1:9', 'NO_ANSWER'],
      ['http://no-such-name.invalid', 'NAME_NOT_FOUND'],
      [other, 'ANOTHER'],
    ]
    for (const [publicOrigin, result] of tried) {
      expect(await check(publicOrigin)).toEqual({ status: 200, body: { result } })
      expect(await change({ publicOrigin })).toEqual({ status: 200, body: { result, version: null } })
    }
    expect(await shown()).toMatchObject({ publicOrigin: OLD, former: [] })
    expect((await change({ publicOrigin: other, isAnyway: true })).body).toEqual({
      result: 'ANOTHER',
      version: 2,
    })
    const { reason } = await server.server.db
      .selectFrom('audit')
      .where('action', '=', 'TENANT_ADDRESS_CHANGED')
      .select('reason')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('Saved although asking there said ANOTHER')
  })

  test('says that a proxy’s headers aren’t trusted where its address isn’t', async () => {
    const origin = await proxy('work.bright.example')
    const body = { publicOrigin: origin, trustedHosts: [], trustedProxies: ['192.0.2.7'] }
    expect(said(await post(server, '/api/admin/tenant/check-address', body, ann)).body).toEqual({
      result: 'PROXY',
    })
  })

  test('trusts further hosts at once, in any case of letters, and no more once they are gone', async () => {
    expect(await statusAt('extra.example:8443')).toBe(421)
    await change({ publicOrigin: OLD, trustedHosts: ['Extra.example:8443'] })
    expect(await statusAt('extra.example:8443')).toBe(200)
    expect(await statusAt('EXTRA.example:8443')).toBe(200)
    await change({ publicOrigin: OLD, trustedHosts: [], version: 2 })
    expect(await statusAt('extra.example:8443')).toBe(421)
  })

  test('takes over what another server of it saved', async () => {
    await server.server.db.updateTable('tenant').set({ trustedHosts: '["extra.example"]' }).execute()
    await vi.waitFor(async () => expect(await statusAt('extra.example')).toBe(200), { timeout: 5000 })
  })

  test('refuses what is no address, who saw an older one, and who may only look', async () => {
    const wrong: Address[] = [
      { publicOrigin: 'work.example' },
      { publicOrigin: 'ftp://work.example' },
      { publicOrigin: 'https://work.example/path' },
      { publicOrigin: OLD, trustedHosts: ['https://work.example'] },
      { publicOrigin: OLD, trustedProxies: ['10.0.0.0/33'] },
    ]
    for (const address of wrong) expect((await change(address)).status).toBe(400)
    expect((await change({ publicOrigin: NEW, isAnyway: true })).body).toMatchObject({ version: 2 })
    expect((await change({ publicOrigin: OLD, isAnyway: true })).status).toBe(409)
    // Whose answer was lost is told the same again.
    expect((await change({ publicOrigin: NEW, isAnyway: true })).body).toMatchObject({ version: 2 })
    await addPerson(server, { userName: 'vic', permissions: ['ADMIN_CAN_VIEW_TENANT'] })
    const vic = await signIn(server, 'vic')
    expect((await change({ publicOrigin: OLD, version: 2 }, vic)).status).toBe(403)
  })

  test('answers its own question only, and not for long', async () => {
    const { db } = server.server
    const question = addressQuestion(await Sealer.open(db), NOON)
    const ask = async (url: string) => (await server.server.app.inject(url)).statusCode
    expect(await ask(question)).toBe(200)
    const keys = await keyringOf(db)
    const foreign = new Sealer({ ...keys, seal: new Uint8Array(32).fill(7) })
    for (const url of ['/company/reached', '/company/reached?question=', '/company/reached?question=abc'])
      expect(await ask(url)).toBe(404)
    expect(await ask(addressQuestion(foreign, NOON))).toBe(404)
    server.clock.now = NOON + 30_000
    expect(await ask(question)).toBe(404)
  })
})

test('a browser that is sent to a provider comes back to the address that it came by, while that still works', async () => {
  await start()
  await change({ publicOrigin: NEW, isAnyway: true })
  const clock = { now: NOON }
  const reached = new ReachedAt(
    {},
    () => clock.now,
    () => 'http://localhost',
  )
  await reached.read(server.server.db)
  const from = (host: string) => reached.comesBackTo({ host, protocol: 'https', address: '203.0.113.9' })
  expect([from('old.bright.example'), from('work.bright.example'), from('stranger.example')]).toEqual([
    OLD,
    NEW,
    NEW,
  ])
  clock.now += 7 * DAY
  expect(from('old.bright.example')).toBe(NEW)
})

test('what the server’s command line says comes first and isn’t changed here', async () => {
  await start({ publicOrigin: 'https://said.example', trustedHosts: ['host.example'] })
  expect(await shown()).toMatchObject({
    publicOrigin: OLD,
    said: { publicOrigin: 'https://said.example', trustedHosts: ['host.example'], trustedProxies: [] },
  })
  expect(await change({ publicOrigin: NEW, isAnyway: true })).toEqual({
    status: 409,
    body: { value: 'The server’s command line says the public address. Change it there.' },
  })
  expect((await change({ publicOrigin: OLD, trustedHosts: ['more.example'] })).body).toMatchObject({
    version: 2,
  } satisfies Partial<Reply>)
})

test('staff domains and chat channels are kept, and a channel that the company hasn’t is no choice', async () => {
  await start()
  const facts = {
    ...{ companyName: 'Bright', legalName: 'Bright Ltd', registeredAddress: '1 Mill Street' },
    ...{ dataProtectionEmail: 'dpo@bright.example', supportContact: 'Desk', version: 1 },
  }
  const update = async (more: object) =>
    said(await post(server, '/api/admin/tenant/update', { ...facts, ...more }, ann))
  const company = async () =>
    (said(await post(server, '/api/admin/tenant/get', {}, ann)).body as { company: object }).company
  const channels = async () =>
    (
      await server.server.app.inject({
        url: '/api/settings/get-audio-setting',
        headers: ann,
      })
    ).json()
  expect((await update({ staffDomains: ['no domain'] })).status).toBe(400)
  expect((await update({ staffDomains: ['@Bright.example', 'bright.example', 'b.co.uk'] })).status).toBe(200)
  expect(await company()).toMatchObject({ staffDomains: ['bright.example', 'b.co.uk'], companyNumber: '' })
  expect(await channels()).toMatchObject({ isEmailEnabled: true })
  await update({ version: 2, companyNumber: '01234567', isEmailEnabled: false })
  expect(await channels()).toMatchObject({ isEmailEnabled: false })
  // What isn't said stays.
  expect(await company()).toMatchObject({
    ...{ staffDomains: ['bright.example', 'b.co.uk'], companyNumber: '01234567' },
    ...{ isEmailEnabled: false, isWhatsappEnabled: true },
  })
})
