import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditActions } from '../audit/testing/audit-actions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
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
import { ApplicantImports } from './applicant-imports.ts'

const HOUR = 3_600_000
const NED = { name: 'Ned New', email: 'ned@mail.example', mobile: '07700 900555', hasConsent: true }
let server: TestServer
let rita: Record<string, string>
let first: Record<string, string>
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const permissions = ['IRECRUITMENT_CAN_PROCESS_NEW_PERSON'] as const
  await addPerson(server, { userName: 'rita', displayName: 'Rita Reed', permissions })
  await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  await addAgency(server.server.db)
  first = await signIn(server, 'rita')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  rita = first
  return restore()
})
afterAll(() => server.server.close())

interface Shown {
  id: number
  version: number
  name: string
  stage: string
  [field: string]: unknown
}
const call = async (name: string, payload: object, as = rita) =>
  said(await post(server, `/api/recruitment/applicants/${name}`, payload, as))
const good = async (name: string, payload: object) => {
  const { status, body } = await call(name, payload)
  expect([name, status, body]).toEqual([name, 200, expect.anything()])
  return body as Shown
}
const list = async (request: object = {}) =>
  ((await good('list', request)) as unknown as { rows: Shown[] }).rows
const refused = (value: string, status = 400) => ({ status, body: { value } })
const timeline = async (id: number) =>
  (await good('timeline', { id })) as unknown as {
    entries: { action: string; stage: string | null; reason: string; byName: string }[]
    doubles: { id: number; name: string }[]
  }

test('6 §3.4 an applicant is added with consent, changed as they were seen, and listed with stage and days in it', async () => {
  expect(await call('save', { ...NED, hasConsent: false })).toEqual(
    refused('Nobody is kept who did not agree to it.'),
  )
  const ned = await good('save', { ...NED, languages: 'Welsh, Polish; English', source: 'REFERRAL' })
  expect(ned).toMatchObject({ stage: 'NEW', ownerName: 'Rita Reed', languages: 'Welsh, Polish, English' })
  server.clock.now = NOON + 49 * HOUR
  rita = await signIn(server, 'rita')
  expect(await list()).toMatchObject([{ name: 'Ned New', stage: 'NEW', daysInStage: 2, isDouble: false }])
  const changed = await good('save', { ...NED, id: ned.id, version: 1, notes: 'Rang him.' })
  expect(changed).toMatchObject({ version: 2, notes: 'Rang him.', languages: '' })
  expect((await call('save', { ...NED, id: ned.id, version: 1 })).status).toBe(409)
  for (const [some, value] of [
    [{ email: '', mobile: '' }, 'An e-mail address or a mobile number is needed.'],
    [{ source: 'AGENCY' }, 'Say which agency they come from.'],
    [{ agencyID: 1 }, 'Only who comes from an agency has one.'],
    [{ source: 'AGENCY', agencyID: 99 }, 'There is no such agency, or it has ended.'],
  ] as const)
    expect([some, await call('save', { ...NED, ...some })]).toEqual([some, refused(value)])
  expect(await call('save', { ...NED, email: 'Ann@mail.example' })).toEqual(
    refused('This address belongs to Ann Ash.', 409),
  )
  for (const some of [{ name: ' ' }, { name: 'x'.repeat(201) }, { name: 'a\nb' }, { email: 'none' }])
    expect((await call('save', { ...NED, ...some })).status).toBe(400)
  const other = await signIn(server, 'ann')
  for (const name of ['list', 'save', 'stage', 'merge', 'imports'])
    expect((await call(name, { ...NED, id: 1, version: 1, otherID: 2, stage: 'TEST' }, other)).status).toBe(
      403,
    )
  expect(await auditActions(server.server.db)).toEqual(['APPLICANT_ADDED', 'APPLICANT_CHANGED'])
})

test('6 §3 a stage is left forward only where its condition holds; over from any before STARTED, and back to SCREENING', async () => {
  let ned = await good('save', NED)
  const move = (stage: string, reason = '', more: object = {}) =>
    call('stage', { id: ned.id, version: ned.version, stage, reason, ...more })
  const go = async (...how: Parameters<typeof move>) => {
    const { status, body } = await move(...how)
    expect([how, status]).toEqual([how, 200])
    ned = body as Shown
  }
  expect(await move('TEST')).toEqual(refused('Nobody comes from this stage to that one.'))
  await go('SCREENING')
  await go('TEST')
  expect(await move('INTERVIEW')).toEqual(refused('The test was not passed. Say why they go on without.'))
  await go('INTERVIEW', 'Worked here before')
  expect(await move('OFFER')).toEqual(refused('No scorecard recommends to hire them.'))
  expect(await move('REJECTED')).toEqual(refused('Say why they don’t go on.'))
  await go('REJECTED', 'No hours', { mayApplyFrom: '2026-11-04' })
  expect(ned).toMatchObject({ stage: 'REJECTED', stageReason: 'No hours', mayApplyFrom: '2026-11-04' })
  expect(await move('WITHDRAWN', 'x')).toEqual(refused('Nobody comes from this stage to that one.'))
  await go('SCREENING')
  expect(ned).toMatchObject({ mayApplyFrom: null, daysInStage: 0 })
  await go('WITHDRAWN', 'Found something else')
  expect((await timeline(ned.id)).entries[0]).toMatchObject({
    ...{ action: 'APPLICANT_MOVED', stage: 'Withdrawn', reason: 'Found something else' },
    byName: 'Rita Reed',
  })
  // As somebody else saw them.
  expect((await call('stage', { id: ned.id, version: 2, stage: 'SCREENING' })).status).toBe(409)
  ned = await good('owner', { id: ned.id, version: ned.version, isMine: false })
  expect(ned.ownerName).toBeNull()
})

test('B037 applicants with the same e-mail or mobile are marked and can be merged, keeping both timelines', async () => {
  const ned = await good('save', { ...NED, mobile: '' })
  const other = await good('save', { ...NED, name: 'N. New', email: 'NED@mail.example', languages: 'Welsh' })
  const third = await good('save', { ...NED, name: 'Third', email: '', mobile: '+44 7700 900 555' })
  const apart = await good('save', { ...NED, name: 'Apart', email: 'a@mail.example', mobile: '' })
  expect((await list()).map(({ name, isDouble }) => [name, isDouble]).sort()).toEqual([
    ...[
      ['Apart', false],
      ['N. New', true],
      ['Ned New', true],
      ['Third', true],
    ],
  ])
  expect((await timeline(ned.id)).doubles).toMatchObject([{ id: other.id }])
  await good('stage', { id: other.id, version: 1, stage: 'SCREENING' })
  const merge = (otherID: number, version = 1) => call('merge', { id: ned.id, version, otherID })
  expect(await merge(apart.id)).toEqual(
    refused('They have neither the e-mail address nor the mobile number in common.'),
  )
  expect(await merge(ned.id)).toMatchObject({ status: 400 })
  expect(await merge(other.id)).toMatchObject({
    status: 200,
    body: { name: 'Ned New', languages: 'Welsh', mobile: '07700 900555', version: 2 },
  })
  expect((await call('get', { id: other.id })).status).toBe(404)
  expect((await merge(other.id, 2)).status).toBe(404)
  // Through the number of the one who went.
  expect((await merge(third.id, 2)).status).toBe(200)
  expect((await list()).map(({ name }) => name).sort()).toEqual(['Apart', 'Ned New'])
  const { entries, doubles } = await timeline(ned.id)
  expect(doubles).toEqual([])
  expect(entries.map(({ action }) => action)).toEqual([
    ...['APPLICANT_MERGED', 'APPLICANT_MERGED', 'APPLICANT_MOVED'],
    ...['APPLICANT_ADDED', 'APPLICANT_ADDED', 'APPLICANT_ADDED'],
  ])
  // Who was hired is nobody's part.
  const { db } = server.server
  await db
    .updateTable('applicants')
    .set({ emailKey: 'ned@mail.example', stage: 'HIRED' })
    .where('id', '=', apart.id)
    .execute()
  expect(await merge(apart.id, 3)).toEqual(refused('Apart was hired, and stays.'))
})

test('B037 of two that are merged what one lacks comes from the other, notes of both stay, and who started is nobody’s part', async () => {
  const bare = { name: 'Bare', mobile: '07700 900556', hasConsent: true, notes: 'Met at the fair' }
  const told = {
    ...{ email: 'full@mail.example', address: '1 High Street', languages: 'Welsh', skills: 'CATI' },
    availability: 'Evenings',
  }
  const stays = await good('save', bare)
  // Who has no address has none in common with others who have none.
  const one = await good('save', { ...bare, name: 'One', mobile: '07700 900557' })
  await good('save', { ...bare, name: 'Two', mobile: '07700 900558' })
  expect((await list()).map(({ isDouble }) => isDouble)).toEqual([false, false, false])
  expect((await timeline(one.id)).doubles).toEqual([])
  const goes = await good('save', { ...bare, ...told, name: 'Full', notes: `${'x'.repeat(1990)}` })
  const { db } = server.server
  await db.updateTable('applicants').set({ stage: 'STARTED' }).where('id', '=', goes.id).execute()
  const merge = () => call('merge', { id: stays.id, version: 1, otherID: goes.id })
  expect(await merge()).toEqual(refused('Full was hired, and stays.'))
  await db.updateTable('applicants').set({ stage: 'NEW' }).where('id', '=', goes.id).execute()
  const { status, body } = await merge()
  expect([status, body]).toEqual([200, expect.objectContaining({ ...told, name: 'Bare' })])
  const { notes } = body as { notes: string }
  expect([notes.slice(0, 18), notes.length]).toEqual(['Met at the fair\nxx', 2000])
})

interface Answer {
  rows: { number: number; outcome: string; name: string; problems: { column: string; message: string }[] }[]
  columns: (string | null)[]
  seen: string
  importID: number | null
  report: string
  value?: string
}
const HEAD = 'Full name,Email,Phone,Source,Agency,Languages'
async function send(rows: readonly string[], fields: Record<string, string> = {}, head = HEAD) {
  const form = new FormData()
  form.append('file', new File([[head, ...rows].join('\n')], 'fair.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { status, body } = said(await postForm(server, '/api/recruitment/applicants/import', form, rita))
  return { status, body: body as Answer }
}
interface Info {
  id: number
  state: string
  total: number
  done: number
  added: number
  updated: number
  failed: number
  message: string
  undoUntil: string | null
}
const imports = async () => ((await good('imports', {})) as unknown as { imports: Info[] }).imports
const ended = (id: number | null) =>
  vi.waitFor(async () => {
    const one = (await imports()).find((info) => info.id === id)
    if (!one || one.state === 'RUNNING') throw new Error('it runs')
    return one
  })
async function brought(rows: readonly string[], fields: Record<string, string> = {}): Promise<Info> {
  const { body } = await send(rows, fields)
  const begun = await send(rows, { ...fields, seen: body.seen, hasConsent: 'true' })
  expect([begun.status, begun.body.value]).toEqual([200, undefined])
  return ended(begun.body.importID)
}

test('6 §3.4 a dry run of applicants says what each row comes to and changes nothing', async () => {
  await good('save', { ...NED, mobile: '', languages: 'Welsh' })
  const gone = await good('save', { name: 'Gone', email: 'gone@mail.example', hasConsent: true })
  const more = { reason: 'No hours', mayApplyFrom: '2026-12-01' }
  await good('stage', { id: gone.id, version: 1, stage: 'REJECTED', ...more })
  const { body } = await send(
    [
      'Zoe Zed,zoe@mail.example,07700 900777,Job board,,',
      'Ned New,NED@mail.example,,Other,,Welsh',
      'Ann,ann@mail.example,,,,',
      ',x@mail.example,,,,',
      'Bad,no address,,,,',
      'Two,two@mail.example,,,,',
      'Two,TWO@mail.example,,,,',
      'None,,07700 900778,,,',
      'Src,src@mail.example,,Moon,Nowhere,',
      'Agy,agy@mail.example,,,bright staffing,',
      'Gone,gone@mail.example,,,,',
      `${'x'.repeat(201)},long@mail.example,,,,`,
    ],
    { mode: 'BOTH' },
  )
  expect(body.columns).toEqual(['name', 'email', 'mobile', 'source', 'agency', 'languages'])
  expect(
    body.rows.map(({ number, outcome, problems }) => [number, outcome, ...problems.map((p) => p.message)]),
  ).toEqual([
    [2, 'ADD'],
    [3, 'SAME'],
    [4, 'ERROR', 'This address belongs to Ann Ash.'],
    [5, 'ERROR', 'A name is needed.'],
    [6, 'ERROR', 'This is not an e-mail address.'],
    [7, 'ERROR', 'This key stands more than once in the file.'],
    [8, 'ERROR', 'This key stands more than once in the file.'],
    [9, 'ERROR', 'The key is missing in this row.'],
    [10, 'ERROR', 'There is no source ‘Moon’.', 'There is no agency ‘Nowhere’.'],
    [11, 'ADD'],
    [12, 'WARNING', 'They may apply again from 2026-12-01.'],
    [13, 'ERROR', 'This is longer than 200 characters.', 'A name is needed.'],
  ])
  expect(body.importID).toBeNull()
  expect(body.report).toContain('6,Error,Bad,Email,no address,This is not an e-mail address.')
  expect(await list()).toHaveLength(2)
  expect(await imports()).toEqual([])
  expect((await send(['a'], {}, 'Name')).body.value).toBe('No column holds the key.')
  expect((await send(['x,07700 900779'], { key: 'mobile' }, 'Name,Mobile')).body.rows[0]?.outcome).toBe('ADD')
  expect((await send(['a,b'], { columns: 'email,email' }, 'A,B')).body.value).toBe(
    'Two columns are matched to the same field.',
  )
})

test('6 §3.4 an import is all or nothing or takes the good rows, goes by its dry run, and can be undone for a day', async () => {
  await good('save', { ...NED, mobile: '' })
  const rows = ['Zoe Zed,zoe@mail.example,,Job board,,', 'Ned Newman,ned@mail.example,,,,']
  const bad = 'Bad,no address,,,,'
  const { body } = await send([...rows, bad], { mode: 'BOTH' })
  const take = (fields: object) =>
    send([...rows, bad], { mode: 'BOTH', seen: body.seen, hasConsent: 'true', ...fields })
  expect((await take({ hasConsent: 'false' })).body.value).toBe('Nobody is kept who did not agree to it.')
  expect((await take({})).status).toBe(409)
  const begun = await take({ isPartial: 'true' })
  expect(await ended(begun.body.importID)).toMatchObject({
    ...{ state: 'DONE', total: 2, done: 2, added: 1, updated: 1, failed: 0, message: '' },
    undoUntil: new Date(NOON + 24 * HOUR).toISOString(),
  })
  expect((await list()).map(({ name, source }) => [name, source]).sort()).toEqual([
    ...[
      ['Ned Newman', 'OTHER'],
      ['Zoe Zed', 'JOB_BOARD'],
    ],
  ])
  // The dry run is older than what it made.
  expect((await take({ isPartial: 'true' })).body.value).toBe('The dry run is out of date. Run it again.')
  const zoe = (await list()).find(({ name }) => name === 'Zoe Zed')
  await good('stage', { id: zoe?.id, version: 1, stage: 'SCREENING' })
  const undo = () => call('import-undo', { id: begun.body.importID })
  expect(await undo()).toEqual({ status: 200, body: { undone: 1, kept: 1 } })
  expect((await list()).map(({ name }) => name).sort()).toEqual(['Ned New', 'Zoe Zed'])
  expect((await undo()).status).toBe(404)
  const one = await brought(['Kim,kim@mail.example,,,,'])
  server.clock.now += 24 * HOUR
  rita = await signIn(server, 'rita')
  expect(await call('import-undo', { id: one.id })).toMatchObject({ status: 409 })
  const background = { run: () => {} }
  const { db } = server.server
  await new ApplicantImports({ db, clock: () => server.clock.now, background }).tend()
  expect(await db.selectFrom('applicantImportRows').selectAll().execute()).toEqual([])
})

test('6 §3.4 an import stops between rows; what a server left is gone on with by another, and what fails is taken back', async () => {
  const { db } = server.server
  const parts = { db, clock: () => server.clock.now, background: { run: () => {} } }
  const many = new ApplicantImports(parts)
  const caller = { userID: null, displayName: 'Rita Reed' } as never
  const planned = Array.from({ length: 120 }, (_, at) => ({
    ...{ number: at + 2, outcome: 'ADD' as const, name: `A${at}`, problems: [] },
    write: {
      ...{ applicantID: null, version: null },
      values: {
        ...{ name: `A${at}`, email: `a${at}@mail.example`, mobile: '', address: '', notes: '', skills: '' },
        ...{ source: 'OTHER' as const, agencyID: null, languages: '', availability: '' },
        ...{ workLocation: 'HOME' as const, hasConsent: true },
      },
    },
  }))
  const id = await many.begin(caller, 'a.csv', planned, false)
  await good('import-stop', { id })
  await many.run(id)
  expect((await imports())[0]).toMatchObject({ state: 'STOPPED', added: 0, undoUntil: null })
  expect(await list()).toEqual([])
  expect((await call('import-stop', { id })).status).toBe(409)
  // The server ended; after its lease another one goes on.
  await many.begin(caller, 'b.csv', planned, false)
  server.clock.now += 30_000
  await many.tend()
  expect((await imports())[0]).toMatchObject({ state: 'RUNNING', done: 0 })
  server.clock.now += 30_000
  await many.tend()
  expect((await imports())[0]).toMatchObject({ state: 'DONE', done: 120, added: 120 })
  // Somebody changes one of the rows meanwhile: all or nothing writes none.
  const kept = await list({ pageSize: 200 })
  const change = kept.slice(0, 60).map(({ id: applicantID, name }, at) => ({
    ...{ number: at + 2, outcome: 'UPDATE' as const, name, problems: [] },
    write: {
      ...{ applicantID, version: 1 },
      values: {
        ...(planned[0]?.write.values as never as object),
        name: 'Changed',
        email: `${at}@b.example`,
      } as never,
    },
  }))
  const last = kept[59]
  await good('owner', { id: last?.id, version: 1, isMine: true })
  const third = await many.begin(caller, 'c.csv', change, false)
  await many.run(third)
  expect((await imports())[0]).toMatchObject({
    ...{ state: 'FAILED', message: 'The dry run is out of date. Run it again.', updated: 0 },
  })
  expect((await list({ pageSize: 200 })).filter(({ name }) => name === 'Changed')).toEqual([])
  const fourth = await many.begin(caller, 'd.csv', change, true)
  await many.run(fourth)
  expect((await imports())[0]).toMatchObject({ state: 'DONE' })
})
