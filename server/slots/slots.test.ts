import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenSlot } from '#shared/contract/booking-windows.ts'
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
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { followWindows } from './opening.ts'
import { addWindow } from './testing/window-fixture.ts'

// NOON is Monday, 4 May 2026, 13:00 in London.
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_REQUEST_OVERTIME']
const PEOPLE: Readonly<Record<string, PermissionName[]>> = {
  ann: OWN,
  bob: OWN,
  pam: [
    ...OWN,
    ...(['IRESOURCE_CAN_SEE_BOOKING_WINDOWS', 'IRESOURCE_CAN_SEE_BOOKINGS'] as const),
    'IRESOURCE_CAN_PROCESS_SHIFT',
  ],
  eve: ['IRESOURCE_CAN_SEE_BOOKINGS'],
}
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const iso = (at: number) => new Date(at).toISOString()
const ask = async (who: string, name: string, payload: object = {}, area = 'window') =>
  said(await post(server, `/api/resource/${area}/${name}`, payload, bearers.get(who)))
const refused = (status: number, value: string) => ({ status, body: { value } })
const book = (who: string, slotID: number | undefined, reason = '') =>
  ask(who, 'book', { slotID: slotID ?? 0, reason })
const open = async (who: string) => {
  const { body } = await ask(who, 'open-slots')
  return (body as { slots: OpenSlot[] }).slots
}
const openIDs = async (who: string) => (await open(who)).map(({ slotID }) => slotID)
const shifts = async () =>
  (
    await db()
      .selectFrom('shifts')
      .orderBy('start')
      .orderBy('id')
      .select([
        'userID',
        'start',
        'end',
        'breakMinutes',
        'source',
        'state',
        'areaID',
        'projectID',
        'location',
      ])
      .execute()
  ).map((shift) => ({ ...shift }))
const told = async () =>
  (await db().selectFrom('notifications').orderBy('id').select(['userID', 'subject']).execute()).map(
    ({ userID, subject }) => `${[...ids].find(([, one]) => one === userID)?.[0]}: ${subject}`,
  )
/** Slots at noon on days from NOON's, of so many hours. */
const slot = (day: number, more: object = {}, hours = 4) => ({
  ...{ start: NOON + day * DAY, end: NOON + day * DAY + hours * HOUR },
  ...more,
})

beforeAll(async () => {
  server = await startTestServer()
  await db()
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  await db().updateTable('users').set({ areaID: 1 }).where('userName', 'in', ['ann', 'bob']).execute()
  restore = await takeSnapshot(db())
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})

test('D157 of two who take the last place of a slot at the same moment one has it, the other reads why not', async () => {
  const window = await addWindow(db(), { slots: [slot(2, { capacity: 2 })], createdBy: id('pam') })
  const [place] = window.slots
  expect((await book('pam', place)).status).toBe(200)
  const both = await Promise.all([book('ann', place), book('bob', place)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)).toEqual(refused(409, 'This place has just been taken.'))
  expect(await shifts()).toHaveLength(2)
  const winner = both[0]?.status === 200 ? 'ann' : 'bob'
  expect(await told()).toEqual([
    'pam: You booked 6 May, 13:00–17:00',
    `${winner}: You booked 6 May, 13:00–17:00`,
    'pam: All places of Extra evenings are taken',
  ])
  expect(await openIDs('ann')).toEqual([])
})

test('D158 with AUTO a slot is a published shift as the window has it, with MANUAL a request that waits', async () => {
  await db().insertInto('areas').values({ id: 3, name: 'West' }).execute()
  const auto = await addWindow(db(), { slots: [slot(2, { breakMinutes: 20 }, 7)], location: 'OFFICE' })
  expect((await book('ann', auto.slots[0])).body).toMatchObject({ state: 'PUBLISHED', requestID: null })
  const published = {
    ...{ userID: id('ann'), breakMinutes: 20, source: 'WINDOW', state: 'PUBLISHED', areaID: 1 },
    ...{ projectID: null, location: 'OFFICE', start: NOON + 2 * DAY, end: NOON + 2 * DAY + 7 * HOUR },
  }
  expect(await shifts()).toEqual([published])
  const manual = await addWindow(db(), {
    ...{ name: 'Saturdays', approval: 'MANUAL', location: 'HOME' },
    slots: [slot(3, { breakMinutes: 20 }, 7)],
  })
  const { body } = await book('ann', manual.slots[0])
  expect(body).toMatchObject({ state: 'PENDING', shiftID: null })
  expect(await shifts()).toHaveLength(1)
  // It holds its place meanwhile.
  expect(await book('bob', manual.slots[0])).toEqual(refused(409, 'This place has just been taken.'))
  const pending = (await ask('pam', 'pending', {}, 'booking')).body
  expect(pending).toMatchObject([
    { type: 'SLOT', userName: 'ann', state: 'PENDING', hours: 20 / 3, reason: 'Saturdays', mayDecide: true },
  ])
  expect((await ask('eve', 'pending', {}, 'booking')).body).toMatchObject([{ mayDecide: false }])
  const { requestID } = body as { requestID: number }
  const decide = (who: string, state: string, more: object = {}) =>
    ask(who, 'decide', { id: requestID, state, ...more }, 'booking')
  expect((await decide('eve', 'APPROVED')).status).toBe(403)
  expect((await decide('pam', 'APPROVED')).body).toMatchObject({ type: 'SLOT', state: 'APPROVED' })
  expect(await shifts()).toEqual([
    published,
    {
      ...published,
      ...{ location: 'HOME', start: NOON + 3 * DAY, end: NOON + 3 * DAY + 7 * HOUR },
    },
  ])
  // Taken back, its shift goes and the place is free again.
  expect((await decide('pam', 'CANCELLED', { note: 'Not needed' })).status).toBe(200)
  expect((await shifts()).map(({ state }) => state)).toEqual(['PUBLISHED', 'CANCELLED'])
  expect(await openIDs('bob')).toEqual(manual.slots)
})

test('D158 a declined or withdrawn request frees its place, and one that is reopened needs it again', async () => {
  const { slots } = await addWindow(db(), { approval: 'MANUAL' })
  const asked = async (who: string) =>
    ((await book(who, slots[0])).body as { requestID: number | undefined }).requestID ?? 0
  const first = await asked('ann')
  const decide = (request: number, state: string, note = '') =>
    ask('pam', 'decide', { id: request, state, note }, 'booking')
  expect((await decide(first, 'DECLINED', 'Full of cold')).status).toBe(200)
  const second = await asked('bob')
  expect(second).toBeGreaterThan(first)
  expect(await decide(first, 'PENDING')).toEqual(refused(409, 'This place has just been taken.'))
  expect((await ask('bob', 'withdraw', { id: second }, 'booking')).body).toMatchObject({ state: 'CANCELLED' })
  expect((await decide(first, 'PENDING')).status).toBe(200)
  expect((await decide(first, 'APPROVED')).status).toBe(200)
  // An approved one is asked back, and stands until somebody says so.
  expect((await ask('ann', 'withdraw', { id: first }, 'booking')).body).toMatchObject({
    state: 'REQUESTED_CANCELATION',
  })
  expect(await openIDs('bob')).toEqual([])
  expect((await decide(first, 'CANCELLED')).status).toBe(200)
  expect(await openIDs('bob')).toEqual(slots)
})

test('D158 nobody books more than the window’s most hours, whether at once or by request, and what is cancelled doesn’t count', async () => {
  for (const approval of ['AUTO', 'MANUAL'] as const) {
    await restore()
    const { slots } = await addWindow(db(), {
      ...{ approval, maximumHours: 8 },
      slots: [slot(2), slot(3, {}, 4.25), slot(4), slot(6, {}, 1)],
    })
    expect((await book('ann', slots[0])).status).toBe(200)
    const over = refused(400, 'You have booked your maximum of 8 hours.')
    expect(await book('ann', slots[1])).toEqual(over)
    expect(await openIDs('ann')).toEqual([slots[2], slots[3]])
    // Eight hours to the minute.
    expect((await book('ann', slots[2])).status).toBe(200)
    expect(await book('ann', slots[3])).toEqual(over)
    expect(await openIDs('ann')).toEqual([])
    // Others have their own hours.
    expect((await book('bob', slots[1])).status).toBe(200)
    if (approval === 'MANUAL') continue
    await db()
      .updateTable('shifts')
      .set({ state: 'CANCELLED' })
      .where('start', '=', NOON + 2 * DAY)
      .execute()
    expect(await openIDs('ann')).toEqual([slots[0], slots[3]])
  }
})

test('D103 ‘Pick up’ lists only what somebody is eligible for and that nothing blocks', async () => {
  const skill = await db()
    .insertInto('skills')
    .values({
      ...{ name: 'Welsh', nameKey: 'welsh', category: 'LANGUAGE', needsCertificate: 0, isActive: 1 },
      ...{ expiresAfterMonths: null, version: 1, changedBy: null, changedAt: NOON },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const anybody = await addWindow(db(), { name: 'Anybody', slots: [slot(2)] })
  const north = await addWindow(db(), { name: 'North', slots: [slot(3)], conditions: { areaIDs: [1] } })
  const south = await addWindow(db(), { name: 'South', slots: [slot(4)], conditions: { areaIDs: [2] } })
  const welsh = await addWindow(db(), {
    ...{ name: 'Welsh', slots: [slot(5)], conditions: { skillIDs: [skill.id] } },
  })
  const closed = await addWindow(db(), { name: 'Closed', slots: [slot(6)], state: 'CLOSED' })
  const later = await addWindow(db(), {
    ...{ name: 'Later', slots: [slot(7)], state: 'SCHEDULED', opensAt: NOON + 1, closesAt: NOON + DAY },
  })
  expect(await openIDs('ann')).toEqual([...anybody.slots, ...north.slots])
  expect(await book('ann', south.slots[0])).toEqual(
    refused(400, 'You do not meet the conditions: area South.'),
  )
  expect(await book('ann', welsh.slots[0])).toEqual(
    refused(400, 'You do not meet the conditions: skill Welsh.'),
  )
  for (const window of [closed, later])
    expect(await book('ann', window.slots[0])).toEqual(refused(400, 'The window is not open.'))
  // A skill counts to the end of the day on which it expires, not after.
  const has = (expires: string) =>
    db()
      .insertInto('personSkills')
      .values({
        ...{ userID: id('ann'), skillID: skill.id, level: 'GOOD', since: '2026-01-01', expires },
        ...{ evidence: '', givenBy: null },
      })
      .onConflict((conflict) => conflict.columns(['userID', 'skillID']).doUpdateSet({ expires }))
      .execute()
  await has('2026-05-03')
  expect(await openIDs('ann')).not.toContain(welsh.slots[0])
  await has('2026-05-04')
  expect(await openIDs('ann')).toContain(welsh.slots[0])
  // 11 hours of rest to the minute don't block, a quarter less does.
  const night = await addShift(db(), {
    ...{ userID: id('ann'), start: NOON + 2 * DAY - 15 * HOUR, end: NOON + 2 * DAY - 11 * HOUR },
  })
  expect(await openIDs('ann')).toContain(anybody.slots[0])
  await db()
    .updateTable('shifts')
    .set({ end: NOON + 2 * DAY - 10.75 * HOUR })
    .where('id', '=', night)
    .execute()
  expect(await openIDs('ann')).not.toContain(anybody.slots[0])
  expect(await book('ann', anybody.slots[0])).toEqual(
    refused(400, 'Less than 11 hours of rest before 6 May, 13:00–17:00.'),
  )
  expect((await ask('eve', 'open-slots')).status).toBe(403)
})

test('D103 a slot that only warns is listed with its warning and taken with a reason', async () => {
  await db().updateTable('users').set({ weeklyHours: 3 }).where('id', '=', id('ann')).execute()
  const { slots } = await addWindow(db(), { slots: [slot(2)] })
  expect(await open('ann')).toMatchObject([
    { slotID: slots[0], hours: 4, free: 1, checks: [{ rule: 'CONTRACT', text: '1 hour over contract.' }] },
  ])
  const warned = refused(400, '1 hour over contract. Say why it is to be so.')
  expect(await book('ann', slots[0])).toEqual(warned)
  expect(await book('ann', slots[0], 'no')).toEqual(warned)
  expect(await shifts()).toEqual([])
  expect((await book('ann', slots[0], 'Saving up')).status).toBe(200)
})

test('S124 slots that somebody may take are in their calendar, and in the count of opportunities', async () => {
  const { slots } = await addWindow(db(), { slots: [slot(2), slot(3)] })
  const events = async () => {
    const range = { start: iso(NOON), end: iso(NOON + 10 * DAY) }
    const { body } = said(await post(server, '/api/calendar/events', range, bearers.get('ann')))
    return (body as { events: { eventType: string; eventState: string; subject: string }[] }).events
      .filter(({ eventType }) => eventType !== 'PUBLIC_HOLIDAY')
      .map(({ eventType, eventState, subject }) => `${eventType} ${eventState} ${subject}`)
  }
  const count = async () =>
    (
      said(await post(server, '/api/passport-validation/counters', {}, bearers.get('ann'))).body as {
        availableOpportunities: number
      }
    ).availableOpportunities
  const free = 'AVAILABLE_SLOT APPROVED Extra evenings'
  expect(await events()).toEqual([free, free])
  expect(await count()).toBe(2)
  await book('ann', slots[0])
  expect(await events()).toEqual(['SHIFT APPROVED Shift', free])
  expect(await count()).toBe(1)
})

const wanted = (more: object = {}) => ({
  ...{ name: 'June', opensAt: iso(NOON + HOUR), closesAt: iso(NOON + DAY), from: '2026-05-04' },
  ...{ to: '2026-05-30', approval: 'AUTO', minimumHours: 4, maximumHours: 20 },
  slots: [{ start: iso(NOON + 2 * DAY), end: iso(NOON + 2 * DAY + 4 * HOUR), capacity: 2 }],
  ...more,
})
const made = async (more: object = {}) => {
  const { status, body } = await ask('pam', 'save', wanted(more))
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { id: number; version: number; state: string }
}

test('what a window can’t be, with the document’s words', async () => {
  const value = async (more: object) =>
    ((await ask('pam', 'save', wanted(more))).body as { value?: string }).value ?? 'kept'
  const late = 'The window has to close before its first slot.'
  expect(await value({ closesAt: iso(NOON + 2 * DAY + 1) })).toBe(late)
  expect(await value({ opensAt: iso(NOON + DAY) })).toBe('The window has to open before it closes.')
  expect(await value({ minimumHours: 20.25 })).toBe('The least hours can’t be more than the most.')
  const at = (start: number, hours: number, more: object = {}) => ({
    slots: [{ start: iso(start), end: iso(start + hours * HOUR), capacity: 1, ...more }],
  })
  expect(await value(at(NOON + 2 * DAY, 12.25, { breakMinutes: 30 }))).toBe('A shift has 1 to 12 hours.')
  expect(await value(at(NOON + 2 * DAY, 0.75))).toBe('A shift has 1 to 12 hours.')
  expect(await value(at(NOON + 2 * DAY, 6.25, { breakMinutes: 19 }))).toBe(
    'A shift of more than 6 hours needs a break of 20 minutes.',
  )
  expect(await value(at(NOON + 2 * DAY + 60_000, 4))).toBe('Times are in steps of 15 minutes.')
  expect(await value(at(NOON + 40 * DAY, 4))).toBe('A slot has to begin on one of the days of the window.')
  const twice = wanted().slots
  expect(await value({ slots: [...twice, ...twice] })).toBe('Two slots have the same times.')
  expect((await ask('pam', 'save', wanted({ slots: [] }))).status).toBe(400)
  expect((await ask('pam', 'save', wanted(at(NOON + 2 * DAY, 4, { capacity: 0 })))).status).toBe(400)
  expect((await ask('ann', 'save', wanted())).status).toBe(403)
  // To the letter at the other end.
  expect(await value({ closesAt: iso(NOON + 2 * DAY), minimumHours: 20 })).toBe('kept')
  expect(await value({ name: 'june' })).toBe('There is a booking window of this name.')
  expect(await value({ name: 'July', ...at(NOON + 2 * DAY, 12, { breakMinutes: 20 }) })).toBe('kept')
})

test('a window opens and closes by the clock and by hand, tells who may once, and only goes where the document says', async () => {
  const shell = { main: { toUser: () => {}, onlineUserIDs: new Set() } }
  const parts = { db: db(), publisher: { notified: () => {} }, shell } as never
  await db().updateTable('users').set({ areaID: 2 }).where('id', '=', id('bob')).execute()
  const { id: window } = await made({ areaIDs: [1] })
  const state = async () => ((await ask('pam', 'get', { id: window })).body as { state: string }).state
  const row = async () => {
    const { version } = (await ask('pam', 'get', { id: window })).body as { version: number }
    return { id: window, version }
  }
  expect(await state()).toBe('SCHEDULED')
  server.clock.now = NOON + HOUR
  // The clock decides it, whether or not the service has run.
  expect(await state()).toBe('OPEN')
  expect(await followWindows(parts, NOON + HOUR - 1)).toEqual({ opened: 0, closed: 0 })
  expect(await followWindows(parts, NOON + HOUR)).toEqual({ opened: 1, closed: 0 })
  expect(await followWindows(parts, NOON + HOUR)).toEqual({ opened: 0, closed: 0 })
  expect(await told()).toEqual(['ann: You can book hours: June'])
  expect(await ask('pam', 'open', await row())).toEqual(refused(409, "June is OPEN and can't be opened."))
  expect((await ask('pam', 'close', await row())).body).toMatchObject({ state: 'CLOSED' })
  expect(await ask('pam', 'close', await row())).toEqual(refused(409, "June is CLOSED and can't be closed."))
  expect(await ask('pam', 'cancel', { ...(await row()), message: 'Not now' })).toEqual(
    refused(409, "June is CLOSED and can't be cancelled."),
  )
  expect(await ask('pam', 'extend', { ...(await row()), closesAt: iso(NOON + 2 * DAY + 1) })).toEqual(
    refused(400, 'The window has to close before its first slot.'),
  )
  expect(
    (await ask('pam', 'extend', { ...(await row()), closesAt: iso(NOON + 2 * DAY) })).body,
  ).toMatchObject({ state: 'OPEN', closesAt: iso(NOON + 2 * DAY) })
  expect((await ask('pam', 'remind', { id: window })).body).toEqual({ told: 1 })
  const detail = (await ask('pam', 'detail', { id: window })).body as { slots: { id: number }[] }
  await book('ann', detail.slots[0]?.id)
  expect((await ask('pam', 'remind', { id: window })).body).toEqual({ told: 0 })
  const cancelled = await ask('pam', 'cancel', { ...(await row()), message: 'The project moved' })
  expect(cancelled.body).toMatchObject({ state: 'CANCELLED', taken: 1 })
  // What was booked stays.
  expect((await shifts()).map(({ state: own }) => own)).toEqual(['PUBLISHED'])
  for (const action of ['open', 'close']) expect((await ask('pam', action, await row())).status).toBe(409)
})

test('places of an open window don’t fall below what is taken, and booked slots aren’t taken out', async () => {
  const { id: window, version } = await made()
  await ask('pam', 'open', { id: window, version })
  const { body } = await ask('pam', 'detail', { id: window })
  const [place] = (body as { slots: { id: number }[] }).slots
  for (const who of ['ann', 'bob']) expect((await book(who, place?.id)).status).toBe(200)
  const row = async () => (await ask('pam', 'get', { id: window })).body as { version: number }
  const save = async (slots: readonly object[]) =>
    ask('pam', 'save', { ...wanted({ slots }), id: window, version: (await row()).version })
  const own = wanted().slots[0] ?? {}
  const other = { start: iso(NOON + 5 * DAY), end: iso(NOON + 5 * DAY + 4 * HOUR), capacity: 3 }
  const taken = refused(400, '2 places are taken already.')
  expect(await save([{ ...own, capacity: 1 }])).toEqual(taken)
  expect(await save([other])).toEqual(taken)
  expect((await save([own, other])).body).toMatchObject({ places: 5, taken: 2, booked: 40, people: 2 })
  // pam may and hasn't.
  expect(await row()).toMatchObject({ missing: 1, state: 'OPEN' })
  expect((await ask('pam', 'save', { ...wanted(), id: window, version: 1 })).status).toBe(409)
  expect((await ask('pam', 'list', {})).body).toMatchObject({ total: 1, rows: [{ name: 'June', taken: 2 }] })
})
