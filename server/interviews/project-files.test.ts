import { utils, write } from '@e965/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CheckedRow, ImportMatch } from '#shared/contract/data-imports.ts'
import { MATCHES_MAX } from '#shared/domain/project-files.ts'
import { postForm } from '../http/testing/post-form.ts'
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
import { runImport } from './data-imports.ts'
import { amountOfText, dayOfText } from './project-files.ts'
import { takeTargets } from './take-projects.ts'

const HOUR = 3_600_000

let server: TestServer
let office: number
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  office = await addPerson(server, { userName: 'office', permissions: ['PROJECTS_CAN_EDIT_ALL'] })
  await addPerson(server, { userName: 'ellie', permissions: ['PROJECTS_CAN_EDIT_ALL'] })
  await addPerson(server, { userName: 'sync', permissions: ['IRESOURCE_CAN_SYNC_SURVEY_TOOL'] })
  await addPerson(server, { userName: 'jamie' })
  await addProject(db(), 7, 'Rail')
})
afterEach(() => server.server.close())

interface Checked {
  readonly checkID: number | null
  readonly headings: readonly string[]
  readonly columns: readonly (string | null)[]
  readonly missing: readonly string[]
  readonly received: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly rows: readonly CheckedRow[]
}
const fileOf = (...lines: readonly string[]) => new File([lines.join('\n')], 'projects.csv')
const ask = async (file: File, kind: string, mapping?: string, as = 'office') => {
  const form = new FormData()
  form.append('file', file)
  form.append('kind', kind)
  if (mapping !== undefined) form.append('mapping', mapping)
  return said(await postForm(server, '/api/import/file/check-projects', form, await signIn(server, as)))
}
const check = async (file: File, kind = 'PROJECT_TARGETS', mapping?: string) => {
  const answer = await ask(file, kind, mapping)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Checked
}
const apply = async (checkID: unknown, onlyGood = false, as = 'office') =>
  said(await post(server, '/api/import/file/apply-projects', { checkID, onlyGood }, await signIn(server, as)))
const projects = () =>
  db()
    .selectFrom('projects as p')
    .leftJoin('epics as e', 'e.id', 'p.epicID')
    .where('p.code', '<>', 'OFFICE')
    .orderBy('p.id')
    .select(['p.code', 'p.name', 'e.name as epic', 'p.start', 'p.end', 'p.status'])
    .select(['p.targetCompletes', 'p.interviewsPerHour', 'p.expectedMinutes'])
    .execute()
const cells = () =>
  db().selectFrom('quotaCells').orderBy('id').select(['projectID', 'label', 'target', 'dimensions']).execute()
const everything = async () =>
  JSON.stringify([
    await projects(),
    await cells(),
    await db().selectFrom('epics').selectAll().execute(),
    await db().selectFrom('dataImports').selectAll().execute(),
    await db().selectFrom('audit').select('id').execute(),
  ])
const rowsOf = ({ rows }: Checked) =>
  rows.map(({ row, outcome, column, reason }) => [row, outcome, column, reason])

const HEAD = 'CODE,Expected Minutes,client,name,End date,start,Target completes,interviews per hour'
const GOOD = [
  'P7,12,Calder Bank,Rail panel,30/06/2026,2026-05-01,"1,200",1.25',
  'N1,,calder bank,Bus panel,,,800,',
]

test('4 §3.3 a file of projects and targets is checked without changing anything, in any order and case of its columns, then taken', async () => {
  const before = await everything()
  const first = await check(fileOf(HEAD, ...GOOD))
  expect(first).toMatchObject({ received: 2, created: 1, updated: 1, unchanged: 0, refused: 0, missing: [] })
  expect(first.columns).toEqual([
    ...['project', 'expectedMinutes', 'epic', 'name', 'end', 'start', 'targetCompletes', 'interviewsPerHour'],
  ])
  expect(rowsOf(first)).toEqual([
    [2, 'CHANGED', expect.stringContaining('targetCompletes'), ''],
    [3, 'NEW', '', ''],
  ])
  expect(await everything()).toBe(before)
  expect(await apply(first.checkID)).toMatchObject({
    status: 200,
    body: { received: 2, created: 1, updated: 1, unchanged: 0, refused: [] },
  })
  expect(await projects()).toEqual([
    {
      ...{ code: 'P7', name: 'Rail panel', epic: 'Calder Bank', start: '2026-05-01', end: '2026-06-30' },
      ...{ targetCompletes: 1200, interviewsPerHour: 1.25, expectedMinutes: 12, status: expect.anything() },
    },
    {
      ...{ code: 'N1', name: 'Bus panel', epic: 'Calder Bank', start: null, end: null, status: 'PLANNED' },
      ...{ targetCompletes: 800, interviewsPerHour: expect.anything(), expectedMinutes: expect.anything() },
    },
  ])
  // The same file once more changes nothing; what was taken can't be taken twice.
  expect(await check(fileOf(HEAD, ...GOOD))).toMatchObject({ created: 0, updated: 0, unchanged: 2, rows: [] })
  expect((await apply(first.checkID)).status).toBe(404)
  // What a file doesn't say stays, and what it was stands in the audit.
  const less = await check(fileOf('Project,Target completes', 'p7,900'))
  expect(rowsOf(less)).toEqual([[2, 'CHANGED', 'targetCompletes', '']])
  await apply(less.checkID)
  expect((await projects())[0]).toMatchObject({
    name: 'Rail panel',
    targetCompletes: 900,
    expectedMinutes: 12,
  })
  const audited = await db()
    .selectFrom('audit')
    .where('action', '=', 'RECORDS_IMPORTED')
    .orderBy('id', 'desc')
    .select('changes')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(audited.changes ?? '[]')).toContainEqual({
    ...{ field: 'p7 targetCompletes', before: 1200, after: 900 },
  })
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', office)
    .select('subject')
    .orderBy('id')
    .execute()
  expect(told.map(({ subject }) => subject)).toEqual([
    'Projects and targets are imported: 1 new, 1 changed, 0 refused',
    'Projects and targets are imported: 0 new, 1 changed, 0 refused',
  ])
})

test('4 §3.3 refused rows are told by number, column and reason; all are taken or only the good ones', async () => {
  const found = await check(
    fileOf(
      HEAD,
      ...GOOD,
      'n1,,,,,,5,',
      'N2,,,,2026-05-01,2026-05-02,5,',
      'N3,,,,soon,,5,',
      'N4,,,,,,-1,',
      'N5,,,,,,many,',
      ',,,Nameless,,,,',
    ),
  )
  expect(found).toMatchObject({ received: 8, created: 1, updated: 1, refused: 6 })
  expect(rowsOf(found).slice(0, 6)).toEqual([
    [4, 'REFUSED', 'project', 'Row 3 says it already.'],
    [5, 'REFUSED', 'end', 'The end has to be after the start.'],
    [6, 'REFUSED', 'end', 'A day is needed, such as 2026-05-31.'],
    [7, 'REFUSED', 'targetCompletes', 'At least 0.'],
    [8, 'REFUSED', 'targetCompletes', 'A number is needed.'],
    [9, 'REFUSED', 'project', 'It is needed.'],
  ])
  expect(await apply(found.checkID)).toEqual({
    status: 409,
    body: { value: '6 rows are refused. Mend them, or take only the good ones.' },
  })
  expect(await projects()).toHaveLength(1)
  expect(await apply(found.checkID, true)).toMatchObject({
    status: 200,
    body: { received: 8, created: 1, updated: 1, refused: [{ row: 4 }, { row: 5 }, {}, {}, {}, { row: 9 }] },
  })
  expect((await projects()).map(({ code }) => code)).toEqual(['P7', 'N1'])
})

test('4 §3.3 quota cells come with a column a dimension, each known by project and label', async () => {
  const head = 'Quota,Region,Cell,Project,Age'
  const first = await check(
    fileOf(head, '100,Wales,Wales young,P7,18-34', '50,,Rest,p7,', '10,Kent,Kent,P9,'),
    'QUOTA_CELLS',
  )
  expect(first.columns).toEqual(['target', 'dimension', 'cell', 'project', 'dimension'])
  expect(rowsOf(first)).toEqual([
    [4, 'REFUSED', 'project', 'Unknown project P9.'],
    [2, 'NEW', '', ''],
    [3, 'NEW', '', ''],
  ])
  await apply(first.checkID, true)
  const young = { projectID: 7, label: 'Wales young' }
  const dimensions = '[{"name":"Region","value":"Wales"},{"name":"Age","value":"18-34"}]'
  expect(await cells()).toEqual([
    { ...young, target: 100, dimensions },
    { projectID: 7, label: 'Rest', target: 50, dimensions: '[]' },
  ])
  // In capitals it is the same cell; twice in a file it is refused; without dimensions it keeps its own.
  const again = await check(
    fileOf('project,cell,target', 'P7,WALES YOUNG,120', 'P7,Rest,50', 'p7,wales young,130'),
    'QUOTA_CELLS',
  )
  expect(again).toMatchObject({ created: 0, updated: 1, unchanged: 1, refused: 1 })
  expect(rowsOf(again)).toEqual([
    [4, 'REFUSED', 'cell', 'Row 2 says it already.'],
    [2, 'CHANGED', 'target', ''],
  ])
  await apply(again.checkID, true)
  expect((await cells())[0]).toEqual({ ...young, target: 120, dimensions })
  // An empty dimension takes it away, and one that isn't read stays as it was.
  const fewer = await check(
    fileOf('project,cell,target,Region,Note', 'P7,Wales young,120,,x'),
    'QUOTA_CELLS',
    'project,cell,target,dimension,',
  )
  expect(fewer.columns).toEqual(['project', 'cell', 'target', 'dimension', null])
  await apply(fewer.checkID)
  expect((await cells())[0]).toMatchObject({ dimensions: '[]' })
})

test('a column that is missing is said, and one matched by hand is read; nothing is kept of such a check', async () => {
  const none = await check(fileOf('Survey,Grund', 'P7,5'), 'QUOTA_CELLS')
  expect(none).toMatchObject({ checkID: null, missing: ['cell', 'target'], received: 1, rows: [] })
  const found = await check(fileOf('Survey,Grund,Soll', 'P7,Kent,5'), 'QUOTA_CELLS', 'project,cell,target')
  expect(found).toMatchObject({ missing: [], created: 1 })
  expect(await ask(fileOf('a,b', 'P7,5'), 'QUOTA_CELLS', 'cell,cell')).toMatchObject({ status: 400 })
  expect((await ask(fileOf('Project', 'P7'), 'SAMPLE_STATUS')).status).toBe(400)
  expect((await ask(new File([''], 'empty.csv'), 'QUOTA_CELLS')).status).toBe(400)
})

test('a spreadsheet’s days and numbers are read as they are', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Project', 'Start', 'Target completes', 'Interviews per hour'],
    ['P7', new Date(Date.UTC(2026, 4, 1)), 1500, 0.75],
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Projects')
  const file = new File([write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true })], 'p.xlsx')
  await apply((await check(file)).checkID)
  expect((await projects())[0]).toMatchObject({
    ...{ start: '2026-05-01', targetCompletes: 1500, interviewsPerHour: 0.75 },
  })
  expect(['04/05/2026', '4.5.2026', '2026-05-04', '2026-05-04T10:00', 'soon'].map(dayOfText)).toEqual([
    ...['2026-05-04', '2026-05-04', '2026-05-04', '2026-05-04', 'soon'],
  ])
  expect(['1,200', '1,5', '1.5', '12,345,678', 'x'].map(amountOfText)).toEqual([
    ...[1200, 1.5, 1.5, 12_345_678, 'x'],
  ])
})

test('only who may edit projects checks and takes such a file, and only one’s own check of that kind, for an hour', async () => {
  for (const as of ['jamie', 'sync'])
    expect((await ask(fileOf(HEAD, ...GOOD), 'PROJECT_TARGETS', undefined, as)).status).toBe(403)
  const { checkID } = await check(fileOf(HEAD, ...GOOD))
  for (const as of ['jamie', 'sync']) expect((await apply(checkID, false, as)).status).toBe(403)
  expect((await apply(checkID, false, 'ellie')).status).toBe(404)
  // Who takes records by their own call doesn't get at it.
  const asRecords = await post(
    server,
    '/api/import/file/apply',
    { checkID, onlyGood: false },
    await signIn(server, 'sync'),
  )
  expect(said(asRecords).status).toBe(404)
  server.clock.now = NOON + HOUR
  expect((await apply(checkID)).status).toBe(404)
  server.clock.now = NOON + HOUR - 1
  expect((await apply(checkID)).status).toBe(200)
})

test('a large file goes in portions, and of two that take one check one does', async () => {
  const lines = Array.from({ length: 700 }, (_, n) => `L${n},Project ${n},${n}`)
  const found = await check(fileOf('Project,Name,Target completes', ...lines))
  expect(found).toMatchObject({ received: 700, created: 700 })
  const bearer = await signIn(server, 'office')
  const payload = { checkID: found.checkID, onlyGood: false }
  const both = await Promise.all(
    [1, 2].map(async () => post(server, '/api/import/file/apply-projects', payload, bearer)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await projects()).toHaveLength(701)
  expect(await check(fileOf('Project,Name,Target completes', ...lines))).toMatchObject({ unchanged: 700 })
  const tooBig = new File([new Uint8Array(30 * 1024 * 1024 + 1).fill(65)], 'big.csv')
  expect((await ask(tooBig, 'PROJECT_TARGETS')).status).toBeGreaterThanOrEqual(400)
})

test('an import that stops half-way keeps what it took, and goes on when it is sent again', async () => {
  const records = Array.from({ length: 200 }, (_, n) => ({ project: `H${n}`, targetCompletes: n }))
  const caller = {
    ...{ kind: 'API_KEY', sessionID: 'key 1', userID: office, displayName: 'Key' },
  } as unknown as Parameters<typeof runImport>[1]['caller']
  let portions = 0
  const run = (isBroken: boolean) =>
    runImport(db(), {
      ...({ kind: 'PROJECT_TARGETS', source: 'IMPORT', records, caller, at: NOON, isFile: true } as const),
      begin: (trx, part) => {
        portions += 1
        if (isBroken && portions === 2) throw new Error('The machine stopped.')
        return takeTargets(trx, part, NOON)
      },
    })
  await expect(run(true)).rejects.toThrow('The machine stopped.')
  expect(await projects()).toHaveLength(126)
  expect(await run(false)).toMatchObject({ created: 75, unchanged: 125, refused: [] })
  expect(await projects()).toHaveLength(201)
})

test('a match of columns is kept under a name, of its person and kind alone, replaced and forgotten', async () => {
  const match = {
    ...{ kind: 'QUOTA_CELLS', name: ' Tool X ', columns: { grund: 'cell', soll: 'target' }, outcomes: {} },
  }
  const call = async (path: string, payload: object, as = 'office') =>
    said(await post(server, `/api/import/file/${path}`, payload, await signIn(server, as)))
  const list = async (as = 'office', kind = 'QUOTA_CELLS') =>
    ((await call('matches', { kind }, as)).body as { matches: ImportMatch[] }).matches
  const { body } = await call('save-match', match)
  const { id } = body as { id: number }
  expect(await list()).toEqual([{ ...match, id, name: 'Tool X' }])
  expect(await list('office', 'PROJECT_TARGETS')).toEqual([])
  expect(await list('ellie')).toEqual([])
  await call('save-match', { ...match, name: 'TOOL X', columns: { grund: 'cell' } })
  expect(await list()).toMatchObject([{ name: 'TOOL X', columns: { grund: 'cell' } }])
  expect((await call('remove-match', { id }, 'ellie')).status).toBe(404)
  expect((await call('save-match', match, 'jamie')).status).toBe(403)
  expect((await call('save-match', { ...match, name: ' ' })).status).toBe(400)
  expect((await call('save-match', match, 'sync')).status).toBe(200)
  for (let n = 1; n < MATCHES_MAX; n++)
    expect((await call('save-match', { ...match, name: `Match ${n}` })).status).toBe(200)
  expect((await call('save-match', { ...match, name: 'One more' })).status).toBe(400)
  expect((await call('save-match', match)).status).toBe(200)
  expect((await call('remove-match', { id })).status).toBe(200)
  expect(await list()).toHaveLength(MATCHES_MAX - 1)
})
