import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { type LicenceClaims, readLicence, signLicence } from './licence-file.ts'

const pair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const vendor = pair()
const CLAIMS: LicenceClaims = {
  ...{ holder: 'Bright Surveys Ltd', seats: 2, issuedAt: '2026-05-01T00:00:00.000Z' },
  expiresAt: '2027-04-30T23:59:59.000Z',
}
const file = (claims: Partial<LicenceClaims> = {}, key = vendor.privateKey) =>
  signLicence({ ...CLAIMS, ...claims }, key)
const NOT_VALID = { status: 400, body: { value: 'This licence is not valid for this installation.' } }

let server: TestServer
let ann: { authorization: string }
beforeEach(async () => {
  server = await startTestServer({ licenceKey: vendor.publicKey })
  await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    permissions: ['ADMIN_CAN_EDIT_SETTINGS'],
  })
  await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/configuration/licence/${name}`, payload, as))
const upload = (text: string, as = ann) => ask('upload', { file: text }, as)
const endOf = async () => (await server.server.app.inject({ url: '/api/license', headers: ann })).json()

test('A089 a signed licence is taken over: its end, holder and seats hold at once, with an entry in the audit', async () => {
  expect((await ask('get')).body).toMatchObject({ holder: '', seats: null, seatsUsed: 2, hasKey: true })
  const taken = {
    ...{ holder: 'Bright Surveys Ltd', seats: 2, seatsUsed: 2, expiryDate: CLAIMS.expiresAt },
    ...{ uploadedBy: 'Ann Ash', uploadedAt: new Date(NOON).toISOString() },
  }
  expect(await upload(file())).toMatchObject({ status: 200, body: taken })
  expect(await ask('get')).toMatchObject({ status: 200, body: taken })
  // What the banner and its timer read.
  expect(await endOf()).toEqual({ expiryDate: CLAIMS.expiresAt })
  const entry = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'LICENCE_CHANGED')
    .select(['label', 'changes'])
    .executeTakeFirstOrThrow()
  expect(entry.label).toBe('Bright Surveys Ltd')
  expect(JSON.parse(entry.changes)).toContainEqual({ field: 'seats', before: null, after: 2 })
  await addPerson(server, { userName: 'cat' })
  expect((await ask('get')).body).toMatchObject({ seats: 2, seatsUsed: 3 })
  expect(await upload(file({ seats: 5, expiresAt: '2026-12-31T23:59:59.000Z' }))).toMatchObject({
    status: 200,
  })
  expect(await endOf()).toEqual({ expiryDate: '2026-12-31T23:59:59.000Z' })
})

test('A089 a licence with a wrong signature is refused, and the one of before holds on', async () => {
  await upload(file())
  const before = (await ask('get')).body
  const whole = JSON.parse(file()) as { kind: string; licence: string; signature: string }
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, seats: 9999 })).toString('base64url')
  for (const wrong of [
    file({}, pair().privateKey),
    JSON.stringify({ ...whole, licence: claims }),
    JSON.stringify({ ...whole, signature: '' }),
    JSON.stringify({ ...whole, signature: whole.signature.slice(2) }),
    JSON.stringify({ ...whole, kind: 'other' }),
    JSON.stringify({ licence: whole.licence }),
    'no licence',
    '[]',
  ])
    expect([wrong, await upload(wrong)]).toEqual([wrong, NOT_VALID])
  expect(await upload(file({ expiresAt: new Date(NOON).toISOString() }))).toEqual({
    status: 400,
    body: { value: 'This licence ended on 2026-05-04.' },
  })
  expect(await upload('x'.repeat(20_001))).toMatchObject({ status: 400 })
  expect((await ask('get')).body).toEqual(before)
  const bob = await signIn(server, 'bob')
  expect([(await upload(file(), bob)).status, (await ask('get', {}, bob)).status]).toEqual([403, 403])
  expect(await auditTold(server.server.db)).toEqual([
    'LICENCE_CHANGED | admin.configuration.settings | licence | Bright Surveys Ltd',
  ])
})

test('A089 without the vendor’s key no licence is valid, and a key of another kind checks none', async () => {
  const other = await startTestServer()
  await addPerson(other, { userName: 'ann', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  const as = await signIn(other, 'ann')
  const answer = await post(other, '/api/admin/configuration/licence/upload', { file: file() }, as)
  expect(said(answer)).toEqual(NOT_VALID)
  await other.server.close()
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  expect([readLicence(file(), rsa.publicKey), readLicence(file(), 'no key')]).toEqual([null, null])
})
