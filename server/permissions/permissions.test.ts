import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { permissionTable } from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
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
import { createRealClient } from '../hubs/testing/real-client.ts'
import { PersonalEnds } from '../roles/personal-ends.ts'
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'
import { readPermissionNumbers } from './permission-numbers-file.ts'

let server: TestServer
let annID: number
let bobID: number
let bearer: { authorization: string }

async function begin(options = {}) {
  server = await startTestServer(options)
  annID = await addPerson(server, {
    userName: 'ann',
    permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
  })
  bobID = await addPerson(server, { userName: 'bob', permissions: ['CAN_USE_VAULT'] })
  bearer = await signIn(server, 'ann')
}
beforeEach(() => begin())
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = bearer) =>
  said(await post(server, `/api/admin/permissions/${name}`, payload, as))
const events = () =>
  server.server.db
    .selectFrom('eventLog')
    .select(['userID', 'actionName', 'description'])
    .orderBy('id')
    .execute()

describe('granting permissions', () => {
  test('S232 the catalogue has every permission with its number and its holders', async () => {
    const { body } = await ask('catalogue')
    const catalogue = body as { name: string; number: number; holders: number }[]
    expect(Object.fromEntries(catalogue.map(({ name, number }) => [name, number]))).toEqual(PERMISSIONS)
    expect(catalogue.find(({ name }) => name === 'CAN_USE_VAULT')?.holders).toBe(1)
    expect(catalogue.find(({ name }) => name === 'CAN_USE_TODO')?.holders).toBe(0)
  })

  test('what is granted and revoked holds at once, is in the event log of both, and is answered', async () => {
    const bobs = await signIn(server, 'bob')
    expect((await ask('catalogue', {}, bobs)).status).toBe(403)
    const granted = await ask('grant', {
      userID: bobID,
      permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_VAULT'],
      reason: 'Stands in for Ann',
    })
    expect(granted.body).toMatchObject({
      userID: bobID,
      userName: 'bob',
      displayName: 'bob',
      permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_VAULT'],
      unknownNumbers: [],
    })
    expect((await ask('catalogue', {}, bobs)).status).toBe(200)
    const revoked = await ask('revoke', {
      userID: bobID,
      permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_TODO'],
    })
    expect(revoked.body).toMatchObject({ permissions: ['CAN_USE_VAULT'] })
    expect((await ask('catalogue', {}, bobs)).status).toBe(403)
    const who = { to: `to bob (${bobID})`, by: `by ann (${annID})` }
    const both = 'ADMIN_CAN_SEE_USERS, CAN_USE_VAULT'
    expect(await events()).toEqual([
      { userID: annID, actionName: 'PERMISSIONS_GRANTED', description: `${who.to}: ${both}` },
      { userID: bobID, actionName: 'PERMISSIONS_GRANTED', description: `${who.by}: ${both}` },
      { userID: annID, actionName: 'PERMISSIONS_REVOKED', description: `${who.to}: ADMIN_CAN_SEE_USERS` },
      { userID: bobID, actionName: 'PERMISSIONS_REVOKED', description: `${who.by}: ADMIN_CAN_SEE_USERS` },
    ])
    const entries = await server.server.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(entries.map(({ action, label, reason }) => [action, label, reason])).toEqual([
      ['PERMISSIONS_GRANTED', 'bob', 'Stands in for Ann'],
      ['PERMISSIONS_REVOKED', 'bob', ''],
    ])
    expect(JSON.parse(entries[0]?.changes ?? '')).toEqual([
      { field: 'ADMIN_CAN_SEE_USERS', before: false, after: true },
      { field: 'CAN_USE_VAULT', before: true, after: true },
    ])
  })

  test('A067 A073 a refusal wins over a role and a grant, and it is told by which ways somebody holds what', async () => {
    const { db } = server.server
    const roleID = await addRole(db, 'Desk', 'CAN_USE_TODO', 'CAN_USE_VAULT')
    await giveRole(db, bobID, roleID)
    const reason = 'Asked not to'
    await ask('refuse', { userID: bobID, permissions: ['CAN_USE_TODO'], reason })
    const { body } = await ask('grant', {
      userID: bobID,
      permissions: ['CAN_USE_FAQ'],
      reason: 'Helps out',
      endsAt: '2026-05-04T12:00:01.000Z',
    })
    const since = '2026-05-04T12:00:00.000Z'
    const own = { since, by: 'ann' }
    expect(body).toMatchObject({
      permissions: ['CAN_USE_FAQ', 'CAN_USE_VAULT'],
      roles: [{ id: roleID, name: 'Desk', since, source: 'HAND' }],
    })
    const { ways } = body as { ways: { name: string }[] }
    expect(ways).toEqual([
      {
        name: 'CAN_USE_TODO',
        isHeld: false,
        roles: ['Desk'],
        personal: { ...own, isRefusal: true, reason, endsAt: null },
      },
      {
        name: 'CAN_USE_FAQ',
        isHeld: true,
        roles: [],
        personal: { ...own, isRefusal: false, reason: 'Helps out', endsAt: '2026-05-04T12:00:01.000Z' },
      },
      {
        name: 'CAN_USE_VAULT',
        isHeld: true,
        roles: ['Desk'],
        personal: { isRefusal: false, reason: 'For a test', endsAt: null, since, by: null },
      },
    ])
    await ask('revoke', { userID: bobID, permissions: ['CAN_USE_TODO'] })
    expect((await ask('of-person', { userID: bobID })).body).toMatchObject({
      permissions: ['CAN_USE_TODO', 'CAN_USE_FAQ', 'CAN_USE_VAULT'],
    })
    // A grant that is over gives nothing by itself, whether or not it was cleared away yet.
    server.clock.now += 1000
    expect((await ask('of-person', { userID: bobID })).body).toMatchObject({
      ways: [
        { name: 'CAN_USE_TODO', isHeld: true, roles: ['Desk'], personal: null },
        { name: 'CAN_USE_FAQ', isHeld: false, roles: [], personal: { isRefusal: false } },
        { name: 'CAN_USE_VAULT', isHeld: true, roles: ['Desk'] },
      ],
    })
    expect(await auditTold(db)).toEqual([
      'PERMISSIONS_REFUSED | admin.active-users | person | bob',
      'PERMISSIONS_GRANTED | admin.active-users | person | bob',
      'PERMISSIONS_REVOKED | admin.active-users | person | bob',
    ])
  })

  test('A074 a grant ends at its time by itself, in calls, tokens and what is kept', async () => {
    let bobs = await signIn(server, 'bob')
    const endsAt = new Date(NOON + 60_000).toISOString()
    await ask('grant', { userID: bobID, permissions: ['ADMIN_CAN_SEE_USERS'], reason: 'Today', endsAt })
    server.clock.now = NOON + 59_999
    expect((await ask('catalogue', {}, bobs)).status).toBe(200)
    bobs = await signIn(server, 'bob')
    expect(decodeJwt(bobs.authorization.slice(7)).allowedPermissions).toBe('143,288')
    server.clock.now = NOON + 60_000
    expect((await ask('catalogue', {}, bobs)).status).toBe(403)
    expect(decodeJwt((await signIn(server, 'bob')).authorization.slice(7)).allowedPermissions).toBe('288')
    expect((await ask('of-person', { userID: bobID })).body).toMatchObject({ permissions: ['CAN_USE_VAULT'] })
    const told: number[] = []
    const ends = new PersonalEnds({
      db: server.server.db,
      tell: async (settled) => void told.push(...settled.map(({ userID }) => userID)),
    })
    await ends.tend(NOON + 59_999)
    expect(told).toEqual([])
    await ends.tend(NOON + 60_000)
    expect(told).toEqual([bobID])
    const left = await server.server.db
      .selectFrom('userPermissions')
      .where('userID', '=', bobID)
      .select('permission')
      .execute()
    expect(left).toEqual([{ permission: PERMISSIONS.CAN_USE_VAULT }])
    expect(await auditTold(server.server.db)).toEqual([
      'PERMISSIONS_GRANTED | admin.active-users | person | bob',
    ])
  })

  test('A074 a refusal ends at its time, too, and an end in the past is refused', async () => {
    const later = new Date(NOON + 60_000).toISOString()
    const refusal = { userID: bobID, permissions: ['CAN_USE_VAULT'], reason: 'A break' }
    for (const past of [NOON - 1, NOON])
      expect(await ask('refuse', { ...refusal, endsAt: new Date(past).toISOString() })).toEqual({
        status: 400,
        body: { value: 'The end has to be in the future.' },
      })
    expect((await ask('refuse', { ...refusal, endsAt: later })).body).toMatchObject({ permissions: [] })
  })

  test('the person’s windows renew their tokens and connect anew; what changes nothing tells nobody', async () => {
    const url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
    const bobs = await signIn(server, 'bob')
    const heard: unknown[] = []
    const connected = vi.fn()
    const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bobs)
    const client = createRealClient(url, { token, retryPolicy: { nextRetryDelayInMilliseconds: () => 0 } })
    client.on('REMOTE_COMMAND', (command) => heard.push(command))
    client.onreconnected(connected)
    await client.start()
    await ask('grant', { userID: bobID, permissions: ['CAN_USE_VAULT'], reason: 'x' })
    await ask('grant', { userID: bobID, permissions: ['CAN_USE_TODO'], reason: 'x' })
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(1))
    expect(heard).toEqual([{ command: 'RENEW_TOKEN' }])
    await client.stop()
  })

  test('A002 nobody can take the last grantor away, be it themselves; with another one it goes', async () => {
    const away = { userID: annID, permissions: ['ADMIN_CAN_EDIT_SETTINGS'] }
    const value = 'At least one active person must be able to grant permissions.'
    expect(await ask('revoke', away)).toEqual({ status: 400, body: { value } })
    expect(await ask('refuse', { ...away, reason: 'x' })).toEqual({ status: 400, body: { value } })
    expect((await ask('of-person', { userID: annID })).body).toMatchObject({
      permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
    })
    // Somebody who can't sign in doesn't count.
    const goneID = await addPerson(server, {
      userName: 'gone',
      permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
      isActive: false,
    })
    expect((await ask('revoke', away)).status).toBe(400)
    const both = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS']
    await ask('grant', { userID: bobID, permissions: both, reason: 'x' })
    expect((await ask('revoke', away)).status).toBe(200)
    expect(await ask('grant', { userID: goneID, permissions: ['CAN_USE_VAULT'], reason: 'x' })).toMatchObject(
      {
        status: 403,
      },
    )
  })

  test('nobody and unknown names are refused in words', async () => {
    expect(await ask('grant', { userID: 999, permissions: ['CAN_USE_VAULT'], reason: 'x' })).toEqual({
      status: 400,
      body: { value: 'There is nobody with this id.' },
    })
    const good = { userID: bobID, permissions: ['CAN_USE_VAULT'], reason: 'x' }
    expect((await ask('grant', { ...good, permissions: ['CAN_DO_ANYTHING'] })).status).toBe(400)
    expect((await ask('grant', { ...good, permissions: [] })).status).toBe(400)
    expect((await ask('grant', { ...good, reason: ' ' })).status).toBe(400)
    expect((await ask('grant', { ...good, reason: 'x'.repeat(501) })).status).toBe(400)
    expect((await ask('grant', { ...good, reason: 'x'.repeat(500) })).status).toBe(200)
  })

  test('S232 a number that nobody knows breaks nothing and grants nothing', async () => {
    await server.server.db.insertInto('userPermissions').values({ userID: bobID, permission: 370 }).execute()
    const bobs = await signIn(server, 'bob')
    expect(decodeJwt(bobs.authorization.slice(7)).allowedPermissions).toBe('288,370')
    expect((await ask('of-person', { userID: bobID })).body).toMatchObject({
      permissions: ['CAN_USE_VAULT'],
      unknownNumbers: [370],
    })
    expect((await ask('catalogue', {}, bobs)).status).toBe(403)
  })
})

describe('a deployment’s own numbers', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldwork-numbers-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const file = (content: string) => {
    const path = join(folder, 'numbers.json')
    writeFileSync(path, content)
    return path
  }

  test('S232 stand in tokens, the catalogue and environment.json; what people may do stays', async () => {
    const own = { ADMIN_CAN_SEE_USERS: 400, ADMIN_CAN_EDIT_SETTINGS: 500 }
    await server.server.close()
    await begin({ permissionNumbers: readPermissionNumbers(file(JSON.stringify(own))) })
    expect(decodeJwt(bearer.authorization.slice(7)).allowedPermissions).toBe('400,500')
    const { status, body } = await ask('catalogue')
    expect(status).toBe(200)
    expect(body).toContainEqual({ name: 'ADMIN_CAN_SEE_USERS', number: 400, holders: 1 })
    expect((await server.server.app.inject('/environment.json')).json()).toEqual({ permissions: own })
  })

  test('none by default', async () => {
    expect(readPermissionNumbers(null)).toBe(PERMISSIONS)
    expect((await server.server.app.inject('/environment.json')).json()).toEqual({ permissions: {} })
  })

  test.each([
    ['no JSON', '{', /is not a JSON object of numbers/],
    ['a list of names', '["CAN_USE_VAULT"]', /is not a JSON object of numbers/],
    ['a name of nothing', '{"CAN_FLY": 3}', /there is no permission CAN_FLY/],
    ['a number out of range', '{"CAN_USE_VAULT": 372}', /CAN_USE_VAULT has 372, which is not 1 to 371/],
    ['half a number', '{"CAN_USE_VAULT": 1.5}', /CAN_USE_VAULT has 1.5/],
    ['a number twice', '{"CAN_USE_VAULT": 1}', /ITRACKER_CAN_SEE_MODULE and CAN_USE_VAULT both have 1/],
  ])('%s keeps the server from starting, in words', (_, content, words) => {
    expect(() => readPermissionNumbers(file(content))).toThrow(words)
  })

  test('unknown names of a table are passed over where it is only read', () => {
    expect(permissionTable({ CAN_FLY: 3, CAN_USE_VAULT: 401 })).toEqual({
      ...PERMISSIONS,
      CAN_USE_VAULT: 401,
    })
  })
})
