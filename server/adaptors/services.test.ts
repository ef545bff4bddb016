import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdaptorInfo, AdaptorTestResult, ServiceInfo } from '#shared/contract/adaptors.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { CERTIFICATE } from '../mail/testing/certificate.ts'
import { startReceiver } from '../webhooks/testing/receiver.ts'
import { findAddresses } from './address-lookup.ts'

let server: TestServer
let outside: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
beforeEach(async () => {
  outside = await startReceiver()
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, {
    userName: 'ann',
    permissions: [
      'ADMIN_CAN_MANAGE_ADAPTORS',
      'GENERAL_CAN_USE_TEAM_CHAT',
      'CHAT_AI_REWORDING',
      'CAN_USE_GIF_PICKER',
    ],
  })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await outside.close()
})

const at = () => `https://localhost:${outside.port}/v1`
const adaptors = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${name}`, payload, ann))
const save = (kind: string, settings: object = {}, more: object = {}) =>
  adaptors('save', {
    ...{ kind, name: kind, isEnabled: true, settings: { address: at(), monthlyLimit: null, ...settings } },
    ...{ secrets: { key: 'the-key' }, ...more },
  })
const chat = async (name: string, payload: object) =>
  said(await post(server, `/api/communication/chat/${name}`, payload, ann))
const list = async () => ((await adaptors('list', {})).body as { adaptors: ServiceInfo[] }).adaptors
const answer = (content: string) => ({ choices: [{ message: { content } }] })

test('5 §5.3 an AI adaptor serves the chat at once, counts the month, and its key and texts stand nowhere', async () => {
  outside.answer.bodyOf = () => answer('Could you call me?')
  expect((await chat('get-ai-rewording', { message: 'call me' })).status).toBe(404)
  const made = (await save('AI', { model: 'small', monthlyLimit: 2 })).body as ServiceInfo
  expect(made).toMatchObject({ kind: 'AI', state: 'OK', usedThisMonth: 0, calls: 0 })
  expect(await chat('get-ai-rewording', { message: 'call me' })).toEqual({
    status: 200,
    body: { data: 'Could you call me?' },
  })
  expect(outside.received[0]).toMatchObject({ path: '/v1/chat/completions' })
  expect(outside.received[0]?.headers.authorization).toBe('Bearer the-key')
  await chat('get-ai-rewording', { message: 'call me' })
  // Two were allowed; the third is not asked.
  expect(await chat('get-ai-rewording', { message: 'call me' })).toMatchObject({
    status: 429,
    body: { value: 'The monthly limit of questions to the assistant is reached.' },
  })
  expect(outside.received).toHaveLength(2)
  expect(await list()).toMatchObject([{ usedThisMonth: 2, calls: 2, errors: 0 }])
  const { db } = server.server
  const everything = JSON.stringify([
    await list(),
    await adaptors('log', { id: made.id }),
    await db.selectFrom('adaptorSecrets').selectAll().execute(),
    await db.selectFrom('adaptorExchanges').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    server.log.text,
  ])
  for (const text of ['the-key', 'call me', 'Could you']) expect(everything).not.toContain(text)
  // Another month begins anew.
  server.clock.now += 31 * 86_400_000
  ann = await signIn(server, 'ann')
  expect(await list()).toMatchObject([{ usedThisMonth: 0 }])
  expect((await chat('get-ai-rewording', { message: 'call me' })).status).toBe(200)
})

test('5 §5.3 switched off or without its key a service is not there; a failing one says so', async () => {
  const made = (await save('AI', { model: 'small' })).body as AdaptorInfo
  outside.answer.status = 503
  expect((await chat('get-ai-rewording', { message: 'm' })).status).toBe(400)
  expect(await list()).toMatchObject([{ state: 'FAILING', lastError: 'Answered 503.', errors: 1 }])
  await adaptors('set-secret', { id: made.id, name: 'key', value: null })
  expect((await chat('get-ai-rewording', { message: 'm' })).status).toBe(404)
  expect(await save('AI', { model: 'm' })).toMatchObject({ status: 409 })
  expect(await save('GIF', {}, { secrets: {} })).toMatchObject({ status: 400 })
  for (const monthlyLimit of [0, 1.5, 10_000_001])
    expect((await save('GIF', { monthlyLimit })).status).toBe(400)
  expect((await save('GIF', { address: 'http://gifs.example' })).status).toBe(400)
})

test('5 §5.3 without a GIF adaptor the chat offers no GIFs; with one they are searched there', async () => {
  const kind = async () => ((await chat('features', {})).body as { gifs: string }).gifs
  expect(await kind()).toBe('OFF')
  expect((await chat('search-gifs', { searchTerm: '' })).status).toBe(404)
  const image = { url: 'https://media.localhost/a.gif?cid=1', width: '200', height: '100' }
  outside.answer.bodyOf = () => ({ data: [{ id: 'a', title: 'Cat', images: { fixed_height: image } }] })
  const made = (await save('GIF', { address: `https://localhost:${outside.port}` })).body as AdaptorInfo
  expect(await kind()).toBe('SERVICE')
  const found = await chat('search-gifs', { searchTerm: 'cat' })
  expect(found.body).toMatchObject([{ id: 'a', title: 'Cat' }])
  expect(outside.received[0]?.path).toBe('/v1/gifs/search?api_key=the-key&limit=24&rating=g&q=cat')
  await adaptors('remove', { id: made.id, version: made.version })
  expect(await kind()).toBe('OFF')
  expect((await chat('search-gifs', { searchTerm: '' })).status).toBe(404)
})

const tried = async (kind: string, settings: object = {}, secrets: object = { key: 'k' }) => {
  const request = { kind, settings: { address: at(), monthlyLimit: null, ...settings }, secrets }
  const { steps, isOk } = (await adaptors('test', request)).body as AdaptorTestResult
  return [isOk, ...steps.map(({ step, words }) => `${step}: ${words}`).slice(1)]
}
const SECRET = 'SECRET: It goes with it.'

test('A095 a test of each service says in words what it answered', async () => {
  outside.answer.bodyOf = ({ path }) => {
    if (path.startsWith('/v1/postcode'))
      return { results: [{ DPA: { UPRN: '1', ADDRESS: '10 Downing St' } }] }
    if (path.startsWith('/v1/getcredits')) return { Credits: '1' }
    return path.endsWith('/chat/completions') ? answer('OK') : null
  }
  expect(await tried('ADDRESS_LOOKUP')).toEqual([true, SECRET, 'ANSWER: It found 1 address.'])
  expect(await tried('EMAIL_VERIFICATION')).toEqual([
    true,
    SECRET,
    'ANSWER: It takes the key; 1 check is left.',
  ])
  expect(await tried('AI', { model: 'm' })).toEqual([true, SECRET, 'ANSWER: The model answered.'])
  expect(await tried('GIF')).toEqual([true, SECRET, 'ANSWER: It answers with GIFs.'])
  expect(await tried('GIF', {}, {})).toEqual([false, 'SECRET: No key is kept.', 'ANSWER: Not tried.'])
  outside.answer.bodyOf = () => ({ Credits: -1 })
  expect((await tried('EMAIL_VERIFICATION'))[2]).toBe('ANSWER: It does not take this key.')
  expect((await tried('ADDRESS_LOOKUP'))[2]).toBe('ANSWER: It knows no address at SW1A 2AA.')
  outside.answer.status = 403
  for (const kind of ['ADDRESS_LOOKUP', 'EMAIL_VERIFICATION', 'GIF'])
    expect((await tried(kind))[2]).toBe('ANSWER: Answered 403.')
})

test('A094 a kept key goes to no other address than the one that it was set for', async () => {
  const made = (await save('ADDRESS_LOOKUP')).body as AdaptorInfo
  const settings = { address: 'https://evil.example/v1', monthlyLimit: null }
  const again = { id: made.id, kind: 'ADDRESS_LOOKUP', settings }
  expect((await adaptors('test', again)).status).toBe(400)
  const moved = { ...again, name: 'Lookup', version: made.version, isEnabled: true }
  expect((await adaptors('save', moved)).status).toBe(400)
  expect((await adaptors('save', { ...moved, secrets: { key: 'new' } })).status).toBe(200)
})

test('5 §5.3 addresses are read as OS Places has them, by postcode and by text', async () => {
  const asked: string[] = []
  const DPA = {
    ...{ UPRN: '100023336956', ADDRESS: '10, DOWNING STREET, LONDON, SW1A 2AA', POST_TOWN: 'LONDON' },
    ...{
      POSTCODE: 'SW1A 2AA',
      LAT: 51.5,
      LNG: -0.12,
      LOCAL_CUSTODIAN_CODE_DESCRIPTION: 'CITY OF WESTMINSTER',
    },
  }
  const places: typeof fetch = async (input) => {
    asked.push(String(input))
    return Response.json({ header: {}, results: [{ DPA }] })
  }
  const access = { address: 'https://places.example/v1/', key: 'k' }
  expect(await findAddresses(access, { postcode: 'SW1A 2AA' }, places)).toEqual([
    {
      ...{ uprn: '100023336956', address: DPA.ADDRESS, town: 'LONDON', postcode: 'SW1A 2AA' },
      ...{ country: '', region: 'CITY OF WESTMINSTER', ward: '', latitude: 51.5, longitude: -0.12 },
    },
  ])
  await findAddresses(access, { text: 'Downing' }, places)
  expect(asked.map((url) => new URL(url).pathname)).toEqual(['/v1/postcode', '/v1/find'])
})
