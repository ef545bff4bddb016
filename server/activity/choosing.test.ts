import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MyDay } from '#shared/contract/my-day.ts'
import { UNDO_SWITCH_MS } from '#shared/domain/activity-rules.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
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
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { readSettings } from '../settings/settings.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'
import { addTrainingSession, addTrainingType } from '../training/testing/training-fixture.ts'

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

/** Somebody is on Bus. */
const addSession = (userID: number) =>
  db()
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity: 'AVAILABLE', projectID: 8, project: 'Bus', category: null },
      ...{ startedAt: NOON - MINUTE, startedBy: userID, endedAt: null, endedBy: null },
    })
    .execute()

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

test('meetings and training that go on or begin within 3 minutes are theirs to join; calls, what is cancelled and others’ aren’t', async () => {
  const meet = async (subject: string, start: number, userID: number, more: object = {}, gone = false) => {
    const { id } = await db()
      .insertInto('meetings')
      .values({ hostID: jamie, subject, agenda: '', start, end: start + HOUR, announcedAt: null, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    const cancelledAt = gone ? NOON : null
    await db().insertInto('meetingPeople').values({ meetingID: id, userID, cancelledAt }).execute()
  }
  const ellie = await addPerson(server, { userName: 'erin', permissions: [] })
  await meet('Soon', NOON + 3 * MINUTE, jamie)
  await meet('Later', NOON + 3 * MINUTE + 1, jamie)
  await meet('On', NOON - HOUR + 1, jamie)
  await meet('Over', NOON - HOUR, jamie)
  await meet('Call', NOON, jamie, { isImmediate: 1 })
  await meet('Gone', NOON, jamie, {}, true)
  await meet('Others', NOON, ellie)
  await addTrainingType(db(), { name: 'Probing' })
  const session = (status: 'OPEN' | 'CANCELLED') =>
    addTrainingSession(db(), { start: NOON, end: NOON + HOUR, status })
  for (const [sessionID, state] of [
    [await session('OPEN'), 'BOOKED'],
    [await session('OPEN'), 'INVITED'],
    [await session('CANCELLED'), 'BOOKED'],
  ] as const)
    await db()
      .insertInto('trainingAttendees')
      .values({ sessionID, userID: jamie, state, byID: null, at: NOON })
      .execute()
  expect((await day()).joins.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['MEETING', 'On'],
    ['TRAINING', 'Probing'],
    ['MEETING', 'Soon'],
  ])
})

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
  // Coding and qualitative work are done on projects of their kind alone.
  expect(await goTo('CODING', { project: 'Rail' })).toEqual(refused(400, 'You can’t work on Rail now.'))
  await addShift(db(), { userID: jamie, start: NOON - HOUR, end: NOON + HOUR, projectID: 7 })
  expect(await goTo('CODING', { project: 'Rail' })).toEqual(refused(400, 'You can’t work on Rail now.'))
  await db().updateTable('projects').set({ kind: 'CODING' }).where('id', '=', 8).execute()
  expect((await day()).projects).toEqual([
    { id: 8, name: 'Bus', kind: 'CODING' },
    { id: 7, name: 'Rail', kind: 'CATI' },
  ])
  expect((await goTo('CODING', { project: 'Bus' })).status).toBe(200)
  expect(await goTo('RECEPTION')).toEqual(refused(403, 'You have no permission to choose RECEPTION.'))
})

test('D073 the categories that are offered are those of the settings', async () => {
  const offered = async () => (await day()).choices.find(({ activity }) => activity === 'BREAK')?.categories
  expect(await offered()).toEqual(['Tea', 'Lunch', 'Screen', 'Prayer'])
  const { 'activity.kinds': kinds } = await readSettings(db(), ['activity.kinds'])
  const value = JSON.stringify({ ...kinds, BREAK: { ...kinds.BREAK, categories: ['Tea', 'Walk'] } })
  await db().insertInto('settings').values({ name: 'setting.activity.kinds', value }).execute()
  expect(await offered()).toEqual(['Tea', 'Walk'])
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
  const give = (permission: number) =>
    db().insertInto('userPermissions').values({ userID: jamie, permission }).execute()
  const bus = (values: object) => db().updateTable('projects').set(values).where('id', '=', 8).execute()
  const elsewhere = () => goTo('AVAILABLE', { project: 'Bus' })
  const planned = refused(403, 'You are planned on Rail.')
  // The switcher goes where the other permissions let it: to boosted projects, or to any that is open now.
  await give(PERMISSIONS.PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE)
  expect(await elsewhere()).toEqual(planned)
  await db().deleteFrom('userPermissions').where('permission', '=', 218).execute()
  await give(PERMISSIONS.PROJECTS_CAN_USE_SWITCHER)
  expect(await elsewhere()).toEqual(planned)
  await give(PERMISSIONS.PROJECTS_CAN_SWITCH_TO_BOOSTED)
  await bus({ boostedUntil: NOON })
  expect(await elsewhere()).toEqual(planned)
  await bus({ boostedUntil: NOON + 1 })
  expect((await elsewhere()).status).toBe(200)
  await goTo('AVAILABLE')
  await bus({ boostedUntil: null })
  await give(PERMISSIONS.PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE)
  const closed = refused(400, 'You can’t work on Bus now.')
  const times = (from: string, to: string) => JSON.stringify([{ weekday: 1, from, to }])
  // The fourth of May is a Monday; noon of UTC is 13:00 in London.
  await bus({ timeZone: 'Europe/London', callingHours: times('13:01', '20:00') })
  expect(await elsewhere()).toEqual(closed)
  await bus({ callingHours: times('09:00', '13:01'), maximumPeople: 1 })
  const ellie = await db()
    .selectFrom('users')
    .where('userName', '=', 'ellie')
    .select('id')
    .executeTakeFirstOrThrow()
  await addSession(ellie.id)
  expect(await elsewhere()).toEqual(closed)
  await bus({ maximumPeople: 2 })
  expect((await elsewhere()).status).toBe(200)
  server.clock.now = NOON + HOUR
  expect(await goTo('BREAK')).toMatchObject({ body: { scheduledProject: null, startedShift: true } })
  expect(await goTo('INACTIVE')).toMatchObject({ body: { startedShift: false } })
})

test('D090 while the shift is locked only BREAK, PERSONAL and its end are open', async () => {
  expect((await goTo('MEETING')).status).toBe(200)
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
  // What a supervisor set of the person and day comes first; the last of two, and none that is over.
  const target = { measure: 'completes', projectID: null, period: 'DAY', setBy: null, setAt: NOON } as const
  await db()
    .insertInto('targets')
    .values([
      { ...target, userID: jamie, value: 4, from: '2026-05-01', to: null },
      { ...target, userID: jamie, value: 7.5, from: '2026-05-04', to: '2026-05-04' },
      { ...target, userID: jamie, value: 3, from: '2026-05-01', to: '2026-05-03' },
      { ...target, userID: jamie, value: 2, from: '2026-05-05', to: null },
      { ...target, userID: jamie, value: 50, from: '2026-05-04', to: null, period: 'WEEK' },
    ])
    .execute()
  expect(await day()).toMatchObject({ target: 7.5 })
  expect(
    (await post(server, '/api/itracker/activity/my-day', {}, await signIn(server, 'ellie'))).status,
  ).toBe(403)
})

test('the day has completes per hour of the last 60 minutes, what tasks are due, and how good the machine is', async () => {
  const userID = await addPerson(server, {
    userName: 'tina',
    permissions: ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', 'CALENDAR_CAN_USE_TASK_SCHEDULER'],
  })
  const tina = await signIn(server, 'tina')
  expect(await day(tina)).toMatchObject({ lastHour: null, tasksDue: 0, grade: null })
  await addInterviewing(db(), { userID, projectID: 7, from: NOON - 2 * HOUR, to: NOON - 30 * MINUTE })
  // Of the last hour half was worked; what was before it counts for the day alone.
  for (const minutes of [59, 40, 61, 90]) await addInterview(db(), { userID, start: NOON - minutes * MINUTE })
  const task = (more: Parameters<typeof addTaskRow>[1]) => addTaskRow(db(), more)
  await task({ userID, dueDate: NOON - 24 * HOUR })
  await task({ userID, dueDate: NOON + 10 * HOUR })
  await task({ userID, dueDate: NOON + 12 * HOUR })
  await task({ userID, statusKind: 'DONE', dueDate: NOON })
  await task({ userID: jamie, dueDate: NOON })
  await db()
    .insertInto('machines')
    .values({ userID, desktopVersion: null, grade: 'FAIR' })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet({ grade: 'FAIR' }))
    .execute()
  const present = await day(tina)
  expect(present).toMatchObject({ lastHour: 4, tasksDue: 2, grade: 'FAIR' })
  expect(present.own.outcomes.COMPLETE).toBe(4)
  for (const [grade, told] of [
    ['POOR', 'POOR'],
    ['GOOD', null],
    ['SKIP', null],
  ] as const) {
    await db().updateTable('machines').set({ grade }).where('userID', '=', userID).execute()
    expect((await day(tina)).grade).toBe(told)
  }
  const before = await post(server, '/api/itracker/activity/my-day', { date: '2026-05-03' }, tina)
  expect((said(before).body as MyDay).lastHour).toBeNull()
  // Who has no tasks is told of none.
  expect((await day()).tasksDue).toBe(0)
})

test('D092 who may ask for corrections reads the sessions of their day without the page My attendance', async () => {
  const ask = async (as: Record<string, string>) =>
    (await post(server, '/api/itracker/activity/sessions', { date: '2026-05-04' }, as)).status
  expect(await ask(bearer)).toBe(403)
  await addPerson(server, { userName: 'rita', permissions: ['ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] })
  await addPerson(server, { userName: 'anna', permissions: ['ITRACKER_CAN_SEE_MY_ATTENDANCE'] })
  for (const name of ['rita', 'anna']) expect(await ask(await signIn(server, name))).toBe(200)
})

test('D093 a project whose brief is required refuses the first AVAILABLE on it until it was opened, and again with a new text', async () => {
  await addPerson(server, { userName: 'writer', displayName: 'Wes', permissions: ['PROJECTS_CAN_EDIT_ALL'] })
  const writer = await signIn(server, 'writer')
  const api = async (path: string, body: object, as = bearer) =>
    said(await post(server, `/api/${path}`, body, as))
  const write = (text: string, isRequired: boolean, version: number, as: typeof bearer = writer) =>
    api('project/brief/save', { projectID: 7, text, isRequired, version }, as)
  expect((await write('Ask for the buyer.', true, 0, bearer)).status).toBe(403)
  expect((await write('Ask for the buyer.', false, 0)).body).toMatchObject({ version: 1, readers: 0 })
  // One that isn't required is only shown.
  expect((await goTo('AVAILABLE', { project: 'Rail' })).status).toBe(200)
  await goTo('BREAK')
  expect((await write('Ask for the buyer.', true, 1)).body).toMatchObject({ version: 1, isRequired: true })
  const first = refused(400, 'Read the brief for Rail first.')
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toEqual(first)
  expect((await goTo('AVAILABLE', { project: 'Bus' })).status).toBe(200)
  await goTo('BREAK')
  // Whoever starts their shift on it, too.
  await goTo('INACTIVE')
  await addShift(db(), { userID: jamie, projectID: 7 })
  expect((await day()).brief).toEqual({ projectID: 7, project: 'Rail', isRequired: true })
  expect(await api('activity/shift/start', {})).toEqual(first)
  // That somebody else opened it says nothing of this person.
  await addPerson(server, { userName: 'kim', permissions: ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] })
  await api('itracker/brief/open', { projectID: 7 }, await signIn(server, 'kim'))
  expect(await api('activity/shift/start', {})).toEqual(first)
  expect((await api('itracker/brief/open', { projectID: 7 })).body).toMatchObject({
    ...{ project: 'Rail', version: 1, text: 'Ask for the buyer.' },
  })
  expect((await day()).brief).toBeNull()
  expect((await api('activity/shift/start', {})).status).toBe(200)
  await goTo('BREAK')
  // Somebody saved another text since; it is opened anew.
  expect((await write('Ask for the owner.', true, 0)).status).toBe(409)
  expect((await write('Ask for the owner.', true, 1)).body).toMatchObject({ version: 2, readers: 0 })
  expect(await goTo('AVAILABLE', { project: 'Rail' })).toEqual(first)
  expect((await write('', true, 2)).status).toBe(200)
  expect((await goTo('AVAILABLE', { project: 'Rail' })).status).toBe(200)
  expect((await api('itracker/brief/open', { projectID: 7 })).status).toBe(404)
  const told = (await auditTold(db())).filter((one) => one.startsWith('PROJECT_BRIEF_SAVED'))
  expect(told).toHaveLength(4)
})

test('D091 the day has what was planned: segments, and work on what the person was given', async () => {
  const at = (minutes: number) => NOON + minutes * MINUTE
  const segments = [{ kind: 'BREAK', start: at(60), end: at(90), isFixed: true }]
  await addShift(db(), { userID: jamie, projectID: 7, segments: JSON.stringify(segments) })
  await db()
    .insertInto('allocations')
    .values({
      ...{ userID: jamie, projectID: 8, start: at(120), end: at(180), source: 'PLAN', state: 'PUBLISHED' },
      createdBy: null,
    })
    .execute()
  server.clock.now = at(10)
  expect(
    (await day()).planned.map(({ kind, start, end, project }) => [
      kind,
      start.slice(11, 16),
      end.slice(11, 16),
      project,
    ]),
  ).toEqual([
    ['WORK', '12:00', '13:00', 'Rail'],
    ['BREAK', '13:00', '13:30', null],
    ['WORK', '13:30', '14:00', 'Rail'],
    ['WORK', '14:00', '15:00', 'Bus'],
    ['WORK', '15:00', '16:00', 'Rail'],
  ])
  // Another day has its own, also one that is past.
  await addShift(db(), { userID: jamie, projectID: 8, start: at(-24 * 60), end: at(-23 * 60) })
  const before = said(await post(server, '/api/itracker/activity/my-day', { date: '2026-05-03' }, bearer))
  expect((before.body as MyDay).planned).toMatchObject([{ kind: 'WORK', project: 'Bus' }])
  expect((before.body as MyDay).shift).toMatchObject({ start: new Date(at(-24 * 60)).toISOString() })
})
