import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { startReceiver } from '../webhooks/testing/receiver.ts'

const NUMBER = '+447700900123'
const HOUR = 3_600_000

let server: TestServer
let meta: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
let bobID: number
beforeEach(async () => {
  meta = await startReceiver()
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  bobID = await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await meta.close()
})

const adaptors = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${name}`, payload, ann))
const settings = (changes: object = {}) => ({
  ...{ phoneNumberID: '106540352242922', address: `https://localhost:${meta.port}/v23.0` },
  ...{ template: 'notice', templateLanguage: 'en_GB', ...changes },
})
const SECRETS = { appSecret: 'app-secret', verifyToken: 'verify-me', accessToken: 'the-token' }
const save = (changes: object = {}, more: object = {}) =>
  adaptors('save', {
    ...{ kind: 'WHATSAPP', name: 'WhatsApp', isEnabled: true, settings: settings(changes) },
    ...{ secrets: SECRETS, ...more },
  })
async function turn(text: string, about = text) {
  const { db } = server.server
  await db
    .insertInto('deviceMessages')
    .values({
      ...{ channel: 'WHATSAPP', kind: 'DEFCON', userID: bobID, to: NUMBER, text, about, state: 'QUEUED' },
      ...{ shiftDay: null, createdAt: server.clock.now, nextAt: server.clock.now },
      ...{ expiresAt: server.clock.now + 48 * HOUR, heldUntil: null, leaseID: null, leaseUntil: null },
      ...{ firstTriedAt: null, endedAt: null },
    })
    .execute()
  await server.server.messages.tend()
  for (;;) {
    const found = await now(about)
    // The server looks by itself, too: what it took is on its way.
    if (found.state !== 'SENDING') return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const now = (about: string) =>
  server.server.db
    .selectFrom('deviceMessages')
    .where('about', '=', about)
    .select(['id', 'state', 'lastAnswer'])
    .executeTakeFirstOrThrow()
const state = async () =>
  ((await adaptors('list', {})).body as { adaptors: { id: number; version: number }[] }).adaptors[0]

// As recorded of the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples
const recorded = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            ...value,
          },
          field: 'messages',
        },
      ],
    },
  ],
})
let times = 0
const wrote = (body: string, at: number) =>
  recorded({
    contacts: [{ profile: { name: 'Bob Bee' }, wa_id: '447700900123' }],
    messages: [
      {
        ...{ from: '447700900123', id: `wamid.HBgLMTY1MDM4Nzk0${times++}`, type: 'text' },
        ...{ timestamp: String(Math.floor(at / 1000)), text: { body } },
      },
    ],
  })
const became = (reference: string, status: string, more: object = {}) =>
  recorded({
    statuses: [
      {
        ...{ id: 'wamid.HBgLMTY1MDM4Nzk0', status, timestamp: '1603059201', recipient_id: '447700900123' },
        ...{ biz_opaque_callback_data: reference, ...more },
      },
    ],
  })
const came = (body: object, secret = SECRETS.appSecret) => {
  const payload = JSON.stringify(body)
  const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
  return server.server.app.inject({
    ...{ method: 'POST', url: '/api/inbound/whatsapp', payload },
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  })
}

test('5 §5.3 free text goes within 24 h of the other’s last message, else an approved template', async () => {
  expect((await save()).status).toBe(200)
  expect(await turn('Your shift\nbegins   at 9.', 'one')).toMatchObject({
    ...{ state: 'SENT', lastAnswer: 'Answered 200. By template.' },
  })
  expect((await came(wrote('Hello', NOON))).statusCode).toBe(200)
  server.clock.now = NOON + 24 * HOUR - 1
  expect(await turn('Two\nlines.', 'two')).toMatchObject({ lastAnswer: 'Answered 200. Free text.' })
  server.clock.now = NOON + 24 * HOUR
  const three = await turn('Three.', 'three')
  expect(three.lastAnswer).toBe('Answered 200. By template.')
  const [one, two] = meta.received
  expect(one).toMatchObject({
    path: '/v23.0/106540352242922/messages',
    headers: { authorization: 'Bearer the-token', 'content-type': 'application/json' },
  })
  const { id } = await now('one')
  expect(JSON.parse(one?.body ?? '')).toEqual({
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: '447700900123', type: 'template' },
    template: {
      name: 'notice',
      language: { code: 'en_GB' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Your shift begins at 9.' }] }],
    },
    biz_opaque_callback_data: `fieldwork-${id}`,
  })
  expect(JSON.parse(two?.body ?? '')).toMatchObject({ type: 'text', text: { body: 'Two\nlines.' } })
  ann = await signIn(server, 'ann')
  const log = JSON.stringify(await adaptors('log', { id: (await state())?.id }))
  expect(log).not.toMatch(/447700900123|the-token|shift/)
})

test('5 §5.3 without a template nobody is written to who hasn’t written within a day; nothing is sent', async () => {
  await save({ template: '' })
  expect(await turn('One')).toMatchObject({
    state: 'FAILED',
    lastAnswer: 'They haven’t written within 24 hours, and there is no approved template.',
  })
  expect(meta.received).toEqual([])
  await came(wrote('Hello', NOON))
  expect(await turn('Two')).toMatchObject({ state: 'SENT' })
})

test('A097 what comes in unsigned, unknown or from a clock ahead makes no day longer', async () => {
  await save()
  expect((await came(wrote('Hello', NOON), 'wrong')).statusCode).toBe(401)
  expect((await turn('One')).lastAnswer).toContain('By template')
  for (const odd of [{ entry: 3 }, recorded({ messages: [{ from: 'x' }, 7] }), recorded({}), {}])
    expect((await came(odd)).statusCode).toBe(200)
  await came(wrote('Hello', NOON + 48 * HOUR))
  server.clock.now = NOON + 24 * HOUR
  expect((await turn('Two')).lastAnswer).toContain('By template')
  // Signed and of now it does.
  expect((await came(wrote('Hello', server.clock.now))).statusCode).toBe(200)
  expect((await turn('Three')).lastAnswer).not.toContain('By template')
})

test('5 §5.3 STOP ends messages to a number and START begins them again, in whatever order they come', async () => {
  await save()
  await came(wrote('Stop, please', NOON - 2000))
  expect(await turn('One')).toMatchObject({ state: 'FAILED', lastAnswer: 'The number answered STOP.' })
  await came(wrote('start', NOON - 1000))
  expect(await turn('Two')).toMatchObject({ state: 'SENT' })
  // The older one comes once more.
  await came(wrote('STOP', NOON - 2000))
  expect(await turn('Three')).toMatchObject({ state: 'SENT' })
  // What else they write changes nothing of it.
  await came(wrote('STOP', NOON))
  await came(wrote('Why do I get these?', NOON))
  expect(await turn('Four')).toMatchObject({ state: 'FAILED' })
})

test('5 §5.3 receipts say what became of a message; who has read it has got it', async () => {
  await save()
  const { id } = await turn('One')
  const reference = `fieldwork-${id}`
  await came(became(reference, 'sent'))
  expect((await now('One')).lastAnswer).toContain('Answered 200')
  const errors = [{ code: 131_026, title: 'Message undeliverable' }]
  await came(became(reference, 'failed', { errors }))
  expect((await now('One')).lastAnswer).toBe('Not delivered. Message undeliverable (131026)')
  await came(became(reference, 'delivered'))
  expect((await now('One')).lastAnswer).toBe('Delivered.')
  await came(became(reference, 'read'))
  await came(became(reference, 'delivered', { timestamp: '1603059200' }))
  expect((await now('One')).lastAnswer).toBe('Read.')
  await came(became('fieldwork-9999', 'failed'))
  await came(became(`other-${id}`, 'failed'))
  expect((await now('One')).lastAnswer).toBe('Read.')
})

test.each([
  [400, 'FAILED', 'OK'],
  [401, 'DEFERRED', 'FAILING'],
  [429, 'DEFERRED', 'FAILING'],
  [500, 'DEFERRED', 'FAILING'],
] as const)('5 §5.3 an answer of %i makes a message %s, and the way is %s', async (status, becomes, way) => {
  await save()
  meta.answer.status = status
  expect(await turn('One')).toMatchObject({ state: becomes, lastAnswer: `Answered ${status}.` })
  expect(await state()).toMatchObject({ state: way })
  if (becomes === 'FAILED') return
  meta.answer.status = 200
  server.clock.now += 60_000
  await server.server.messages.tend()
  expect(await now('One')).toMatchObject({ state: 'SENT' })
  expect(meta.received[0]?.body).toBe(meta.received[1]?.body)
})

test('A095 the test of WhatsApp tries what comes in, and with a number what goes out, too', async () => {
  const ask = (more: object) => adaptors('test', { kind: 'WHATSAPP', settings: settings(), ...more })
  expect((await ask({ secrets: { appSecret: 'x' } })).body).toMatchObject({
    isOk: true,
    steps: [{ step: 'SECRET' }, { step: 'SIGNATURE' }],
  })
  expect((await ask({ secrets: { appSecret: 'x' }, to: NUMBER })).body).toMatchObject({
    isOk: false,
    steps: [
      {},
      {},
      { step: 'NAME', isOk: true },
      { isOk: false, words: 'No access token is kept.' },
      { isOk: null },
    ],
  })
  expect(meta.received).toEqual([])
  expect((await ask({ secrets: SECRETS, to: NUMBER })).body).toMatchObject({ isOk: true })
  expect(JSON.parse(meta.received[0]?.body ?? '{}')).toMatchObject({ type: 'template', to: '447700900123' })
  meta.answer.status = 401
  expect((await ask({ secrets: SECRETS, to: NUMBER })).body).toMatchObject({ isOk: false })
})

test('A094 the access token goes to no other address; without one nobody is written to', async () => {
  await save()
  const one = await state()
  const moved = { id: one?.id, version: one?.version, secrets: {} }
  expect((await save({ address: 'https://elsewhere.example/v23.0' }, moved)).status).toBe(400)
  expect((await save({ address: 'http://graph.example' }, moved)).status).toBe(400)
  for (const template of ['Notice', 'a b', 'x'.repeat(513)])
    expect((await save({ template }, moved)).status).toBe(400)
  expect((await save({ template: 'x'.repeat(512) }, moved)).status).toBe(200)
  expect(JSON.stringify(await state())).not.toMatch(/the-token|app-secret|verify-me/)
  await adaptors('set-secret', { id: one?.id, name: 'accessToken', value: null })
  expect(await turn('One')).toMatchObject({ state: 'QUEUED' })
})
