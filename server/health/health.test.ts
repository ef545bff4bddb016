import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { magicHub } from '#shared/hubs/magic.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addGrantor,
  addPerson,
  NOON,
  PASSWORD,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import type { ServerOptions } from '../options.ts'
import { DISK_LOW_BYTES } from './readiness.ts'

const isRoot = process.getuid?.() === 0
const ALL = {
  ...{ database: true, files: true, secrets: true },
  ...{ migrations: true, grantor: true, disk: true, clock: true },
}

let folder: string
let free: number
let server: TestServer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-health-'))
  free = DISK_LOW_BYTES
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

async function start(options: Partial<ServerOptions> & { isUnclaimed?: boolean } = {}): Promise<void> {
  server = await startTestServer({
    databaseFile: join(folder, 'fieldwork.db'),
    filesFolder: folder,
    freeBytes: async () => free,
    ...options,
  })
}
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await server.server.app.inject({ url, headers })
  return { status: statusCode, body }
}
const ready = async () => {
  const { status, body } = await get('/health/ready')
  return { code: status, ...JSON.parse(body) }
}

describe('A142 /health', () => {
  test('is live and ready where all is well, and while nobody lives there', async () => {
    await start({ isUnclaimed: true })
    expect(await get('/health/live')).toEqual({ status: 200, body: '{"status":"live"}' })
    expect(await ready()).toEqual({ code: 200, status: 'ready', checks: ALL, failing: [] })
  })

  const failing = (name: keyof typeof ALL) => ({
    code: 503,
    status: 'not ready',
    checks: { ...ALL, [name]: false },
    failing: [name],
  })

  test('names a grantor that is missing', async () => {
    await start()
    expect(await ready()).toEqual(failing('grantor'))
    await addGrantor(server)
    expect(await ready()).toMatchObject({ code: 200 })
  })

  test('names a disk that is nearly full, from the last byte on', async () => {
    await start({ isUnclaimed: true })
    free = DISK_LOW_BYTES - 1
    expect(await ready()).toEqual(failing('disk'))
    free = DISK_LOW_BYTES
    expect(await ready()).toMatchObject({ code: 200 })
  })

  test('names files that are gone', async () => {
    await start({ isUnclaimed: true, filesFolder: join(folder, 'gone') })
    expect(await ready()).toEqual(failing('files'))
  })

  test.skipIf(isRoot)('names files that can’t be written', async () => {
    await start({ isUnclaimed: true })
    chmodSync(folder, 0o500)
    expect(await ready()).toEqual(failing('files'))
    chmodSync(folder, 0o700)
  })

  test('names secrets that don’t open what was sealed', async () => {
    await start({ isUnclaimed: true })
    await ready()
    await server.server.db
      .updateTable('settings')
      .set({ value: 'x'.repeat(60) })
      .where('name', '=', 'secretsCheck')
      .execute()
    expect(await ready()).toEqual(failing('secrets'))
  })

  test('names migrations that are pending, and a database that doesn’t answer', async () => {
    await start({ isUnclaimed: true })
    await ready()
    const { db } = server.server
    const migrations = db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, 'like', '0053%' as never)
    await migrations.execute()
    expect(await ready()).toEqual(failing('migrations'))
    await db.schema.alterTable('settings').renameTo('elsewhere').execute()
    expect(await ready()).toMatchObject({ code: 503, failing: ['database', 'secrets', 'migrations'] })
  })

  test('says 503 from the moment a stop began, when all else is well', async () => {
    await start({ isUnclaimed: true })
    expect(await ready()).toMatchObject({ code: 200 })
    const closed = server.server.close()
    expect(await ready()).toMatchObject({ code: 503, status: 'stopping', failing: [] })
    await closed
  })
})

describe('A143 /metrics', () => {
  const TOKEN = 'a token of the monitor'
  const bearer = { authorization: `Bearer ${TOKEN}` }

  test('is read with the token only, and isn’t there without one', async () => {
    await start({ metrics: { token: TOKEN, address: null }, isUnclaimed: true })
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: 'Bearer other' })).status).toBe(401)
    expect((await get('/metrics', bearer)).status).toBe(200)
    await server.server.close()
    await start({ isUnclaimed: true })
    expect((await get('/metrics', bearer)).status).toBe(404)
  })

  test('has an address of its own, where that is all it serves', async () => {
    const address = { host: '127.0.0.1', port: 39_417 }
    await start({ metrics: { token: null, address }, isUnclaimed: true })
    expect((await get('/metrics')).status).toBe(404)
    const own = (path: string) => fetch(`http://127.0.0.1:39417${path}`)
    expect(await (await own('/metrics')).text()).toContain('fieldwork_request_seconds')
    expect((await own('/api/setup/state')).status).toBe(404)
    await server.server.close()
    await expect(own('/metrics')).rejects.toThrow()
  })

  test('tells figures, and no name, address or id of a person', async () => {
    await start({ metrics: { token: TOKEN, address: null }, trustedProxies: ['127.0.0.1'] })
    const live = createLiveClients()
    const userID = await addPerson(server, { userName: 'zebedee.quux', displayName: 'Zebedee Quux' })
    await server.server.db.updateTable('users').set({ id: 918_273 }).where('id', '=', userID).execute()
    await signIn(server, 'zebedee.quux')
    await post(server, '/api/auth/login', { userName: 'zebedee.quux', password: PASSWORD, clientKey: 'x' })
    await server.server.app.inject({
      url: '/918273/zebedee.quux',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    await server.server.app.inject({ url: '/environment.json' })
    const mail = {
      version: 1,
      kind: 'OTHER',
      to: 'zebedee@mail.example',
      from: '',
      subject: 'Hello',
    } as const
    for (const [index, state] of (['QUEUED', 'SENDING', 'DEFERRED', 'SENT', 'FAILED'] as const).entries())
      await server.server.db
        .insertInto('mails')
        .values({
          ...mail,
          state,
          messageID: `<${index}>`,
          createdAt: NOON,
          nextAt: NOON,
          tries: 0,
          lastAnswer: '',
        })
        .execute()
    await server.server.db
      .insertInto('backgroundRuns')
      .values({ key: 'MAIL_QUEUE', leaseID: 'a', startedAt: NOON, outcome: 'DONE', error: '', lines: '[]' })
      .execute()
    const url = await server.server.listen(0, '127.0.0.1')
    await live.openAnonymous(`${url}${magicHub.path}`, [])
    const { body } = await get('/metrics', bearer)
    for (const told of [
      'fieldwork_request_seconds_count{call="auth.login",method="POST",status="200"} 1',
      'fieldwork_sign_ins_total{outcome="done"} 1',
      'fieldwork_sign_ins_total{outcome="refused"} 1',
      'fieldwork_queue_length{queue="mail"} 3',
      'fieldwork_job_runs_24h{job="MAIL_QUEUE",outcome="DONE"} 1',
      'fieldwork_build_info{build="build-1"} 1',
      'call="other",method="GET",status="404"',
    ])
      expect(body).toContain(told)
    expect(body).toMatch(/^fieldwork_hub_connections 1$/m)
    expect(Number(/^fieldwork_database_bytes (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(100_000)
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(body).toMatch(/^process_cpu_seconds_total /m)
    for (const personal of ['zebedee', 'Quux', '918273', '203.0.113.9', '127.0.0.1', 'mail.example'])
      expect(body.toLowerCase()).not.toContain(personal.toLowerCase())
    await live.closeAll()
  })
})
