import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
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
import { addShift as insertShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { turnoverOf } from './resource-leavers-handlers.ts'

// NOON is Monday, 4 May 2026.
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_SCHEDULE']
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const ask = async (who: string, path: string, payload: object = {}) =>
  said(await post(server, `/api/resource/${path}`, payload, bearers.get(who)))
const addShift = (day: number, more: object = {}) =>
  insertShift(db(), {
    ...{ userID: id('ann'), start: NOON + day * DAY, end: NOON + day * DAY + 4 * HOUR, areaID: 1 },
    ...{ location: 'HOME', publishedAt: NOON, ...more },
  })
const states = async () =>
  (await db().selectFrom('shifts').orderBy('start').orderBy('id').select(['userID', 'state']).execute()).map(
    ({ userID, state }) => `${[...ids].find(([, one]) => one === userID)?.[0]} ${state}`,
  )
const offer = (shiftIDs: readonly number[], way: string, reason = 'Ann leaves us') =>
  ask('pam', 'leavers/offer', { id: id('ann'), shiftIDs, way, reason })

beforeAll(async () => {
  server = await startTestServer()
  await db()
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  const people: Readonly<Record<string, PermissionName[]>> = {
    ...{ ann: OWN, bob: OWN, cat: OWN, dan: OWN, pam: ['IRESOURCE_CAN_SEE_LEAVERS'] },
    ...{ sue: ['IRESOURCE_CAN_SEE_LEAVERS'] },
  }
  for (const [userName, permissions] of Object.entries(people)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  await db()
    .updateTable('users')
    .set({ areaID: 1, weeklyHours: 40, startDate: '2020-01-01' })
    .where('userName', 'in', ['ann', 'bob'])
    .execute()
  // Sue plans the South only.
  await db().updateTable('users').set({ limitedToAreas: '[2]' }).where('userName', '=', 'sue').execute()
  await db()
    .insertInto('leavings')
    .values({
      ...{ userID: id('ann'), state: 'PLANNED', leaveDate: '2026-05-10', reason: 'RESIGNED', note: '' },
      ...{ newHolderID: null, plannedBy: null, plannedByName: '', plannedAt: NOON },
    })
    .execute()
  const left = (who: string, leaveDate: string) =>
    db()
      .updateTable('users')
      .set({ status: 'LEAVER', isActive: 0, leaveDate, leaveReason: 'END_OF_CONTRACT' })
      .where('id', '=', id(who))
      .execute()
  await left('cat', '2025-05-04')
  await left('dan', '2025-05-03')
  await addProject(db(), 7, 'Rail')
  restore = await takeSnapshot(db())
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})

test('D177 Leavers lists who leaves or left within 12 months, with what is still theirs', async () => {
  // The 10th is the last day: that shift isn't after it.
  for (const day of [1, 6, 7, 8]) await addShift(day)
  await addShift(9, { state: 'CANCELLED' })
  await addShift(-1)
  const allocation = { userID: id('ann'), projectID: 7, source: 'PLAN' as const }
  await db()
    .insertInto('allocations')
    .values([
      { ...allocation, start: NOON + DAY, end: NOON + DAY + HOUR, state: 'PLANNED' },
      { ...allocation, start: NOON + 8 * DAY, end: NOON + 8 * DAY + HOUR, state: 'PUBLISHED' },
      { ...allocation, start: NOON - DAY, end: NOON - DAY + HOUR, state: 'DONE' },
    ] as never)
    .execute()
  const request = {
    ...{ userID: id('ann'), dayPart: 'DAY' as const, reason: 'Rest', askedAt: NOON, decisionNote: '' },
    ...{ start: NOON + 2 * DAY, end: NOON + 3 * DAY, hours: 8, type: 'HOLIDAY' as const },
  }
  await db()
    .insertInto('bookingRequests')
    .values([
      { ...request, state: 'PENDING' },
      { ...request, state: 'DECLINED' },
    ])
    .execute()
  const { body } = await ask('pam', 'leavers/list')
  const { rows, total } = body as { rows: Record<string, unknown>[]; total: number }
  expect(total).toBe(2)
  const [ann, cat] = rows
  expect(ann).toMatchObject({
    ...{ displayName: 'ann', areaName: 'North', leaveDate: '2026-05-10', leaveReason: 'RESIGNED' },
    ...{ daysLeft: 6, shifts: 4, lateShifts: 2, allocations: 2, requests: 1, tickets: 0 },
  })
  expect(ann?.holidayRemaining).toBeGreaterThan(0)
  expect(cat).toMatchObject({ displayName: 'cat', leaveDate: '2025-05-04', daysLeft: -365, shifts: 0 })
  // Dan left a day longer ago; sue plans nobody of the North.
  expect((await ask('sue', 'leavers/list')).body).toMatchObject({ total: 0 })
  expect((await ask('sue', 'leavers/shifts', { id: id('ann') })).status).toBe(404)
  expect((await ask('pam', 'leavers/shifts', { id: id('bob') })).status).toBe(404)
  expect((await ask('bob', 'leavers/list')).status).toBe(403)
  expect((await ask('pam', 'leavers/shifts', { id: id('ann') })).body).toMatchObject({
    shifts: [{ isLate: false }, { isLate: false }, { isLate: true }, { isLate: true }],
  })
})

test('D177 a leaver’s shifts are offered to others: as a campaign that a colleague takes from, or to cover', async () => {
  const [first, second, third] = [await addShift(7), await addShift(8), await addShift(9)]
  const { body } = await offer([first, second], 'CAMPAIGN')
  expect(body).toMatchObject({ shifts: 2, campaignIDs: [expect.any(Number)] })
  expect(await states()).toEqual(['ann CANCELLED', 'ann CANCELLED', 'ann PUBLISHED'])
  const open = (await ask('bob', 'window/open-slots')).body as { slots: { slotID: number; start: string }[] }
  expect(open.slots.map(({ start }) => start)).toEqual(
    [7, 8].map((day) => new Date(NOON + day * DAY).toISOString()),
  )
  // Whoever leaves doesn't take them back.
  expect((await ask('ann', 'window/open-slots')).body).toEqual({ slots: [] })
  expect((await ask('ann', 'campaign/apply', { slotID: open.slots[0]?.slotID })).body).toEqual({
    value: 'ann is not employed then.',
  })
  expect((await ask('bob', 'campaign/apply', { slotID: open.slots[0]?.slotID })).body).toMatchObject({
    state: 'ACCEPTED',
  })
  expect(await states()).toEqual(['ann CANCELLED', 'bob PUBLISHED', 'ann CANCELLED', 'ann PUBLISHED'])
  // What is gone can't be offered again.
  expect((await offer([first], 'CAMPAIGN')).status).toBe(404)

  expect((await offer([third], 'COVER')).body).toEqual({ shifts: 1, campaignIDs: [] })
  expect(
    await db().selectFrom('shiftRequests').select(['type', 'state', 'byUserID', 'shiftID']).execute(),
  ).toEqual([{ type: 'DROP', state: 'PENDING', byUserID: id('ann'), shiftID: third }])
  expect((await offer([third], 'COVER')).status).toBe(409)
  expect((await offer([third], 'CANCEL')).status).toBe(200)
  expect((await states()).at(-1)).toBe('ann CANCELLED')
  expect(await db().selectFrom('shiftRequests').select('state').execute()).toEqual([{ state: 'CANCELLED' }])
  const subjects = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ann'))
    .orderBy('id')
    .select('subject')
    .execute()
  expect(subjects.map(({ subject }) => subject)).toEqual([
    'Your shift 13 May, 13:00–17:00 is cancelled (and 2 more)',
  ])
})

test('D177 what isn’t theirs, is over, or comes without a reason isn’t offered; all or nothing', async () => {
  const own = await addShift(7)
  const bobs = await addShift(7, { userID: id('bob') })
  const past = await addShift(-1)
  for (const shiftIDs of [[own, bobs], [own, past], [9999]])
    expect((await offer(shiftIDs, 'CANCEL')).status).toBe(404)
  expect((await offer([own], 'CANCEL', 'no')).status).toBe(400)
  expect((await offer([], 'CANCEL')).status).toBe(400)
  const draft = await addShift(8, { state: 'DRAFT' })
  expect((await offer([own, draft], 'COVER')).status).toBe(409)
  // Cover is asked for 2 hours before at the latest.
  const soon = await addShift(0, { start: NOON + 2 * HOUR, end: NOON + 6 * HOUR })
  expect((await offer([soon], 'COVER')).status).toBe(400)
  await db()
    .updateTable('shifts')
    .set({ start: NOON + 2 * HOUR + 1 })
    .where('id', '=', soon)
    .execute()
  expect((await offer([soon], 'COVER')).status).toBe(200)
  expect((await states()).filter((line) => line.includes('CANCELLED'))).toEqual([])
})

test('the pattern and the allocations of a leaver end with the leave date', async () => {
  const { id: patternID } = await db()
    .insertInto('shiftPatterns')
    .values({
      ...{
        name: 'Days',
        nameKey: 'days',
        areaID: null,
        contractTypeID: null,
        projectID: null,
        colour: 'TEAL',
      },
      ...{ status: 'ACTIVE', version: 1, changedBy: null, changedAt: NOON, versions: '[]' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('shiftPatternPeople')
    .values({ patternID, userID: id('ann'), from: '2026-01-01', to: null, startWeek: 0 })
    .execute()
  for (const day of [6, 7])
    await db()
      .insertInto('allocations')
      .values({
        ...{ userID: id('ann'), projectID: 7, source: 'PLAN', state: 'PLANNED' },
        ...{ start: NOON + day * DAY, end: NOON + day * DAY + HOUR },
      } as never)
      .execute()
  expect((await ask('pam', 'leavers/end-plan', { id: id('ann') })).body).toEqual({
    ...{ patterns: 1, allocations: 1 },
  })
  expect(await db().selectFrom('shiftPatternPeople').select('to').execute()).toEqual([{ to: '2026-05-10' }])
  expect(
    (await db().selectFrom('allocations').orderBy('start').select('state').execute()).map(
      ({ state }) => state,
    ),
  ).toEqual(['PLANNED', 'CANCELLED'])
})

test('turnover is leavers of 12 months by the mean headcount of 12 months', () => {
  const always = Array.from({ length: 9 }, () => ({ startDate: '2020-01-01', leaveDate: null }))
  // Gone in the middle: there at six of the twelve ends of months.
  const gone = { startDate: '2020-01-01', leaveDate: '2025-12-15' }
  const months = turnoverOf([...always, gone], '2026-05-31')
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month: '2026-05', leavers: 1, headcount: 9.5, turnover: 10.5 })
  expect(months[0]).toMatchObject({ month: '2025-06', leavers: 0, headcount: 10, turnover: 0 })
  expect(turnoverOf([], '2026-05-04').at(-1)).toMatchObject({ headcount: 0, turnover: null })
})
