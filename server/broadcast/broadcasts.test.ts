import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeToReach } from '#shared/domain/announcements.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const DAY = 86_400_000
const live = createLiveClients()
type Bearer = { authorization: string }

let server: TestServer
let desk: Bearer
let leeds: number
let york: number
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'desk',
    displayName: 'Dee Desk',
    permissions: ['CAN_BROADCAST_MESSAGE', 'ADMIN_CAN_EDIT_SETTINGS'],
  })
  desk = await signIn(server, 'desk')
  ;[leeds = 0, york = 0] = await Promise.all(['Leeds', 'York'].map(addArea))
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

async function addArea(name: string): Promise<number> {
  const { id } = await server.server.db
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase(), changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function addTo(areaID: number | null, userName: string): Promise<Bearer> {
  const id = await addPerson(server, { userName, displayName: userName.toUpperCase() })
  await server.server.db.updateTable('users').set({ areaID }).where('id', '=', id).execute()
  return signIn(server, userName)
}
const ask = async (name: string, payload?: object, as = desk) =>
  said(await post(server, `/api/broadcast/${name}`, payload, as))
const read = async (name: string, headers: Bearer) =>
  JSON.parse((await server.server.app.inject({ url: `/api/broadcast/${name}`, headers })).body)
const messages = async (as: Bearer) =>
  ((await read('forme', as)) as { message: string }[]).map(({ message }) => message)
const in_ = (ms: number) => new Date(server.clock.now + ms).toISOString()
const listed = async () =>
  (await ask('list')).body as { running: object[]; past: object[]; templates: object[] }

test('A132 a broadcast reaches everybody or the chosen areas, and is ended at once', async () => {
  const [ann, ben, cat] = [await addTo(leeds, 'ann'), await addTo(york, 'ben'), await addTo(null, 'cat')]
  await ask('new', { message: 'All', endDate: in_(DAY) })
  const { body } = await ask('new', { message: 'Some', endDate: in_(DAY), areaIDs: [leeds, york, leeds] })
  await ask('new', { message: 'Leeds', endDate: in_(DAY), areaIDs: [leeds] })
  expect(await messages(ann)).toEqual(['Leeds', 'Some', 'All'])
  expect(await messages(ben)).toEqual(['Some', 'All'])
  expect(await messages(cat)).toEqual(['All'])
  // One area can be named by itself, too.
  const { body: one } = await ask('new', { message: 'York', endDate: in_(DAY), areaID: york })
  expect([await messages(ann), await messages(ben)]).toEqual([
    ['Leeds', 'Some', 'All'],
    ['York', 'Some', 'All'],
  ])
  await ask('end', one as object)
  const window = await live.open(
    server,
    `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`,
    ben,
    ['refreshBroadcasts'],
  )
  expect((await ask('end', body as object)).status).toBe(200)
  await vi.waitFor(() => expect(window.heard).toEqual([['refreshBroadcasts']]))
  expect(await messages(ben)).toEqual(['All'])
  const { running, past } = await listed()
  expect(running).toMatchObject([
    { message: 'Leeds', areas: ['Leeds'], people: 1 },
    { message: 'All', areas: [], people: 4 },
  ])
  expect(past).toMatchObject([
    { message: 'York', areas: ['York'], people: 1 },
    { message: 'Some', areas: ['Leeds', 'York'], people: 2, postedBy: 'Dee Desk', endedBy: 'Dee Desk' },
  ])
  const audited = await server.server.db
    .selectFrom('audit')
    .select(['action', 'label'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ action, label }) => `${action} ${label}`)).toEqual([
    'BROADCAST_POSTED All',
    'BROADCAST_POSTED Some',
    'BROADCAST_POSTED Leeds',
    'BROADCAST_POSTED York',
    'BROADCAST_ENDED York',
    'BROADCAST_ENDED Some',
  ])
})

test('A132 at most 1,000 characters and 30 days', async () => {
  const send = async (more: object) => (await ask('new', { message: 'x', endDate: in_(DAY), ...more })).status
  expect(await send({ message: 'x'.repeat(1000) })).toBe(200)
  expect(await send({ message: 'x'.repeat(1001) })).toBe(400)
  expect(await send({ message: ' ' })).toBe(400)
  expect(await send({ endDate: in_(30 * DAY) })).toBe(200)
  expect(await ask('new', { message: 'x', endDate: in_(30 * DAY + 1) })).toEqual({
    status: 400,
    body: { value: 'A broadcast runs for 30 days at most.' },
  })
  expect(await send({ endDate: in_(0) })).toBe(400)
  for (const areaIDs of [[leeds, 99], [99]]) expect(await send({ areaIDs })).toBe(400)
  expect(await send({ areaIDs: [] })).toBe(400)
})

test('A132 says how many have seen it, each once, and no one whom it isn’t for; past ones go after 90 days', async () => {
  const [ann, ben] = [await addTo(leeds, 'ann'), await addTo(york, 'ben')]
  const { body } = await ask('new', { message: 'Leeds', endDate: in_(DAY), areaIDs: [leeds] })
  const { id } = body as { id: number }
  for (const as of [ann, ann, ben]) await ask('seen', { broadcastIDs: [id] }, as)
  expect((await listed()).running).toMatchObject([{ seen: 1, people: 1 }])
  server.clock.now += 91 * DAY - 1
  desk = await signIn(server, 'desk')
  expect((await listed()).past).toHaveLength(1)
  server.clock.now += 1
  expect(await listed()).toMatchObject({ running: [], past: [] })
})

test('A132 templates are kept by name and forgotten', async () => {
  await ask('templates/save', { name: 'Outage', message: 'Down.' })
  await ask('templates/save', { name: 'outage', message: 'The dialler is down.' })
  expect((await listed()).templates).toEqual([{ id: 1, name: 'outage', message: 'The dialler is down.' }])
  expect((await ask('templates/delete', { id: 1 })).status).toBe(200)
  expect((await ask('templates/delete', { id: 1 })).status).toBe(404)
  expect((await listed()).templates).toEqual([])
  expect(await auditTold(server.server.db)).toEqual([
    'BROADCAST_TEMPLATE_SAVED | support.home | broadcastTemplate | Outage',
    'BROADCAST_TEMPLATE_SAVED | support.home | broadcastTemplate | outage',
    'BROADCAST_TEMPLATE_DELETED | support.home | broadcastTemplate | outage',
  ])
})

const FIRE = { word: 'DEFCON', reason: 'Fire in Leeds' }
type Alerts = { alerts: { missing: { name: string }[] }[] }

test('A133 raising takes the word and a reason, one stands at a time, ending takes a reason', async () => {
  for (const bad of [{}, { reason: 'x' }, { word: 'DEFCON', reason: ' ' }, { word: 'defcon', reason: 'x' }])
    expect((await ask('defcon-alerts/raise', bad)).status).toBe(400)
  const raise = () => ask('defcon-alerts/raise', FIRE)
  const answers = await Promise.all([raise(), raise(), raise()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    value: 'A defcon alert stands already.',
  })
  // The database itself takes no second one, whichever server writes.
  const row = { startTime: NOON, endedAt: null, raisedBy: null, standing: 1 }
  await expect(server.server.db.insertInto('defconAlerts').values(row).execute()).rejects.toThrow()
  expect((await ask('defcon-alerts/end', {})).status).toBe(400)
  expect((await ask('defcon-alerts/end', { reason: 'It is out' })).status).toBe(200)
  expect((await ask('defcon-alerts/end', { reason: 'It is out' })).status).toBe(400)
  expect((await ask('defcon-alerts/raise', { ...FIRE, isDrill: true })).status).toBe(200)
  expect(await read('defcon-alerts', desk)).toMatchObject([{ isDrill: true }])
  expect((await ask('defcon-alerts/list')).body).toMatchObject({
    alerts: [
      { isDrill: true, endedAt: null },
      { reason: 'Fire in Leeds', endReason: 'It is out', raisedBy: 'Dee Desk', endedBy: 'Dee Desk' },
    ],
  })
  const audited = await server.server.db
    .selectFrom('audit')
    .select(['action', 'label', 'reason'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ action, label, reason }) => `${action} ${label}: ${reason}`)).toEqual([
    'DEFCON_RAISED Defcon: Fire in Leeds',
    'DEFCON_ENDED Defcon: It is out',
    'DEFCON_RAISED Drill: Fire in Leeds',
  ])
  expect(await auditTold(server.server.db)).toEqual([
    'DEFCON_RAISED | support.home | defconAlert | Defcon',
    'DEFCON_ENDED | support.home | defconAlert | Defcon',
    'DEFCON_RAISED | support.home | defconAlert | Drill',
  ])
})

test('A133 shows who was online and did not get it, who came later, and the time to 95 %', async () => {
  const url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
  const [ann, ben] = [await addTo(leeds, 'ann'), await addTo(york, 'ben')]
  const cat = await addTo(null, 'cat')
  for (const one of [ann, ben])
    await (await live.open(server, url, one, [])).client.invoke('setAppVersion', '1')
  await ask('defcon-alerts/raise', FIRE)
  const alerts = async (as = desk) => ((await ask('defcon-alerts/list', {}, as)).body as Alerts).alerts
  expect(await alerts()).toMatchObject([
    { online: 2, got: 0, later: 0, reachedAfterMs: null, missing: [{ name: 'ANN' }, { name: 'BEN' }] },
  ])
  server.clock.now += 1000
  await ask('seen', { alertIDs: [1] }, ann)
  server.clock.now += 1000
  await ask('seen', { alertIDs: [1] }, ann)
  await ask('seen', { alertIDs: [1] }, cat)
  expect(await alerts()).toMatchObject([
    { online: 2, got: 1, later: 1, reachedAfterMs: null, missing: [{ name: 'BEN' }] },
  ])
  await addAgency(server.server.db)
  const agent = await addPerson(server, { userName: 'gemma', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  await server.server.db
    .updateTable('users')
    .set({ userType: 'AGENCY', agencyID: 1 })
    .where('id', '=', agent)
    .execute()
  expect((await alerts(await signIn(server, 'gemma')))[0]?.missing).toEqual([])
  await ask('seen', { alertIDs: [1] }, ben)
  expect(await alerts()).toMatchObject([{ got: 2, reachedAfterMs: 2000, missing: [] }])
})

test('A133 95 % are counted up: 19 of 20, and all of fewer', () => {
  const seen = (got: number, of: number) =>
    Array.from({ length: of }, (_, i) => (i < got ? 100 + i : null)).toReversed()
  expect(timeToReach(100, seen(19, 20))).toBe(18)
  expect(timeToReach(100, seen(18, 20))).toBeNull()
  expect(timeToReach(100, seen(1, 1))).toBe(0)
  expect(timeToReach(100, seen(9, 10))).toBeNull()
  expect(timeToReach(100, [])).toBeNull()
})

test('each is for who may', async () => {
  const ann = await addTo(leeds, 'ann')
  const calls = {
    new: { message: 'x', endDate: in_(DAY) },
    ...{ end: { id: 1 }, list: {}, 'templates/save': { name: 'a', message: 'b' } },
    ...{ 'templates/delete': { id: 1 }, 'defcon-alerts/list': {}, 'defcon-alerts/raise': FIRE },
  }
  for (const [name, request] of Object.entries(calls))
    expect((await ask(name, request, ann)).status).toBe(403)
})
