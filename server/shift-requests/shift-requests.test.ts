import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { momentOfField } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { isOpenRequest, mayRequestBecome, SHIFT_REQUEST_STATES } from '#shared/domain/shift-requests.ts'
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
import { expireShiftRequests } from './expiry.ts'

// NOON is Monday, 4 May 2026.
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_SCHEDULE']
const PEOPLE: Readonly<Record<string, PermissionName[]>> = {
  ann: OWN,
  bob: OWN,
  cat: OWN,
  pam: [...OWN, 'IRESOURCE_CAN_PROCESS_SHIFT'],
  eve: ['IRESOURCE_CAN_SEE_BOOKINGS'],
}
let server: TestServer
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const ask = async (who: string, name: string, payload: object = {}) =>
  said(await post(server, `/api/resource/shift-request/${name}`, payload, bearers.get(who)))
const id = (who: string) => ids.get(who) ?? 0

beforeAll(async () => {
  server = await startTestServer()
  await db().insertInto('areas').values({ id: 1, name: 'North' }).execute()
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  await db().updateTable('users').set({ areaID: 1 }).where('userName', 'in', ['ann', 'bob', 'cat']).execute()
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  for (const table of ['shiftRequests', 'shifts', 'notifications', 'audit'] as const)
    await db().deleteFrom(table).execute()
})

const addShift = (who: string, start: string, end: string, more: object = {}): Promise<number> =>
  insertShift(db(), {
    ...{ userID: id(who), start: momentOfField(start), end: momentOfField(end) },
    ...{ areaID: 1, location: 'HOME', publishedAt: NOON, ...more },
  })
const shifts = async () =>
  (
    await db()
      .selectFrom('shifts')
      .orderBy('start')
      .orderBy('id')
      .select(['id', 'userID', 'state', 'start', 'end', 'breakMinutes'])
      .execute()
  ).map(({ id: shift, userID, state, start, end, breakMinutes }) => ({
    shift,
    userID,
    state,
    start,
    end,
    breakMinutes,
  }))
const made = async (who: string, request: object): Promise<number> => {
  const { status, body } = await ask(who, 'new', { reason: 'A wedding', ...request })
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}
const refused = (status: number, value: string) => ({ status, body: { value } })
const told = async () =>
  (await db().selectFrom('notifications').orderBy('id').select(['userID', 'subject']).execute()).map(
    ({ userID, subject }) => [[...ids].find(([, one]) => one === userID)?.[0], subject],
  )

test('D171 a GIVE waits for the colleague, then for approval, and only then moves the shift', async () => {
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const request = await made('ann', { type: 'GIVE', shiftID: shift, toUserID: id('bob') })
  const owners = async () => (await shifts()).map(({ userID }) => userID)
  expect((await ask('ann', 'mine')).body).toMatchObject({
    asked: [{ id: request, state: 'OFFERED', mayWithdraw: true }],
    toMe: [],
  })
  expect((await ask('bob', 'mine')).body).toMatchObject({
    asked: [],
    toMe: [{ id: request, mayAnswer: true, by: { name: 'ann' } }],
  })
  expect(await ask('pam', 'decide', { id: request, state: 'APPROVED' })).toEqual(
    refused(400, 'The colleague has not answered yet.'),
  )
  for (const who of ['cat', 'ann', 'pam'])
    expect((await ask(who, 'answer', { id: request, state: 'ACCEPTED' })).status).toBe(404)
  expect((await ask('bob', 'answer', { id: request, state: 'ACCEPTED' })).body).toMatchObject({
    state: 'ACCEPTED',
    mayAnswer: false,
  })
  expect(await owners()).toEqual([id('ann')])
  server.clock.now += BURST_MS
  expect((await ask('eve', 'decide', { id: request, state: 'APPROVED' })).status).toBe(403)
  expect((await ask('pam', 'decide', { id: request, state: 'APPROVED' })).body).toMatchObject({
    state: 'APPROVED',
    deciderName: 'pam',
  })
  expect(await owners()).toEqual([id('bob')])
  expect(await told()).toEqual([
    ['bob', 'ann asks you to take a shift: 6 May, 09:00–13:00'],
    ['ann', 'bob accepted your request about a shift'],
    ['pam', 'ann asks about a shift: Give, 6 May, 09:00–13:00, and bob agrees'],
    ['ann', 'Give of the shift 6 May, 09:00–13:00 approved by pam'],
    ['bob', 'Give of the shift 6 May, 09:00–13:00 approved by pam'],
  ])
})

test('D171 a SWAP moves both shifts or neither, and both people are held against the rules as they will be', async () => {
  const early = await addShift('ann', '2026-05-06T07:00', '2026-05-06T12:00')
  const late = await addShift('bob', '2026-05-06T11:00', '2026-05-06T16:00')
  const request = await made('ann', { type: 'SWAP', shiftID: early, toUserID: id('bob'), otherShiftID: late })
  await ask('bob', 'answer', { id: request, state: 'ACCEPTED' })
  // Nine hours after what bob would work then.
  const night = await addShift('bob', '2026-05-05T14:00', '2026-05-05T22:00', { breakMinutes: 30 })
  expect((await ask('pam', 'checks', { id: request })).body).toMatchObject({
    people: [
      { name: 'bob', checks: [{ rule: 'REST', blocks: true }] },
      { name: 'ann', checks: [] },
    ],
  })
  const decide = () => ask('pam', 'decide', { id: request, state: 'APPROVED' })
  expect(await decide()).toEqual(refused(400, 'Less than 11 hours of rest before 6 May, 07:00–12:00.'))
  const owners = async () => (await shifts()).map(({ shift, userID }) => [shift, userID])
  expect(await owners()).toEqual([
    [night, id('bob')],
    [early, id('ann')],
    [late, id('bob')],
  ])
  await db().deleteFrom('shifts').where('id', '=', night).execute()
  expect((await decide()).status).toBe(200)
  expect(await owners()).toEqual([
    [early, id('bob')],
    [late, id('ann')],
  ])
  expect((await decide()).status).toBe(409)
})

test('D171 a refused GIVE and a SWAP whose shift went meanwhile move nothing', async () => {
  const own = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const give = await made('ann', { type: 'GIVE', shiftID: own, toUserID: id('bob') })
  expect((await ask('bob', 'answer', { id: give, state: 'REFUSED' })).body).toMatchObject({
    state: 'REFUSED',
  })
  expect((await ask('pam', 'decide', { id: give, state: 'APPROVED' })).body).toEqual({
    value: "The request is REFUSED and can't be approved.",
  })
  const other = await addShift('bob', '2026-05-07T09:00', '2026-05-07T13:00')
  const swap = await made('ann', { type: 'SWAP', shiftID: own, toUserID: id('bob'), otherShiftID: other })
  await ask('bob', 'answer', { id: swap, state: 'ACCEPTED' })
  await db().updateTable('shifts').set({ state: 'CANCELLED' }).where('id', '=', other).execute()
  expect(await ask('pam', 'decide', { id: swap, state: 'APPROVED' })).toEqual(
    refused(404, 'There is no such shift.'),
  )
  expect((await shifts()).map(({ userID }) => userID)).toEqual([id('ann'), id('bob')])
  expect((await ask('ann', 'mine')).body).toMatchObject({
    asked: [{ id: swap, state: 'ACCEPTED' }, { id: give }],
  })
})

test('D172 a dropped shift stays the person’s until it is approved', async () => {
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const request = await made('ann', { type: 'DROP', shiftID: shift })
  expect(await shifts()).toMatchObject([{ userID: id('ann'), state: 'PUBLISHED' }])
  expect(await ask('pam', 'decide', { id: request, state: 'DECLINED', note: 'no' })).toEqual(
    refused(400, 'Say why.'),
  )
  expect(
    (await ask('pam', 'decide', { id: request, state: 'DECLINED', note: 'Nobody else' })).body,
  ).toMatchObject({ state: 'DECLINED' })
  expect(await shifts()).toMatchObject([{ userID: id('ann'), state: 'PUBLISHED' }])
  const second = await made('ann', { type: 'DROP', shiftID: shift })
  expect((await ask('pam', 'decide', { id: second, state: 'APPROVED' })).status).toBe(200)
  expect(await shifts()).toMatchObject([{ userID: id('ann'), state: 'CANCELLED' }])
})

test('D172 an open request EXPIRES 2 hours before the shift, whatever its state, and is neither decided nor answered then', async () => {
  const start = momentOfField('2026-05-06T09:00')
  const drop = await made('ann', {
    type: 'DROP',
    shiftID: await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00'),
  })
  const give = await made('bob', {
    ...{ type: 'GIVE', toUserID: id('cat') },
    shiftID: await addShift('bob', '2026-05-06T09:00', '2026-05-06T13:00'),
  })
  const later = await made('cat', {
    type: 'DROP',
    shiftID: await addShift('cat', '2026-05-06T09:15', '2026-05-06T13:00'),
  })
  const states = async () =>
    (await db().selectFrom('shiftRequests').orderBy('id').select(['id', 'state']).execute()).map(
      ({ state }) => state,
    )
  const parts = { db: db(), publisher: { notified: () => {} } }
  expect(await expireShiftRequests(parts, start - 2 * 3_600_000 - 1)).toBe(0)
  server.clock.now = start - 2 * 3_600_000
  for (const who of ['pam', 'cat']) bearers.set(who, await signIn(server, who))
  // Before anybody looks, it is over by its time.
  expect(await ask('pam', 'decide', { id: drop, state: 'APPROVED' })).toEqual(
    refused(400, 'Expired on 6 May 2026.'),
  )
  expect(await ask('cat', 'answer', { id: give, state: 'ACCEPTED' })).toEqual(
    refused(400, 'Expired on 6 May 2026.'),
  )
  expect(await expireShiftRequests(parts, server.clock.now)).toBe(2)
  expect(await states()).toEqual(['EXPIRED', 'EXPIRED', 'PENDING'])
  expect(await expireShiftRequests(parts, server.clock.now)).toBe(0)
  expect((await ask('pam', 'decide', { id: drop, state: 'APPROVED' })).status).toBe(409)
  expect((await ask('pam', 'decide', { id: later, state: 'APPROVED' })).status).toBe(200)
  expect((await told()).filter(([, subject]) => subject?.includes('expired'))).toEqual([
    ['ann', 'Your request about the shift 6 May, 09:00–13:00 has expired'],
    ['bob', 'Your request about the shift 6 May, 09:00–13:00 has expired'],
  ])
  server.clock.now = NOON
  for (const who of ['pam', 'cat']) bearers.set(who, await signIn(server, who))
})

test('4 §5.3 who decides is notified once a request waits for their word, one for a burst, and never of their own', async () => {
  const day = (date: string) => [`${date}T09:00`, `${date}T13:00`] as const
  const gone = await addPerson(server, { userName: 'gone', permissions: ['IRESOURCE_CAN_PROCESS_SHIFT'] })
  await db().updateTable('users').set({ isActive: 0 }).where('id', '=', gone).execute()
  const forPam = async () => (await told()).filter(([who]) => who === 'pam').map(([, subject]) => subject)
  const toTake = await made('ann', {
    ...{ type: 'GIVE', toUserID: id('bob') },
    shiftID: await addShift('ann', ...day('2026-05-06')),
  })
  const toPam = await made('ann', {
    ...{ type: 'GIVE', toUserID: id('pam') },
    shiftID: await addShift('ann', ...day('2026-05-07')),
  })
  await ask('pam', 'answer', { id: toPam, state: 'ACCEPTED' })
  await made('pam', { type: 'DROP', shiftID: await addShift('pam', ...day('2026-05-12')) })
  // A colleague hasn't answered, it is pam's own, or she has a part in it.
  expect(await forPam()).toEqual(['ann asks you to take a shift: 7 May, 09:00–13:00'])
  await ask('bob', 'answer', { id: toTake, state: 'ACCEPTED' })
  await made('cat', { type: 'DROP', shiftID: await addShift('cat', ...day('2026-05-08')) })
  expect((await forPam()).slice(1)).toEqual(['cat asks about a shift: Drop, 8 May, 09:00–13:00 (and 1 more)'])
  server.clock.now += BURST_MS
  await made('cat', {
    ...{ type: 'CHANGE', shiftID: await addShift('cat', ...day('2026-05-09')) },
    ...{ newStart: '2026-05-09T09:00:00.000Z', newEnd: '2026-05-09T13:00:00.000Z' },
  })
  expect((await forPam()).at(-1)).toBe('cat asks about a shift: Other times, 9 May, 09:00–13:00')
  const rows = await db()
    .selectFrom('notifications')
    .where('source', '=', 'SHIFT_REQUEST')
    .select(['userID', 'body'])
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ userID }) => userID))).toEqual(new Set([id('pam')]))
  expect(rows.at(-1)?.body).toBe('A wedding')
})

test('other times and a split are made when they are approved, with reasons for what warns', async () => {
  await db().updateTable('users').set({ weeklyHours: 4 }).where('id', '=', id('ann')).execute()
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const moved = await made('ann', {
    ...{ type: 'CHANGE', shiftID: shift },
    ...{ newStart: '2026-05-06T11:00:00.000Z', newEnd: '2026-05-06T16:00:00.000Z' },
  })
  expect((await ask('pam', 'checks', { id: moved })).body).toEqual({
    people: [{ name: 'ann', checks: [{ rule: 'CONTRACT', blocks: false, text: '1 hour over contract.' }] }],
  })
  expect((await ask('pam', 'decide', { id: moved, state: 'APPROVED' })).status).toBe(400)
  expect((await ask('pam', 'decide', { id: moved, state: 'APPROVED', override: 'Agreed' })).status).toBe(200)
  expect(await shifts()).toMatchObject([
    { start: momentOfField('2026-05-06T12:00'), end: momentOfField('2026-05-06T17:00') },
  ])
  await db().updateTable('users').set({ weeklyHours: null }).where('id', '=', id('ann')).execute()

  const parts = 'Both parts have to be at least 1 hour.'
  const split = (time: string) => ({
    type: 'SPLIT',
    shiftID: shift,
    splitAt: `2026-05-06T${time}:00.000Z`,
    reason: 'School',
  })
  for (const time of ['11:45', '15:15', '10:00', '17:00'])
    expect(await ask('ann', 'new', split(time))).toEqual(refused(400, parts))
  expect(await ask('ann', 'new', split('13:10'))).toEqual(refused(400, 'Times are in steps of 15 minutes.'))
  await db().updateTable('shifts').set({ breakMinutes: 50 }).where('id', '=', shift).execute()
  const half = await made('ann', split('12:00'))
  await ask('pam', 'decide', { id: half, state: 'APPROVED' })
  expect(await shifts()).toMatchObject([
    {
      shift,
      start: momentOfField('2026-05-06T12:00'),
      end: momentOfField('2026-05-06T13:00'),
      breakMinutes: 10,
    },
    {
      userID: id('ann'),
      state: 'PUBLISHED',
      start: momentOfField('2026-05-06T13:00'),
      end: momentOfField('2026-05-06T17:00'),
      breakMinutes: 40,
    },
  ])
})

test('who is asked for cover: qualified and free, the fewest hours first; the first who says yes has it', async () => {
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  await addShift('bob', '2026-05-07T09:00', '2026-05-07T15:00')
  await addShift('cat', '2026-05-08T09:00', '2026-05-08T11:00')
  // Pam is at work then.
  await addShift('pam', '2026-05-06T12:00', '2026-05-06T16:00')
  const request = await made('ann', { type: 'DROP', shiftID: shift })
  expect((await ask('pam', 'find-cover', { id: request })).body).toMatchObject({
    people: [
      { name: 'cat', weekHours: 2, isAsked: false, warnings: [] },
      { name: 'bob', weekHours: 6 },
    ],
  })
  expect((await ask('bob', 'answer', { id: request, state: 'ACCEPTED' })).status).toBe(404)
  expect((await ask('pam', 'offer-cover', { id: request, userIDs: [id('pam')] })).status).toBe(400)
  const both = [id('bob'), id('cat')]
  expect((await ask('pam', 'offer-cover', { id: request, userIDs: both })).body).toEqual({ asked: 2 })
  expect((await ask('pam', 'offer-cover', { id: request, userIDs: both })).body).toEqual({ asked: 0 })
  expect((await ask('pam', 'find-cover', { id: request })).body).toMatchObject({
    people: [{ isAsked: true }, { isAsked: true }],
  })
  expect((await ask('cat', 'mine')).body).toMatchObject({
    toMe: [{ id: request, type: 'DROP', mayAnswer: true }],
  })
  const answers = await Promise.all(
    ['bob', 'cat'].map((who) => ask(who, 'answer', { id: request, state: 'ACCEPTED' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    value: 'This place has just been taken.',
  })
  const winner = answers[0]?.status === 200 ? 'bob' : 'cat'
  expect((await shifts()).find((one) => one.shift === shift)).toMatchObject({
    userID: id(winner),
    state: 'PUBLISHED',
  })
  expect((await told()).map(([who, subject]) => `${who}: ${subject}`)).toEqual([
    'pam: ann asks about a shift: Drop, 6 May, 09:00–13:00',
    'bob: Can you take a shift: 6 May, 09:00–13:00?',
    'cat: Can you take a shift: 6 May, 09:00–13:00?',
    `ann: ${winner} takes your shift 6 May, 09:00–13:00`,
    `pam: ${winner} covers the shift 6 May, 09:00–13:00 of ann`,
  ])
})

test('what can’t be asked for: others’ shifts, drafts, past ones, twice, late, without a colleague', async () => {
  const own = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const bobs = await addShift('bob', '2026-05-06T09:00', '2026-05-06T13:00')
  const draft = await addShift('ann', '2026-05-07T09:00', '2026-05-07T13:00', { state: 'DRAFT' })
  const soon = await addShift('ann', '2026-05-04T15:00', '2026-05-04T18:00')
  const over = await addShift('ann', '2026-05-04T08:00', '2026-05-04T12:00')
  const value = async (who: string, request: object) => {
    const { status, body } = await ask(who, 'new', { reason: 'A wedding', ...request })
    return status === 200 ? 'kept' : (body as { value: string }).value
  }
  for (const shiftID of [bobs, draft, over, 9999])
    expect(await value('ann', { type: 'DROP', shiftID })).toBe('There is no such shift.')
  // NOON is 13:00 in London: two hours before.
  expect(await value('ann', { type: 'DROP', shiftID: soon })).toBe('Expired on 4 May 2026.')
  server.clock.now = NOON - 1
  expect(await value('ann', { type: 'DROP', shiftID: soon })).toBe('kept')
  expect(await value('ann', { type: 'GIVE', shiftID: own })).toBe('Choose a colleague.')
  expect(await value('ann', { type: 'GIVE', shiftID: own, toUserID: id('ann') })).toBe('Choose a colleague.')
  expect(await value('ann', { type: 'GIVE', shiftID: own, toUserID: id('bob') })).toMatch(/^Overlaps Shift/)
  expect(await value('ann', { type: 'SWAP', shiftID: own, toUserID: id('bob') })).toBe(
    'Choose which of their shifts you would take.',
  )
  expect(await value('ann', { type: 'SWAP', shiftID: own, toUserID: id('cat'), otherShiftID: bobs })).toBe(
    'There is no such shift.',
  )
  expect(await value('ann', { type: 'CHANGE', shiftID: own })).toBe('Say which times you want.')
  const long = { newStart: '2026-05-06T06:00:00.000Z', newEnd: '2026-05-06T18:15:00.000Z' }
  expect(await value('ann', { type: 'CHANGE', shiftID: own, ...long })).toBe('A shift has 1 to 12 hours.')
  for (const reason of ['', 'no', 'x'.repeat(1001)])
    expect((await ask('ann', 'new', { type: 'DROP', shiftID: own, reason })).status).toBe(400)
  expect(await value('ann', { type: 'DROP', shiftID: own })).toBe('kept')
  expect(await value('ann', { type: 'DROP', shiftID: own })).toBe(
    'Something is asked about this shift already.',
  )
  const { id: open } = await db()
    .selectFrom('shiftRequests')
    .where('shiftID', '=', own)
    .select('id')
    .executeTakeFirstOrThrow()
  expect((await ask('bob', 'answer', { id: open, state: 'CANCELLED' })).status).toBe(404)
  expect((await ask('ann', 'answer', { id: open, state: 'CANCELLED' })).body).toMatchObject({
    state: 'CANCELLED',
  })
  expect((await ask('ann', 'answer', { id: open, state: 'CANCELLED' })).status).toBe(409)
  expect(await value('ann', { type: 'DROP', shiftID: own })).toBe('kept')
  expect((await ask('ann', 'list')).status).toBe(403)
  expect((await ask('eve', 'new', { type: 'DROP', shiftID: own, reason: 'A wedding' })).status).toBe(403)
})

test('a planner doesn’t decide on what is theirs, and the list has all of them', async () => {
  const shift = await addShift('pam', '2026-05-06T09:00', '2026-05-06T13:00')
  const own = await made('pam', { type: 'DROP', shiftID: shift })
  const words = 'Somebody else has to decide on your own request.'
  expect(await ask('pam', 'decide', { id: own, state: 'APPROVED' })).toEqual(refused(403, words))
  const toPam = await made('ann', {
    ...{ type: 'GIVE', toUserID: id('pam') },
    shiftID: await addShift('ann', '2026-05-08T09:00', '2026-05-08T13:00'),
  })
  await ask('pam', 'answer', { id: toPam, state: 'ACCEPTED' })
  expect(await ask('pam', 'decide', { id: toPam, state: 'APPROVED' })).toEqual(refused(403, words))
  expect(
    (await ask('pam', 'list', { filters: [{ field: 'type', operator: 'ANY_OF', values: ['GIVE'] }] })).body,
  ).toMatchObject({
    total: 1,
    rows: [
      { id: toPam, byName: 'ann', toName: 'pam', state: 'ACCEPTED', area: 'North', reason: 'A wedding' },
    ],
  })
  expect((await ask('pam', 'get', { id: own })).body).toMatchObject({
    type: 'DROP',
    shiftStart: '2026-05-06T08:00:00.000Z',
  })
})

test('the states of a shift request lead where the document has them', () => {
  const possible = SHIFT_REQUEST_STATES.flatMap((from) =>
    SHIFT_REQUEST_STATES.filter((to) => mayRequestBecome(from, to)).map((to) => `${from} ${to}`),
  )
  expect(possible).toEqual([
    ...['PENDING APPROVED', 'PENDING DECLINED', 'PENDING CANCELLED', 'PENDING EXPIRED'],
    ...['OFFERED ACCEPTED', 'OFFERED REFUSED', 'OFFERED CANCELLED', 'OFFERED EXPIRED'],
    ...['ACCEPTED APPROVED', 'ACCEPTED DECLINED', 'ACCEPTED CANCELLED', 'ACCEPTED EXPIRED'],
  ])
  expect(SHIFT_REQUEST_STATES.filter(isOpenRequest)).toEqual(['PENDING', 'OFFERED', 'ACCEPTED'])
})

test('PICK_UP: who is free asks for a shift that a colleague gives up; approved it is theirs, and nobody else’s', async () => {
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const open = async (who: string) =>
    ((await ask(who, 'pick-ups')).body as { shifts: { shiftID: number; isAsked: boolean }[] }).shifts
  const pick = (who: string) => ask(who, 'new', { type: 'PICK_UP', shiftID: shift, reason: 'I have time' })
  // Not given up yet.
  expect(await open('bob')).toEqual([])
  expect(await pick('bob')).toEqual(refused(404, 'There is no such shift.'))
  const drop = await made('ann', { type: 'DROP', shiftID: shift })
  expect(await open('bob')).toMatchObject([
    { shiftID: shift, name: 'ann', hours: 4, isAsked: false, checks: [] },
  ])
  // One's own, and one of another area, can't be asked for.
  expect(await open('ann')).toEqual([])
  expect(await pick('ann')).toEqual(refused(404, 'There is no such shift.'))
  expect(await open('pam')).toEqual([])
  expect(await pick('pam')).toEqual(refused(404, 'There is no such shift.'))
  // What collides is said before it is asked, and isn't offered.
  const clash = await addShift('cat', '2026-05-06T12:00', '2026-05-06T16:00')
  expect(await open('cat')).toEqual([])
  expect((await pick('cat')).status).toBe(400)
  await db().deleteFrom('shifts').where('id', '=', clash).execute()

  const bobs = ((await pick('bob')).body as { id: number }).id
  expect(await open('bob')).toMatchObject([{ isAsked: true }])
  expect(await pick('bob')).toMatchObject({ status: 409 })
  const cats = ((await pick('cat')).body as { id: number }).id
  // Whose it is stays whose it is until somebody else decides.
  expect((await shifts()).map(({ userID }) => userID)).toEqual([id('ann')])
  expect((await ask('pam', 'checks', { id: bobs })).body).toEqual({ people: [{ name: 'bob', checks: [] }] })
  expect((await ask('bob', 'decide', { id: bobs, state: 'APPROVED' })).status).toBe(403)
  await db().deleteFrom('notifications').execute()
  expect(await ask('pam', 'decide', { id: bobs, state: 'APPROVED' })).toMatchObject({
    status: 200,
    body: { type: 'PICK_UP', byName: 'bob', toName: 'ann', state: 'APPROVED' },
  })
  expect((await shifts()).map(({ userID, state }) => [userID, state])).toEqual([[id('bob'), 'PUBLISHED']])
  const states = async () =>
    (await db().selectFrom('shiftRequests').orderBy('id').select(['id', 'state']).execute()).map((one) => [
      one.id,
      one.state,
    ])
  expect(await states()).toEqual([
    [drop, 'APPROVED'],
    [bobs, 'APPROVED'],
    [cats, 'DECLINED'],
  ])
  expect((await ask('cat', 'mine')).body).toMatchObject({
    asked: [{ id: cats, decisionNote: 'This place has just been taken.' }],
  })
  expect(await told()).toEqual([
    ['bob', 'Pick up of the shift 6 May, 09:00–13:00 approved by pam'],
    ['ann', 'Pick up of the shift 6 May, 09:00–13:00 approved by pam'],
    ['cat', 'You don’t get the shift 6 May, 09:00–13:00'],
  ])
  expect(await open('cat')).toEqual([])
  expect(await pick('cat')).toEqual(refused(404, 'There is no such shift.'))
})

test('PICK_UP: what isn’t given up any more can’t be had, and an open one expires 2 hours before the shift', async () => {
  const shift = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
  const drop = await made('ann', { type: 'DROP', shiftID: shift })
  const pick = await made('bob', { type: 'PICK_UP', shiftID: shift })
  await ask('ann', 'answer', { id: drop, state: 'CANCELLED' })
  expect((await ask('bob', 'mine')).body).toMatchObject({
    asked: [{ id: pick, state: 'DECLINED', decisionNote: 'The shift is no longer given up.' }],
  })
  expect(await ask('pam', 'decide', { id: pick, state: 'APPROVED' })).toMatchObject({ status: 409 })
  // Withdrawn, it can be asked for again.
  await made('ann', { type: 'DROP', shiftID: shift })
  const second = await made('bob', { type: 'PICK_UP', shiftID: shift })
  expect((await ask('ann', 'answer', { id: second, state: 'CANCELLED' })).status).toBe(404)
  expect((await ask('bob', 'answer', { id: second, state: 'CANCELLED' })).body).toMatchObject({
    state: 'CANCELLED',
  })
  const third = await made('bob', { type: 'PICK_UP', shiftID: shift })
  const expires = momentOfField('2026-05-06T07:00')
  const expire = (now: number) => expireShiftRequests({ db: db(), publisher: { notified: () => {} } }, now)
  expect(await expire(expires - 1)).toBe(0)
  expect(await expire(expires)).toBe(2)
  expect((await ask('bob', 'mine')).body).toMatchObject({ asked: [{ id: third, state: 'EXPIRED' }, {}, {}] })
  expect((await shifts()).map(({ userID }) => userID)).toEqual([id('ann')])
})

test('4 §4.5.9 a request that passes all checks and the rule is approved by the system, so marked; else a planner decides', async () => {
  const rule = async (types: readonly string[], areas: readonly string[] = [], hours = 24) => {
    const all = ['DROP', 'GIVE', 'SWAP', 'PICK_UP', 'CHANGE', 'SPLIT']
    const values = {
      shiftRequestTypes: Object.fromEntries(all.map((type) => [type, types.includes(type)])),
      ...{ shiftRequestAreas: areas, shiftRequestHours: hours },
    }
    for (const [name, value] of Object.entries(values))
      await db()
        .insertInto('settings')
        .values({ name: `setting.workingTime.${name}`, value: JSON.stringify(value) })
        .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(value) }))
        .execute()
  }
  const list = async () => {
    const { body } = said(await post(server, '/api/resource/shift-request/list', {}, bearers.get('pam')))
    return (body as { rows: { id: number; checks: string; isByRule: boolean; state: string }[] }).rows
  }
  const stateOf = async (request: number) => (await list()).find((row) => row.id === request)
  const splits = async (day: string) => {
    const shift = await addShift('ann', `${day}T09:00`, `${day}T13:00`)
    return made('ann', { type: 'SPLIT', shiftID: shift, splitAt: isoOf(`${day}T11:00`) })
  }
  const isoOf = (field: string) => new Date(momentOfField(field)).toISOString()

  // Without a rule, of another kind, in another area, or too near: a planner's.
  const waits = { state: 'PENDING', isByRule: false, checks: 'Passes all' }
  await rule([])
  expect(await stateOf(await splits('2026-05-06'))).toMatchObject(waits)
  await rule(['GIVE'])
  expect(await stateOf(await splits('2026-05-07'))).toMatchObject(waits)
  await rule(['SPLIT'], ['South'])
  expect(await stateOf(await splits('2026-05-08'))).toMatchObject(waits)
  await rule(['SPLIT'], ['north'], 24)
  const near = new Date(NOON + 24 * 3_600_000).toISOString()
  const shift = await addShift('ann', '2026-05-05T13:00', '2026-05-05T17:00')
  expect(Date.parse(near)).toBe(momentOfField('2026-05-05T13:00'))
  const split = await made('ann', { type: 'SPLIT', shiftID: shift, splitAt: isoOf('2026-05-05T15:00') })
  expect(await stateOf(split)).toMatchObject(waits)

  server.clock.now = NOON + BURST_MS
  await db().deleteFrom('notifications').execute()
  const done = await splits('2026-05-11')
  expect(await stateOf(done)).toMatchObject({
    ...{ state: 'APPROVED', isByRule: true, checks: 'Passes all', deciderName: 'the system' },
  })
  expect((await ask('ann', 'mine')).body).toMatchObject({
    asked: expect.arrayContaining([expect.objectContaining({ id: done, decidedBy: 'the system' })]),
  })
  expect(await told()).toEqual([['ann', 'Split of the shift 11 May, 09:00–13:00 approved by the system']])
  expect((await shifts()).filter(({ start }) => start >= momentOfField('2026-05-11T00:00'))).toHaveLength(2)

  // A GIVE is once the colleague said yes, and not before; what warns is left to a planner, with its words.
  await rule(['GIVE'])
  const mine = await addShift('ann', '2026-05-13T09:00', '2026-05-13T13:00')
  const give = await made('ann', { type: 'GIVE', shiftID: mine, toUserID: id('bob') })
  expect(await stateOf(give)).toMatchObject({ state: 'OFFERED', isByRule: false })
  await ask('bob', 'answer', { id: give, state: 'ACCEPTED' })
  expect(await stateOf(give)).toMatchObject({ state: 'APPROVED', isByRule: true })
  expect((await shifts()).find((one) => one.shift === mine)?.userID).toBe(id('bob'))
  await db().updateTable('users').set({ weeklyHours: 4 }).where('id', '=', id('cat')).execute()
  await addShift('cat', '2026-05-14T09:00', '2026-05-14T13:00')
  const more = await addShift('ann', '2026-05-15T09:00', '2026-05-15T13:00')
  const warned = await made('ann', { type: 'GIVE', shiftID: more, toUserID: id('cat') })
  await ask('cat', 'answer', { id: warned, state: 'ACCEPTED' })
  expect(await stateOf(warned)).toMatchObject({
    ...{ state: 'ACCEPTED', isByRule: false, checks: '4 hours over contract.' },
  })
  expect((await shifts()).find((one) => one.shift === more)?.userID).toBe(id('ann'))
  await db().deleteFrom('settings').where('name', 'like', 'setting.workingTime.%').execute()
  await db().updateTable('users').set({ weeklyHours: null }).where('id', '=', id('cat')).execute()
})

test('4 §4.5.9 proposing another time declines a CHANGE and offers the shift in one step; its person says yes or no, both see it, and nobody proposes twice', async () => {
  const isoOf = (field: string) => new Date(momentOfField(field)).toISOString()
  const times = (start: string, end: string) => ({
    start: isoOf(`2026-05-06T${start}`),
    end: isoOf(`2026-05-06T${end}`),
  })
  const changed = async () => {
    const shiftID = await addShift('ann', '2026-05-06T09:00', '2026-05-06T13:00')
    const wanted = times('12:00', '16:00')
    const request = await made('ann', { type: 'CHANGE', shiftID, newStart: wanted.start, newEnd: wanted.end })
    return { shiftID, request }
  }
  const { shiftID, request } = await changed()
  const propose = (who: string, payload: object) => ask(who, 'propose', { id: request, ...payload })
  const standing = async () =>
    (
      await db().selectFrom('shifts').orderBy('id').select(['userID', 'state', 'start', 'planned']).execute()
    ).map(({ userID, state, start, planned }) => [userID === id('ann'), state, start, planned === null])
  const untouched = [[true, 'PUBLISHED', momentOfField('2026-05-06T09:00'), true]]

  // Before: what is against other times is said of those times, not of what is asked for.
  await addShift('ann', '2026-05-07T06:00', '2026-05-07T10:00')
  const against = async (proposed?: object) =>
    (
      (await ask('pam', 'checks', { id: request, ...(proposed && { proposed }) })).body as {
        people: { checks: { rule: string }[] }[]
      }
    ).people.flatMap(({ checks }) => checks.map(({ rule }) => rule))
  expect(await against()).toEqual([])
  expect(await against(times('15:15', '19:15'))).toEqual(['REST'])
  expect(await propose('pam', times('15:15', '19:15'))).toEqual(
    refused(400, 'Less than 11 hours of rest before 7 May, 06:00–10:00.'),
  )
  await db().deleteFrom('shifts').where('id', '<>', shiftID).execute()

  // Who may not, what isn't other, what is too soon: nothing of it is done.
  const good = times('10:00', '14:00')
  for (const who of ['eve', 'bob']) expect((await propose(who, good)).status).toBe(403)
  const same = 'Propose other times than the shift has and than are asked for.'
  expect(await propose('pam', times('09:00', '13:00'))).toEqual(refused(400, same))
  expect(await propose('pam', times('12:00', '16:00'))).toEqual(refused(400, same))
  const soon = (minutes: number) => ({
    start: new Date(NOON + minutes * 60_000).toISOString(),
    end: new Date(NOON + (minutes + 240) * 60_000).toISOString(),
  })
  const tooSoon = 'Propose a start that is at least 2 hours ahead.'
  expect(await propose('pam', soon(105))).toEqual(refused(400, tooSoon))
  expect(await propose('pam', { ...good, id: 999 })).toMatchObject({ status: 404 })
  const drop = await made('bob', {
    type: 'DROP',
    shiftID: await addShift('bob', '2026-05-06T09:00', '2026-05-06T13:00'),
  })
  const notTimes = 'Other times are proposed where other times are asked for.'
  expect(await propose('pam', { ...good, id: drop })).toEqual(refused(400, notTimes))
  expect(await ask('pam', 'checks', { id: drop, proposed: good })).toEqual(refused(400, notTimes))
  await db().deleteFrom('shifts').where('userID', '=', id('bob')).execute()
  // What warns needs a reason.
  await db().updateTable('users').set({ weeklyHours: 2 }).where('id', '=', id('ann')).execute()
  expect(await propose('pam', good)).toMatchObject({
    status: 400,
    body: { value: expect.stringContaining('2 hours over contract.') },
  })
  expect(await standing()).toEqual(untouched)
  expect((await ask('pam', 'get', { id: request })).body).toMatchObject({
    state: 'PENDING',
    proposedStart: null,
  })

  server.clock.now += BURST_MS
  await db().deleteFrom('notifications').execute()
  expect(
    (await propose('pam', { ...good, note: 'Too few at noon', override: 'She wants more' })).body,
  ).toMatchObject({
    ...{ state: 'DECLINED', deciderName: 'pam', proposalAnswer: null },
    ...{ proposedStart: good.start, proposedEnd: good.end },
    decisionNote: '6 May, 10:00–14:00 is proposed instead. Too few at noon',
  })
  await db().updateTable('users').set({ weeklyHours: null }).where('id', '=', id('ann')).execute()
  // It stays as it was until she says yes.
  expect(await standing()).toEqual([[true, 'OFFERED', momentOfField('2026-05-06T09:00'), false]])
  expect(await told()).toEqual([
    [
      'ann',
      'Other times of the shift 6 May, 09:00–13:00 declined by pam: 6 May, 10:00–14:00 is proposed instead. Too few at noon',
    ],
  ])
  expect((await propose('pam', good)).body).toEqual({
    value: "The request is DECLINED and can't be declined.",
  })
  const mine = async () =>
    ((await ask('ann', 'mine')).body as { asked: { id: number; proposed: { shiftVersion: number } }[] }).asked
  const [open] = await mine()
  expect(open).toMatchObject({ id: request, state: 'DECLINED', proposed: { ...good, answer: null } })

  server.clock.now += BURST_MS
  const answer = (who: string, version: number, isAgreed: boolean, shift = shiftID) =>
    post(server, '/api/itracker/shift/answer', { id: shift, version, isAgreed }, bearers.get(who))
  expect(said(await answer('bob', open?.proposed.shiftVersion ?? 0, true))).toMatchObject({ status: 404 })
  expect(said(await answer('ann', open?.proposed.shiftVersion ?? 0, true))).toMatchObject({ status: 200 })
  expect(await standing()).toEqual([[true, 'PUBLISHED', momentOfField(`2026-05-06T10:00`), true]])
  expect(await mine()).toMatchObject([{ proposed: { answer: 'AGREED', shiftVersion: null } }])
  expect((await ask('pam', 'get', { id: request })).body).toMatchObject({
    state: 'DECLINED',
    proposalAnswer: 'AGREED',
  })
  expect((await told()).slice(1)).toEqual([['pam', 'ann agreed to 6 May, 10:00–14:00']])

  // A no leaves the shift; what a planner changed since is no answer to it any more.
  await db().deleteFrom('shifts').execute()
  const second = await changed()
  await ask('pam', 'propose', { id: second.request, ...good })
  const [again] = await mine()
  await db()
    .updateTable('shifts')
    .set({ plannedStart: momentOfField('2026-05-06T11:00') })
    .execute()
  expect((await mine())[0]).toMatchObject({ proposed: { answer: null, shiftVersion: null } })
  await db()
    .updateTable('shifts')
    .set({ plannedStart: Date.parse(good.start) })
    .execute()
  await answer('ann', again?.proposed.shiftVersion ?? 0, false, second.shiftID)
  expect(await standing()).toEqual(untouched)
  expect((await ask('pam', 'get', { id: second.request })).body).toMatchObject({ proposalAnswer: 'REFUSED' })
  // One's own nobody proposes on.
  const own = await addShift('pam', '2026-05-06T09:00', '2026-05-06T13:00')
  const wanted = times('12:00', '16:00')
  const asked = await made('pam', {
    type: 'CHANGE',
    shiftID: own,
    newStart: wanted.start,
    newEnd: wanted.end,
  })
  expect(await ask('pam', 'propose', { id: asked, ...good })).toMatchObject({ status: 403 })
})
