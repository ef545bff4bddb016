import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatiReport } from '#shared/contract/cati-report.ts'
import type { MyDay } from '#shared/contract/my-day.ts'
import type { Performance, Target } from '#shared/contract/performance.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
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
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TODAY = { from: '2026-05-04', to: '2026-05-04' }

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_PERFORMANCE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'],
  sue: ['ISUPERVISOR_CAN_SEE_PERFORMANCE'],
  pam: ['IRESOURCE_CAN_SET_UP_KPIS'],
  ivy: ['ITRACKER_CAN_SEE_CATI_REPORT', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const name of ['sam', 'sue', 'pam', 'ivy', 'out'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(name === 'ivy' && { managerID: ids.sam ?? 0 }),
    })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object) =>
  said(await post(server, path, payload, await signIn(server, as)))
const set = (as: string, more: object = {}) =>
  ask(as, '/api/supervisor/target/set', {
    ...{ userID: ids.ivy, period: 'DAY', value: 5, from: '2026-05-04', ...more },
  })
const row = async (more: object = {}) =>
  ((await ask('sam', '/api/supervisor/performance', { ...TODAY, ...more })).body as Performance).rows[0]
const report = async (more: object = {}) =>
  (await ask('ivy', '/api/itracker/cati-report', { ...TODAY, ...more })).body as CatiReport
const listed = async () =>
  ((await ask('sam', '/api/supervisor/target/list', { userID: ids.ivy })).body as { rows: Target[] }).rows

/** Three hours on Rail up to noon, with 6 completes and 6 refusals in them. */
async function worked(projectID = 7) {
  const userID = ids.ivy ?? 0
  await addInterviewing(db(), { userID, projectID, from: NOON - 3 * HOUR, to: NOON })
  for (let n = 0; n < 12; n++)
    await addInterview(db(), {
      ...{ userID, projectID, start: NOON - HOUR + n * MINUTE },
      outcome: n < 6 ? 'COMPLETE' : 'REFUSAL',
    })
}
const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: number }).id

test('a target is set within one’s scope, the person is told, and it holds from its day on', async () => {
  const userID = ids.ivy ?? 0
  await worked()
  await db().updateTable('projects').set({ interviewsPerHour: 2 }).where('id', '=', 7).execute()
  await addShift(db(), { userID, projectID: 7, start: NOON - 3 * HOUR, end: NOON + HOUR })
  expect((await row())?.target).toBe(8)
  expect((await set('sam')).status).toBe(200)
  expect((await row())?.target).toBe(5)
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', userID)
    .select(['subject', 'body'])
    .execute()
  expect(told).toEqual([{ subject: 'Your target: 5 completes a day', body: 'From 4 May 2026.' }])
  expect((await set('sam', { userID: ids.out })).status).toBe(404)
  expect((await set('sue')).status).toBe(404)
  expect((await set('sam', { userID: null })).status).toBe(400)
  expect((await set('sam', { projectID: 7 })).status).toBe(400)
  const project = { userID: null, projectID: 7 }
  expect((await set('sam', project)).status).toBe(403)
  expect((await set('pam', project)).status).toBe(200)
  expect((await set('pam', { ...project, projectID: 99 })).status).toBe(404)
  expect((await set('out')).status).toBe(403)
  expect(((await ask('pam', '/api/resource/target/list', {})).body as { rows: object[] }).rows).toHaveLength(
    2,
  )
})

test('each measure has a target in its own unit, which stands beside what was reached, for both who look', async () => {
  await worked()
  await addShift(db(), { userID: ids.ivy ?? 0, projectID: 7, start: NOON - 3 * HOUR, end: NOON + HOUR })
  const all = [
    ['attempts', 20, 12],
    ['completesPerHour', 1.2, 2],
    ['refusalRate', 12.5, 50],
    ['punctuality', 95, 100],
    ['qcScore', 86.5, null],
  ] as const
  for (const [measure, value] of all) expect((await set('sam', { measure, value })).status).toBe(200)
  const expected = all.map(([measure, value, now]) => ({ measure, value, now, period: 'DAY' }))
  const byMeasure = (targets: readonly { readonly measure: string }[] = []) =>
    targets.toSorted((a, b) => a.measure.localeCompare(b.measure))
  expect(byMeasure((await row())?.targets)).toEqual(byMeasure(expected))
  expect(byMeasure((await report()).targets)).toEqual(byMeasure(expected))
  const day = (await ask('ivy', '/api/itracker/activity/my-day', {})).body as MyDay
  expect(byMeasure(day.targets)).toEqual(byMeasure(expected))
  // Completes an hour, a rate of a day, hold in every time; attempts of a day in a day alone.
  const days = { from: '2026-04-28', to: '2026-05-04' }
  expect((await report(days)).targets.map(({ measure }) => measure)).not.toContain('attempts')
  expect((await report(days)).targets.map(({ measure }) => measure)).toContain('completesPerHour')
})

test('a value outside the measure’s bounds, a period that is over and a project’s attendance are refused by field', async () => {
  const fields = async (more: object, as = 'sam') => {
    const target = { userID: ids.ivy, period: 'DAY', value: 5, from: '2026-05-04', ...more }
    const { status, body } = await post(
      server,
      '/api/supervisor/target/set',
      target,
      await signIn(server, as),
    )
    return { status, fields: (JSON.parse(body) as { fields?: object }).fields }
  }
  const words = (field: string, value: string) => ({
    status: 400,
    fields: { [field]: expect.objectContaining({ value }) },
  })
  expect(await fields({ value: 5.5 })).toEqual(words('value', 'Completes: a whole number from 0 to 10,000.'))
  expect(await fields({ measure: 'strikeRate', value: 100.1 })).toEqual(
    words('value', 'Strike rate: from 0 to 100 %, with one decimal at most.'),
  )
  expect((await fields({ measure: 'strikeRate', value: 100 })).status).toBe(200)
  expect(await fields({ from: '2026-05-03' })).toEqual(
    words('from', 'A target starts with the running day, week or month at the earliest.'),
  )
  server.clock.now = NOON + 2 * DAY
  expect((await fields({ from: '2026-05-03', period: 'WEEK' })).status).toBe(400)
  expect((await fields({ from: '2026-05-04', period: 'WEEK' })).status).toBe(200)
  expect((await fields({ from: '2026-05-01', period: 'MONTH' })).status).toBe(200)
  expect((await fields({ from: '2026-02-31' })).status).toBe(400)
  expect((await fields({ from: '2026-05-08', to: '2026-05-07' })).status).toBe(400)
  const project = { userID: null, projectID: 7, value: 90, from: '2026-05-06' }
  expect(await fields({ ...project, measure: 'adherence' }, 'pam')).toEqual(
    words('measure', 'Only people have targets of attendance.'),
  )
  expect((await fields({ ...project, measure: 'qcScore' }, 'pam')).status).toBe(200)
  expect((await fields({ measure: 'moon' })).status).toBe(400)
})

test('the newest from wins, older ones stay as history, and what holds is marked', async () => {
  await worked()
  const rate = { measure: 'completesPerHour' }
  await set('sam', { ...rate, value: 1.5, from: '2026-05-06' })
  await set('sam', { ...rate, value: 1 })
  await set('sam', { ...rate, value: 1.2 })
  const held = async () => (await report()).targets.map(({ value }) => value)
  expect(await held()).toEqual([1.2])
  expect((await listed()).map(({ value, from, holds, by }) => [value, from, holds, by])).toEqual([
    [1.5, '2026-05-06', false, 'sam'],
    [1.2, '2026-05-04', true, 'sam'],
    [1, '2026-05-04', false, 'sam'],
  ])
  server.clock.now = NOON + 2 * DAY
  expect((await listed()).map(({ value, holds }) => [value, holds])).toEqual([
    [1.5, true],
    [1.2, false],
    [1, false],
  ])
  // The day that is over keeps its own.
  expect(await held()).toEqual([1.2])
})

test('a project’s rate holds for its people who have none, and their own comes first', async () => {
  await worked()
  const project = { userID: null, projectID: 7, measure: 'strikeRate', value: 60 }
  await set('pam', project)
  await set('pam', { ...project, measure: 'completes', value: 900, period: 'DAY' })
  const held = async (more: object = {}) =>
    (await report(more)).targets.map(({ measure, value }) => [measure, value])
  expect(await held()).toEqual([['strikeRate', 60]])
  expect((await row())?.targets.map(({ value }) => value)).toEqual([60])
  const seen = (await ask('sam', '/api/supervisor/performance', { ...TODAY, projectID: 7 }))
    .body as Performance
  expect(seen.projectTargets).toEqual([
    { measure: 'completes', period: 'DAY', value: 900, now: 6 },
    { measure: 'strikeRate', period: 'DAY', value: 60, now: 50 },
  ])
  await set('sam', { measure: 'strikeRate', value: 40 })
  expect(await held()).toEqual([['strikeRate', 40]])
  // On two projects neither's is theirs.
  await db().deleteFrom('targets').where('userID', 'is not', null).execute()
  await worked(8)
  expect(await held()).toEqual([])
  expect(await held({ projectID: 7 })).toEqual([['strikeRate', 60]])
  expect(await held({ projectID: 8 })).toEqual([])
})

test('the completes of a week are what the week is measured by', async () => {
  server.clock.now = NOON + 2 * DAY
  await worked()
  const week = { from: '2026-05-04', to: '2026-05-06' }
  expect((await row(week))?.target).toBeNull()
  await set('sam', { period: 'WEEK', value: 50 })
  expect((await row(week))?.target).toBe(50)
  expect((await row({ from: '2026-05-03', to: '2026-05-06' }))?.target).toBeNull()
  expect((await row())?.target).toBeNull()
})

test('the live panel knows what was set of the rates that it shows', async () => {
  const userID = ids.ivy ?? 0
  const live = async () => {
    const bearer = await signIn(server, 'sam')
    const { body } = said(await post(server, '/api/supervisor/live-panel/person', { userID }, bearer))
    return (body as MyDay).targets
  }
  await worked()
  await set('sam', { measure: 'completesPerHour', value: 1.2 })
  expect(await live()).toEqual([{ measure: 'completesPerHour', period: 'DAY', value: 1.2, now: 2 }])
})

test('a target is taken away and put back, by who may see its person alone', async () => {
  await worked()
  await set('sam', { measure: 'completesPerHour', value: 1 })
  const id = idOf(await set('sam', { measure: 'completesPerHour', value: 1.2 }))
  const held = async () => (await report()).targets.map(({ value }) => value)
  const move = async (as: string, what: 'withdraw' | 'restore') =>
    (await ask(as, `/api/supervisor/target/${what}`, { id })).status
  expect(await move('sue', 'withdraw')).toBe(404)
  expect(await held()).toEqual([1.2])
  expect(await move('sam', 'restore')).toBe(404)
  expect(await move('sam', 'withdraw')).toBe(200)
  expect(await held()).toEqual([1])
  expect(await listed()).toHaveLength(1)
  expect(await move('sam', 'withdraw')).toBe(404)
  expect(await move('sue', 'restore')).toBe(404)
  expect(await move('sam', 'restore')).toBe(200)
  expect(await held()).toEqual([1.2])
  expect((await ask('sue', '/api/supervisor/target/list', { userID: ids.ivy })).status).toBe(404)
  // Planners have everybody's, and the projects' are theirs alone.
  expect(await move('pam', 'withdraw')).toBe(200)
  expect(await move('pam', 'restore')).toBe(200)
  const projects = idOf(await set('pam', { userID: null, projectID: 7 }))
  expect((await ask('sam', '/api/supervisor/target/withdraw', { id: projects })).status).toBe(404)
  expect((await ask('pam', '/api/resource/target/remove', { id: projects })).status).toBe(200)
  await holdAlone(db(), ids.sue ?? 0, ['CAN_SEARCH_ALL_USERS'])
  expect(await move('sue', 'withdraw')).toBe(200)
  const told = await db().selectFrom('audit').where('recordType', '=', 'target').select('action').execute()
  expect(told.filter(({ action }) => action === 'TARGET_RESTORED')).toHaveLength(2)
})
