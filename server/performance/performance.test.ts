import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatiReport } from '#shared/contract/cati-report.ts'
import type { Kpi, Performance } from '#shared/contract/performance.ts'
import { figureOf } from '#shared/domain/interviews.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addArea } from '../areas/testing/area-fixture.ts'
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
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addKpi } from './testing/performance-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TODAY = { from: '2026-05-04', to: '2026-05-04' }

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_PERFORMANCE'],
  pam: ['IRESOURCE_CAN_SEE_PERFORMANCE', 'IRESOURCE_CAN_SET_UP_KPIS'],
  ivy: ['ITRACKER_CAN_SEE_CATI_REPORT'],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const name of ['sam', 'pam', 'ivy', 'ida', 'ian', 'out'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(['ivy', 'ida', 'ian'].includes(name) && { managerID: ids.sam ?? 0 }),
    })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object) =>
  said(await post(server, path, payload, await signIn(server, as)))
const performance = async (more: object = {}) =>
  (await ask('sam', '/api/supervisor/performance', { ...TODAY, ...more })).body as Performance

/** Hours up to noon with completes and refusals in them. */
async function worked(name: string, projectID: number, hours: number, completes: number, refusals: number) {
  const userID = ids[name] ?? 0
  await addInterviewing(db(), { userID, projectID, from: NOON - hours * HOUR, to: NOON })
  for (let n = 0; n < completes + refusals; n++)
    await addInterview(db(), {
      ...{ userID, projectID, start: NOON - HOUR + n * MINUTE },
      outcome: n < completes ? 'COMPLETE' : 'REFUSAL',
    })
}

test('D134 people are sorted by index, not by completes per hour, and few data are neither ranked nor banded', async () => {
  const kpiID = await addKpi(db())
  // Bus brings 1 an hour, Rail 6: ivy is the better one on a hard project.
  await worked('ivy', 8, 4, 8, 4)
  await worked('out', 8, 4, 0, 0)
  await worked('ida', 7, 2, 10, 10)
  await worked('out', 7, 2, 14, 0)
  await worked('ian', 7, 0.5, 9, 0)
  const { rows, kpis, team, project } = await performance()
  expect(rows.map(({ name, rank, isFew }) => [name, rank, isFew])).toEqual([
    ['ivy', 1, false],
    ['ida', 2, false],
    ['ian', null, true],
  ])
  const [ivy, ida, ian] = rows
  expect(ivy && figureOf('index', ivy.tally)).toBe(200)
  expect(ivy && figureOf('completesPerHour', ivy.tally)).toBe(2)
  expect(ida && figureOf('completesPerHour', ida.tally)).toBe(5)
  expect(kpis).toEqual([{ id: kpiID, name: 'Strike', measure: 'strikeRate' }])
  expect(ivy?.kpis).toMatchObject([{ value: expect.closeTo(66.67, 2), band: 'GREEN', isFew: false }])
  expect(ida?.kpis).toMatchObject([{ value: 50, band: 'AMBER' }])
  expect(ian?.kpis).toMatchObject([{ value: 100, band: null, isFew: true }])
  expect(team.outcomes.COMPLETE).toBe(27)
  expect(project.outcomes.COMPLETE).toBe(41)
})

test('D134 the own bounds of a KPI decide, each bound from inside and outside, and lower can be better', async () => {
  await worked('ivy', 7, 2, 6, 4)
  const bandWith = async (green: number, amber: number, direction: 'HIGHER' | 'LOWER' = 'HIGHER') => {
    await db().deleteFrom('kpis').execute()
    await addKpi(db(), { green, amber, direction })
    return (await performance()).rows[0]?.kpis[0]?.band
  }
  expect(await bandWith(60, 40)).toBe('GREEN')
  expect(await bandWith(60.01, 40)).toBe('AMBER')
  expect(await bandWith(70, 60)).toBe('AMBER')
  expect(await bandWith(70, 60.01)).toBe('RED')
  expect(await bandWith(60, 70, 'LOWER')).toBe('GREEN')
  expect(await bandWith(59, 60, 'LOWER')).toBe('AMBER')
  expect(await bandWith(50, 59, 'LOWER')).toBe('RED')
})

test('D134 what is read as a bound is of its band: 66.67 %, shown as 66.7 %', async () => {
  await worked('ivy', 7, 2, 8, 4)
  const bandFrom = async (green: number) => {
    await db().deleteFrom('kpis').execute()
    await addKpi(db(), { green, amber: 10 })
    return (await performance()).rows[0]?.kpis[0]
  }
  expect(await bandFrom(66.7)).toMatchObject({ value: expect.closeTo(66.67, 2), band: 'GREEN' })
  expect(await bandFrom(66.8)).toMatchObject({ band: 'AMBER' })
})

test('D043 D038 a person’s numbers are the same on their own page, on the supervisor’s and on the row', async () => {
  await worked('ivy', 7, 3, 7, 3)
  await worked('ivy', 8, 2, 2, 4)
  await worked('out', 7, 3, 2, 0)
  const mine = (await ask('ivy', '/api/itracker/cati-report', TODAY)).body as CatiReport
  const theirs = (await ask('sam', '/api/supervisor/performance/person', { ...TODAY, userID: ids.ivy }))
    .body as {
    report: CatiReport
  }
  const row = (await performance()).rows.find(({ name }) => name === 'ivy')
  expect(theirs.report.own).toEqual(mine.own)
  expect(row?.tally).toEqual(mine.own)
  const onRail = (await performance({ projectID: 7 })).rows.find(({ name }) => name === 'ivy')
  const mineOnRail = (await ask('ivy', '/api/itracker/cati-report', { ...TODAY, projectID: 7 }))
    .body as CatiReport
  expect(onRail?.tally).toEqual(mineOnRail.own)
})

test('only people of one’s scope are shown, also by a direct call, and opening one is told', async () => {
  await worked('out', 7, 2, 8, 4)
  expect((await performance()).rows).toEqual([])
  const asked = await ask('sam', '/api/supervisor/performance/person', { ...TODAY, userID: ids.out })
  expect(asked.status).toBe(404)
  await holdAlone(db(), ids.sam ?? 0, ['CAN_SEARCH_ALL_USERS'])
  expect((await performance()).rows.map(({ name }) => name)).toEqual(['out'])
  expect((await performance({ scope: 'TEAM' })).rows).toEqual([])
  expect((await ask('sam', '/api/supervisor/performance/person', { ...TODAY, userID: ids.out })).status).toBe(
    200,
  )
  const told = await db().selectFrom('audit').where('action', '=', 'CATI_REPORT_READ').selectAll().execute()
  expect(told).toHaveLength(1)
})

test('D042 a score of fewer than three reviews is of few data; adherence and QC stand beside', async () => {
  const userID = ids.ivy ?? 0
  await worked('ivy', 7, 3, 8, 4)
  await addForm(db())
  await addKpi(db(), { measure: 'qcScore', name: 'QC', green: 86, amber: 65 })
  const review = (score: number, n: number) =>
    addReview(db(), {
      userID,
      score,
      submittedAt: NOON - n * MINUTE,
      reviewerID: ids.sam ?? 0,
      state: 'SUBMITTED',
    })
  await review(90, 1)
  await review(80, 2)
  const qc = async () => (await performance()).rows[0]
  expect(await qc()).toMatchObject({ qcScore: 85, reviews: 2, kpis: [{ band: null, isFew: true }] })
  await review(88, 3)
  expect(await qc()).toMatchObject({ qcScore: 86, reviews: 3, kpis: [{ band: 'GREEN', isFew: false }] })
})

const kpiOf = (more: object = {}) => ({
  ...{ name: 'Strike', measure: 'strikeRate', direction: 'HIGHER', green: 60, amber: 40, scope: 'ALL' },
  ...{ validFrom: '2026-05-04', status: 'ACTIVE', ...more },
})
const save = (more: object = {}) => ask('pam', '/api/resource/kpi/save', kpiOf(more))
const code = (answer: { body: unknown }) => (answer.body as { value: string }).value

test('D180 green has to be better than amber, by the direction', async () => {
  for (const bounds of [
    { green: 40, amber: 40 },
    { green: 39, amber: 40 },
    { direction: 'LOWER', green: 40, amber: 40 },
    { direction: 'LOWER', green: 41, amber: 40 },
  ]) {
    const refused = await save(bounds)
    expect(refused.status).toBe(400)
    expect(code(refused)).toBe('Green has to be better than amber.')
  }
  expect((await save({ green: 40.1, amber: 40 })).status).toBe(200)
  expect((await save({ measure: 'refusalRate', direction: 'LOWER', green: 40, amber: 40.1 })).status).toBe(
    200,
  )
})

test('D180 two active ones of one measure with overlapping scope and time are refused', async () => {
  await addArea(db(), 'Leeds')
  await addArea(db(), 'York')
  expect((await save({ name: 'First' })).status).toBe(200)
  const refused = await save({ name: 'Second', validFrom: '2027-01-01' })
  expect(code(refused)).toBe('First covers this already.')
  // Another measure, another scope, a draft: none of them overlaps.
  expect((await save({ measure: 'index' })).status).toBe(200)
  expect((await save({ status: 'DRAFT' })).status).toBe(200)
  expect((await save({ scope: 'AREA', scopeIDs: [1], name: 'Leeds' })).status).toBe(200)
  expect((await save({ scope: 'AREA', scopeIDs: [2] })).status).toBe(200)
  expect(code(await save({ scope: 'AREA', scopeIDs: [5, 1] }))).toBe('Leeds covers this already.')
  expect((await save({ scope: 'AREA', scopeIDs: [] })).status).toBe(400)
})

test('D180 a change begins today at the earliest and leaves the bands of earlier days', async () => {
  await worked('ivy', 7, 2, 6, 4)
  const first = (await save()).body as Kpi
  expect((await save({ id: first.id, version: 1, validFrom: '2026-05-03' })).status).toBe(400)
  server.clock.now = NOON + DAY
  const second = (await save({ id: first.id, version: 1, green: 70, amber: 65, validFrom: '2026-05-05' }))
    .body as Kpi
  expect(second.id).not.toBe(first.id)
  await addInterviewing(db(), {
    userID: ids.ivy ?? 0,
    projectID: 7,
    from: NOON + DAY - 2 * HOUR,
    to: NOON + DAY,
  })
  for (let n = 0; n < 10; n++)
    await addInterview(db(), {
      ...{
        userID: ids.ivy ?? 0,
        start: NOON + DAY - HOUR + n * MINUTE,
        outcome: n < 6 ? 'COMPLETE' : 'REFUSAL',
      },
    })
  const bandOn = async (day: string) =>
    (await performance({ from: day, to: day })).rows[0]?.kpis.map(({ band }) => band)
  expect(await bandOn('2026-05-04')).toEqual(['GREEN'])
  expect(await bandOn('2026-05-05')).toEqual(['RED'])
  const rows = ((await ask('pam', '/api/resource/kpi/list', {})).body as { rows: Kpi[] }).rows
  expect(rows.map(({ green, validFrom, validTo }) => [green, validFrom, validTo])).toEqual([
    [70, '2026-05-05', null],
    [60, '2026-05-04', '2026-05-04'],
  ])
  // Retired, its days keep their bands.
  server.clock.now = NOON + 2 * DAY
  expect((await ask('pam', '/api/resource/kpi/retire', { id: second.id, version: 1 })).status).toBe(200)
  expect((await ask('pam', '/api/resource/kpi/retire', { id: second.id, version: 2 })).status).toBe(400)
  expect(await bandOn('2026-05-05')).toEqual(['RED'])
  expect(
    (
      await ask(
        'pam',
        '/api/resource/kpi/save',
        kpiOf({ id: second.id, version: 2, validFrom: '2026-05-06' }),
      )
    ).status,
  ).toBe(400)
  expect((await save({ validFrom: '2026-05-06' })).status).toBe(200)
})

test('D180 what hasn’t begun, or is changed for the day on which it began, stays one KPI; the rest ends the day before', async () => {
  const changed = async (seen: Kpi, validFrom: string) =>
    (await save({ id: seen.id, version: seen.version, validFrom })).body as Kpi
  const first = (await save()).body as Kpi
  const same = await changed(first, '2026-05-04')
  expect([same.id, same.version, same.validTo]).toEqual([first.id, 2, null])
  // One that began today is another one from tomorrow on.
  const tomorrow = await changed(same, '2026-05-05')
  expect(tomorrow.id).not.toBe(first.id)
  const later = await changed(tomorrow, '2026-06-01')
  expect(later.id).toBe(tomorrow.id)
  const rows = ((await ask('pam', '/api/resource/kpi/list', {})).body as { rows: Kpi[] }).rows
  expect(rows.map(({ id, validFrom, validTo }) => [id, validFrom, validTo])).toEqual([
    [tomorrow.id, '2026-06-01', null],
    [first.id, '2026-05-04', '2026-05-04'],
  ])
})

test('D180 of two who change a KPI one is refused', async () => {
  const { id } = (await save({ status: 'DRAFT' })).body as Kpi
  const bearer = await signIn(server, 'pam')
  const change = (n: number) => kpiOf({ id, version: 1, status: 'DRAFT', name: `Name ${n}` })
  const both = await Promise.all(
    [1, 2].map(async (n) => said(await post(server, '/api/resource/kpi/save', change(n), bearer))),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

interface Tiles {
  readonly tiles: readonly {
    readonly id: number
    readonly value: number | null
    readonly band: string | null
    readonly rows: Readonly<Record<string, readonly { key: string; name: string; band: string | null }[]>>
  }[]
}

test('D179 the dashboard bands by area, project, contract type and week, names nobody, and opens the records', async () => {
  await addArea(db(), 'Leeds')
  await addArea(db(), 'York')
  await db()
    .updateTable('users')
    .set({ areaID: 1 })
    .where('id', '=', ids.ivy ?? 0)
    .execute()
  await db()
    .updateTable('users')
    .set({ areaID: 2 })
    .where('id', '=', ids.ida ?? 0)
    .execute()
  const id = await addKpi(db())
  await worked('ivy', 7, 2, 8, 4)
  await worked('ida', 8, 2, 4, 8)
  const answer = await ask('pam', '/api/resource/performance', TODAY)
  const { tiles } = answer.body as Tiles
  const tile = tiles[0]
  expect(tile).toMatchObject({ id, value: 50, band: 'AMBER', best: 'Leeds', worst: 'York' })
  const bandsBy = (by: string) => tile?.rows[by]?.map(({ name, band }) => [name, band])
  expect(bandsBy('AREA')).toEqual([
    ['Leeds', 'GREEN'],
    ['York', 'RED'],
  ])
  expect(bandsBy('PROJECT')).toEqual([
    ['Rail', 'GREEN'],
    ['Bus', 'RED'],
  ])
  expect(bandsBy('WEEK')?.at(-1)).toEqual(['2026-05-04', 'AMBER'])
  expect(bandsBy('WEEK')).toHaveLength(4)
  const records = async (more: object) =>
    (await ask('pam', '/api/resource/performance/records', { ...TODAY, kpiID: id, ...more })).body as {
      total: number
      rows: object[]
    }
  expect((await records({})).total).toBe(24)
  const ofLeeds = await records({ by: 'AREA', key: '1' })
  expect(ofLeeds.total).toBe(12)
  expect((await records({ by: 'PROJECT', key: '8' })).total).toBe(12)
  // Nobody's name is told anywhere.
  const all = JSON.stringify([answer.body, ofLeeds])
  for (const name of ['ivy', 'ida']) expect(all).not.toContain(name)
})

test('the preview counts people of the last four weeks by band', async () => {
  await worked('ivy', 7, 2, 8, 4)
  await worked('ida', 7, 2, 6, 6)
  await worked('ian', 7, 2, 1, 11)
  await worked('out', 7, 0.5, 2, 0)
  const { body } = await ask('pam', '/api/resource/kpi/preview', {
    ...{ measure: 'strikeRate', direction: 'HIGHER', green: 60, amber: 40, scope: 'ALL' },
  })
  expect(body).toEqual({ green: 1, amber: 1, red: 1, few: 1 })
})
