import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdvisoryProject, AdvisoryRow } from '#shared/contract/advisory.ts'
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
import { projectsBehind } from './advisory.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RAIL = 31
type Bearer = { authorization: string }

let server: TestServer
let pat: Bearer
let annID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, { userName: 'pat', permissions: ['IRESOURCE_CAN_SEE_PROJECT_ADVISORY'] })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['CAN_INTERVIEW'] })
  await addProject(db, RAIL, 'Rail')
  await db
    .updateTable('projects')
    .set({
      status: 'LIVE',
      targetCompletes: 100,
      interviewsPerHour: 1,
      start: '2026-05-01',
      end: '2026-05-10',
    })
    .where('id', '=', RAIL)
    .execute()
  pat = await signIn(server, 'pat')
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = pat) =>
  said(await post(server, `/api/resource/${name}`, payload, as))
const row = async (filters: object = {}) =>
  ((await ask('advisory', { filters })).body as { rows: AdvisoryRow[] }).rows.find(
    ({ projectID }) => projectID === RAIL,
  )
const records = (count: number, more: object = {}) =>
  server.server.db
    .insertInto('interviewRecords')
    .values(
      Array.from({ length: count }, (_, at) => ({
        ...{
          projectID: RAIL,
          userID: annID,
          start: NOON - 2 * DAY + at,
          end: NOON - 2 * DAY + at,
          duration: 60,
        },
        ...{ outcome: 'COMPLETE', quotaCellID: null, appointmentTime: null, respondentRef: '' },
        ...{ source: 'MANUAL', sourceCallID: null, importID: null, importedAt: null },
        ...more,
      })) as never,
    )
    .execute()
/** Hours on the project, 10 a day from tomorrow on. */
const allocated = async (hours: number) => {
  for (let left = hours, day = 1; left > 0; left -= 10, day++)
    await addShift(server.server.db, {
      ...{ userID: annID, projectID: RAIL, start: NOON + day * DAY },
      end: NOON + day * DAY + Math.min(10, left) * HOUR,
    })
}
/** Another shift on the project's last day. */
const allocatedMore = async (from: number, hours: number) =>
  addShift(server.server.db, {
    ...{ userID: annID, projectID: RAIL, start: NOON + 5 * DAY + from * HOUR },
    end: NOON + 5 * DAY + (from + hours) * HOUR,
  })
const sample = (fresh: number) =>
  server.server.db
    .insertInto('sampleStatuses')
    .values({
      ...{ projectID: RAIL, fresh, inProgress: 0, appointments: 0, refused: 0, complete: 0 },
      ...{ ineligible: 0, exhausted: 0, asOf: NOON },
    })
    .execute()

test('D175 the verdict goes by the hours that are planned to the end, at the project’s rate', async () => {
  await records(60)
  await allocated(36)
  expect(await row()).toMatchObject({
    ...{ target: 100, achieved: 60, remaining: 40, rate: 1, targetRate: 1, hoursNeeded: 40, gap: 4 },
    ...{ hoursAllocated: 36, forecast: 96, finish: null, verdict: 'BEHIND' },
    advice: ['Add 4 hours by Sunday, or 1 person each evening.'],
  })
  await allocatedMore(0, 1)
  expect(await row()).toMatchObject({ forecast: 97, verdict: 'AT_RISK' })
  await allocatedMore(1, 2.75)
  expect(await row()).toMatchObject({ forecast: 99.75, verdict: 'AT_RISK' })
  await allocatedMore(3.75, 0.25)
  expect(await row()).toMatchObject({ forecast: 100, verdict: 'ON_TRACK', gap: 0, advice: [] })
  expect((await row())?.finish).not.toBeNull()
})

test('hours after the end count for nothing, and drafts neither', async () => {
  await records(60)
  const { db } = server.server
  await addShift(db, {
    userID: annID,
    projectID: RAIL,
    start: NOON + 6 * DAY,
    end: NOON + 6 * DAY + 2 * HOUR,
  })
  await addShift(db, {
    userID: annID,
    projectID: RAIL,
    start: NOON + 7 * DAY,
    end: NOON + 7 * DAY + 2 * HOUR,
  })
  await addShift(db, {
    ...{ userID: annID, projectID: RAIL, state: 'DRAFT' },
    ...{ start: NOON + 5 * DAY, end: NOON + 5 * DAY + 2 * HOUR },
  })
  expect(await row()).toMatchObject({ hoursAllocated: 2 })
})

test('D175 SAMPLE_SHORT where usable ÷ remaining is below attempts per complete; DONE where nothing remains', async () => {
  await records(60)
  await records(60, { outcome: 'NO_ANSWER' })
  await sample(79)
  expect(await row()).toMatchObject({ attemptsPerComplete: 2, verdict: 'SAMPLE_SHORT' })
  await server.server.db.updateTable('sampleStatuses').set({ fresh: 80 }).execute()
  expect(await row()).toMatchObject({ samplePerComplete: 2, verdict: 'BEHIND' })
  await records(40)
  expect(await row()).toMatchObject({ verdict: 'DONE', advice: [] })
  expect(await row({ verdicts: ['BEHIND'] })).toBeUndefined()
  expect(await row({ verdicts: ['DONE'], statuses: ['LIVE'] })).toBeDefined()
})

test('D176 ‘What if’ answers another forecast by hours, people, rate and end, and saves nothing', async () => {
  await records(60)
  await allocated(10)
  const before = JSON.stringify(await row())
  const what = async (more: object) =>
    (await ask('what-if', { projectID: RAIL, ...more })).body as { forecast: object }
  expect(await what({})).toEqual({ forecast: { before: 70, after: 70, verdict: 'BEHIND' } })
  expect(await what({ hours: 30 })).toEqual({ forecast: { before: 70, after: 100, verdict: 'ON_TRACK' } })
  expect(await what({ hours: -5 })).toMatchObject({ forecast: { after: 65 } })
  expect(await what({ rate: 3.7 })).toMatchObject({ forecast: { after: 97, verdict: 'AT_RISK' } })
  // 7 days are left, today among them: an evening has 4 hours.
  expect(await what({ people: 1 })).toMatchObject({ forecast: { after: 98 } })
  // The shift is tomorrow: it lies after an end of today.
  expect(await what({ end: '2026-05-04' })).toMatchObject({ forecast: { after: 60 } })
  expect(JSON.stringify(await row())).toBe(before)
  expect((await ask('what-if', { projectID: RAIL, end: '2026-05-03' })).status).toBe(400)
  expect((await ask('what-if', { projectID: 9999 })).status).toBe(404)
  expect((await ask('what-if', { projectID: RAIL, hours: 100_001 })).status).toBe(400)
})

test('a project’s panel has its curve, cells, hours, people and sample', async () => {
  const { db } = server.server
  await db
    .insertInto('quotaCells')
    .values([
      { projectID: RAIL, label: 'North', labelKey: 'north', dimensions: '[]', target: 2 },
      { projectID: RAIL, label: 'South', labelKey: 'south', dimensions: '[]', target: 50 },
    ])
    .execute()
  const { id } = await db
    .selectFrom('quotaCells')
    .where('label', '=', 'North')
    .select('id')
    .executeTakeFirstOrThrow()
  await records(3, { quotaCellID: id })
  await allocated(10)
  await sample(5)
  const panel = (await ask('advisory/project', { projectID: RAIL })).body as AdvisoryProject
  expect(panel.cells).toEqual([
    { label: 'North', target: 2, achieved: 3, state: 'OVER', isBehind: false },
    { label: 'South', target: 50, achieved: 0, state: 'OPEN', isBehind: true },
  ])
  expect(panel.curve.find(({ day }) => day === '2026-05-04')).toMatchObject({ completes: 3, plan: 40 })
  expect(panel.curve.at(-1)).toEqual({ day: '2026-05-10', completes: null, plan: 100 })
  expect(panel.hours[1]).toMatchObject({ day: '2026-05-05', allocated: 10 })
  expect(panel.sample).toMatchObject({ fresh: 5 })
  expect((await ask('advisory/project', { projectID: 9999 })).status).toBe(404)
})

test('projects behind are those under 97 %, the worst first; who lacks the permission sees none', async () => {
  await records(60)
  expect(
    (await projectsBehind(server.server.db, NOON)).map(({ name, forecast }) => [name, forecast]),
  ).toContainEqual(['Rail', 60])
  await records(37)
  expect((await projectsBehind(server.server.db, NOON)).map(({ name }) => name)).not.toContain('Rail')
  await addPerson(server, { userName: 'none', permissions: [] })
  expect((await ask('advisory', {}, await signIn(server, 'none'))).status).toBe(403)
})
