import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlannedPerson } from '#shared/contract/planned-users.ts'
import type { TeamPerson } from '#shared/contract/team-users.ts'
import type { TeamPersonWork } from '#shared/contract/team-work.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addGrantor,
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

// NOON is Monday, 4 May 2026, 13:00 in London.
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CORE = [
  ...['displayName', 'userName', 'userType', 'roles', 'areaName', 'managerName', 'agencyName'],
  ...['contractTypeName', 'status', 'lastSignInAt'],
]
const SEES: PermissionName[] = ['ISUPERVISOR_CAN_SEE_INTERVIEWERS']
const PLANS: PermissionName[] = ['IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_EDIT_CORE_HOURS']
const HELD: Readonly<Record<string, PermissionName[]>> = {
  sam: [...SEES, 'CAN_CHANGE_USER_AREA'],
  sue: [...SEES, 'CAN_SEARCH_ALL_USERS', 'ISUPERVISOR_CAN_SEE_LEAVERS', 'HR_CAN_SEE_EMPLOYMENT_HISTORY'],
  rex: [...SEES, 'ISUPERVISOR_IS_RESTRICTED'],
  agy: [...SEES, 'CAN_SEARCH_ALL_USERS', ...PLANS],
  pam: PLANS,
  pip: PLANS,
  kim: ['ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_SEE_USERS'],
  ...{ ivy: [], ida: [], ian: [], ann: [], lee: [] },
}
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const ask = async (who: string, path: string, payload: object = {}) =>
  said(await post(server, `/api/${path}`, payload, bearers.get(who)))
const named = async (who: string, page: 'supervisor' | 'resource', payload: object = {}) => {
  const { body } = await ask(who, `${page}/users/list`, payload)
  return (body as { rows: { displayName: string }[] }).rows.map(({ displayName }) => displayName).sort()
}
const row = async (who: string, page: 'supervisor' | 'resource', whom: string) => {
  const { body } = await ask(who, `${page}/users/list`, { searchTerm: whom })
  return (body as { rows: Record<string, unknown>[] }).rows[0]
}

beforeAll(async () => {
  server = await startTestServer()
  await addGrantor(server)
  await db()
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  await addAgency(db())
  const { id: agencyID } = await db().selectFrom('agencies').select('id').executeTakeFirstOrThrow()
  for (const [userName, permissions] of Object.entries(HELD)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  const set = (who: string, values: object) =>
    db().updateTable('users').set(values).where('userName', '=', who).execute()
  // Ivy is of sam's team and elsewhere, ida of his area, ian of neither; ann comes by an agency, lee has left.
  await set('sam', { areaID: 1 })
  await set('rex', { areaID: 1 })
  await set('ivy', {
    areaID: 2,
    managerID: id('sam'),
    weeklyHours: 30,
    payrollNumber: 'P7',
    legalName: 'Ivy Ivory',
  })
  await set('ida', { areaID: 1, managerID: id('rex') })
  await set('ian', { areaID: 2 })
  await set('ann', { areaID: 2, agencyID })
  await set('agy', { userType: 'AGENCY', agencyID })
  await set('lee', {
    areaID: 1,
    managerID: id('sam'),
    status: 'LEAVER',
    isActive: 0,
    leaveDate: '2026-05-01',
  })
  await set('pip', { limitedToAreas: '[2]', areaID: 2 })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Welsh poll')
  await db().updateTable('projects').set({ kind: 'CATI', status: 'LIVE' }).where('id', '>=', 7).execute()
  const [welsh = 0, coding = 0] = await addSkills(db(), [{ name: 'Welsh' }, { name: 'Coding' }])
  ids.set('Welsh', welsh)
  ids.set('Coding', coding)
  await db()
    .insertInto('projectSkills')
    .values({ projectID: 8, skillID: id('Welsh') })
    .execute()
  restore = await takeSnapshot(db())
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})

test('D149 each Users page has the core’s columns and then those of its own, in their order', async () => {
  expect(Object.keys(teamPersonRecord.columns)).toEqual([
    ...CORE,
    ...['skills', 'presence', 'plannedHours', 'workedHours', 'adherence', 'index', 'qcScore'],
    ...['reviewsDue', 'coachingActions'],
  ])
  expect(Object.keys(plannedPersonRecord.columns)).toEqual([
    ...CORE,
    ...['contractedHours', 'pattern', 'coreHours', 'plannedHours', 'plannedNextWeek', 'meanHours'],
    ...['isOptedOut48', 'skills', 'projects', 'availability', 'holidayFree', 'workLocation'],
  ])
  expect((await ask('sam', 'supervisor/users/list')).body).toMatchObject({
    columns: Object.keys(teamPersonRecord.columns),
  })
})

test('D149 Supervisor › Users lists team and area, the team alone to a restricted one, all with CAN_SEARCH_ALL_USERS', async () => {
  expect(await named('sam', 'supervisor')).toEqual(['ida', 'ivy', 'rex', 'sam'])
  expect(await named('rex', 'supervisor')).toEqual(['ida'])
  expect(await named('sue', 'supervisor')).toEqual([
    ...['agy', 'ann', 'grantor', 'ian', 'ida', 'ivy', 'kim', 'pam', 'pip', 'rex', 'sam', 'sue'],
  ])
  // People of an agency see its people alone, whatever they hold.
  expect(await named('agy', 'supervisor')).toEqual(['agy', 'ann'])
  expect(await named('agy', 'resource')).toEqual(['agy', 'ann'])
  expect((await ask('ivy', 'supervisor/users/list')).status).toBe(403)
})

test('D149 nobody outside the scope by panel, work, options, proposal or area; nor by a planner’s calls', async () => {
  const calls = (whom: string): [string, object][] => [
    ['supervisor/users/get', { id: id(whom) }],
    ['supervisor/users/work', { id: id(whom) }],
    ['supervisor/users/options', { id: id(whom) }],
    ['supervisor/users/propose-skill', { id: id(whom), skillID: id('Welsh'), note: 'Speaks it' }],
    ['supervisor/users/area', { id: id(whom), version: 1, areaID: 1 }],
  ]
  for (const [path, payload] of calls('ian'))
    expect([path, (await ask('sam', path, payload)).body]).toEqual([
      path,
      { value: 'There is no such person.' },
    ])
  // A leaver of the team is for who may see leavers.
  expect((await ask('sam', 'supervisor/users/get', { id: id('lee') })).status).toBe(404)
  for (const [path, payload] of calls('ivy'))
    expect([path, (await ask('sam', path, payload)).status]).toEqual([path, 200])
  const planned = (whom: string): [string, object][] => [
    ['resource/users/get', { id: id(whom) }],
    ['resource/users/projects', { id: id(whom) }],
    ['resource/users/eligible', { id: id(whom), projectID: 7, isEligible: true }],
    ['resource/users/core-hours', { id: id(whom), version: 1, coreHours: '', availability: '' }],
    ['supervisor/users/propose-skill', { id: id(whom), skillID: id('Coding'), note: 'Has done it' }],
  ]
  expect(await named('pip', 'resource')).toEqual(['ann', 'ian', 'pip'])
  for (const [path, payload] of planned('ida'))
    expect([path, (await ask('pip', path, payload)).status]).toEqual([path, 404])
  for (const [path, payload] of planned('ian'))
    expect([path, (await ask('pip', path, payload)).status]).toEqual([path, 200])
  for (const [path, payload] of planned('ann')) expect((await ask('ivy', path, payload)).status).toBe(403)
  // The agency plans its own.
  expect((await ask('agy', 'resource/users/get', { id: id('ian') })).status).toBe(404)
})

test('D149 leavers are a filter with ISUPERVISOR_CAN_SEE_LEAVERS, and nothing without', async () => {
  const leavers = { filters: [{ field: 'status', operator: 'ANY_OF', values: ['LEAVER'] }] }
  expect(await named('sue', 'supervisor', leavers)).toEqual(['lee'])
  expect(await named('sam', 'supervisor', leavers)).toEqual([])
  expect((await ask('sue', 'supervisor/users/get', { id: id('lee') })).status).toBe(200)
})

test('D149 the supervisor’s columns: skills, hours of the week, adherence, index, QC score, reviews and actions', async () => {
  await db()
    .insertInto('personSkills')
    .values([
      {
        userID: id('ivy'),
        skillID: id('Welsh'),
        level: 'GOOD',
        since: '2025-01-01',
        expires: null,
        evidence: '',
        givenBy: null,
      },
      {
        userID: id('ivy'),
        skillID: id('Coding'),
        level: 'GOOD',
        since: '2025-01-01',
        expires: '2026-05-03',
        evidence: '',
        givenBy: null,
      },
    ])
    .execute()
  await addShift(db(), { userID: id('ivy'), start: NOON - 4 * HOUR, end: NOON, state: 'COMPLETED' })
  await addShift(db(), { userID: id('ivy'), start: NOON + DAY, end: NOON + DAY + 6 * HOUR, breakMinutes: 30 })
  await addShift(db(), {
    userID: id('ivy'),
    start: NOON + 2 * DAY,
    end: NOON + 2 * DAY + HOUR,
    state: 'DRAFT',
  })
  await addShift(db(), { userID: id('ivy'), start: NOON + 7 * DAY, end: NOON + 7 * DAY + HOUR })
  await addInterviewing(db(), { userID: id('ivy'), from: NOON - 4 * HOUR, to: NOON - HOUR })
  for (let n = 0; n < 12; n++)
    await addInterview(db(), { userID: id('ivy'), start: NOON - 3 * HOUR + n * 60_000, duration: 50 })
  await addForm(db())
  await addReview(db(), { userID: id('ivy'), score: 80 })
  await addReview(db(), { userID: id('ivy'), score: 91, submittedAt: NOON - 2 * DAY })
  await db()
    .insertInto('coachingSessions')
    .values({
      ...{ userID: id('ivy'), coachID: id('sam'), start: NOON - DAY, minutes: 30, topics: 'Probing' },
      ...{ state: 'HELD', discussion: 'Probe', reviewIDs: '[]', createdAt: NOON },
      actions: JSON.stringify([
        { text: 'Probe twice', due: null, doneAt: null },
        { text: 'Read aloud', due: null, doneAt: '2026-05-03T12:00:00.000Z' },
      ]),
    } as never)
    .execute()
  const expected = {
    ...{ skills: 'Welsh', presence: 'OFFLINE', plannedHours: 9.5, workedHours: 3, adherence: 75, index: 100 },
    ...{ qcScore: 85.5, coachingActions: 1 },
  }
  expect(await row('sam', 'supervisor', 'ivy')).toMatchObject(expected)
  expect(Number((await row('sam', 'supervisor', 'ivy'))?.reviewsDue)).toBeGreaterThan(0)
  // Sorting by a figure takes everybody's into account.
  const sorted = await ask('sam', 'supervisor/users/list', {
    sort: [{ field: 'qcScore', direction: 'DESC' }],
  })
  expect((sorted.body as { rows: { displayName: string }[] }).rows[0]?.displayName).toBe('ivy')
  const panel = (await ask('sam', 'supervisor/users/get', { id: id('ivy') })).body as TeamPerson
  expect(panel).toMatchObject({
    plannedHours: 9.5,
    qcScore: 85.5,
    payrollNumber: null,
    legalName: '',
    mobile: '',
  })
  // Employment is HR's.
  expect((await ask('sue', 'supervisor/users/get', { id: id('ivy') })).body).toMatchObject({
    ...{ payrollNumber: 'P7', legalName: 'Ivy Ivory' },
  })
  const work = (await ask('sam', 'supervisor/users/work', { id: id('ivy') })).body as TeamPersonWork
  expect(work.day.sessions).toMatchObject([{ activity: 'AVAILABLE', project: 'Rail', seconds: 3 * 3600 }])
  expect(work.day.workedSeconds).toBe(3 * 3600)
  // A draft is the planners'.
  expect(work.shifts.map(({ state }) => state)).toEqual(['COMPLETED', 'PUBLISHED', 'PUBLISHED'])
  expect(work.reviews.map(({ score }) => score)).toEqual([80, 91])
  expect(work.coaching).toMatchObject([{ topics: 'Probing', openActions: ['Probe twice'] }])
  const reads = await db()
    .selectFrom('audit')
    .where('action', '=', 'PERSON_READ')
    .orderBy('id')
    .select(['page', 'actorID'])
    .execute()
  expect(reads).toEqual([
    { page: 'supervisor.users', actorID: id('sam') },
    { page: 'supervisor.users', actorID: id('sue') },
  ])
  // To people of an agency nobody's quality is told.
  await addReview(db(), { userID: id('ann'), score: 80 })
  expect(await row('agy', 'supervisor', 'ann')).toMatchObject({
    qcScore: null,
    reviewsDue: null,
    coachingActions: null,
  })
  expect((await ask('agy', 'supervisor/users/work', { id: id('ann') })).body).toMatchObject({
    reviews: [],
    coaching: [],
  })
})

test('D149 the planner’s columns: hours, pattern, 17 weeks, opt-out, skills, projects, holiday, location', async () => {
  await db()
    .updateTable('users')
    .set({
      isOptedOut48: 1,
      coreHours: 'Mon–Fri 09:00–17:00',
      availability: 'Not Wednesdays',
      workLocation: 'HOME',
    })
    .where('userName', '=', 'ivy')
    .execute()
  await db().updateTable('users').set({ startDate: '2020-01-01' }).where('userName', '=', 'ivy').execute()
  await addShift(db(), { userID: id('ivy'), start: NOON + HOUR, end: NOON + 5 * HOUR, state: 'DRAFT' })
  await addShift(db(), { userID: id('ivy'), start: NOON + 7 * DAY, end: NOON + 7 * DAY + 8 * HOUR })
  await addShift(db(), {
    userID: id('ivy'),
    start: NOON - 16 * 7 * DAY,
    end: NOON - 16 * 7 * DAY + 13 * HOUR,
  })
  // A week longer ago doesn't count.
  await addShift(db(), { userID: id('ivy'), start: NOON - 17 * 7 * DAY, end: NOON - 17 * 7 * DAY + 8 * HOUR })
  await db()
    .insertInto('shiftPatterns')
    .values({
      ...{
        id: 5,
        name: 'Evenings',
        nameKey: 'evenings',
        areaID: null,
        contractTypeID: null,
        projectID: null,
      },
      ...{ colour: 'TEAL', status: 'ACTIVE', version: 1, changedBy: null, changedAt: NOON, versions: '[]' },
    })
    .execute()
  await db()
    .insertInto('shiftPatternPeople')
    .values({ patternID: 5, userID: id('ivy'), from: '2026-01-01', to: null, startWeek: 0 })
    .execute()
  await ask('pam', 'resource/users/eligible', { id: id('ivy'), projectID: 7, isEligible: true })
  expect(await row('pam', 'resource', 'ivy')).toMatchObject({
    ...{ contractedHours: 30, pattern: 'Evenings', coreHours: 'Mon–Fri 09:00–17:00', plannedHours: 4 },
    ...{
      plannedNextWeek: 8,
      meanHours: 1,
      isOptedOut48: true,
      projects: 'Rail',
      availability: 'Not Wednesdays',
    },
    ...{ holidayFree: 168, workLocation: 'HOME' },
  })
  const panel = (await ask('pam', 'resource/users/get', { id: id('ivy') })).body as PlannedPerson
  expect(panel).toMatchObject({ meanHours: 1, holidayFree: 168, payrollNumber: null })
})

test('D149 core hours are saved as they were seen, and refused where they can’t be read', async () => {
  const save = (coreHours: string, version = 1, who = 'pam') =>
    ask(who, 'resource/users/core-hours', { id: id('ida'), version, coreHours, availability: '' })
  expect((await save('whenever')).body).toEqual({
    value: 'Write times such as Mon–Fri 09:00–17:00; Sat 10:00–14:00.',
  })
  expect((await save('Mon–Fri 09:00–17:00')).body).toMatchObject({
    coreHours: 'Mon–Fri 09:00–17:00',
    version: 2,
  })
  expect((await save('', 1)).status).toBe(409)
  expect((await save('', 2)).body).toMatchObject({ coreHours: '' })
})

test('D149 who lacks a project’s skill isn’t assigned to it; an expired one counts no more', async () => {
  const assign = (isEligible: boolean) =>
    ask('pam', 'resource/users/eligible', { id: id('ivy'), projectID: 8, isEligible })
  expect((await assign(true)).body).toEqual({ value: 'ivy lacks the skill Welsh.' })
  const skill = {
    userID: id('ivy'),
    skillID: id('Welsh'),
    level: 'GOOD' as const,
    since: '2025-01-01',
    evidence: '',
    givenBy: null,
  }
  await db()
    .insertInto('personSkills')
    .values({ ...skill, expires: '2026-05-04' })
    .execute()
  expect((await assign(true)).body).toMatchObject({
    projects: [
      { id: 7, isEligible: false },
      { id: 8, isEligible: true, needs: [{ name: 'Welsh', isHeld: true }] },
    ],
  })
  // Twice is as once: one entry, and they are told once.
  await assign(true)
  const told = db().selectFrom('notifications').where('userID', '=', id('ivy')).select('subject')
  expect(await told.execute()).toEqual([{ subject: 'You may work on Welsh poll' }])
  expect(await row('pam', 'resource', 'ivy')).toMatchObject({ projects: 'Welsh poll' })
  await db().updateTable('personSkills').set({ expires: '2026-05-03' }).execute()
  expect(await row('pam', 'resource', 'ivy')).toMatchObject({ projects: null, skills: null })
  expect((await assign(false)).body).toMatchObject({ projects: [{ id: 7 }, { id: 8, isEligible: false }] })
})

test('D149 a supervisor proposes a skill, and who keeps people grants or declines it', async () => {
  const propose = (skillID: number, whom = 'ivy') =>
    ask('sam', 'supervisor/users/propose-skill', { id: id(whom), skillID, note: 'Speaks it at home' })
  expect((await propose(id('Welsh'))).status).toBe(200)
  expect((await propose(id('Welsh'))).body).toEqual({ value: 'Welsh is proposed for ivy already.' })
  expect((await propose(id('Coding'))).status).toBe(200)
  const kims = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('kim'))
    .orderBy('id')
    .select('subject')
    .execute()
  expect(kims).toEqual([
    { subject: 'sam proposes Welsh for ivy' },
    { subject: 'sam proposes Coding for ivy' },
  ])
  // Proposing gives nothing.
  expect(await row('sam', 'supervisor', 'ivy')).toMatchObject({ skills: null })
  const { body } = await ask('kim', 'admin/users/skills/list', { userID: id('ivy') })
  const { proposed } = body as { proposed: { id: number; name: string; by: string }[] }
  expect(proposed).toMatchObject([
    { name: 'Welsh', by: 'sam', note: 'Speaks it at home' },
    { name: 'Coding' },
  ])
  const grant = {
    userID: id('ivy'),
    version: 1,
    skillID: id('Welsh'),
    level: 'GOOD',
    since: '2026-05-04',
    expires: null,
    evidence: '',
  }
  expect((await ask('kim', 'admin/users/skills/save', grant)).status).toBe(200)
  const decline = { id: proposed[1]?.id }
  expect((await ask('sam', 'admin/users/skills/decline', decline)).status).toBe(403)
  expect((await ask('kim', 'admin/users/skills/decline', decline)).status).toBe(200)
  expect((await ask('kim', 'admin/users/skills/decline', decline)).status).toBe(404)
  const sams = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('sam'))
    .orderBy('id')
    .select('subject')
    .execute()
  expect(sams.map(({ subject }) => subject)).toEqual([
    'Welsh is granted for ivy',
    'Coding is declined for ivy',
  ])
  expect((await propose(id('Welsh'))).body).toEqual({ value: 'ivy has the skill Welsh.' })
  expect((await propose(99)).status).toBe(404)
})

test('D149 changing the area needs CAN_CHANGE_USER_AREA besides the page, and the version that was seen', async () => {
  const move = (who: string, areaID: number, version = 1) =>
    ask(who, 'supervisor/users/area', { id: id('ivy'), version, areaID })
  expect((await move('sue', 1)).status).toBe(403)
  expect((await move('sam', 99)).status).toBe(404)
  expect((await move('sam', 1)).status).toBe(200)
  expect(await row('sam', 'supervisor', 'ivy')).toMatchObject({ areaName: 'North' })
  expect((await move('sam', 2)).status).toBe(409)
  const entry = await db()
    .selectFrom('audit')
    .where('action', '=', 'PERSON_CHANGED')
    .select(['page', 'personID'])
    .execute()
  expect(entry).toEqual([{ page: 'supervisor.users', personID: id('ivy') }])
})
