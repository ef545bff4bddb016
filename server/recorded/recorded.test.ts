import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordedReading } from '#shared/contract/recorded.ts'
import type { MachineKind, ReadingPolicy } from '#shared/domain/recorded-readings.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { rowOf, SETTINGS } from '#shared/settings/registry.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'
import { dropAged } from './policy.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const READINGS = {
  download: 60,
  upload: 12,
  ping: 18,
  jitter: 4,
  loss: 0,
  memorySize: 16 * 1024 ** 2,
  threadCount: 12,
  wifiSignalStrength: null,
  memoryUsage: 40,
  cpuUsage: 20,
  diskUtilisation: null,
}

let server: TestServer
let jamie: number
let own: { authorization: string }
let admin: { authorization: string }
const live = createLiveClients()
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  jamie = await addPerson(server, {
    ...{ userName: 'jamie', displayName: 'Jamie Whitfield' },
    permissions: [
      ...(['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const),
      ...(['CAN_USE_SPEED_TEST', 'CAN_USE_MOOD_CAPTURE'] as const),
    ],
  })
  await addPerson(server, { userName: 'admin', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  await addProject(db(), 7, 'Rail')
  own = await signIn(server, 'jamie')
  admin = await signIn(server, 'admin')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const call = async (path: string, body: object = {}, as = own) =>
  said(await post(server, `/api/${path}`, body, as))
const goTo = (activity: string, more: object = {}) =>
  call('activity/update/current-activity', { activity, ...more })
const note = async (actionName: string, description = '') =>
  (await call('communication/notification/log-event', { actionName, description })).status
const speedTest = async (more: object) =>
  (await call('device-health/speed-test/new', { kind: 'BADGE', results: [READINGS], ...more })).status
const mine = async (more: object = {}) =>
  ((await call('itracker/recorded/mine', more)).body as { readings: RecordedReading[] }).readings
const kinds = async () => (await mine()).map(({ kind, value }) => [kind, value])
/** Everything of the machine that is stored about the person, wherever. */
async function stored(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['recordedReadings', 'idleReadings', 'speedTestRuns', 'eventLog', 'machines'] as const)
    counts[table] = (
      await db().selectFrom(table).where('userID', '=', jamie).select('userID').execute()
    ).length
  return counts
}
const NOTHING = { recordedReadings: 0, idleReadings: 0, speedTestRuns: 0, eventLog: 0, machines: 0 }

async function open() {
  const url = await server.server.listen(0, '127.0.0.1')
  return live.open(server, `${url}${mainHub.path}`, own, ['recordedReading'])
}

/** What a client reports of its machine, each in its way. */
const REPORTS = [
  'IDLE',
  'BACK',
  'ACTIVE_APP',
  'LOCATION_KNOWN',
  'LOCATION_UNKNOWN',
  'VPN_CONNECTED',
  'VPN_DISCONNECTED',
]

test('D096 off shift no idle, active-app, location, wifi, VPN or device reading is stored, but for a check of one’s own', async () => {
  const window = await open()
  const tell = async () => {
    const answers = []
    for (const name of REPORTS) answers.push(await note(name, 'x'))
    await window.client.invoke('setWifiBand', 'GOOD')
    const times = { since: new Date(NOON - 20 * MINUTE).toISOString(), until: new Date(NOON).toISOString() }
    answers.push((await call('activity/idle', { ...times, answer: null })).status)
    answers.push(await speedTest({ isOwn: false }))
    return answers
  }
  // Before anything, and after the end of the shift.
  expect(await tell()).toEqual([...REPORTS.map(() => 409), 409, 409])
  expect(await stored()).toEqual(NOTHING)
  await goTo('MEETING')
  await goTo('INACTIVE')
  expect(await tell()).toEqual([...REPORTS.map(() => 409), 409, 409])
  expect(await stored()).toEqual(NOTHING)
  expect(await speedTest({})).toBe(200)
  expect(await stored()).toEqual({ ...NOTHING, speedTestRuns: 1, machines: 1 })
  // What isn't of the machine goes into the log as ever.
  expect(await note('OFFLINE')).toBe(200)
})

test('D096 on shift they are, and each stands in the person’s list', async () => {
  const window = await open()
  await goTo('AVAILABLE', { project: 'Rail' })
  for (const name of REPORTS)
    expect(await note(name, name === 'ACTIVE_APP' ? 'Microsoft Excel' : '')).toBe(200)
  await window.client.invoke('setWifiBand', 'GOOD')
  await window.client.invoke('setWifiBand', 'GOOD')
  expect(await speedTest({ isOwn: false })).toBe(200)
  server.clock.now = NOON + 7 * MINUTE
  await call('activity/idle', {
    since: new Date(NOON + MINUTE).toISOString(),
    until: new Date(NOON + 7 * MINUTE).toISOString(),
    answer: null,
  })
  const all = await kinds()
  for (const one of [
    ['IDLE', 'Goes on'],
    ['IDLE', 'Away'],
    ['IDLE', 'Back'],
    ['ACTIVE_APP', 'Microsoft Excel'],
    ['LOCATION', 'Known'],
    ['LOCATION', 'Not known'],
    ['VPN', 'Connected'],
    ['VPN', 'Not connected'],
    ['WIFI', 'GOOD'],
    ['ACTIVITY', 'Available, Rail'],
  ])
    expect(all.filter((other) => other.join() === one.join())).toHaveLength(1)
  expect(all.filter(([kind]) => kind === 'DEVICE_GRADE')).toHaveLength(1)
})

test('D097 the program in front is stored between START_ and STOP_WATCHING_ACTIVE_APP only', async () => {
  const app = () => note('ACTIVE_APP', 'Microsoft Excel')
  await goTo('MEETING')
  expect(await app()).toBe(409)
  await goTo('AVAILABLE', { project: 'Rail' })
  expect(await app()).toBe(200)
  // From one project to another it goes on: nothing was stopped.
  await addProject(db(), 8, 'Bus')
  expect((await goTo('AVAILABLE', { project: 'Bus' })).status).toBe(200)
  expect(await app()).toBe(200)
  await goTo('BREAK')
  expect(await app()).toBe(409)
  // Another wording of the same isn't a way around it.
  await goTo('AVAILABLE', { project: 'Rail' })
  await goTo('PERSONAL')
  expect(await app()).toBe(409)
  expect(await kinds()).toContainEqual(['ACTIVE_APP', 'Microsoft Excel'])
  expect((await kinds()).filter(([kind]) => kind === 'ACTIVE_APP')).toHaveLength(2)
})

test('D094 a reading has time, kind, value, purpose, who can see it and until when; each is told within a second', async () => {
  const window = await open()
  await goTo('AVAILABLE', { project: 'Rail', category: 'Outbound' })
  const began = performance.now()
  server.clock.now = NOON + MINUTE
  await note('ACTIVE_APP', 'Microsoft Excel')
  await vi.waitFor(() => expect(window.heard).toContainEqual(['recordedReading', { kind: 'ACTIVE_APP' }]))
  const [newest, activity] = await mine()
  expect(performance.now() - began).toBeLessThan(1000)
  expect(newest).toEqual({
    ...{ id: expect.stringMatching(/^ACTIVE_APP \d+$/), userID: jamie, kind: 'ACTIVE_APP' },
    ...{ value: 'Microsoft Excel', at: new Date(NOON + MINUTE).toISOString() },
    purpose: 'To find out which programs get in the way of calls',
    seenBy: 'IRESOURCE_CAN_SEE_MEASUREMENTS',
    keepUntil: new Date(NOON + MINUTE + 30 * DAY).toISOString(),
  })
  expect(activity).toMatchObject({
    ...{ kind: 'ACTIVITY', value: 'Available, Outbound, Rail', purpose: 'To pay your hours and plan breaks' },
    keepUntil: new Date(Date.UTC(2029, 4, 4, 12)).toISOString(),
  })
  // Each other way in which something is recorded is told, too.
  await call('well-being/submit-mood', { moodValue: 4, comments: '', userID: jamie })
  await speedTest({})
  await goTo('BREAK')
  await window.client.invoke('setWifiBand', 'POOR')
  for (const kind of ['MOOD', 'DEVICE_GRADE', 'ACTIVITY', 'WIFI'])
    await vi.waitFor(() => expect(window.heard).toContainEqual(['recordedReading', { kind }]))
})

test('D094 the list is the person’s own, by kind and time, latest first, and goes on with older ones', async () => {
  const other = await addPerson(server, { userName: 'ellie', permissions: [] })
  const rows = Array.from({ length: 205 }, (_, place) => ({
    ...{ userID: place === 204 ? other : jamie, kind: 'WIFI' as const, value: `band ${place}` },
    at: NOON - place * MINUTE,
  }))
  await db().insertInto('recordedReadings').values(rows).execute()
  const first = (await call('itracker/recorded/mine')).body as {
    readings: RecordedReading[]
    hasMore: boolean
  }
  expect([first.readings.length, first.hasMore]).toEqual([200, true])
  expect(first.readings[0]?.value).toBe('band 0')
  const rest = await mine({ to: first.readings.at(-1)?.at })
  expect(rest.map(({ value }) => value)).toEqual(['band 200', 'band 201', 'band 202', 'band 203'])
  const from = new Date(NOON - 2 * MINUTE).toISOString()
  expect((await mine({ kinds: ['WIFI'], from })).map(({ value }) => value)).toEqual([
    'band 0',
    'band 1',
    'band 2',
  ])
  expect(await mine({ kinds: ['MOOD'] })).toEqual([])
  // As many as a list takes: there are no older ones.
  const whole = await call('itracker/recorded/mine', { to: new Date(NOON - 3 * MINUTE).toISOString() })
  expect(whole.body).toMatchObject({ hasMore: false, readings: { length: 200 } })
  expect((await call('itracker/recorded/mine', {}, admin)).status).toBe(403)
})

test('D094 it says until when by days and by years, of one moment the later kept first, and nothing that is over', async () => {
  const wifi = (value: string, at: number) => ({ userID: jamie, kind: 'WIFI' as const, value, at })
  await db()
    .insertInto('recordedReadings')
    .values([
      wifi('over', NOON - 30 * DAY),
      wifi('nearly', NOON - 30 * DAY + 1),
      wifi('first', NOON - DAY),
      wifi('then', NOON - DAY),
      { ...wifi('Connected', NOON - DAY), kind: 'VPN' as const },
    ])
    .execute()
  const started = { activity: 'MEETING', projectID: null, project: null, category: null } as const
  const leapDay = Date.UTC(2024, 1, 29, 12)
  await db()
    .insertInto('activitySessions')
    .values({
      ...{ ...started, userID: jamie, startedAt: leapDay, startedBy: jamie },
      ...{ endedAt: leapDay + MINUTE, endedBy: jamie },
    })
    .execute()
  await call('well-being/submit-mood', { moodValue: 4, comments: '', userID: jamie })
  const all = await mine()
  expect(all.map(({ kind, value, at, keepUntil }) => [kind, value, at, keepUntil])).toEqual([
    ['MOOD', expect.any(String), '2026-05-04T12:00:00.000Z', '2027-05-04T12:00:00.000Z'],
    ['VPN', 'Connected', '2026-05-03T12:00:00.000Z', '2026-06-02T12:00:00.000Z'],
    ['WIFI', 'then', '2026-05-03T12:00:00.000Z', '2026-06-02T12:00:00.000Z'],
    ['WIFI', 'first', '2026-05-03T12:00:00.000Z', '2026-06-02T12:00:00.000Z'],
    ['WIFI', 'nearly', '2026-04-04T12:00:00.001Z', '2026-05-04T12:00:00.001Z'],
    // Three years after 29 February there is none.
    ['ACTIVITY', 'Meeting', '2024-02-29T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
  ])
})

test('4 §4.2.1 all readings that match are a file, the caller’s alone, and that is in the audit', async () => {
  const sees = ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const
  const other = await addPerson(server, { userName: 'ellie', permissions: [...sees] })
  // More than the list gives at once, some at the same moment.
  const rows = Array.from({ length: 410 }, (_, place) => ({
    ...{ userID: place === 0 ? other : jamie, kind: 'WIFI' as const },
    ...{ value: place === 1 ? '=1+1' : 'VERY_GOOD', at: NOON - Math.floor(place / 2) * MINUTE },
  }))
  await db().insertInto('recordedReadings').values(rows).execute()
  const file = async (asked: object, as = own) => {
    const { status, body } = await post(server, '/api/itracker/recorded/file', { type: 'CSV', ...asked }, as)
    return { status, lines: body.replace('\uFEFF', '').trim().split(/\r?\n/) }
  }
  const all = await file({})
  expect(all.lines[0]).toBe('Time,What,Reading,Why,Who sees it,Kept until')
  expect(all.lines).toHaveLength(1 + 409)
  expect(all.lines[1]).toContain("How good your wifi is,'=1+1,")
  expect(all.lines[2]).toMatch(
    /^2026-05-04T12:59,How good your wifi is,Very good,To help you when calls break off,/,
  )
  const from = new Date(NOON - 2 * MINUTE).toISOString()
  expect((await file({ kinds: ['WIFI'], from })).lines).toHaveLength(1 + 5)
  expect((await file({ kinds: ['MOOD'] })).lines).toHaveLength(1)
  const ellie = await signIn(server, 'ellie')
  expect((await file({}, ellie)).lines).toHaveLength(1 + 1)
  expect((await file({}, admin)).status).toBe(403)
  const told = await db()
    .selectFrom('audit')
    .where('action', '=', 'EXPORTED')
    .select(['page', 'recordType', 'personID', 'changes'])
    .orderBy('id')
    .execute()
  expect(told.map(({ page, recordType, personID }) => [page, recordType, personID])).toEqual([
    ...Array.from({ length: 3 }, () => ['tracker.home', 'recordedReading', jamie]),
    ['tracker.home', 'recordedReading', other],
  ])
  expect(told[0]?.changes).toContain('{"field":"rows","before":null,"after":409}')
})

const usual = SETTINGS['recordedReadings.kinds'].usual
const with_ = (kind: MachineKind, change: Partial<ReadingPolicy[MachineKind]>): ReadingPolicy => ({
  ...usual,
  [kind]: { ...usual[kind], ...change },
})
async function save(value: ReadingPolicy): Promise<number> {
  const row = await db()
    .selectFrom('settings')
    .where('name', '=', rowOf('recordedReadings.kinds'))
    .select('version')
    .executeTakeFirst()
  const changes = [{ key: 'recordedReadings.kinds', value, version: row?.version ?? 0 }]
  return (await call('admin/configuration/settings/save', { changes }, admin)).status
}
interface Rule {
  readonly kind: string
  readonly isOn: boolean
  readonly keptFor: string
  readonly comes: unknown
}
const rule = async (wanted: string) => {
  const { rules } = (await call('itracker/recorded/policy')).body as { rules: Rule[] }
  const found = rules.find(({ kind }) => kind === wanted)
  return found && { isOn: found.isOn, keptFor: found.keptFor, comes: found.comes }
}
const told = async () =>
  (await db().selectFrom('notifications').orderBy('userID').select(['userID', 'subject']).execute()).map(
    ({ userID, subject }) => [userID, subject],
  )
const sees = async () => (await mine({ kinds: ['WIFI'] })).map(({ value }) => value)

test('D099 a stricter policy holds at once, also for what is stored; a looser one after 7 days and a notification to all', async () => {
  await goTo('MEETING')
  await db()
    .insertInto('recordedReadings')
    .values(
      [20, 5].map((days) => ({
        userID: jamie,
        kind: 'WIFI' as const,
        value: `${days}`,
        at: NOON - days * DAY,
      })),
    )
    .execute()
  expect(await sees()).toEqual(['5', '20'])
  expect(await save(with_('WIFI', { keepDays: 10 }))).toBe(200)
  expect(await sees()).toEqual(['5'])
  expect(await db().selectFrom('recordedReadings').select('value').execute()).toEqual([{ value: '5' }])
  expect(await told()).toEqual([])
  expect(await save(with_('VPN', { isOn: false }))).toBe(200)
  expect(await note('VPN_CONNECTED')).toBe(409)
  const everybody = (
    await db()
      .selectFrom('users')
      .where('id', '>', 0)
      .where('isActive', '=', 1)
      .orderBy('id')
      .select('id')
      .execute()
  ).map(({ id }) => id)
  // That kept wifi longer again: everybody was told of it.
  const subject = 'From 11 May 2026 on, more is recorded about you on shift'
  expect(await told()).toEqual(everybody.map((id) => [id, subject]))
  expect(await rule('WIFI')).toEqual({
    ...{ isOn: true, keptFor: '10 days' },
    comes: { isOn: true, keptFor: '30 days', at: new Date(NOON + 7 * DAY).toISOString() },
  })

  server.clock.now = NOON + MINUTE
  expect(await save(usual)).toBe(200)
  expect(await told()).toHaveLength(2 * everybody.length)
  expect(await rule('VPN')).toEqual({
    ...{ isOn: false, keptFor: '30 days' },
    comes: { isOn: true, keptFor: '30 days', at: new Date(NOON + MINUTE + 7 * DAY).toISOString() },
  })
  own = await after(7 * DAY - 1)
  expect(await note('VPN_CONNECTED')).toBe(409)
  own = await after(7 * DAY)
  expect(await note('VPN_CONNECTED')).toBe(200)
  expect(await rule('VPN')).toEqual({ isOn: true, keptFor: '30 days', comes: null })
})

/** So long after the last change; whoever works is signed in anew. */
async function after(ms: number) {
  server.clock.now = NOON + MINUTE + ms
  return signIn(server, 'jamie')
}

test('D099 each kind that is off isn’t taken, and what its days keep no longer goes each night', async () => {
  await goTo('AVAILABLE', { project: 'Rail' })
  const window = await open()
  const off = Object.fromEntries(
    Object.entries(usual).map(([kind, { keepDays }]) => [kind, { isOn: false, keepDays }]),
  ) as unknown as ReadingPolicy
  expect(await save(off)).toBe(200)
  for (const name of REPORTS) expect([name, await note(name)]).toEqual([name, 409])
  await window.client.invoke('setWifiBand', 'GOOD')
  expect(await speedTest({ isOwn: false })).toBe(409)
  expect(await speedTest({})).toBe(200)
  expect((await call('activity/idle-question')).body).toEqual({ isAsked: false })
  expect(await stored()).toEqual(NOTHING)
  const old = { userID: jamie, kind: 'VPN' as const, value: 'Connected' }
  await db()
    .insertInto('recordedReadings')
    .values([
      { ...old, at: NOON - 30 * DAY - 1 },
      { ...old, at: NOON - 30 * DAY },
    ])
    .execute()
  expect(await dropAged(db(), NOON)).toBe(1)
  expect(await db().selectFrom('recordedReadings').select('at').execute()).toEqual([{ at: NOON - 30 * DAY }])
})
