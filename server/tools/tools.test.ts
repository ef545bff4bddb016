import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Vault } from '../auth/vault.ts'
import type { CredentialTool } from '../db/schema/machines.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { sealDetails, type ToolDetails } from './tool-credentials.ts'

const SECRET = 'planted-secret'
const URL_OF_DIALLER = 'https://dialler.example/agent'

let server: TestServer
let annID: number
let ann: { authorization: string }
let nobody: { authorization: string }

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'trace' })
  annID = await addPerson(server, {
    userName: 'ann',
    permissions: ['CAN_USE_VPN', 'CAN_INTERVIEW', 'AUTH_CAN_USE_MULTI_TOKEN'],
  })
  await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
  nobody = await signIn(server, 'bob')
})
afterAll(() => server.server.close())
beforeEach(() => server.server.db.deleteFrom('toolCredentials').execute())

const service = (name: string, bearer = ann, headers: Record<string, string> = {}) =>
  post(server, `/api/services/view-${name}`, {}, { ...bearer, ...headers })
const view = async (name: string) => said(await service(name)).body
const get = async (bearer = ann) => {
  const answer = await server.server.app.inject({ url: '/api/services/view-vpn', headers: bearer })
  return { status: answer.statusCode, body: answer.body === '' ? '' : JSON.parse(answer.body) }
}

interface Kept extends Partial<ToolDetails> {
  readonly place?: number
  readonly isAutoConnect?: number
  readonly forceReload?: number
}

/** Keeps details for ann, sealed as the server seals them. */
async function keep(
  tool: CredentialTool,
  { place = 0, isAutoConnect = 0, forceReload = 0, ...rest }: Kept = {},
) {
  const details = { userName: 'ann.w', password: SECRET, url: '', ...rest }
  const sealed = sealDetails(await Vault.open(server.server.db), annID, tool, place, details)
  const row = { userID: annID, tool, place, sealed, isAutoConnect, forceReload }
  await server.server.db.insertInto('toolCredentials').values(row).execute()
}

test('S105 view-vpn gives the VPN details, also by GET; a list where there are several or one that connects by itself', async () => {
  expect(await view('vpn')).toEqual([])
  expect(await get()).toEqual({ status: 200, body: { userName: '', password: '' } })
  await keep('VPN')
  expect(await view('vpn')).toEqual({ userName: 'ann.w', password: SECRET })
  await keep('VPN', { place: 1, userName: 'ann.home', isAutoConnect: 1 })
  expect(await view('vpn')).toEqual([
    { userName: 'ann.w', password: SECRET, isAutoConnect: false },
    { userName: 'ann.home', password: SECRET, isAutoConnect: true },
  ])
  expect(await get()).toEqual({ status: 200, body: { userName: 'ann.w', password: SECRET } })
  await server.server.db.deleteFrom('toolCredentials').where('place', '=', 0).execute()
  expect(await view('vpn')).toEqual([{ userName: 'ann.home', password: SECRET, isAutoConnect: true }])
})

test('S106 S268 view-confirmit and view-dialler-only give the dialler and survey credentials', async () => {
  const none = { diallerUsername: '', diallerPassword: '', diallerURL: '' }
  expect(await view('dialler-only')).toEqual(none)
  expect(await view('confirmit')).toEqual({
    ...none,
    confirmitUsername: '',
    confirmitPassword: '',
    forceReload: false,
  })
  await keep('DIALLER', { url: URL_OF_DIALLER })
  await keep('SURVEY_TOOL', { userName: 'ng_ann', forceReload: 1 })
  const dialler = { diallerUsername: 'ann.w', diallerPassword: SECRET, diallerURL: URL_OF_DIALLER }
  expect(await view('dialler-only')).toEqual(dialler)
  expect(await view('confirmit')).toEqual({
    ...dialler,
    confirmitUsername: 'ng_ann',
    confirmitPassword: SECRET,
    forceReload: true,
  })
})

test('S144 view-cati-dimensions and view-cati-staging-dimensions give their own user name and password', async () => {
  expect(await view('cati-dimensions')).toEqual({ username: '', password: '' })
  await keep('DIMENSIONS', { userName: 'live' })
  await keep('DIMENSIONS_STAGING', { userName: 'staging' })
  expect(await view('cati-dimensions')).toEqual({ username: 'live', password: SECRET })
  expect(await view('cati-staging-dimensions')).toEqual({ username: 'staging', password: SECRET })
})

const NAMES = ['vpn', 'confirmit', 'dialler-only', 'cati-dimensions', 'cati-staging-dimensions']

test.each(NAMES)('view-%s is 403 for who may not use the tool', async (name) => {
  expect((await service(name, nobody)).status).toBe(403)
  if (name === 'vpn') expect((await get(nobody)).status).toBe(403)
})

test('passwords are sealed in the database, never in the log, and not kept for repetition', async () => {
  await keep('VPN')
  await keep('DIALLER')
  for (const name of NAMES) await service(name, ann, { 'idempotency-key': `key-${name}` })
  const answer = await service('dialler-only')
  expect(answer.headers['cache-control']).toBe('no-store')
  const { db, app } = server.server
  app.log.info({ diallerPassword: SECRET, details: { confirmitPassword: SECRET } })
  const tables = [
    await db.selectFrom('toolCredentials').selectAll().execute(),
    await db.selectFrom('idempotency').selectAll().execute(),
  ]
  expect(tables[1]).toEqual([])
  expect(JSON.stringify(tables)).not.toContain(SECRET)
  expect(server.log.text).toContain('/api/services/view-vpn')
  expect(server.log.text).not.toContain(SECRET)
})

test('details that were moved to another row are not opened', async () => {
  await keep('VPN')
  await server.server.db.updateTable('toolCredentials').set({ tool: 'DIALLER' }).execute()
  expect((await service('dialler-only')).status).toBe(500)
})
