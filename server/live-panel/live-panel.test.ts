import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveStats } from '#shared/contract/live-panel.ts'
import { getLiveData, liveStatus } from '#shared/contract/live-panel.ts'
import { LIVE_PUSH_MS } from '#shared/domain/live-panel.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { createLiveClients, type LiveClient } from '../http/testing/live-clients.ts'
import { addPerson, NOON, post, said, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { type Caller, callerOf } from '../tickets/testing/company.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const EVENTS = ['LivePanelDataChange', 'livePanelGone']
const LOOKS: readonly PermissionName[] = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL']

let server: TestServer
let url: string
let priya: Caller
let jamie: Caller
let areas: readonly [number, number]
const clients = createLiveClients()
const db = () => server.server.db

async function addArea(name: string): Promise<number> {
  const { id } = await db()
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase(), code: name } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function person(userName: string, permissions: readonly PermissionName[], more: object = {}) {
  const id = await addPerson(server, { userName, displayName: userName, permissions })
  if (Object.keys(more).length > 0) await db().updateTable('users').set(more).where('id', '=', id).execute()
  return callerOf(server, userName, id)
}

beforeEach(async () => {
  server = await startTestServer()
  url = await server.server.listen(0, '127.0.0.1')
  areas = [await addArea('Leeds'), await addArea('Glasgow')]
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
  priya = await person('priya', LOOKS, { areaID: areas[0] })
  jamie = await person(
    'jamie',
    [
      ...(['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'PROJECTS_CAN_USE_SWITCHER'] as const),
      'PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE',
    ],
    {
      areaID: areas[0],
      managerID: priya.id,
    },
  )
})
afterEach(async () => {
  await clients.closeAll()
  await server.server.close()
})

const watch = async (who: Caller): Promise<LiveClient> => {
  const window = await clients.open(server, `${url}${livePanelHub.path}`, who.bearer, EVENTS)
  await window.client.invoke('watchLivePanel')
  return window
}
const told = ({ heard }: LiveClient, since = 0) => heard.slice(since).map(([, stats]) => stats) as LiveStats[]
const rowOf = async (who: Caller, id: number) => (await who.get(getLiveData, {}))[String(id)]
const goTo = async (who: Caller, activity: string, more: object = {}) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, who.bearer))
test('D119 a row has activity, time in it, project, adherence, shift, break, dialler, today, last hour, tickets and machine', async () => {
  await addShift(db(), {
    ...{ userID: jamie.id, start: NOON - 2 * HOUR, end: NOON + 4 * HOUR, breakMinutes: 30, projectID: 7 },
  })
  await db().updateTable('projects').set({ interviewsPerHour: 2 }).where('id', '=', 7).execute()
  const session = (
    activity: 'AVAILABLE' | 'BREAK',
    from: number,
    to: number | null,
    projectID: number | null,
  ) => ({
    ...{ userID: jamie.id, activity, projectID, project: projectID === null ? null : 'Rail' },
    ...{ category: null, startedAt: NOON + from, startedBy: jamie.id },
    ...{ endedAt: to === null ? null : NOON + to, endedBy: null },
  })
  await db()
    .insertInto('activitySessions')
    .values([
      session('AVAILABLE', -2 * HOUR, -40 * MINUTE, 7),
      session('BREAK', -40 * MINUTE, -30 * MINUTE, null),
      session('AVAILABLE', -30 * MINUTE, null, 7),
    ])
    .execute()
  const record = (start: number, outcome: 'COMPLETE' | 'REFUSAL') => ({
    ...{ projectID: 7, userID: jamie.id, start: NOON + start, end: NOON + start + 6 * MINUTE, duration: 360 },
    ...{ outcome, attempt: 1, respondentRef: '', source: 'MANUAL' as const },
  })
  await db()
    .insertInto('interviewRecords')
    .values([
      record(-110 * MINUTE, 'COMPLETE'),
      record(-20 * MINUTE, 'COMPLETE'),
      record(-10 * MINUTE, 'REFUSAL'),
    ] as never)
    .execute()
  const row = await rowOf(priya, jamie.id)
  expect(row).toMatchObject({
    userName: 'jamie',
    diallerStatus: 'UNKNOWN',
    machineStatus: 'UNKNOWN',
    openTickets: 0,
  })
  expect(row?.live).toMatchObject({
    ...{ isShown: true, currentActivity: 'AVAILABLE', project: 'Rail', scheduledProject: 'Rail' },
    since: new Date(NOON - 30 * MINUTE).toISOString(),
    adherence: { state: 'IN' },
    shift: {
      start: new Date(NOON - 2 * HOUR).toISOString(),
      end: new Date(NOON + 4 * HOUR).toISOString(),
    },
    ...{ startedAt: new Date(NOON - 2 * HOUR).toISOString(), breakSeconds: 600, completes: 2, target: 11 },
    // 50 of the last 60 minutes were worked: one complete is 1.2 an hour.
    lastHour: { completes: 1, rate: 1.2, projectRate: 1.2 },
  })
  expect(row?.live?.refusalRate).toBeCloseTo(1 / 3)
  // What was set of the person's day is the target, here as on their own page.
  await db()
    .insertInto('targets')
    .values({
      ...{ measure: 'completes', userID: jamie.id, projectID: null, period: 'DAY', value: 6 },
      ...{ from: '2026-05-04', to: null, setBy: null, setAt: NOON },
    })
    .execute()
  const withTarget = (await rowOf(priya, jamie.id))?.live
  expect(withTarget?.target).toBe(6)
  expect(withTarget?.rateTargets).toBeUndefined()
  const rate = { measure: 'completesPerHour', period: 'DAY', from: '2026-05-04', to: null } as const
  const bySam = { setBy: null, setAt: NOON, withdrawnAt: null }
  await db()
    .insertInto('targets')
    .values([
      { ...rate, ...bySam, userID: null, projectID: 7, value: 2 },
      { ...rate, ...bySam, userID: jamie.id, projectID: null, value: 1.2 },
      { ...rate, ...bySam, userID: jamie.id, projectID: null, value: 9, withdrawnAt: NOON },
    ])
    .execute()
  expect((await rowOf(priya, jamie.id))?.live?.rateTargets).toEqual({
    completesPerHour: 1.2,
    refusalRate: null,
  })
})

test('D119 shown are people on shift, due within 30 minutes, working without a shift, or not ended', async () => {
  const shown = async () => (await rowOf(priya, jamie.id))?.live?.isShown
  expect(await shown()).toBe(false)
  await addShift(db(), { userID: jamie.id, start: NOON + 31 * MINUTE, end: NOON + 4 * HOUR })
  expect(await shown()).toBe(false)
  server.clock.now = NOON + MINUTE - 1
  expect(await shown()).toBe(false)
  server.clock.now = NOON + MINUTE
  expect(await shown()).toBe(true)
  server.clock.now = NOON + 4 * HOUR - 1
  expect(await shown()).toBe(true)
  server.clock.now = NOON + 4 * HOUR
  expect(await shown()).toBe(false)
  await goTo(jamie, 'MEETING')
  expect(await shown()).toBe(true)
  expect((await rowOf(priya, jamie.id))?.live?.shift).not.toBeNull()
  // Whoever works is shown, also without any shift.
  const bob = await person('bob', [], { areaID: areas[0], managerID: priya.id })
  expect((await rowOf(priya, bob.id))?.live).toMatchObject({ isShown: false, shift: null })
  await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: bob.id, activity: 'AVAILABLE', projectID: 7, project: 'Rail', category: null },
      ...{ startedAt: server.clock.now, startedBy: bob.id, endedAt: null, endedBy: null },
    })
    .execute()
  expect((await rowOf(priya, bob.id))?.live).toMatchObject({ isShown: true, shift: null })
})

test('D119 the machine is ACTIVE while somebody is there, IDLE once they are flagged, OFFLINE without a window, UNKNOWN where none is known', async () => {
  const machine = async () => (await rowOf(priya, jamie.id))?.machineStatus
  expect(await machine()).toBe('UNKNOWN')
  await db()
    .insertInto('machines')
    .values({ userID: jamie.id, desktopVersion: '1.0.0', grade: null })
    .execute()
  expect(await machine()).toBe('OFFLINE')
  const window = await clients.open(server, url + mainHub.path, jamie.bearer, [])
  await expect.poll(machine).toBe('ACTIVE')
  await goTo(jamie, 'MEETING')
  const { id: sessionID } = await db().selectFrom('activitySessions').select('id').executeTakeFirstOrThrow()
  await db()
    .insertInto('idleReadings')
    .values({ userID: jamie.id, sessionID, since: NOON, until: null, answer: null })
    .execute()
  expect(await machine()).toBe('IDLE')
  await window.client.stop()
  await expect.poll(machine).toBe('OFFLINE')
})

test('D119 a machine that is locked or asleep is told at once, on shift only, and is in use again afterwards', async () => {
  const machine = async () => (await rowOf(priya, jamie.id))?.machineStatus
  const atPriya = await watch(priya)
  const seen = () => told(atPriya).flatMap((stats) => stats[String(jamie.id)]?.machineStatus ?? [])
  const desktop = await clients.open(server, url + mainHub.path, jamie.bearer, [])
  await desktop.client.invoke('setDesktopVersion', '1.0.0')
  await desktop.client.invoke('takesActivityActions', true)
  // Off shift nothing of the machine is kept.
  await desktop.client.invoke('setMachineAway', 'LOCKED')
  expect(await machine()).toBe('ACTIVE')
  expect(await db().selectFrom('actionWindows').select('away').execute()).toEqual([{ away: null }])
  await goTo(jamie, 'MEETING')
  await desktop.client.invoke('setMachineAway', 'LOCKED')
  await vi.waitFor(() => expect(seen().at(-1)).toBe('LOCKED'))
  // A browser on another machine is one that can be used.
  const browser = await clients.open(server, url + mainHub.path, jamie.bearer, [])
  await browser.client.invoke('takesActivityActions', false)
  expect(await machine()).toBe('ACTIVE')
  await browser.client.stop()
  await expect.poll(machine).toBe('LOCKED')
  await desktop.client.invoke('setMachineAway', null)
  await vi.waitFor(() => expect(seen().at(-1)).toBe('ACTIVE'))
  await desktop.client.invoke('setMachineAway', 'ASLEEP')
  await vi.waitFor(() => expect(seen().at(-1)).toBe('ASLEEP'))
  // Whoever sleeps loses the connection, and sleeps all the same; the client that comes again is awake.
  await desktop.client.stop()
  await expect
    .poll(async () => (await db().selectFrom('actionWindows').select('away').execute()).length)
    .toBe(0)
  expect(await machine()).toBe('ASLEEP')
  const again = await clients.open(server, url + mainHub.path, jamie.bearer, [])
  await again.client.invoke('takesActivityActions', true)
  expect(await machine()).toBe('ACTIVE')
  await again.client.stop()
  await expect.poll(machine).toBe('OFFLINE')
})

test('W220 D121 LivePanelDataChange carries only who changed, at most 10 times a second, in the viewer’s scope', async () => {
  const callum = await person('callum', LOOKS, { areaID: areas[1] })
  const isla = await person('isla', ['CAN_UPDATE_MASTER_ACTIVITY'], {
    areaID: areas[1],
    managerID: callum.id,
  })
  const [atPriya, atCallum] = [await watch(priya), await watch(callum)]
  expect(Object.keys(Object.assign({}, ...told(atPriya)))).toEqual([String(priya.id), String(jamie.id)])
  const before = [atPriya.heard.length, atCallum.heard.length] as const
  await goTo(jamie, 'MEETING')
  await vi.waitFor(() => expect(atPriya.heard.length).toBeGreaterThan(before[0]))
  expect(told(atPriya, before[0])).toEqual([
    {
      [jamie.id]: expect.objectContaining({ live: expect.objectContaining({ currentActivity: 'MEETING' }) }),
    },
  ])
  await goTo(isla, 'BREAK')
  await vi.waitFor(() => expect(atCallum.heard.length).toBeGreaterThan(before[1]))
  // Jamie's change came to Priya alone, and Isla's to Callum.
  expect(told(atCallum, before[1]).map((stats) => Object.keys(stats))).toEqual([[String(isla.id)]])
  expect(atPriya.heard.length).toBe(before[0] + 1)

  let sent = 0
  atPriya.client.on('LivePanelDataChange', () => void sent++)
  const began = performance.now()
  for (let at = 0; at < 20; at++) {
    server.clock.now += 1000
    await goTo(jamie, at % 2 ? 'MEETING' : 'TRAINING')
    await delay(15)
  }
  await vi.waitFor(async () =>
    expect(told(atPriya).at(-1)).toMatchObject({ [jamie.id]: { live: { currentActivity: 'MEETING' } } }),
  )
  expect(sent).toBeGreaterThan(1)
  // However late each arrives: no more than one for each 100 ms, and the one at the beginning.
  expect(sent).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / LIVE_PUSH_MS) + 1)
})

test('D121 who goes to another team and area is gone from the panel', async () => {
  const window = await watch(priya)
  await db()
    .updateTable('users')
    .set({ areaID: areas[1], managerID: null })
    .where('id', '=', jamie.id)
    .execute()
  await goTo(jamie, 'MEETING')
  await vi.waitFor(() => expect(window.heard.at(-1)).toEqual(['livePanelGone', [jamie.id]]))
})

test('D122 a restricted supervisor’s panel and its calls hold their own team only', async () => {
  const megan = await person('megan', [...LOOKS, 'ISUPERVISOR_IS_RESTRICTED'], { areaID: areas[0] })
  const gareth = await person('gareth', ['CAN_UPDATE_MASTER_ACTIVITY'], {
    areaID: areas[0],
    managerID: megan.id,
  })
  expect(Object.keys(await megan.get(getLiveData, {}))).toEqual([String(gareth.id)])
  const window = await watch(megan)
  expect(told(window).flatMap((stats) => Object.keys(stats))).toEqual([String(gareth.id), String(gareth.id)])
  // A supervisor of the same area who isn't restricted sees both.
  expect(Object.keys(await priya.get(getLiveData, {}))).toEqual(
    expect.arrayContaining([String(jamie.id), String(gareth.id)]),
  )
  const all = await person('root', [...LOOKS, 'CAN_SEARCH_ALL_USERS'], { areaID: areas[1] })
  expect(Object.keys(await all.get(getLiveData, {}))).toHaveLength(5)
})

test('D122 without ISUPERVISOR_CAN_SEE_LIVE_PANEL there are document 3’s fields alone, and no panel', async () => {
  const plain = await person('plain', ['ISUPERVISOR_CAN_SEE_MODULE'], { areaID: areas[0] })
  expect((await rowOf(plain, jamie.id))?.live).toBeUndefined()
  expect((await rowOf(priya, jamie.id))?.live).toBeDefined()
  await expect(watch(plain)).rejects.toThrow('access denied')
  await expect(watch(jamie)).rejects.toThrow('access denied')
})

test('a prayer is a break to who doesn’t decide on bookings', async () => {
  await goTo(jamie, 'BREAK', { category: 'Prayer' })
  expect((await rowOf(priya, jamie.id))?.live).toMatchObject({ currentActivity: 'BREAK', category: null })
  const planner = await person('planner', [...LOOKS, 'IRESOURCE_CAN_SEE_BOOKINGS'], { areaID: areas[0] })
  expect((await rowOf(planner, jamie.id))?.live).toMatchObject({ category: 'Prayer' })
})

test('D123 a project that differs from the planned one is told beside it', async () => {
  await addShift(db(), { userID: jamie.id, projectID: 7 })
  await goTo(jamie, 'AVAILABLE', { project: 'Bus' })
  expect((await rowOf(priya, jamie.id))?.live).toMatchObject({ project: 'Bus', scheduledProject: 'Rail' })
  // Planned is what stands for this moment: the shift's first and last, and neither before nor after it.
  await db()
    .updateTable('shifts')
    .set({ start: NOON + MINUTE })
    .execute()
  for (const [after, scheduledProject] of [
    [MINUTE - 1, null],
    [MINUTE, 'Rail'],
    [4 * HOUR - 1, 'Rail'],
    [4 * HOUR, null],
  ] as const) {
    server.clock.now = NOON + after
    expect((await rowOf(priya, jamie.id))?.live, `${after} ms`).toMatchObject({
      project: 'Bus',
      scheduledProject,
    })
  }
})

test('D116 Live status has the people of one’s line, live, and nothing of others’', async () => {
  const boss = await person('boss', ['IMANAGER_CAN_SEE_LIVE_STATUS'], { areaID: areas[1] })
  await db().updateTable('users').set({ managerID: boss.id }).where('id', '=', priya.id).execute()
  const other = await person('other', [], { areaID: areas[1] })
  // Priya is theirs, and Jamie is hers; who shares their area isn't.
  const status = async (who: Caller) => Object.keys(await who.get(liveStatus, {}))
  expect(await status(boss)).toEqual([String(priya.id), String(jamie.id)])
  const window = await clients.open(server, `${url}${livePanelHub.path}`, boss.bearer, EVENTS)
  await window.client.invoke('watchLiveStatus')
  expect(Object.keys(Object.assign({}, ...told(window)))).toEqual([String(priya.id), String(jamie.id)])
  const before = window.heard.length
  await goTo(jamie, 'MEETING')
  await vi.waitFor(() =>
    expect(told(window, before)).toEqual([
      {
        [jamie.id]: expect.objectContaining({
          live: expect.objectContaining({ currentActivity: 'MEETING', completes: 0, idleSince: null }),
        }),
      },
    ]),
  )
  await goTo(other, 'MEETING')
  // Who leaves the page is told no more.
  await window.client.invoke('leaveLivePanel')
  await goTo(jamie, 'TRAINING')
  await delay(3 * LIVE_PUSH_MS)
  expect(window.heard).toHaveLength(before + 1)
})

test('D116 nothing is set from there, also by direct call', async () => {
  const boss = await person('boss', ['IMANAGER_CAN_SEE_LIVE_STATUS'])
  await db().updateTable('users').set({ managerID: boss.id }).where('id', '=', jamie.id).execute()
  await goTo(jamie, 'MEETING')
  const calls = [
    ['activity/force/current-activity', { userID: jamie.id, activity: 'TRAINING', reason: 'Why not' }],
    ['activity/force/release', { userID: jamie.id }],
    ['support/remote-command', { userID: jamie.id, remoteCommand: { command: 'REFRESH_UI' } }],
    ['supervisor/live-panel/person', { userID: jamie.id }],
    ['supervisor/live-panel/alerts', {}],
  ] as const
  for (const [path, request] of calls)
    expect((await post(server, `/api/${path}`, request, boss.bearer)).status).toBe(403)
  expect((await post(server, liveStatus.path, {}, jamie.bearer)).status).toBe(403)
  const window = await clients.open(server, `${url}${livePanelHub.path}`, priya.bearer, EVENTS)
  await expect(window.client.invoke('watchLiveStatus')).rejects.toThrow('access denied')
})

/** What the panel beside the rows has of somebody's moods and notes. */
const besides = async (who: Caller, userID = jamie.id) => {
  const { status, body } = said(
    await post(server, '/api/supervisor/live-panel/person', { userID }, who.bearer),
  )
  if (status !== 200) return status
  const { moods, notes } = body as {
    moods: { moodValue: number; comments: string }[]
    notes: { text: string; by: string | null; reply: string }[] | null
  }
  return { moods: moods.map(({ moodValue, comments }) => `${moodValue} ${comments}`), notes }
}
const feels = (who: Caller, moodValue: number, isShared: boolean) => {
  const mood = { userID: who.id, moodValue, comments: `mood ${moodValue}`, isShared }
  return post(server, '/api/well-being/submit-mood', mood, who.bearer)
}

test('4 §4.4.1 beside the rows a mood of today shows only where it was shared, to who looks after them, and to no agency', async () => {
  const robin = await person('robin', ['CAN_USE_MOOD_CAPTURE', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'], {
    areaID: areas[0],
  })
  const outside = await person('outside', LOOKS, { areaID: areas[1] })
  const agencyID = 1
  await addAgency(db())
  const agency = await person('agency', LOOKS, { userType: 'AGENCY', agencyID })
  await db().updateTable('users').set({ agencyID }).where('id', '=', robin.id).execute()
  const day = 24 * HOUR
  const old = { userID: robin.id, comments: 'old', isShared: 1 }
  await db()
    .insertInto('moods')
    .values([
      { ...old, moodValue: 1, at: NOON - day },
      // 23:59:59 of yesterday by London's summer time, and the moment after.
      { ...old, moodValue: 2, at: NOON - 13 * HOUR - 1 },
      { ...old, moodValue: 3, at: NOON - 13 * HOUR },
    ])
    .execute()
  expect((await feels(robin, 4, false)).status).toBe(200)
  expect(await besides(priya, robin.id)).toMatchObject({ moods: ['3 old'] })
  server.clock.now += MINUTE
  expect((await feels(robin, 5, true)).status).toBe(200)
  expect(await besides(priya, robin.id)).toMatchObject({ moods: ['5 mood 5', '3 old'] })
  // Nobody of another team and area, whoever may not open the panel, and no agency, whose own person it is.
  expect(await besides(outside, robin.id)).toBe(404)
  expect(await besides(robin, robin.id)).toBe(403)
  expect(await besides(agency, robin.id)).toEqual({ moods: [], notes: null })
  // The person reads in their own list who sees which.
  const mine = said(
    await post(
      server,
      '/api/itracker/recorded/mine',
      { kinds: ['MOOD'], from: null, to: null },
      robin.bearer,
    ),
  ).body as { readings: { value: string; seenBy: string | null }[] }
  expect(mine.readings.slice(0, 2)).toMatchObject([
    { value: 'Happy, shared by you', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
    { value: 'Good, not shared', seenBy: null },
  ])
})

test('4 §4.4.1 beside the rows the last notes show to who may read file notes of them, and to nobody else', async () => {
  const writer = await person('writer', [...LOOKS, 'ISUPERVISOR_CAN_SEE_HR'], { areaID: areas[0] })
  const other = await person('other', [...LOOKS, 'ISUPERVISOR_CAN_SEE_HR'], { areaID: areas[1] })
  const agencyID = 1
  await addAgency(db())
  const agency = await person('agency', [...LOOKS, 'ISUPERVISOR_CAN_SEE_HR'], {
    ...{ userType: 'AGENCY', agencyID },
  })
  await db().updateTable('users').set({ agencyID }).where('id', '=', jamie.id).execute()
  const note = (who: Caller, userID: number, text: string) =>
    post(server, '/api/hr/file-notes/save', { userID, kind: 'NEUTRAL', text }, who.bearer)
  for (let n = 1; n <= 6; n++) expect((await note(writer, jamie.id, `note ${n}`)).status).toBe(200)
  expect(await besides(writer)).toMatchObject({
    notes: [6, 5, 4, 3, 2].map((n) => ({ text: `note ${n}`, by: 'writer', kind: 'NEUTRAL', reply: '' })),
  })
  // The panel alone isn't enough; one's own are read elsewhere, and not written.
  expect(await besides(priya)).toMatchObject({ notes: null })
  expect(await besides(writer, writer.id)).toMatchObject({ notes: null })
  expect(await besides(agency)).toEqual({ moods: [], notes: null })
  expect(await besides(other)).toBe(404)
  for (const who of [priya, agency, other]) expect((await note(who, jamie.id, 'let me')).status).not.toBe(200)
  expect((await note(writer, writer.id, 'let me')).status).toBe(404)
})

test('4 §4.4.1 a window that shows somebody is told of notes, replies and shared moods; no other window is, and of nothing that is kept to oneself', async () => {
  const writer = await person('writer', [...LOOKS, 'ISUPERVISOR_CAN_SEE_HR'], { areaID: areas[0] })
  const outside = await person('outside', LOOKS, { areaID: areas[1] })
  const robin = await person('robin', ['CAN_USE_MOOD_CAPTURE'], { areaID: areas[0] })
  const events = ['livePersonChange']
  const open = (who: Caller) => clients.open(server, `${url}${livePanelHub.path}`, who.bearer, events)
  const [shows, elsewhere, foreign, own] = await Promise.all([
    open(writer),
    open(priya),
    open(outside),
    open(robin),
  ])
  await shows.client.invoke('watchLivePerson', robin.id)
  await elsewhere.client.invoke('watchLivePerson', jamie.id)
  await expect(foreign.client.invoke('watchLivePerson', robin.id)).rejects.toThrow('There is no such person.')
  await expect(own.client.invoke('watchLivePerson', robin.id)).rejects.toThrow('access denied')
  // What was told before has come by the time that a later answer to the same connection has.
  const settled = () => shows.client.invoke('watchLivePerson', robin.id)
  await feels(robin, 1, false)
  await settled()
  expect(shows.heard).toEqual([])
  await feels(robin, 2, true)
  await vi.waitFor(() => expect(shows.heard).toEqual([['livePersonChange', robin.id]]))
  const note = { userID: robin.id, kind: 'NEUTRAL', text: 'A calm day' }
  const { id } = said(await post(server, '/api/hr/file-notes/save', note, writer.bearer)).body as {
    id: number
  }
  await vi.waitFor(() => expect(shows.heard).toHaveLength(2))
  await post(server, '/api/hr/file-notes/reply', { id, text: 'Thank you' }, robin.bearer)
  await vi.waitFor(() => expect(shows.heard).toHaveLength(3))
  expect(await besides(writer, robin.id)).toMatchObject({
    notes: [{ text: 'A calm day', reply: 'Thank you' }],
  })
  await shows.client.invoke('leaveLivePerson', robin.id)
  await feels(robin, 3, true)
  await settled()
  expect(shows.heard).toHaveLength(3)
  for (const other of [elsewhere, foreign, own]) expect(other.heard).toEqual([])
})
