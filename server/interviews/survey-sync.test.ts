import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SurveyInfo } from '#shared/contract/adaptors.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { Adaptors } from '../adaptors/adaptors.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import type { Database } from '../db/database.ts'
import { adaptorWords } from '../flags/more-checks.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { CERTIFICATE } from '../mail/testing/certificate.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { type Received, startReceiver } from '../webhooks/testing/receiver.ts'
import { queuePlans, sendPlans, waitingPlans } from './survey-plans.ts'
import { SurveySync, surveySyncService } from './survey-sync.ts'

const MINUTE = 60_000
const PASSWORD = 'the-password'

let server: TestServer
let tool: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
let told: number[]
/** What the tool answers, by what it is asked for. */
let pages: Record<string, object>
const db = () => server.server.db

beforeEach(async () => {
  pages = {}
  told = []
  const bodyOf = ({ path }: Received) => pages[path.split(/[/?]/)[2] ?? ''] ?? { records: [] }
  tool = await startReceiver({ status: 200, bodyOf })
  server = await startTestServer({ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'] })
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  await addPerson(server, { userName: 'jamie' })
  await addProject(db(), 7, 'Rail')
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await tool.close()
})

const adaptors = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/configuration/adaptors/${name}`, payload, ann))
const settings = (more: object = {}) => ({
  ...{ address: `https://localhost:${tool.port}/v1`, account: 'office', everyMinutes: 5, ...more },
})
const save = async (more: object = {}, request: object = {}) =>
  (
    await adaptors('save', {
      ...{ kind: 'SURVEY_TOOL', name: 'Survey tool', isEnabled: true, settings: settings(more) },
      ...{ secrets: { password: PASSWORD }, ...request },
    })
  ).body as SurveyInfo
const state = async () => ((await adaptors('list', {})).body as { adaptors: SurveyInfo[] }).adaptors[0]
function sync(of = db()) {
  const clock = () => server.clock.now
  const sealer = { seal: (text: string) => text, unseal: () => PASSWORD }
  return new SurveySync({
    ...{ db: of, clock, adaptors: new Adaptors({ db: db(), clock, sealer }) },
    rules: { allowedNetworks: ['127.0.0.1', '::1'], answerMs: 5000, ca: CERTIFICATE },
    onPeople: (ids) => void told.push(...ids),
  })
}
async function run(minutes = 5) {
  server.clock.now += minutes * MINUTE
  return sync().run(new AbortController().signal)
}
const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
const call = (more: object = {}) => ({
  ...{ project: 'P7', interviewer: 'jamie', start: at(-20), end: at(-8), outcome: 'COMPLETE' },
  ...{ respondentRef: 'S-1', sourceCallID: 'c1', ...more },
})
const records = () =>
  db()
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .orderBy('sourceCallID')
    .select(['sourceCallID', 'outcome', 'source', 'appointmentTime'])
    .execute()

test('5 §5.3 projects, cells, sample, appointments and outcomes come from a survey tool, from the mark on, and once', async () => {
  await save()
  pages = {
    projects: { records: [{ project: 'BUS', name: 'Bus panel', targetCompletes: 40 }], mark: 'p1' },
    'quota-cells': { records: [{ project: 'BUS', cell: 'Leeds', target: 20 }], mark: 'q1' },
    'sample-status': {
      records: [
        {
          ...{ project: 'BUS', fresh: 90, inProgress: 1, appointments: 1, refused: 2, complete: 1 },
          ...{ ineligible: 0, exhausted: 0, asOf: at(-1) },
        },
      ],
    },
    'interview-records': {
      records: [
        call({ project: 'BUS', quotaCell: 'Leeds' }),
        call({ sourceCallID: 'c2', outcome: 'appointment', appointmentTime: at(600) }),
      ],
      mark: 'i1',
    },
  }
  expect(await run()).toEqual(['Survey tool: 5 taken.'])
  expect(await records()).toMatchObject([
    { sourceCallID: 'SURVEY_TOOL:c1', outcome: 'COMPLETE', source: 'ADAPTOR', appointmentTime: null },
    { sourceCallID: 'SURVEY_TOOL:c2', outcome: 'APPOINTMENT', appointmentTime: NOON + 600 * MINUTE },
  ])
  expect(told).not.toEqual([])
  expect(tool.received[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from(`office:${PASSWORD}`).toString('base64')}`,
  )
  // Not due yet, then from the marks on; the same once more changes nothing and leaves no import behind.
  expect(await run(4)).toEqual([])
  tool.received.length = 0
  expect(await run(1)).toEqual(['Survey tool: 0 taken.'])
  expect(tool.received.map(({ path }) => path)).toEqual([
    '/v1/projects?limit=250&since=p1',
    '/v1/quota-cells?limit=250&since=q1',
    '/v1/sample-status?limit=250',
    '/v1/interview-records?limit=250&since=i1',
  ])
  expect(await records()).toHaveLength(2)
  expect(await db().selectFrom('dataImports').selectAll().execute()).toHaveLength(4)
  expect(await state()).toMatchObject({ state: 'OK', unmapped: [], syncedAt: at(10), calls: 2, errors: 0 })
})

test('5 §5.3 an outcome without a meaning is listed and counts as none; once it has one, its calls count', async () => {
  const made = await save({ outcomes: [{ code: '11', outcome: 'COMPLETE' }] })
  const sent = [call({ outcome: 11 }), call({ sourceCallID: 'c2', outcome: '37' })]
  pages = {
    'interview-records': { records: [...sent, call({ sourceCallID: 'c3', outcome: '37' })], mark: 'i1' },
  }
  expect(await run()).toEqual(['Survey tool: 1 taken, 2 without a known outcome.'])
  expect((await records()).map(({ outcome }) => outcome)).toEqual(['COMPLETE'])
  expect((await state())?.unmapped).toEqual([{ code: '37', records: 2 }])
  // What counted before counts no more once the tool says something unknown of it.
  pages = { 'interview-records': { records: [call({ outcome: '99' })], mark: 'i2' } }
  await run()
  expect(await records()).toEqual([])
  pages = {}
  await save(
    {
      outcomes: ['11', '37', '99'].map((code) => ({ code, outcome: code === '37' ? 'REFUSAL' : 'COMPLETE' })),
    },
    { id: made.id, version: made.version, secrets: {} },
  )
  expect(await run()).toEqual(['Survey tool: 3 taken.'])
  expect((await records()).map(({ outcome }) => outcome)).toEqual(['COMPLETE', 'REFUSAL', 'REFUSAL'])
  expect((await state())?.unmapped).toEqual([])
})

test('5 §5.3 pages follow each other; Dimensions numbers its calls by itself; what is wrong is refused alone', async () => {
  await save()
  await save({}, { kind: 'DIMENSIONS', name: 'Dimensions' })
  const unknown = call({ sourceCallID: 'c9', project: 'NONE' })
  pages = {
    'interview-records': { records: [call(), unknown, call({ sourceCallID: null })], mark: 'i1', more: true },
  }
  expect(await run()).toEqual(['Survey tool: 1 taken, 4 refused.', 'Dimensions: 1 taken, 4 refused.'])
  expect((await records()).map(({ sourceCallID }) => sourceCallID)).toEqual([
    'DIMENSIONS:c1',
    'SURVEY_TOOL:c1',
  ])
  // A mark that stays ends it, whatever the tool says of more.
  expect(tool.received.filter(({ path }) => path.startsWith('/v1/interview-records'))).toHaveLength(4)
})

test('5 §5.3 a tool that fails is FAILING in words and loses nothing; without a password or switched off it isn’t asked', async () => {
  const made = await save()
  tool.answer.status = 401
  expect(await run()).toEqual(['Survey tool: Answered 401: the account or its password is not right.'])
  tool.answer.status = 200
  pages = { projects: { rows: [] } }
  expect(await run()).toEqual(['Survey tool: Its answer to projects was not understood.'])
  expect(await state()).toMatchObject({ state: 'OK', errors: 2, syncedAt: null })
  await run()
  expect(await state()).toMatchObject({ state: 'FAILING', errors: 3, syncedAt: null })
  pages = { 'interview-records': { records: [call()], mark: 'i1' } }
  await run()
  expect(await state()).toMatchObject({ state: 'OK' })
  expect(await records()).toHaveLength(1)
  const log = JSON.stringify([await adaptors('log', { id: made.id }), await state()])
  for (const text of ['jamie', PASSWORD]) expect(log).not.toContain(text)
  const before = tool.received.length
  await save({}, { id: made.id, version: made.version, isEnabled: false, secrets: {} })
  expect(await run()).toEqual([])
  expect(await surveySyncService(sync()).isOff?.()).toBe(true)
  expect(tool.received).toHaveLength(before)
})

test('A095 a test asks the tool for its projects and takes nothing; limits of minutes and codes hold', async () => {
  pages = { projects: { records: [{ project: 'NEW', name: 'New' }] } }
  const request = { kind: 'SURVEY_TOOL', settings: settings(), secrets: { password: PASSWORD } }
  expect((await adaptors('test', request)).body).toMatchObject({ isOk: true })
  expect(await db().selectFrom('projects').select('code').execute()).not.toContainEqual({ code: 'NEW' })
  const wrong = [
    ...[{ everyMinutes: 0 }, { everyMinutes: 1441 }, { account: '' }, { address: 'http://tool.example' }],
    { outcomes: ['A', 'a'].map((code) => ({ code, outcome: 'BUSY' })) },
  ]
  for (const more of wrong)
    expect(
      (await adaptors('save', { ...request, name: 'x', isEnabled: true, settings: settings(more) })).status,
    ).toBe(400)
  for (const everyMinutes of [1, 1440]) {
    const made = await save({ everyMinutes })
    expect(made.settings.everyMinutes).toBe(everyMinutes)
    await adaptors('remove', { id: made.id, version: made.version })
  }
  expect(await auditTold(db())).toEqual([
    'ADAPTOR_TESTED | admin.configuration.connection-adaptors | adaptor | SURVEY_TOOL',
    'ADAPTOR_ADDED | admin.configuration.connection-adaptors | adaptor | Survey tool',
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | Survey tool',
    'ADAPTOR_REMOVED | admin.configuration.connection-adaptors | adaptor | Survey tool',
    'ADAPTOR_ADDED | admin.configuration.connection-adaptors | adaptor | Survey tool',
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | Survey tool',
    'ADAPTOR_REMOVED | admin.configuration.connection-adaptors | adaptor | Survey tool',
  ])
})

/** The same database, on which a transaction is lost before it is kept, as where the server ends: the one of that number. */
function dyingAt(real: Database, which: number): Database {
  let left = which
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: (work: (trx: Database) => Promise<unknown>) =>
          target.transaction().execute(async (trx) => {
            const result = await work(trx)
            left -= 1
            if (left === 0) throw new Error('killed')
            return result
          }),
      })
    },
  })
}

test('D065 an adaptor that stops in the middle of a pull, wherever that is, neither loses nor doubles a record when it goes on', async () => {
  await save()
  const calls = Array.from({ length: 7 }, (_, n) =>
    call({ sourceCallID: `c${n + 1}`, start: at(-60 + n), end: at(-59 + n) }),
  )
  // Three pages: what is asked for from a mark on is what comes after it.
  const answers: Readonly<Record<string, object>> = {
    '': { records: calls.slice(0, 3), mark: '3', more: true },
    '3': { records: calls.slice(3, 6), mark: '6', more: true },
    '6': { records: calls.slice(6), mark: '7', more: false },
    '7': { records: [], mark: '7', more: false },
  }
  const asked: string[] = []
  tool.answer.bodyOf = ({ path }) => {
    if (!path.includes('interview-records')) return { records: [] }
    const since = new URL(path, 'https://tool.example').searchParams.get('since') ?? ''
    asked.push(since)
    return answers[since] ?? { records: [] }
  }
  const wanted = calls.map(({ sourceCallID }) => `SURVEY_TOOL:${sourceCallID}`)
  let deaths = 0
  for (let which = 1; ; which += 1) {
    await db().deleteFrom('interviewRecords').execute()
    await db().deleteFrom('surveyMarks').execute()
    server.clock.now += 10 * MINUTE
    const died = await sync(dyingAt(db(), which))
      .run(new AbortController().signal)
      .then(
        () => false,
        () => true,
      )
    const half = (await records()).map(({ sourceCallID }) => sourceCallID)
    // What was taken is the beginning, whole pages with their mark.
    expect(half).toEqual(wanted.slice(0, half.length))
    server.clock.now += 10 * MINUTE
    await sync().run(new AbortController().signal)
    expect((await records()).map(({ sourceCallID }) => sourceCallID)).toEqual(wanted)
    if (!died) break
    deaths += 1
  }
  // Each page has a transaction of its own at least, and so has each list that it asks for.
  expect(deaths).toBeGreaterThan(5)
  expect(new Set(asked)).toEqual(new Set(['', '3', '6', '7']))
  // At the last it goes through once: after the page that is the last one nothing is asked until the next run.
  expect(asked.slice(-4)).toEqual(['', '3', '6', '7'])
})

test('D065 after three failures in a row it is FAILING, a flag stands, and pages are told as of when their figures are', async () => {
  const made = await save()
  const jamie = await signIn(server, 'jamie')
  const age = async () => said(await post(server, '/api/import/figures-as-of', undefined, jamie)).body
  pages = { 'interview-records': { records: [call()], mark: 'i1' } }
  await run()
  const good = new Date(server.clock.now).toISOString()
  tool.answer.status = 503
  for (const [failures, shown] of [
    [1, 'OK'],
    [2, 'OK'],
    [3, 'FAILING'],
    [4, 'FAILING'],
  ] as const) {
    await run()
    expect([failures, (await state())?.state, await age()]).toEqual([
      failures,
      shown,
      { asOf: shown === 'FAILING' ? good : null },
    ])
  }
  expect(await adaptorWords(db())).toContain('Survey tool')
  tool.answer.status = 200
  await run()
  expect([(await state())?.state, await age()]).toEqual(['OK', { asOf: null }])
  // Switched off it brings nothing, and nothing is said.
  tool.answer.status = 503
  for (let n = 0; n < 3; n += 1) await run()
  expect(await age()).not.toEqual({ asOf: null })
  const { version } = (await state()) ?? made
  await save({}, { id: made.id, version, isEnabled: false, secrets: {} })
  expect(await age()).toEqual({ asOf: null })
})

test('4 §4.5.2 what a planner who may sync the tool publishes is sent to it once, all that holds of each person, and what failed is sent again', async () => {
  const PLANNER: PermissionName[] = ['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_ASSIGN']
  await addPerson(server, { userName: 'pam', permissions: [...PLANNER, 'IRESOURCE_CAN_SYNC_SURVEY_TOOL'] })
  await addPerson(server, { userName: 'pat', permissions: PLANNER })
  const jamie = await db()
    .selectFrom('users')
    .where('userName', '=', 'jamie')
    .select('id')
    .executeTakeFirstOrThrow()
  await db().updateTable('projects').set({ status: 'LIVE' }).where('id', '=', 7).execute()
  const made = await save()
  const draft = (start: number, end: number) =>
    db()
      .insertInto('allocations')
      .values({
        ...{ userID: jamie.id, projectID: 7, start: NOON + start * MINUTE, end: NOON + end * MINUTE },
        ...{ source: 'PLAN', state: 'PLANNED', createdBy: null },
      } as never)
      .execute()
  const publish = async (who: string) => {
    const range = { from: '2026-05-04', to: '2026-05-06' }
    const { status, body } = said(
      await post(server, '/api/resource/allocation/publish', { range }, await signIn(server, who)),
    )
    expect(status).toBe(200)
    return (body as { isForTool: boolean }).isForTool
  }
  const sent = () =>
    tool.received
      .splice(0)
      .flatMap(({ path, body }) => (path === '/v1/allocations' ? [JSON.parse(body)] : []))
  const block = (start: number, end: number) => ({ project: 'P7', start: at(start), end: at(end) })

  // A tool that doesn't take them, and who may not sync it.
  await draft(60, 120)
  expect(await publish('pam')).toBe(false)
  await save({ takesAllocations: true }, { id: made.id, version: made.version, secrets: {} })
  await draft(120, 180)
  expect(await publish('pat')).toBe(false)
  await run()
  expect(sent()).toEqual([])
  await draft(180, 240)
  expect(await publish('pam')).toBe(true)
  // All that holds, within a minute though the sync isn't due.
  expect(await run(1)).toEqual(['Survey tool: 0 taken, plans of 1 sent.'])
  expect(sent()).toEqual([
    {
      from: new Date(server.clock.now).toISOString(),
      people: [{ interviewer: 'jamie', allocations: [block(60, 120), block(120, 180), block(180, 240)] }],
    },
  ])
  expect(await run(1)).toEqual([])
  // Nothing is lost while the tool can't take it, and nothing sent twice after it could.
  await draft(240, 300)
  expect(await publish('pam')).toBe(true)
  tool.answer.status = 500
  expect(await run(1)).toMatchObject([expect.stringContaining('500')])
  tool.answer.status = 200
  tool.received.length = 0
  expect(await run(1)).toEqual(['Survey tool: 0 taken, plans of 1 sent.'])
  expect(sent()[0].people[0].allocations).toHaveLength(4)
  expect(await run(5)).toEqual(['Survey tool: 0 taken.'])
  expect(sent()).toEqual([])
  // What is published while it is being sent goes with the next run.
  const now = server.clock.now
  await queuePlans(db(), [jamie.id], now)
  const meanwhile: typeof fetch = async () => {
    await queuePlans(db(), [jamie.id], now + 1)
    return new Response('{}')
  }
  const access = { settings: settings(), password: PASSWORD }
  expect(await sendPlans(db(), { adaptorID: made.id, now }, access, meanwhile)).toBe(1)
  expect(await waitingPlans(db(), made.id)).toMatchObject([{ userID: jamie.id, at: now + 1 }])
})
