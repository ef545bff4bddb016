import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { forgetOldLookups } from './address-lookup-handlers.ts'

const DAY_MS = 86_400_000
let server: TestServer
let outside: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
beforeEach(async () => {
  outside = await startReceiver()
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, {
    userName: 'ann',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'IRESEARCH_CAN_LOOK_UP_ADDRESS'],
  })
  await addPerson(server, { userName: 'bob', permissions: ['IRESEARCH_CAN_LOOK_UP_POSTCODE'] })
  await addPerson(server, { userName: 'car' })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await outside.close()
})

const DOWNING = {
  ...{ UPRN: '100023336956', ADDRESS: '10, DOWNING STREET, LONDON, SW1A 2AA', POST_TOWN: 'LONDON' },
  ...{ POSTCODE: 'SW1A 2AA', LAT: 51.5, LNG: -0.12, COUNTRY_CODE_DESCRIPTION: 'England' },
  ...{ LOCAL_CUSTODIAN_CODE_DESCRIPTION: 'CITY OF WESTMINSTER', WARD_CODE: 'E05013806' },
}
const NEXT = { ...DOWNING, UPRN: '2', ADDRESS: '11, DOWNING STREET, LONDON, SW1A 2AA' }

async function connect(monthlyLimit: number | null = null): Promise<void> {
  outside.answer.bodyOf = ({ path }) => ({
    results: (path.includes('none') ? [] : [DOWNING, NEXT]).map((DPA) => ({ DPA })),
  })
  const settings = { address: `https://localhost:${outside.port}/v1`, monthlyLimit }
  const adaptor = { kind: 'ADDRESS_LOOKUP', name: 'Lookup', isEnabled: true, settings, secrets: { key: 'k' } }
  const { status } = said(await post(server, '/api/admin/configuration/adaptors/save', adaptor, ann))
  expect(status).toBe(200)
}
const call = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/iresearch/address/${name}`, payload, as))
const search = (query: string, by = 'POSTCODE', as = ann) => call('search', { query, by }, as)
const refused = (status: number, value: string) => ({ status, body: { value } })

test('B119 a text that is no UK postcode is refused, and nobody is asked', async () => {
  await connect()
  const NO = refused(400, 'This is not a UK postcode.')
  for (const query of ['', 'Leeds', 'SW1A', 'SW1A 2A', 'SW1A 2AAA', 'S W', '12345', 'SW1A 2AC', 'QQQ1 1AA'])
    expect([query, await search(query)]).toEqual([query, NO])
  expect(outside.received).toEqual([])
  for (const query of ['sw1a2aa', 'SW1A 2AA', ' M1 1AE ', 'gir 0aa', 'B33-8TH', 'EC1A 1BB', 'cr2 6xh'])
    expect([query, (await search(query)).status]).toEqual([query, 200])
  expect(outside.received[0]?.path).toContain('/v1/postcode?')
  expect(outside.received[0]?.path).toContain('postcode=SW1A+2AA')
})

test('B119 a holder of the postcode permission alone gets region data only', async () => {
  await connect()
  const bob = await signIn(server, 'bob')
  const place = { postcode: 'SW1A 2AA', area: 'SW', ward: 'E05013806', region: 'CITY OF WESTMINSTER' }
  expect(await search('SW1A 2AA', 'POSTCODE', bob)).toEqual({
    status: 200,
    body: { addresses: [], places: [place], used: 1, limit: null },
  })
  expect((await search('Downing', 'TEXT', bob)).status).toBe(403)
  expect((await call('check', { lines: ['SW1A 2AA'] }, bob)).status).toBe(403)
  expect(outside.received).toHaveLength(1)
  const car = await signIn(server, 'car')
  for (const name of ['state', 'search', 'check'])
    expect((await call(name, { query: 'SW1A 2AA', lines: ['SW1A 2AA'] }, car)).status).toBe(403)
  const { body } = await search('SW1A 2AA')
  expect(body).toMatchObject({ places: [place] })
  expect((body as { addresses: object[] }).addresses).toEqual([
    {
      ...{ uprn: '100023336956', lines: ['10', 'DOWNING STREET'], town: 'LONDON', postcode: 'SW1A 2AA' },
      ...{ country: 'England', region: 'CITY OF WESTMINSTER', latitude: 51.5, longitude: -0.12 },
    },
    expect.objectContaining({ uprn: '2' }),
  ])
})

test('6 §9.7 a text has 3 characters, and a list is looked up line by line', async () => {
  await connect()
  expect(await search('no', 'TEXT')).toEqual(refused(400, 'Type 3 characters or more.'))
  expect((await search('10 ', 'TEXT')).status).toBe(400)
  expect((await search('Dow', 'TEXT')).status).toBe(200)
  expect(outside.received.at(-1)?.path).toContain('/v1/find?')
  const { body } = await call('check', { lines: ['sw1a 2aa', 'none at all', 'ab'] })
  expect(body).toMatchObject({
    rows: [
      { line: 'sw1a 2aa', outcome: 'SEVERAL', found: 2, address: { uprn: '100023336956' } },
      { line: 'none at all', outcome: 'NONE', found: 0, address: null },
      { line: 'ab', outcome: 'TOO_SHORT' },
    ],
    used: 3,
  })
  for (const lines of [[], Array.from({ length: 21 }, () => 'abc'), ['x'.repeat(201)]])
    expect((await call('check', { lines })).status).toBe(400)
  outside.answer.status = 500
  expect(await search('SW1A 2AA')).toEqual(
    refused(502, 'The address service did not answer. Please try again.'),
  )
})

test('B120 at the monthly limit lookups are refused, and the service isn’t asked', async () => {
  await connect(2)
  expect((await call('state')).body).toMatchObject({ isConnected: true, used: 0, limit: 2 })
  expect((await search('SW1A 2AA')).status).toBe(200)
  expect((await search('SW1A 2AA')).body).toMatchObject({ used: 2, limit: 2 })
  const LIMIT = refused(429, 'The monthly limit of lookups is reached.')
  expect(await search('SW1A 2AA')).toEqual(LIMIT)
  expect(await call('check', { lines: ['SW1A 2AA'] })).toEqual(LIMIT)
  expect(outside.received).toHaveLength(2)
  // What was refused isn’t remembered.
  expect((await call('state')).body).toMatchObject({ used: 2, history: [{}, {}] })
  server.clock.now += 31 * DAY_MS
  ann = await signIn(server, 'ann')
  expect((await search('SW1A 2AA')).status).toBe(200)
})

test('6 §9.7 one sees one’s own history of 30 days; without a service the page says so', async () => {
  expect(await search('SW1A 2AA')).toEqual(refused(409, 'Address lookup is not connected.'))
  expect((await call('state')).body).toEqual({ isConnected: false, used: 0, limit: null, history: [] })
  await connect()
  const bob = await signIn(server, 'bob')
  await search('sw1a2aa')
  await search('M1 1AE', 'POSTCODE', bob)
  expect((await call('state')).body).toMatchObject({ history: [{ query: 'SW1A 2AA', found: 2 }] })
  server.clock.now += 30 * DAY_MS
  ann = await signIn(server, 'ann')
  expect((await call('state')).body).toMatchObject({ history: [] })
  const { db } = server.server
  await forgetOldLookups(db, server.clock.now)
  expect(await db.selectFrom('addressLookups').selectAll().execute()).toEqual([])
})
