import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AbsenceCase } from '#shared/contract/absence.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
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
import { addTrainingSession, addTrainingType } from '../training/testing/training-fixture.ts'
import { askForContact, closeCovered, openCases, turnLate } from './case-upkeep.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const bearers: Record<string, Record<string, string>> = {}
const id = (name: string) => ids[name] ?? 0
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  hal: ['HR_CAN_SEE_UNAUTHORISED_ABSENCE'],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const [name, manager] of [
    ['mia', null],
    ['sam', 'mia'],
    ['hal', null],
    ['ivy', 'sam'],
    ['ida', 'sam'],
  ] as const) {
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(manager !== null && { managerID: id(manager) }),
    })
    bearers[name] = await signIn(server, name)
  }
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, bearers[as]))
const cases = async () => ((await ask('hal', '/api/hr/absence/list')).body as { cases: AbsenceCase[] }).cases
const parts = () => ({ db: db(), publisher: { notified: () => {} }, tell: () => {} })
const shiftOf = (name: string, start = NOON) =>
  addShift(db(), { userID: id(name), start, end: start + 4 * HOUR })
const worked = (name: string, startedAt: number, activity = 'AVAILABLE') =>
  db()
    .insertInto('activitySessions')
    .values({ userID: id(name), activity: activity as never, project: null, startedAt, endedAt: null })
    .execute()
const event = (name: string, eventType: string, eventState = 'APPROVED', from = '13:00', to = '17:00') =>
  db()
    .insertInto('calendarEvents')
    .values({
      ...{ userID: id(name), eventType: eventType as never, eventState: eventState as never, subject: 'Off' },
      ...{ note: '', startLocal: `2026-05-04T${from}`, endLocal: `2026-05-04T${to}`, zone: 'Europe/London' },
      ...{ isAllDay: 0, rule: null, version: 1, updatedAt: NOON, deletedAt: null, uid: null, importID: null },
    })
    .execute()
const told = async (name: string) =>
  (
    await db()
      .selectFrom('notifications')
      .where('userID', '=', id(name))
      .orderBy('id')
      .select('subject')
      .execute()
  ).map(({ subject }) => subject)
const decide = (version: number, decision: string, reason: string, as = 'hal', more: object = {}) =>
  ask(as, '/api/hr/absence/decide', { id: 1, version, decision, reason, ...more })
const events = () =>
  db()
    .selectFrom('calendarEvents')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .select(['userID', 'eventType', 'eventState'])
    .execute()

test('B052 15 minutes into a shift without activity a case NOT_IN is made and supervisor and manager are told; it becomes LATE with the minutes', async () => {
  await shiftOf('ivy')
  expect(await openCases(parts(), NOON + 15 * MINUTE - 1)).toBe(0)
  // Two servers make one.
  const both = await Promise.all([
    openCases(parts(), NOON + 15 * MINUTE),
    openCases(parts(), NOON + 15 * MINUTE),
  ])
  expect(both.reduce((sum, one) => sum + one)).toBe(1)
  expect(await openCases(parts(), NOON + 16 * MINUTE)).toBe(0)
  expect(await cases()).toMatchObject([
    { userID: id('ivy'), kind: 'NOT_IN', state: 'OPEN', lateMinutes: null },
  ])
  for (const name of ['sam', 'mia']) expect(await told(name)).toEqual(['ivy isn’t in'])
  expect(await turnLate(parts(), NOON + 20 * MINUTE)).toBe(0)
  await worked('ivy', NOON + 23 * MINUTE + 59_000)
  expect(await turnLate(parts(), NOON + 24 * MINUTE)).toBe(1)
  expect(await cases()).toMatchObject([{ kind: 'LATE', lateMinutes: 23 }])
  expect(await turnLate(parts(), NOON + 25 * MINUTE)).toBe(0)
  // Less than a minute is none.
  await shiftOf('ida')
  expect(await openCases(parts(), NOON + 30 * MINUTE)).toBe(1)
  await worked('ida', NOON + 30_000)
  expect(await turnLate(parts(), NOON + 30_000)).toBe(1)
  expect((await cases()).find(({ userID }) => userID === id('ida'))).toMatchObject({
    ...{ kind: 'LATE', lateMinutes: 0 },
  })
})

test('B052 what somebody does before a shift or after its end isn’t being there', async () => {
  await shiftOf('ivy')
  await worked('ivy', NOON - HOUR)
  await db().updateTable('activitySessions').set({ endedAt: NOON }).execute()
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(1)
  await worked('ivy', NOON + 4 * HOUR)
  expect(await turnLate(parts(), NOON + 5 * HOUR)).toBe(0)
  expect(await cases()).toMatchObject([{ kind: 'NOT_IN' }])
})

test('B052 whoever works, or whose time an approved event covers, has no case', async () => {
  await shiftOf('ivy')
  await worked('ivy', NOON + 15 * MINUTE)
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(0)
  const shiftID = await shiftOf('ida')
  await worked('ida', NOON, 'INACTIVE')
  for (const type of ['HOLIDAY', 'SICK', 'ABSENCE', 'MEDICAL_APPOINTMENT', 'TRAINING_SESSION', 'OTHER']) {
    await event('ida', type)
    expect([type, await openCases(parts(), NOON + 15 * MINUTE)]).toEqual([type, 0])
    await db().deleteFrom('calendarEvents').execute()
  }
  const booking = (type: string, state: string, start = NOON) =>
    db()
      .insertInto('bookingRequests')
      .values({
        ...{ userID: id('ida'), type: type as never, state: state as never, start, end: NOON + HOUR },
        ...{ hours: 1, dayPart: 'FULL' as never, reason: '', askedAt: 1, decidedBy: null, decidedAt: null },
        decisionNote: '',
      })
      .execute()
  for (const [type, state, made] of [
    ['HOLIDAY', 'APPROVED', 0],
    ['HOLIDAY', 'REQUESTED_CANCELATION', 0],
    ['MEDICAL_APPOINTMENT', 'APPROVED', 0],
    ['HOLIDAY', 'PENDING', 1],
  ] as const) {
    await booking(type, state)
    expect([type, state, await openCases(parts(), NOON + 15 * MINUTE)]).toEqual([type, state, made])
    await db().deleteFrom('absenceCases').where('shiftID', '=', shiftID).execute()
    await db().deleteFrom('bookingRequests').execute()
  }
  // What begins in that very minute covers, too.
  await event('ida', 'HOLIDAY', 'APPROVED', '13:15', '17:00')
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(0)
  await db().deleteFrom('calendarEvents').execute()
  await event('ida', 'HOLIDAY', 'APPROVED', '13:16', '17:00')
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(1)
  await db().deleteFrom('absenceCases').where('shiftID', '=', shiftID).execute()
  await db().deleteFrom('calendarEvents').execute()
  await booking('HOLIDAY', 'APPROVED', NOON + 15 * MINUTE)
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(0)
  await db().deleteFrom('bookingRequests').execute()
  await addTrainingType(db())
  const training = { typeID: 1, start: NOON, end: NOON + HOUR }
  const sessionID = await addTrainingSession(db(), training)
  await db()
    .insertInto('trainingAttendees')
    .values({ sessionID, userID: id('ida'), state: 'BOOKED', byID: null, at: NOON })
    .execute()
  expect(await openCases(parts(), NOON + 15 * MINUTE)).toBe(0)
  await db().deleteFrom('trainingAttendees').execute()
  // Neither one that waits, nor one that is over by then, nor one of another kind.
  for (const [type, state, from, to] of [
    ['HOLIDAY', 'PENDING', '13:00', '17:00'],
    ['HOLIDAY', 'APPROVED', '12:00', '13:10'],
    ['PERSONAL', 'APPROVED', '13:00', '17:00'],
  ] as const) {
    await event('ida', type, state, from, to)
    expect([type, state, await openCases(parts(), NOON + 15 * MINUTE)]).toEqual([type, state, 1])
    await db().deleteFrom('absenceCases').where('shiftID', '=', shiftID).execute()
    await db().deleteFrom('calendarEvents').execute()
  }
})

test('B053 when the shift becomes NO_SHOW the case does, with an AWOL event of state SYSTEM_AUTO', async () => {
  await shiftOf('ivy', NOON - 5 * HOUR)
  await openCases(parts(), NOON - 4 * HOUR)
  // Of whom there was no case yet, as no server ran, one is made.
  await shiftOf('ida', NOON - 5 * HOUR)
  const shifts = { db: db(), publisher: { notified: () => {} }, tellActivity: async () => {} }
  await markNoShows(shifts, NOON)
  expect((await cases()).map(({ userID, kind }) => [userID, kind]).toSorted()).toEqual([
    [id('ivy'), 'NO_SHOW'],
    [id('ida'), 'NO_SHOW'],
  ])
  expect(await events()).toEqual(
    ['ivy', 'ida'].map((name) => ({ userID: id(name), eventType: 'AWOL', eventState: 'SYSTEM_AUTO' })),
  )
  await markNoShows(shifts, NOON + MINUTE)
  expect(await events()).toHaveLength(2)
})

test('B054 attempts fall due at 15 minutes, 1 hour and 4 hours, and at 4 hours without a sign the case asks for a welfare check', async () => {
  const shiftID = await shiftOf('ivy')
  await db()
    .updateTable('shifts')
    .set({ end: NOON + 8 * HOUR })
    .where('id', '=', shiftID)
    .execute()
  await openCases(parts(), NOON + 15 * MINUTE)
  const due = async () => (await cases())[0]?.attemptDueAt
  const tries = (await told('sam')).length
  const attempts: string[] = []
  for (const [at, minutes] of [
    [1, 15],
    [2, 60],
    [3, 240],
  ] as const) {
    expect(await due()).toBe(new Date(NOON + minutes * MINUTE).toISOString())
    if (at > 1) expect(await askForContact(parts(), NOON + minutes * MINUTE - 1)).toBe(0)
    expect(await askForContact(parts(), NOON + minutes * MINUTE)).toBe(1)
    expect(await askForContact(parts(), NOON + minutes * MINUTE)).toBe(0)
    attempts.push(`Try to reach ivy: attempt ${at} is due`)
    expect((await told('sam')).slice(tries)).toEqual(attempts)
    expect((await cases())[0]?.welfareAt).toBe(at === 3 ? new Date(NOON + 4 * HOUR).toISOString() : null)
    await ask('hal', '/api/hr/absence/attempt', { id: 1, channel: 'CALL', result: 'NO_ANSWER' })
  }
  expect(await due()).toBeNull()
  expect(await told('hal')).toEqual(['Welfare check: there is no sign of ivy'])
  expect(await cases()).toMatchObject([{ state: 'CONTACTING', attempts: [{ by: 'hal' }, {}, {}] }])
})

test('B054 whoever was reached, explained or came needs no welfare check', async () => {
  for (const name of ['ivy', 'ida']) {
    const shiftID = await shiftOf(name)
    await db()
      .updateTable('shifts')
      .set({ end: NOON + 8 * HOUR })
      .where('id', '=', shiftID)
      .execute()
  }
  await openCases(parts(), NOON + 15 * MINUTE)
  await ask('hal', '/api/hr/absence/attempt', { id: 1, channel: 'CALL', result: 'REACHED' })
  expect((await ask('ivy', '/api/hr/absence/explain', { id: 2, text: 'Not mine' })).status).toBe(404)
  expect((await ask('ida', '/api/hr/absence/explain', { id: 2, text: 'The bus' })).status).toBe(200)
  expect(await askForContact(parts(), NOON + 4 * HOUR)).toBe(0)
  expect(await told('hal')).toEqual([])
})

test('B054 who reported it, gave notice or began later was heard of; who is away without leave was not', async () => {
  const shiftID = await shiftOf('ivy')
  await openCases(parts(), NOON + 15 * MINUTE)
  const set = (values: object) =>
    db()
      .updateTable('absenceCases')
      .set({ kind: 'NOT_IN', reported: null, attemptsTold: null, welfareAt: null, ...values })
      .execute()
  const asked = () => askForContact(parts(), NOON + 4 * HOUR)
  for (const [values, count] of [
    [{ reported: 'SICK' }, 0],
    [{ reported: 'ABSENCE' }, 0],
    [{ reported: 'AWOL' }, 1],
    [{ kind: 'LATE' }, 0],
    [{ kind: 'LEFT_EARLY' }, 0],
    [{ kind: 'NO_SHOW' }, 1],
    [{}, 1],
  ] as const) {
    await set(values)
    expect([values, await asked()]).toEqual([values, count])
  }
  await set({})
  await db()
    .insertInto('lateNotices')
    .values({ shiftID, userID: id('ivy'), expectedAt: NOON + 5 * HOUR, note: '', byID: null, at: NOON })
    .execute()
  expect(await asked()).toBe(0)
})

test('B054 attempts that were made before they fell due aren’t asked for; the welfare check is, up to 2 days on', async () => {
  await shiftOf('ivy')
  await openCases(parts(), NOON + 15 * MINUTE)
  const before = await told('sam')
  for (let count = 0; count < 3; count++)
    await ask('hal', '/api/hr/absence/attempt', { id: 1, channel: 'CALL', result: 'NO_ANSWER' })
  expect(await askForContact(parts(), NOON + 15 * MINUTE)).toBe(0)
  expect(await askForContact(parts(), NOON + 48 * HOUR)).toBe(0)
  expect(await told('hal')).toEqual([])
  expect(await askForContact(parts(), NOON + 48 * HOUR - 1)).toBe(1)
  expect(await told('hal')).toEqual(['Welfare check: there is no sign of ivy'])
  expect(await told('sam')).toEqual(before)
})

test('B055 an approved event that covers the time closes the case as AUTHORISED', async () => {
  await shiftOf('ivy', NOON - 5 * HOUR)
  await openCases(parts(), NOON - 4 * HOUR)
  await markNoShows({ db: db(), publisher: { notified: () => {} }, tellActivity: async () => {} }, NOON)
  await event('ivy', 'SICK', 'APPROVED', '08:00', '11:59')
  await event('ivy', 'SICK', 'PENDING', '08:00', '12:00')
  expect(await closeCovered(parts(), NOON)).toBe(0)
  await event('ivy', 'SICK', 'APPROVED', '08:00', '12:00')
  expect(await closeCovered(parts(), NOON)).toBe(1)
  expect(await cases()).toMatchObject([
    { state: 'AUTHORISED', decidedBy: null, decidedAt: expect.any(String) },
  ])
  expect((await events()).filter(({ eventType }) => eventType === 'AWOL')).toEqual([])
  expect(await closeCovered(parts(), NOON)).toBe(0)
})

test('B056 a decision without a reason is refused; UNAUTHORISED makes the minutes unpaid and a file note', async () => {
  await shiftOf('ivy', NOON - 5 * HOUR)
  await openCases(parts(), NOON - 4 * HOUR)
  await markNoShows({ db: db(), publisher: { notified: () => {} }, tellActivity: async () => {} }, NOON)
  const { version = 0 } = (await cases())[0] ?? {}
  for (const reason of ['', '   '])
    expect(await decide(version, 'UNAUTHORISED', reason)).toEqual({
      status: 400,
      body: { value: 'A decision needs a reason.' },
    })
  expect((await decide(version, 'UNAUTHORISED', 'No word', 'sam')).status).toBe(403)
  expect((await decide(version + 1, 'UNAUTHORISED', 'No word')).status).toBe(409)
  expect((await decide(version, 'UNAUTHORISED', 'No word', 'hal', { isPaid: true })).status).toBe(200)
  expect(await cases()).toMatchObject([
    { state: 'UNAUTHORISED', payEffect: 'UNPAID', reason: 'No word', decidedBy: 'hal' },
  ])
  expect(await events()).toEqual([{ userID: id('ivy'), eventType: 'AWOL', eventState: 'APPROVED' }])
  const { notes } = (await ask('ivy', '/api/itracker/file-notes')).body as { notes: object[] }
  expect(notes).toMatchObject([
    { kind: 'CONCERN', by: 'hal', text: 'Unauthorised absence on Mon 4 May: No word' },
  ])
  // It is reversed once, with a reason.
  expect((await decide(version + 1, 'AUTHORISED', '')).status).toBe(400)
  expect((await decide(version + 1, 'AUTHORISED', 'The train', 'hal', { isPaid: true })).status).toBe(200)
  expect(await cases()).toMatchObject([{ state: 'AUTHORISED', payEffect: 'PAID' }])
  expect(await events()).toEqual([{ userID: id('ivy'), eventType: 'ABSENCE', eventState: 'APPROVED' }])
  expect((await decide(version + 2, 'UNAUTHORISED', 'Again')).status).toBe(400)
})

test('6 §5.2 nobody decides on their own case, and its person sees it', async () => {
  await shiftOf('hal')
  await openCases(parts(), NOON + 15 * MINUTE)
  expect(await cases()).toEqual([])
  expect((await decide(1, 'AUTHORISED', 'Mine')).status).toBe(403)
  const mine = (await ask('hal', '/api/itracker/absence-cases')).body as { cases: AbsenceCase[] }
  expect(mine.cases).toMatchObject([{ kind: 'NOT_IN' }])
  expect((await ask('ivy', '/api/hr/absence/list')).status).toBe(403)
})
