import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatiReport } from '#shared/contract/cati-report.ts'
import type { PipRecord } from '#shared/contract/pips.ts'
import { figureOf } from '#shared/domain/interviews.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addInterview } from '../interviews/testing/interview-fixture.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addPip } from './testing/pip-fixture.ts'

const DAY = 86_400_000
let server: TestServer
const ids: Record<string, number> = {}
const bearers: Record<string, Record<string, string>> = {}
const db = () => server.server.db
const id = (name: string) => ids[name] ?? 0
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_HR'],
  oz: ['ISUPERVISOR_CAN_SEE_HR'],
  hal: ['HR_CAN_MANAGE_PIP'],
  pat: ['HR_CAN_MANAGE_PIP'],
  ivy: [
    ...([
      'ITRACKER_CAN_SEE_PIPS',
      'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
      'ITRACKER_CAN_SEE_MY_QC_SCORE',
    ] as const),
    'ITRACKER_CAN_SEE_CATI_REPORT',
  ],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const [userName, permissions] of Object.entries(HELD))
    ids[userName] = await addPerson(server, { userName, permissions })
  await again()
})
afterEach(() => server.server.close())

/** Sessions end after a while. */
const again = async () => {
  for (const name of Object.keys(HELD)) bearers[name] = await signIn(server, name)
}
const ask = async (as: string, call: string, payload: object = {}) =>
  said(await post(server, `/api/hr/pip/${call}`, payload, bearers[as]))
const list = async (as: string) => ((await ask(as, 'list')).body as { plans: PipRecord[] }).plans
const decide = (as: string, plan: number, version: number, state: string, more: object = {}) =>
  ask(as, 'decide', { id: plan, version, state, reason: 'As agreed', ...more })
const draft = (more: object = {}) => ({
  ...{ userID: id('ivy'), ownerID: id('sam'), reason: 'Quality stays low', start: '2026-05-04' },
  ...{ end: '2026-06-01', measures: [{ measure: 'qcScore', from: 60, target: 86 }], ...more },
})
const elsewhere = { status: 403, body: { value: 'Somebody else has to decide this.' } }

test('B067 a second active plan is refused, one that is extended counts as active, and an ended one doesn’t', async () => {
  const first = await addPip(db(), { userID: id('ivy'), ownerID: id('sam') })
  const second = await addPip(db(), { userID: id('ivy'), state: 'DRAFT', shownAt: NOON, commentedAt: NOON })
  const refused = { status: 409, body: { value: 'ivy already has an active plan.' } }
  expect(await decide('hal', second, 1, 'ACTIVE')).toEqual(refused)
  expect((await decide('hal', first, 1, 'EXTENDED', { end: '2026-06-07' })).status).toBe(200)
  expect(await decide('hal', second, 1, 'ACTIVE')).toEqual(refused)
  expect((await decide('hal', first, 2, 'PASSED')).status).toBe(200)
  expect((await decide('hal', second, 1, 'ACTIVE')).status).toBe(200)
  // Of two that are started at once one is.
  const [third, fourth] = [
    await addPip(db(), { userID: id('oz'), state: 'DRAFT', shownAt: NOON, commentedAt: NOON }),
    await addPip(db(), { userID: id('oz'), state: 'DRAFT', shownAt: NOON, commentedAt: NOON }),
  ]
  const both = await Promise.all([decide('hal', third, 1, 'ACTIVE'), decide('pat', fourth, 1, 'ACTIVE')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('B068 a DRAFT becomes ACTIVE only once the person answered, or 5 working days after it was shown to them', async () => {
  const { id: plan } = (await ask('hal', 'save', draft())).body as { id: number }
  expect(await decide('hal', plan, 1, 'ACTIVE')).toEqual({
    status: 400,
    body: { value: 'Show the draft to ivy first.' },
  })
  // It isn’t there for her before.
  expect((await ask('ivy', 'answer', { id: plan, comment: 'I agree' })).status).toBe(404)
  await ask('hal', 'save', draft({ id: plan, version: 1, isShown: true }))
  // Monday 4 May is a bank holiday: Tuesday to Friday, then Monday 11.
  const waits = { status: 400, body: { value: 'ivy can answer until 2026-05-11.' } }
  expect(await decide('hal', plan, 2, 'ACTIVE')).toEqual(waits)
  server.clock.now = NOON + 6 * DAY
  await again()
  expect(await decide('hal', plan, 2, 'ACTIVE')).toEqual(waits)
  server.clock.now = NOON + 7 * DAY
  await again()
  expect((await decide('hal', plan, 2, 'ACTIVE')).status).toBe(200)
  await decide('hal', plan, 3, 'CANCELLED')
  const { id: next } = (await ask('hal', 'save', draft({ isShown: true }))).body as { id: number }
  expect((await decide('hal', next, 1, 'ACTIVE')).status).toBe(400)
  expect((await ask('sam', 'answer', { id: next, comment: 'Not mine' })).status).toBe(403)
  expect((await ask('ivy', 'answer', { id: next, comment: 'I agree' })).status).toBe(200)
  expect((await decide('hal', next, 2, 'ACTIVE')).status).toBe(200)
  // Over the turn of the year, too: New Year's Day is none of the five.
  server.clock.now = Date.UTC(2026, 11, 29, 10)
  await again()
  const late = await addPip(db(), { userID: id('oz'), state: 'DRAFT', shownAt: server.clock.now })
  expect(await decide('hal', late, 1, 'ACTIVE')).toEqual({
    status: 400,
    body: { value: 'oz can answer until 2027-01-06.' },
  })
})

test('B069 FAILED needs somebody other than the owner, and an appeal within 10 working days opens it for a third person', async () => {
  const plan = await addPip(db(), { userID: id('ivy'), ownerID: id('hal') })
  expect(await decide('hal', plan, 1, 'FAILED')).toEqual(elsewhere)
  expect((await decide('pat', plan, 1, 'FAILED')).status).toBe(200)
  // Without an appeal it is over.
  expect((await decide('pat', plan, 2, 'PASSED')).status).toBe(400)
  const appeal = (as = 'ivy') => ask(as, 'appeal', { id: plan, reason: 'The dialler was down' })
  // Ten working days after a bank holiday: Monday 18 May.
  server.clock.now = Date.UTC(2026, 4, 19, 10)
  await again()
  expect(await appeal()).toEqual({ status: 400, body: { value: 'An appeal was possible until 2026-05-18.' } })
  server.clock.now = Date.UTC(2026, 4, 18, 20)
  await again()
  expect((await appeal()).status).toBe(200)
  expect((await appeal()).status).toBe(400)
  expect(await decide('hal', plan, 3, 'PASSED')).toEqual(elsewhere)
  expect(await decide('pat', plan, 3, 'PASSED')).toEqual(elsewhere)
  const third = await addPerson(server, { userName: 'tia', permissions: ['HR_CAN_MANAGE_PIP'] })
  bearers.tia = await signIn(server, 'tia')
  expect(third).toBeGreaterThan(0)
  expect((await decide('tia', plan, 3, 'PASSED')).status).toBe(200)
  expect(await list('tia')).toMatchObject([{ state: 'PASSED', appeal: 'The dialler was down' }])
  expect((await decide('tia', plan, 4, 'FAILED')).status).toBe(400)
})

test('B070 measures from KPIs show the same figures as the pages of the working day', async () => {
  await addProject(db(), 7, 'Rail')
  await addForm(db())
  for (const score of [70, 83])
    await addReview(db(), { userID: id('ivy'), projectID: 7, score, submittedAt: NOON } as never)
  await addPip(db(), { userID: id('ivy'), ownerID: id('sam') })
  const [plan] = await list('sam')
  const own = said(await post(server, '/api/itracker/development', {}, bearers.ivy)).body as {
    pips: { measures: { now: number | null }[] }[]
  }
  const page = said(
    await post(server, '/api/itracker/quality', { from: '2026-04-27', to: '2026-05-24' }, bearers.ivy),
  )
  const value = plan?.measures[0]?.now
  expect(value).toBe(76.5)
  expect(own.pips[0]?.measures[0]?.now).toBe(value)
  expect(page.body).toMatchObject({ score4: value })
})

test('B070 a share of a plan is what the person’s own report shows, and without work there is no figure', async () => {
  await addProject(db(), 7, 'Rail')
  const measures = JSON.stringify([{ measure: 'strikeRate', from: 10, target: 40 }])
  for (const name of ['ivy', 'sam']) await addPip(db(), { userID: id(name), ownerID: id('hal'), measures })
  for (let call = 0; call < 8; call++)
    await addInterview(db(), {
      ...{ userID: id('ivy'), start: NOON - 3_600_000, outcome: call < 2 ? 'COMPLETE' : 'REFUSAL' },
    })
  const time = { from: '2026-04-27', to: '2026-05-04', by: 'DAY' }
  const page = said(await post(server, '/api/itracker/cati-report', time, bearers.ivy)).body as CatiReport
  const plans = await list('hal')
  const now = (name: string) => plans.find(({ userID }) => userID === id(name))?.measures[0]?.now
  expect([now('ivy'), now('sam')]).toEqual([25, null])
  expect((figureOf('strikeRate', page.own) ?? 0) * 100).toBe(now('ivy'))
})

test('6 §5.5 a plan lasts 2 to 26 weeks and is extended once, by at most 13', async () => {
  for (const [end, status] of [
    ['2026-05-17', 400],
    ['2026-05-18', 200],
    ['2026-11-02', 200],
    ['2026-11-03', 400],
  ] as const)
    expect((await ask('hal', 'save', draft({ end }))).status).toBe(status)
  const plan = await addPip(db(), { userID: id('ivy'), ownerID: id('sam') })
  expect((await decide('hal', plan, 1, 'EXTENDED', { end: '2026-05-24' })).status).toBe(400)
  expect((await decide('hal', plan, 1, 'EXTENDED', { end: '2026-08-24' })).status).toBe(400)
  expect((await decide('hal', plan, 1, 'EXTENDED', { end: '2026-08-23' })).status).toBe(200)
  expect((await decide('hal', plan, 2, 'EXTENDED', { end: '2026-08-30' })).status).toBe(400)
})

test('6 §5.5 who owns a plan writes its meetings down and proposes how it ends; others don’t see it', async () => {
  const plan = await addPip(db(), { userID: id('ivy'), ownerID: id('sam') })
  const review = (as: string, version: number) =>
    ask(as, 'review', {
      ...{ id: plan, version, at: new Date(NOON).toISOString(), notes: 'Openings are better' },
      ...{ results: [{ measure: 'qcScore', mark: 'ON_TRACK' }], companion: 'Kit' },
    })
  expect((await review('oz', 1)).status).toBe(404)
  expect((await review('sam', 1)).status).toBe(200)
  expect((await review('sam', 1)).status).toBe(409)
  const propose = (as: string) =>
    ask(as, 'propose', { id: plan, version: 2, outcome: 'PASSED', reason: 'All measures met' })
  expect((await propose('oz')).status).toBe(404)
  expect((await propose('sam')).status).toBe(200)
  expect(await list('sam')).toMatchObject([
    {
      ...{ state: 'ACTIVE', proposal: 'PASSED', proposalReason: 'All measures met' },
      meetings: [{ notes: 'Openings are better', companion: 'Kit', results: [{ mark: 'ON_TRACK' }] }],
    },
  ])
  expect(await list('oz')).toEqual([])
  expect(await list('hal')).toHaveLength(1)
  expect((await decide('sam', plan, 3, 'PASSED')).status).toBe(403)
  expect((await ask('hal', 'save', draft({ userID: id('hal') }))).status).toBe(403)
})
