import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiKeyInfo } from '#shared/contract/api-keys.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
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
import { ApiKeys, endKeysOf } from './api-keys.ts'

const DAY_MS = 86_400_000
const GRANTOR = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const

let server: TestServer
let ann: Record<string, string>
let owner: number
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Keeper',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_MANAGE_SKILLS', 'ADMIN_CAN_MANAGE_AGENCIES'],
  })
  owner = await addPerson(server, {
    userName: 'rota',
    displayName: 'Rota Office',
    permissions: ['ADMIN_CAN_MANAGE_SKILLS', 'ADMIN_CAN_MANAGE_AGENCIES', ...GRANTOR],
  })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const at = (days: number, more = 0) => new Date(NOON + days * DAY_MS + more).toISOString()
const asked = (more: object = {}) => ({
  ...{ name: 'Rota export', ownerID: owner, scope: null, permissions: ['ADMIN_CAN_MANAGE_SKILLS'] },
  ...{ addresses: [], expiresAt: at(30), ...more },
})
const ask = async (call: string, request: object, as = ann) =>
  said(await post(server, `/api/admin/configuration/api-keys/${call}`, request, as))
async function make(more: object = {}, as = ann): Promise<{ key: string; apiKey: ApiKeyInfo }> {
  const { status, body } = await ask('new', asked(more), as)
  expect(body).toHaveProperty('key')
  expect(status).toBe(200)
  return body as { key: string; apiKey: ApiKeyInfo }
}
const skills = async (headers: Record<string, string>) =>
  said(await post(server, '/api/admin/skills/list', {}, headers))
const listed = async () => ((await ask('list', {})).body as { apiKeys: ApiKeyInfo[] }).apiKeys
const refused = (status: number, value: string) => ({ status, body: { value } })

test('A101 a key is told once, begins fwk_, stands nowhere in the database, the log or a later answer, and works as X-API-Key and as bearer', async () => {
  const { key, apiKey } = await make()
  expect(key).toMatch(/^fwk_[\w-]{43}$/)
  expect(apiKey).toMatchObject({ ownerName: 'Rota Office', createdBy: 'Ann Keeper', state: 'ACTIVE' })
  expect((await skills({ 'x-api-key': key })).status).toBe(200)
  expect((await skills({ authorization: `Bearer ${key}` })).status).toBe(200)
  expect((await skills({ 'x-api-key': `${key.slice(0, -1)}_` })).status).toBe(401)
  expect((await skills({ 'x-api-key': '' })).status).toBe(401)
  const { db } = server.server
  const everything = JSON.stringify([
    await listed(),
    await db.selectFrom('apiKeys').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('idempotency').selectAll().execute(),
    server.log.text,
  ])
  expect(everything).not.toContain(key)
  expect(everything).not.toContain(key.slice(4))
})

test('A101 a key does only what it was given and its owner still may, at each call', async () => {
  const { key } = await make()
  const headers = { 'x-api-key': key }
  expect(await ask('list', {}, headers)).toEqual(
    refused(403, 'This key may not use /api/admin/configuration/api-keys/list.'),
  )
  // The owner may, the key may not.
  expect(said(await post(server, '/api/admin/agencies/list', {}, headers)).status).toBe(403)
  // What everybody may do is for people.
  expect((await post(server, '/api/sticky-notes/get', {}, headers)).status).not.toBe(200)
  expect(said(await post(server, '/api/auth/request-hub-token', {}, headers))).toEqual(
    refused(403, 'This key may not use /api/auth/request-hub-token.'),
  )
  expect((await skills(headers)).status).toBe(200)
  await server.server.db.deleteFrom('userPermissions').where('userID', '=', owner).execute()
  expect(await skills(headers)).toEqual(refused(403, 'This key may not use /api/admin/skills/list.'))
})

test('A101 it holds a part of its owner’s permissions, and nothing that its maker may not do', async () => {
  const may = ['ADMIN_CAN_MANAGE_ADAPTORS']
  expect(await ask('new', asked({ permissions: may }))).toEqual(
    refused(400, 'Rota Office may not do ADMIN_CAN_MANAGE_ADAPTORS.'),
  )
  expect(await ask('new', asked({ permissions: ['ADMIN_CAN_EDIT_SETTINGS'] }))).toEqual(
    refused(403, 'You cannot give a key what you may not do yourself: ADMIN_CAN_EDIT_SETTINGS.'),
  )
  expect(await ask('new', asked({ permissions: [] }))).toEqual(refused(400, 'Choose what the key may do.'))
  expect((await ask('new', asked({ ownerID: 999 }))).status).toBe(404)
  expect(await ask('new', asked({ scope: 'SCIM', permissions: [] }))).toEqual(
    refused(400, 'Rota Office may not do ADMIN_CAN_EDIT_USERS.'),
  )
  expect(await listed()).toEqual([])
  // A grantor could give themselves anything.
  const boss = await addPerson(server, { userName: 'boss', permissions: [...GRANTOR, ...(may as never[])] })
  await make({ permissions: ['ADMIN_CAN_MANAGE_AGENCIES'] }, await signIn(server, 'boss'))
  const { key } = await make({ ownerID: boss, permissions: may }, await signIn(server, 'boss'))
  expect(await ask('new', asked(), { 'x-api-key': key })).toEqual(
    refused(403, 'API keys are made by people, not by other keys.'),
  )
})

test('A101 it expires within 366 days: that many are taken, a moment more isn’t, and it ends then', async () => {
  expect(await ask('new', asked({ expiresAt: at(366, 1) }))).toEqual(
    refused(400, 'An API key is good for 366 days at most.'),
  )
  expect(await ask('new', asked({ expiresAt: at(0) }))).toEqual(
    refused(400, 'The key would have expired already.'),
  )
  const { key } = await make({ expiresAt: at(366) })
  const keys = new ApiKeys(server.server.db, () => server.clock.now)
  const caller = await keys.callerOf({ apiKey: key }, '127.0.0.1', null)
  expect(caller?.claims.exp).toBe((NOON + 366 * DAY_MS) / 1000)
  server.clock.now = NOON + 366 * DAY_MS - 1
  expect((await skills({ 'x-api-key': key })).status).toBe(200)
  server.clock.now += 1
  expect((await skills({ 'x-api-key': key })).status).toBe(401)
  ann = await signIn(server, 'ann')
  expect(await listed()).toMatchObject([{ state: 'EXPIRED' }])
})

test('A101 a revoked key stops at once and for good, and both are in the audit', async () => {
  const { key, apiKey } = await make()
  expect((await skills({ 'x-api-key': key })).status).toBe(200)
  expect(await ask('revoke', { id: apiKey.id })).toEqual({ status: 200, body: { done: true } })
  expect((await skills({ 'x-api-key': key })).status).toBe(401)
  expect(await ask('revoke', { id: apiKey.id })).toEqual({ status: 200, body: { done: true } })
  expect((await ask('revoke', { id: 99 })).status).toBe(404)
  expect(await listed()).toMatchObject([{ state: 'REVOKED', revokedAt: at(0) }])
  const rows = await server.server.db
    .selectFrom('audit')
    .select(['action', 'label', 'personID'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'API_KEY_ADDED', label: 'Rota export', personID: owner },
    { action: 'API_KEY_REVOKED', label: 'Rota export', personID: owner },
  ])
  expect(await auditTold(server.server.db)).toEqual([
    'API_KEY_ADDED | admin.configuration.connection-adaptors | apiKey | Rota export',
    'API_KEY_REVOKED | admin.configuration.connection-adaptors | apiKey | Rota export',
  ])
})

test('A101 it stops while its owner is suspended or locked, and for good once they leave', async () => {
  const { key } = await make()
  const { db } = server.server
  const set = (values: object) => db.updateTable('users').set(values).where('id', '=', owner).execute()
  const headers = { 'x-api-key': key }
  await set({ isActive: 0, status: 'SUSPENDED' })
  expect((await skills(headers)).status).toBe(401)
  expect(await listed()).toMatchObject([{ state: 'OWNER_INACTIVE' }])
  await set({ isActive: 1, status: 'ACTIVE', lockedAt: NOON })
  expect((await skills(headers)).status).toBe(401)
  await set({ lockedAt: null })
  expect((await skills(headers)).status).toBe(200)
  expect(await endKeysOf(db, owner, NOON)).toBe(1)
  expect((await skills(headers)).status).toBe(401)
})

test('A101 allowed addresses: from another one it is refused; the last use is shown with its address', async () => {
  const { key, apiKey } = await make({ addresses: ['203.0.113.0/24', '198.51.100.7'] })
  const from = (remoteAddress: string) =>
    server.server.app.inject({
      method: 'POST',
      url: '/api/admin/skills/list',
      headers: { 'x-api-key': key },
      payload: {},
      remoteAddress,
    })
  expect((await from('198.51.100.8')).statusCode).toBe(403)
  expect((await listed())[0]).toMatchObject({ lastUsedAt: null, lastUsedFrom: '' })
  for (const address of ['198.51.100.7', '203.0.113.255']) expect((await from(address)).statusCode).toBe(200)
  expect((await from('203.0.114.0')).statusCode).toBe(403)
  expect(await listed()).toMatchObject([{ id: apiKey.id, lastUsedAt: at(0), lastUsedFrom: '198.51.100.7' }])
  expect((await ask('new', asked({ addresses: ['here'] }))).status).toBe(400)
})

test('A101 what a key does stands in the audit as the key’s, and a key for SCIM makes no other call', async () => {
  const { key } = await make()
  await post(
    server,
    '/api/admin/skills/save',
    { name: 'Dutch', category: 'LANGUAGE', needsCertificate: false, expiresAfterMonths: null },
    { 'x-api-key': key },
  )
  const entries = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'SKILL_ADDED')
    .select(['actorKind', 'actorName', 'actorID', 'sessionID'])
    .execute()
  expect(entries).toEqual([
    { actorKind: 'API_KEY', actorName: 'Rota export (Rota Office)', actorID: owner, sessionID: 'key 1' },
  ])
  await addPerson(server, {
    userName: 'boss',
    permissions: [...GRANTOR, 'ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_MANAGE_SKILLS'],
  })
  const boss = await signIn(server, 'boss')
  const id = (
    await server.server.db.selectFrom('users').where('userName', '=', 'boss').select('id').execute()
  )[0]?.id
  const scim = await make({ ownerID: id, scope: 'SCIM', permissions: [] }, boss)
  expect(await skills({ 'x-api-key': scim.key })).toEqual(refused(403, 'This API key is not for this.'))
  expect(await ask('new', asked({ ownerID: id, scope: 'SCIM' }), boss)).toEqual(
    refused(400, 'A key for SCIM has no permissions of its own.'),
  )
})

test('S249 a key is no sign-in: it works while its owner has yet to set up a second factor', async () => {
  const { key } = await make()
  await server.server.db
    .insertInto('userPermissions')
    .values({ userID: owner, permission: PERMISSIONS.AUTH_ALWAYS_2FA })
    .execute()
  expect((await skills(await signIn(server, 'rota'))).status).toBe(403)
  expect((await skills({ 'x-api-key': key })).status).toBe(200)
})
