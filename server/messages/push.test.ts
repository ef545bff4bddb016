import { generateKeyPairSync, verify } from 'node:crypto'
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

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const MINUTE = 60_000

let server: TestServer
let google: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
let bobID: number
beforeEach(async () => {
  google = await startReceiver({
    status: 200,
    bodies: { '/token': JSON.stringify({ access_token: 'leave-1', expires_in: 3600, token_type: 'Bearer' }) },
  })
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  bobID = await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await google.close()
})

const adaptors = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${name}`, payload, ann))
// As a key file of Google's is.
const keyFile = (changes: object = {}) =>
  JSON.stringify({
    ...{ type: 'service_account', project_id: 'northgate-app', private_key_id: 'abc', private_key: PEM },
    client_email: 'fieldwork@northgate-app.iam.gserviceaccount.com',
    token_uri: `https://localhost:${google.port}/token`,
    ...changes,
  })
const settings = (changes: object = {}) => ({
  ...{ address: `https://localhost:${google.port}/v1`, projectID: 'northgate-app' },
  ...changes,
})
const save = (changes: object = {}, more: object = {}) =>
  adaptors('save', {
    ...{ kind: 'PUSH', name: 'Push', isEnabled: true, settings: settings(changes) },
    ...{ secrets: { serviceAccount: keyFile() }, ...more },
  })
async function turn(text: string, to = 'device-of-bob') {
  const { db } = server.server
  await db
    .insertInto('deviceMessages')
    .values({
      ...{ channel: 'PUSH', kind: 'DEFCON', userID: bobID, to, text, about: text, state: 'QUEUED' },
      ...{ shiftDay: null, createdAt: server.clock.now, nextAt: server.clock.now },
      ...{ expiresAt: server.clock.now + 600 * MINUTE, heldUntil: null, leaseID: null, leaseUntil: null },
      ...{ firstTriedAt: null, endedAt: null },
    })
    .execute()
  await server.server.messages.tend()
  for (;;) {
    const found = await db
      .selectFrom('deviceMessages')
      .where('about', '=', text)
      .select(['state', 'lastAnswer'])
      .executeTakeFirstOrThrow()
    // The server looks by itself, too: what it took is on its way.
    if (found.state !== 'SENDING') return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const asked = (path: string) => google.received.filter((one) => one.path === path)
const SEND = '/v1/projects/northgate-app/messages:send'

test('5 §5.3 a push message goes with leave that the service account’s key gets, asked for once an hour', async () => {
  expect((await save()).status).toBe(200)
  expect(await turn('Defcon. Open Fieldwork now.')).toMatchObject({
    state: 'SENT',
    lastAnswer: 'Answered 200.',
  })
  const [leave] = asked('/token')
  const form = new URLSearchParams(leave?.body)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(read(claims)).toEqual({
    iss: 'fieldwork@northgate-app.iam.gserviceaccount.com',
    aud: `https://localhost:${google.port}/token`,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    ...{ iat: NOON / 1000, exp: NOON / 1000 + 3600 },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(asked(SEND)[0]).toMatchObject({ headers: { authorization: 'Bearer leave-1' } })
  expect(JSON.parse(asked(SEND)[0]?.body ?? '')).toEqual({
    message: {
      token: 'device-of-bob',
      notification: { title: expect.any(String), body: 'Defcon. Open Fieldwork now.' },
    },
  })
  server.clock.now = NOON + 58 * MINUTE
  await turn('Two')
  expect(asked('/token')).toHaveLength(1)
  server.clock.now = NOON + 59 * MINUTE
  await turn('Three')
  expect(asked('/token')).toHaveLength(2)
  const { body } = await adaptors('list', {})
  const log = JSON.stringify([body, await adaptors('log', { id: 1 })])
  expect(log).not.toMatch(/device-of-bob|leave-1|PRIVATE|Open Fieldwork/)
})

test('5 §5.3 a device that the app is gone from gets no more; another answer is the way’s fault and tried again', async () => {
  const { db } = server.server
  await save()
  for (const fcm of ['device-of-bob', 'tablet-of-bob'])
    await db.insertInto('pushTokens').values({ userID: bobID, fcm, at: NOON }).execute()
  await turn('One')
  google.answer.status = 404
  expect(await turn('Two')).toMatchObject({ state: 'FAILED' })
  expect(await db.selectFrom('pushTokens').select('fcm').execute()).toEqual([{ fcm: 'tablet-of-bob' }])
  google.answer.status = 503
  expect(await turn('Three', 'tablet-of-bob')).toMatchObject({ state: 'DEFERRED' })
  // The leave may have been taken back: it is asked for anew.
  google.answer.status = 401
  expect(await turn('Four', 'tablet-of-bob')).toMatchObject({
    ...{ state: 'DEFERRED', lastAnswer: 'No leave to send. Answered 401.' },
  })
  google.answer.status = 200
  server.clock.now += 2 * MINUTE
  await server.server.messages.tend()
  const states = await db.selectFrom('deviceMessages').select('state').orderBy('id').execute()
  expect(states.map(({ state }) => state)).toEqual(['SENT', 'FAILED', 'SENT', 'SENT'])
})

test('A095 the test of push gets leave to send and says each step; what is no key file is refused', async () => {
  const ask = (secrets: object = {}) => adaptors('test', { kind: 'PUSH', settings: settings(), secrets })
  expect((await ask()).body).toMatchObject({
    isOk: false,
    steps: [{ step: 'NAME', isOk: true }, { isOk: false, words: 'No key file is kept.' }, { isOk: null }],
  })
  expect((await ask({ serviceAccount: keyFile() })).body).toMatchObject({
    isOk: true,
    steps: [{}, {}, { step: 'ANSWER', words: 'It gives leave to send.' }],
  })
  expect(asked(SEND)).toEqual([])
  const broken = keyFile({ private_key: PEM.replaceAll('A', 'B') })
  expect((await ask({ serviceAccount: broken })).body).toMatchObject({
    steps: [{}, {}, { isOk: false, words: 'The private key of the service account can’t be read.' }],
  })
  for (const wrong of ['{}', 'no JSON', keyFile({ token_uri: 'http://localhost/token' })])
    expect((await save({}, { secrets: { serviceAccount: wrong } })).status).toBe(400)
  google.answer.bodies = { '/token': '<html>' }
  expect((await ask({ serviceAccount: keyFile() })).body).toMatchObject({ isOk: false })
})

test('A094 there is one way for push; its key goes to no other address, and without it none is made', async () => {
  for (const wrong of [{ projectID: '' }, { projectID: 'a b c d' }, { address: 'http://fcm.example' }])
    expect((await save(wrong)).status).toBe(400)
  expect((await save({}, { secrets: {} })).status).toBe(400)
  expect((await save()).status).toBe(200)
  expect((await save()).status).toBe(409)
  const kept = { id: 1, version: 1, secrets: {} }
  expect((await save({ address: 'https://elsewhere.example/v1' }, kept)).status).toBe(400)
  expect((await save({ projectID: 'other-app' }, { ...kept, isEnabled: false })).status).toBe(200)
  expect(await turn('One')).toMatchObject({ state: 'QUEUED' })
  expect(google.received).toEqual([])
})
