import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTold } from '../audit/testing/audit-actions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const MAIL = { key: 'MAIL_QUEUE' }
let server: TestServer
let keeper: Record<string, string>
let viewer: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Keeper',
    permissions: ['ADMIN_CAN_SEE_BACKGROUND_SERVICES', 'ADMIN_CAN_EDIT_SETTINGS', 'ADMIN_CAN_SEE_USERS'],
  })
  await addPerson(server, { userName: 'vic', permissions: ['ADMIN_CAN_SEE_BACKGROUND_SERVICES'] })
  keeper = await signIn(server, 'ann')
  viewer = await signIn(server, 'vic')
})
afterAll(() => server.server.close())

const ask = async (call: string, request: object, as = keeper) =>
  said(await post(server, `/api/admin/configuration/background-services/${call}`, request, as))
const mailQueue = async () => {
  const { body } = await ask('list', {}, viewer)
  return (body as { services: Record<string, unknown>[] }).services.find(({ key }) => key === 'MAIL_QUEUE')
}

test('A090 the page lists the services of the server, and their runs', async () => {
  const { body } = await ask('list', {}, viewer)
  const { services } = body as { services: { name: string }[] }
  expect(services.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Mail queue', 'Session sweep', 'Calendar reminders', 'Database upkeep']),
  )
  expect((await ask('run', MAIL)).body).toEqual({ done: true })
  await expect.poll(mailQueue).toMatchObject({
    state: 'IDLE',
    lastRun: { outcome: 'DONE', startedAt: new Date(NOON).toISOString() },
    nextRunAt: new Date(NOON + 60_000).toISOString(),
    runs: 1,
    failures: 0,
  })
  expect((await ask('runs', MAIL, viewer)).body).toMatchObject({
    runs: [{ startedBy: 'Ann Keeper', outcome: 'DONE', error: '' }],
  })
  expect((await auditTold(server.server.db)).slice(-1)).toEqual([
    'BACKGROUND_SERVICE_RUN | admin.configuration.background-services | backgroundService | Mail queue',
  ])
})

test('backup, its drill and the audit’s root come when the operator’s page says', async () => {
  const { body } = await ask('list', {}, viewer)
  const { services } = body as { services: { key: string; schedule: unknown }[] }
  expect(Object.fromEntries(services.map(({ key, schedule }) => [key, schedule]))).toMatchObject({
    BACKUP: 'Daily at 02:00',
    BACKUP_WATCH: 'Every minute',
    BACKUP_DRILL: 'Sundays at 03:00',
    AUDIT_ROOT: 'Daily at 00:10',
  })
})

test('A091 run, pause and resume are refused in words where they can’t be, and audited', async () => {
  const { db } = server.server
  const lease = (leaseUntil: number | null) =>
    db.updateTable('backgroundServices').set({ leaseUntil }).where('key', '=', 'MAIL_QUEUE').execute()
  await lease(NOON + 1)
  expect(await ask('run', MAIL)).toEqual({ status: 409, body: { value: 'This service is running.' } })
  await lease(null)
  const until = new Date(NOON + 3_600_000).toISOString()
  expect((await ask('pause', { ...MAIL, reason: ' Moving house ', until })).status).toBe(200)
  expect(await ask('run', MAIL)).toEqual({ status: 409, body: { value: 'This service is paused.' } })
  expect(await mailQueue()).toMatchObject({
    state: 'PAUSED',
    pause: { reason: 'Moving house', by: 'Ann Keeper', until },
  })
  expect((await ask('resume', MAIL)).status).toBe(200)
  expect(await mailQueue()).toMatchObject({ state: 'IDLE', pause: null })
  expect(await ask('pause', { ...MAIL, reason: 'x', until: new Date(NOON).toISOString() })).toEqual({
    status: 400,
    body: { value: 'The pause would be over already.' },
  })
  expect((await ask('pause', { ...MAIL, reason: '  ' })).status).toBe(400)
  expect((await ask('run', { key: 'NOTHING' })).status).toBe(404)
  for (const call of ['run', 'pause', 'resume'])
    expect((await ask(call, { ...MAIL, reason: 'x' }, viewer)).status).toBe(403)
  const entries = await db
    .selectFrom('audit')
    .where('recordType', '=', 'backgroundService')
    .select(['action', 'label', 'reason', 'actorName'])
    .orderBy('id')
    .execute()
  expect(entries.slice(-2)).toEqual([
    {
      action: 'BACKGROUND_SERVICE_PAUSED',
      label: 'Mail queue',
      reason: 'Moving house',
      actorName: 'Ann Keeper',
    },
    { action: 'BACKGROUND_SERVICE_RESUMED', label: 'Mail queue', reason: '', actorName: 'Ann Keeper' },
  ])
  expect((await auditTold(db)).slice(-2)).toEqual([
    'BACKGROUND_SERVICE_PAUSED | admin.configuration.background-services | backgroundService | Mail queue',
    'BACKGROUND_SERVICE_RESUMED | admin.configuration.background-services | backgroundService | Mail queue',
  ])
})
