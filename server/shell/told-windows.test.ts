import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients, type LiveClient } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addVault, NEW_ENTRY_ID, sealedEntry } from '../vault/testing/vault-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Bearer = Awaited<ReturnType<typeof signIn>>

/** Who does things, who may see all of them, and who may see nothing. */
const PEOPLE: Readonly<Record<string, readonly PermissionName[]>> = {
  ann: [
    'ITRACKER_CAN_SEE_MY_SCHEDULE',
    'ITRACKER_CAN_REQUEST_HOLIDAY',
    'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
    'ADMIN_CAN_EDIT_SETTINGS',
    'ADMIN_CAN_SEE_USERS',
    'SUPPORT_CAN_LOCK_ACCOUNT',
    'SUPPORT_HELP_CENTER',
    'CAN_USE_VAULT',
  ],
  ben: [
    'IRESOURCE_CAN_SEE_BOOKINGS',
    'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
    'ADMIN_CAN_SEE_ERROR_LOG',
    'SUPPORT_CAN_SEE_MODULE',
    'ISUPERVISOR_CAN_SEE_MODULE',
    'CAN_USE_VAULT',
  ],
  cat: [],
  dan: [],
  eve: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
  fay: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
}

let server: TestServer
let url: string
const live = createLiveClients()
const ids: Record<string, number> = {}
const bearers: Record<string, Bearer> = {}

beforeAll(async () => {
  server = await startTestServer()
  url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    ids[userName] = await addPerson(server, { userName, displayName: userName, permissions })
    bearers[userName] = await signIn(server, userName)
  }
})
afterEach(() => live.closeAll())
afterAll(() => server.server.close())

const id = (userName: string): number => ids[userName] ?? 0
async function ask(who: string, path: string, payload: object): Promise<void> {
  const { status, body } = said(await post(server, path, payload, bearers[who]))
  expect([status, body]).toEqual([200, expect.anything()])
}
async function open(userName: string): Promise<LiveClient> {
  const bearer = bearers[userName] ?? { authorization: '' }
  const window = await live.open(server, url, bearer, Object.keys(mainHub.events))
  // Answered once the server has greeted it.
  await window.client.invoke('setAppVersion', '1')
  return window
}
async function openAll() {
  return { ann: await open('ann'), ben: await open('ben'), cat: await open('cat') }
}
const heard = (window: LiveClient, event: string) => window.heard.filter(([name]) => name === event)
const told = (window: LiveClient, event: string, ...args: unknown[]) =>
  vi.waitFor(() => expect(heard(window, event)).toContainEqual([event, ...args]))

test('S299 updateOutstandingTicketsCount tells who raised a ticket, and who handles them, how many are open', async () => {
  const { ann, ben, cat } = await openAll()
  const raise = () => ask('ann', '/api/help/tickets/raise', { ticketType: 'Dialler', message: 'It is down.' })
  for (const count of [1, 2]) {
    await raise()
    await told(ann, 'updateOutstandingTicketsCount', count)
    await told(ben, 'updateOutstandingTicketsCount', count)
  }
  expect(heard(cat, 'updateOutstandingTicketsCount')).toEqual([])
})

test('D167 who decides on requests is told how many wait, and who asked that their calendar is otherwise', async () => {
  const { ann, ben, cat } = await openAll()
  const holiday = { type: 'HOLIDAY', reason: 'Wedding' }
  await ask('ann', '/api/resource/booking/new', {
    ...{ ...holiday, startLocal: '2026-05-11T00:00', endLocal: '2026-05-13T00:00' },
  })
  await told(ann, 'calendarChanged')
  await told(ben, 'updatePendingRequestsCount', 1)
  await ask('ann', '/api/resource/booking/new', {
    ...{ ...holiday, startLocal: '2026-05-18T00:00', endLocal: '2026-05-20T00:00' },
  })
  await told(ben, 'updatePendingRequestsCount', 2)
  expect(heard(ann, 'updatePendingRequestsCount')).toEqual([])
  for (const event of ['calendarChanged', 'updatePendingRequestsCount']) expect(heard(cat, event)).toEqual([])
  expect(heard(ben, 'calendarChanged')).toEqual([])
})

test('a shift that is given up, or isn’t any more, is told to those of its area who may pick it up', async () => {
  const { db } = server.server
  await db.insertInto('areas').values({ id: 61, name: 'North' }).execute()
  await db.updateTable('users').set({ areaID: 61 }).where('userName', 'in', ['ann', 'ben', 'eve']).execute()
  const shift = (areaID: number | null, days: number) =>
    addShift(db, {
      ...{ userID: id('ann'), areaID, start: NOON + days * DAY_MS, end: NOON + days * DAY_MS + 4 * HOUR_MS },
    })
  const [north, anywhere] = [await shift(61, 2), await shift(null, 3)]
  const windows = { eve: await open('eve'), ben: await open('ben'), fay: await open('fay') }
  const count = (window: LiveClient) => heard(window, 'calendarChanged').length
  const drop = async (shiftID: number) => {
    const path = '/api/resource/shift-request/new'
    const { body } = said(
      await post(server, path, { type: 'DROP', shiftID, reason: 'A wedding' }, bearers.ann),
    )
    return (body as { id: number }).id
  }
  const first = await drop(north)
  await vi.waitFor(() => expect(count(windows.eve)).toBe(1))
  await ask('ann', '/api/resource/shift-request/answer', { id: first, state: 'CANCELLED' })
  await vi.waitFor(() => expect(count(windows.eve)).toBe(2))
  // Who is of another area, and who has no calendar, hear of neither; a shift of no area is everybody's.
  expect([count(windows.fay), count(windows.ben)]).toEqual([0, 0])
  await drop(anywhere)
  await vi.waitFor(() => expect([count(windows.eve), count(windows.fay)]).toEqual([3, 1]))
  expect(count(windows.ben)).toBe(0)
})

test('A090 who sees background services is told which one runs', async () => {
  const { ann, ben, cat } = await openAll()
  await ask('ann', '/api/admin/configuration/background-services/run', { key: 'MAIL_QUEUE' })
  await told(ann, 'jobChanged', { key: 'MAIL_QUEUE' })
  await told(ben, 'jobChanged', { key: 'MAIL_QUEUE' })
  expect(heard(cat, 'jobChanged')).toEqual([])
})

test('W008 who has a vault is told that it is otherwise, and nobody else', async () => {
  await addVault(server.server.db, id('ann'))
  const { ann, ben } = await openAll()
  const place = { source: 'USER', sourceID: id('ann') }
  await ask('ann', '/api/vault/add-entry', { ...place, ...sealedEntry(NEW_ENTRY_ID, 1, id('ann')) })
  await told(ann, 'vaultChanged', place)
  expect(heard(ben, 'vaultChanged')).toEqual([])
})

test('A114 who sees the error log is told that there is something new in it', async () => {
  const { ann, ben } = await openAll()
  await ask('cat', '/api/errors/report', {
    ...{ source: 'WEB', build: 'b' },
    errors: [{ message: 'Error: it broke', place: 'x', stack: '', at: new Date(NOON).toISOString() }],
  })
  await told(ben, 'errorsChanged')
  expect(heard(ann, 'errorsChanged')).toEqual([])
})

test('A062 who sees people is told of an account that was locked', async () => {
  const { ann, ben, cat } = await openAll()
  await ask('ann', '/api/support/account/lock', { userID: id('dan'), reason: 'Lost their laptop' })
  const whom = { userID: id('dan') }
  await told(ann, 'personChanged', whom)
  await told(ben, 'personChanged', whom)
  expect(heard(cat, 'personChanged')).toEqual([])
})
