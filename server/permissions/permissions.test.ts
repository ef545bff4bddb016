import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { permissionTable } from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { createRealClient } from '../hubs/testing/real-client.ts'
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
    expect(
      await ask('grant', { userID: bobID, permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_VAULT'] }),
    ).toEqual({
      status: 200,
      body: {
        userID: bobID,
        userName: 'bob',
        displayName: 'bob',
        permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_VAULT'],
        unknownNumbers: [],
      },
    })
    expect((await ask('catalogue', {}, bobs)).status).toBe(200)
    const revoked = await ask('revoke', {
      userID: bobID,
      permissions: ['ADMIN_CAN_SEE_USERS', 'CAN_USE_TODO'],
    })
    expect(revoked.body).toMatchObject({ permissions: ['CAN_USE_VAULT'] })
    expect((await ask('catalogue', {}, bobs)).status).toBe(403)
    const who = { to: `to bob (${bobID})`, by: `by ann (${annID})` }
    expect(await events()).toEqual([
      { userID: annID, actionName: 'PERMISSIONS_GRANTED', description: `${who.to}: ADMIN_CAN_SEE_USERS` },
      { userID: bobID, actionName: 'PERMISSIONS_GRANTED', description: `${who.by}: ADMIN_CAN_SEE_USERS` },
      { userID: annID, actionName: 'PERMISSIONS_REVOKED', description: `${who.to}: ADMIN_CAN_SEE_USERS` },
      { userID: bobID, actionName: 'PERMISSIONS_REVOKED', description: `${who.by}: ADMIN_CAN_SEE_USERS` },
    ])
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
    await ask('grant', { userID: bobID, permissions: ['CAN_USE_VAULT'] })
    await ask('grant', { userID: bobID, permissions: ['CAN_USE_TODO'] })
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(1))
    expect(heard).toEqual([{ command: 'RENEW_TOKEN' }])
    await client.stop()
  })

  test('nobody can lock the last admin out, be it themselves; with another one it goes', async () => {
    const away = { userID: annID, permissions: ['ADMIN_CAN_EDIT_SETTINGS'] }
    const refused = await ask('revoke', away)
    expect(refused).toMatchObject({ status: 400, body: { value: expect.stringMatching(/Nobody else/) } })
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
    await ask('grant', { userID: bobID, permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] })
    expect((await ask('revoke', away)).status).toBe(200)
    expect(await ask('grant', { userID: goneID, permissions: ['CAN_USE_VAULT'] })).toMatchObject({
      status: 403,
    })
  })

  test('nobody and unknown names are refused in words', async () => {
    expect(await ask('grant', { userID: 999, permissions: ['CAN_USE_VAULT'] })).toEqual({
      status: 400,
      body: { value: 'There is nobody with this id.' },
    })
    expect((await ask('grant', { userID: bobID, permissions: ['CAN_DO_ANYTHING'] })).status).toBe(400)
    expect((await ask('grant', { userID: bobID, permissions: [] })).status).toBe(400)
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
