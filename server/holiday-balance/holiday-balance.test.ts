import { afterEach, beforeEach, expect, test } from 'vitest'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { holidayAccrualService, warnOfHoliday } from './year-end-warnings.ts'

// NOON is 4 May 2026; holiday years begin on 1 April.
let server: TestServer
let hanna: Record<string, string>
let amy: number
let ownID: number
const db = () => server.server.db
beforeEach(async () => {
  server = await startTestServer()
  ownID = await addPerson(server, {
    userName: 'hanna',
    displayName: 'Hanna',
    permissions: ['HR_CAN_MANAGE_HOLIDAY'],
  })
  await addPerson(server, { userName: 'eve', permissions: ['HR_CAN_MANAGE_HOLIDAY_EVENTS'] })
  amy = await addPerson(server, { userName: 'amy', displayName: 'Amy' })
  const { id } = await db()
    .insertInto('contractTypes')
    .values({ name: 'A', nameKey: 'a', kind: 'EMPLOYEE', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  const terms = JSON.stringify({ ...USUAL_TERMS, holidayWeeks: 5.6, holidayYearStart: '04-01' })
  await db()
    .insertInto('contractTerms')
    .values({ contractTypeID: id, validFrom: '2020-01-01', terms })
    .execute()
  await db()
    .updateTable('users')
    .set({ contractTypeID: id, weeklyHours: 37.5, startDate: '2020-01-01' })
    .where('id', '=', amy)
    .execute()
  hanna = await signIn(server, 'hanna')
})
afterEach(() => server.server.close())

const ask = async (call: string, payload: object, headers = hanna) =>
  said(await post(server, `/api/hr/holiday-balance/${call}`, payload, headers))
const adjust = (more: object = {}, headers = hanna) =>
  ask('adjust', { id: amy, kind: 'CARRIED', hours: 22.5, reason: 'Sick in March', ...more }, headers)

test('6 §5.4 remaining = entitlement + carried over + adjustments − taken − booked; both are listed with who and why', async () => {
  expect(await adjust()).toMatchObject({
    status: 200,
    body: { entitlement: 210, carried: 22.5, remaining: 232.5 },
  })
  server.clock.now += 60_000
  expect((await adjust({ kind: 'ADJUSTMENT', hours: -7.75, reason: 'Unpaid day' })).body).toMatchObject({
    ...{ displayName: 'Amy', yearFrom: '2026-04-01', carried: 22.5, adjustments: -7.75 },
    ...{ remaining: 224.75, free: 224.75 },
  })
  const filters = [{ field: 'carried', operator: 'BETWEEN', values: ['1', '100'] }]
  expect((await ask('list', { filters })).body).toMatchObject({
    total: 1,
    rows: [{ id: amy, carried: 22.5 }],
  })
  expect((await ask('entries', { id: amy })).body).toMatchObject({
    entries: [
      { kind: 'ADJUSTMENT', hours: -7.75, reason: 'Unpaid day', byName: 'Hanna' },
      { kind: 'CARRIED', hours: 22.5, reason: 'Sick in March', at: new Date(NOON).toISOString() },
    ],
  })
  // Another year begins without them.
  server.clock.now = Date.parse('2027-04-02T12:00:00Z')
  hanna = await signIn(server, 'hanna')
  expect((await ask('get', { id: amy })).body).toMatchObject({ carried: 0, adjustments: 0, remaining: 210 })
  expect((await ask('entries', { id: amy })).body).toEqual({ entries: [] })
})

test('6 §5.4 hours are quarters up to 1,000 and have a reason; nobody changes their own, and each is in the audit', async () => {
  for (const wrong of [
    ...[{ hours: 0 }, { hours: 0.1 }, { hours: 1000.25 }, { hours: -1000.25 }, { hours: '8' }],
    ...[{ reason: ' ' }, { reason: 'x'.repeat(501) }, { kind: 'GIFT' }],
  ])
    expect((await adjust(wrong)).status).toBe(400)
  for (const hours of [1000, -1000, 0.25]) expect((await adjust({ hours })).status).toBe(200)
  expect(await adjust({ id: ownID })).toMatchObject({
    status: 403,
    body: { value: 'You cannot change your own holiday.' },
  })
  expect((await adjust({ id: 9999 })).status).toBe(404)
  const eve = await signIn(server, 'eve')
  expect((await ask('entries', { id: amy }, eve)).status).toBe(200)
  expect((await adjust({}, eve)).status).toBe(403)
  expect((await ask('list', {}, await signIn(server, 'amy'))).status).toBe(403)
  const rows = await db()
    .selectFrom('audit')
    .where('recordType', '=', 'holidayBalance')
    .orderBy('id')
    .select(['action', 'personID', 'reason', 'changes'])
    .execute()
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ action: 'HOLIDAY_CARRIED_OVER', personID: amy, reason: 'Sick in March' })
  expect(JSON.parse(rows[0]?.changes ?? '')).toContainEqual({ field: 'hours', before: null, after: 1000 })
})

test('D117 a manager sees their own line only, with HR’s figures and the next holiday', async () => {
  const permissions = ['IMANAGER_CAN_SEE_HOLIDAY_BALANCE'] as const
  const max = await addPerson(server, { userName: 'max', displayName: 'Max', permissions })
  await addPerson(server, { userName: 'zoe', displayName: 'Zoe', permissions })
  const under = await addPerson(server, { userName: 'tom', displayName: 'Tom' })
  await db().updateTable('users').set({ managerID: max }).where('id', '=', under).execute()
  await db().updateTable('users').set({ managerID: under }).where('id', '=', amy).execute()
  await db()
    .insertInto('bookingRequests')
    .values(
      [22, 43].map((days) => ({
        ...{
          userID: amy,
          type: 'HOLIDAY',
          start: NOON + days * 86_400_000,
          end: NOON + (days + 1) * 86_400_000,
        },
        ...{ hours: 7.5, dayPart: 'DAY', state: 'APPROVED', reason: '', askedAt: NOON, decidedBy: null },
        ...{ decidedAt: null, decisionNote: '' },
      })) as never,
    )
    .execute()
  const [of, ofZoe] = [await signIn(server, 'max'), await signIn(server, 'zoe')]
  const list = async (as = of, asked: object = {}) =>
    (said(await post(server, '/api/manager/holiday-balance', asked, as)).body as { rows: object[] }).rows
  const hr = (await ask('get', { id: amy })).body as Record<string, unknown>
  expect(hr).toMatchObject({ entitlement: 210, booked: 15, remaining: 195, free: 195 })
  const { areaName: _, ...shown } = hr
  expect(await list()).toMatchObject([
    { ...shown, displayName: 'Amy', nextHoliday: '2026-05-26', mark: 'NONE' },
    { displayName: 'Tom', nextHoliday: null },
  ])
  // The team of one manager below can be chosen.
  const ofTom = { filters: [{ field: 'managerName', operator: 'IS', values: ['Tom'] }] }
  expect(await list(of, ofTom)).toMatchObject([{ displayName: 'Amy', managerName: 'Tom' }])
  expect(await list(ofZoe)).toEqual([])
  const get = (as: Record<string, string>, id = amy) =>
    post(server, '/api/manager/holiday-balance/get', { id }, as)
  expect(said(await get(of)).body).toMatchObject({ displayName: 'Amy', free: 195 })
  expect(said(await get(of, max)).status).toBe(404)
  expect(said(await get(ofZoe)).status).toBe(404)
  expect(said(await get(hanna)).status).toBe(403)
  // With under three months to go more than 40 % left is marked, and less than nothing free at any time.
  server.clock.now = Date.parse('2027-01-02T12:00:00Z')
  const late = await signIn(server, 'max')
  expect(await list(late)).toMatchObject([{ displayName: 'Amy', remaining: 195, mark: 'NOT_TAKEN' }, {}])
})

test('5 §5.2 ‘Holiday accrual’ tells who has holiday left 90 and 30 days before the year ends, each once', async () => {
  const told: unknown[] = []
  const parts = { db: db(), publisher: { notified: (kept: unknown) => void told.push(kept) } }
  const subjects = async () =>
    (
      await db()
        .selectFrom('notifications')
        .where('userID', '=', amy)
        .orderBy('id')
        .select('subject')
        .execute()
    ).map(({ subject }) => subject)
  const at = (day: string) => warnOfHoliday(parts, Date.parse(`${day}T12:00:00Z`))
  // The year ends with 31 March 2027.
  expect(await at('2026-12-30')).toBe(0)
  expect(await at('2026-12-31')).toBe(1)
  expect(await at('2027-02-28')).toBe(0)
  expect(await at('2027-03-01')).toBe(1)
  expect(await at('2027-03-31')).toBe(0)
  const text = 'You have 210 hours of holiday left until 31 March 2027'
  expect(await subjects()).toEqual([text, text])
  expect(told).toHaveLength(2)
  // A day on which no server ran is made up for, and nobody is told who has nothing left or has left.
  expect(await at('2028-01-05')).toBe(1)
  await adjust({ kind: 'ADJUSTMENT', hours: -210 })
  await db().updateTable('holidayEntries').set({ yearFrom: '2028-04-01' }).execute()
  expect(await at('2029-03-30')).toBe(0)
  await db().deleteFrom('holidayEntries').execute()
  await db().updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', amy).execute()
  expect(await at('2029-03-30')).toBe(0)
  const service = holidayAccrualService(parts)
  expect([service.name, service.schedule]).toEqual(['Holiday accrual', { dailyAt: '08:15' }])
})
