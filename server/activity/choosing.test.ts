import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MyDay } from '#shared/contract/my-day.ts'
import { UNDO_SWITCH_MS } from '#shared/domain/activity-rules.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestServer
let jamie: number
let bearer: Record<string, string>
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  jamie = await addPerson(server, {
    userName: 'jamie',
    permissions: ['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'],
  })
  await addPerson(server, { userName: 'ellie', permissions: ['CAN_UPDATE_MASTER_ACTIVITY'] })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
  bearer = await signIn(server, 'jamie')
})
afterEach(() => server.server.close())

const goTo = async (activity: string, more: object = {}, as = bearer) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, as))
const undo = async (sessionID: number, as = bearer) =>
  said(await post(server, '/api/activity/undo-switch', { sessionID }, as))
const day = async (as = bearer) =>
  said(await post(server, '/api/itracker/activity/my-day', {}, as)).body as MyDay
const refused = (status: number, value: string) => ({ status, body: { value } })
const sessions = async () =>
  (await db().selectFrom('activitySessions').orderBy('id').selectAll().execute()).map(
    ({ activity, project, startedAt, endedAt }) => [
      activity,
      project,
      startedAt - NOON,
      endedAt && endedAt - NOON,
    ],
  )

async function giveSkill(name: string, expires: string | null, userID = jamie): Promise<void> {
  const { id } = await db()
    .insertInto('skills')
    .values({
      ...{ version: 1, name, nameKey: name.toLowerCase(), category: 'METHOD', needsCertificate: 0 },
      ...{ expiresAfterMonths: null, isActive: 1, changedBy: null, changedAt: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('personSkills')
    .values({ userID, skillID: id, level: 'GOOD', since: '2026-01-01', expires, evidence: '', givenBy: null })
    .execute()
}

test('D073 only what somebody may choose is offered, and a call for another is refused', async () => {
  const all = ['AVAILABLE', 'BREAK', 'PERSONAL', 'PROJECT BRIEF', 'TRAINING', 'FEEDBACK SESSION', 'MEETING']
  const offered = async () => (await day()).choices.map(({ activity }) => activity)
  expect(await offered()).toEqual([...all, 'SYSTEM ISSUES', 'INACTIVE'])
  for (const activity of ['CODING', 'QUAL', 'HELP LINE', 'RECEPTION', 'INPUTING COACHING'])
    expect(await goTo(activity, { project: 'Rail' })).toEqual(
      refused(403, `You have no permission to choose ${activity}.`),
    )
  expect(await goTo('AVAILABLE', { project: 'Rail' }, await signIn(server, 'ellie'))).toEqual(
    refused(403, 'You have no permission to choose AVAILABLE.'),
  )
  expect(await sessions()).toEqual([])
  await giveSkill('Coding', '2026-05-04')
  await giveSkill('Reception', '2026-05-03')
  expect(await offered()).toEqual([
    ...all.slice(0, 3),
    'CODING',
    ...all.slice(3),
    'SYSTEM ISSUES',
    'INACTIVE',
  ])
  expect((await goTo('CODING', { project: 'Rail' })).status).toBe(200)
  expect(await goTo('RECEPTION')).toEqual(refused(403, 'You have no permission to choose RECEPTION.'))
})

test('D073 a project is asked for where one is needed, and has to be one that they can work on', async () => {
  expect(await goTo('AVAILABLE')).toEqual(refused(400, 'Choose a project.'))
  expect(await goTo('PROJECT BRIEF')).toEqual(refused(400, 'Choose a project.'))
  expect(await goTo('AVAILABLE', { project: 'Mars' })).toEqual(refused(400, 'You can’t work on Mars now.'))
  await db().updateTable('projects').set({ status: 'PAUSED' }).where('id', '=', 8).execute()
  expect(await goTo('AVAILABLE', { project: 'Bus' })).toEqual(refused(400, 'You can’t work on Bus now.'))
  await giveSkill('Welsh', null, 2)
  await db().insertInto('projectSkills').values({ projectID: 7, skillID: 1 }).execute()
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toEqual(refused(400, 'You can’t work on Rail now.'))
  expect((await day()).projects).toEqual([])
  await db().deleteFrom('projectSkills').execute()
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toMatchObject({
    status: 200,
    body: { currentActivity: 'AVAILABLE', project: 'Rail', startedShift: true, isOverride: false },
  })
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toEqual(refused(400, 'You are already on AVAILABLE.'))
  expect(await goTo('SYSTEM ISSUES')).toEqual(refused(400, 'Choose the ticket that stops you.'))
  const kept = await db().selectFrom('activitySessions').select(['projectID']).execute()
  expect(kept).toEqual([{ projectID: 7 }])
})

test('who is planned goes to the shift’s project, and elsewhere only with the switcher', async () => {
  await addShift(db(), { userID: jamie, start: NOON - HOUR, end: NOON + HOUR, projectID: 7 })
  await addShift(db(), { userID: jamie, start: NOON + 24 * HOUR, end: NOON + 28 * HOUR })
  await addShift(db(), { userID: jamie, start: NOON + 48 * HOUR, end: NOON + 50 * HOUR, state: 'DRAFT' })
  // Monday's week ends with Sunday.
  await addShift(db(), { userID: jamie, start: NOON + 7 * 24 * HOUR, end: NOON + 170 * HOUR })
  expect(await goTo('AVAILABLE')).toMatchObject({
    status: 200,
    body: { project: 'Rail', scheduledProject: 'Rail', remainingShifts: 1 },
  })
  expect(await goTo('AVAILABLE', { project: 'Bus' })).toEqual(refused(403, 'You are planned on Rail.'))
  await db()
    .insertInto('userPermissions')
    .values({ userID: jamie, permission: PERMISSIONS.PROJECTS_CAN_USE_SWITCHER })
    .execute()
  expect((await goTo('AVAILABLE', { project: 'Bus' })).status).toBe(200)
  server.clock.now = NOON + HOUR
  expect(await goTo('BREAK')).toMatchObject({ body: { scheduledProject: null, startedShift: true } })
  expect(await goTo('INACTIVE')).toMatchObject({ body: { startedShift: false } })
})

test('D090 while the shift is locked only BREAK, PERSONAL and its end are open', async () => {
  await db()
    .insertInto('shiftLocks')
    .values({ userID: jamie, lockedBy: 2, lockedAt: NOON, reason: 'Stay' })
    .execute()
  expect((await day()).lock).toEqual({ by: 'ellie', at: new Date(NOON).toISOString(), reason: 'Stay' })
  for (const [activity, more] of [
    ['MEETING', {}],
    ['AVAILABLE', { project: 'Rail' }],
    ['SYSTEM ISSUES', {}],
  ] as const)
    expect(await goTo(activity, more)).toEqual(refused(403, 'Shift locked'))
  for (const activity of ['BREAK', 'PERSONAL', 'INACTIVE']) expect((await goTo(activity)).status).toBe(200)
})

test('D078 a switch is taken back within 30 seconds as if it hadn’t been made, by its person alone', async () => {
  await goTo('MEETING')
  server.clock.now = NOON + MINUTE
  await goTo('BREAK')
  const before = [['MEETING', null, 0, null]]
  const { undo: offered } = await day()
  expect(offered).toEqual({ sessionID: 2, until: new Date(NOON + MINUTE + UNDO_SWITCH_MS).toISOString() })
  const over = refused(400, 'This can’t be taken back any more.')
  expect(await undo(2, await signIn(server, 'ellie'))).toEqual(over)
  expect(await undo(1)).toEqual(over)
  server.clock.now += UNDO_SWITCH_MS
  expect(await undo(2)).toEqual(over)
  expect((await day()).undo).toBeNull()
  server.clock.now -= 1
  expect(await undo(2)).toMatchObject({ status: 200, body: { currentActivity: 'MEETING' } })
  expect(await sessions()).toEqual(before)
  expect(await undo(2)).toEqual(over)
  // The first of all leaves none.
  server.clock.now = NOON
  expect(await undo(1)).toMatchObject({ status: 200, body: { currentActivity: 'INACTIVE' } })
  expect(await sessions()).toEqual([])
})

test('D078 what somebody else has set can’t be taken back', async () => {
  await addPerson(server, {
    userName: 'boss',
    permissions: ['CAN_FORCE_MASTER_ACTIVITY', 'CAN_SEARCH_ALL_USERS'],
  })
  await goTo('MEETING')
  const force = { userID: jamie, activity: 'TRAINING', reason: 'New script' }
  await post(server, '/api/activity/force/current-activity', force, await signIn(server, 'boss'))
  expect((await day()).undo).toBeNull()
  expect((await undo(2)).status).toBe(400)
})

test('the day: the shift, what was done with who set it, what is to come, target', async () => {
  await db().updateTable('projects').set({ interviewsPerHour: 1.5 }).where('id', '=', 7).execute()
  await addShift(db(), {
    ...{ userID: jamie, start: NOON - HOUR, end: NOON + 6 * HOUR, projectID: 7, breakMinutes: 30 },
    location: 'HOME',
  })
  await addShift(db(), { userID: jamie, start: NOON + 24 * HOUR, end: NOON + 28 * HOUR })
  await goTo('AVAILABLE', { project: 'Rail', category: 'Outbound' })
  server.clock.now = NOON + 30 * MINUTE
  await goTo('BREAK', { category: 'Tea' })
  server.clock.now = NOON + 40 * MINUTE
  expect(await day()).toMatchObject({
    date: '2026-05-04',
    shift: {
      project: 'Rail',
      location: 'HOME',
      breakMinutes: 30,
      start: new Date(NOON - HOUR).toISOString(),
    },
    next: { start: new Date(NOON + 24 * HOUR).toISOString() },
    sessions: [
      { activity: 'AVAILABLE', project: 'Rail', category: 'Outbound', seconds: 1800, by: null },
      { activity: 'BREAK', category: 'Tea', end: null, seconds: 600, by: null },
    ],
    own: { interviewingSeconds: 1800 },
    // 6.5 hours without the break at 1.5 an hour.
    target: 9,
  })
  expect(
    (await post(server, '/api/itracker/activity/my-day', {}, await signIn(server, 'ellie'))).status,
  ).toBe(403)
})
