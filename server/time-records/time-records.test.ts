import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownReport } from '#shared/contract/reports.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { REPORT_TEMPLATES } from '#shared/domain/report-templates.ts'
import type { ReportDefinition } from '#shared/domain/reports.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
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

// NOON is Monday, 4 May 2026, an early May bank holiday.
const HOUR = 3_600_000
const HR: readonly PermissionName[] = [
  'ADMIN_CAN_BUILD_REPORTS',
  'HR_CAN_MANAGE_HOLIDAY',
  'HR_CAN_SEE_UNAUTHORISED_ABSENCE',
  'IRESEARCH_CAN_SEE_PROJECT_HOURS',
]
const ALL: readonly PermissionName[] = [
  ...HR,
  ...(['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_REINSTATE_USERS', 'SUPPORT_HELP_CENTER'] as const),
  ...(['ADMIN_CAN_MANAGE_AGENCY_RATES', 'IRESEARCH_CAN_SEE_PROJECTS_DATA'] as const),
]

let server: TestServer
let hanna: { authorization: string }
let amy: number
let ben: number
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'hanna', displayName: 'Hanna', permissions: ALL })
  amy = await addPerson(server, { userName: 'amy', displayName: 'Amy' })
  ben = await addPerson(server, { userName: 'ben', displayName: 'Ben' })
  hanna = await signIn(server, 'hanna')
})
afterAll(() => server.server.close())

const preview = async (definition: ReportDefinition, as = hanna) => {
  const { status, body } = said(await post(server, '/api/admin/reports/preview', { definition }, as))
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as ShownReport
}
const template = (name: string): ReportDefinition => {
  const found = REPORT_TEMPLATES.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found.definition
}
const lines = ({ lines: all }: ShownReport) =>
  all.map((line) => (line.kind === 'GROUP' ? [...line.path, ...line.figures] : line.values))

const terms = async (name: string, some: object, validFrom = '2020-01-01') => {
  const { db } = server.server
  const { id } = await db
    .insertInto('contractTypes')
    .values({ name, nameKey: name, kind: 'EMPLOYEE', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = JSON.stringify({ ...USUAL_TERMS, ...some })
  await db.insertInto('contractTerms').values({ contractTypeID: id, validFrom, terms: kept }).execute()
  return id
}
const put = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()
const holiday = (userID: number, from: string, to: string, hours: number, state = 'APPROVED') =>
  server.server.db
    .insertInto('bookingRequests')
    .values({
      ...({ userID, type: 'HOLIDAY', hours, dayPart: 'DAY', reason: '', state, askedAt: NOON } as const),
      ...{ start: Date.parse(`${from}T00:00:00+01:00`), end: Date.parse(`${to}T00:00:00+01:00`) },
      ...{ decidedBy: null, decidedAt: null, decisionNote: '' },
    } as never)
    .execute()

test('5 §5.6 ‘Holiday left’: entitlement by contract and time employed, what is taken, booked and asked for', async () => {
  const annual = await terms('Annual', { holidayWeeks: 5.6, holidayYearStart: '04-01' })
  await put(amy, { contractTypeID: annual, weeklyHours: 37.5, startDate: '2020-01-01' })
  // Half of the year: 1 October to 31 March are 182 days of 365.
  await put(ben, { contractTypeID: annual, weeklyHours: 20, startDate: '2026-10-01' })
  await holiday(amy, '2026-04-06', '2026-04-11', 30)
  // Over now: Friday is taken; Monday is a bank holiday, Tuesday and Wednesday are booked.
  await holiday(amy, '2026-05-01', '2026-05-07', 22.5)
  await holiday(amy, '2026-07-06', '2026-07-08', 15, 'REQUESTED_CANCELATION')
  await holiday(amy, '2026-08-03', '2026-08-04', 7.5, 'PENDING')
  await holiday(amy, '2026-09-07', '2026-09-12', 37.5, 'DECLINED')
  // The year before, and the one after.
  await holiday(amy, '2026-03-30', '2026-04-03', 30)
  await holiday(amy, '2027-04-05', '2027-04-07', 15)
  const shown = lines(await preview(template('Holiday left')))
  expect(shown.filter(([name]) => name === 'Amy' || name === 'Ben')).toEqual([
    // 5.6 × 37.5 = 210. Of the week over the year's end Wednesday and Thursday are this year's: 15.
    ['Amy', null, 210, 0, 0, 30 + 7.5 + 15, 15 + 15, 7.5, 210 - 52.5 - 30, 210 - 52.5 - 30 - 7.5],
    // 5.6 × 20 × 182 ÷ 365 = 55.846…, up to the quarter.
    ['Ben', null, 56, 0, 0, 0, 0, 0, 56, 56],
  ])
  await put(amy, { leaveDate: '2026-09-30' })
  // 183 days of 365.
  const [leaver] = lines(await preview(template('Holiday left'))).filter(([name]) => name === 'Amy')
  expect(leaver?.[2]).toBe(105.5)
  await put(amy, { leaveDate: null, weeklyHours: null })
  const [unknown] = lines(await preview(template('Holiday left'))).filter(([name]) => name === 'Amy')
  expect(unknown?.slice(2)).toEqual([null, 0, 0, 52.5, 30, 7.5, null, null])
})

const work = (userID: number, project: string | null, start: string, hours: number, activity = 'AVAILABLE') =>
  server.server.db
    .insertInto('activitySessions')
    .values({
      ...({ userID, project, activity, category: null, startedBy: null, endedBy: null } as never as object),
      ...{ startedAt: Date.parse(start), endedAt: Date.parse(start) + hours * HOUR },
    } as never)
    .execute()

test('5 §5.6 ‘Hours by project’: what was worked on each, by month; breaks and being away aren’t', async () => {
  await work(amy, 'Harbour', '2026-04-07T08:00:00Z', 3.5)
  await work(amy, 'Harbour', '2026-04-07T12:00:00Z', 1, 'BREAK')
  await work(ben, 'Harbour', '2026-04-08T08:00:00Z', 0.25, 'PROJECT BRIEF')
  await work(ben, 'Harbour', '2026-03-31T22:30:00Z', 2)
  await work(ben, 'Harbour', '2026-03-31T23:30:00Z', 1)
  await work(amy, 'Rail', '2026-04-09T08:00:00Z', 1)
  await work(amy, null, '2026-04-09T10:00:00Z', 1, 'MEETING')
  await work(amy, 'Rail', '2026-04-09T12:00:00Z', 1, 'PERSONAL')
  const { lines: all } = await preview(template('Hours by project'))
  const groups = all.map((line) => (line.kind === 'GROUP' ? [line.path, line.figures] : []))
  expect(groups).toEqual([
    [['Harbour'], [6.75, 2]],
    // By London's days: half past ten of the last of March is still March there, half past eleven is April.
    [
      ['Harbour', '2026-04-01'],
      [4.75, 2],
    ],
    [
      ['Harbour', '2026-03-01'],
      [2, 1],
    ],
    [['Rail'], [1, 1]],
    [
      ['Rail', '2026-04-01'],
      [1, 1],
    ],
    [[null], [1, 1]],
    [
      [null, '2026-04-01'],
      [1, 1],
    ],
  ])
})

test('5 §5.6 ‘Holiday left’ of who earns it by working: 12.07 % of the hours of finished weeks of the year', async () => {
  const accrued = await terms('Casual', { holidayAccrual: 'ACCRUED', holidayYearStart: '01-01' })
  await put(ben, { contractTypeID: accrued, weeklyHours: null, startDate: null })
  // Today is a Monday: this week's work isn't counted yet.
  await work(ben, 'Rail', '2026-05-04T08:00:00Z', 3)
  const [row] = lines(await preview(template('Holiday left'))).filter(([name]) => name === 'Ben')
  // 3.25 hours: 0.392…, up to the quarter.
  expect(row?.[2]).toBe(0.5)
})

const away = (userID: number, eventType: string, some: object = {}) =>
  server.server.db
    .insertInto('calendarEvents')
    .values({
      ...{ userID, eventType, eventState: 'APPROVED', subject: '', note: '', zone: 'Europe/London' },
      ...{ startLocal: '2026-04-13T00:00', endLocal: '2026-04-16T00:00', isAllDay: 1, rule: null },
      ...{ version: 1, updatedAt: NOON, deletedAt: null, uid: null, importID: null, ...some },
    } as never)
    .execute()

test('5 §5.6 ‘Absence’: spells and days by area and kind; what was declined, deleted or is planned leave isn’t', async () => {
  const { id: leeds } = await server.server.db
    .insertInto('areas')
    .values({ name: 'Leeds', nameKey: 'leeds', changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const id of [amy, ben]) await put(id, { areaID: leeds })
  await away(amy, 'SICK')
  await away(ben, 'SICK', { startLocal: '2026-04-20T09:00', endLocal: '2026-04-20T17:00', isAllDay: 0 })
  await away(ben, 'AWOL', {
    eventState: 'SYSTEM_AUTO',
    startLocal: '2026-04-21T09:00',
    endLocal: '2026-04-22T01:00',
  })
  await away(ben, 'ABSENCE', { eventState: 'PENDING' })
  for (const some of [{ eventState: 'DECLINED' }, { deletedAt: NOON }, { rule: 'FREQ=WEEKLY' }])
    await away(amy, 'SICK', some)
  for (const kind of ['HOLIDAY', 'MEETING', 'TRAINING_SESSION']) await away(amy, kind)
  await server.server.db
    .insertInto('bookingRequests')
    .values({
      ...{
        userID: amy,
        type: 'MEDICAL_APPOINTMENT',
        hours: 2,
        dayPart: 'DAY',
        reason: '',
        state: 'APPROVED',
      },
      ...{ askedAt: NOON, decidedBy: null, decidedAt: null, decisionNote: '' },
      ...{ start: Date.parse('2026-04-23T09:00:00Z'), end: Date.parse('2026-04-23T11:00:00Z') },
    } as never)
    .execute()
  const { lines: all } = await preview(template('Absence'))
  const groups = all.map((line) => (line.kind === 'GROUP' ? [line.path, line.figures] : []))
  expect(groups).toEqual([
    [['Leeds'], [5, 10, 2]],
    [
      ['Leeds', 'SICK'],
      [2, 4, 2],
    ],
    [
      ['Leeds', 'ABSENCE'],
      [1, 3, 1],
    ],
    [
      ['Leeds', 'AWOL'],
      [1, 2, 1],
    ],
    [
      ['Leeds', 'MEDICAL_APPOINTMENT'],
      [1, 1, 1],
    ],
  ])
})

test('5 §5.6 ‘Completes per hour’: completes by interviewing hours, of the sums and not of rates; void and untaken calls aren’t in it', async () => {
  const { db } = server.server
  const [mill, dock] = [71, 72]
  await addProject(db, mill, 'Mill')
  await addProject(db, dock, 'Dock')
  const interviewed = (userID: number, projectID: number | null, hours: number, activity = 'AVAILABLE') =>
    db
      .insertInto('activitySessions')
      .values({
        ...({
          userID,
          project: null,
          projectID,
          activity,
          category: null,
          startedBy: null,
          endedBy: null,
        } as object),
        ...{ startedAt: NOON - 10 * HOUR, endedAt: NOON - 10 * HOUR + hours * HOUR },
      } as never)
      .execute()
  const called = (projectID: number, userID: number | null, outcome: string, some: object = {}) =>
    db
      .insertInto('interviewRecords')
      .values({
        ...({
          projectID,
          userID,
          outcome,
          start: NOON - HOUR,
          end: NOON - HOUR + 60_000,
          duration: 60,
        } as object),
        ...{
          quotaCellID: null,
          appointmentTime: null,
          source: 'MANUAL',
          sourceCallID: null,
          importedAt: NOON,
        },
        ...some,
      } as never)
      .execute()
  await interviewed(amy, mill, 4)
  await interviewed(ben, mill, 1)
  await interviewed(ben, dock, 2)
  // Neither without a project nor in training anybody interviews.
  await interviewed(amy, null, 5)
  await interviewed(amy, mill, 5, 'TRAINING')
  for (let times = 0; times < 2; times++) await called(mill, amy, 'COMPLETE')
  for (let times = 0; times < 3; times++) await called(mill, ben, 'COMPLETE')
  await called(mill, amy, 'REFUSAL')
  await called(mill, null, 'ABANDONED')
  await called(mill, amy, 'COMPLETE', { isVoid: 1, voidReason: 'Twice' })
  const { lines: all } = await preview(template('Completes per hour'))
  const groups = all.map((line) => (line.kind === 'GROUP' ? [line.path, line.figures] : []))
  expect(groups).toEqual([
    // 5 ÷ 5, and not the mean of 0.5 and 3.
    [['Mill'], [1, 5, 5]],
    [
      ['Mill', 'Ben'],
      [3, 3, 1],
    ],
    [
      ['Mill', 'Amy'],
      [0.5, 2, 4],
    ],
    [['Dock'], [0, 0, 2]],
    [
      ['Dock', 'Ben'],
      [0, 0, 2],
    ],
  ])
})

test('5 §5.6 ‘Holiday left’ is of people: what writes for the product itself has none', async () => {
  await addPerson(server, { id: SYSTEM_USER_ID, userName: 'sam', displayName: 'SAM' })
  const names = lines(await preview(template('Holiday left'))).map(([name]) => name)
  expect(names).toContain('Amy')
  expect(names).not.toContain('SAM')
})

test('5 §5.6 each of the templates makes a report for who may open its page, and for nobody else', async () => {
  for (const { definition } of REPORT_TEMPLATES) await preview(definition)
  await addPerson(server, { userName: 'rob', permissions: ['ADMIN_CAN_BUILD_REPORTS'] })
  const rob = await signIn(server, 'rob')
  for (const { definition } of REPORT_TEMPLATES)
    expect((await post(server, '/api/admin/reports/preview', { definition }, rob)).status).toBe(403)
})

test('A123 users of an agency see the time of its own people in reports', async () => {
  await addAgency(server.server.db)
  const agencyID = 1
  await put(ben, { agencyID })
  const gail = await addPerson(server, { userName: 'gail', permissions: HR })
  await put(gail, { userType: 'AGENCY', agencyID })
  const gails = await signIn(server, 'gail')
  const names = async (source: string) => {
    const columns = [{ field: 'displayName', step: null }]
    const shown = await preview({ source, rows: [], columns, measures: [], filters: [], sort: [] }, gails)
    return [...new Set(lines(shown).flat())].toSorted()
  }
  expect(await names('absence')).toEqual(['Ben'])
  expect(await names('workedTime')).toEqual(['Ben'])
  expect(await names('holidayBalance')).toEqual(['Ben', 'gail'])
})
