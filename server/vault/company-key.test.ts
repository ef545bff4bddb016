import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { COMPANY_SEAL, VAULT_KEYS } from './testing/vault-fixture.ts'

const HOUR = 3_600_000
const KEEPS = ['CAN_USE_VAULT', 'ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const

let server: TestServer
let annID: number
let bearers: Record<'ann' | 'kim' | 'lou' | 'half', { authorization: string }>
beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Lee', permissions: ['CAN_USE_VAULT'] })
  await addPerson(server, { userName: 'kim', displayName: 'Kim Holt', permissions: [...KEEPS] })
  await addPerson(server, { userName: 'lou', permissions: [...KEEPS] })
  await addPerson(server, { userName: 'half', permissions: ['CAN_USE_VAULT', 'ADMIN_CAN_SEE_USERS'] })
  const [ann, kim, lou, half] = await Promise.all(
    ['ann', 'kim', 'lou', 'half'].map((name) => signIn(server, name)),
  )
  if (!ann || !kim || !lou || !half) throw new Error('nobody')
  bearers = { ann, kim, lou, half }
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  const { db } = server.server
  for (const table of ['vaultKeys', 'vaultCompanySeals', 'vaultCompanyKeys', 'notifications'] as const)
    await db.deleteFrom(table).execute()
})

const POINT = COMPANY_SEAL.companyKey
const OTHER = COMPANY_SEAL.point
const KEY = { publicKey: POINT, sealed: 'c2VhbGVk' }
const DONE = { status: 200, body: { done: true } }
const ask = async (who: keyof typeof bearers, name: string, payload: object = {}) =>
  said(await post(server, `/api/vault/${name}`, payload, bearers[who]))
const refusedWith = (status: number, code: string) => ({ status, body: expect.objectContaining({ code }) })
const full = async (who: keyof typeof bearers, name: string, payload: object = {}) => {
  const { status, body } = await post(server, `/api/vault/${name}`, payload, bearers[who])
  return { status, body: JSON.parse(body) }
}
const open = (who: keyof typeof bearers = 'kim') =>
  full(who, 'company-open', { userID: annID, reason: 'Lost both' })
const save = (who: keyof typeof bearers, version: number) =>
  full(who, 'company-save', { userID: annID, keys: { ...VAULT_KEYS, version } })

async function annAgrees() {
  await ask('ann', 'save-keys', { keys: VAULT_KEYS })
  await ask('kim', 'company-set', { replaces: null, key: KEY })
  return ask('ann', 'company-agree', { seal: COMPANY_SEAL })
}

test('W008 a company has no way into a vault until its person agreed, and none once they took it back', async () => {
  await ask('ann', 'save-keys', { keys: VAULT_KEYS })
  expect(await ask('kim', 'company-set', { replaces: null, key: KEY })).toEqual(DONE)
  expect((await full('ann', 'company-key')).body).toEqual({
    key: { publicKey: POINT, madeBy: 'Kim Holt', madeTime: new Date(NOON).toISOString() },
    agreed: null,
  })
  expect(await open()).toMatchObject(refusedWith(404, 'vault.companyNotAgreed'))
  expect((await full('kim', 'company-people')).body).toEqual({ people: [], of: 1 })

  expect(await ask('ann', 'company-agree', { seal: COMPANY_SEAL })).toEqual(DONE)
  expect((await full('ann', 'company-key')).body.agreed).toBe(POINT)
  expect((await full('kim', 'company-people')).body.people).toMatchObject([{ userID: annID }])
  expect(await open()).toMatchObject({
    status: 200,
    body: { keys: VAULT_KEYS, seal: COMPANY_SEAL, sealed: KEY.sealed },
  })

  expect(await ask('ann', 'company-agree', { seal: null })).toEqual(DONE)
  expect(await open()).toMatchObject(refusedWith(404, 'vault.companyNotAgreed'))
})

test('W008 whose vault is opened is told by whom and why, and the audit says so', async () => {
  await annAgrees()
  await open()
  const { db } = server.server
  const told = await db.selectFrom('notifications').selectAll().execute()
  expect(told).toMatchObject([
    { userID: annID, subject: 'Kim Holt opened your vault with the company’s key', body: 'Lost both' },
  ])
  const entry = await db
    .selectFrom('audit')
    .where('action', '=', 'VAULT_OPENED_BY_COMPANY')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({
    personID: annID,
    actorName: 'Kim Holt',
    reason: 'Lost both',
    label: 'Ann Lee',
  })
})

test('W008 nobody opens their own vault with the company’s key, and nobody without both rights anybody’s', async () => {
  await annAgrees()
  await ask('kim', 'save-keys', { keys: VAULT_KEYS })
  await ask('kim', 'company-agree', { seal: COMPANY_SEAL })
  const { body } = await full('kim', 'company-people')
  const kimID = body.people.find((one: { userName: string }) => one.userName === 'Kim Holt')?.userID
  expect(await full('kim', 'company-open', { userID: kimID, reason: 'Mine' })).toMatchObject(
    refusedWith(400, 'vault.companyOwn'),
  )
  for (const who of ['ann', 'half'] as const) {
    expect((await open(who)).status).toBe(403)
    expect((await save(who, 2)).status).toBe(403)
    expect((await full(who, 'company-people')).status).toBe(403)
    expect((await full(who, 'company-set', { replaces: POINT, key: null })).status).toBe(403)
  }
  expect(await full('kim', 'company-open', { userID: annID, reason: '  ' })).toMatchObject({ status: 400 })
})

test('W008 keys are saved for somebody by who opened them within the hour, as the next version of the same pair', async () => {
  // The entries of the tests before are older than an hour.
  server.clock.now = NOON + 2 * HOUR
  await annAgrees()
  expect(await save('kim', 2)).toMatchObject(refusedWith(403, 'vault.companyNotOpened'))
  await open()
  expect(await save('lou', 2)).toMatchObject(refusedWith(403, 'vault.companyNotOpened'))
  expect(await save('kim', 1)).toMatchObject(refusedWith(409, 'vault.companyKeysChanged'))
  expect(await save('kim', 3)).toMatchObject(refusedWith(409, 'vault.companyKeysChanged'))
  const other = { userID: annID, keys: { ...VAULT_KEYS, version: 2, encryptionKey: OTHER } }
  expect(await full('kim', 'company-save', other)).toMatchObject(refusedWith(409, 'vault.companyKeysChanged'))
  server.clock.now = NOON + 3 * HOUR - 1
  expect(await save('kim', 2)).toEqual(DONE)
  expect((await full('ann', 'my-keys')).body.keys.version).toBe(2)
  server.clock.now = NOON + 3 * HOUR
  expect(await save('kim', 3)).toMatchObject(refusedWith(403, 'vault.companyNotOpened'))
})

test('W008 another key of the company opens nothing that was sealed for the one before, and two at once don’t both hold', async () => {
  await annAgrees()
  expect(
    await full('lou', 'company-set', { replaces: null, key: { ...KEY, publicKey: OTHER } }),
  ).toMatchObject(refusedWith(409, 'vault.companyKeyChanged'))
  expect(await ask('lou', 'company-set', { replaces: POINT, key: { ...KEY, publicKey: OTHER } })).toEqual(
    DONE,
  )
  expect((await full('ann', 'company-key')).body).toMatchObject({ key: { publicKey: OTHER }, agreed: null })
  expect(await open()).toMatchObject(refusedWith(404, 'vault.companyNotAgreed'))
  // What was sealed for the one before, on its way when it was replaced.
  expect(await full('ann', 'company-agree', { seal: COMPANY_SEAL })).toMatchObject(
    refusedWith(409, 'vault.companyKeyChanged'),
  )
  expect(await full('kim', 'company-set', { replaces: POINT, key: null })).toMatchObject(
    refusedWith(409, 'vault.companyKeyChanged'),
  )
  expect(await ask('kim', 'company-set', { replaces: OTHER, key: null })).toEqual(DONE)
  expect((await full('ann', 'company-key')).body).toEqual({ key: null, agreed: null })
})

test('W008 who starts their vault again has not agreed with the new keys', async () => {
  await annAgrees()
  await ask('ann', 'start-again')
  expect((await full('ann', 'company-key')).body.agreed).toBeNull()
  expect(await full('ann', 'company-agree', { seal: COMPANY_SEAL })).toMatchObject(
    refusedWith(400, 'vault.notSetUp'),
  )
  await ask('ann', 'save-keys', { keys: { ...VAULT_KEYS, encryptionKey: OTHER } })
  expect((await full('ann', 'company-key')).body.agreed).toBeNull()
  expect(await open()).toMatchObject(refusedWith(404, 'vault.companyNotAgreed'))
})
