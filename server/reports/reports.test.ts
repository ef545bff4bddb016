import { read, utils } from '@e965/xlsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportRun, SavedReport, ShownReport } from '#shared/contract/reports.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import type { Column } from '#shared/records/record.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { Background } from '../background.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { moveAll, movesOf } from '../leavers/moving.ts'
import { reportPages } from '../records/sources.ts'
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { ReportRuns } from './report-runs.ts'

type Headers = { authorization: string }
const DAY = 86_400_000
const BUILDS: readonly PermissionName[] = ['ADMIN_CAN_BUILD_REPORTS', 'ADMIN_CAN_SEE_USERS']

let server: TestServer
let ann: Headers
let annID: number
beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: BUILDS })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/reports/${name}`, payload, as))
const good = async <T>(name: string, payload: object = {}, as = ann): Promise<T> => {
  const { status, body } = await ask(name, payload, as)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as T
}
const refused = (value: string, status = 400) => ({ status, body: { value } })
const change = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()
const lose = (userID: number, name: PermissionName) =>
  server.server.db
    .deleteFrom('userPermissions')
    .where('userID', '=', userID)
    .where('permission', '=', PERMISSIONS[name])
    .execute()

async function addArea(name: string): Promise<number> {
  const { id } = await server.server.db
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase(), changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Works off what waits, as the service does each minute. */
async function tend(): Promise<string[]> {
  const { db } = server.server
  const background = new Background((error) => {
    throw error
  })
  const runs = new ReportRuns({
    ...{ db, clock: () => server.clock.now, background, log: () => {}, publisher },
    outbox: {
      post: async ({ text, link }) => {
        linksEnd.push(link?.endsAt ?? null)
        return mails.push(text)
      },
    },
  })
  const words = await runs.tend(new AbortController().signal)
  await background.settled()
  return words
}
const mails: string[] = []
const linksEnd: (number | null)[] = []
/** Whose open windows are told at once. */
const rung: number[] = []
const publisher: ConstructorParameters<typeof ReportRuns>[0]['publisher'] = {
  notified: (kept) => void rung.push(...kept.map(({ userID }) => userID)),
}
beforeEach(() => {
  mails.length = 0
  linksEnd.length = 0
  rung.length = 0
})

const level = (field: string, step: string | null = null) => ({ field, step })
const NAMES = { source: 'person', columns: [level('userName')] }
const COUNT = { figure: 'COUNT' }
const pathsOf = ({ lines }: ShownReport) =>
  lines.flatMap((line) => (line.kind === 'GROUP' ? [[...line.path, ...line.figures]] : []))
const valuesOf = ({ lines }: ShownReport) =>
  lines.flatMap((line) => (line.kind === 'RECORD' ? [line.values] : []))
const preview = (definition: object, as = ann) => good<ShownReport>('preview', { definition }, as)
const save = (definition: object, rest: object = {}, as = ann) =>
  good<SavedReport>('save', { name: 'People', definition, ...rest }, as)

/** Runs a report and waits for it. */
async function run(id: number, as = ann): Promise<number> {
  const begun = await good<ReportRun>('run', { id }, as)
  await vi.waitFor(async () => {
    const { state } = await server.server.db
      .selectFrom('reportRuns')
      .where('id', '=', begun.id)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('READY')
  })
  return begun.id
}

test('a source of a report is a page, each of its own', () => {
  const names = reportPages().map(({ record }) => record.name)
  const pages = reportPages().map(({ record }) => record.page)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(pages).size).toBe(pages.length)
})

test('A123 reports are for those who build them, of pages that they may open', async () => {
  await addPerson(server, { userName: 'bob', permissions: ['ADMIN_CAN_SEE_USERS'] })
  await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_BUILD_REPORTS'] })
  const [bob, eve] = [await signIn(server, 'bob'), await signIn(server, 'eve')]
  expect((await ask('definitions', {}, bob)).status).toBe(403)
  expect((await ask('preview', { definition: NAMES }, bob)).status).toBe(403)
  const named = async (as: Headers) =>
    (await good<{ sources: { name: string }[] }>('definitions', {}, as)).sources.map(({ name }) => name)
  expect(await named(ann)).toEqual(['person', 'role'])
  expect(await named(eve)).toEqual([])
  for (const call of ['preview', 'records'])
    expect((await ask(call, { definition: NAMES }, eve)).status).toBe(403)
  expect((await ask('save', { name: 'People', definition: NAMES }, eve)).status).toBe(403)
  expect(await ask('preview', { definition: { ...NAMES, source: 'skill' } })).toMatchObject({ status: 403 })
  expect(await ask('preview', { definition: { ...NAMES, source: 'nothing' } })).toEqual(
    refused('There are no such records.'),
  )
})

test('A123 somebody of an agency sees the people of their own agency, in groups, figures and records', async () => {
  const { db } = server.server
  await addAgency(db)
  await db
    .insertInto('agencies')
    .columns([
      'id',
      'name',
      'nameKey',
      'code',
      'status',
      'contactName',
      'email',
      'phone',
      'address',
      'companyNumber',
      'vatNumber',
      'paymentTermsDays',
      'minimumNoticeHours',
      'contractFrom',
      'contractTo',
      'version',
      'changedBy',
      'changedAt',
    ])
    .expression((eb) =>
      eb
        .selectFrom('agencies')
        .select((e) => [
          ...[e.lit(2).as('id'), e.val('Other').as('name'), e.val('other').as('nameKey')],
          ...([
            'code',
            'status',
            'contactName',
            'email',
            'phone',
            'address',
            'companyNumber',
            'vatNumber',
            'paymentTermsDays',
            'minimumNoticeHours',
            'contractFrom',
            'contractTo',
            'version',
            'changedBy',
            'changedAt',
          ] as const),
        ]),
    )
    .execute()
  const gemmaID = await addPerson(server, { userName: 'gemma', permissions: BUILDS })
  await change(gemmaID, { userType: 'AGENCY', agencyID: 1 })
  await change(await addPerson(server, { userName: 'mine' }), { agencyID: 1 })
  await change(await addPerson(server, { userName: 'theirs' }), { agencyID: 2 })
  const gemma = await signIn(server, 'gemma')
  const byAgency = {
    source: 'person',
    rows: [level('agencyName')],
    measures: [COUNT],
    columns: [level('userName')],
  }
  const hers = await preview(byAgency, gemma)
  expect(pathsOf(hers)).toEqual([['Bright Staffing', 2]])
  expect(valuesOf(hers)).toEqual([['gemma'], ['mine']])
  expect(hers.total).toEqual({ count: 2, figures: [2] })
  const behind = await good<{ total: number }>('records', { definition: byAgency, path: ['Other'] }, gemma)
  expect(behind.total).toBe(0)
  // What somebody else ran with more rights shows no more.
  const { id } = await save(byAgency, { isShared: true })
  const runID = await run(id)
  expect((await good<{ result: ShownReport }>('result', { runID })).result.total.count).toBe(4)
  const shown = await good<{ result: ShownReport }>('result', { runID }, gemma)
  expect(valuesOf(shown.result)).toEqual([['gemma'], ['mine']])
  const file = await post(server, '/api/admin/reports/download', { runID, format: 'CSV' }, gemma)
  expect(file.body).toMatch(/mine/)
  expect(file.body).not.toMatch(/theirs|ann/)
  expect((await good<{ total: number }>('result-records', { runID, path: [] }, gemma)).total).toBe(2)
})

test('A123 support sees area and team in a report as on its page', async () => {
  const [leeds, york] = [await addArea('Leeds'), await addArea('York')]
  const permissions = ['ADMIN_CAN_BUILD_REPORTS', 'SUPPORT_CAN_SEE_MODULE'] as const
  await change(await addPerson(server, { userName: 'sue', permissions }), { areaID: leeds })
  await change(await addPerson(server, { userName: 'near' }), { areaID: leeds })
  await change(await addPerson(server, { userName: 'far' }), { areaID: york })
  const sue = await signIn(server, 'sue')
  const byArea = { source: 'supportPerson', rows: [level('areaName')], measures: [COUNT] }
  expect(pathsOf(await preview(byArea, sue))).toEqual([['Leeds', 2]])
})

test('A123 a column that the viewer may not see is in no report of theirs, and no filter goes by it', async () => {
  const column = personRecord.columns.payrollNumber as Column & { permission?: PermissionName }
  column.permission = 'HR_CAN_SEE_PAY_STATS'
  try {
    await holdAlone(server.server.db, annID, ['HR_CAN_SEE_PAY_STATS'])
    await addPerson(server, { userName: 'bob', permissions: BUILDS })
    await change(annID, { payrollNumber: 'P-1' })
    const bob = await signIn(server, 'bob')
    const all = await signIn(server, 'ann')
    const definition = {
      source: 'person',
      rows: [level('payrollNumber')],
      columns: [level('userName'), level('payrollNumber')],
      measures: [{ figure: 'DISTINCT', field: 'payrollNumber' }, COUNT],
      sort: [{ field: '#2', direction: 'DESC' }],
    }
    const { id } = await save(definition, { isShared: true }, all)
    const mine = await preview(definition, all)
    expect(JSON.stringify(mine)).toContain('P-1')
    expect(mine.isNarrowed).toBe(false)
    const runID = await run(id, all)
    const theirs = await preview(definition, bob)
    const result = await good<{ result: ShownReport }>('result', { runID }, bob)
    for (const shown of [theirs, result.result]) {
      expect(shown.isNarrowed).toBe(true)
      expect(shown.levels).toEqual([])
      expect(shown.columns.map(({ field }) => field)).toEqual(['userName'])
      expect(shown.total.figures).toEqual([2])
      expect(JSON.stringify(shown)).not.toContain('P-1')
    }
    expect(JSON.stringify(await good('result-records', { runID }, bob))).not.toContain('P-1')
    const file = await post(server, '/api/admin/reports/download', { runID, format: 'CSV' }, bob)
    expect(file.body).not.toContain('P-1')
    const filters = [{ field: 'payrollNumber', operator: 'IS', values: ['P-1'] }]
    const hidden = refused('This report filters by a column that you may not see.', 403)
    expect(await ask('preview', { definition: { ...NAMES, filters } }, bob)).toEqual(hidden)
    expect((await ask('save', { name: 'Mine', definition }, bob)).status).toBe(403)
    const { sources } = await good<{ sources: { columns: { field: string }[] }[] }>('definitions', {}, bob)
    expect(JSON.stringify(sources)).not.toContain('payrollNumber')
  } finally {
    delete column.permission
  }
})

test('A124 a report groups up to 3 levels by values, choices and parts of time; a fourth is refused', async () => {
  const [leeds, york] = [await addArea('Leeds'), await addArea('York')]
  const people = [
    ['p1', { areaID: leeds, userType: 'AGENT', startDate: '2026-01-31', weeklyHours: 10 }],
    ['p2', { areaID: leeds, userType: 'AGENT', startDate: '2026-01-01', weeklyHours: 30 }],
    ['p3', { areaID: leeds, userType: 'INTERVIEWER', startDate: '2026-02-01', weeklyHours: null }],
    ['p4', { areaID: york, userType: 'INTERVIEWER', startDate: '2026-02-01', weeklyHours: 12.5 }],
  ] as const
  for (const [userName, values] of people) await change(await addPerson(server, { userName }), values)
  const measures = [COUNT, { figure: 'SUM', field: 'weeklyHours' }]
  const by = (...rows: object[]) => ({ source: 'person', rows, measures })
  expect(pathsOf(await preview(by(level('areaName'))))).toEqual([
    ['Leeds', 3, 40],
    ['York', 1, 12.5],
    [null, 1, null],
  ])
  expect(pathsOf(await preview(by(level('areaName'), level('startDate', 'MONTH'))))).toEqual([
    ['Leeds', 3, 40],
    ['Leeds', '2026-01-01', 2, 40],
    ['Leeds', '2026-02-01', 1, null],
    ['York', 1, 12.5],
    ['York', '2026-02-01', 1, 12.5],
    [null, 1, null],
    [null, null, 1, null],
  ])
  const three = by(level('startDate', 'YEAR'), level('areaName'), level('userName'))
  const shown = await preview(three)
  expect(pathsOf(shown)[2]).toEqual(['2026-01-01', 'Leeds', 'p1', 1, 10])
  expect(shown.total).toEqual({ count: 5, figures: [5, 52.5] })
  expect((await ask('preview', { definition: by(...three.rows, level('userType')) })).status).toBe(400)
  // Each number opens the records that it was made of.
  const behind = async (path: (string | null)[]) =>
    (await good<{ total: number; rows: { values: unknown[] }[] }>('records', { definition: three, path }))
      .rows.length
  expect(await behind([])).toBe(5)
  expect(await behind(['2026-01-01'])).toBe(4)
  expect(await behind(['2026-01-01', 'Leeds'])).toBe(3)
  expect(await behind(['2026-01-01', 'Leeds', 'p1'])).toBe(1)
  expect(await behind([null])).toBe(1)
  expect(await behind(['2025-01-01'])).toBe(0)
})

test('A124 a definition that can’t be is refused with the reason, and one that finds nothing is empty', async () => {
  const tried = async (more: object) => (await ask('preview', { definition: { ...NAMES, ...more } })).body
  const value = (text: string) => ({ value: text })
  expect(await tried({ columns: [] })).toEqual(value('Choose columns, a group or a figure.'))
  expect(await tried({ columns: [level('secret')] })).toEqual(value('There is no column ‘secret’.'))
  expect(await tried({ rows: [level('userName', 'DAY')] })).toEqual(
    value('‘User name’ has no days to group by.'),
  )
  expect(await tried({ rows: [level('status'), level('status')] })).toEqual(
    value('Group by each column once.'),
  )
  for (const figure of ['SUM', 'AVERAGE', 'MINIMUM', 'MAXIMUM', 'SHARE'])
    expect(await tried({ measures: [{ figure, field: 'userName' }] })).toEqual(
      value('This figure can’t be worked out of ‘User name’.'),
    )
  expect(await tried({ sort: [{ field: '#1', direction: 'ASC' }] })).toEqual(
    value('There is no column ‘#1’.'),
  )
  const nothing = await preview({
    ...NAMES,
    rows: [level('areaName')],
    measures: [COUNT, { figure: 'SHARE' }, { figure: 'AVERAGE', field: 'weeklyHours' }],
    filters: [{ field: 'userName', operator: 'IS', values: ['nobody'] }],
  })
  expect(nothing).toMatchObject({ lines: [], lineCount: 0, total: { count: 0, figures: [0, null, null] } })
})

test('A124 a preview lists 100 lines of all, and its total is of all', async () => {
  const row = await server.server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', annID)
    .executeTakeFirstOrThrow()
  const { id: _id, ...values } = row
  await server.server.db
    .insertInto('users')
    .values(
      Array.from({ length: 100 }, (_, at) => ({
        ...values,
        userName: `u${at}`,
        email: `u${at}@mail.example`,
      })),
    )
    .execute()
  const shown = await preview({ ...NAMES, measures: [COUNT] })
  expect(shown.lines).toHaveLength(100)
  expect(shown).toMatchObject({ lineCount: 101, total: { count: 101, figures: [101] }, isPartial: false })
})

test('a report is its owner’s: shared with a role or everybody, changed and deleted by its owner alone', async () => {
  const { db } = server.server
  const bobID = await addPerson(server, { userName: 'bob', permissions: BUILDS })
  const bob = await signIn(server, 'bob')
  const names = async (as: Headers) =>
    (await good<{ reports: SavedReport[] }>('definitions', {}, as)).reports.map(({ name }) => name)
  const report = await save(NAMES)
  expect(await names(ann)).toEqual(['People'])
  expect(await names(bob)).toEqual([])
  const gone = { status: 404, body: { value: 'There is no such report.' } }
  expect(await ask('run', { id: report.id }, bob)).toEqual(gone)
  expect(await ask('results', { id: report.id }, bob)).toEqual(gone)
  const roleID = await addRole(db, 'Desk')
  const shared = await save(NAMES, { id: report.id, version: 1, roleIDs: [roleID] })
  expect(await names(bob)).toEqual([])
  await giveRole(db, bobID, roleID)
  expect(await names(bob)).toEqual(['People'])
  const notTheirs = refused('Only its owner can change a report. Make a copy of it.', 403)
  const { id, version } = shared
  expect(await ask('save', { id, version, name: 'Mine', definition: NAMES }, bob)).toEqual(notTheirs)
  expect(await ask('schedule', { id, version, schedule: null }, bob)).toEqual(notTheirs)
  expect(await ask('delete', { id, version }, bob)).toEqual(notTheirs)
  expect(await ask('save', { name: 'PEOPLE', definition: NAMES })).toEqual(
    refused('There is a report of this name.'),
  )
  expect((await ask('save', { id, version: 1, name: 'Old', definition: NAMES })).status).toBe(409)
  expect((await ask('save', { name: 'x'.repeat(61), definition: NAMES })).status).toBe(400)
  await save(NAMES, { name: 'x'.repeat(60) })
  expect(await good('delete', { id, version })).toEqual({ done: true })
  expect(await names(bob)).toEqual([])
  const audited = await db
    .selectFrom('audit')
    .where('recordType', '=', 'report')
    .orderBy('id')
    .select('action')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual([
    'REPORT_ADDED',
    'REPORT_CHANGED',
    'REPORT_ADDED',
    'REPORT_DELETED',
  ])
})

const MONDAYS = { every: 'WEEK', day: 1, at: '09:00', format: 'CSV' } as const
/** The Monday after NOON, at nine in London. */
const DUE = Date.UTC(2026, 4, 11, 8)
const schedule = (id: number, version: number, more: object = {}, as = ann) =>
  good<SavedReport>('schedule', { id, version, schedule: { ...MONDAYS, ...more } }, as)
const notices = async (userID: number) =>
  (
    await server.server.db
      .selectFrom('notifications')
      .where('userID', '=', userID)
      .select('subject')
      .execute()
  ).map(({ subject }) => subject)

test('A125 a scheduled report runs when it is due, as its owner, and tells a link that needs a sign-in', async () => {
  const bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: BUILDS })
  const lowID = await addPerson(server, { userName: 'low', displayName: 'Low' })
  const { id } = await save(NAMES)
  expect(await ask('schedule', { id, version: 1, schedule: { ...MONDAYS, recipients: [lowID] } })).toEqual(
    refused('Low may not open reports.'),
  )
  const planned = await schedule(id, 1, { recipients: [bobID] })
  expect(planned.schedule).toMatchObject({
    nextAt: new Date(DUE).toISOString(),
    paused: null,
    recipients: [{ userID: bobID, displayName: 'Bob' }],
  })
  server.clock.now = DUE - 1
  expect(await tend()).toEqual([])
  server.clock.now = DUE
  expect(await tend()).toEqual(['1 begun'])
  expect(await tend()).toEqual([])
  for (const person of [annID, bobID]) expect(await notices(person)).toEqual(['Report ‘People’ is ready'])
  expect(rung.toSorted()).toEqual([annID, bobID].toSorted())
  const [run] = (await good<{ runs: ReportRun[] }>('results', { id }, await signIn(server, 'ann'))).runs
  const runID = run?.id ?? 0
  expect(run).toMatchObject({ state: 'READY', isScheduled: true, ranBy: 'Ann', total: 3, fetched: [] })
  expect(mails).toHaveLength(2)
  for (const text of mails) {
    expect(text).toContain(`/admin/report-builder?result=${runID}`)
    // The letter has the link, never what is in it.
    expect(text).not.toContain('low')
  }
  expect(linksEnd).toEqual([DUE + 7 * DAY, DUE + 7 * DAY])
  const bare = await post(server, '/api/admin/reports/download', { runID })
  expect(bare.status).toBe(401)
  const eve = await signIn(
    server,
    (await addPerson(server, { userName: 'eve', permissions: BUILDS })) ? 'eve' : '',
  )
  expect((await ask('result', { runID }, eve)).status).toBe(404)
  const bob = await signIn(server, 'bob')
  const file = await post(server, '/api/admin/reports/download', { runID }, bob)
  expect(file).toMatchObject({ status: 200 })
  expect(file.headers['content-type']).toContain('text/csv')
  const [after] = (await good<{ runs: ReportRun[] }>('results', { id }, await signIn(server, 'ann'))).runs
  expect(after?.fetched).toEqual([{ displayName: 'Bob', at: new Date(DUE).toISOString() }])
  server.clock.now = DUE + 7 * DAY - 1
  const late = await signIn(server, 'bob')
  expect((await post(server, '/api/admin/reports/download', { runID }, late)).status).toBe(200)
  server.clock.now = DUE + 7 * DAY
  expect(await ask('download', { runID }, await signIn(server, 'bob'))).toEqual(
    refused('This link has ended. Run the report again.', 410),
  )
  await tend()
  const parts = await server.server.db
    .selectFrom('reportRunParts')
    .where('runID', '=', runID)
    .select('part')
    .execute()
  expect(parts).toEqual([])
})

test('A125 a recipient who loses the page opens nothing of it', async () => {
  const bobID = await addPerson(server, { userName: 'bob', permissions: BUILDS })
  const { id } = await save(NAMES)
  await schedule(id, 1, { recipients: [bobID] })
  server.clock.now = DUE
  await tend()
  const [run] = await server.server.db.selectFrom('reportRuns').select('id').execute()
  await lose(bobID, 'ADMIN_CAN_SEE_USERS')
  const bob = await signIn(server, 'bob')
  for (const name of ['result', 'result-records', 'download'])
    expect((await ask(name, { runID: run?.id }, bob)).status).toBe(403)
})

test.each([
  ['ADMIN_CAN_BUILD_REPORTS', 'You may not build reports any more.'],
  ['ADMIN_CAN_SEE_USERS', 'You may not see ‘people’ any more.'],
] as const)('A125 a schedule pauses and tells its owner once they lose %s', async (permission, reason) => {
  const { id } = await save(NAMES)
  await schedule(id, 1)
  await tend()
  expect(await notices(annID)).toEqual([])
  await lose(annID, permission)
  expect(await tend()).toEqual(['1 paused'])
  expect(await tend()).toEqual([])
  expect(await notices(annID)).toEqual(['Report ‘People’ is paused'])
  expect(rung).toEqual([annID])
  const { db } = server.server
  expect(await db.selectFrom('reportSchedules').select('pauseReason').execute()).toEqual([
    { pauseReason: reason },
  ])
  expect(
    await db.selectFrom('audit').where('action', '=', 'REPORT_PAUSED').select('reason').execute(),
  ).toEqual([{ reason }])
  server.clock.now = DUE
  expect(await tend()).toEqual([])
  expect(await db.selectFrom('reportRuns').select('id').execute()).toEqual([])
  // With the permission again its owner starts it again.
  await holdAlone(db, annID, [permission])
  ann = await signIn(server, 'ann')
  const { schedule: again } = await schedule(id, 2)
  expect(again?.paused).toBe(null)
})

test('A125 a schedule of somebody who left pauses', async () => {
  const { id } = await save(NAMES)
  await schedule(id, 1)
  await change(annID, { isActive: 0, status: 'LEAVER' })
  server.clock.now = DUE
  expect(await tend()).toEqual(['1 paused'])
  expect(await notices(annID)).toEqual(['Report ‘People’ is paused'])
  expect(await auditTold(server.server.db)).toEqual([
    'REPORT_ADDED | admin.report-builder | report | People',
    'REPORT_SCHEDULED | admin.report-builder | report | People',
    'REPORT_PAUSED | admin.report-builder | report | People',
  ])
})

test('a run that its server left half-way is made again, once its lease is over', async () => {
  const { id } = await save(NAMES)
  const runID = await run(id)
  const { db } = server.server
  const set = (values: object) => db.updateTable('reportRuns').set(values).where('id', '=', runID).execute()
  await db.deleteFrom('reportRunParts').execute()
  await set({ state: 'RUNNING', leaseUntil: NOON + 60_000 })
  await tend()
  expect((await good<{ run: ReportRun; result: null }>('result', { runID })).result).toBe(null)
  server.clock.now = NOON + 60_000
  await tend()
  const { result } = await good<{ result: ShownReport }>('result', { runID })
  expect(valuesOf(result)).toEqual([['ann']])
})

test('A125 of two servers one begins what is due, and what was missed while none ran is made up for once', async () => {
  const { id } = await save(NAMES)
  await schedule(id, 1)
  server.clock.now = DUE + 22 * DAY
  const words = await Promise.all([tend(), tend()])
  expect(words.flat()).toEqual(['1 begun'])
  const { db } = server.server
  expect(await db.selectFrom('reportRuns').select('state').execute()).toEqual([{ state: 'READY' }])
  expect(await db.selectFrom('reportSchedules').select('nextAt').execute()).toEqual([
    { nextAt: DUE + 28 * DAY },
  ])
  expect(mails).toHaveLength(1)
})

test('A125 whose owner leaves: the schedule goes to whoever takes over, paused, under a name that is free', async () => {
  const bobID = await addPerson(server, { userName: 'bob', permissions: BUILDS })
  await save(NAMES, {}, await signIn(server, 'bob'))
  const { id } = await save(NAMES)
  await schedule(id, 1)
  const { db } = server.server
  const moves = await movesOf(db, annID, NOON)
  expect(moves.find(({ kind }) => kind === 'SCHEDULES')?.count).toBe(1)
  const nobody = { id: bobID, displayName: 'Bob' }
  await moveAll(
    db,
    {
      ...{ leaverID: annID, leaverName: 'Ann', leaverManagerID: null, holder: nobody },
      ...{ by: { userID: null, displayName: 'Leavers' }, at: NOON },
    },
    { publisher: { notified: () => {} } as never, shell: {} as never, personChanged: () => {} },
  )
  const { reports } = await good<{ reports: SavedReport[] }>('definitions', {}, await signIn(server, 'bob'))
  expect(reports.find((one) => one.id === id)).toMatchObject({
    ...{ name: 'People 2', isMine: true },
    schedule: { paused: 'It was Ann’s, who left.' },
  })
})

test('A124 a file has groups, records and the total as the page has them', async () => {
  await change(annID, { weeklyHours: 12.5, startDate: '2026-02-01' })
  await addPerson(server, { userName: '=1+1' })
  const { id } = await save({
    source: 'person',
    rows: [level('startDate', 'MONTH')],
    columns: [level('userName'), level('status')],
    measures: [COUNT, { figure: 'SUM', field: 'weeklyHours' }],
  })
  const runID = await run(id)
  const csv = await post(server, '/api/admin/reports/download', { runID, format: 'CSV' }, ann)
  expect(csv.body.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'Start date (month),User name,Status,Number of records,Sum of Weekly hours',
    'February 2026,,,1,12.5',
    'February 2026,ann,Active,,',
    'None,,,1,',
    "None,'=1+1,Active,,",
    'Total,,,2,12.5',
  ])
  expect(csv.headers['content-disposition']).toContain('People 2026-05-04 1300.csv')
  const excel = await server.server.app.inject({
    ...{ method: 'POST', url: '/api/admin/reports/download', headers: ann, payload: { runID } },
  })
  const book = read(excel.rawPayload)
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows.at(-1)).toEqual(['Total', undefined, undefined, 2, 12.5])
  const exported = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'REPORT_EXPORTED')
    .select('changes')
    .execute()
  expect(exported).toHaveLength(2)
  expect(JSON.parse(exported[0]?.changes ?? '[]')).toContainEqual({ field: 'rows', before: null, after: 5 })
})

test('A123 of tickets a report has those that its viewer sees in the help center', async () => {
  const { db } = server.server
  const permissions = ['ADMIN_CAN_BUILD_REPORTS', 'SUPPORT_HELP_CENTER'] as const
  const eveID = await addPerson(server, { userName: 'eve', permissions })
  await addPerson(server, { userName: 'sup', permissions: [...permissions, 'ISUPERVISOR_CAN_SEE_MODULE'] })
  await addTicket(db, { raisedBy: eveID })
  await addTicket(db, { raisedBy: annID, resolvedAt: NOON + 5_400_000, status: 'RESOLVED' })
  const byStatus = {
    source: 'ticket',
    rows: [level('status')],
    measures: [COUNT, { figure: 'AVERAGE', field: 'hoursToResolve' }],
  }
  expect(pathsOf(await preview(byStatus, await signIn(server, 'eve')))).toEqual([['OPEN', 1, null]])
  expect(pathsOf(await preview(byStatus, await signIn(server, 'sup')))).toEqual([
    ['OPEN', 1, null],
    ['RESOLVED', 1, 1.5],
  ])
})

/** What stands on the pages of a PDF, page by page, its pieces apart by a bar. */
async function pagesIn(file: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: Uint8Array.from(file), verbosity: 0 })
  const document = await task.promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const { items } = await (await document.getPage(at + 1)).getTextContent()
      return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])).join('|')
    }),
  )
  await task.destroy()
  return pages
}

test('A124 the PDF has the same lines as people read them, its headings and number on each page, and who fetched it', async () => {
  await change(annID, { weeklyHours: 1234.5, startDate: '2026-02-01', displayName: 'Łucja Ünal' })
  for (let n = 0; n < 60; n++) await addPerson(server, { userName: `person-${n}` })
  const { id } = await save({
    source: 'person',
    rows: [level('startDate', 'MONTH')],
    columns: [level('displayName'), level('startDate')],
    measures: [COUNT, { figure: 'SUM', field: 'weeklyHours' }],
  })
  const runID = await run(id)
  const { statusCode, headers, rawPayload } = await server.server.app.inject({
    ...{
      method: 'POST',
      url: '/api/admin/reports/download',
      headers: ann,
      payload: { runID, format: 'PDF' },
    },
  })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toContain('People 2026-05-04 1300.pdf')
  const pages = await pagesIn(rawPayload)
  expect(pages.length).toBeGreaterThan(1)
  const [first = ''] = pages
  expect(first).toMatch(/^People\|.*As of 4 May 2026, 13:00/)
  for (const text of ['February 2026|1|1,234.5', 'Łucja Ünal|1 Feb 2026']) expect(first).toContain(text)
  pages.forEach((page, at) => {
    expect(page).toContain('Start date (month)')
    expect(page).toMatch(new RegExp(`Page ${at + 1} of ${pages.length}$`))
  })
  expect(pages.at(-1)).toContain('Total|61|1,234.5')
  expect(await server.server.db.selectFrom('reportFetches').select('how').execute()).toEqual([{ how: 'PDF' }])
})
