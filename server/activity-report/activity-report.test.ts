import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ActivityReport } from '#shared/contract/activity-report.ts'
import type { AttendedDay } from '#shared/contract/attendance.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { HoursSum } from '#shared/domain/activity-report.ts'
import { addArea } from '../areas/testing/area-fixture.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
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
import { addTicket } from '../tickets/testing/ticket-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TODAY = { from: '2026-05-04', to: '2026-05-04' }
const DAYS = { from: '2026-05-01', to: '2026-05-04' }

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const see = 'IRESOURCE_CAN_SEE_REPORTS' as const
  const people = {
    pat: [see],
    pia: [see, 'IRESOURCE_CAN_SEE_BOOKINGS', 'ISUPERVISOR_CAN_SEE_RESOURCE'],
    lim: [see],
    amy: ['ITRACKER_CAN_SEE_MY_ATTENDANCE'],
    ben: ['ITRACKER_CAN_SEE_MY_ATTENDANCE'],
  } as const
  for (const [userName, permissions] of Object.entries(people))
    ids[userName] = await addPerson(server, { userName, displayName: userName, permissions })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
  restore = await takeSnapshot(db())
})
beforeEach(async () => {
  server.clock.now = NOON
  await restore()
})
afterAll(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, await signIn(server, as)))
const report = async (more: object = {}, as = 'pat') => {
  const { status, body } = await ask(as, '/api/resource/activity-report', { ...TODAY, ...more })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as ActivityReport
}

interface Done {
  readonly projectID?: number
  readonly category?: string
  readonly by?: number
  readonly source?: 'SYSTEM' | 'RETRO'
  readonly idleSeconds?: number
}

/** What somebody did, in milliseconds before noon. */
async function did(name: string, activity: ActivityName, from: number, to: number, done: Done = {}) {
  const userID = ids[name] ?? 0
  const { projectID = null, category = null, by = userID, source = '', idleSeconds = 0 } = done
  const { id } = await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity, projectID, category, source, idleSeconds, startedBy: by, endedBy: by },
      ...{ project: projectID === null ? null : 'Rail', startedAt: NOON - from, endedAt: NOON - to },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A day of each kind of time, and one with a shift over midnight; moments aren't whole seconds. */
async function worked() {
  const [amy, ben] = [ids.amy ?? 0, ids.ben ?? 0]
  await addShift(db(), { userID: amy, start: NOON - 4 * HOUR, end: NOON, state: 'LIVE' })
  await did('amy', 'AVAILABLE', 4 * HOUR - 250, 150 * MINUTE + 333, { projectID: 7, idleSeconds: 90 })
  await did('amy', 'BREAK', 150 * MINUTE + 333, 120 * MINUTE)
  await did('amy', 'PERSONAL', 120 * MINUTE, 110 * MINUTE)
  await did('amy', 'SYSTEM ISSUES', 110 * MINUTE, 80 * MINUTE)
  await did('amy', 'AVAILABLE', 80 * MINUTE, 50 * MINUTE, { projectID: 8 })
  await did('amy', 'MEETING', 50 * MINUTE, 0, { by: ids.pia ?? 0 })
  // The first ten minutes of the lost work were revoked.
  await db()
    .insertInto('systemIssues')
    .values({
      ...{ ticketID: await addTicket(db(), { raisedBy: amy }), userID: amy, activity: 'SYSTEM ISSUES' },
      ...{ startedAt: NOON - 110 * MINUTE, endedAt: NOON - 100 * MINUTE },
      ...{ revokedAt: NOON - MINUTE, revokedBy: ids.pia ?? 0, revokeReason: 'It worked' },
    })
    .execute()
  await addShift(db(), {
    ...{ userID: ben, start: NOON - 2 * DAY + 8 * HOUR, end: NOON - 2 * DAY + 16 * HOUR },
    state: 'COMPLETED',
  })
  await did('ben', 'AVAILABLE', 2 * DAY - 8 * HOUR, 2 * DAY - 15 * HOUR, { projectID: 7 })
  await did('ben', 'CODING', DAY + 4 * HOUR, DAY + 3 * HOUR + 77, { projectID: 8, source: 'RETRO' })
}

const secondsOf = (row: { activities: HoursSum['activities'] } | undefined) => row?.activities ?? {}

test('D174 hours by activity, worked, paid, break over, away and lost time are those of attendance for the same person and time', async () => {
  await worked()
  const rows = (await report(DAYS)).rows
  expect(rows.map(({ name }) => name)).toEqual(['amy', 'ben'])
  for (const name of ['amy', 'ben']) {
    const { days } = (await ask(name, '/api/itracker/attendance', DAYS)).body as { days: AttendedDay[] }
    expect(days.length).toBeGreaterThan(0)
    const row = rows.find((one) => one.name === name)
    const activities: Record<string, number> = {}
    for (const { activity, seconds } of days.flatMap((day) => day.activities))
      activities[activity] = (activities[activity] ?? 0) + seconds
    const sum = (of: (day: AttendedDay) => number) => days.reduce((total, day) => total + of(day), 0)
    expect(secondsOf(row)).toEqual(activities)
    expect(row).toMatchObject({
      workedSeconds: sum((day) => day.workedSeconds),
      paidHours: sum((day) => day.paidHours),
      breakOverSeconds: sum((day) => day.breakOverSeconds),
      personalSeconds: sum((day) => day.personalSeconds),
      systemIssueSeconds: sum((day) => day.systemIssueSeconds),
      idleSeconds: sum((day) => day.idleSeconds),
    })
  }
})

test('D174 a person’s day is the one of attendance, a shift over midnight its first day’s; total and rows agree', async () => {
  await worked()
  const { rows, total, isPaidRounded } = await report({ ...DAYS, by: 'DAY' })
  expect(rows.map(({ key }) => key)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04'])
  expect(secondsOf(rows[0])).toEqual({ AVAILABLE: 7 * 3600 })
  expect(isPaidRounded).toBe(true)
  expect(total.paidHours).toBe(rows.reduce((sum, { paidHours }) => sum + paidHours, 0))
  expect(total.workedSeconds).toBe(rows.reduce((sum, { workedSeconds }) => sum + workedSeconds, 0))
  // Each day by itself says the same.
  for (const { key, activities } of rows) {
    const alone = await report({ from: key, to: key, by: 'DAY' })
    expect(alone.rows.map((row) => [row.key, secondsOf(row)])).toEqual([[key, activities]])
  }
})

test('D174 the time asked for is from 1 day to 731, first to last', async () => {
  const status = async (from: string, to: string) =>
    (await ask('pat', '/api/resource/activity-report', { from, to })).status
  expect(await status('2026-05-04', '2026-05-04')).toBe(200)
  expect(await status('2024-05-03', '2026-05-04')).toBe(200)
  expect(await status('2024-05-02', '2026-05-04')).toBe(400)
  const wrong = await ask('pat', '/api/resource/activity-report', { from: '2026-05-05', to: '2026-05-04' })
  expect(wrong.status).toBe(400)
})

test('rows are people, days, projects or activities; of parts of days paid hours aren’t rounded', async () => {
  await worked()
  const projects = await report({ ...DAYS, by: 'PROJECT' })
  expect(projects.rows.map(({ name, key }) => name || key)).toEqual(['Rail', '0', 'Bus'])
  expect(projects.isPaidRounded).toBe(false)
  const activities = await report({ by: 'ACTIVITY' })
  const row = (key: string) => activities.rows.find((one) => one.key === key)
  expect(row('AVAILABLE')).toMatchObject({ interviewingSeconds: 7199, workedSeconds: 7199 })
  expect(row('SYSTEM ISSUES')).toMatchObject({
    workedSeconds: 1200,
    systemIssueSeconds: 1200,
    personalSeconds: 600,
  })
  expect(row('BREAK')).toMatchObject({ workedSeconds: 0, breakOverSeconds: 900 })
  expect(row('PERSONAL')).toMatchObject({ personalSeconds: 600, paidHours: 0 })
  expect(row('MEETING')).toMatchObject({ overrideSeconds: 3000, paidHours: 3000 / 3600 })
  const hours = activities.heat.find(({ activity }) => activity === 'MEETING')?.hours
  // London is an hour ahead of UTC in May: noon UTC is 13:00.
  expect(hours?.[12]).toBe(3000)
})

test('each filter narrows the sessions: person, area, project, none, activity, category, source and override', async () => {
  await worked()
  const leeds = await addArea(db(), 'Leeds')
  await db()
    .updateTable('users')
    .set({ areaID: leeds })
    .where('id', '=', ids.ben ?? 0)
    .execute()
  await did('ben', 'AVAILABLE', 30 * MINUTE, 20 * MINUTE, { projectID: 7, category: 'Inbound' })
  const seconds = async (filter: object) => secondsOf((await report({ ...DAYS, ...filter })).total)
  expect(await seconds({ userID: ids.ben })).toEqual({ AVAILABLE: 25_800, CODING: 3599 })
  expect(await seconds({ areaID: leeds })).toEqual({ AVAILABLE: 25_800, CODING: 3599 })
  expect(await seconds({ projectID: 8 })).toEqual({ AVAILABLE: 1800, CODING: 3599 })
  expect(Object.keys(await seconds({ projectID: 0 })).sort()).toEqual([
    ...['BREAK', 'MEETING', 'PERSONAL', 'SYSTEM ISSUES'],
  ])
  expect(await seconds({ activity: 'CODING' })).toEqual({ CODING: 3599 })
  expect(await seconds({ category: 'Inbound' })).toEqual({ AVAILABLE: 600 })
  expect(await seconds({ source: 'RETRO' })).toEqual({ CODING: 3599 })
  expect(await seconds({ source: 'SUPERVISOR' })).toEqual({ MEETING: 3000 })
  expect(await seconds({ isOverride: true })).toEqual({ MEETING: 3000 })
  expect(Object.keys(await seconds({ isOverride: false }))).not.toContain('MEETING')
})

test('a planner limited to areas sees those alone, and prayer is named to those alone who see bookings', async () => {
  await worked()
  const leeds = await addArea(db(), 'Leeds')
  await db()
    .updateTable('users')
    .set({ areaID: leeds })
    .where('id', '=', ids.ben ?? 0)
    .execute()
  await db()
    .updateTable('users')
    .set({ limitedToAreas: `[${leeds}]` })
    .where('id', '=', ids.lim ?? 0)
    .execute()
  const prayed = await did('ben', 'BREAK', 30 * MINUTE, 20 * MINUTE, { category: 'Prayer' })
  expect((await report(DAYS, 'lim')).people.map(({ name }) => name)).toEqual(['ben'])
  expect((await report({ ...DAYS, userID: ids.amy }, 'lim')).rows).toEqual([])
  expect((await report(TODAY, 'pat')).categories).toEqual([])
  expect((await report(TODAY, 'pia')).categories).toEqual(['Prayer'])
  expect((await report({ category: 'Prayer' }, 'pat')).rows).toEqual([])
  expect((await report({ category: 'Prayer' }, 'pia')).rows).toHaveLength(1)
  const session = async (as: string) =>
    (await ask(as, '/api/resource/activity-report/sessions/get', { id: prayed })).body
  expect(await session('pat')).toMatchObject({ displayName: 'ben', category: null, source: 'SELF' })
  expect(await session('pia')).toMatchObject({ category: 'Prayer' })
  const amys = await did('amy', 'MEETING', 2 * DAY, 2 * DAY - HOUR)
  expect((await ask('lim', '/api/resource/activity-report/sessions/get', { id: amys })).status).toBe(404)
})

test('sessions are listed with who began them; who has the report may correct anybody’s, and what it was is kept', async () => {
  await worked()
  const { body } = await ask('pia', '/api/resource/activity-report/sessions/list', {
    sort: [{ field: 'startedAt', direction: 'ASC' }],
    filters: [{ field: 'isOverride', operator: 'IS', values: ['true'] }],
  })
  expect(body).toMatchObject({
    total: 1,
    rows: [{ activity: 'MEETING', source: 'SUPERVISOR', hours: 0.8333 }],
  })
  const { id } = (body as { rows: { id: number }[] }).rows[0] ?? { id: 0 }
  const wanted = {
    ...{ userID: ids.amy, sessionID: id, reason: 'It was a course' },
    requested: {
      ...{ activity: 'TRAINING', projectID: null },
      start: new Date(NOON - 50 * MINUTE).toISOString(),
      end: new Date(NOON).toISOString(),
    },
  }
  expect((await ask('pia', '/api/supervisor/attendance/correct-session', wanted)).status).toBe(200)
  expect(secondsOf((await report({ userID: ids.amy })).total)).toMatchObject({ TRAINING: 3000 })
  const kept = await db().selectFrom('activityCorrections').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ state: 'APPROVED', replaced: expect.stringContaining('MEETING') })
})

test('days that are none, or more than two years, are refused; a time without activity has no rows', async () => {
  for (const days of [
    { from: '2026-05-04', to: '2026-05-03' },
    { from: '2024-05-02', to: '2026-05-04' },
    { from: '2026-02-30', to: '2026-05-04' },
  ])
    expect((await ask('pat', '/api/resource/activity-report', days)).status).toBe(400)
  expect((await ask('pat', '/api/resource/activity-report', { ...DAYS, from: '2024-05-03' })).status).toBe(
    200,
  )
  expect(await report()).toMatchObject({ rows: [], heat: [], total: { workedSeconds: 0, paidHours: 0 } })
})

test('4 §4.5.11 what paid hours cost by the contract of each day is told to holders of IRESOURCE_CAN_SEE_METRICS alone', async () => {
  await worked()
  const dayBefore = { start: NOON - DAY - 4 * HOUR, end: NOON - DAY - 3 * HOUR, state: 'COMPLETED' } as const
  await addShift(db(), { ...dayBefore, userID: ids.ben ?? 0 })
  const { id: contractTypeID } = await db()
    .insertInto('contractTypes')
    .values({ name: 'A', nameKey: 'a', kind: 'EMPLOYEE', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('contractTerms')
    .values([
      { contractTypeID, validFrom: '2026-05-03', terms: '{}', baseRate: 20 },
      { contractTypeID, validFrom: '2020-01-01', terms: '{}', baseRate: 10 },
    ])
    .execute()
  await db()
    .updateTable('users')
    .set({ contractTypeID })
    .where('id', '=', ids.ben ?? 0)
    .execute()
  const costs = async (more: object = {}) =>
    Object.fromEntries((await report({ ...DAYS, ...more }, 'met')).rows.map((row) => [row.name, row]))
  await addPerson(server, {
    userName: 'met',
    permissions: ['IRESOURCE_CAN_SEE_REPORTS', 'IRESOURCE_CAN_SEE_METRICS'],
  })
  const { amy, ben } = await costs()
  // Two days at £10 and £20; nobody says what an hour of amy's costs.
  const [second, third] = (await report({ ...DAYS, by: 'DAY', userID: ids.ben }, 'met')).rows
  expect([second?.key, third?.key]).toEqual(['2026-05-02', '2026-05-03'])
  expect(second?.cost).toBeCloseTo((second?.paidHours ?? 0) * 10)
  expect(third?.cost).toBeCloseTo((third?.paidHours ?? 0) * 20)
  expect(third?.paidHours).toBeGreaterThan(0)
  expect(ben?.cost).toBeCloseTo((second?.cost ?? 0) + (third?.cost ?? 0))
  expect(amy).not.toHaveProperty('cost')
  expect((await report(DAYS, 'met')).total.cost).toBeCloseTo(ben?.cost ?? 0)

  const told = await report(DAYS)
  expect([...told.rows, told.total].some((one) => 'cost' in one)).toBe(false)
  const file = async (as: string) =>
    (
      await post(
        server,
        '/api/resource/activity-report/file',
        { ...DAYS, by: 'PERSON', type: 'CSV' },
        await signIn(server, as),
      )
    ).body
      .trim()
      .split('\r\n')
  const [head, amys, bens] = await file('met')
  expect(head).toMatch(/,"Cost, £"$/)
  expect(amys).toMatch(/,$/)
  expect(bens?.split(',').at(-1)).toBe(String(Number(ben?.cost?.toFixed(2))))
  expect((await file('pat'))[0]).not.toContain('Cost')
})

test('a file has the rows and the total in decimal hours, and is told in the audit', async () => {
  await worked()
  const answer = await post(
    server,
    '/api/resource/activity-report/file',
    { ...DAYS, by: 'PERSON', type: 'CSV' },
    await signIn(server, 'pat'),
  )
  const lines = answer.body.toString().trim().split('\r\n')
  expect(lines[0]).toContain('Person,Available')
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    expect.stringContaining('Person'),
    'amy',
    'ben',
    'Total',
  ])
  const told = await db().selectFrom('audit').where('action', '=', 'EXPORTED').selectAll().execute()
  expect(told).toMatchObject([{ page: 'resource.activity-report', label: 'Activity report' }])
})

test('D006 sums at the foot are of all matches, whatever page is shown, and of those that a filter leaves', async () => {
  for (let place = 0; place < 12; place++)
    await did(
      place % 2 === 0 ? 'amy' : 'ben',
      'MEETING',
      (place + 1) * 2 * HOUR,
      (place + 1) * 2 * HOUR - 30 * MINUTE,
      {
        idleSeconds: 60,
      },
    )
  const list = async (more: object) =>
    (await ask('pat', '/api/resource/activity-report/sessions/list', { pageSize: 10, ...more })).body
  const both = { hours: 6, idleMinutes: 12 }
  expect(await list({})).toMatchObject({ total: 12, totals: both })
  expect(await list({ page: 2 })).toMatchObject({ total: 12, totals: both })
  expect((await list({ page: 2 })) as { rows: object[] }).toMatchObject({ rows: { length: 2 } })
  const filters = [{ field: 'displayName', operator: 'IS', values: ['ben'] }]
  expect(await list({ filters })).toMatchObject({ total: 6, totals: { hours: 3, idleMinutes: 6 } })
  expect(await list({ searchTerm: 'nobody' })).toMatchObject({ total: 0, totals: { hours: null } })
})

/** Sessions of amy's, a minute each. */
async function sessions(count: number) {
  const userID = ids.amy ?? 0
  for (let from = 0; from < count; from += 1000)
    await db()
      .insertInto('activitySessions')
      .values(
        Array.from({ length: Math.min(1000, count - from) }, (_, place) => ({
          ...{ userID, activity: 'MEETING' as const, project: null, category: null },
          ...{ startedBy: userID, endedBy: userID },
          startedAt: NOON - (from + place + 2) * MINUTE,
          endedAt: NOON - (from + place + 1) * MINUTE,
        })),
      )
      .execute()
}
const exported = async (as: string, path: string, payload: object) =>
  server.server.app.inject({
    ...{ method: 'POST', url: `/api/export/${path}`, payload },
    headers: await signIn(server, as),
  })
const stateOf = async (as: string, exportID: number) =>
  JSON.parse((await exported(as, 'state', { exportID })).body) as {
    state: string
    done: number
    total: number
  }
const isMade = (exportID: number) =>
  vi.waitFor(async () => expect((await stateOf('pat', exportID)).state).not.toBe('RUNNING'), 20_000)

test('D019 50,000 rows are answered at once, one more is prepared in the background: told by a notification, fetched for 24 hours, by that person alone', async () => {
  await sessions(50_000)
  const request = {
    ...{ page: 'resource.activity-report', type: 'CSV', columns: ['displayName', 'startedAt', 'hours'] },
    sort: [{ field: 'startedAt', direction: 'ASC' }],
  }
  const atOnce = await exported('pat', 'new', request)
  expect(atOnce.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(atOnce.body.split('\r\n')).toHaveLength(50_002)
  await did('amy', 'TRAINING', 60_000 * MINUTE, 59_999 * MINUTE)
  const answer = await exported('pat', 'new', request)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.headers['content-disposition']).toContain('export.json')
  const { exportID, rows } = JSON.parse(answer.body) as { exportID: number; rows: number }
  expect(rows).toBe(50_001)
  await isMade(exportID)
  const told = await db().selectFrom('notifications').selectAll().execute()
  expect(told).toMatchObject([
    {
      ...{ userID: ids.pat, type: 'NEW_UPDATE', source: 'EXPORT', sourceID: exportID },
      subject: `Export: ${exportID} of activity sessions is ready`,
    },
  ])
  expect(await stateOf('pat', exportID)).toEqual({ state: 'READY', done: 50_001, total: 50_001 })
  const file = await exported('pat', 'file', { exportID })
  expect(file.headers['content-disposition']).toContain('Activity sessions 2026-05-04 1300.csv')
  const lines = file.body.split('\r\n')
  expect(lines).toHaveLength(50_003)
  // The earliest first: the page's own order doesn't hold where another is asked for.
  expect(lines[1]).toBe(`amy,2026-03-23T20:00,${(1 / 60).toFixed(4)}`)
  for (const path of ['file', 'state', 'stop'])
    expect((await exported('pia', path, { exportID })).statusCode).toBe(404)
  // One that is stopped is none.
  const second = JSON.parse((await exported('pat', 'new', request)).body) as { exportID: number }
  expect((await exported('pat', 'stop', { exportID: second.exportID })).statusCode).toBe(200)
  expect(await stateOf('pat', second.exportID)).toMatchObject({ state: 'CANCELLED' })
  expect((await exported('pat', 'file', { exportID: second.exportID })).statusCode).toBe(410)
  const entries = await db()
    .selectFrom('audit')
    .where('action', '=', 'EXPORTED')
    .select('changes')
    .orderBy('id')
    .execute()
  expect(entries.at(-1)?.changes).toContain('"after":50001')
  server.clock.now += 24 * HOUR - 1
  expect((await exported('pat', 'file', { exportID })).statusCode).toBe(200)
  expect(await stateOf('pat', exportID)).toMatchObject({ state: 'READY' })
  server.clock.now += 1
  expect((await exported('pat', 'file', { exportID })).statusCode).toBe(410)
  expect(await stateOf('pat', exportID)).toMatchObject({ state: 'EXPIRED' })
}, 60_000)
