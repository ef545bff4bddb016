import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { forgetOldDeliveries } from './forget-deliveries.ts'

const SECRET = 'app-secret-of-the-provider'
const BODY = '{"entry":[{"id":"1","text":"Hällo"}]}'

let server: TestServer
let ann: Record<string, string>
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const KINDS = [
  {
    kind: 'WHATSAPP',
    path: '/api/inbound/whatsapp',
    header: 'x-hub-signature-256',
    settings: { phoneNumberID: '4915112345' },
    secrets: { appSecret: SECRET, verifyToken: 'verify-me' },
  },
  {
    kind: 'DIALLER',
    path: '/api/inbound/dialler',
    header: 'x-signature-256',
    settings: { address: '' },
    secrets: { secret: SECRET },
  },
] as const
const signed = (body: string, secret: string = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const save = async ({ kind, settings, secrets }: (typeof KINDS)[number], more: object = {}) =>
  said(
    await post(
      server,
      '/api/admin/configuration/adaptors/save',
      { kind, name: kind, isEnabled: true, settings, secrets, ...more },
      ann,
    ),
  )
const deliver = (path: string, headers: Record<string, string>, payload = BODY) =>
  server.server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
const kept = () => server.server.db.selectFrom('inboundDeliveries').selectAll().orderBy('id').execute()
const state = () =>
  Promise.all([
    kept(),
    server.server.db.selectFrom('adaptorExchanges').selectAll().execute(),
    server.server.db.selectFrom('adaptors').selectAll().execute(),
    // Without their chain, which comes a moment later.
    server.server.db.selectFrom('audit').orderBy('id').select(['id', 'action', 'changes', 'label']).execute(),
  ])

test.each(KINDS)(
  'A097 $kind: a delivery with a wrong signature is refused and changes nothing; a right one is kept once',
  async (one) => {
    const { path, header } = one
    expect((await deliver(path, { [header]: signed(BODY) })).statusCode).toBe(404)
    expect((await save(one)).status).toBe(200)
    const before = await state()
    const right = signed(BODY)
    for (const wrong of [
      {},
      { [header]: '' },
      { [header]: signed(BODY, 'another secret') },
      { [header]: right.toUpperCase() },
      { [header]: right.slice(0, -1) },
      { [header]: right.replace('sha256=', '') },
      { [header]: signed(BODY.replace('1', '2')) },
      { 'x-signature': right },
    ] as Record<string, string>[])
      expect([(await deliver(path, wrong)).statusCode, wrong]).toEqual([401, wrong])
    // The same JSON in other bytes isn't what was signed.
    expect((await deliver(path, { [header]: right }, `${BODY} `)).statusCode).toBe(401)
    expect(await state()).toEqual(before)
    expect((await deliver(path, { [header]: right })).statusCode).toBe(200)
    expect((await deliver(path, { [header]: right })).statusCode).toBe(200)
    expect(await kept()).toHaveLength(1)
    const everything = JSON.stringify([await state(), server.log.text])
    for (const secret of [SECRET, 'Hällo', Buffer.from(BODY).toString('base64')])
      expect(everything).not.toContain(secret)
  },
)

test('A097 switched off it takes nothing, there is one of each kind, and its secrets are needed', async () => {
  const [whatsApp] = KINDS
  const { body } = await save(whatsApp)
  const { id, version } = body as { id: number; version: number }
  expect((await save(whatsApp)).body).toEqual({ value: 'There is one of this kind already.' })
  expect((await save(KINDS[1], { secrets: {} })).body).toEqual({
    value: 'It needs its secret before it can be switched on.',
  })
  expect((await save(KINDS[1], { secrets: { password: 'x' } })).body).toEqual({
    value: 'This kind of adaptor has no such secret.',
  })
  await save(whatsApp, { id, version, isEnabled: false, secrets: {} })
  expect((await deliver(whatsApp.path, { [whatsApp.header]: signed(BODY) })).statusCode).toBe(404)
})

test('A097 WhatsApp is answered its challenge by who knows the verify token alone', async () => {
  await save(KINDS[0])
  const ask = (token: string) =>
    server.server.app.inject({
      method: 'GET',
      url: `/api/inbound/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    })
  const right = await ask('verify-me')
  expect([right.statusCode, right.body]).toEqual([200, '1158201444'])
  for (const wrong of ['', 'verify-m', 'verify-me2']) expect((await ask(wrong)).statusCode).toBe(403)
})

test('what a provider sent in is forgotten after 30 days, portion by portion, and nothing younger', async () => {
  const { db } = server.server
  await save(KINDS[0])
  const day = 86_400_000
  const now = server.clock.now
  const row = (n: number, receivedAt: number) => ({ adaptorID: 1, hash: `h${n}`, sealed: 'x', receivedAt })
  const old = Array.from({ length: 501 }, (_, n) => row(n, now - 30 * day - n))
  await db.insertInto('inboundDeliveries').values(old).execute()
  await db
    .insertInto('inboundDeliveries')
    .values(row(600, now - 30 * day + 1))
    .execute()
  await forgetOldDeliveries(db, now)
  expect((await kept()).map(({ hash }) => hash)).toEqual(['h500', 'h600'])
  await forgetOldDeliveries(db, now)
  expect((await kept()).map(({ hash }) => hash)).toEqual(['h600'])
})
