import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  bearerOf,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

let server: TestServer
let annID: number
let ann: { authorization: string }
let ben: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: ['CAN_USE_MOBILE_APP'] })
  await addPerson(server, { userName: 'ben', permissions: [] })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  for (const table of ['mobileCodes', 'devices'] as const) await server.server.db.deleteFrom(table).execute()
})

const PATH = '/api/services/mobile-registration-code'
async function codeOf(): Promise<string> {
  const { body, headers } = await post(server, PATH, undefined, ann)
  expect(headers['content-type']).toMatch(/^text\/plain/)
  const link = new URL(body)
  expect([link.protocol, link.hostname]).toEqual(['fieldwork:', 'pair'])
  expect(link.searchParams.get('server')).toMatch(/^https?:\/\//)
  return link.searchParams.get('code') ?? ''
}
const register = async (code: string, deviceID = 'phone') =>
  said(await post(server, '/api/services/register-mobile-device', { code, deviceID }))
const NO_GOOD = {
  status: 400,
  body: { value: 'This code was used already or is too old. Show a new one and try again.' },
}

test('W205 a code pairs the person’s own device once, which then signs in as their companion', async () => {
  const code = await codeOf()
  expect(
    JSON.stringify(await server.server.db.selectFrom('mobileCodes').selectAll().execute()),
  ).not.toContain(code)
  expect(await register(code)).toEqual({ status: 200, body: { done: true } })
  expect(await register(code, 'other')).toEqual(NO_GOOD)
  const devices = await server.server.db.selectFrom('devices').selectAll().execute()
  expect(devices).toMatchObject([{ deviceID: 'phone', userID: annID, pairedBy: annID }])
  expect(bearerOf(await post(server, '/api/auth/companion-token', { deviceID: 'phone' }))).toBeDefined()
  // Another phone replaces the first.
  expect((await register(await codeOf(), 'new phone')).status).toBe(200)
  expect((await post(server, '/api/auth/companion-token', { deviceID: 'phone' })).status).toBe(401)
})

test('W205 a code is good for 10 minutes, and only the last one is', async () => {
  const first = await codeOf()
  const second = await codeOf()
  expect(await register(first)).toEqual(NO_GOOD)
  server.clock.now += 599_999
  expect((await register(second)).status).toBe(200)
  const third = await codeOf()
  server.clock.now += 600_000
  expect(await register(third)).toEqual(NO_GOOD)
})

test('W205 who may not use the mobile app gets no code, and nobody’s device is taken', async () => {
  expect((await post(server, PATH, undefined, ben)).status).toBe(403)
  const benID = annID + 1
  await server.server.db
    .insertInto('devices')
    .values({ deviceID: 'bens', userID: benID, pairedAt: NOON, pairedBy: null })
    .execute()
  expect(await register(await codeOf(), 'bens')).toMatchObject({ status: 400 })
  expect(await server.server.db.selectFrom('devices').select('userID').execute()).toEqual([{ userID: benID }])
})
