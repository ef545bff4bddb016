import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdaptorOf, AdaptorTestResult, WebhookDelivery } from '#shared/contract/adaptors.ts'
import { eventOf, isWanted, WEBHOOK_ANSWER_MS, WEBHOOK_RETRIES_MS } from '#shared/domain/webhooks.ts'
import { Adaptors } from '../adaptors/adaptors.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { CERTIFICATE } from '../mail/testing/certificate.ts'
import { audit } from '../records/audit.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { Deliveries } from './deliveries.ts'
import { addressFor, isReachable } from './outgoing.ts'
import { startReceiver } from './testing/receiver.ts'

const DAY_MS = 86_400_000
const SECRET = 'first-secret-of-the-receiver'
const NEXT = 'second-secret-of-the-receiver'
const LOCAL = ['127.0.0.0/8']

let server: TestServer
let ann: Record<string, string>
/** How long an answer is waited for: a busy machine may take its time, and one test waits for nothing. */
const ANSWER_MS = 2000

let deliveries: Deliveries
let sealer: Sealer
let receiver: Awaited<ReturnType<typeof startReceiver>>
const closing: (() => Promise<void>)[] = []
const ALL = [
  ...['ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_MANAGE_SKILLS', 'ADMIN_CAN_SEE_BACKGROUND_SERVICES'],
  'ADMIN_CAN_EDIT_SETTINGS',
] as never[]

beforeEach(async () => {
  server = await startTestServer({
    ...{ mailCertificates: CERTIFICATE, webhookNetworks: LOCAL, webhookAnswerMs: ANSWER_MS },
    resolveName: async () => ['127.0.0.1'],
  })
  await addPerson(server, { userName: 'ann', displayName: 'Ann Keeper', permissions: ALL })
  ann = await signIn(server, 'ann')
  // The server's own looking is paused, so that tests decide when something is sent.
  await post(
    server,
    '/api/admin/configuration/background-services/pause',
    { key: 'WEBHOOK_DELIVERIES', reason: 'Test' },
    ann,
  )
  sealer = await Sealer.open(server.server.db)
  deliveries = another()
  receiver = await startReceiver()
})
afterEach(async () => {
  await server.server.close()
  await receiver.close()
  for (const close of closing.splice(0)) await close()
})

/** The queue as another server on the same database has it. */
function another(rules: object = {}): Deliveries {
  const { db } = server.server
  const clock = () => server.clock.now
  return new Deliveries({
    ...{ db, clock, adaptors: new Adaptors({ db, clock, sealer }) },
    rules: {
      ...{ allowedNetworks: LOCAL, answerMs: ANSWER_MS, ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] },
      ...rules,
    },
  })
}
const ask = async (call: string, request: object, as = ann) =>
  said(await post(server, `/api/admin/configuration/${call}`, request, as))
const hook = (more: object = {}, settings: object = {}) => ({
  ...{ kind: 'WEBHOOK', name: 'Rota', isEnabled: true, secrets: { secret: SECRET }, ...more },
  settings: { address: receiver.address, events: ['skill.*'], ...settings },
})
type Webhook = AdaptorOf<'WEBHOOK'>
async function make(more: object = {}, settings: object = {}): Promise<Webhook> {
  const { status, body } = await ask('adaptors/save', hook(more, settings))
  expect([status, body]).toEqual([200, expect.anything()])
  return body as Webhook
}
let names = 0
/** Changes something that is told as `skill.added`. */
const happen = async () => {
  names += 1
  const skill = {
    name: `Skill ${names}`,
    category: 'TOOL',
    needsCertificate: false,
    expiresAfterMonths: null,
  }
  expect((await post(server, '/api/admin/skills/save', skill, ann)).status).toBe(200)
}
const list = async (id: number, more: object = {}) =>
  (await ask('webhooks/deliveries', { id, ...more })).body as {
    deliveries: WebhookDelivery[]
    isMore: boolean
  }
const now = async (id: number) =>
  ((await ask('adaptors/list', {})).body as { adaptors: Webhook[] }).adaptors.find((one) => one.id === id)

test('A098 a delivery carries id, event, time, record id and version, and a signature over time stamp and body that the receiver can check', async () => {
  const { id } = await make()
  server.clock.now = NOON + 5432
  await happen()
  server.clock.now = NOON + 9876
  expect(await deliveries.tend()).toBe(1)
  const [got] = receiver.received
  if (!got) throw new Error('nothing came')
  expect(got.path).toBe('/hook?from=fieldwork')
  const body = JSON.parse(got.body)
  expect(body).toEqual({
    id: got.headers['fieldwork-delivery'],
    event: 'skill.added',
    time: new Date(NOON + 5432).toISOString(),
    recordID: 1,
    version: 1,
  })
  const stamp = got.headers['fieldwork-timestamp'] ?? ''
  expect(stamp).toBe(String((NOON + 9000) / 1000))
  const hmac = createHmac('sha256', SECRET).update(`${stamp}.${got.body}`).digest('hex')
  expect(got.headers['fieldwork-signature']).toBe(`v1=${hmac}`)
  expect((await list(id)).deliveries).toMatchObject([
    { state: 'SENT', tries: 1, lastAnswer: 'Answered 200.' },
  ])
  expect(await now(id)).toMatchObject({ state: 'OK', calls: 1, errors: 0, waiting: 0, dead: 0 })
})

test('A098 after a rotation both secrets sign for 24 hours, and from then on the new one alone', async () => {
  const { id, version } = await make()
  expect(await ask('adaptors/save', { ...hook(), id, version, secrets: { secret: 'short' } })).toEqual({
    status: 400,
    body: { value: 'A webhook’s secret has at least 24 characters.' },
  })
  const set = await ask('adaptors/set-secret', { id, name: 'secret', value: NEXT })
  expect(set.body).toMatchObject({
    previousSecretUntil: new Date(NOON + DAY_MS).toISOString(),
    secrets: [{ name: 'secret', setBy: 'Ann Keeper' }],
  })
  const signatures = async () => {
    await happen()
    await deliveries.tend()
    const got = receiver.received.at(-1)
    const signed = (secret: string) =>
      `v1=${createHmac('sha256', secret).update(`${got?.headers['fieldwork-timestamp']}.${got?.body}`).digest('hex')}`
    return { given: got?.headers['fieldwork-signature'], old: signed(SECRET), present: signed(NEXT) }
  }
  const before = await signatures()
  expect(before.given).toBe(`${before.present},${before.old}`)
  server.clock.now = NOON + DAY_MS
  ann = await signIn(server, 'ann')
  const after = await signatures()
  expect(after.given).toBe(after.present)
})

test('A099 a failed delivery is tried again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h and 24 h, with the same body, and then is DEAD', async () => {
  receiver.answer.status = 500
  const { id } = await make()
  await happen()
  const waits = [10, 60, 300, 1800, 7200, 21_600, 86_400].map((seconds) => seconds * 1000)
  expect([...WEBHOOK_RETRIES_MS]).toEqual(waits)
  expect(WEBHOOK_ANSWER_MS).toBe(10_000)
  await deliveries.tend()
  for (const [index, wait] of waits.entries()) {
    expect(receiver.received).toHaveLength(index + 1)
    server.clock.now += wait - 1
    await deliveries.tend()
    expect(receiver.received).toHaveLength(index + 1)
    server.clock.now += 1
    await deliveries.tend()
  }
  expect(receiver.received).toHaveLength(8)
  server.clock.now += 2 * DAY_MS
  await deliveries.tend()
  expect(receiver.received).toHaveLength(8)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['fieldwork-delivery'])).size).toBe(1)
  ann = await signIn(server, 'ann')
  expect((await list(id)).deliveries).toMatchObject([
    { state: 'DEAD', tries: 8, nextAt: null, lastAnswer: 'Answered 500.' },
  ])
  expect(await now(id)).toMatchObject({ dead: 1, waiting: 0, state: 'FAILING' })
})

test('A099 ‘Deliver again’ sends what is over once more with its id and body; what waits is refused', async () => {
  receiver.answer.status = 500
  const { id } = await make()
  await happen()
  await deliveries.tend()
  const [waiting] = (await list(id)).deliveries
  expect(await ask('webhooks/redeliver', { id: waiting?.id })).toEqual({
    status: 409,
    body: { value: 'This delivery is not over yet.' },
  })
  await server.server.db.updateTable('webhookDeliveries').set({ state: 'DEAD', endedAt: NOON }).execute()
  receiver.answer.status = 204
  expect((await ask('webhooks/redeliver', { id: waiting?.id })).status).toBe(200)
  await deliveries.tend()
  expect((await ask('webhooks/redeliver', { id: waiting?.id })).status).toBe(200)
  await deliveries.tend()
  const bodies = receiver.received.map(({ body, headers }) => [headers['fieldwork-delivery'], body])
  expect(bodies).toHaveLength(3)
  expect(new Set(bodies.map(String)).size).toBe(1)
  expect((await ask('webhooks/redeliver', { id: 99 })).status).toBe(404)
  expect((await list(id, { state: 'SENT' })).deliveries).toHaveLength(1)
  expect((await list(id, { state: 'DEAD' })).deliveries).toEqual([])
  expect(await auditTold(server.server.db)).toEqual([
    'BACKGROUND_SERVICE_PAUSED | admin.configuration.background-services | backgroundService | Webhook deliveries',
    'ADAPTOR_ADDED | admin.configuration.connection-adaptors | adaptor | Rota',
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | Rota',
    'SKILL_ADDED | admin.configuration.skills | skill | Skill 5',
    'ADAPTOR_DELIVERY_REPEATED | admin.configuration.connection-adaptors | adaptor | Rota',
    'ADAPTOR_DELIVERY_REPEATED | admin.configuration.connection-adaptors | adaptor | Rota',
  ])
})

test('A099 no answer within the time is a failure, a status below 200 or from 300 on as well', async () => {
  const { id } = await make()
  for (const [status, words] of [
    [null, 'No answer within 2 seconds.'],
    [404, 'Answered 404.'],
    [299, 'Answered 299.'],
  ] as const) {
    receiver.answer.status = status
    await happen()
    await deliveries.tend()
    expect((await list(id)).deliveries[0]).toMatchObject({
      lastAnswer: words,
      state: status === 299 ? 'SENT' : 'WAITING',
    })
  }
})

test('A099 an event stands exactly where its change does, and one whose server died is delivered again', async () => {
  const { id } = await make()
  const { db } = server.server
  const told = { action: 'SKILL_CHANGED', page: '', recordType: 'skill', recordID: 5, label: '' }
  const by = { userID: null, displayName: 'Job' }
  await expect(
    db.transaction().execute(async (trx) => {
      await audit(trx, by, NOON, told)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect((await list(id)).deliveries).toEqual([])
  await audit(db, by, NOON, told)
  await db
    .updateTable('webhookDeliveries')
    .set({ state: 'SENDING', leaseID: 'gone', leaseUntil: NOON + 60_000, tries: 1 })
    .execute()
  await deliveries.tend()
  expect(receiver.received).toEqual([])
  server.clock.now = NOON + 60_000
  // Two servers at once deliver it once.
  await Promise.all([deliveries.tend(), another().tend()])
  expect(receiver.received).toHaveLength(1)
  expect((await list(id)).deliveries).toMatchObject([{ state: 'SENT', tries: 2 }])
})

test('A099 five days without success turn a webhook off with a flag; less doesn’t, and turning it on clears it', async () => {
  receiver.answer.status = 500
  const { id } = await make()
  const standing = async () =>
    (
      await server.server.db
        .selectFrom('systemFlags')
        .where('clearedAt', 'is', null)
        .select(['key', 'message'])
        .execute()
    ).filter(({ key }) => key === 'WEBHOOK_OFF')
  await happen()
  await deliveries.tend()
  server.clock.now = NOON + 5 * DAY_MS - 1
  await deliveries.sweep()
  expect(await standing()).toEqual([])
  server.clock.now += 1
  await deliveries.sweep()
  expect(await standing()).toMatchObject([
    { message: "The webhook 'Rota' had no success for 5 days and was turned off." },
  ])
  ann = await signIn(server, 'ann')
  const off = await now(id)
  expect(off).toMatchObject({ state: 'OFF', isEnabled: false, version: 2 })
  await happen()
  await deliveries.tend()
  expect(receiver.received).toHaveLength(1)
  receiver.answer.status = 200
  expect((await ask('adaptors/save', { ...hook(), secrets: {}, id, version: 2 })).status).toBe(200)
  expect(await standing()).toEqual([])
  // What waited goes now; what happened while it was off isn't told.
  await deliveries.tend()
  expect(receiver.received).toHaveLength(2)
  await deliveries.sweep()
  expect(await now(id)).toMatchObject({ isEnabled: true })
})

test('A100 private networks are refused by address and by name, unless the operator allowed them', async () => {
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '224.0.0.1', '255.255.255.255', 'no address'],
  ])
    expect([address, isReachable(address, [])]).toEqual([address, false])
  for (const address of ['203.0.114.9', '8.8.8.8', '2606:4700::1111'])
    expect([address, isReachable(address, [])]).toEqual([address, true])
  expect(isReachable('10.1.2.3', ['10.1.0.0/16'])).toBe(true)
  expect(isReachable('10.2.2.3', ['10.1.0.0/16'])).toBe(false)
  const rules = { allowedNetworks: [], answerMs: ANSWER_MS, resolve: async () => ['8.8.8.8', '10.0.0.1'] }
  await expect(addressFor(new URL('https://mixed.example/'), rules)).rejects.toThrow(
    'mixed.example is in a private network. The operator can allow it with --webhook-network.',
  )
  await expect(addressFor(new URL('https://[::1]:8443/'), rules)).rejects.toThrow(
    '::1 is in a private network.',
  )
  await make()
  await happen()
  await another({ allowedNetworks: [] }).tend()
  expect(receiver.received).toEqual([])
})

test('A100 the name is resolved once, and the connection goes to that very address', async () => {
  const { id } = await make()
  await happen()
  // The second answer of a name that is rebound would be elsewhere.
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [asked === 1 ? '127.0.0.1' : '10.0.0.1']
  }
  await another({ resolve }).tend()
  expect(asked).toBe(1)
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]?.headers.host).toBe(`localhost:${receiver.port}`)
  expect((await list(id)).deliveries).toMatchObject([{ state: 'SENT' }])
})

test('A100 a redirect is never followed, and neither plain http nor a certificate that nobody trusts is used', async () => {
  const other = await startReceiver()
  closing.push(other.close)
  receiver.answer.status = 307
  receiver.answer.location = other.address
  const { id } = await make()
  await happen()
  await deliveries.tend()
  expect((await list(id)).deliveries).toMatchObject([
    { lastAnswer: 'Answered 307: it redirects, which is not followed.', state: 'WAITING' },
  ])
  expect(other.received).toEqual([])
  await happen()
  await another({ ca: undefined }).tend()
  expect((await list(id)).deliveries[0]).toMatchObject({ lastAnswer: 'Its certificate is not trusted.' })
  for (const address of ['http://example.com/', 'https://ann:pw@example.com/', 'ftp://x', 'here'])
    expect((await ask('adaptors/save', hook({}, { address }))).status).toBe(400)
})

test('A095 a webhook’s test says each step in words, before and after it is saved', async () => {
  const test = async (more: object = {}, settings: object = {}) => {
    const { name: _name, isEnabled: _on, ...request } = hook(more, settings)
    return (await ask('adaptors/test', request)).body as AdaptorTestResult
  }
  expect(await test()).toMatchObject({
    isOk: true,
    steps: [
      { step: 'NAME', words: 'localhost is at 127.0.0.1.' },
      { step: 'SECRET', isOk: true },
      { step: 'ANSWER', words: 'Answered 200.' },
    ],
  })
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ event: 'webhook.tested' })
  expect(await test({ secrets: {} })).toMatchObject({
    isOk: false,
    steps: [{ isOk: true }, { words: 'There is no secret to sign with.' }, { isOk: null }],
  })
  receiver.answer.status = 403
  expect(await test()).toMatchObject({ isOk: false, steps: [{}, {}, { words: 'Answered 403.' }] })
})

test('A098 it is told of what it asked for alone: by event, area and project, and of tickets', async () => {
  expect(eventOf('person', 'PERSON_DEACTIVATED')).toBe('person.deactivated')
  expect(eventOf('systemFlag', 'FLAG_RAISED')).toBe('systemFlag.raised')
  expect(eventOf('person', 'PERSON_LEAVING_PLANNED')).toBe('person.leaving-planned')
  expect(isWanted('ticket.resolved', ['ticket.*'])).toBe(true)
  expect(isWanted('tickets.resolved', ['ticket.*', 'ticket.resolved'])).toBe(false)
  expect(isWanted('skill.added', ['*'])).toBe(true)
  const { db } = server.server
  const bob = await addPerson(server, { userName: 'bob' })
  await db
    .updateTable('users')
    .set({ areaID: 7 })
    .where('id', '=', bob)
    .execute()
    .catch(() => {})
  const everything = await make({ name: 'All' }, { events: ['*'] })
  const people = await make({ name: 'People' }, { events: ['person.changed', 'ticket.resolved'] })
  const elsewhere = await make({ name: 'Area' }, { events: ['*'], areaIDs: [99] })
  const { announce } = await import('./announce.ts')
  await addTicket(db, { id: 3, raisedBy: bob })
  await announce(db, NOON, { recordType: 'ticket', recordID: 3, action: 'TICKET_RESOLVED', version: 4 })
  await happen()
  const events = async ({ id }: Webhook) => (await list(id)).deliveries.map(({ event }) => event)
  expect(await events(people)).toEqual(['ticket.resolved'])
  expect((await events(everything)).slice(0, 2)).toEqual(['skill.added', 'ticket.resolved'])
  expect(await events(elsewhere)).toEqual([])
})

test('A098 the server looks by itself, and a webhook’s secret never leaves it', async () => {
  const made = await ask('adaptors/save', hook())
  await post(
    server,
    '/api/admin/configuration/background-services/resume',
    { key: 'WEBHOOK_DELIVERIES' },
    ann,
  )
  await happen()
  await expect.poll(() => receiver.received.length).toBe(1)
  const { db } = server.server
  const everything = JSON.stringify([
    made,
    await ask('adaptors/list', {}),
    await db.selectFrom('adaptors').selectAll().execute(),
    await db.selectFrom('adaptorSecrets').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('webhookAttempts').selectAll().execute(),
    server.log.text,
  ])
  expect(everything).not.toContain(SECRET)
  expect((await ask('adaptors/save', { ...hook(), secrets: {} })).body).toEqual({
    value: 'It needs its secret before it can be switched on.',
  })
})
