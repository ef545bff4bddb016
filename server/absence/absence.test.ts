import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TodayRow } from '#shared/contract/absence.ts'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { dayFigures } from '#shared/domain/attendance.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import { markNoShows } from '../attendance/shift-upkeep.ts'
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
import { absenceCases } from './cases.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_RESOURCE'],
  oz: ['ISUPERVISOR_CAN_SEE_RESOURCE'],
  ivy: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
  ida: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
}

beforeEach(async () => {
  server = await startTestServer()
  // Nobody of the test before: their numbers are somebody else's here.
  for (const name of Object.keys(ids)) delete ids[name]
  for (const name of ['oz', 'sam', 'ivy', 'ida'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(['ivy', 'ida'].includes(name) && { managerID: id('sam') }),
    })
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, await signIn(server, as)))
const mark = (shiftID: number, more: object = {}, as = 'sam') =>
  ask(as, '/api/supervisor/attendance/mark-absent', { shiftID, reported: 'SICK', note: '', ...more })
const today = async (as = 'sam') =>
  ((await ask(as, '/api/supervisor/attendance/today')).body as { rows: TodayRow[] }).rows
const events = async (name: string, type?: string) =>
  (
    (await ask(name, '/api/calendar/events', { start: iso(NOON - DAY), end: iso(NOON + 2 * DAY) })).body as {
      events: CalendarEvent[]
    }
  ).events.filter(({ eventType }) =>
    type === undefined ? eventType !== 'SHIFT' && eventType !== 'PUBLIC_HOLIDAY' : eventType === type,
  )
const worked = (name: string, from: number, to: number | null) =>
  db()
    .insertInto('activitySessions')
    .values({ userID: id(name), activity: 'AVAILABLE', project: null, startedAt: from, endedAt: to })
    .execute()

test('D146 marking somebody absent makes the PENDING event of its kind and opens HR’s absence case', async () => {
  for (const [reported, subject] of [
    ['SICK', 'Sick'],
    ['ABSENCE', 'Absent'],
    ['AWOL', 'Absent without leave'],
  ] as const) {
    const shiftID = await addShift(db(), { userID: id('ivy'), start: NOON - HOUR, end: NOON + 3 * HOUR })
    const { status, body } = await mark(shiftID, { reported, note: 'Rang at nine' })
    expect(status).toBe(200)
    expect(await events('ivy')).toMatchObject([
      {
        ...{ eventType: reported, eventState: 'PENDING', subject },
        ...{ eventStart: iso(NOON - HOUR), eventEnd: iso(NOON + 3 * HOUR) },
      },
    ])
    const caseID = (body as { id: number }).id
    expect(await absenceCases(db(), { ids: [caseID] })).toMatchObject([
      {
        ...{ userID: id('ivy'), shiftID, day: '2026-05-04', kind: 'NOT_IN', reported, state: 'OPEN' },
        ...{ note: 'Rang at nine', openedBy: 'sam', start: NOON - HOUR, end: NOON + 3 * HOUR, attempts: [] },
      },
    ])
    expect(await today()).toMatchObject([
      { name: 'ivy', state: 'ABSENT', absence: { id: caseID, reported, state: 'OPEN', by: 'sam' } },
    ])
    await db().deleteFrom('absenceCases').execute()
    await db().deleteFrom('calendarEvents').execute()
    await db().deleteFrom('shifts').execute()
  }
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ivy'))
    .select('subject')
    .orderBy('id')
    .execute()
  expect(told[0]?.subject).toBe('sam marked you as sick on Mon 4 May, 12:00')
})

test('D146 who went home has the rest of the shift as their event, and their case says that they left early', async () => {
  const shiftID = await addShift(db(), { userID: id('ivy'), start: NOON - 2 * HOUR, end: NOON + 2 * HOUR })
  await worked('ivy', NOON - 2 * HOUR, NOON - 10 * MINUTE)
  expect(await today()).toMatchObject([{ state: 'LEFT_EARLY' }])
  await mark(shiftID)
  expect(await events('ivy')).toMatchObject([{ eventStart: iso(NOON), eventEnd: iso(NOON + 2 * HOUR) }])
  expect(await absenceCases(db(), { userIDs: [id('ivy')] })).toMatchObject([{ kind: 'LEFT_EARLY' }])
  expect(await today()).toMatchObject([{ state: 'ABSENT' }])
  server.clock.now = NOON + 3 * HOUR
  await worked('ida', NOON - 2 * HOUR, NOON + 2 * HOUR)
  const over = await addShift(db(), { userID: id('ida'), start: NOON - 2 * HOUR, end: NOON + 2 * HOUR })
  expect(await mark(over)).toEqual({ status: 400, body: { value: 'The shift of ida is over.' } })
})

test('D146 marked again it is the same case with what was said last, taken back it leaves nothing behind', async () => {
  const shiftID = await addShift(db(), { userID: id('ivy'), start: NOON - HOUR, end: NOON + 3 * HOUR })
  const first = (await mark(shiftID)).body
  expect((await mark(shiftID, { reported: 'ABSENCE' })).body).toEqual(first)
  expect(await events('ivy')).toMatchObject([{ eventType: 'ABSENCE' }])
  const [found] = await absenceCases(db(), { userIDs: [id('ivy')] })
  const back = (version: number, as = 'sam') =>
    ask(as, '/api/supervisor/attendance/unmark-absent', { id: found?.id, version })
  expect((await back(1)).status).toBe(409)
  expect((await back(2, 'oz')).status).toBe(404)
  expect((await back(2)).status).toBe(200)
  expect(await events('ivy')).toEqual([])
  expect(await absenceCases(db(), { userIDs: [id('ivy')] })).toEqual([])
  expect(await today()).toMatchObject([{ state: 'NOT_IN', absence: null }])
  expect((await mark(shiftID)).body).toEqual(first)
  // Once HR has tried to reach them, it isn’t the supervisor’s to take back.
  await db()
    .insertInto('absenceAttempts')
    .values({ caseID: found?.id ?? 0, at: NOON, channel: 'CALL', result: 'No answer', byID: null })
    .execute()
  expect(await back(4)).toMatchObject({ status: 400 })
  // Two at once make one case.
  const other = await addShift(db(), { userID: id('ida'), start: NOON - HOUR, end: NOON + 3 * HOUR })
  const sams = await signIn(server, 'sam')
  const twice = () =>
    post(
      server,
      '/api/supervisor/attendance/mark-absent',
      { shiftID: other, reported: 'SICK', note: '' },
      sams,
    )
  const both = await Promise.all([twice(), twice()])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await absenceCases(db(), { userIDs: [id('ida')] })).toHaveLength(1)
  expect(
    await db().selectFrom('calendarEvents').where('userID', '=', id('ida')).select('id').execute(),
  ).toHaveLength(1)
})

test('D146 the person sees the event and can neither move nor delete it', async () => {
  const shiftID = await addShift(db(), { userID: id('ivy') })
  await mark(shiftID)
  const [event] = await events('ivy')
  expect(event?.meta.mayChange).toBe(false)
  const gone = await ask('ivy', '/api/calendar/events/delete', { id: event?.id, version: 1, scope: 'ALL' })
  expect(gone).toEqual({
    status: 403,
    body: { value: 'Your company keeps this event. Ask your supervisor to change it.' },
  })
  expect(await events('ivy')).toHaveLength(1)
})

test('D146 only one’s own people, never oneself, and only shifts of today can be marked', async () => {
  const shiftID = await addShift(db(), { userID: id('ivy') })
  expect(await mark(shiftID, {}, 'oz')).toEqual({ status: 404, body: { value: 'There is no such shift.' } })
  expect((await mark(shiftID, {}, 'ivy')).status).toBe(403)
  const own = await addShift(db(), { userID: id('sam') })
  expect(await mark(own)).toEqual({ status: 403, body: { value: 'Somebody else has to mark you.' } })
  const tomorrow = await addShift(db(), { userID: id('ida'), start: NOON + DAY, end: NOON + DAY + HOUR })
  expect((await mark(tomorrow)).status).toBe(404)
  const draft = await addShift(db(), { userID: id('ida'), state: 'DRAFT' })
  expect((await mark(draft)).status).toBe(404)
  expect((await mark(shiftID, { reported: 'HOLIDAY' })).status).toBe(400)
})

test('D146 a no-show that was marked has one event, and one that wasn’t becomes what is reported', async () => {
  const shift = { start: NOON - 2 * HOUR, end: NOON - HOUR }
  const marked = await addShift(db(), { userID: id('ivy'), ...shift })
  await mark(marked)
  const missed = await addShift(db(), { userID: id('ida'), ...shift })
  await markNoShows({ db: db(), publisher: { notified: () => {} }, tellActivity: async () => {} }, NOON)
  const kept = () =>
    db()
      .selectFrom('calendarEvents')
      .where('deletedAt', 'is', null)
      .orderBy('userID')
      .select(['userID', 'eventType', 'eventState'])
      .execute()
  expect(await kept()).toEqual([
    { userID: id('ivy'), eventType: 'SICK', eventState: 'PENDING' },
    { userID: id('ida'), eventType: 'AWOL', eventState: 'SYSTEM_AUTO' },
  ])
  expect(await absenceCases(db(), { userIDs: [id('ivy')] })).toMatchObject([
    { kind: 'NO_SHOW', reported: 'SICK' },
  ])
  await mark(missed, { reported: 'ABSENCE' })
  expect((await kept())[1]).toEqual({ userID: id('ida'), eventType: 'ABSENCE', eventState: 'PENDING' })
})

test('Today says who is due, in, late, not in from 5 minutes, left early or extra, with what was heard', async () => {
  const names = ['due', 'in', 'late', 'soon', 'gone', 'early', 'extra', 'off']
  for (const name of names) ids[name] = await addPerson(server, { userName: name, managerID: id('sam') })
  const shift = (name: string, from: number, to: number) =>
    addShift(db(), { userID: id(name), start: NOON + from * MINUTE, end: NOON + to * MINUTE })
  const dueID = await shift('due', 60, 240)
  await shift('in', -60, 240)
  await worked('in', NOON - 60 * MINUTE, null)
  await shift('late', -60, 240)
  await worked('late', NOON - 56 * MINUTE, null)
  await shift('soon', -4, 240)
  await shift('gone', -5, 240)
  await shift('early', -120, 240)
  await worked('early', NOON - 120 * MINUTE, NOON - 30 * MINUTE)
  await worked('extra', NOON - 30 * MINUTE, null)
  expect((await today()).map(({ name, state, lateMinutes }) => [name, state, lateMinutes])).toEqual([
    ['due', 'DUE', 0],
    ['early', 'LEFT_EARLY', 0],
    ['extra', 'EXTRA', 0],
    ['gone', 'NOT_IN', 5],
    ['in', 'IN', 0],
    ['late', 'LATE', 4],
    ['soon', 'DUE', 4],
  ])
  const late = (minutes: number, as = 'sam') =>
    ask(as, '/api/supervisor/attendance/running-late', {
      ...{ shiftID: dueID, note: 'Trains are late' },
      expectedAt: iso(NOON + minutes * MINUTE),
    })
  for (const [minutes, status] of [
    [60, 400],
    [61, 200],
    [239, 200],
    [240, 400],
  ] as const)
    expect([minutes, (await late(minutes)).status]).toEqual([minutes, status])
  expect((await late(90, 'oz')).status).toBe(404)
  expect((await today())[0]).toMatchObject({
    late: { expectedAt: iso(NOON + 239 * MINUTE), note: 'Trains are late', by: 'sam' },
  })
  expect(await today('oz')).toEqual([])
})

test('4 §4.2.2 ‘I’m running late’: about one’s own shift of today, told to the supervisor, and with notice where it was said before the start', async () => {
  const say = (shiftID: number, at: number, as = 'ivy', note = 'No bus') =>
    ask(as, '/api/itracker/attendance/running-late', { shiftID, expectedAt: iso(at), note })
  const start = NOON + HOUR
  const mine = await addShift(db(), { userID: id('ivy'), start, end: start + 3 * HOUR })
  const tomorrow = await addShift(db(), { userID: id('ivy'), start: start + DAY, end: start + DAY + HOUR })
  const theirs = await addShift(db(), { userID: id('ida'), start, end: start + 3 * HOUR })
  const gone = { status: 404, body: { value: 'There is no such shift.' } }
  expect(
    said(await post(server, '/api/itracker/attendance/running-late', {}, await signIn(server, 'sam'))).status,
  ).toBe(403)
  for (const other of [theirs, tomorrow]) expect(await say(other, start + HOUR)).toEqual(gone)
  const outside = { status: 400, body: { value: 'Choose a time within the shift.' } }
  for (const at of [start, start + 3 * HOUR]) expect(await say(mine, at)).toEqual(outside)
  // What they do in an earlier shift is nothing of this one; who began it early is in.
  await worked('ivy', NOON - HOUR, null)
  await db().updateTable('shifts').set({ state: 'LIVE' }).where('id', '=', mine).execute()
  expect((await say(mine, start + HOUR)).body).toEqual({ value: 'You have begun this shift.' })
  await db().updateTable('shifts').set({ state: 'PUBLISHED' }).where('id', '=', mine).execute()
  expect(await say(mine, start + 3 * HOUR - MINUTE)).toEqual({ status: 200, body: { isWithNotice: true } })

  await db().deleteFrom('activitySessions').execute()
  // What was said last counts, and when it was first said: this is after the start.
  server.clock.now = start + 10 * MINUTE
  expect(await say(mine, server.clock.now)).toEqual(outside)
  expect(await say(mine, start + 20 * MINUTE)).toEqual({ status: 200, body: { isWithNotice: false } })
  expect(await today()).toMatchObject([
    { name: 'ida', late: null },
    { name: 'ivy', late: { expectedAt: iso(start + 20 * MINUTE), note: 'No bus', by: 'ivy' } },
  ])
  expect((await events('ivy', 'SHIFT'))[0]?.hover).toContain('Comes at 14:20')
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('sam'))
    .select(['subject', 'body'])
    .orderBy('id')
    .execute()
  expect(told).toEqual([
    { subject: 'ivy is running late: 16:59 instead of 14:00', body: 'No bus' },
    { subject: 'ivy is running late: 14:20 instead of 14:00', body: 'No bus' },
  ])

  // Who is in isn't late any more; who said it after the start had no notice.
  await say(theirs, start + 30 * MINUTE, 'ida')
  for (const name of ['ivy', 'ida']) await worked(name, start + 20 * MINUTE, null)
  expect(await say(mine, start + HOUR)).toEqual({
    status: 400,
    body: { value: 'You have begun this shift.' },
  })
  server.clock.now = start + HOUR
  const days = await dayFacts(db(), {
    ...{ userIDs: [id('ivy'), id('ida')], now: server.clock.now },
    ...{ from: momentOfField('2026-05-04'), to: momentOfField('2026-05-05') },
  })
  expect(days.map(({ facts }) => dayFigures(facts, server.clock.now).exceptions)).toMatchObject([
    [{ kind: 'LATE_START', isNoticed: true, seconds: 20 * 60, excusedSeconds: 0, excuse: 'NONE' }],
    [{ kind: 'LATE_START', isNoticed: false, seconds: 20 * 60 }],
  ])
})

test('4 §4.2.2 who has no manager is late to those who have them on their live panel: by area or agency, else whoever has everybody', async () => {
  await db()
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  const LIVE = 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' as const
  const people: Readonly<Record<string, readonly [number | null, readonly PermissionName[]]>> = {
    near: [1, [LIVE]],
    beside: [1, [LIVE]],
    blind: [1, ['ISUPERVISOR_CAN_SEE_RESOURCE']],
    bound: [1, [LIVE, 'ISUPERVISOR_IS_RESTRICTED']],
    south: [2, [LIVE]],
    all: [2, [LIVE, 'CAN_SEARCH_ALL_USERS']],
    gone: [1, [LIVE]],
  }
  for (const [userName, [areaID, permissions]] of Object.entries(people)) {
    ids[userName] = await addPerson(server, { userName, permissions: [...permissions] })
    await db().updateTable('users').set({ areaID }).where('id', '=', id(userName)).execute()
  }
  await db().updateTable('users').set({ isActive: 0 }).where('id', '=', id('gone')).execute()
  const start = NOON + HOUR
  const mine = await addShift(db(), { userID: id('ivy'), start, end: start + 3 * HOUR })
  /** Who is told once ivy has this place and manager. */
  const toldWith = async (set: { areaID: number | null; managerID: number | null }) => {
    await db().updateTable('users').set(set).where('id', '=', id('ivy')).execute()
    await db().deleteFrom('notifications').execute()
    const said = { shiftID: mine, expectedAt: iso(start + HOUR), note: 'No bus' }
    expect((await ask('ivy', '/api/itracker/attendance/running-late', said)).status).toBe(200)
    const told = await db()
      .selectFrom('notifications')
      .orderBy('userID')
      .select(['userID', 'subject'])
      .execute()
    for (const { subject } of told) expect(subject).toBe('ivy is running late: 15:00 instead of 14:00')
    return told.map(({ userID }) => Object.keys(ids).find((name) => ids[name] === userID))
  }
  expect(await toldWith({ areaID: 1, managerID: id('sam') })).toEqual(['sam'])
  expect(await toldWith({ areaID: 1, managerID: null })).toEqual(['near', 'beside'])
  // A manager who left looks after nobody any more.
  expect(await toldWith({ areaID: 1, managerID: id('gone') })).toEqual(['near', 'beside'])
  expect(await toldWith({ areaID: null, managerID: null })).toEqual(['all'])
  // People of an agency are looked after there.
  await addAgency(db())
  await db()
    .updateTable('users')
    .set({ agencyID: 1, userType: 'AGENCY' })
    .where('id', '=', id('south'))
    .execute()
  await db().updateTable('users').set({ agencyID: 1 }).where('id', '=', id('ivy')).execute()
  expect(await toldWith({ areaID: null, managerID: null })).toEqual(['south'])
})

test('minutes that a night shift ran over are its own day’s: nobody has left the next evening’s shift with them', async () => {
  // 22:00 to 06:00 in London, worked on until 06:05 with another activity.
  const nightEnd = NOON - 7 * HOUR
  await addShift(db(), { userID: id('ivy'), start: nightEnd - 8 * HOUR, end: nightEnd })
  await worked('ivy', nightEnd - 8 * HOUR, nightEnd + 2 * MINUTE)
  await worked('ivy', nightEnd + 2 * MINUTE, nightEnd + 5 * MINUTE)
  await addShift(db(), { userID: id('ivy'), start: NOON, end: NOON + 3 * HOUR })
  server.clock.now = NOON + 10 * MINUTE
  expect(await today()).toMatchObject([
    { name: 'ivy', state: 'NOT_IN', lateMinutes: 10, leftEarlyMinutes: 0, actualStart: null, sessions: [] },
  ])
  const days = await dayFacts(db(), {
    ...{ userIDs: [id('ivy')], now: server.clock.now },
    ...{ from: momentOfField('2026-05-03'), to: momentOfField('2026-05-05') },
  })
  expect(days.map(({ facts }) => facts.sessions.length)).toEqual([2, 0])
  // What begins after a gap is the new day's.
  await worked('ivy', nightEnd + 10 * MINUTE, nightEnd + 20 * MINUTE)
  expect((await today())[0]?.actualStart).toBe(iso(nightEnd + 10 * MINUTE))
})
