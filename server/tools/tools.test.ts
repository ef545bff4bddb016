import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CredentialTool } from '#shared/domain/tool-credentials.ts'
import { Sealer } from '../auth/sealer.ts'
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
    permissions: ['CAN_USE_VPN', 'CAN_INTERVIEW', 'AUTH_CAN_USE_MULTI_TOKEN', 'CAN_USE_EXTERNAL_SERVICES'],
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

/** Stores details for ann, sealed as the server does it. */
async function keep(
  tool: CredentialTool,
  { place = 0, isAutoConnect = 0, forceReload = 0, ...rest }: Kept = {},
) {
  const details = { userName: 'ann.w', password: SECRET, url: '', ...rest }
  const sealed = sealDetails(await Sealer.open(server.server.db), annID, tool, place, details)
  const row = { userID: annID, tool, place, sealed, isAutoConnect, forceReload }
  await server.server.db.insertInto('toolCredentials').values(row).execute()
}

test('S105 W207 view-vpn gives the VPN details, also by GET; a list where there are several or one that connects by itself', async () => {
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

test('S268 view-dialler-only gives an empty address where none was stored with the credentials', async () => {
  await keep('DIALLER', { url: undefined as never })
  expect(await view('dialler-only')).toEqual({
    diallerUsername: 'ann.w',
    diallerPassword: SECRET,
    diallerURL: '',
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

test.each(NAMES)('S105 S106 view-%s is 403 for who may not use the tool', async (name) => {
  expect((await service(name, nobody)).status).toBe(403)
  if (name === 'vpn') expect((await get(nobody)).status).toBe(403)
})

test.each(['CAN_INTERVIEW', 'ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE'] as const)(
  'W162 W163 %s alone is enough for dialler and survey tools, and not for the VPN',
  async (permission) => {
    const userName = permission.toLowerCase().replaceAll('_', '-')
    await addPerson(server, { userName, permissions: [permission] })
    const bearer = await signIn(server, userName)
    const answers = await Promise.all(NAMES.map(async (name) => (await service(name, bearer)).status))
    expect(answers).toEqual([403, 200, 200, 200, 200])
  },
)

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

test('W085 W160 W206 all services are listed without their passwords, and revealed one by one to their owner', async () => {
  const bob = await signIn(server, 'bob')
  expect((await service('all', bob)).status).toBe(403)
  expect(await view('all')).toEqual([])
  await keep('DIMENSIONS', { userName: 'ann.dim' })
  await keep('VPN', { place: 1, userName: 'ann.second' })
  await keep('VPN', { url: 'vpn.example' })
  const at = Date.UTC(2026, 10, 1)
  await server.server.db
    .updateTable('toolCredentials')
    .set({ updatedAt: at })
    .where('place', '=', 1)
    .execute()
  const listed = (await view('all')) as { id: number }[]
  expect(listed).toEqual([
    { id: expect.any(Number), serviceName: 'VPN', userName: 'ann.w', lastUpdatedTime: null },
    {
      id: expect.any(Number),
      serviceName: 'VPN',
      userName: 'ann.second',
      lastUpdatedTime: new Date(at).toISOString(),
    },
    { id: expect.any(Number), serviceName: 'Dimensions', userName: 'ann.dim', lastUpdatedTime: null },
  ])
  expect(JSON.stringify(listed)).not.toContain(SECRET)
  const reveal = async (id: number | undefined, bearer = ann) =>
    said(await post(server, '/api/services/reveal', { id }, bearer))
  expect(await reveal(listed[1]?.id)).toEqual({
    status: 200,
    body: { userName: 'ann.second', password: SECRET, url: '' },
  })
  expect(await reveal(listed[0]?.id)).toMatchObject({ body: { url: 'vpn.example' } })
  expect(await server.server.db.selectFrom('eventLog').select(['userID', 'description']).execute()).toEqual([
    { userID: annID, description: 'VPN' },
    { userID: annID, description: 'VPN' },
  ])
  for (const id of [1, 1002, 99_000]) expect((await reveal(id)).status).toBe(400)
  expect((await reveal(listed[0]?.id, bob)).status).toBe(403)
})
