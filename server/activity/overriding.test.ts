import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MyDay } from '#shared/contract/my-day.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { readSettings } from '../settings/settings.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { viewsOf } from './overriding.ts'

const MINUTE = 60_000
const FORCE = '/api/activity/force/current-activity'

let server: TestServer
let boss: number
let jamie: number
let stranger: number
let as: Record<'boss' | 'jamie', Record<string, string>>
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  boss = await addPerson(server, {
    ...{ userName: 'boss', displayName: 'Priya Nair' },
    permissions: [
      'CAN_FORCE_MASTER_ACTIVITY',
      'ISUPERVISOR_CAN_SEE_MODULE',
      'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
    ],
  })
  jamie = await addPerson(server, {
    ...{ userName: 'jamie', displayName: 'Jamie Whitfield', managerID: boss },
    permissions: ['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'],
  })
  stranger = await addPerson(server, { userName: 'stranger' })
  await addProject(db(), 7, 'Rail')
  as = { boss: await signIn(server, 'boss'), jamie: await signIn(server, 'jamie') }
  await goTo('MEETING')
})
afterEach(() => server.server.close())

const goTo = async (activity: string, more: object = {}) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, as.jamie))
const force = async (more: object = {}, who = as.boss) =>
  said(await post(server, FORCE, { userID: jamie, activity: 'TRAINING', reason: 'New script', ...more }, who))
const release = async (userID = jamie) =>
  said(await post(server, '/api/activity/force/release', { userID, reason: '' }, as.boss))
const day = async () => said(await post(server, '/api/itracker/activity/my-day', {}, as.jamie)).body as MyDay
const refused = (status: number, value: string) => ({ status, body: { value } })
const DONE = { status: 200, body: { done: true } }

test('setting an activity needs the permission, a reason of 3 characters and a running shift of somebody else', async () => {
  expect((await force({}, as.jamie)).status).toBe(403)
  const noReason = refused(400, 'Give a reason of at least 3 characters.')
  expect(await force({ reason: '' })).toEqual(noReason)
  expect(await force({ reason: ' ab ' })).toEqual(noReason)
  expect(await force({ reason: 'x'.repeat(201) })).toMatchObject({ status: 400 })
  expect(await force({ userID: boss })).toMatchObject({ status: 400 })
  expect(await force({ userID: stranger })).toEqual(refused(404, 'There is no such person.'))
  await goTo('INACTIVE')
  expect(await force()).toEqual(refused(400, 'Jamie Whitfield has no running shift.'))
  await db().deleteFrom('activitySessions').where('activity', '=', 'INACTIVE').execute()
  await db()
    .updateTable('activitySessions')
    .set({ endedAt: null })
    .where('activity', '=', 'MEETING')
    .execute()
  expect(await force({ reason: 'abc' })).toEqual(DONE)
  const [entry] = await db().selectFrom('audit').where('action', '=', 'ACTIVITY_SET').selectAll().execute()
  expect(entry).toMatchObject({
    actorID: boss,
    recordID: jamie,
    reason: 'abc',
    page: 'supervisor.live-panel',
  })
})

test('4 §4.4.1 of projects every live one is offered to who may set activities, whoever could work on it', async () => {
  for (const [place, [name, status, kind]] of (
    [
      ['Zinc', 'LIVE', 'CATI'],
      ['Amber', 'LIVE', 'CODING'],
      ['Old', 'CLOSED', 'CATI'],
      ['Paused', 'PAUSED', 'CATI'],
      ['Office', 'LIVE', 'INTERNAL'],
    ] as const
  ).entries()) {
    await addProject(db(), 900 + place, name)
    await db()
      .updateTable('projects')
      .set({ status, kind })
      .where('id', '=', 900 + place)
      .execute()
  }
  const ask = async (who = as.boss) => said(await post(server, '/api/activity/force/choices', {}, who))
  const { projects } = (await ask()).body as { projects: { id: number; name: string }[] }
  expect(projects.filter(({ id }) => id >= 900)).toEqual([
    { id: 901, name: 'Amber' },
    { id: 900, name: 'Zinc' },
  ])
  expect((await ask(as.jamie)).status).toBe(403)
})

test('4 §2.2 what is set has the categories of the settings: one that was added holds at once, one that was taken away no longer', async () => {
  const offered = async (who = as.boss) => {
    const { status, body } = said(await post(server, '/api/activity/force/choices', {}, who))
    if (status !== 200) return status
    const { choices } = body as {
      choices: { activity: string; needsProject: boolean; categories: string[] }[]
    }
    return choices
  }
  const of = async (activity: string) => {
    const choices = await offered()
    return typeof choices === 'number' ? choices : choices.find((one) => one.activity === activity)
  }
  expect(await offered(as.jamie)).toBe(403)
  expect(((await offered()) as { activity: string }[]).map(({ activity }) => activity)).toEqual([
    ...['AVAILABLE', 'BREAK', 'PERSONAL', 'CODING', 'QUAL', 'HELP LINE', 'RECEPTION', 'PROJECT BRIEF'],
    ...['TRAINING', 'FEEDBACK SESSION', 'INPUTING COACHING', 'MEETING'],
  ])
  expect(await of('TRAINING')).toEqual({
    ...{ activity: 'TRAINING', needsProject: false, categories: ['Course', 'Self-study'] },
  })
  expect(await force({ category: 'Course' })).toEqual(DONE)
  expect(await force({ category: 'Podcast' })).toEqual(
    refused(400, 'Training has no category ‘Podcast’ now.'),
  )
  const { 'activity.kinds': kinds } = await readSettings(db(), ['activity.kinds'])
  const now = { ...kinds, TRAINING: { ...kinds.TRAINING, categories: ['Podcast', 'Self-study'] } }
  const kept = { name: 'setting.activity.kinds', value: JSON.stringify(now) }
  await db().insertInto('settings').values(kept).execute()
  expect(await of('TRAINING')).toMatchObject({ categories: ['Podcast', 'Self-study'] })
  expect(await force({ category: 'Course' })).toEqual(refused(400, 'Training has no category ‘Course’ now.'))
  expect((await day()).sessions.at(-1)).toMatchObject({ activity: 'TRAINING', category: 'Course' })
  expect(await force({ category: 'Podcast' })).toEqual(DONE)
  // What one activity has another hasn't, and none is always right.
  expect(await force({ activity: 'BREAK', category: 'Podcast' })).toMatchObject({ status: 400 })
  expect(await force({ activity: 'BREAK' })).toEqual(DONE)
})

test('D088 the person reads who set what, when and why, until their next own switch, the end of the hold or the release', async () => {
  await force({ holdMinutes: 15 })
  expect((await day()).override).toEqual({
    ...{ sessionID: expect.any(Number), byID: boss, by: 'Priya Nair', at: new Date(NOON).toISOString() },
    ...{ reason: 'New script', until: new Date(NOON + 15 * MINUTE).toISOString(), isSeen: false },
  })
  const { override } = await day()
  await post(server, '/api/activity/override/seen', { sessionID: override?.sessionID ?? 0 }, as.jamie)
  expect((await day()).override?.isSeen).toBe(true)
  server.clock.now = NOON + 15 * MINUTE
  expect((await day()).override).toBeNull()

  await force()
  expect((await day()).override).not.toBeNull()
  expect(await release()).toEqual(DONE)
  expect((await day()).override).toBeNull()
  // The activity stays.
  expect((await day()).sessions.at(-1)).toMatchObject({ activity: 'TRAINING', end: null })
  expect(await release()).toEqual(refused(400, 'Nobody set the activity of Jamie Whitfield.'))
  expect(await release(stranger)).toEqual(refused(404, 'There is no such person.'))

  await force({ activity: 'MEETING' })
  expect((await goTo('BREAK')).body).toMatchObject({ isOverride: false })
  expect((await day()).override).toBeNull()
})

test('D089 a held override refuses other activities, but never BREAK, PERSONAL or the end of the shift', async () => {
  const held = refused(403, 'Your supervisor has set your activity until 13:30.')
  await force({ holdMinutes: 30 })
  expect(await goTo('MEETING')).toEqual(held)
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toEqual(held)
  // What stops somebody is never refused for the hold: only its ticket is asked for.
  expect(await goTo('SYSTEM ISSUES')).toEqual(refused(400, 'Choose the ticket that stops you.'))
  server.clock.now = NOON + 30 * MINUTE - 1
  expect(await goTo('MEETING')).toEqual(held)
  server.clock.now = NOON + 30 * MINUTE
  expect((await goTo('MEETING')).status).toBe(200)
  for (const activity of ['BREAK', 'PERSONAL', 'INACTIVE']) {
    await goTo('MEETING')
    await force({ holdMinutes: 60 })
    expect((await goTo(activity)).status).toBe(200)
  }
  await goTo('MEETING')
  // Without a hold it is theirs to change.
  await force()
  expect((await goTo('MEETING')).status).toBe(200)
})

test('D095 opening somebody’s panel on the live panel shows in their ‘Who looked’, once an hour', async () => {
  const looked = async () =>
    said(await post(server, '/api/itracker/recorded/who-looked', {}, as.jamie)).body as { views: unknown[] }
  expect(await looked()).toEqual({ views: [] })
  const open = (userID: number) =>
    post(server, '/api/supervisor/live-panel/person', { userID }, as.boss).then(said)
  expect(await open(jamie)).toMatchObject({ status: 200, body: { name: 'Jamie Whitfield' } })
  await open(jamie)
  const view = {
    by: 'Priya Nair',
    page: 'supervisor.live-panel',
    listenedFrom: null,
    at: new Date(NOON).toISOString(),
  }
  expect(await looked()).toEqual({ views: [view] })
  // Looked at once more an hour later: the newest first.
  server.clock.now = NOON + 60 * MINUTE
  await open(jamie)
  expect((await looked()).views).toMatchObject([
    { by: 'Priya Nair', at: new Date(NOON + 60 * MINUTE).toISOString() },
    { by: 'Priya Nair', at: new Date(NOON).toISOString() },
  ])
  // Who listened stands among who looked, by the moment it ended or, while it goes on, began.
  await addForm(db())
  const reviewID = await addReview(db(), { userID: jamie, reviewerID: boss })
  const listen = {
    ...{ reviewID, userID: jamie, byID: boss, byName: 'Priya Nair', projectID: 7 },
    consent: 'ANNOUNCED',
  } as const
  const [from, to] = [NOON + 5 * MINUTE, NOON + 30 * MINUTE]
  await db()
    .insertInto('qcListens')
    .values({ ...listen, from, to })
    .execute()
  expect((await looked()).views).toEqual([
    { ...view, at: new Date(NOON + 60 * MINUTE).toISOString() },
    {
      ...{ by: 'Priya Nair', page: 'supervisor.quality' },
      ...{ at: new Date(to).toISOString(), listenedFrom: new Date(from).toISOString() },
    },
    view,
  ])
  expect(await open(stranger)).toEqual(refused(404, 'There is no such person.'))
})

test('D095 ‘Who looked’ goes back 30 days', async () => {
  await post(server, '/api/supervisor/live-panel/person', { userID: jamie }, as.boss)
  const count = async (now: number) => (await viewsOf(db(), jamie, now)).length
  expect(await count(NOON + 30 * 86_400_000 - 1)).toBe(1)
  expect(await count(NOON + 30 * 86_400_000)).toBe(0)
})

test('the panel has the figures of the person’s own page', async () => {
  const own = await day()
  const { body } = said(await post(server, '/api/supervisor/live-panel/person', { userID: jamie }, as.boss))
  for (const field of ['own', 'project', 'target', 'sessions', 'exceptions', 'breaks', 'adherence'] as const)
    expect((body as MyDay)[field]).toEqual(own[field])
})

test('4 §4.4.1 the panel has what was read of machine and network in the last 60 minutes, and the row the latest', async () => {
  const read = (kind: 'WIFI' | 'VPN' | 'IDLE', value: string, minutes: number, userID = jamie) => ({
    ...{ userID, kind, value, at: NOON - minutes * MINUTE },
  })
  await db()
    .insertInto('recordedReadings')
    .values([
      read('WIFI', 'POOR', 61),
      read('VPN', 'Connected, London', 90),
      read('WIFI', 'GOOD', 59),
      read('VPN', 'Not connected', 50),
      read('VPN', 'Connected, Leeds', 40),
      read('VPN', 'Connected, Leeds', 30),
      read('IDLE', 'Away', 20),
      read('WIFI', 'FAIR', 10, boss),
    ])
    .execute()
  const { body } = said(await post(server, '/api/supervisor/live-panel/person', { userID: jamie }, as.boss))
  const at = (minutes: number) => new Date(NOON - minutes * MINUTE).toISOString()
  expect((body as { machine: unknown }).machine).toEqual([
    { kind: 'VPN', value: 'Connected, Leeds', at: at(30) },
    { kind: 'VPN', value: 'Connected, Leeds', at: at(40) },
    { kind: 'VPN', value: 'Not connected', at: at(50) },
    { kind: 'WIFI', value: 'GOOD', at: at(59) },
  ])
  const row = async () =>
    (
      said(await post(server, '/api/supervisor/live-panel/get-live-data', {}, as.boss)).body as Record<
        string,
        { live: unknown }
      >
    )[String(jamie)]?.live
  expect(await row()).toMatchObject({ wifi: 'GOOD', vpnSince: at(40) })
  await goTo('INACTIVE')
  expect(await row()).toMatchObject({ wifi: null, vpnSince: null })
})
