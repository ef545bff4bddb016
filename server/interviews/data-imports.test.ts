import { utils, write } from '@e965/xlsx'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckedRecords, TakenRecords } from '#shared/contract/data-imports.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { addInterviewing } from './testing/interview-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestServer
let key: Record<string, string>
let jamie: number
const db = () => server.server.db

async function makeKey(permissions: readonly string[], owner: number): Promise<Record<string, string>> {
  const { body } = await post(
    server,
    '/api/admin/configuration/api-keys/new',
    {
      ...{ name: 'Survey tool', ownerID: owner, scope: null, permissions, addresses: [] },
      expiresAt: new Date(NOON + 30 * 24 * HOUR).toISOString(),
    },
    await signIn(server, 'office'),
  )
  return { 'x-api-key': (JSON.parse(body) as { key: string }).key }
}

beforeEach(async () => {
  server = await startTestServer()
  const office = await addPerson(server, {
    userName: 'office',
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS', 'IRESOURCE_CAN_SYNC_SURVEY_TOOL', 'PROJECTS_CAN_EDIT_ALL'],
  })
  jamie = await addPerson(server, { userName: 'jamie', permissions: ['ITRACKER_CAN_SEE_CATI_REPORT'] })
  await db().updateTable('users').set({ payrollNumber: 'NR-0107' }).where('id', '=', jamie).execute()
  await addProject(db(), 7, 'Rail')
  key = await makeKey(['IRESOURCE_CAN_SYNC_SURVEY_TOOL', 'PROJECTS_CAN_EDIT_ALL'], office)
})
afterEach(() => server.server.close())

const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
const record = (more: object = {}) => ({
  ...{ project: 'P7', interviewer: 'jamie', start: at(-20), end: at(-8), outcome: 'COMPLETE' },
  ...{ respondentRef: 'S-1', sourceCallID: 'c1', ...more },
})
const send = async (call: string, records: readonly unknown[], headers = key, more: object = {}) =>
  said(await post(server, `/api/import/${call}`, { records, ...more }, headers))
const taken = async (call: string, records: readonly unknown[]) => {
  const { status, body } = await send(call, records)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as TakenRecords
}
const calls = (records: readonly unknown[]) => taken('interview-records', records)
const kept = () => db().selectFrom('interviewRecords').orderBy('id').selectAll().execute()

async function achieved(label: string): Promise<number> {
  const { count } = await db()
    .selectFrom('interviewRecords as r')
    .innerJoin('quotaCells', 'quotaCells.id', 'r.quotaCellID')
    .where('quotaCells.label', '=', label)
    .where('r.outcome', '=', 'COMPLETE')
    .where('r.isVoid', '=', 0)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('an interview record is kept as it was sent: by user name or payroll number, with an end or a duration, and by nobody', async () => {
  expect(
    await calls([
      record({ attempt: 3 }),
      record({ interviewer: 'nr-0107', sourceCallID: 'c2', end: undefined, duration: 90 }),
      record({ interviewer: undefined, outcome: 'ABANDONED', sourceCallID: 'c3' }),
      record({ project: 'p7', outcome: 'APPOINTMENT', appointmentTime: at(300), sourceCallID: 'c4' }),
      // Without an id of its source nothing says that it is the same.
      record({ sourceCallID: undefined }),
      record({ sourceCallID: undefined }),
    ]),
  ).toEqual({ received: 6, created: 6, updated: 0, unchanged: 0, refused: [] })
  const rows = await kept()
  expect(rows).toMatchObject([
    { userID: jamie, projectID: 7, duration: 720, attempt: 3, source: 'API', respondentRef: 'S-1' },
    { userID: jamie, duration: 90, end: NOON - 20 * MINUTE + 90_000, attempt: 1 },
    { userID: null, outcome: 'ABANDONED' },
    { outcome: 'APPOINTMENT', appointmentTime: NOON + 300 * MINUTE },
    { sourceCallID: null },
    { sourceCallID: null },
  ])
})

test('D190 while 5,000 records are taken others are answered, again and again', async () => {
  const jamies = await signIn(server, 'jamie')
  let isDone = false
  const imported = calls(
    Array.from({ length: 5000 }, (_, n) => record({ sourceCallID: `c${n}`, start: at(-20 - (n % 60)) })),
  ).finally(() => {
    isDone = true
  })
  let answered = 0
  while (!isDone) {
    await post(
      server,
      '/api/itracker/cati-report',
      { from: '2026-05-01', to: '2026-05-04', by: 'DAY' },
      jamies,
    )
    answered += 1
  }
  expect(await imported).toMatchObject({ created: 5000, refused: [] })
  expect(answered).toBeGreaterThan(20)
})

test('D060 the same records sent twice are unchanged the second time and change no figure', async () => {
  const all = [record(), record({ sourceCallID: 'c2', outcome: 'REFUSAL' })]
  expect(await calls(all)).toMatchObject({ created: 2, unchanged: 0 })
  const before = await kept()
  expect(await calls(all)).toEqual({ received: 2, created: 0, updated: 0, unchanged: 2, refused: [] })
  expect(await kept()).toEqual(before)
  // Twice in one call, too.
  expect(await calls([record({ sourceCallID: 'c9' }), record({ sourceCallID: 'c9' })])).toMatchObject({
    ...{ created: 1, unchanged: 1 },
  })
  // Another source's call of that number is another call.
  const { body } = await send('interview-records', [record()], key, { source: 'ADAPTOR' })
  expect(body).toMatchObject({ created: 1 })
  expect(await auditTold(db())).toEqual([
    'API_KEY_ADDED | admin.configuration.connection-adaptors | apiKey | Survey tool',
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
  ])
})

test('D029 D044 D061 a known call with other values is changed, with isVoid voided, and its quota cells follow; what it was stands in the audit', async () => {
  await taken('quota-cells', [
    { project: 'P7', cell: 'North 18-34', target: 40, region: 'North', age: '18-34' },
    { project: 'P7', cell: 'Wales 65+', target: 20, region: 'Wales' },
  ])
  await calls([
    record({ quotaCell: 'North 18-34' }),
    record({ quotaCell: 'north 18-34', sourceCallID: 'c2' }),
    record({ quotaCell: 'Wales 65+', sourceCallID: 'c3', outcome: 'REFUSAL' }),
  ])
  expect([await achieved('North 18-34'), await achieved('Wales 65+')]).toEqual([2, 0])
  expect(await calls([record({ quotaCell: 'Wales 65+', attempt: 2 })])).toMatchObject({ updated: 1 })
  expect([await achieved('North 18-34'), await achieved('Wales 65+')]).toEqual([1, 1])
  expect(
    await calls([record({ quotaCell: 'Wales 65+', attempt: 2, isVoid: true, voidReason: 'Wrong person' })]),
  ).toMatchObject({ updated: 1, created: 0 })
  expect([await achieved('North 18-34'), await achieved('Wales 65+')]).toEqual([1, 0])
  expect((await kept())[0]).toMatchObject({ isVoid: 1, voidReason: 'Wrong person', sourceCallID: 'c1' })
  const entries = await db()
    .selectFrom('audit')
    .where('action', '=', 'RECORDS_IMPORTED')
    .orderBy('id')
    .select(['changes', 'actorName'])
    .execute()
  expect(entries.at(-2)?.changes).toContain('{"field":"c1 attempt","before":1,"after":2}')
  expect(entries.at(-1)).toMatchObject({ actorName: expect.stringContaining('Survey tool') })
})

test('D061 a call that stands twice in one delivery ends as it stands last, whether it was known or not', async () => {
  await calls([record()])
  const twice = (sourceCallID: string) => [
    record({ sourceCallID, attempt: 2 }),
    record({ sourceCallID, attempt: 3, outcome: 'REFUSAL' }),
  ]
  expect(await calls([record({ sourceCallID: 'c8' }), ...twice('c9'), ...twice('c1')])).toMatchObject({
    ...{ created: 2, updated: 3, unchanged: 0 },
  })
  expect(
    (await kept()).map(({ sourceCallID, attempt, outcome }) => [sourceCallID, attempt, outcome]),
  ).toEqual([
    ['c1', 3, 'REFUSAL'],
    ['c8', 1, 'COMPLETE'],
    ['c9', 3, 'REFUSAL'],
  ])
  // What isn't void keeps no reason why it would be.
  await calls([record({ sourceCallID: 'c10', voidReason: 'No reason' })])
  expect((await kept()).at(-1)).toMatchObject({ isVoid: 0, voidReason: '' })
})

test('D062 one bad record refuses itself with its place, field and reason, and the others are taken', async () => {
  const bad: [string, object, string][] = [
    ['project', { project: 'P8' }, 'Unknown project P8.'],
    ['interviewer', { interviewer: 'nobody' }, 'Unknown person nobody.'],
    ['outcome', { outcome: '11' }, 'Unknown outcome 11.'],
    ['quotaCell', { quotaCell: 'Mars' }, 'Unknown quota cell Mars.'],
    ['end', { end: at(-20) }, 'The end has to be after the start.'],
    ['end', { end: undefined }, 'An end or a duration is needed.'],
    // By a thousandth of a second.
    ['end', { start: at(-250), end: at(-10 + 1.5 / MINUTE) }, 'An interview lasts 4 hours at most.'],
    ['start', { start: at(1), end: at(5 + 1.5 / MINUTE) }, 'This is more than 5 minutes in the future.'],
    ['appointmentTime', { outcome: 'APPOINTMENT' }, 'An appointment needs its time.'],
  ]
  const good = [
    record({ start: at(-250), end: at(-10), sourceCallID: 'long' }),
    record({ start: at(1), end: at(5), sourceCallID: 'ahead' }),
  ]
  const answer = await calls([
    good[0],
    ...bad.map(([, more], place) => record({ ...more, sourceCallID: `bad ${place}` })),
    good[1],
    ...[null, 7, 'x', [], {}],
  ])
  expect(answer).toMatchObject({ received: 16, created: 2 })
  expect(answer.refused.slice(0, 9)).toEqual(
    bad.map(([field, , reason], place) => ({ index: place + 1, field, reason })),
  )
  const odd = (index: number, field = '', reason = 'This was not understood.') => ({ index, field, reason })
  expect(answer.refused.slice(9)).toEqual([
    ...[11, 12, 13, 14].map((index) => odd(index)),
    odd(15, 'project', 'It is needed.'),
  ])
  expect((await kept()).map(({ sourceCallID }) => sourceCallID)).toEqual(['long', 'ahead'])
})

test('D062 of many records the one that is refused is told by its own place', async () => {
  const many = Array.from({ length: 300 }, (_, place) =>
    record({ sourceCallID: `c${place}`, ...(place === 260 && { project: 'P8' }) }),
  )
  expect(await calls(many)).toMatchObject({
    ...{ received: 300, created: 299 },
    refused: [{ index: 260, field: 'project', reason: 'Unknown project P8.' }],
  })
})

test('D062 a text or number of a record may be as long or as high as it is kept, and no more', async () => {
  const long = (length: number) => 'x'.repeat(length)
  await taken('project-targets', [{ project: long(30) }])
  await taken('quota-cells', [{ project: 'P7', cell: long(200), target: 1 }])
  const sample = {
    ...{ fresh: 1, inProgress: 0, appointments: 0, refused: 0, complete: 0, ineligible: 0, exhausted: 0 },
    ...{ project: 'P7', asOf: at(-1) },
  }
  const target = { project: 'P7' }
  const cell = { project: 'P7', cell: 'Wales', target: 1 }
  const limits: [string, object, string, unknown, unknown, string][] = [
    ['interview-records', record(), 'project', 'P7', undefined, 'It is needed.'],
    ['interview-records', record(), 'project', 'P7', 7, 'A text is needed.'],
    ['interview-records', record(), 'project', 'P7', null, 'It is needed.'],
    ['interview-records', record(), 'start', at(-20), '', 'It is needed.'],
    [
      'interview-records',
      record(),
      'start',
      at(-20),
      'soon',
      'A time is needed, such as 2026-05-31T14:30:00Z.',
    ],
    ['interview-records', record(), 'isVoid', false, 'no', 'true or false is needed.'],
    ['interview-records', record(), 'quotaCell', long(200), long(201), 'At most 200 characters.'],
    ['interview-records', record(), 'attempt', 1000, 1001, 'At most 1,000.'],
    ['interview-records', record(), 'attempt', 1, 0, 'At least 1.'],
    ['interview-records', record(), 'attempt', 1, 1.5, 'A whole number is needed.'],
    ['interview-records', record(), 'respondentRef', long(100), long(101), 'At most 100 characters.'],
    ['interview-records', record(), 'sourceCallID', long(200), long(201), 'At most 200 characters.'],
    [
      'interview-records',
      record({ isVoid: true }),
      'voidReason',
      long(300),
      long(301),
      'At most 300 characters.',
    ],
    ['project-targets', target, 'project', long(30), long(31), 'At most 30 characters.'],
    ['project-targets', target, 'name', long(100), long(101), 'At most 100 characters.'],
    ['project-targets', target, 'end', '2026-05-31', '31 May', 'A day is needed, such as 2026-05-31.'],
    ['project-targets', target, 'targetCompletes', 10_000_000, 10_000_001, 'At most 10,000,000.'],
    ['project-targets', target, 'targetCompletes', 0, -1, 'At least 0.'],
    ['project-targets', target, 'interviewsPerHour', 10_000, 10_000.1, 'At most 10,000.'],
    ['project-targets', target, 'interviewsPerHour', 1, 'many', 'A number is needed.'],
    ['project-targets', target, 'expectedMinutes', 0, -0.1, 'At least 0.'],
    ['quota-cells', cell, 'cell', long(200), long(201), 'At most 200 characters.'],
    ['quota-cells', cell, 'cell', 'x', ' ', 'It is needed.'],
    ['quota-cells', cell, 'target', 10_000_000, 10_000_001, 'At most 10,000,000.'],
    ['sample-status', sample, 'fresh', 10_000_000, 10_000_001, 'At most 10,000,000.'],
  ]
  for (const [call, sent, field, inside, outside, reason] of limits) {
    const { refused } = await taken(call, [
      { ...sent, [field]: inside },
      { ...sent, [field]: outside },
    ])
    expect([call, refused]).toEqual([call, [{ index: 1, field, reason }]])
  }
})

test('D062 who wasn’t employed on that day is nobody: from the first day to the last', async () => {
  const employed = { startDate: '2026-05-02', leaveDate: '2026-05-03' }
  await db().updateTable('users').set(employed).where('id', '=', jamie).execute()
  const on = (day: string) =>
    record({ start: `${day}T10:00:00Z`, end: `${day}T10:09:00Z`, sourceCallID: day })
  const answer = await calls(['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'].map(on))
  expect(answer.refused.map(({ index, reason }) => [index, reason])).toEqual([
    [0, 'Unknown person jamie.'],
    [3, 'Unknown person jamie.'],
  ])
})

test('D063 a respondentRef that is a telephone number or e-mail address is refused', async () => {
  const refs = ['07700 900123', 'ann@example.com', 'S-0001234']
  const answer = await calls(
    refs.map((respondentRef, place) => record({ respondentRef, sourceCallID: `${place}` })),
  )
  const reason = 'respondentRef must not be a telephone number or e-mail address.'
  expect(answer).toMatchObject({ created: 1 })
  expect(answer.refused).toEqual([
    { index: 0, field: 'respondentRef', reason },
    { index: 1, field: 'respondentRef', reason },
  ])
})

test('D064 an unknown or revoked key answers 401, one without the permission 403, and more than 5,000 records 413', async () => {
  const refused = (status: number, value: string) => ({ status, body: { value } })
  const unknown = { 'x-api-key': `fwk_${'x'.repeat(43)}` }
  expect(await send('interview-records', [], unknown)).toEqual(refused(401, 'Unknown API key'))
  const token = key['x-api-key'] ?? ''
  expect((await send('interview-records', [], { authorization: `Bearer ${token}` })).status).toBe(200)
  const narrow = await makeKey(['PROJECTS_CAN_EDIT_ALL'], 1)
  for (const call of ['interview-records', 'sample-status'])
    expect(await send(call, [record()], narrow)).toEqual(
      refused(403, `This key may not use /api/import/${call}.`),
    )
  const other = await makeKey(['IRESOURCE_CAN_SYNC_SURVEY_TOOL'], 1)
  for (const call of ['project-targets', 'quota-cells'])
    expect(await send(call, [], other)).toEqual(refused(403, `This key may not use /api/import/${call}.`))
  const many = (count: number) => Array.from({ length: count }, () => null)
  expect(await send('interview-records', many(5001))).toEqual(refused(413, 'At most 5,000 records a call.'))
  expect(await calls(many(5000))).toMatchObject({ received: 5000, created: 0 })
  await db().updateTable('apiKeys').set({ revokedAt: NOON }).where('id', '=', 1).execute()
  expect(await send('interview-records', [record()])).toEqual(refused(401, 'Unknown API key'))
  expect(await kept()).toEqual([])
})

test('a body of more than 5 MB isn’t read, one of 4 MB is', async () => {
  const long = (bytes: number) => [record({ respondentRef: 'x'.repeat(bytes) })]
  expect((await send('interview-records', long(5.1 * 1024 * 1024))).status).toBe(413)
  expect((await send('interview-records', long(4 * 1024 * 1024))).status).toBe(200)
})

test('60 calls a minute are taken from a key, the next after a minute; another key isn’t held up', async () => {
  for (let call = 0; call < 60; call++) await calls([])
  expect(await send('interview-records', [record()])).toEqual({
    status: 429,
    body: { value: 'At most 60 calls a minute.' },
  })
  const other = await makeKey(['IRESOURCE_CAN_SYNC_SURVEY_TOOL'], 1)
  expect((await send('interview-records', [], other)).status).toBe(200)
  server.clock.now += MINUTE
  expect(await calls([record()])).toMatchObject({ created: 1 })
})

test('a call outside recorded activity is taken and marked; one at its edges isn’t', async () => {
  await addInterviewing(db(), { userID: jamie, from: NOON - 20 * MINUTE, to: NOON - 8 * MINUTE })
  await addProject(db(), 8, 'Bus')
  await calls([
    record(),
    record({ sourceCallID: 'early', start: at(-20.1) }),
    record({ sourceCallID: 'late', end: at(-7.9) }),
    record({ sourceCallID: 'elsewhere', project: 'P8' }),
    record({ sourceCallID: 'nobody', interviewer: undefined }),
  ])
  expect((await kept()).map(({ sourceCallID, isOutside }) => [sourceCallID, isOutside])).toEqual([
    ['c1', 0],
    ['early', 1],
    ['late', 1],
    ['elsewhere', 1],
    ['nobody', 0],
  ])
})

test('projects, targets and cells come by code and label; what isn’t said stays, and who sends it again changes nothing', async () => {
  const sent = {
    project: 'NEW1',
    name: 'Bus panel',
    epic: 'Calder Bank',
    start: '2026-05-01',
    end: '2026-06-30',
  }
  const target = { ...sent, targetCompletes: 800, interviewsPerHour: 1.25, expectedMinutes: 14 }
  expect(await taken('project-targets', [target])).toMatchObject({ created: 1 })
  expect(await taken('project-targets', [target])).toMatchObject({ unchanged: 1 })
  expect(await taken('project-targets', [{ project: 'new1', targetCompletes: 900 }])).toMatchObject({
    updated: 1,
  })
  const project = await db().selectFrom('projects').where('code', '=', 'NEW1').selectAll().executeTakeFirst()
  expect(project).toMatchObject({
    ...{ name: 'Bus panel', status: 'PLANNED', targetCompletes: 900, interviewsPerHour: 1.25 },
    ...{ expectedMinutes: 14, start: '2026-05-01', end: '2026-06-30' },
  })
  expect(
    await taken('project-targets', [{ project: 'NEW1', start: '2026-05-02', end: '2026-05-01' }]),
  ).toMatchObject({
    refused: [{ field: 'end' }],
  })
  const cell = { project: 'NEW1', cell: 'Wales', target: 100, region: 'Wales', age: '' }
  expect(await taken('quota-cells', [cell, { ...cell, project: 'NEW2' }])).toMatchObject({
    created: 1,
    refused: [{ index: 1, field: 'project', reason: 'Unknown project NEW2.' }],
  })
  expect(await taken('quota-cells', [{ ...cell, cell: 'WALES' }])).toMatchObject({ unchanged: 1 })
  expect(await taken('quota-cells', [{ ...cell, target: -1 }])).toMatchObject({
    refused: [{ field: 'target' }],
  })
  expect(await db().selectFrom('quotaCells').select(['target', 'dimensions']).execute()).toEqual([
    { target: 100, dimensions: '[{"name":"region","value":"Wales"}]' },
  ])
})

test('how a sample stands is what was true last, not what came last', async () => {
  const counts = { fresh: 900, inProgress: 40, appointments: 12, refused: 80, complete: 61, ineligible: 30 }
  const sample = { project: 'P7', ...counts, exhausted: 5, asOf: at(-5) }
  expect(await taken('sample-status', [sample])).toMatchObject({ created: 1 })
  expect(await taken('sample-status', [{ ...sample, fresh: 950, asOf: at(-6) }])).toMatchObject({
    unchanged: 1,
  })
  expect(await taken('sample-status', [{ ...sample, fresh: 890, asOf: at(-4) }])).toMatchObject({
    updated: 1,
  })
  expect(await db().selectFrom('sampleStatuses').selectAll().execute()).toEqual([
    { projectID: 7, ...counts, fresh: 890, exhausted: 5, asOf: NOON - 4 * MINUTE },
  ])
})

test('D066 an import is undone within 24 hours, which voids its records and no others', async () => {
  await calls([record(), record({ sourceCallID: 'c2' })])
  server.clock.now += MINUTE
  await calls([record({ sourceCallID: 'c3' }), record({ attempt: 5 })])
  const history = async () =>
    said(await post(server, '/api/import/file/history', {}, key)).body as { imports: { id: number }[] }
  const undo = async (importID: number, as = key) =>
    said(await post(server, '/api/import/file/undo', { importID }, as))
  expect(await history()).toMatchObject({
    imports: [
      {
        id: 2,
        received: 2,
        created: 1,
        updated: 1,
        canUndo: true,
        byName: expect.stringContaining('Survey tool'),
      },
      { id: 1, received: 2, created: 2, canUndo: true },
    ],
  })
  expect((await undo(1, await signIn(server, 'jamie'))).status).toBe(403)
  expect((await undo(99)).status).toBe(404)
  expect(await undo(1)).toMatchObject({ status: 200 })
  expect(await undo(1)).toMatchObject({ status: 200 })
  expect(
    (await kept()).map(({ sourceCallID, isVoid, voidReason }) => [sourceCallID, isVoid, voidReason]),
  ).toEqual([
    ['c1', 1, 'The import was undone.'],
    ['c2', 1, 'The import was undone.'],
    ['c3', 0, ''],
  ])
  server.clock.now = NOON + MINUTE + 24 * HOUR - 1
  expect(await history()).toMatchObject({ imports: [{ canUndo: true }, { canUndo: false }] })
  server.clock.now += 1
  expect(await history()).toMatchObject({ imports: [{ canUndo: false }, { canUndo: false }] })
  expect(await undo(2)).toEqual({
    status: 400,
    body: { value: 'An import can be undone for 24 hours.' },
  })
  const undone = await db()
    .selectFrom('audit')
    .where('action', '=', 'IMPORT_UNDONE')
    .select(['page', 'recordType', 'recordID', 'label', 'changes'])
    .execute()
  expect(undone).toEqual([
    {
      ...{ page: 'resource.performance.dashboard', recordType: 'dataImport', recordID: 1 },
      label: 'INTERVIEW_RECORDS',
      changes: '[{"field":"voided","before":null,"after":2}]',
    },
  ])
  expect(await auditTold(db())).toEqual([
    'API_KEY_ADDED | admin.configuration.connection-adaptors | apiKey | Survey tool',
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
    'IMPORT_UNDONE | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS',
  ])
})

test('D066 a thousand deliveries are listed a hundred at a time, and those with refusals and of one source are found', async () => {
  const one = { sender: 'adaptor 1', byName: 'Dialler', byID: null, undoneAt: null, received: 3, created: 3 }
  await db()
    .insertInto('dataImports')
    .values(
      Array.from({ length: 1000 }, (_, n) => ({
        ...{ ...one, kind: 'INTERVIEW_RECORDS' as const, source: 'ADAPTOR' as const, at: NOON - 1000 + n },
        refused: n % 300 === 7 ? 1 : 0,
      })),
    )
    .execute()
  await db()
    .insertInto('dataImports')
    .values([
      {
        ...one,
        kind: 'QUOTA_CELLS',
        source: 'API',
        at: NOON,
        sender: 'person 1',
        byName: 'Office',
        refused: 0,
      },
      // Told every few seconds: not listed.
      { ...one, kind: 'DIALLER_STATUS', source: 'ADAPTOR', at: NOON, refused: 1 },
    ])
    .execute()
  const list = async (asked?: object) =>
    said(await post(server, '/api/import/file/history', asked, key)).body as {
      imports: { id: number; refused: number; kind: string }[]
      isMore: boolean
      total: number
    }
  const seen: number[] = []
  for (let before: number | undefined; ; ) {
    const { imports, isMore, total } = await list(before === undefined ? undefined : { before })
    expect([imports.length <= 100, total]).toEqual([true, 1001])
    seen.push(...imports.map(({ id }) => id))
    before = imports.at(-1)?.id
    if (!isMore) break
  }
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([1001, 1001, 1001])
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  const wrong = await list({ onlyRefused: true })
  expect([wrong.total, wrong.isMore]).toEqual([4, false])
  expect(wrong.imports.map(({ id }) => id)).toEqual([908, 608, 308, 8])
  expect(await list({ source: 'API' })).toMatchObject({ total: 1, imports: [{ kind: 'QUOTA_CELLS' }] })
  expect(await list({ source: 'ADAPTOR', onlyRefused: true, before: 608 })).toMatchObject({
    ...{ total: 4, isMore: false, imports: [{ id: 308 }, { id: 8 }] },
  })
  expect(await list({ source: 'IMPORT' })).toEqual({ imports: [], isMore: false, total: 0 })
})

test('what was refused is kept with its import: the first twenty of all portions, by place, field and reason', async () => {
  const all = Array.from({ length: 400 }, (_, n) => {
    const isWrong = n === 3 || n === 130 || (n >= 300 && n < 330)
    return record({ sourceCallID: `c${n}`, ...(isWrong && { project: `X${n}` }) })
  })
  await calls(all)
  await calls([record({ sourceCallID: 'good' })])
  const { body } = said(await post(server, '/api/import/file/history', {}, key))
  const places = [3, 130, ...Array.from({ length: 18 }, (_, n) => 300 + n)]
  expect(body).toMatchObject({
    imports: [
      { id: 2, refused: 0, refusals: [] },
      {
        ...{ id: 1, refused: 32 },
        refusals: places.map((n) => ({ row: n + 1, field: 'project', reason: `Unknown project X${n}.` })),
      },
    ],
  })
})

test('D066 undoing leaves what was void before as it was, and only records can be undone', async () => {
  await calls([record({ isVoid: true, voidReason: 'Wrong person' }), record({ sourceCallID: 'c2' })])
  const cell = { project: 'P7', cell: 'Wales', target: 80, region: 'Wales' }
  await taken('quota-cells', [cell])
  const { body } = said(await post(server, '/api/import/file/history', {}, key))
  expect(body).toMatchObject({
    imports: [
      { id: 2, canUndo: false },
      { id: 1, canUndo: true },
    ],
  })
  const undo = async (importID: number) =>
    said(await post(server, '/api/import/file/undo', { importID }, key))
  expect(await undo(2)).toEqual({ status: 400, body: { value: 'Only interview records can be undone.' } })
  expect(await undo(1)).toMatchObject({ status: 200 })
  expect((await kept()).map(({ isVoid, voidReason }) => [isVoid, voidReason])).toEqual([
    [1, 'Wrong person'],
    [1, 'The import was undone.'],
  ])
  expect(await db().selectFrom('quotaCells').select('target').execute()).toEqual([{ target: 80 }])
})

describe('files', () => {
  const HEAD = 'Project,User name,Start,Seconds,Result,Call ID,Respondent'
  const fileOf = (lines: readonly string[], head = HEAD, name = 'calls.csv') =>
    new File([[head, ...lines].join('\n')], name)
  const check = async (file: File, more: Readonly<Record<string, string>> = {}, as = 'office') => {
    const form = new FormData()
    form.append('file', file)
    for (const [field, value] of Object.entries(more)) form.append(field, value)
    return said(await postForm(server, '/api/import/file/check', form, await signIn(server, as)))
  }
  const apply = async (checkID: unknown, onlyGood = false, as = 'office') =>
    said(await post(server, '/api/import/file/apply', { checkID, onlyGood }, await signIn(server, as)))
  const everything = async () =>
    JSON.stringify([
      await kept(),
      await db().selectFrom('dataImports').orderBy('id').selectAll().execute(),
      await db().selectFrom('audit').orderBy('id').select('id').execute(),
    ])
  /** Three of NOON's day, London's time: 11:00, 11:30, 12:00. */
  const GOOD = [
    'P7,jamie,04/05/2026 11:00,600,Complete,c1,S-1',
    'p7,nr-0107,2026-05-04 11:30:00,90,No answer,c2,S-2',
    'P7,,2026-05-04T11:00:00Z,5,ABANDONED,c3,S-3',
  ]
  const BAD = [
    'P9,jamie,04/05/2026 11:00,600,Complete,c4,S-4',
    'P7,nobody here,04/05/2026 11:00,600,Complete,c5,S-5',
    'P7,jamie,yesterday,600,Complete,c6,S-6',
    'P7,jamie,04/05/2026 11:00,600,11,c7,S-7',
    'P7,jamie,04/05/2026 11:00,600,Complete,c1,S-1',
    'P7,jamie,04/05/2026 11:00,600,Complete,c8,jamie@mail.example',
  ]

  test('D059 a file is checked without changing anything: new, changed, unchanged and refused rows by number, column and reason', async () => {
    const first = await check(fileOf(GOOD))
    expect(first).toMatchObject({
      status: 200,
      body: { received: 3, created: 3, updated: 0, unchanged: 0, refused: 0, missing: [], codes: [] },
    })
    expect(await apply((first.body as { checkID: number }).checkID)).toMatchObject({
      status: 200,
      body: { received: 3, created: 3, updated: 0, unchanged: 0, refused: [] },
    })
    expect(await kept()).toMatchObject([
      {
        userID: jamie,
        start: NOON - 2 * HOUR,
        duration: 600,
        outcome: 'COMPLETE',
        source: 'IMPORT',
        sourceCallID: 'c1',
      },
      { userID: jamie, start: NOON - 90 * MINUTE, duration: 90, outcome: 'NO_ANSWER' },
      { userID: null, start: NOON - HOUR, outcome: 'ABANDONED' },
    ])

    const before = await everything()
    const changed = GOOD[1]?.replace('90,', '95,') ?? ''
    const { body } = await check(
      fileOf([GOOD[0] ?? '', changed, ...BAD, 'P7,jamie,04/05/2026 12:10,60,Busy,c9,S-9', '']),
    )
    expect(body).toMatchObject({
      received: 9,
      created: 1,
      updated: 1,
      unchanged: 1,
      refused: 6,
      codes: ['11'],
    })
    expect((body as CheckedRecords).rows).toEqual([
      { row: 4, outcome: 'REFUSED', column: 'project', reason: 'Unknown project P9.' },
      { row: 5, outcome: 'REFUSED', column: 'interviewer', reason: 'Unknown person nobody here.' },
      {
        row: 6,
        outcome: 'REFUSED',
        column: 'start',
        reason: 'A time is needed, such as 2026-05-31T14:30:00Z.',
      },
      { row: 7, outcome: 'REFUSED', column: 'outcome', reason: 'Unknown outcome 11.' },
      { row: 8, outcome: 'REFUSED', column: 'sourceCallID', reason: 'The same call stands in row 2.' },
      {
        ...{ row: 9, outcome: 'REFUSED', column: 'respondentRef' },
        reason: 'respondentRef must not be a telephone number or e-mail address.',
      },
      { row: 3, outcome: 'CHANGED', column: 'end, duration', reason: '' },
      { row: 10, outcome: 'NEW', column: '', reason: '' },
    ])
    expect(await everything()).toBe(before)
  })

  test('D059 it is applied all or only the good rows, once, by who checked it', async () => {
    const { checkID } = (await check(fileOf([...GOOD, ...BAD]))).body as CheckedRecords
    const before = await everything()
    expect(await apply(checkID)).toMatchObject({
      status: 409,
      body: { value: '6 rows are refused. Mend them, or take only the good ones.' },
    })
    expect(await apply(checkID, true, 'jamie')).toMatchObject({ status: 403 })
    const gone = { status: 404, body: { value: 'There is no such check.' } }
    await addPerson(server, { userName: 'other', permissions: ['IRESOURCE_CAN_SYNC_SURVEY_TOOL'] })
    expect(await apply(checkID, true, 'other')).toMatchObject(gone)
    expect(await everything()).toBe(before)
    const { status, body } = await apply(checkID, true)
    expect(status).toBe(200)
    expect(body).toMatchObject({ received: 9, created: 3, updated: 0, unchanged: 0 })
    expect((body as { refused: { row: number }[] }).refused.map(({ row }) => row)).toEqual([
      5, 6, 7, 8, 9, 10,
    ])
    expect(await kept()).toHaveLength(3)
    expect(await apply(checkID, true)).toMatchObject(gone)

    // One is refused as several are.
    const one = (await check(fileOf([...GOOD, BAD[0] ?? '']))).body as CheckedRecords
    expect((await apply(one.checkID)).status).toBe(409)
    const old = (await check(fileOf(GOOD))).body as CheckedRecords
    server.clock.now += HOUR
    expect(await apply(old.checkID)).toMatchObject(gone)
  })

  test('4 §5.3 who imported a file, and nobody else, reads what came of it', async () => {
    const told = () =>
      db()
        .selectFrom('notifications as n')
        .innerJoin('users as u', 'u.id', 'n.userID')
        .where('n.source', '=', 'IMPORT')
        .orderBy('n.id')
        .select(['u.userName', 'n.subject', 'n.body', 'n.cssClass'])
        .execute()
    const { checkID } = (await check(fileOf([...GOOD, ...BAD]))).body as CheckedRecords
    await apply(checkID)
    expect(await told()).toEqual([])
    await apply(checkID, true)
    const changed = GOOD.map((line, at) => (at === 0 ? line.replace('600', '700') : line))
    await apply(((await check(fileOf(changed))).body as CheckedRecords).checkID)
    expect(await told()).toEqual([
      {
        ...{ userName: 'office', cssClass: 'warning' },
        subject: 'Interview records are imported: 3 new, 0 changed, 6 refused',
        body: 'What was refused and why is in the list of imports.',
      },
      {
        ...{ userName: 'office', cssClass: 'success', body: '' },
        subject: 'Interview records are imported: 0 new, 1 changed, 0 refused',
      },
    ])
  })

  test('D059 columns in any case and order are matched by themselves, others by hand; codes of the tool get their meaning', async () => {
    const lines = ['11;c1;P7;04/05/2026 11:00;04/05/2026 11:05', '12;c2;P7;04/05/2026 11:10;04/05/2026 11:15']
    const odd = fileOf(lines, 'RESULT;call id;What;START TIME;Ended')
    const first = (await check(odd)).body as CheckedRecords
    expect(first).toMatchObject({ checkID: null, missing: ['project'], received: 2, rows: [] })
    expect(first.columns).toEqual(['outcome', 'sourceCallID', null, 'start', 'end'])
    const mapping = 'outcome,sourceCallID,project,start,end'
    const second = (await check(odd, { mapping })).body as CheckedRecords
    expect(second).toMatchObject({ missing: [], codes: ['11', '12'], refused: 2 })
    const outcomes = JSON.stringify({ 11: 'COMPLETE', 12: 'REFUSAL' })
    const third = (await check(odd, { mapping, outcomes })).body as CheckedRecords
    expect(third).toMatchObject({ codes: [], created: 2, refused: 0 })
    await apply(third.checkID)
    expect((await kept()).map(({ outcome, duration }) => [outcome, duration])).toEqual([
      ['COMPLETE', 300],
      ['REFUSAL', 300],
    ])
    expect(await check(odd, { mapping: 'project,project,project,start,end' })).toMatchObject({ status: 400 })
    expect(await check(odd, { mapping, outcomes: '{' })).toMatchObject({ status: 400 })
  })

  test('D059 a workbook is read as well, its times as London’s; what is no file, empty or too large is refused in words', async () => {
    const sheet = utils.aoa_to_sheet(
      [
        ['Project', 'Start', 'Duration', 'Outcome', 'Call ID'],
        ['P7', new Date(Date.UTC(2026, 4, 4, 11, 0)), 60, 'Complete', 'x1'],
      ],
      { UTC: true },
    )
    const book = utils.book_new(sheet, 'Calls')
    const { body } = await check(new File([write(book, { type: 'buffer', bookType: 'xlsx' })], 'calls.xlsx'))
    expect(body).toMatchObject({ received: 1, created: 1, refused: 0 })
    await apply((body as CheckedRecords).checkID)
    expect(await kept()).toMatchObject([{ start: NOON - 2 * HOUR, sourceCallID: 'x1' }])
    expect(await check(new File([''], 'calls.csv'))).toMatchObject({ status: 400 })
  })

  test('D059 what a file brought can be undone', async () => {
    const { checkID } = (await check(fileOf(GOOD))).body as CheckedRecords
    await apply(checkID)
    const office = await signIn(server, 'office')
    const { imports } = said(await post(server, '/api/import/file/history', undefined, office)).body as {
      imports: { id: number; source: string; created: number; canUndo: boolean }[]
    }
    expect(imports).toMatchObject([{ source: 'IMPORT', created: 3, canUndo: true }])
    await post(server, '/api/import/file/undo', { importID: imports[0]?.id }, office)
    expect((await kept()).map(({ isVoid }) => isVoid)).toEqual([1, 1, 1])
  })
})
