import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdaptorInfo } from '#shared/contract/adaptors.ts'
import { auditActions, auditTold } from '../audit/testing/audit-actions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { CERTIFICATE } from '../mail/testing/certificate.ts'
import { headerOf, type MailServerOptions, startMailServer } from '../mail/testing/mail-server.ts'

const LOGIN = { user: 'office', password: 'correct-horse' }

let server: TestServer
let ann: Record<string, string>
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  server = await startTestServer({ mailCertificates: CERTIFICATE })
  await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Keeper',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_SEE_EMAIL_LOG'],
  })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  for (const close of closing.splice(0)) await close()
})

async function mailServer(options: MailServerOptions = {}) {
  const made = await startMailServer(options)
  closing.push(made.close)
  return made
}
const settings = (port: number, more: object = {}) => ({
  host: 'localhost',
  port,
  security: 'NONE',
  user: '',
  from: 'office@work.example',
  replyTo: '',
  perMinute: 60,
  ...more,
})
const ask = async (call: string, request: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${call}`, request, ann))
const log = async (call: string, request: object = {}) =>
  said(await post(server, `/api/admin/logs/email${call}`, request, ann))
const save = async (request: object) =>
  (await ask('save', { kind: 'SMTP', isEnabled: true, ...request })).body as AdaptorInfo
const adaptor = async () => ((await ask('list', {})).body as { adaptors: AdaptorInfo[] }).adaptors[0]
const standing = async () =>
  (
    await server.server.db.selectFrom('systemFlags').where('clearedAt', 'is', null).select('key').execute()
  ).map(({ key }) => key)
const forgot = (userName = 'ann') => post(server, '/api/auth/forgot-password', { userName })

test('A094 a secret is replaced and removed, and never sent to a window, stored or logged in clear', async () => {
  const smtp = await mailServer({ login: LOGIN })
  const made = await save({ settings: settings(smtp.port, { user: 'office' }), password: 'first-secret' })
  expect(made.secrets).toEqual([
    { name: 'password', setAt: new Date(NOON).toISOString(), setBy: 'Ann Keeper' },
  ])
  server.clock.now += 60_000
  const { body } = await ask('set-secret', { id: made.id, name: 'password', value: LOGIN.password })
  expect((body as AdaptorInfo).secrets[0]?.setAt).toBe(new Date(NOON + 60_000).toISOString())
  await forgot()
  await expect.poll(() => smtp.received.length).toBe(1)
  const { db } = server.server
  const everything = JSON.stringify([
    await ask('list', {}),
    await ask('log', { id: made.id }),
    await db.selectFrom('adaptorSecrets').selectAll().execute(),
    await db.selectFrom('adaptors').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('adaptorExchanges').selectAll().execute(),
    server.log.text,
  ])
  for (const secret of ['first-secret', LOGIN.password]) expect(everything).not.toContain(secret)
  // The log of exchanges holds no address either.
  expect(JSON.stringify((await ask('log', { id: made.id })).body)).not.toContain('ann@mail.example')
  const removed = await ask('set-secret', { id: made.id, name: 'password', value: null })
  expect((removed.body as AdaptorInfo).secrets).toEqual([])
  expect(await auditActions(db)).toEqual([
    'ADAPTOR_ADDED',
    'ADAPTOR_SECRET_SET',
    'ADAPTOR_SECRET_SET',
    'ADAPTOR_SECRET_REMOVED',
  ])
})

test('A094 a kept password goes to no other server than the one that it was set for', async () => {
  const [right, other] = [await mailServer({ login: LOGIN }), await mailServer({ login: LOGIN })]
  const kept = settings(right.port, { user: 'office' })
  const { id, version } = await save({ settings: kept, password: LOGIN.password })
  const again = {
    status: 400,
    body: { value: 'Type the password again: it was set for another server or user.' },
  }
  for (const change of [{ port: other.port }, { host: '127.0.0.1' }, { user: 'eve' }]) {
    const moved = { ...kept, ...change }
    expect(await ask('save', { kind: 'SMTP', id, version, isEnabled: true, settings: moved })).toEqual(again)
    expect(await ask('test', { kind: 'SMTP', settings: moved, to: 'eve@mail.example' })).toEqual(again)
  }
  const moved = { ...kept, port: other.port }
  expect(await ask('test', { kind: 'SMTP', settings: kept, to: 'ann@mail.example' })).toMatchObject({
    body: { isOk: true },
  })
  expect(await save({ id, version, settings: moved, password: LOGIN.password })).toMatchObject({
    version: version + 1,
  })
  expect(await auditTold(server.server.db)).toEqual([
    'ADAPTOR_ADDED | admin.configuration.connection-adaptors | adaptor | SMTP',
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | SMTP',
    'ADAPTOR_TESTED | admin.configuration.connection-adaptors | adaptor | SMTP',
    'ADAPTOR_CHANGED | admin.configuration.connection-adaptors | adaptor | SMTP',
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | SMTP',
  ])
})

test('A095 changed settings hold without a restart, and a test tells of what is typed before it is saved', async () => {
  const [first, second] = [await mailServer(), await mailServer({ security: 'STARTTLS' })]
  const tested = await ask('test', { kind: 'SMTP', settings: settings(first.port), to: 'ann@mail.example' })
  expect(tested.body).toMatchObject({
    isOk: true,
    steps: [{ isOk: true }, { isOk: true }, { isOk: true }, { isOk: true }],
  })
  expect(await adaptor()).toBeUndefined()
  const { id, version } = await save({ settings: settings(first.port) })
  await forgot()
  await expect.poll(() => first.received.length).toBe(2)
  await save({
    id,
    version,
    settings: settings(second.port, { security: 'STARTTLS', from: 'new@work.example' }),
  })
  await forgot()
  await expect.poll(() => second.received.length).toBe(1)
  expect(first.received).toHaveLength(2)
  const [mail] = second.received
  if (!mail) throw new Error('nothing came')
  expect([mail.from, mail.isEncrypted, headerOf(mail, 'Subject')]).toEqual([
    'new@work.example',
    true,
    'A new password for Fieldwork',
  ])
  expect(mail.raw).toContain('/public/auth/validate?token=')
  expect(await adaptor()).toMatchObject({ state: 'OK', calls: 2, errors: 0, lastError: '' })
})

test('A096 a save without encryption to elsewhere is refused, and one of two first ones', async () => {
  expect(
    (await ask('save', { kind: 'SMTP', isEnabled: true, settings: settings(25, { host: 'mail.example' }) }))
      .status,
  ).toBe(400)
  await save({ settings: settings(25) })
  expect(await ask('save', { kind: 'SMTP', isEnabled: true, settings: settings(26) })).toEqual({
    status: 409,
    body: { value: 'There is an SMTP adaptor already.' },
  })
  // One that goes to this machine stands, and the audit tells of it.
  expect((await adaptor())?.isEnabled).toBe(true)
  expect(await auditActions(server.server.db)).toEqual(['ADAPTOR_ADDED'])
})

test('MAIL_NOT_SET_UP goes with an adaptor that is switched on, MAIL_FAILING comes with three failures of the way', async () => {
  const smtp = await mailServer()
  const { id, version } = await save({ settings: settings(smtp.port), isEnabled: false })
  expect(await standing()).toEqual(['MAIL_NOT_SET_UP'])
  await smtp.close()
  closing.pop()
  await save({ id, version, settings: settings(smtp.port) })
  expect(await standing()).toEqual([])
  await forgot()
  const failures = async () => (await adaptor())?.errors
  await expect.poll(failures).toBe(1)
  expect(await adaptor()).toMatchObject({
    state: 'FAILING',
    lastError: `Nothing answers at localhost, port ${smtp.port}.`,
  })
  for (const turn of [2, 3]) {
    expect(await standing()).toEqual([])
    await forgot()
    await expect.poll(failures).toBe(turn)
  }
  await expect.poll(standing).toEqual(['MAIL_FAILING'])
  // The first letter that is taken clears it.
  const back = await mailServer()
  await save({ id, version: version + 1, settings: settings(back.port) })
  await forgot()
  await expect.poll(() => back.received.length).toBeGreaterThan(0)
  await expect.poll(standing).toEqual([])
})

test('A116 the log has each mail’s state and attempts, a failed one is sent again, and never its text', async () => {
  let answer: string | null = '550 no such user'
  const smtp = await mailServer({ recipient: () => answer })
  await save({ settings: settings(smtp.port) })
  await forgot()
  const first = async () => ((await log('')).body as { rows: Record<string, unknown>[] }).rows[0]
  await expect
    .poll(first)
    .toMatchObject({ state: 'FAILED', to: 'ann@mail.example', kind: 'PASSWORD_LINK', person: 'Ann Keeper' })
  const { attempts } = (await log('/attempts', { id: 1 })).body as { attempts: object[] }
  expect(attempts).toMatchObject([{ outcome: 'FAILED', answer: expect.stringContaining('550') }])
  expect(await log('/overview')).toMatchObject({
    body: { counts: expect.arrayContaining([{ state: 'FAILED', count: 1 }]), held: null, isSetUp: true },
  })
  answer = null
  expect(await log('/resend', { id: 1 })).toMatchObject({ status: 200, body: { state: 'QUEUED' } })
  await expect.poll(first).toMatchObject({ state: 'SENT', tries: 1, endedAt: new Date(NOON).toISOString() })
  expect((await log('/attempts', { id: 1 })).body).toMatchObject({
    attempts: [{ outcome: 'SENT', answer: expect.stringMatching(/^250 /) }, { outcome: 'FAILED' }],
  })
  expect(await log('/resend', { id: 1 })).toEqual({
    status: 409,
    body: { value: 'The text of this mail is not kept any more, so it cannot be sent again.' },
  })
  expect(await auditActions(server.server.db)).toContain('MAIL_SENT_AGAIN')
  // A117: whatever the log answers, no text and no link is in it.
  const token = /token=3D([\w-]{20})/.exec(smtp.received[0]?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? 'none'
  const told = JSON.stringify([
    await log(''),
    await log('/get', { id: 1 }),
    await log('/attempts', { id: 1 }),
  ])
  expect(token).not.toBe('none')
  expect(told).not.toContain(token)
  expect(told).not.toContain('open this link')
  expect(await auditTold(server.server.db)).toEqual([
    'ADAPTOR_ADDED | admin.configuration.connection-adaptors | adaptor | SMTP',
    'MAIL_SENT_AGAIN | admin.logs.email-log | mail | A new password for Fieldwork',
  ])
})

test('mails are held back and released, and cancelled while they wait', async () => {
  const smtp = await mailServer()
  await save({ settings: settings(smtp.port) })
  expect((await log('/hold', { isHeld: true })).body).toMatchObject({ held: { by: 'Ann Keeper' } })
  await forgot()
  await forgot()
  const states = async () =>
    ((await log('')).body as { rows: { state: string }[] }).rows.map(({ state }) => state)
  await expect.poll(states).toEqual(['QUEUED', 'QUEUED'])
  const nexts = async () =>
    ((await log('')).body as { rows: { nextAt: string | null }[] }).rows.map(({ nextAt }) => nextAt)
  expect(await nexts()).toEqual([expect.any(String), expect.any(String)])
  expect(await log('/cancel', { id: 1 })).toMatchObject({ body: { state: 'CANCELLED', hasText: false } })
  // What doesn't wait any more has no next try.
  expect((await nexts()).filter((next) => next === null)).toHaveLength(1)
  expect(await log('/cancel', { id: 1 })).toEqual({
    status: 409,
    body: { value: 'This mail does not wait any more.' },
  })
  expect((await log('/hold', { isHeld: false })).body).toMatchObject({ held: null })
  await expect.poll(() => smtp.received.length).toBe(1)
  const { db } = server.server
  const actions = await db
    .selectFrom('audit')
    .where('recordType', '=', 'mail')
    .orderBy('id')
    .select('action')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['MAIL_HELD', 'MAIL_CANCELLED', 'MAIL_RELEASED'])
})

test('what is removed sends nothing any more, and its secret goes with it', async () => {
  const smtp = await mailServer()
  const { id, version } = await save({ settings: settings(smtp.port), password: 'x' })
  expect((await ask('remove', { id, version })).status).toBe(200)
  expect(await server.server.db.selectFrom('adaptorSecrets').selectAll().execute()).toEqual([])
  expect(await standing()).toEqual(['MAIL_NOT_SET_UP'])
  await forgot()
  await expect.poll(() => server.mails.length).toBe(1)
  expect(smtp.received).toEqual([])
})
