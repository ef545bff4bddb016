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
const SECRET = 'a-secret-for-what-comes-in'

let server: TestServer
let provider: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
let bobID: number
beforeEach(async () => {
  provider = await startReceiver()
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  bobID = await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await provider.close()
})

const adaptors = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${name}`, payload, ann))
const settings = (changes: object = {}) => ({
  ...{ address: provider.address, sender: 'Northgate', receipts: true, costPart: 4.2 },
  ...changes,
})
const save = (changes: object = {}, more: object = {}) =>
  adaptors('save', {
    ...{ kind: 'SMS', name: 'SMS', isEnabled: true, settings: settings(changes) },
    ...{ secrets: { key: 'the-key', secret: SECRET }, ...more },
  })
/** One turn of the message queue, as the background service makes it. */
async function turn(text: string, about: string) {
  const { db } = server.server
  await db
    .insertInto('deviceMessages')
    .values({
      ...{ channel: 'SMS', kind: 'DEFCON', userID: bobID, to: NUMBER, text, about, state: 'QUEUED' },
      ...{ shiftDay: null, createdAt: server.clock.now, nextAt: server.clock.now },
      ...{ expiresAt: server.clock.now + 3_600_000, heldUntil: null, leaseID: null, leaseUntil: null },
      ...{ firstTriedAt: null, endedAt: null },
    })
    .execute()
  await server.server.messages.tend()
  for (;;) {
    const found = await db
      .selectFrom('deviceMessages')
      .where('about', '=', about)
      .select(['id', 'state', 'lastAnswer', 'text'])
      .executeTakeFirstOrThrow()
    // The server looks by itself, too: what it took is on its way.
    if (found.state !== 'SENDING') return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const came = (body: object, secret = SECRET) => {
  const payload = JSON.stringify(body)
  const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
  return server.server.app.inject({
    ...{ method: 'POST', url: '/api/inbound/sms', payload },
    headers: { 'content-type': 'application/json', 'x-signature-256': signature },
  })
}
const state = async () => {
  const { body } = await adaptors('list', {})
  const [one] = (body as { adaptors: object[] }).adaptors
  return one
}

test('5 §5.3 an SMS is handed over as the provider wants it, with the same reference at each try', async () => {
  expect((await save()).status).toBe(200)
  provider.answer.status = 503
  const first = await turn('Defcon: please call in.', 'one')
  expect(first).toMatchObject({ state: 'DEFERRED', lastAnswer: 'Answered 503.' })
  expect(await state()).toMatchObject({ state: 'FAILING', lastError: 'Answered 503.', errors: 1 })
  provider.answer.status = 202
  server.clock.now += 60_000
  await server.server.messages.tend()
  const { db } = server.server
  expect(await db.selectFrom('deviceMessages').select(['state', 'lastAnswer', 'text']).execute()).toEqual([
    { state: 'SENT', lastAnswer: 'Answered 202. 1 part, 4.2p', text: null },
  ])
  expect(provider.received).toHaveLength(2)
  const [one, other] = provider.received
  expect(one).toEqual(other)
  expect(one?.headers).toMatchObject({
    authorization: 'Bearer the-key',
    'idempotency-key': `fieldwork-${first.id}`,
  })
  expect(JSON.parse(one?.body ?? '')).toEqual({
    ...{ from: 'Northgate', to: NUMBER, text: 'Defcon: please call in.' },
    ...{ reference: `fieldwork-${first.id}`, receipts: true },
  })
  expect(await state()).toMatchObject({ state: 'OK', calls: 2, errors: 1 })
  const log = JSON.stringify(await adaptors('log', { id: ((await state()) as { id: number }).id }))
  expect(log).not.toMatch(/447700900123|the-key|call in/)
})

test.each([400, 413, 422])('5 §5.3 what the provider refuses with %i is not tried again', async (status) => {
  await save()
  provider.answer.status = status
  expect(await turn('Hello', 'one')).toMatchObject({ state: 'FAILED', lastAnswer: `Answered ${status}.` })
  // The way itself is well.
  expect(await state()).toMatchObject({ state: 'OK' })
})

test('A097 STOP ends messages to that number and START begins them again; only what is signed counts', async () => {
  await save()
  expect((await came({ type: 'message', from: '07700 900123', text: 'Stop' }, 'wrong')).statusCode).toBe(401)
  expect(await turn('One', 'one')).toMatchObject({ state: 'SENT' })
  expect((await came({ type: 'message', from: '07700 900123', text: 'Stop please' })).statusCode).toBe(200)
  expect(await turn('Two', 'two')).toMatchObject({ state: 'FAILED', lastAnswer: 'The number answered STOP.' })
  await came({ type: 'message', from: NUMBER, text: 'START' })
  expect(await turn('Three', 'three')).toMatchObject({ state: 'SENT' })
  // The very same answer counts each time.
  await came({ type: 'message', from: '07700 900123', text: 'Stop please' })
  expect(await turn('Four', 'four')).toMatchObject({ state: 'FAILED' })
  expect(provider.received.map(({ body }) => JSON.parse(body).text)).toEqual(['One', 'Three'])
})

test('5 §5.3 a receipt says what became of a message, and of none that is not an SMS of ours', async () => {
  await save()
  const { id } = await turn('One', 'one')
  await came({ type: 'receipt', reference: `fieldwork-${id}`, state: 'FAILED' })
  const answer = async () =>
    (await server.server.db.selectFrom('deviceMessages').select('lastAnswer').executeTakeFirstOrThrow())
      .lastAnswer
  expect(await answer()).toBe('Not delivered.')
  await came({ type: 'receipt', reference: `fieldwork-${id}`, state: 'DELIVERED' })
  expect(await answer()).toBe('Delivered.')
  await came({ type: 'receipt', reference: 'fieldwork-99999', state: 'FAILED' })
  await came({ type: 'receipt', reference: `other-${id}`, state: 'FAILED' })
  await came({ what: 'ever' })
  expect(await answer()).toBe('Delivered.')
})

test('A095 the test sends a message and says each step; without a key, or refused, it says why', async () => {
  const ask = (more: object) => adaptors('test', { kind: 'SMS', settings: settings(), to: NUMBER, ...more })
  expect((await ask({})).body).toMatchObject({
    isOk: false,
    steps: [
      { step: 'NAME', isOk: true },
      { step: 'SECRET', isOk: false },
      { step: 'ANSWER', isOk: null },
    ],
  })
  expect(provider.received).toEqual([])
  expect((await ask({ secrets: { key: 'typed' } })).body).toMatchObject({ isOk: true })
  expect(JSON.parse(provider.received[0]?.body ?? '{}')).toMatchObject({ to: NUMBER })
  provider.answer.status = 401
  expect((await ask({ secrets: { key: 'typed' } })).body).toMatchObject({
    isOk: false,
    steps: [{}, {}, { step: 'ANSWER', isOk: false, words: 'Answered 401.' }],
  })
  expect((await ask({ to: '07700' })).status).toBe(400)
})

test('A094 there is one way for SMS, its key goes to no other address, and what is wrong is refused', async () => {
  for (const wrong of [
    { address: 'http://sms.example/send' },
    { sender: '' },
    { sender: 'Twelve chars' },
    { sender: 'Über' },
    { costPart: -1 },
  ])
    expect([wrong, (await save(wrong)).status]).toEqual([wrong, 400])
  expect((await save({}, { secrets: {} })).status).toBe(400)
  expect((await save({ sender: 'Elevenchars' })).status).toBe(200)
  expect((await save()).status).toBe(409)
  const one = (await state()) as { id: number; version: number }
  const moved = { id: one.id, version: one.version, secrets: {} }
  expect((await save({ address: 'https://elsewhere.example/sms' }, moved)).status).toBe(400)
  expect((await save({ sender: 'Other' }, moved)).status).toBe(200)
  expect(JSON.stringify(await state())).not.toMatch(/the-key|a-secret-for/)
  await save({}, { id: one.id, version: one.version + 1, isEnabled: false, secrets: {} })
  expect(await turn('Hello', 'one')).toMatchObject({ state: 'QUEUED' })
  expect(provider.received).toEqual([])
  expect(server.clock.now).toBe(NOON)
})
