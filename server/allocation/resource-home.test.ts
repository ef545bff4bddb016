import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AreaFigures, ResourceHome } from '#shared/contract/resource-home.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
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
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { coverageToday, coverageWithout } from './coverage.ts'
import { projectFacts } from './project-facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RAIL = 31
type Bearer = { authorization: string }

let server: TestServer
let pat: Bearer
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, {
    userName: 'pat',
    permissions: ['IRESOURCE_CAN_SEE_MODULE', 'IRESOURCE_CAN_MANAGE_AREAS'],
  })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['CAN_INTERVIEW'] })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: ['CAN_INTERVIEW'] })
  await addProject(db, RAIL, 'Rail')
  // 40 hours over 4 days: 10 each.
  await db
    .updateTable('projects')
    .set({
      status: 'LIVE',
      targetCompletes: 40,
      interviewsPerHour: 1,
      start: '2026-05-04',
      end: '2026-05-07',
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

const home = async () => {
  const { status, body } = said(await post(server, '/api/resource/home', {}, pat))
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as ResourceHome
}
const shift = (userID: number, day: number, hours: number, more: object = {}) =>
  addShift(server.server.db, {
    ...{ userID, projectID: RAIL, start: NOON + day * DAY, end: NOON + day * DAY + hours * HOUR },
    ...more,
  })
const rail = ({ coverage }: ResourceHome) => coverage.find(({ projectID }) => projectID === RAIL)?.days

test('D152 coverage is hours planned ÷ needed by day and project; a day that lacks more than 10 % is a gap', async () => {
  await shift(annID, 1, 9)
  await shift(annID, 2, 8)
  await shift(bobID, 3, 10, { breakMinutes: 60 })
  const now = await home()
  expect(now.days).toEqual(['04', '05', '06', '07', '08', '09', '10', '11'].map((day) => `2026-05-${day}`))
  expect(
    rail(now)?.map(({ day, planned, needed }) => [day.slice(8), planned, Math.round(needed * 100) / 100]),
  ).toEqual([
    ['04', 0, 10],
    ['05', 9, 10],
    ['06', 8, 10],
    // Breaks aren't worked.
    ['07', 9, 10],
  ])
  expect(
    now.gaps
      .filter(({ projectID }) => projectID === RAIL)
      .map(({ day, missing }) => [day, Math.round(missing)]),
  ).toEqual([
    ['2026-05-04', 10],
    ['2026-05-06', 2],
  ])
})

test('today’s coverage is read with the widest gap first', async () => {
  await shift(annID, 0, 4)
  expect(
    (await coverageToday(server.server.db, NOON)).find(({ projectID }) => projectID === RAIL),
  ).toMatchObject({
    ...{ project: 'Rail', day: '2026-05-04', planned: 4 },
    gap: expect.closeTo(6),
  })
})

test('4 §4.5.6 a holiday that waits says the coverage of its days before and after it', async () => {
  const { db } = server.server
  await shift(annID, 1, 5, { breakMinutes: 60 })
  await shift(bobID, 1, 4)
  await shift(annID, 4, 5)
  const day = momentOfField('2026-05-05T00:00')
  const holiday = {
    ...{ userID: annID, type: 'HOLIDAY' as const, hours: 4, dayPart: 'DAY' as const, reason: 'The sea' },
    ...{ state: 'PENDING' as const, askedAt: NOON, decidedBy: null, decidedAt: null, decisionNote: '' },
  }
  await db
    .insertInto('bookingRequests')
    .values([
      { ...holiday, id: 1, start: day, end: day + DAY },
      // Nothing is needed on the day after the project's last one.
      { ...holiday, id: 2, start: day + 3 * DAY, end: day + 4 * DAY },
      { ...holiday, id: 3, type: 'PERSONAL', start: day, end: day + HOUR },
      { ...holiday, id: 4, userID: bobID, dayPart: 'AFTERNOON', start: day, end: day + DAY },
    ])
    .execute()
  await addPerson(server, { userName: 'ben', permissions: ['IRESOURCE_CAN_SEE_BOOKINGS'] })
  const { body } = said(await post(server, '/api/resource/booking/pending', {}, await signIn(server, 'ben')))
  const all = (await home()).coverage.flatMap(({ days }) => days.filter((one) => one.day === '2026-05-05'))
  const needed = all.reduce((sum, one) => sum + one.needed, 0)
  // Ann works 4 of her 5 hours; an afternoon takes half of bob's 4.
  expect(body).toMatchObject([
    { id: 1, coverage: { before: expect.closeTo(8 / needed), after: expect.closeTo(4 / needed) } },
    { id: 2, coverage: null },
    { id: 3, coverage: null },
    { id: 4, coverage: { before: expect.closeTo(8 / needed), after: expect.closeTo(6 / needed) } },
  ])
})

test('the coverage of 200 holidays asks the database as often as that of one, and says of each what is said of it alone', async () => {
  const { db } = server.server
  await shift(annID, 1, 5, { breakMinutes: 60 })
  await shift(bobID, 1, 4)
  await shift(annID, 2, 3)
  let questions = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      questions += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const projects = await projectFacts(db, NOON, ['LIVE'])
  const day = momentOfField('2026-05-05T00:00')
  const asked = Array.from({ length: 200 }, (_, at) => {
    const start = day + (at % 4) * DAY
    const range = { from: start, to: start + DAY }
    return { userID: at % 2 === 0 ? annID : bobID, range, lost: [{ start, end: start + DAY }] }
  })
  const alone: unknown[] = []
  for (const one of asked.slice(0, 8)) alone.push(...(await coverageWithout(counting, projects, [one], NOON)))
  const each = questions / 8
  questions = 0
  const all = await coverageWithout(counting, projects, asked, NOON)
  expect(questions).toBe(each)
  expect(all.slice(0, 8)).toEqual(alone)
  expect(all).toHaveLength(200)
  // They differ by day and by person: it isn't one answer for all.
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBeGreaterThan(3)
  expect(await coverageWithout(counting, projects, [], NOON)).toEqual([])
})

test('the morning has absences, leavers with shifts, what warns, what waits and what fails', async () => {
  const { db } = server.server
  await shift(annID, 0, 1, { state: 'NO_SHOW', start: NOON - 2 * HOUR, end: NOON - HOUR })
  await db.updateTable('users').set({ leaveDate: '2026-05-05' }).where('id', '=', bobID).execute()
  await shift(bobID, 1, 4)
  await shift(bobID, 2, 4)
  // Ann's second begins 8 hours after her first.
  await shift(annID, 1, 8)
  await shift(annID, 1, 4, { start: NOON + DAY + 16 * HOUR, end: NOON + DAY + 20 * HOUR })
  const asked = (age: number) =>
    db
      .insertInto('bookingRequests')
      .values({
        ...{ userID: annID, type: 'HOLIDAY', start: NOON + 30 * DAY, end: NOON + 31 * DAY, hours: 8 },
        ...{ dayPart: 'DAY', reason: '', state: 'PENDING', askedAt: NOON - age },
        ...{ decidedBy: null, decidedAt: null, decisionNote: '' },
      })
      .execute()
  for (const age of [0, DAY - 1, DAY, 3 * DAY - 1, 3 * DAY]) await asked(age)
  const now = await home()
  expect(now.absences).toEqual([{ userID: annID, name: 'Ann Ash', isNoShow: true }])
  expect(now.leavers).toEqual([{ userID: bobID, name: 'Bob', leaveDate: '2026-05-05', shifts: 1 }])
  expect(now.requests).toEqual({ today: 2, days: 2, older: 1 })
  expect(now.warnings.filter(({ text }) => text.startsWith('Less than 11 hours'))).not.toEqual([])
  expect(now).toMatchObject({ shiftRequests: 0, windows: [], campaigns: [], adaptors: [] })
})

test('a planner of some areas sees nobody of others', async () => {
  await shift(annID, 0, 1, { state: 'NO_SHOW', start: NOON - 2 * HOUR, end: NOON - HOUR })
  await server.server.db
    .updateTable('users')
    .set({ limitedToAreas: '[77]' })
    .where('userName', '=', 'pat')
    .execute()
  expect((await home()).absences).toEqual([])
})

test('D178 areas have who is on shift now, and the planned peak of each day against their seats', async () => {
  const { db } = server.server
  const areaID = await addArea(db, 'Leeds')
  await db.updateTable('areas').set({ seats: 1 }).where('id', '=', areaID).execute()
  await shift(annID, 0, 4, { areaID })
  await shift(bobID, 0, 4, { areaID, start: NOON + 3 * HOUR, end: NOON + 6 * HOUR })
  // One after the other is one at once; who is at home needs no seat.
  await shift(annID, 1, 4, { areaID })
  await shift(bobID, 1, 4, { areaID, start: NOON + DAY + 4 * HOUR, end: NOON + DAY + 8 * HOUR })
  await shift(bobID, 2, 4, { areaID, location: 'HOME' })
  await shift(annID, 3, 4, { areaID })
  // Who ends at this moment is on shift no more.
  await shift(bobID, 0, 4, { areaID, start: NOON - 4 * HOUR, end: NOON })
  const figures = said(await post(server, '/api/resource/areas/figures', {}, pat)).body as AreaFigures
  const own = figures.areas.find((one) => one.areaID === areaID)
  expect(own).toMatchObject({ seats: 1, onShift: 1, hours: { office: 23, home: 4 } })
  expect(own?.days.slice(0, 3).map(({ day, peak, isOver }) => [day, peak, isOver])).toEqual([
    ['2026-05-04', 2, true],
    ['2026-05-05', 1, false],
    ['2026-05-06', 0, false],
  ])
  const next = said(await post(server, '/api/resource/areas/figures', { day: '2026-05-11' }, pat))
  expect((next.body as AreaFigures).areas.find((one) => one.areaID === areaID)).toMatchObject({
    onShift: 1,
    hours: { office: 0, home: 0 },
  })
})
