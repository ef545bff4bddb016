import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { putSetting } from '../settings/settings.ts'
import { guardOverlaps } from './holidays.ts'
import { requireRequest } from './requests.ts'

const ASKING = [
  'ITRACKER_CAN_SEE_MY_SCHEDULE',
  'ITRACKER_CAN_REQUEST_HOLIDAY',
  'ITRACKER_CAN_CANCEL_HOLIDAY',
  'ITRACKER_CAN_REQUEST_OVERTIME',
] as const
const DECIDING = [...ASKING, 'IRESOURCE_CAN_SEE_BOOKINGS', 'IRESOURCE_CAN_PROCESS_SHIFT'] as const
const PEOPLE: Readonly<Record<string, readonly PermissionName[]>> = {
  ann: ASKING,
  ben: [...DECIDING, 'IRESOURCE_CAN_APPROVE_OVERTIME'],
  cat: DECIDING,
  dan: ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'IRESOURCE_CAN_SEE_BOOKINGS'],
}

let server: TestServer
const bearers = new Map<string, { authorization: string }>()

beforeAll(async () => {
  server = await startTestServer()
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    await addPerson(server, { userName, displayName: userName, permissions })
    bearers.set(userName, await signIn(server, userName))
  }
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  await server.server.db.deleteFrom('bookingRequests').execute()
  await server.server.db.deleteFrom('shifts').execute()
  await server.server.db.deleteFrom('notifications').execute()
})

const call = async (who: string, path: string, payload: object) =>
  said(await post(server, path, payload, bearers.get(who)))
const ask = (who: string, name: string, payload: object) =>
  call(who, `/api/resource/booking/${name}`, payload)

const HOLIDAY = {
  type: 'HOLIDAY',
  startLocal: '2026-05-11T00:00',
  endLocal: '2026-05-13T00:00',
  reason: 'Wedding',
} as const
const OVERTIME = {
  type: 'OVERTIME',
  startLocal: '2026-05-06T18:00',
  endLocal: '2026-05-06T20:00',
  reason: 'Wave 3',
} as const

async function made(who: string, request: object): Promise<number> {
  const { status, body } = await ask(who, 'new', request)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}
const pendingCount = async (who: string) => {
  const { body } = await call(who, '/api/passport-validation/counters', {})
  return (body as { pendingRequestsCount: number }).pendingRequestsCount
}
const told = () => server.server.db.selectFrom('notifications').select(['userID', 'subject']).execute()

test('D167 S124 a request waits, is counted for who decides, and is told of when it is decided', async () => {
  const id = await made('ann', HOLIDAY)
  const other = await made('ann', OVERTIME)
  expect(await ask('ben', 'pending', {})).toMatchObject({
    body: [
      { id, state: 'PENDING', userName: 'ann', hours: 15, mayDecide: true },
      { id: other, hours: 2, mayDecide: true },
    ],
  })
  expect([await pendingCount('ben'), await pendingCount('ann')]).toEqual([2, 0])
  expect(await ask('ben', 'decide', { id, state: 'APPROVED' })).toMatchObject({
    body: { state: 'APPROVED', decidedBy: 'ben' },
  })
  expect(await pendingCount('ben')).toBe(1)
  expect(await told()).toMatchObject([{ subject: 'Holiday approved by ben' }])
  const days = { start: '2026-05-12T00:00:00Z', end: '2026-05-13T00:00:00Z' }
  expect(await call('ann', '/api/calendar/events', days)).toMatchObject({
    body: {
      events: [{ id: `request:${id}`, eventType: 'HOLIDAY', eventState: 'APPROVED' }],
      days: [{ kind: 'HOLIDAY' }, { kind: 'WORKING' }],
    },
  })
  expect(await ask('cat', 'approved', days)).toMatchObject({ body: [{ id, state: 'APPROVED' }] })
})

test('D165 one’s own request, overtime without the permission, and declining without a note are refused', async () => {
  const own = await made('ben', HOLIDAY)
  expect(await ask('ben', 'decide', { id: own, state: 'APPROVED' })).toEqual({
    status: 403,
    body: { value: 'Somebody else has to decide on your own request.' },
  })
  const overtime = await made('ann', OVERTIME)
  const holiday = await made('ann', HOLIDAY)
  expect((await ask('cat', 'decide', { id: overtime, state: 'APPROVED' })).status).toBe(403)
  expect((await ask('dan', 'decide', { id: holiday, state: 'APPROVED' })).status).toBe(403)
  expect((await ask('ann', 'pending', {})).status).toBe(403)
  for (const note of ['', ' ', 'no'])
    expect(await ask('cat', 'decide', { id: holiday, state: 'DECLINED', note })).toEqual({
      status: 400,
      body: { value: 'Say why.' },
    })
  expect(await ask('cat', 'decide', { id: holiday, state: 'DECLINED', note: 'Nay' })).toMatchObject({
    body: { state: 'DECLINED', decisionNote: 'Nay' },
  })
  expect(await told()).toMatchObject([{ subject: 'Holiday declined by cat: Nay' }])
  expect(await ask('cat', 'decide', { id: holiday, state: 'PENDING' })).toMatchObject({ status: 200 })
  expect(await ask('ben', 'decide', { id: overtime, state: 'APPROVED' })).toMatchObject({ status: 200 })
})

test('D166 of two who decide on one request the second reads who was first', async () => {
  const id = await made('ann', HOLIDAY)
  const second = { status: 409, body: { value: 'Already APPROVED by ben.' } }
  await ask('ben', 'decide', { id, state: 'APPROVED', from: 'PENDING' })
  expect(await ask('cat', 'decide', { id, state: 'DECLINED', from: 'PENDING', note: 'Full' })).toEqual(second)
  // Taking an approval back is another decision: it is made on what is approved.
  expect(await ask('cat', 'decide', { id, state: 'CANCELLED', from: 'REQUESTED_CANCELATION' })).toEqual(
    second,
  )
  const both = await made('ann', OVERTIME)
  const [one, two] = await Promise.all(
    ['ben', 'ben'].map((who) => ask(who, 'decide', { id: both, state: 'APPROVED' })),
  )
  expect([one?.status, two?.status].sort()).toEqual([200, 409])
  expect([one, two].find((either) => either?.status === 409)).toEqual(second)
  const declined = await made('ann', {
    ...HOLIDAY,
    startLocal: '2026-06-08T00:00',
    endLocal: '2026-06-10T00:00',
  })
  const decline = (who: string) => ask(who, 'decide', { id: declined, state: 'DECLINED', note: 'Full' })
  expect((await decline('cat')).status).toBe(200)
  expect(await decline('ben')).toEqual({ status: 409, body: { value: 'Already DECLINED by cat.' } })
  // Who wants something else of it is told what it is, and not that somebody was first.
  expect(await ask('ben', 'decide', { id: declined, state: 'CANCELLED', note: 'No more' })).toEqual({
    status: 409,
    body: { value: "The request is DECLINED and can't be cancelled." },
  })
})

test('D102 withdrawing one that waits cancels it; an approved one waits until its cancelling is decided', async () => {
  const first = await made('ann', HOLIDAY)
  expect((await ask('ben', 'withdraw', { id: first })).status).toBe(400)
  expect(await ask('ann', 'withdraw', { id: first })).toMatchObject({ body: { state: 'CANCELLED' } })
  expect((await ask('ann', 'withdraw', { id: first })).status).toBe(409)
  const second = await made('ann', HOLIDAY)
  await ask('ben', 'decide', { id: second, state: 'APPROVED' })
  const asked = { body: { state: 'REQUESTED_CANCELATION' } }
  expect(await ask('ann', 'withdraw', { id: second })).toMatchObject(asked)
  expect(await pendingCount('cat')).toBe(1)
  expect(await ask('cat', 'decide', { id: second, state: 'APPROVED' })).toMatchObject({ status: 200 })
  await ask('ann', 'withdraw', { id: second })
  expect(await ask('cat', 'decide', { id: second, state: 'CANCELLED' })).toMatchObject({
    body: { state: 'CANCELLED' },
  })
  const overtime = await made('ann', OVERTIME)
  await ask('ben', 'decide', { id: overtime, state: 'APPROVED' })
  // Ann may ask for overtime and not have it cancelled.
  expect((await ask('ann', 'withdraw', { id: overtime })).status).toBe(403)
  // Each that was withdrawn says from what to what, and who did it.
  const entries = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'REQUEST_WITHDRAWN')
    .orderBy('id')
    .select(['recordID', 'actorName', 'changes'])
    .execute()
  const change = (before: string, after: string) => [{ field: 'state', before, after }]
  expect(entries.map(({ changes, ...entry }) => ({ ...entry, changes: JSON.parse(changes) }))).toEqual([
    { recordID: first, actorName: 'ann', changes: change('PENDING', 'CANCELLED') },
    { recordID: second, actorName: 'ann', changes: change('APPROVED', 'REQUESTED_CANCELATION') },
    { recordID: second, actorName: 'ann', changes: change('APPROVED', 'REQUESTED_CANCELATION') },
  ])
})

test('an approval is taken back before its start only, with a reason', async () => {
  const today = { startLocal: '2026-05-04T14:00', endLocal: '2026-05-04T16:00' }
  const id = await made('ann', { ...OVERTIME, ...today })
  await ask('ben', 'decide', { id, state: 'APPROVED' })
  expect((await ask('ben', 'decide', { id, state: 'CANCELLED' })).body).toEqual({ value: 'Say why.' })
  const back = { id, state: 'CANCELLED', note: 'Wave 3 is done' }
  server.clock.now = Date.UTC(2026, 4, 4, 13)
  expect((await ask('ben', 'decide', back)).body).toEqual({ value: 'This has begun already.' })
  server.clock.now -= 1
  expect((await ask('ben', 'decide', back)).status).toBe(200)
})

test('what can’t be asked for is refused, at both ends of each bound', async () => {
  const value = async (request: object) => {
    const { status, body } = await ask('ann', 'new', request)
    if (status === 200) await server.server.db.deleteFrom('bookingRequests').execute()
    return status === 200 ? 'kept' : (body as { value: string }).value
  }
  const personal = { ...OVERTIME, type: 'PERSONAL' }
  expect(await value({ ...HOLIDAY, endLocal: '2026-06-10T00:00' })).toBe('kept')
  expect(await value({ ...HOLIDAY, endLocal: '2026-06-11T00:00' })).toContain('30 days at most')
  expect(await value({ ...HOLIDAY, startLocal: '2027-05-04T00:00', endLocal: '2027-05-05T00:00' })).toBe(
    'kept',
  )
  expect(await value({ ...HOLIDAY, startLocal: '2027-05-05T00:00', endLocal: '2027-05-06T00:00' })).toContain(
    '12 months ahead',
  )
  expect(await value({ ...HOLIDAY, startLocal: '2026-05-09T00:00', endLocal: '2026-05-11T00:00' })).toContain(
    'no working day',
  )
  expect(await value({ ...OVERTIME, endLocal: '2026-05-06T19:00' })).toBe('kept')
  expect(await value({ ...OVERTIME, endLocal: '2026-05-06T18:45' })).toBe('Overtime is an hour at least.')
  expect(await value({ ...personal, endLocal: '2026-05-06T18:20' })).toBe('Times are in steps of 15 minutes.')
  expect(await value({ ...personal, endLocal: '2026-05-06T18:00' })).toContain('must end after')
  expect(await value({ ...personal, startLocal: '2026-05-04T13:00', endLocal: '2026-05-04T14:00' })).toBe(
    'kept',
  )
  expect(await value({ ...personal, startLocal: '2026-05-04T12:45', endLocal: '2026-05-04T14:00' })).toBe(
    'This is in the past.',
  )
  expect((await ask('ann', 'new', { ...personal, type: 'SALAH_TIME' })).status).toBe(403)
  expect((await ask('dan', 'new', HOLIDAY)).status).toBe(403)
  await made('ann', HOLIDAY)
  expect(await value({ ...HOLIDAY, startLocal: '2026-05-12T00:00', endLocal: '2026-05-14T00:00' })).toMatch(
    /^Overlaps Holiday 11 May.*\.$/,
  )
  expect(await value({ ...HOLIDAY, startLocal: '2026-05-13T00:00', endLocal: '2026-05-14T00:00' })).toBe(
    'kept',
  )
})

async function inArea(names: readonly string[], id: number): Promise<void> {
  const { db } = server.server
  await db
    .insertInto('areas')
    .values({ id, name: `Area ${id}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.updateTable('users').set({ areaID: id }).where('userName', 'in', names).execute()
}
const rows = () =>
  server.server.db
    .selectFrom('bookingRequests')
    .select(['id', 'state', 'start', 'end', 'hours', 'decisionNote'])
    .orderBy('start')
    .execute()
const day = (date: string): number => Date.parse(`${date}T00:00+01:00`)

test('a holiday is approved in part: its other days are declined, and a weekend goes with the day before it', async () => {
  // Thursday to Tuesday.
  const id = await made('ann', { ...HOLIDAY, startLocal: '2026-05-14T00:00', endLocal: '2026-05-20T00:00' })
  const some = (days: readonly string[], note = 'Too few people') =>
    ask('ben', 'decide', { id, state: 'APPROVED', days, note })
  expect((await some(['2026-05-13'])).body).toEqual({ value: 'Please choose days of the request.' })
  expect((await some(['2026-05-16'])).body).toEqual({ value: 'Please choose days of the request.' })
  expect((await some(['2026-05-15', '2026-05-18'], 'no')).body).toEqual({ value: 'Say why.' })
  expect((await some(['2026-05-15', '2026-05-18'])).status).toBe(200)
  expect(await rows()).toMatchObject([
    { state: 'DECLINED', start: day('2026-05-14'), end: day('2026-05-15'), hours: 7.5 },
    { id, state: 'APPROVED', start: day('2026-05-15'), end: day('2026-05-19'), hours: 15 },
    { state: 'DECLINED', start: day('2026-05-19'), end: day('2026-05-20'), decisionNote: 'Too few people' },
  ])
  expect((await told())[0]?.subject).toBe('Holiday approved in part by ben: Too few people')
  const other = await made('ann', OVERTIME)
  expect((await ask('ben', 'decide', { id: other, state: 'APPROVED', days: ['2026-05-06'] })).status).toBe(
    400,
  )
})

test('a holiday has the working days of the company’s own calendar, also where it is approved in part', async () => {
  const { db } = server.server
  await putSetting(db, 'workingTime.removedHolidays', [{ date: '2026-05-25', name: 'Spring' }])
  await putSetting(db, 'workingTime.extraHolidays', [{ date: '2026-05-27', name: 'Founders’ day' }])
  try {
    // Monday, which the law gives and the company works on, to Wednesday, which it gives.
    const week = { ...HOLIDAY, startLocal: '2026-05-25T00:00', endLocal: '2026-05-28T00:00' }
    const { body } = await ask('ann', 'new', week)
    expect(body).toMatchObject({ hours: 15, workingDays: ['2026-05-25', '2026-05-26'] })
    const { id } = body as { id: number }
    const some = (days: readonly string[]) =>
      ask('ben', 'decide', { id, state: 'APPROVED', days, note: 'Too few people' })
    expect((await some(['2026-05-27'])).body).toEqual({ value: 'Please choose days of the request.' })
    expect((await some(['2026-05-25'])).status).toBe(200)
    expect(await rows()).toMatchObject([
      { state: 'APPROVED', end: day('2026-05-26'), hours: 7.5 },
      { state: 'DECLINED', end: day('2026-05-28'), hours: 7.5 },
    ])
    const founders = { ...HOLIDAY, startLocal: '2026-05-27T00:00', endLocal: '2026-05-28T00:00' }
    expect((await ask('ann', 'new', founders)).status).toBe(400)
  } finally {
    await putSetting(db, 'workingTime.removedHolidays', [])
    await putSetting(db, 'workingTime.extraHolidays', [])
  }
})

test('a holiday that overlaps another of the area is approved only by who was shown that one', async () => {
  await inArea(['ann', 'ben', 'cat'], 1)
  const first = await made('ann', HOLIDAY)
  const second = await made('ben', {
    ...HOLIDAY,
    startLocal: '2026-05-12T00:00',
    endLocal: '2026-05-14T00:00',
  })
  expect(await ask('cat', 'pending', {})).toMatchObject({
    body: [{ overlaps: [], yearHours: { approved: 0, pending: 15 } }, { overlaps: [] }],
  })
  expect((await ask('ben', 'decide', { id: first, state: 'APPROVED' })).status).toBe(200)
  // Cat saw the list before that.
  const approve = (more: object = {}) => ask('cat', 'decide', { id: second, state: 'APPROVED', ...more })
  expect(await approve()).toMatchObject({
    status: 409,
    body: { value: 'Also off then: ann. Please look again before you approve.' },
  })
  expect((await approve({ seen: [second] })).status).toBe(409)
  expect(await ask('cat', 'pending', {})).toMatchObject({
    body: [{ id: second, overlaps: [{ id: first, userName: 'ann' }] }],
  })
  // Elsewhere it is nobody's matter, and what ends where it begins is no overlap.
  await inArea(['ann'], 2)
  expect(await ask('cat', 'pending', {})).toMatchObject({ body: [{ overlaps: [] }] })
  await inArea(['ann'], 1)
  expect((await approve({ seen: [first] })).status).toBe(200)
  const third = await made('cat', {
    ...HOLIDAY,
    startLocal: '2026-05-14T00:00',
    endLocal: '2026-05-15T00:00',
  })
  expect((await ask('ben', 'decide', { id: third, state: 'APPROVED' })).status).toBe(200)
})

test('of two approvals of overlapping holidays at once one is refused, and of two decisions on one the second', async () => {
  await inArea(['ann', 'ben', 'cat'], 1)
  const first = await made('ann', HOLIDAY)
  const second = await made('ben', HOLIDAY)
  const both = await Promise.all([
    ask('ben', 'decide', { id: first, state: 'APPROVED' }),
    ask('cat', 'decide', { id: second, state: 'APPROVED' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await server.server.db.deleteFrom('bookingRequests').execute()
  const one = await made('ann', HOLIDAY)
  const twice = await Promise.all([
    ask('ben', 'decide', { id: one, state: 'APPROVED', from: 'PENDING' }),
    ask('cat', 'decide', { id: one, state: 'DECLINED', from: 'PENDING', note: 'Too few' }),
  ])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(twice.find(({ status }) => status === 409)?.body).toMatchObject({
    value: expect.stringMatching(/^Already (APPROVED|DECLINED) by (ben|cat)\.$/),
  })
})

test('an approval that another one overtakes between its look and its word is refused', async () => {
  await inArea(['ann', 'ben'], 1)
  const id = await made('ann', HOLIDAY)
  const { db } = server.server
  const stored = await requireRequest(db, id)
  await guardOverlaps(db, stored, [])
  // As PostgreSQL would have it: somebody counts on after the number was read.
  const late = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'approvals' in row))
        await db
          .updateTable('bookingGuards')
          .set(({ eb }) => ({ approvals: eb('approvals', '+', 1) }))
          .execute()
      return result
    },
  })
  await expect(guardOverlaps(late as typeof db, stored, [])).rejects.toMatchObject({
    code: 'booking.meanwhile',
  })
})
