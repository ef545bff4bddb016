import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import { counting } from '../db/testing/counting.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { BURST_MS } from '../notifications/notification-store.ts'
import { addShift as insertShift } from '../shifts/testing/shift-fixture.ts'
import { bookingHandlers } from './booking-handlers.ts'

// NOON is Monday, 4 May 2026.
const ASKING = [
  ...['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_REQUEST_HOLIDAY', 'ITRACKER_CAN_CANCEL_HOLIDAY'],
  ...['ITRACKER_CAN_REQUEST_OVERTIME', 'ITRACKER_CAN_CANCEL_OVERTIME'],
] as PermissionName[]
const DECIDING: PermissionName[] = [
  ...['IRESOURCE_CAN_SEE_BOOKINGS', 'IRESOURCE_CAN_PROCESS_SHIFT', 'IRESOURCE_CAN_APPROVE_OVERTIME'],
] as PermissionName[]

let server: TestServer
let ann: Record<string, string>
let ben: Record<string, string>
let annID: number
const db = () => server.server.db
const ask = async (name: string, payload: object, headers: Record<string, string>) =>
  said(await post(server, `/api/resource/booking/${name}`, payload, headers))

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: ASKING })
  await addPerson(server, { userName: 'ben', displayName: 'Ben', permissions: DECIDING })
  const { id } = await db()
    .insertInto('contractTypes')
    .values({ name: 'A', nameKey: 'a', kind: 'EMPLOYEE', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  const terms = JSON.stringify({ ...USUAL_TERMS, holidayWeeks: 1, holidayYearStart: '01-01' })
  await db()
    .insertInto('contractTerms')
    .values({ contractTypeID: id, validFrom: '2020-01-01', terms })
    .execute()
  // 20 hours of holiday a year.
  await db()
    .updateTable('users')
    .set({ contractTypeID: id, weeklyHours: 20, startDate: '2020-01-01' })
    .where('id', '=', annID)
    .execute()
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  ben = await signIn(server, 'ben')
  for (const table of ['bookingRequests', 'shifts', 'notifications', 'audit'] as const)
    await db().deleteFrom(table).execute()
})

const addShift = (start: string, end: string, more: object = {}): Promise<number> =>
  insertShift(db(), {
    userID: annID,
    start: momentOfField(start),
    end: momentOfField(end),
    publishedAt: NOON,
    ...more,
  })
const shifts = () =>
  db().selectFrom('shifts').orderBy('start').select(['id', 'state', 'start', 'end', 'breakMinutes']).execute()
const holiday = (from: string, to: string, dayPart = 'DAY') => ({
  ...{ type: 'HOLIDAY', startLocal: `${from}T00:00`, endLocal: `${to}T00:00`, dayPart, reason: 'Wedding' },
})
const made = async (request: object): Promise<number> => {
  const { status, body } = await ask('new', request, ann)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}
const decide = (id: number, state: string, more: object = {}) => ask('decide', { id, state, ...more }, ben)
const balance = async () =>
  (await ask('balance', {}, ann)).body as { free: number; booked: number; pending: number }

test('D101 a request takes its hours from the shifts within it, says the balance before and after, and is a PENDING event', async () => {
  await addShift('2026-05-11T16:00', '2026-05-11T20:00')
  await addShift('2026-05-13T09:00', '2026-05-13T15:30', { breakMinutes: 30 })
  await addShift('2026-05-15T09:00', '2026-05-15T12:00')
  const week = holiday('2026-05-11', '2026-05-15')
  const { type: _type, reason: _reason, ...asked } = week
  expect((await ask('preview', asked, ann)).body).toMatchObject({
    ...{ hours: 10, balance: { before: 20, after: 10 }, teamOff: { off: 0, of: 0 } },
    shifts: [{ left: null }, { left: null }],
  })
  const id = await made(week)
  expect(await balance()).toMatchObject({ entitlement: 20, pending: 10, remaining: 20, free: 10 })
  const days = { start: '2026-05-11T00:00:00Z', end: '2026-05-12T00:00:00Z' }
  const { body } = await said(await post(server, '/api/calendar/events', days, ann))
  expect((body as { events: object[] }).events).toContainEqual(
    expect.objectContaining({ id: `request:${id}`, eventType: 'HOLIDAY', eventState: 'PENDING' }),
  )
  expect((await ask('pending', {}, ben)).body).toMatchObject([
    { id, hours: 10, balance: { before: 20, after: 10 }, shifts: [{ left: null }, { left: null }] },
  ])
  // Another one on top of it.
  const more = { startLocal: '2026-05-15T00:00', endLocal: '2026-05-16T00:00' }
  expect((await ask('preview', more, ann)).body).toMatchObject({
    hours: 3,
    balance: { before: 10, after: 7 },
  })
  expect((await shifts()).map(({ state }) => state)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
})

test('D164 approving a holiday cancels and shortens shifts, lowers what is free, makes the event APPROVED and tells the person', async () => {
  const eve = await addShift('2026-05-10T20:00', '2026-05-11T04:00')
  const inside = await addShift('2026-05-11T16:00', '2026-05-11T20:00')
  const after = await addShift('2026-05-13T09:00', '2026-05-13T12:00')
  const id = await made(holiday('2026-05-11', '2026-05-13'))
  expect((await decide(id, 'APPROVED')).status).toBe(200)
  expect(await shifts()).toMatchObject([
    {
      id: eve,
      state: 'PUBLISHED',
      start: momentOfField('2026-05-10T20:00'),
      end: momentOfField('2026-05-11T00:00'),
    },
    { id: inside, state: 'CANCELLED' },
    { id: after, state: 'PUBLISHED', end: momentOfField('2026-05-13T12:00') },
  ])
  const segments = await db().selectFrom('shifts').orderBy('id').select('segments').execute()
  expect(segments).toEqual([{ segments: '[]' }, { segments: '[]' }, { segments: '[]' }])
  expect(await balance()).toMatchObject({ booked: 8, pending: 0, remaining: 12, free: 12 })
  const days = { start: '2026-05-11T00:00:00Z', end: '2026-05-12T00:00:00Z' }
  const { body } = await said(await post(server, '/api/calendar/events', days, ann))
  expect((body as { events: object[] }).events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: `request:${id}`, eventState: 'APPROVED' }),
      expect.objectContaining({ id: `shift:${inside}`, eventType: 'SHIFT', eventState: 'CANCELLED' }),
    ]),
  )
  expect(await db().selectFrom('notifications').select(['userID', 'subject']).execute()).toEqual([
    { userID: annID, subject: 'Holiday approved by Ben' },
  ])
  const entries = await db()
    .selectFrom('audit')
    .orderBy('id')
    .select(['action', 'recordID', 'personID'])
    .execute()
  expect(entries).toEqual([
    { action: 'REQUEST_ADDED', recordID: id, personID: annID },
    { action: 'SHIFT_SHORTENED', recordID: eve, personID: annID },
    { action: 'SHIFT_CANCELLED', recordID: inside, personID: annID },
    { action: 'REQUEST_APPROVED', recordID: id, personID: annID },
  ])
})

test('of a half day and of chosen days only those shifts are changed', async () => {
  const monday = await addShift('2026-05-11T09:00', '2026-05-11T17:00', { breakMinutes: 30 })
  const half = await made(holiday('2026-05-11', '2026-05-12', 'AFTERNOON'))
  expect((await decide(half, 'APPROVED')).body).toMatchObject({ hours: 3.75 })
  expect(await shifts()).toMatchObject([
    { id: monday, state: 'PUBLISHED', end: momentOfField('2026-05-11T13:00'), breakMinutes: 15 },
  ])
  await addShift('2026-05-12T09:00', '2026-05-12T13:00')
  await addShift('2026-05-13T09:00', '2026-05-13T13:00')
  const two = await made(holiday('2026-05-12', '2026-05-14'))
  expect((await decide(two, 'APPROVED', { days: ['2026-05-13'], note: 'Full' })).body).toMatchObject({
    hours: 4,
  })
  expect((await shifts()).map(({ state }) => state)).toEqual(['PUBLISHED', 'PUBLISHED', 'CANCELLED'])
})

test('D168 an approval that is withdrawn before its start puts event, shifts and balance back and tells the reason', async () => {
  const eve = await addShift('2026-05-10T20:00', '2026-05-11T04:00', { breakMinutes: 40 })
  const inside = await addShift('2026-05-11T16:00', '2026-05-11T20:00', { state: 'OFFERED' })
  const before = await shifts()
  const id = await made(holiday('2026-05-11', '2026-05-12'))
  await decide(id, 'APPROVED')
  expect(await shifts()).not.toEqual(before)
  expect((await decide(id, 'CANCELLED', { note: 'no' })).body).toEqual({ value: 'Say why.' })
  server.clock.now += BURST_MS
  expect(await decide(id, 'CANCELLED', { note: 'The wave was moved' })).toMatchObject({
    body: { state: 'CANCELLED' },
  })
  expect(await shifts()).toEqual(before)
  expect(await balance()).toMatchObject({ booked: 0, pending: 0, free: 20, holidays: [] })
  const told = await db().selectFrom('notifications').orderBy('id', 'desc').select('subject').execute()
  expect(told[0]?.subject).toBe('Holiday cancelled by Ben: The wave was moved')
  const entries = await db()
    .selectFrom('audit')
    .orderBy('id', 'desc')
    .select(['action', 'recordID'])
    .limit(3)
    .execute()
  expect(entries.map(({ action, recordID }) => [action, recordID])).toEqual([
    ['REQUEST_CANCELLED', id],
    ['SHIFT_RESTORED', inside],
    ['SHIFT_RESTORED', eve],
  ])
})

test('D168 a holiday is withdrawn with as many days of notice as it has, and not once it has begun', async () => {
  const id = await made(holiday('2026-05-11', '2026-05-13'))
  await decide(id, 'APPROVED')
  const withdraw = async () => {
    ben = await signIn(server, 'ben')
    return decide(id, 'CANCELLED', { note: 'Too few people' })
  }
  server.clock.now = momentOfField('2026-05-10T00:00')
  expect((await withdraw()).body).toEqual({
    value: 'A holiday of 2 days is withdrawn at least so many days ahead.',
  })
  server.clock.now = momentOfField('2026-05-11T00:00')
  expect((await withdraw()).body).toEqual({ value: 'This has begun already.' })
  server.clock.now = momentOfField('2026-05-09T23:59')
  expect((await withdraw()).status).toBe(200)
})

test('a shift that was changed since, or whose time is taken, stays as it is when the holiday goes', async () => {
  const moved = await addShift('2026-05-11T08:00', '2026-05-11T12:00')
  const gone = await addShift('2026-05-12T08:00', '2026-05-12T12:00')
  const id = await made(holiday('2026-05-11', '2026-05-13'))
  await decide(id, 'APPROVED')
  await db().updateTable('shifts').set({ state: 'PUBLISHED' }).where('id', '=', moved).execute()
  const taken = await addShift('2026-05-12T11:00', '2026-05-12T15:00')
  expect((await ask('withdraw', { id }, ann)).body).toMatchObject({ state: 'REQUESTED_CANCELATION' })
  expect((await shifts()).find((one) => one.id === gone)?.state).toBe('CANCELLED')
  expect((await decide(id, 'CANCELLED')).status).toBe(200)
  expect((await shifts()).map(({ id: shift, state }) => [shift, state])).toEqual([
    [moved, 'PUBLISHED'],
    [gone, 'CANCELLED'],
    [taken, 'PUBLISHED'],
  ])
})

test('a holiday beyond what somebody has left is approved only with a reason', async () => {
  await addShift('2026-05-11T09:00', '2026-05-11T19:00')
  await addShift('2026-05-12T09:00', '2026-05-12T19:15')
  const id = await made(holiday('2026-05-11', '2026-05-13'))
  for (const override of ['', 'no'])
    expect(await decide(id, 'APPROVED', { override })).toEqual({
      status: 400,
      body: { value: 'Ann has 20 hours left.' },
    })
  expect((await shifts()).map(({ state }) => state)).toEqual(['PUBLISHED', 'PUBLISHED'])
  expect((await decide(id, 'APPROVED', { override: 'Unpaid day agreed' })).status).toBe(200)
  const { reason } = await db()
    .selectFrom('audit')
    .where('action', '=', 'REQUEST_APPROVED')
    .select('reason')
    .executeTakeFirstOrThrow()
  expect(reason).toBe('Unpaid day agreed')
})

test('what requests that wait would do is each person’s own, and is asked as often for one as for many', async () => {
  const { contractTypeID } = await db()
    .selectFrom('users')
    .where('id', '=', annID)
    .select('contractTypeID')
    .executeTakeFirstOrThrow()
  const bossID = await addPerson(server, { userName: 'boss' })
  const others: number[] = []
  for (const [place, name] of ['cat', 'dan', 'eve'].entries()) {
    const id = await addPerson(server, { userName: name, permissions: ASKING })
    others.push(id)
    // Cat and eve have one manager, dan another; dan works 40 hours a week.
    await db()
      .updateTable('users')
      .set({
        ...{ contractTypeID, startDate: '2020-01-01', weeklyHours: place === 1 ? 40 : 20 },
        managerID: place === 1 ? annID : bossID,
      })
      .where('id', '=', id)
      .execute()
  }
  const [cat = 0, dan = 0, eve = 0] = others
  const asked = (userID: number, type: 'HOLIDAY' | 'OVERTIME', from: string, to: string, hours: number) =>
    db()
      .insertInto('bookingRequests')
      .values({
        ...{ userID, type, hours, dayPart: 'DAY', reason: 'Wedding', state: 'PENDING', askedAt: NOON },
        ...{ start: momentOfField(from), end: momentOfField(to), decisionNote: '' },
      })
      .execute()
  await insertShift(db(), {
    ...{ userID: cat, start: momentOfField('2026-05-11T09:00'), end: momentOfField('2026-05-11T13:00') },
    publishedAt: NOON,
  })
  await db()
    .insertInto('bookingRequests')
    .values({
      ...{ userID: eve, type: 'HOLIDAY', hours: 4, dayPart: 'DAY', reason: '', state: 'APPROVED' },
      ...{ start: momentOfField('2026-05-12T00:00'), end: momentOfField('2026-05-13T00:00') },
      ...{ askedAt: NOON - 1, decisionNote: '' },
    })
    .execute()
  // Over before eve's: nobody's team is smaller for it.
  await db()
    .insertInto('bookingRequests')
    .values({
      ...{ userID: cat, type: 'HOLIDAY', hours: 0, dayPart: 'DAY', reason: '', state: 'APPROVED' },
      ...{ start: momentOfField('2026-05-20T00:00'), end: momentOfField('2026-05-21T00:00') },
      ...{ askedAt: NOON - 1, decisionNote: '' },
    })
    .execute()
  const benID = (await db().selectFrom('users').where('userName', '=', 'ben').select('id').executeTakeFirst())
    ?.id
  const caller = { userID: benID, permissions: permissionsOf(DECIDING.map((name) => PERMISSIONS[name])) }
  const read = async () => {
    const counted = counting(db())
    const handlers = bookingHandlers({ db: counted.db, clock: () => NOON } as unknown as Parameters<
      typeof bookingHandlers
    >[0])
    const rows = await handlers.pendingBookings({}, { caller } as never)
    return { rows, statements: counted.statements() }
  }
  await asked(cat, 'HOLIDAY', '2026-05-11T00:00', '2026-05-14T00:00', 4)
  await asked(cat, 'OVERTIME', '2026-05-18T09:00', '2026-05-18T12:00', 0)
  const few = await read()
  await asked(dan, 'HOLIDAY', '2026-05-11T00:00', '2026-05-12T00:00', 8)
  await asked(eve, 'HOLIDAY', '2026-06-11T00:00', '2026-06-12T00:00', 4)
  // Over their shift of that day.
  await asked(cat, 'OVERTIME', '2026-05-11T10:00', '2026-05-11T12:00', 0)
  await asked(dan, 'OVERTIME', '2026-05-11T10:00', '2026-05-11T12:00', 0)
  const many = await read()
  expect(many.statements).toBe(few.statements)
  const line = ({ userID, type, balance, teamOff, shifts, checks }: (typeof many.rows)[number]) => [
    ...[userID, type, balance, teamOff],
    ...[shifts.length, checks.some(({ rule }) => rule === 'OVERLAP')],
  ]
  expect(many.rows.map(line)).toEqual([
    [cat, 'HOLIDAY', { before: 20, after: 16 }, { off: 1, of: 1 }, 1, false],
    [cat, 'OVERTIME', null, null, 0, false],
    [dan, 'HOLIDAY', { before: 40, after: 32 }, { off: 0, of: 0 }, 0, false],
    [eve, 'HOLIDAY', { before: 16, after: 12 }, { off: 0, of: 1 }, 0, false],
    [cat, 'OVERTIME', null, null, 0, true],
    [dan, 'OVERTIME', null, null, 0, false],
  ])
})

test('approved overtime is a published shift, and goes when the approval is withdrawn', async () => {
  const overtime = {
    type: 'OVERTIME',
    startLocal: '2026-05-06T18:00',
    endLocal: '2026-05-06T20:00',
    reason: 'Wave 3',
  }
  const id = await made(overtime)
  expect(await shifts()).toEqual([])
  expect((await decide(id, 'APPROVED')).status).toBe(200)
  expect(
    await db().selectFrom('shifts').select(['userID', 'state', 'source', 'start', 'end']).execute(),
  ).toEqual([
    {
      ...{ userID: annID, state: 'PUBLISHED', source: 'OVERTIME' },
      ...{ start: momentOfField('2026-05-06T18:00'), end: momentOfField('2026-05-06T20:00') },
    },
  ])
  expect((await decide(id, 'CANCELLED', { note: 'Wave 3 is done' })).status).toBe(200)
  expect((await shifts()).map(({ state }) => state)).toEqual(['CANCELLED'])
  // Seven hours of rest are missing before the next morning's shift.
  const early = await addShift('2026-05-07T06:45', '2026-05-07T10:00')
  const short = await made({ ...overtime, reason: 'Late' })
  const rest = 'Less than 11 hours of rest before 7 May, 06:45–10:00.'
  expect((await ask('pending', {}, ben)).body).toMatchObject([
    { id: short, checks: [{ rule: 'REST', blocks: true, text: rest }] },
  ])
  expect((await decide(short, 'APPROVED')).body).toEqual({ value: rest })
  await db().deleteFrom('shifts').where('id', '=', early).execute()
  await db().deleteFrom('bookingRequests').where('id', '=', short).execute()
  const second = await made({ ...overtime, reason: 'Again' })
  await addShift('2026-05-06T17:00', '2026-05-06T18:15')
  expect((await decide(second, 'APPROVED')).body).toMatchObject({
    value: expect.stringMatching(/^Overlaps Shift 6 May/),
  })
})

test('4 §4.5.7 what was decided in a time is a file, its notes and reasons as text, and is in the audit', async () => {
  const first = await made(holiday('2026-05-11', '2026-05-12'))
  await decide(first, 'APPROVED')
  const second = await made({ ...holiday('2026-05-13', '2026-05-14'), reason: '=1+1' })
  await decide(second, 'DECLINED', { note: 'Too few' })
  await made(holiday('2026-05-14', '2026-05-15'))
  const time = { start: '2026-05-11T22:59:59.000Z', end: '2026-05-31T23:00:00.000Z' }
  const answer = await post(server, '/api/resource/booking/approved/file', { ...time, type: 'CSV' }, ben)
  expect(answer.status).toBe(200)
  expect(answer.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    'Person,What,From,To,Hours,State,Decided by,Decided,Note,Reason,Asked',
    expect.stringMatching(/^Ann,Holiday,2026-05-11.*,Approved,Ben,.*,,Wedding,/),
    expect.stringMatching(/^Ann,Holiday,2026-05-13.*,Declined,Ben,.*,Too few,'=1\+1,/),
  ])
  const later = { ...time, start: '2026-05-11T23:00:00.000Z', type: 'CSV' }
  const rest = await post(server, '/api/resource/booking/approved/file', later, ben)
  expect(rest.body.trim().split(/\r?\n/)).toHaveLength(2)
  const entries = await db().selectFrom('audit').where('action', '=', 'EXPORTED').select('page').execute()
  expect(entries).toEqual([{ page: 'resource.bookings' }, { page: 'resource.bookings' }])
  expect((await post(server, '/api/resource/booking/approved/file', time, ann)).status).toBe(403)
})
