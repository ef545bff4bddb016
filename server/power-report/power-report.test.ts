import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PowerRecords, PowerReport } from '#shared/contract/power-report.ts'
import { figureOf, INTERVIEW_FIGURES, type InterviewFigure } from '#shared/domain/interviews.ts'
import { type PowerDefinition, rulesOf } from '#shared/domain/power-report.ts'
import { READY_FILTERS, READY_REPORT_NAMES, readyDefinition } from '#shared/domain/ready-reports.ts'
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
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import type { Mail } from '../mail/outbox.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { tendPowerReports } from './schedules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const people = {
    sue: ['ISUPERVISOR_CAN_SEE_REPORTS', 'ISUPERVISOR_CAN_SEE_PERFORMANCE'],
    pat: ['IRESOURCE_CAN_SEE_REPORTS', 'IRESOURCE_CAN_SEE_METRICS', 'IRESOURCE_CAN_SEE_PERFORMANCE'],
    pip: ['IRESOURCE_CAN_SEE_REPORTS'],
    amy: ['ITRACKER_CAN_SEE_POWER_REPORT', 'ITRACKER_CAN_SEE_CATI_REPORT'],
    ben: ['ITRACKER_CAN_SEE_POWER_REPORT', 'ITRACKER_CAN_SEE_CATI_REPORT'],
    out: ['ITRACKER_CAN_SEE_POWER_REPORT'],
  } as const
  for (const [userName, permissions] of Object.entries(people))
    ids[userName] = await addPerson(server, { userName, displayName: userName, permissions })
  for (const name of ['amy', 'ben'])
    await db()
      .updateTable('users')
      .set({ managerID: ids.sue ?? 0 })
      .where('id', '=', ids[name] ?? 0)
      .execute()
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

const REPORT = {
  ...{ source: 'INTERVIEWS', rows: ['PERSON'], columns: [], time: 'OWN' },
  ...{ from: '2026-05-01', to: '2026-05-04', group: 'TEAM' },
  measures: [{ figure: 'completes' }, { figure: 'completesPerHour' }, { figure: 'strikeRate' }],
}
type Asking = Partial<Omit<PowerDefinition, 'measures'>> & { measures?: readonly object[] }
const run = async (as: string, page: string, more: Asking = {}) => {
  const { status, body } = await ask(as, '/api/report/run', { page, definition: { ...REPORT, ...more } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as PowerReport
}
const behind = async (as: string, page: string, more: Asking, cell: object) => {
  const { status, body } = await ask(as, '/api/report/records', {
    page,
    definition: { ...REPORT, ...more },
    ...cell,
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as PowerRecords).lists
}

/** Amy's 3 completes of 5 contacts in 2 hours, ben's 4 of 8 in 1, and what is void or nobody's, which counts nowhere. */
async function worked() {
  const [amy = 0, ben = 0] = [ids.amy, ids.ben]
  const calls = async (userID: number, projectID: number, at: number, ...outcomes: readonly string[]) => {
    for (const [place, outcome] of outcomes.entries())
      await addInterview(db(), {
        userID,
        projectID,
        start: at + place * 5 * MINUTE,
        outcome: outcome as never,
        duration: 240,
      })
  }
  await calls(amy, 7, NOON - 3 * HOUR, 'COMPLETE', 'REFUSAL', 'COMPLETE', 'NO_ANSWER')
  await calls(amy, 8, NOON - DAY, 'COMPLETE', 'REFUSAL', 'BUSY')
  await calls(
    ben,
    7,
    NOON - 2 * HOUR,
    'COMPLETE',
    'COMPLETE',
    'COMPLETE',
    'COMPLETE',
    'REFUSAL',
    'REFUSAL',
    'APPOINTMENT',
    'INELIGIBLE',
  )
  await addInterview(db(), { userID: amy, start: NOON - HOUR, isVoid: 1, voidReason: 'Twice' })
  await addInterview(db(), { userID: null, start: NOON - HOUR, outcome: 'ABANDONED' })
  await addInterviewing(db(), { userID: amy, projectID: 7, from: NOON - 3 * HOUR, to: NOON - 2 * HOUR })
  await addInterviewing(db(), { userID: amy, projectID: 8, from: NOON - DAY, to: NOON - DAY + HOUR })
  await addInterviewing(db(), { userID: ben, projectID: 7, from: NOON - 2 * HOUR, to: NOON - HOUR })
}

test('D112 totals and subtotals of rates are of the records, not sums or means of the rates shown', async () => {
  await worked()
  const { cells, totals, columnPaths } = await run('sue', 'SUPERVISOR', { rows: ['PERSON', 'PROJECT'] })
  const [amy, ben] = [String(ids.amy), String(ids.ben)]
  expect(columnPaths).toEqual([[]])
  expect(cells.map(({ path, values }) => [path, values])).toEqual([
    [[amy], [3, 1.5, 60]],
    [
      [amy, '8'],
      [1, 1, 50],
    ],
    [
      [amy, '7'],
      [2, 2, expect.closeTo(200 / 3, 9)],
    ],
    [[ben], [4, 4, 50]],
    [
      [ben, '7'],
      [4, 4, 50],
    ],
  ])
  // 7 completes of 13 contacts in 3 hours: neither 1.5 + 4, nor the mean of 60 and 50.
  expect(totals.values).toEqual([7, expect.closeTo(7 / 3, 9), expect.closeTo((7 / 13) * 100, 9)])
  // Of few data: under 10 contacts each, 13 and 3 hours together.
  expect(cells[0]?.few).toEqual([1, 2])
  expect(totals.few).toEqual([])
})

test('D112 a mean in a pivot’s total is of all records; a column’s total goes over its rows', async () => {
  await worked()
  const more: Asking = {
    ...{ rows: ['PERSON'], columns: ['OUTCOME'] },
    measures: [
      { figure: 'MEAN', field: 'minutes' },
      { figure: 'COUNT' },
      { figure: 'MAXIMUM', field: 'minutes' },
      { figure: 'MINIMUM', field: 'minutes' },
      { figure: 'SUM', field: 'minutes' },
    ],
  }
  await addInterview(db(), {
    userID: ids.amy ?? 0,
    start: NOON - 2 * HOUR,
    outcome: 'COMPLETE',
    duration: 1200,
  })
  const { cells, totals, columnPaths } = await run('sue', 'SUPERVISOR', more)
  const complete = columnPaths.findIndex(([key]) => key === 'COMPLETE') * 5
  const all = columnPaths.length * 5 - 5
  // Three of 4 minutes and one of 20; with ben's four of 4 it is eight.
  expect(cells[0]?.values.slice(complete, complete + 5)).toEqual([8, 4, 20, 4, 32])
  expect(totals.values.slice(complete, complete + 5)).toEqual([6, 8, 20, 4, 48])
  expect(totals.values.slice(all)).toEqual([5, 16, 20, 4, 80])
  expect(columnPaths.at(-1)).toEqual([])
  // Choices stand in the order of their list.
  expect(columnPaths[0]).toEqual(['COMPLETE'])
})

test('D113 a cell opens the records behind it, whose number and sum are the cell’s; so do subtotals and the total', async () => {
  await worked()
  const more: Asking = {
    ...{ rows: ['PERSON', 'PROJECT'], columns: ['DAY'] },
    measures: [{ figure: 'COUNT' }, { figure: 'SUM', field: 'minutes' }, { figure: 'completes' }],
  }
  const { cells, totals, columnPaths } = await run('sue', 'SUPERVISOR', more)
  const rows = [...cells, { path: [], ...totals }]
  expect(columnPaths).toHaveLength(3)
  for (const { path: row, values } of rows)
    for (const [place, column] of columnPaths.entries()) {
      const [count = null, minutes = null, completes = null] = values.slice(place * 3, place * 3 + 3)
      const [records] = await behind('sue', 'SUPERVISOR', more, { row, column, measure: 0 })
      expect(records?.total).toBe(count ?? 0)
      expect(records?.rows).toHaveLength(count ?? 0)
      expect(records?.sums[0]?.value ?? null).toBe(minutes)
      const [done] = await behind('sue', 'SUPERVISOR', more, { row, column, measure: 2 })
      expect(done?.total).toBe(completes ?? 0)
    }
  const [list] = await behind('sue', 'SUPERVISOR', more, { row: [String(ids.ben)], column: [], measure: 0 })
  expect(list?.columns).toEqual(['Person', 'Project', 'Outcome', 'Recorded activity'])
  expect(list?.rows[0]?.texts).toContain('Complete')
})

test('D113 hours by hour are parts of sessions: a cell’s records are those sessions with their part, their number is theirs', async () => {
  const amy = ids.amy ?? 0
  await addInterviewing(db(), {
    userID: amy,
    projectID: 7,
    from: NOON - 100 * MINUTE,
    to: NOON - 30 * MINUTE,
  })
  await addInterviewing(db(), { userID: amy, projectID: 8, from: NOON - 30 * MINUTE, to: NOON })
  const more: Asking = {
    ...{ source: 'ACTIVITY_SESSIONS', rows: ['HOUR'] },
    measures: [{ figure: 'SUM', field: 'hours' }, { figure: 'COUNT' }],
  }
  const { cells, totals } = await run('amy', 'TRACKER', more)
  // London is an hour ahead of UTC in May.
  expect(cells.map(({ path, values }) => [path[0], values])).toEqual([
    ['11', [expect.closeTo(40 / 60, 5), 1]],
    ['12', [1, 2]],
  ])
  expect(totals.values).toEqual([expect.closeTo(100 / 60, 5), 2])
  for (const { path, values } of [...cells, { path: [], values: totals.values }]) {
    const [list] = await behind('amy', 'TRACKER', more, { row: path })
    expect(list?.total).toBe(values[1])
    expect(list?.sums[0]?.value).toBeCloseTo(values[0] ?? 0, 5)
  }
})

test('D114 in Tracker a report is of the caller alone, also by direct call, with filters of others and for other pages', async () => {
  await worked()
  const [amy, ben] = [String(ids.amy), String(ids.ben)]
  const own = await run('amy', 'TRACKER')
  expect(own.cells.map(({ path }) => path)).toEqual([[amy]])
  expect(own.totals.values[0]).toBe(3)
  const others = { filters: [{ field: 'PERSON', values: [ben, amy] }] } as const
  expect((await run('amy', 'TRACKER', others)).cells.map(({ path }) => path)).toEqual([[amy]])
  const bens = { filters: [{ field: 'PERSON', values: [ben] }], group: 'ALL' } as const
  expect(await run('amy', 'TRACKER', bens)).toMatchObject({ cells: [], records: 0 })
  for (const source of [
    'ACTIVITY_SESSIONS',
    'SHIFTS',
    'ATTENDANCE_DAYS',
    'EXCEPTIONS',
    'QC_REVIEWS',
  ] as const) {
    const report = await run('amy', 'TRACKER', { source, measures: [{ figure: 'COUNT' }], group: 'ALL' })
    expect(report.cells.every(({ path }) => path[0] === amy)).toBe(true)
  }
  const [records] = await behind('amy', 'TRACKER', REPORT as never, { row: [ben] })
  expect(records).toMatchObject({ total: 0, rows: [] })
  expect((await behind('out', 'TRACKER', REPORT as never, {}))[0]).toMatchObject({ total: 0 })
  for (const page of ['SUPERVISOR', 'RESOURCE'])
    for (const [path, more] of [
      ['run', {}],
      ['records', {}],
      ['file', {}],
      ['save', { name: 'Mine' }],
    ] as const)
      expect((await ask('amy', `/api/report/${path}`, { page, definition: REPORT, ...more })).status).toBe(
        403,
      )
  expect((await ask('amy', '/api/report/definitions', { page: 'TRACKER' })).body).toMatchObject({
    people: [{ id: amy, name: 'amy' }],
    groups: [],
  })
})

test('D043 a person’s figures are the same on their page, the supervisor’s page, the dashboard and in the power report', async () => {
  await worked()
  const time = { from: '2026-05-01', to: '2026-05-04' }
  const measures = [
    'completes',
    'completesPerHour',
    'strikeRate',
    'refusalRate',
    'cooperationRate',
    'attemptsPerComplete',
    'averageLength',
    'occupancy',
    'index',
    'interviewingHours',
  ]
  const asked = { measures: measures.map((figure) => ({ figure })) }
  const own = (await ask('amy', '/api/itracker/cati-report', { ...time, by: 'DAY' })).body as {
    own: Parameters<typeof figureOf>[1]
  }
  const supervisors = (await ask('sue', '/api/supervisor/performance', { ...time, scope: 'TEAM' })).body as {
    rows: { userID: number; tally: Parameters<typeof figureOf>[1] }[]
  }
  const theirs = supervisors.rows.find(({ userID }) => userID === ids.amy)
  const inPercent = (figure: InterviewFigure, tally: Parameters<typeof figureOf>[1]) => {
    const value = figureOf(figure, tally)
    return INTERVIEW_FIGURES[figure].kind === 'share' && value !== null ? value * 100 : value
  }
  const pages: [string, string][] = [
    ['amy', 'TRACKER'],
    ['sue', 'SUPERVISOR'],
    ['pat', 'RESOURCE'],
  ]
  for (const [as, page] of pages) {
    const row = (await run(as, page, asked)).cells.find(({ path }) => path[0] === String(ids.amy))
    for (const [place, figure] of (measures as InterviewFigure[]).entries()) {
      expect([page, figure, row?.values[place]]).toEqual([page, figure, inPercent(figure, own.own)])
      if (theirs) expect(row?.values[place]).toBe(inPercent(figure, theirs.tally))
    }
  }
  expect(theirs).toBeDefined()
})

test('days, weeks, months, weekdays and hours are London’s, also over the change of the clocks', async () => {
  server.clock.now = Date.UTC(2026, 9, 27, 12)
  // Half past midnight in London is the day before by UTC in summer; the clocks go back on 25 October.
  for (const at of [
    '2026-10-23T23:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T23:30:00Z',
  ])
    await addInterview(db(), { userID: ids.amy ?? 0, start: Date.parse(at), duration: 60 })
  const by = async (field: PowerDefinition['rows'][number]) => {
    const report = await run('amy', 'TRACKER', {
      ...{ rows: [field], from: '2026-10-01', to: '2026-10-27', measures: [{ figure: 'COUNT' }] },
    })
    return report.cells.map(({ path, values }) => [report.names[field]?.[path[0] ?? ''], values[0]])
  }
  expect(await by('DAY')).toEqual([
    ['Sat, 24 Oct 2026', 1],
    ['Sun, 25 Oct 2026', 3],
  ])
  expect(await by('WEEK')).toEqual([['Week of 19 Oct 2026', 4]])
  expect(await by('MONTH')).toEqual([['October 2026', 4]])
  expect(await by('WEEKDAY')).toEqual([
    ['Saturday', 1],
    ['Sunday', 3],
  ])
  expect(await by('HOUR')).toEqual([
    ['00:00', 1],
    ['01:00', 2],
    ['23:00', 1],
  ])
  for (const filters of [
    [{ field: 'HOUR', values: ['01'] }],
    [{ field: 'WEEKDAY', values: ['7'] }],
  ] as const) {
    const report = await run('amy', 'TRACKER', {
      ...{ rows: ['DAY'], from: '2026-10-01', to: '2026-10-27', measures: [{ figure: 'COUNT' }], filters },
    })
    expect(report.totals.values).toEqual([filters[0].field === 'HOUR' ? 2 : 3])
  }
})

test('10,000 cells are answered, one more is refused with how many there are', async () => {
  const amy = ids.amy ?? 0
  const start = Date.UTC(2024, 5, 1, 10)
  server.clock.now = Date.UTC(2026, 4, 4, 12)
  await db()
    .insertInto('interviewRecords')
    .values(
      Array.from({ length: 500 }, (_, day) => ({
        ...{
          projectID: 7,
          userID: amy,
          outcome: 'COMPLETE' as const,
          source: 'API' as const,
          quotaCellID: null,
        },
        ...{ appointmentTime: null, sourceCallID: null, importID: null, importedAt: null, duration: 60 },
        ...{ start: start + day * DAY, end: start + day * DAY + 60_000, attempt: day },
      })),
    )
    .execute()
  const wide = (outcomes: number): Asking => ({
    ...{ rows: ['DAY'], columns: [], from: '2024-06-01', to: '2026-05-04' },
    measures: Array.from({ length: outcomes }, () => ({ figure: 'completes' })),
  })
  expect((await run('amy', 'TRACKER', wide(8))).cellCount).toBe(4000)
  // 100 days by 100 hours there aren't; days by days do: 500 rows, 20 columns and one figure are 10,000.
  for (const [columns, status] of [
    [20, 200],
    [21, 400],
  ] as const) {
    for (let place = 0; place < columns; place++)
      await db()
        .insertInto('quotaCells')
        .values({
          id: 100 + place,
          projectID: 7,
          label: `Cell ${place}`,
          labelKey: `cell ${place}`,
          dimensions: '[]',
          target: 1,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    await db()
      .updateTable('interviewRecords')
      .set({ quotaCellID: sql`100 + attempt % ${sql.lit(columns)}` } as never)
      .where('userID', '=', amy)
      .execute()
    const definition = {
      ...REPORT,
      ...{
        rows: ['DAY'],
        columns: ['QUOTA_CELL'],
        from: '2024-06-01',
        to: '2026-05-04',
        measures: [{ figure: 'COUNT' }],
      },
    }
    const { status: answered, body } = await ask('amy', '/api/report/run', { page: 'TRACKER', definition })
    expect(answered).toBe(status)
    if (status === 400)
      expect(body).toMatchObject({ value: 'This report has 10,500 cells. Narrow rows or columns.' })
    else expect(body).toMatchObject({ cellCount: 10_000 })
  }
})

test('a supervisor’s report is of their team; with ‘My area’ of it, too; costs are for planners who see metrics alone', async () => {
  await worked()
  const leeds = await addArea(db(), 'Leeds')
  for (const name of ['sue', 'out'])
    await db()
      .updateTable('users')
      .set({ areaID: leeds })
      .where('id', '=', ids[name] ?? 0)
      .execute()
  await addInterview(db(), { userID: ids.out ?? 0 })
  const names = async (group: PowerDefinition['group']) =>
    (await run('sue', 'SUPERVISOR', { group })).cells.map(({ path }) => Number(path[0])).toSorted()
  expect(await names('TEAM')).toEqual([ids.amy, ids.ben])
  expect(await names('AREA')).toEqual([ids.amy, ids.ben, ids.out])
  expect(await names('ALL')).toEqual([ids.amy, ids.ben, ids.out])
  await addShift(db(), { userID: ids.amy ?? 0, start: NOON - 3 * HOUR, end: NOON, state: 'COMPLETED' })
  const costs: Asking = { source: 'ATTENDANCE_DAYS', measures: [{ figure: 'SUM', field: 'cost' }] }
  const asked = (as: string, page: string) =>
    ask(as, '/api/report/run', { page, definition: { ...REPORT, ...costs } })
  expect((await asked('pat', 'RESOURCE')).status).toBe(200)
  expect((await asked('pip', 'RESOURCE')).status).toBe(403)
  expect((await asked('sue', 'SUPERVISOR')).status).toBe(403)
  expect((await asked('amy', 'TRACKER')).status).toBe(403)
})

test('what can’t be is refused: fields and figures of other sources, none, twice, and days that are none', async () => {
  for (const [more, value] of [
    [{ rows: ['FORM'] }, 'Interview records have no ‘Form’.'],
    [{ filters: [{ field: 'EXCUSE', values: ['NONE'] }] }, 'Interview records have no ‘Excuse’.'],
    [{ measures: [{ figure: 'adherence' }] }, 'Interview records have no such figure.'],
    [{ measures: [{ figure: 'SUM', field: 'hours' }] }, 'Interview records have no such figure.'],
    [{ measures: [] }, 'Choose rows and a figure.'],
    [{ rows: ['DAY'], columns: ['DAY'] }, 'Group by each column once.'],
    [{ sort: { measure: 3, direction: 'ASC' } }, 'Interview records have no such figure.'],
    [
      { from: '2026-05-05', to: '2026-05-04' },
      'A report is about 2 years at most, its last day not before its first.',
    ],
    [
      { from: '2024-05-02', to: '2026-05-04' },
      'A report is about 2 years at most, its last day not before its first.',
    ],
  ] as const) {
    const { status, body } = await ask('amy', '/api/report/run', {
      page: 'TRACKER',
      definition: { ...REPORT, ...more },
    })
    expect([status, (body as { value: string }).value]).toEqual([400, value])
  }
  const four = { ...REPORT, rows: ['DAY', 'WEEK', 'MONTH', 'HOUR'] }
  expect((await ask('amy', '/api/report/run', { page: 'TRACKER', definition: four })).status).toBe(400)
})

test('system issues are told, and narrowed, by the project that was kept waiting', async () => {
  const userID = ids.amy ?? 0
  const lost = async (projectID: number | null, hoursAgo: number, minutes: number) => {
    const [startedAt, endedAt] = [NOON - hoursAgo * HOUR, NOON - hoursAgo * HOUR + minutes * MINUTE]
    const { id: sessionID } = await db()
      .insertInto('activitySessions')
      .values({
        ...{ userID, activity: 'SYSTEM ISSUES', projectID, project: null, category: null },
        ...{ startedAt, endedAt, startedBy: userID, endedBy: userID },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ticketID = await addTicket(db(), { raisedBy: userID })
    await db()
      .insertInto('systemIssues')
      .values({
        ...{ userID, ticketID, sessionID, activity: 'AVAILABLE', startedAt, endedAt },
        ...{ revokedAt: null, revokedBy: null, revokeReason: '' },
      })
      .execute()
  }
  await lost(7, 4, 10)
  await lost(8, 3, 20)
  await lost(null, 2, 40)
  const rows = async (filters: PowerDefinition['filters'] = []) => {
    const measures = [{ figure: 'SUM', field: 'seconds' }]
    const { cells } = await run('sue', 'SUPERVISOR', {
      source: 'SYSTEM_ISSUES',
      rows: ['PROJECT'],
      measures,
      filters,
    })
    return cells.map(({ path, values }) => [...path, ...values])
  }
  expect((await rows()).toSorted()).toEqual([
    ['', 2400],
    ['7', 600],
    ['8', 1200],
  ])
  expect(await rows([{ field: 'PROJECT', values: ['8'] }])).toEqual([['8', 1200]])
})

test('an end of shift that is still to come has nothing yet, whoever is at work', async () => {
  const amy = ids.amy ?? 0
  await addShift(db(), { userID: amy, start: NOON + 3 * HOUR, end: NOON + 6 * HOUR, projectID: 7 })
  await addInterviewing(db(), { userID: amy, projectID: 7, from: NOON - HOUR, to: null })
  const nothing = { due: 0, in: 0, activities: [], projects: [], lost: { records: 0, seconds: 0 } }
  const of = async (more: object) => (await ask('sue', '/api/report/end-of-shift', more)).body
  expect(await of({ date: '2026-05-04', shift: '16:00–19:00' })).toMatchObject({
    ...nothing,
    ...{ from: '2026-05-04T15:00:00.000Z', to: '2026-05-04T15:00:00.000Z' },
    projects: [{ name: 'Rail', interviewingSeconds: 0 }],
  })
  expect(await of({ date: '2026-05-06' })).toMatchObject(nothing)
  expect(await of({ date: '2026-05-04' })).toMatchObject({
    activities: [{ activity: 'AVAILABLE', seconds: 3600 }],
  })
})

test('an end of shift has its people, hours, completes against target, lost time, incidents and reviews', async () => {
  const [amy = 0, ben = 0] = [ids.amy, ids.ben]
  for (const userID of [amy, ben])
    await addShift(db(), {
      userID,
      start: NOON - 3 * HOUR,
      end: NOON - HOUR,
      state: 'COMPLETED',
      projectID: 7,
    })
  await db().updateTable('projects').set({ interviewsPerHour: 2 }).where('id', '=', 7).execute()
  await addInterviewing(db(), { userID: amy, projectID: 7, from: NOON - 4 * HOUR, to: NOON - 2 * HOUR })
  await addInterview(db(), { userID: amy, start: NOON - 150 * MINUTE })
  // Before the shift, and of somebody else's team.
  await addInterview(db(), { userID: amy, start: NOON - 200 * MINUTE })
  await addInterview(db(), { userID: ids.out ?? 0, start: NOON - 150 * MINUTE })
  const asked = { date: '2026-05-04', shift: '10:00–12:00' }
  const { body } = await ask('sue', '/api/report/end-of-shift', asked)
  expect(body).toMatchObject({
    ...{ due: 2, in: 1, absent: [{ userID: ben }], shifts: [{ key: '10:00–12:00', people: 2 }] },
    activities: [{ activity: 'AVAILABLE', seconds: 3600 }],
    projects: [{ name: 'Rail', completes: 1, attempts: 1, target: 8, interviewingSeconds: 3600 }],
    ...{ lost: { records: 0, seconds: 0 }, incidents: 0, reviews: { count: 0, score: null } },
  })
  // Of a manager's people, and of what was planned and done on one project.
  const of = async (more: object) =>
    (await ask('sue', '/api/report/end-of-shift', { date: '2026-05-04', ...more })).body
  expect(body).toMatchObject({
    managers: [{ id: ids.sue, name: 'sue' }],
    projectChoices: [{ id: 7, name: 'Rail' }],
  })
  expect(await of({ managerID: ids.sue })).toMatchObject({ due: 2, in: 1, projects: [{ completes: 2 }] })
  expect(await of({ managerID: ids.pat })).toMatchObject({ due: 0, shifts: [], projects: [] })
  expect(await of({ projectID: 7 })).toMatchObject({
    ...{ due: 2, in: 1, activities: [{ seconds: 7200 }], projects: [{ name: 'Rail', completes: 2 }] },
  })
  expect(await of({ projectID: 8 })).toMatchObject({ due: 0, activities: [], projects: [], shifts: [] })
  const whole = (await ask('sue', '/api/report/end-of-shift', { date: '2026-05-04' })).body
  expect(whole).toMatchObject({ projects: [{ completes: 2 }], activities: [{ seconds: 7200 }] })
  expect((await ask('amy', '/api/report/end-of-shift', asked)).status).toBe(403)

  // The same as a file.
  const file = async (as: string, more: object = {}) =>
    post(server, '/api/report/end-of-shift/file', { ...asked, ...more }, await signIn(server, as))
  const csv = await file('sue', { type: 'CSV', managerID: ids.sue })
  expect(csv.body).toBe(
    `\uFEFF${[
      'Part,What,Value,Target',
      'Report,"sue, 2026-05-04, 10:00–12:00",,',
      ...['People,Due,2,', 'People,In,1,', 'Not in,ben,,', 'Hours,Available,1,'],
      ...['Completes,Rail,1,8', 'Attempts,Rail,1,', 'Interviewing hours,Rail,1,'],
      ...['System issues,Records,0,', 'System issues,Hours lost,0,', 'Incidents,,0,'],
      ...['Reviews,Count,0,', 'Reviews,QC score,,', ''],
    ].join('\r\n')}`,
  )
  expect((await file('sue')).headers['content-disposition']).toContain('.xlsx')
  expect((await file('amy')).status).toBe(403)
})

test('a day’s figures are the same whether it is judged or not', async () => {
  await addShift(db(), { userID: ids.amy ?? 0, start: NOON - 4 * HOUR, end: NOON - HOUR, state: 'COMPLETED' })
  await addInterviewing(db(), { userID: ids.amy ?? 0, from: NOON - 4 * HOUR, to: NOON - 2 * HOUR })
  for (const [activity, from, to] of [
    ['BREAK', 120, 85],
    ['PERSONAL', 85, 75],
  ] as const)
    await db()
      .insertInto('activitySessions')
      .values({
        ...{ userID: ids.amy ?? 0, activity, project: null, category: null, startedBy: null, endedBy: null },
        ...{ startedAt: NOON - from * MINUTE, endedAt: NOON - to * MINUTE, idleSeconds: 120 },
      })
      .execute()
  const names = [
    'scheduledHours',
    'workedHours',
    'paidHours',
    'breakMinutes',
    'breakOverMinutes',
    'personalMinutes',
    'idleMinutes',
    'systemIssueMinutes',
  ]
  const plain = names.map((field) => ({ figure: 'SUM', field }))
  const asked: Asking = { source: 'ATTENDANCE_DAYS', measures: plain }
  const { totals } = await run('amy', 'TRACKER', asked)
  expect(totals.values).toEqual([3, 2, 2.25, 35, 25, 10, 4, 0])
  const judged = await run('amy', 'TRACKER', { ...asked, measures: [...plain, { figure: 'adherence' }] })
  expect(judged.totals.values.slice(0, 8)).toEqual(totals.values)
})

test('a number of a report is pinned to the dashboard: it is what its cell says now, and its report opens by it', async () => {
  await worked()
  const { amy = 0 } = ids
  const pin = async (as: string, more: object = {}, definition: object = {}) =>
    ask(as, '/api/report/pin', {
      ...{ page: 'SUPERVISOR', definition: { ...REPORT, ...definition } },
      ...{ name: 'Amy, Completes', report: 'New power report', ...more },
    })
  const card = async (as: string) => {
    const { body } = await ask(as, '/api/dashboard/cards', { names: ['pins'] })
    return (body as { cards: { pins?: { rows: { id: string; title: string; count: number | null }[] } } })
      .cards.pins?.rows
  }
  const hasCard = async (as: string) =>
    ((await ask(as, '/api/dashboard/get-layout')).body as { cards: { name: string }[] }).cards.some(
      ({ name }) => name === 'pins',
    )
  expect(await hasCard('sue')).toBe(false)

  // A cell, a total, a cell of something that hours have no part in, one of parts of records, one of columns.
  const cells: [object, object, (report: PowerReport) => number | null | undefined][] = [
    [
      { row: [String(amy)] },
      {},
      ({ cells: all }) => all.find(({ path }) => path[0] === String(amy))?.values[0],
    ],
    [{ measure: 1 }, {}, ({ totals }) => totals.values[1]],
    [
      { row: ['COMPLETE'] },
      { rows: ['OUTCOME'] },
      (all) => all.cells.find(({ path }) => path[0] === 'COMPLETE')?.values[0],
    ],
    [
      { row: ['11'] },
      { source: 'ACTIVITY_SESSIONS', rows: ['HOUR'], measures: [{ figure: 'SUM', field: 'hours' }] },
      (all) => all.cells.find(({ path }) => path[0] === '11')?.values[0],
    ],
    [
      { row: [String(amy)], column: ['7'] },
      { columns: ['PROJECT'] },
      (all) =>
        all.cells.find(({ path }) => path[0] === String(amy))?.values[
          all.columnPaths.findIndex(([key]) => key === '7') * 3
        ],
    ],
  ]
  const wanted = []
  for (const [more, definition, numberOf] of cells) {
    expect(await pin('sue', more, definition)).toMatchObject({ status: 200 })
    wanted.push(numberOf(await run('sue', 'SUPERVISOR', definition as Asking)))
  }
  expect(wanted.filter((value) => value === undefined)).toEqual([])
  expect((await card('sue'))?.map(({ count }) => count)).toEqual(wanted)
  expect(await hasCard('sue')).toBe(true)
  expect(await card('amy')).toEqual([])
  const { pins } = (await ask('sue', '/api/report/definitions', { page: 'SUPERVISOR' })).body as {
    pins: { id: number; definition: Asking }[]
  }
  const opened = []
  for (const { definition } of pins)
    opened.push((await run('sue', 'SUPERVISOR', definition)).totals.values.at(-1))
  expect(opened).toEqual(wanted)

  // Twice is once; a sixth has no room; nobody else takes one down.
  expect((await pin('sue', { row: [String(amy)] })).body).toMatchObject({ id: pins[0]?.id })
  expect(await pin('sue', { row: [String(ids.ben)] })).toMatchObject({
    status: 400,
    body: { value: 'The dashboard has room for 5 figures. Unpin one first.' },
  })
  expect(await ask('amy', '/api/report/unpin', { id: pins[0]?.id })).toMatchObject({ status: 404 })
  expect(await card('sue')).toHaveLength(5)
  expect(await ask('sue', '/api/report/unpin', { id: pins[0]?.id })).toMatchObject({ status: 200 })
  expect(await pin('sue', { row: [String(ids.ben)] })).toMatchObject({ status: 200 })
  expect(await card('sue')).toHaveLength(5)

  // What isn't theirs to open can't be pinned, and what isn't any more doesn't show.
  expect((await pin('sue', { page: 'RESOURCE' })).status).toBe(403)
  expect((await pin('sue', { measure: 3 })).status).toBe(400)
  await db()
    .deleteFrom('userPermissions')
    .where('userID', '=', ids.sue ?? 0)
    .execute()
  expect(await hasCard('sue')).toBe(false)
})

test('breaks and idle time are told, and narrowed, by the project that was worked on before them', async () => {
  const { amy = 0 } = ids
  await addShift(db(), { userID: amy, start: NOON - 4 * HOUR, end: NOON - HOUR, state: 'COMPLETED' })
  for (const [activity, projectID, from, to, idleSeconds] of [
    ['AVAILABLE', 7, 240, 180, 60],
    ['BREAK', null, 180, 145, 0],
    ['AVAILABLE', 8, 145, 80, 120],
    ['PERSONAL', null, 80, 70, 0],
    ['AVAILABLE', 7, 70, 60, 0],
  ] as const)
    await db()
      .insertInto('activitySessions')
      .values({
        ...{
          userID: amy,
          activity,
          projectID,
          project: null,
          category: null,
          startedBy: null,
          endedBy: null,
        },
        ...{ startedAt: NOON - from * MINUTE, endedAt: NOON - to * MINUTE, idleSeconds },
      })
      .execute()
  const { source, measures } = readyDefinition('BREAKS')
  const asked: Asking = { source, measures }
  const byProject = await run('sue', 'SUPERVISOR', { ...asked, rows: ['PROJECT'] })
  // Break, over the allowance, idle, away and worked.
  expect(byProject.cells.map(({ path, values }) => [path[0], ...values])).toEqual([
    ['8', 0, 0, 2, 10, 1.083333],
    ['7', 35, 25, 1, 0, 1.166667],
  ])
  const whole = [35, 25, 3, 10, 2.25]
  expect(byProject.totals.values).toEqual(whole)
  const { totals } = await run('sue', 'SUPERVISOR', asked)
  expect(totals.values).toEqual(whole)
  const bus = await run('sue', 'SUPERVISOR', { ...asked, filters: [{ field: 'PROJECT', values: ['8'] }] })
  expect(bus.totals.values).toEqual([0, 0, 2, 10, 1.083333])
  const cell = await behind('sue', 'SUPERVISOR', { ...asked, rows: ['PROJECT'] }, { row: ['7'] })
  expect(cell[0]?.total).toBe(1)
  expect(cell[0]?.sums.map(({ value }) => value)).toContain(25)
  const total = await behind('sue', 'SUPERVISOR', { ...asked, rows: ['PERSON', 'PROJECT'] }, {})
  expect(total[0]?.rows.map(({ texts }) => texts.at(-1))).toEqual(['Rail', 'Bus'])
  for (const name of READY_REPORT_NAMES)
    expect(
      READY_FILTERS.filter((one) => !rulesOf(readyDefinition(name).source).fields.includes(one)),
    ).toEqual([])
})

test('4 §4.4.8 an end of shift is mailed on a schedule, to its owner and people of the page, each with their own figures of the shift that was over last', async () => {
  for (const [name, permission] of [
    ['sal', 'ISUPERVISOR_CAN_SEE_REPORTS'],
    ['low', 'ISUPERVISOR_CAN_SEE_PERFORMANCE'],
  ] as const)
    ids[name] = await addPerson(server, { userName: name, displayName: name, permissions: [permission] })
  await addShift(db(), { userID: ids.amy ?? 0, start: NOON - 3 * HOUR, end: NOON + HOUR, projectID: 7 })
  await addInterviewing(db(), {
    ...{ userID: ids.amy ?? 0, from: NOON - 3 * HOUR, to: NOON, projectID: 7 },
  })
  await addInterview(db(), { userID: ids.amy ?? 0, projectID: 7, start: NOON - 2 * HOUR })
  const shift = '10:00–14:00'
  const asked = { date: '2026-04-01', areaID: null, managerID: null, projectID: 7, shift }
  const mail = async (more: object = {}, as = 'sue') =>
    ask(as, '/api/report/end-of-shift/mail', { ...asked, ...more })
  const made = (await mail()).body as { id: number; version: number }
  expect(made).toMatchObject({ name: `End of shift: My team, Rail, ${shift}`, isMine: true, schedule: null })
  // The same shift is the same whatever the day; another one isn't, and nobody else's either.
  expect((await mail({ date: '2026-05-04' })).body).toMatchObject({ id: made.id })
  for (const other of [await mail({ shift: null }), await mail({}, 'sal')])
    expect((other.body as { id: number }).id).not.toBe(made.id)
  expect((await mail({}, 'amy')).status).toBe(403)
  // It is in no list of saved reports.
  const list = await ask('sue', '/api/report/definitions', { page: 'SUPERVISOR' })
  expect((list.body as { reports: unknown[] }).reports).toEqual([])

  const schedule = (recipients: readonly (number | undefined)[], as = 'sue') =>
    ask(as, '/api/report/schedule', {
      ...{ id: made.id, version: made.version },
      schedule: { every: 'DAY', day: 0, at: '14:15', recipients },
    })
  expect(await schedule([ids.low])).toMatchObject({ status: 400 })
  expect((await schedule([ids.sal], 'sal')).status).toBe(404)
  expect((await schedule([ids.sal])).body).toMatchObject({
    schedule: { at: '14:15', nextAt: '2026-05-04T13:15:00.000Z', recipients: [{ displayName: 'sal' }] },
  })
  const letters: Mail[] = []
  const tend = () =>
    tendPowerReports(
      {
        ...{ db: db(), clock: () => server.clock.now, publisher: { notified: () => {} } },
        outbox: { post: async (letter: Mail) => letters.push(letter) },
      },
      { pause: async () => true } as never,
    )
  expect(await tend()).toEqual([])
  server.clock.now = NOON + HOUR + 20 * MINUTE
  for (const name of ['sue', 'sal'])
    await db()
      .updateTable('users')
      .set({ email: `${name}@b.example` })
      .where('id', '=', ids[name] ?? 0)
      .execute()
  expect(await tend()).toEqual(['1 mailed'])
  expect(await tend()).toEqual([])
  const [first, second] = letters
  expect(letters.map(({ userID }) => userID)).toEqual([ids.sue, ids.sal])
  expect(first?.subject).toBe(`Report: End of shift: My team, Rail, ${shift}`)
  expect(first?.text).toContain(`My team, Rail, 2026-05-04, ${shift}\nPeople: 1 of 1 in`)
  expect(first?.text).toContain('Rail: 1')
  const query = new URLSearchParams(first?.link?.href.split('?')[1])
  expect([...query]).toEqual([
    ['end', '1'],
    ['date', '2026-05-04'],
    ['project', '7'],
    ['shift', shift],
  ])
  // Nobody is in sal's team.
  expect(second?.text).toContain('People: 0 of 0 in')
})
