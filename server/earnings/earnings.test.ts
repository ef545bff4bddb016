import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Earnings } from '#shared/contract/earnings.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { ContractTerms } from '#shared/records/admin/contract-type.ts'
import { rowOf } from '#shared/settings/registry.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let now: number
let jamie: number
let own: Record<string, string>
let others: Record<string, string>
const db = () => server.server.db

const OWN: readonly PermissionName[] = ['ITRACKER_CAN_SEE_MY_EARNINGS']
/** Mon 4 May 2026 is the day of NOON; 13:00 of London then. */
const MONDAY = '2026-05-04'

beforeEach(async () => {
  now = NOON + 5 * HOUR
  server = await startTestServer({ clock: () => now })
  jamie = await addPerson(server, { userName: 'jamie', displayName: 'Jamie', permissions: OWN })
  await addPerson(server, { userName: 'ellie', displayName: 'Ellie', permissions: OWN })
  await addPerson(server, { userName: 'kim', permissions: [] })
  await addProject(db(), 7, 'Rail')
  await db()
    .insertInto('contractTypes')
    .values({
      ...{ id: 3, name: 'Casual', nameKey: 'casual', kind: 'WORKER', version: 1 },
      ...{ changedBy: null, changedAt: 1 },
    })
    .execute()
  await db().updateTable('users').set({ contractTypeID: 3 }).where('id', '=', jamie).execute()
  own = await signIn(server, 'jamie')
  others = await signIn(server, 'ellie')
})
afterEach(() => server.server.close())

const terms = (values: Partial<ContractTerms>, validFrom = '2020-01-01') =>
  db()
    .insertInto('contractTerms')
    .values({ contractTypeID: 3, validFrom, terms: JSON.stringify(values) })
    .execute()
const did = (from: number, to: number | null, activity: 'AVAILABLE' | 'BREAK' | 'PERSONAL' = 'AVAILABLE') =>
  db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: jamie, activity, project: 'Rail', projectID: 7, category: null },
      ...{ startedAt: from, startedBy: jamie, endedAt: to, endedBy: jamie },
    })
    .execute()
const overtime = (start: number, end: number) =>
  db()
    .insertInto('bookingRequests')
    .values({
      ...{ type: 'OVERTIME', userID: jamie, start, end, hours: (end - start) / HOUR, dayPart: 'DAY' },
      ...{ reason: 'Wave ends', state: 'APPROVED', askedAt: 1, decidedBy: null, decidedAt: 1 },
      decisionNote: '',
    })
    .execute()
const call = async (path: string, body: object = {}, as = own) =>
  said(await post(server, `/api/itracker/${path}`, body, as))
const read = async (asked: object = {}, as = own) =>
  (await call('earnings', asked, as)).body as unknown as Earnings
const query = (date: string, reason = 'An hour is missing', as = own) =>
  call('earnings/query', { date, reason }, as)

describe('a day', () => {
  test('D104 is paid by its hours, overtime beyond the week’s threshold and campaign, with each step and session', async () => {
    await terms({ baseRate: 10, overtimeAfterHours: 5, overtimeMultiplier: 1.5 })
    const shiftID = await addShift(db(), { userID: jamie, source: 'CAMPAIGN' })
    await did(NOON, NOON + 2 * HOUR)
    await did(NOON + 2 * HOUR, NOON + 3 * HOUR, 'PERSONAL')
    await did(NOON + 3 * HOUR, NOON + 4 * HOUR)
    await overtime(NOON - 4 * HOUR, NOON)
    await did(NOON - 4 * HOUR, NOON)
    await campaignOf(shiftID)
    const { days, ...sums } = await read()
    expect(days).toMatchObject([
      {
        ...{ date: MONDAY, paidHours: 7, overtimeHours: 2, rate: 1000, bonus: 750, state: 'OPEN' },
        amount: 5 * 1000 + 2 * 1500 + 3 * 250,
        steps: [
          { element: 'BASIC', hours: 5, rate: 1000, multiplier: 1, amount: 5000 },
          { element: 'OVERTIME', hours: 2, rate: 1000, multiplier: 1.5, amount: 3000 },
          { element: 'BONUS', title: 'Evenings', hours: 3, rate: 250, multiplier: 1, amount: 750 },
        ],
      },
    ])
    expect(
      days[0]?.sessions.map(({ activity, project, paidSeconds }) => [activity, project, paidSeconds / 3600]),
    ).toEqual([
      ['AVAILABLE', 'Rail', 4],
      ['AVAILABLE', 'Rail', 2],
      ['PERSONAL', 'Rail', 0],
      ['AVAILABLE', 'Rail', 1],
    ])
    expect(sums).toMatchObject({ paidHours: 7, overtimeHours: 2, bonus: 750, gross: 8750 })
    expect(sums.period).toEqual({ from: '2026-05-01', to: '2026-05-31', state: 'OPEN' })
    expect(sums.periods).toHaveLength(13)
  })

  test('D104 goes by the terms that held on it, and by its multiplier', async () => {
    await terms({ baseRate: 10, sundayMultiplier: 1.5 })
    await terms({ baseRate: 11 }, MONDAY)
    for (const [days] of [[0], [1]] as const) {
      const start = NOON - days * DAY
      await addShift(db(), { userID: jamie, start, end: start + HOUR })
      await did(start, start + HOUR)
    }
    const { days, gross } = await read()
    // May Day's bank holiday is paid as other days are where the terms say nothing of it.
    expect(days.map(({ date, rate, multiplier, amount }) => [date, rate, multiplier, amount])).toEqual([
      [MONDAY, 1100, 1, 1100],
      ['2026-05-03', 1000, 1.5, 1500],
    ])
    expect(gross).toBe(2600)
    await db().deleteFrom('contractTerms').where('validFrom', '=', MONDAY).execute()
    await db()
      .updateTable('contractTerms')
      .set({ terms: JSON.stringify({ baseRate: 10, publicHolidayMultiplier: 2 }) })
      .execute()
    expect((await read()).days.map(({ multiplier }) => multiplier)).toEqual([2, 1])
  })

  test('without a rate it has no amount, and an agency’s worker has the agency’s', async () => {
    await terms({ sundayMultiplier: 1.5 })
    await addShift(db(), { userID: jamie, start: NOON - DAY, end: NOON - DAY + HOUR })
    await did(NOON - DAY, NOON - DAY + HOUR)
    expect((await read()).days).toMatchObject([{ rate: null, amount: null, bonus: null, steps: [] }])
    expect((await read()).gross).toBe(0)
    await addAgency(db())
    await db().updateTable('users').set({ agencyID: 1 }).where('id', '=', jamie).execute()
    const rate = (dayKind: 'WEEKDAY' | 'SUNDAY', pay: number) =>
      db()
        .insertInto('agencyRates')
        .values({
          ...{ agencyID: 1, contractTypeID: 3, skillID: null, dayKind, fromTime: '00:00', toTime: '24:00' },
          ...{ pay, charge: 20, validFrom: '2020-01-01', validTo: null, version: 1, changedBy: null },
          changedAt: 1,
        })
        .execute()
    await rate('WEEKDAY', 12)
    expect((await read()).days).toMatchObject([{ rate: 1200, multiplier: 1.5, amount: 1800 }])
    // Its own rate for Sundays has what comes to them in itself.
    await rate('SUNDAY', 14)
    expect((await read()).days).toMatchObject([{ rate: 1400, multiplier: 1, amount: 1400 }])
  })

  test('the pay week begins on the day that the company chose', async () => {
    await terms({ baseRate: 10, overtimeAfterHours: 2, overtimeMultiplier: 2 })
    await overtime(NOON - DAY, NOON - DAY + HOUR)
    await did(NOON - DAY, NOON - DAY + HOUR)
    await addShift(db(), { userID: jamie, end: NOON + 2 * HOUR })
    await did(NOON, NOON + 2 * HOUR)
    const hours = async () => (await read()).days.map(({ overtimeHours }) => overtimeHours)
    expect(await hours()).toEqual([0, 0])
    const begins = { name: rowOf('workingTime.payWeekBegins'), value: JSON.stringify('SUNDAY') }
    await db().insertInto('settings').values(begins).execute()
    expect(await hours()).toEqual([0, 1])
  })
})

test('D104 a period is an estimate until each of its days is locked; the last one’s gross stands beside it', async () => {
  await terms({ baseRate: 10 })
  const april = NOON - 10 * DAY
  await addShift(db(), { userID: jamie, start: april, end: april + 2 * HOUR })
  await did(april, april + 2 * HOUR)
  await db()
    .insertInto('payLines')
    .values([
      {
        ...{ userID: jamie, day: '2026-04-20', element: 'HOLIDAY', hours: 3, rate: 10, multiplier: 1 },
        ...{ amount: 30.5, source: 'EVENT', sourceID: null, projectID: null, contractTypeID: null },
        ...{ agencyRateID: null, state: 'APPROVED' },
      },
    ])
    .execute()
  expect(await read()).toMatchObject({
    ...{ days: [], gross: 0 },
    last: { from: '2026-04-01', to: '2026-04-30', state: 'CHECKING', gross: 5050 },
  })
  const locked = { userID: jamie, day: '2026-04-24', state: 'LOCKED', note: '', isBySystem: 0 } as const
  await db()
    .insertInto('attendanceDays')
    .values({ ...locked, changedBy: null, changedAt: 1 })
    .execute()
  expect((await read()).last.state).toBe('APPROVED')
  const earlier = await read({ from: '2026-04-01', to: '2026-04-30' })
  expect(earlier).toMatchObject({
    ...{ period: { state: 'APPROVED' }, gross: 5050, lines: [{ element: 'HOLIDAY', amount: 3050 }] },
    days: [{ date: '2026-04-24', state: 'LOCKED', amount: 2000 }],
  })
})

describe('the file of it (spec 4 §4.2.3, §1.6)', () => {
  const file = async (asked: object, as = own) => {
    const { status, body } = await post(server, '/api/itracker/earnings/file', { type: 'CSV', ...asked }, as)
    return { status, lines: body.replace('\uFEFF', '').trim().split(/\r?\n/) }
  }
  const HEAD =
    'Date,Shift,Worked h,Break over h,Paid h,Rate £,Overtime h,Overtime rate £,Bonus £,Amount £,State,Amount is'

  test('has each day of the period and what is no day’s, of the caller alone, and is in the audit', async () => {
    await terms({ baseRate: 10 })
    await addShift(db(), { userID: jamie })
    await did(NOON, NOON + 2 * HOUR)
    await did(NOON - DAY, NOON - DAY + HOUR)
    const line = {
      ...({ element: 'DEDUCTION', hours: 0, rate: 0, multiplier: 1, amount: -5, source: 'EVENT' } as const),
      ...({
        sourceID: null,
        projectID: null,
        contractTypeID: null,
        agencyRateID: null,
        state: 'APPROVED',
      } as const),
    }
    await db()
      .insertInto('payLines')
      .values([
        { ...line, userID: jamie, day: '2026-05-02' },
        { ...line, userID: jamie, day: '2026-04-30' },
      ])
      .execute()
    const { status, lines } = await file({})
    expect(status).toBe(200)
    expect(lines).toEqual([
      HEAD,
      '2026-05-03,,1,0,0,10,0,10,0,0,Open,Estimate',
      expect.stringMatching(/^2026-05-04,\d\d:\d\d–\d\d:\d\d,2,0,2,10,0,10,0,20,Open,Estimate$/),
      '2026-05-02,,,,0,,,,,-5,Deduction,Estimate',
    ])
    // Another time, another person: what is theirs alone.
    const april = await file({ from: '2026-04-01', to: '2026-04-30' })
    expect(april.lines.slice(1)).toEqual(['2026-04-30,,,,0,,,,,-5,Deduction,Estimate'])
    expect((await file({}, others)).lines).toEqual([HEAD])
    const told = await db()
      .selectFrom('audit')
      .where('action', '=', 'EXPORTED')
      .select(['page', 'actorID', 'personID', 'changes'])
      .orderBy('id')
      .execute()
    expect(
      told.map(({ page, actorID, personID }) => [page, actorID === jamie, actorID === personID]),
    ).toEqual([
      ['tracker.my-earnings', true, true],
      ['tracker.my-earnings', true, true],
      ['tracker.my-earnings', false, true],
    ])
    expect(told[0]?.changes).toContain('"from":"2026-05-01","to":"2026-05-31"')
    expect(told[0]?.changes).toContain('{"field":"rows","before":null,"after":3}')
  })

  test('is a workbook unless CSV is asked for, and for who may see their earnings', async () => {
    const answer = await post(server, '/api/itracker/earnings/file', {}, own)
    expect(answer.headers['content-disposition']).toContain('My earnings 2026-05-04')
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const kim = await signIn(server, 'kim')
    expect((await file({}, kim)).status).toBe(403)
    expect((await file({ from: '2020-01-01', to: '2026-01-01' })).status).toBe(400)
  })
})

test('earnings are one’s own, need their permission, and a time of two years at most', async () => {
  await terms({ baseRate: 10 })
  await addShift(db(), { userID: jamie })
  await did(NOON, NOON + HOUR)
  expect((await read({}, others)).days).toEqual([])
  const kim = await signIn(server, 'kim')
  expect((await call('earnings', {}, kim)).status).toBe(403)
  expect((await query(MONDAY, 'Mine', kim)).status).toBe(403)
  const time = (from: string, to: string) => call('earnings', { from, to })
  expect((await time('2024-05-04', MONDAY)).status).toBe(200)
  expect((await time('2024-05-03', MONDAY)).status).toBe(400)
  expect((await time(MONDAY, '2026-05-03')).status).toBe(400)
})

describe('a query', () => {
  beforeEach(async () => {
    await terms({ baseRate: 10 })
    await addShift(db(), { userID: jamie })
    await did(NOON, NOON + 2 * HOUR)
  })

  test('D105 opens a ticket filled in with day and figures, and the row shows its state', async () => {
    const { status, body } = await query(MONDAY, ' An hour is missing ')
    expect(status).toBe(200)
    const { ticketID } = body as unknown as { ticketID: number }
    const ticket = await db()
      .selectFrom('tickets')
      .where('id', '=', ticketID)
      .select(['raisedBy', 'ticketType', 'message', 'status'])
      .executeTakeFirstOrThrow()
    expect(ticket).toEqual({
      ...{ raisedBy: jamie, ticketType: 'Pay and hours', status: 'OPEN' },
      message: [
        'Pay of Monday, 4 May 2026',
        'Paid hours 2, of them overtime 0',
        'Hours: 2 h × £10.00 = £20.00',
        'Bonus £0.00, amount £20.00 (estimate)',
        '',
        'An hour is missing',
      ].join('\n'),
    })
    expect((await read()).days).toMatchObject([{ query: { ticketID, status: 'OPEN' }, mayQuery: false }])
    expect(await auditTold(db())).toEqual(['PAY_QUERIED | tracker.my-earnings | ticket | Pay of Mon 4 May'])
    await db().updateTable('tickets').set({ status: 'IN_PROGRESS' }).execute()
    expect((await read()).days).toMatchObject([{ query: { status: 'IN_PROGRESS' }, mayQuery: false }])
  })

  test('D105 there is one at a time a day, asked for twice at once, too; a resolved one can be followed by another', async () => {
    const answers = await Promise.all([query(MONDAY), query(MONDAY)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const rows = await db().selectFrom('tickets').select('id').execute()
    expect(rows).toHaveLength(1)
    expect(await query(MONDAY)).toEqual({
      status: 400,
      body: {
        value: `Ticket ${rows[0]?.id} is about the pay of this day. You can query it again once that is resolved.`,
      },
    })
    await db().updateTable('tickets').set({ status: 'RESOLVED' }).execute()
    expect((await read()).days).toMatchObject([{ query: { status: 'RESOLVED' }, mayQuery: true }])
    expect((await query(MONDAY)).status).toBe(200)
    expect((await read()).days).toMatchObject([{ query: { status: 'OPEN' } }])
  })

  test('D105 is about a day of one’s own, within 60 days, with a reason', async () => {
    expect((await query(MONDAY, 'Mine', others)).status).toBe(404)
    expect((await query('2026-05-01')).status).toBe(404)
    expect((await query(MONDAY, ' ab ')).status).toBe(400)
    expect((await query(MONDAY, 'a'.repeat(1001))).status).toBe(400)
    now = NOON + 61 * DAY
    own = await signIn(server, 'jamie')
    expect(await query(MONDAY)).toEqual({ status: 400, body: { value: 'A day can be queried for 60 days.' } })
    now = NOON + 60 * DAY
    own = await signIn(server, 'jamie')
    expect((await query(MONDAY, 'abc')).status).toBe(200)
    expect(await db().selectFrom('tickets').select('id').execute()).toHaveLength(1)
  })

  test('where the company has other types of tickets it is one of those', async () => {
    const types = [
      { name: 'Pay and hours', team: '', questions: [], isRetired: true },
      { name: 'Money', team: '', questions: [], isRetired: false },
    ]
    await db()
      .insertInto('settings')
      .values({ name: rowOf('help.ticketTypes'), value: JSON.stringify(types) })
      .execute()
    expect((await query(MONDAY)).status).toBe(200)
    expect(await db().selectFrom('tickets').select('ticketType').execute()).toEqual([{ ticketType: 'Money' }])
  })
})

/** A place of jamie's in a campaign with £2.50 an hour. */
async function campaignOf(shiftID: number): Promise<void> {
  await db()
    .insertInto('campaigns')
    .values({
      ...{ id: 1, title: 'Evenings', text: '', projectID: null, location: 'OFFICE', bonusPerHour: 9 },
      ...{ rateMultiplier: null, conditions: '{}', opensAt: 1, closesAt: NOON, choice: 'FIRST_COME' },
      ...{ state: 'OPEN', toldAt: 1, createdBy: null, version: 1, changedBy: null, changedAt: 1 },
    })
    .execute()
  await db()
    .insertInto('campaignSlots')
    .values({ id: 1, campaignID: 1, start: NOON, end: NOON + 4 * HOUR, breakMinutes: 0, places: 1 })
    .execute()
  await db()
    .insertInto('campaignApplications')
    .values({
      ...{ campaignID: 1, slotID: 1, openSlotID: 1, userID: jamie, state: 'ACCEPTED', rank: null },
      // What was promised when it was accepted, whatever the campaign offers now.
      ...{ rankReason: '', appliedAt: 1, decidedAt: 1, shiftID, bonusPerHour: 2.5, rateMultiplier: null },
    })
    .execute()
}
