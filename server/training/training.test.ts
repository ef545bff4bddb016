import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { TrainingMatrix } from '#shared/contract/training.ts'
import { dayFigures, judged } from '#shared/domain/attendance.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { presentDay } from '../attendance/day-facts.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addTrainingSession, addTrainingType, needsOf } from './testing/training-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  mia: ['IMANAGER_CAN_SEE_TRAINING'],
  sam: ['ISUPERVISOR_CAN_SEE_TRAINING'],
  ivy: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
}
const id = (name: string) => ids[name] ?? 0

beforeEach(async () => {
  server = await startTestServer()
  const managers: Readonly<Record<string, string>> = { sam: 'mia', ivy: 'sam', ida: 'sam', out: 'oz' }
  for (const name of ['mia', 'oz', 'sam', 'ivy', 'ida', 'out'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(managers[name] !== undefined && { managerID: id(managers[name] ?? '') }),
    })
  await db()
    .updateTable('users')
    .set({ userType: 'SUPERVISOR' })
    .where('id', 'in', [id('mia'), id('sam'), id('oz')])
    .execute()
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, await signIn(server, as)))
const matrix = async (as = 'mia', more: object = {}) =>
  (await ask(as, as === 'mia' ? '/api/manager/training' : '/api/supervisor/training', more))
    .body as TrainingMatrix
const bookPath = { mia: '/api/manager/training/book', sam: '/api/supervisor/training/book' } as const
const book = async (as: 'mia' | 'sam', sessionID: number, ...names: string[]) => {
  const { status, body } = await ask(as, bookPath[as], { sessionID, userIDs: names.map(id) })
  if (status !== 200) return { status, body }
  return (body as { results: { name: string; done: boolean; reason: string }[] }).results
}
const learnt = (name: string, typeID: number, day: string, expires: string | null, result = 'PASSED') =>
  db()
    .insertInto('trainingRecords')
    .values({
      ...{ userID: id(name), typeID, sessionID: null, day, expires, score: null, trainerID: null },
      ...{ result: result as 'PASSED', version: 1, changedBy: null, changedAt: NOON },
    })
    .execute()
const stateOf = (read: TrainingMatrix, name: string, typeID: number) =>
  read.people.find((person) => person.name === name)?.cells.find((cell) => cell.typeID === typeID)?.state

const addSession = (session: {
  readonly userID: number
  readonly activity: 'AVAILABLE' | 'TRAINING'
  readonly from: number
  readonly to: number
}) =>
  db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: session.userID, activity: session.activity, project: null },
      ...{ startedAt: session.from, endedAt: session.to },
    })
    .execute()

test('D115 the matrix marks each required training of the line as done, booked, due in 30 days, overdue or not needed', async () => {
  await addProject(db(), 7, 'Rail')
  const [skillID = 0] = await addSkills(db(), [{ name: 'Welsh' }])
  const all = await addTrainingType(db())
  const contracts = await addTrainingType(db(), {
    ...{ name: 'Contract', requiredFor: needsOf({ contractTypeIDs: [5] }) },
  })
  const skilled = await addTrainingType(db(), {
    ...{ name: 'Welsh manner', requiredFor: needsOf({ skillIDs: [skillID] }) },
  })
  const onProject = await addTrainingType(db(), {
    ...{ name: 'Rail brief', requiredFor: needsOf({ projectIDs: [7] }) },
  })
  const nobody = await addTrainingType(db(), { name: 'Leadership', requiredFor: needsOf({}) })
  await db()
    .insertInto('contractTypes')
    .values({
      ...{ id: 5, name: 'Evenings', nameKey: 'evenings', kind: 'EMPLOYEE', version: 1 },
      changedBy: null,
      changedAt: NOON,
    })
    .execute()
  await db().updateTable('users').set({ contractTypeID: 5 }).where('id', '=', id('ida')).execute()
  await db()
    .insertInto('personSkills')
    .values([
      {
        userID: id('ivy'),
        skillID,
        level: 'GOOD',
        since: '2026-01-01',
        expires: null,
        evidence: '',
        givenBy: null,
      },
      // An expired skill doesn’t count.
      {
        ...{ userID: id('ida'), skillID, level: 'GOOD', since: '2026-01-01', expires: '2026-05-03' },
        ...{ evidence: '', givenBy: null },
      },
    ])
    .execute()
  await addShift(db(), { userID: id('ivy'), projectID: 7, start: NOON + 2 * DAY, end: NOON + 2 * DAY + HOUR })
  // 4 May and 30 days is 3 June: due; the day after that isn’t yet.
  await learnt('ivy', all, '2025-06-03', '2026-06-03')
  await learnt('ida', all, '2025-06-04', '2026-06-04')
  await learnt('ivy', skilled, '2026-01-01', null, 'FAILED')
  await learnt('ida', contracts, '2025-05-03', '2026-05-03')
  const sessionID = await addTrainingSession(db(), { typeID: onProject })
  expect(await book('sam', sessionID, 'ivy')).toMatchObject([{ done: true }])

  const read = await matrix()
  expect(read.people.map(({ name }) => name)).toEqual(['ida', 'ivy'])
  expect(read.types.map(({ name }) => name)).toEqual(['Contract', 'Induction', 'Rail brief', 'Welsh manner'])
  expect(stateOf(read, 'ivy', all)).toBe('DUE')
  expect(stateOf(read, 'ida', all)).toBe('DONE')
  expect(stateOf(read, 'ivy', contracts)).toBe('NOT_NEEDED')
  expect(stateOf(read, 'ida', contracts)).toBe('OVERDUE')
  expect(stateOf(read, 'ivy', skilled)).toBe('OVERDUE')
  expect(stateOf(read, 'ida', skilled)).toBe('NOT_NEEDED')
  expect(stateOf(read, 'ivy', onProject)).toBe('BOOKED')
  expect(stateOf(read, 'ida', onProject)).toBe('NOT_NEEDED')
  expect(stateOf(read, 'ivy', nobody)).toBe(undefined)
  const done = read.people.find(({ name }) => name === 'ida')?.cells.find(({ typeID }) => typeID === all)
  expect(done).toMatchObject({ doneOn: '2025-06-04', expires: '2026-06-04' })
  // Five needs; those that are met today are the two inductions.
  expect(read.cards).toEqual({ required: 5, done: 2, overdue: 2, bookedThisWeek: 1 })
  expect(await matrix('mia', { managerID: id('sam') })).toMatchObject({ people: [{}, {}] })
  expect((await ask('mia', '/api/manager/training', { managerID: id('oz') })).status).toBe(404)
})

test('D115 a booking makes a TRAINING_SESSION event and tells the person, by the manager for their line alone', async () => {
  await addTrainingType(db())
  const sessionID = await addTrainingSession(db(), { trainerID: id('sam') })
  expect(await book('mia', sessionID, 'ivy', 'out')).toEqual([
    { userID: id('ivy'), name: 'ivy', done: true, reason: '' },
    { userID: id('out'), name: '', done: false, reason: 'There is no such person.' },
  ])
  const told = await db().selectFrom('notifications').where('userID', '=', id('ivy')).selectAll().execute()
  expect(told).toMatchObject([
    {
      subject: 'You are booked for Induction on Tue 5 May, 13:00',
      body: 'Room 2, with sam',
      source: 'TRAINING',
    },
  ])
  const range = { start: iso(NOON), end: iso(NOON + 3 * DAY) }
  const events = async () =>
    ((await ask('ivy', '/api/calendar/events', range)).body as { events: CalendarEvent[] }).events.filter(
      ({ eventType }) => eventType === 'TRAINING_SESSION',
    )
  expect(await events()).toMatchObject([
    {
      ...{ eventType: 'TRAINING_SESSION', eventState: 'APPROVED', subject: 'Training: Induction' },
      ...{ eventStart: iso(NOON + DAY), eventEnd: iso(NOON + DAY + 2 * HOUR), hover: 'sam · Room 2' },
    },
  ])
  expect((await matrix()).cards.bookedThisWeek).toBe(1)
  await ask('mia', '/api/manager/training/unbook', { sessionID, userID: id('ivy') })
  expect(await events()).toMatchObject([{ eventState: 'CANCELLED' }])
  expect((await matrix()).cards.bookedThisWeek).toBe(0)
})

test('D115 who is booked is told where and with whom, as far as that is known', async () => {
  await addTrainingType(db())
  const at = (day: number) => ({ start: NOON + day * DAY, end: NOON + day * DAY + HOUR })
  const sessions = [
    await addTrainingSession(db(), { ...at(1), trainerID: id('sam'), place: '' }),
    await addTrainingSession(db(), { ...at(2), trainerID: null }),
    await addTrainingSession(db(), { ...at(3), trainerID: null, place: '' }),
  ]
  for (const sessionID of sessions)
    expect(await book('sam', sessionID, 'ivy')).toMatchObject([{ done: true }])
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ivy'))
    .orderBy('id')
    .select(['body', 'type', 'sourceID'])
    .execute()
  expect(told.map(({ body }) => body)).toEqual(['with sam', 'Room 2', ''])
  expect(told.map(({ type, sourceID }) => [type, sourceID])).toEqual(
    sessions.map((sessionID) => ['NEW_UPDATE', sessionID]),
  )
})

test('D115 a full session and what overlaps are refused with who is meant', async () => {
  await addTrainingType(db())
  const few = await addTrainingSession(db(), { capacity: 1 })
  expect(await book('mia', few, 'ivy', 'ida')).toMatchObject([
    { done: true },
    { name: 'ida', done: false, reason: 'This session is full.' },
  ])
  expect(await book('mia', few, 'ivy')).toMatchObject([
    { reason: 'They are booked into this session already.' },
  ])
  const sameTime = await addTrainingSession(db(), { start: NOON + DAY + HOUR, end: NOON + DAY + 3 * HOUR })
  expect(await book('mia', sameTime, 'ivy')).toMatchObject([
    { reason: 'Overlaps Training 5 May, 13:00–15:00.' },
  ])
  const touching = await addTrainingSession(db(), {
    start: NOON + DAY + 2 * HOUR,
    end: NOON + DAY + 3 * HOUR,
  })
  expect(await book('mia', touching, 'ivy')).toMatchObject([{ done: true }])
  await addShift(db(), { userID: id('ida'), start: NOON + DAY + 2 * HOUR, end: NOON + DAY + 6 * HOUR })
  expect(await book('mia', touching, 'ida')).toMatchObject([{ reason: 'Overlaps Shift 5 May, 15:00–19:00.' }])
  await holdAlone(db(), id('mia'), ['IRESOURCE_CAN_PROCESS_SHIFT'])
  expect(await book('mia', touching, 'ida')).toMatchObject([{ done: true }])
  const past = await addTrainingSession(db(), { start: NOON - 2 * HOUR, end: NOON - HOUR })
  expect(await book('mia', past, 'ivy')).toMatchObject([{ reason: 'The session has already taken place.' }])
  const off = await addTrainingSession(db(), {
    ...{ start: NOON + 3 * DAY, end: NOON + 3 * DAY + HOUR, status: 'CANCELLED' },
  })
  expect(await book('mia', off, 'ivy')).toMatchObject([
    { reason: "The session is cancelled and can't be booked." },
  ])
  expect(await book('mia', 99, 'ivy')).toMatchObject({ status: 404 })
})

test('D115 of two who book the last place at once one gets it', async () => {
  await addTrainingType(db())
  const few = await addTrainingSession(db(), { capacity: 1 })
  const both = await Promise.all([book('mia', few, 'ivy'), book('sam', few, 'ida')])
  const places = both.flat() as { done: boolean }[]
  expect(places.filter(({ done }) => done)).toHaveLength(1)
})

test('D147 a booking by the supervisor frees that time of the shift as a TRAINING segment, which adherence then expects', async () => {
  await addTrainingType(db())
  const shiftID = await addShift(db(), {
    userID: id('ivy'),
    start: NOON,
    end: NOON + 4 * HOUR,
    breakMinutes: 15,
  })
  const sessionID = await addTrainingSession(db(), { start: NOON + HOUR, end: NOON + 2 * HOUR })
  const day = async (now: number) => {
    const [own] = await presentDay(db(), [id('ivy')], now)
    return own?.facts ?? { shifts: [] as never[] }
  }
  expect((await day(NOON)).shifts[0]?.segments).toEqual([])
  expect(await book('sam', sessionID, 'ivy')).toMatchObject([{ done: true }])
  expect((await day(NOON)).shifts[0]?.segments).toEqual([
    { kind: 'TRAINING', isFixed: true, start: NOON + HOUR, end: NOON + 2 * HOUR },
  ])
  await addSession({ userID: id('ivy'), activity: 'AVAILABLE', from: NOON, to: NOON + HOUR })
  await addSession({ userID: id('ivy'), activity: 'TRAINING', from: NOON + HOUR, to: NOON + 2 * HOUR })
  await addSession({ userID: id('ivy'), activity: 'AVAILABLE', from: NOON + 2 * HOUR, to: NOON + 4 * HOUR })
  const end = NOON + 4 * HOUR
  const went = await day(end)
  expect(dayFigures(went as never, end)).toMatchObject({ adherence: 1, exceptions: [] })
  // Whoever goes on with interviews meanwhile is out for that hour.
  await db()
    .updateTable('activitySessions')
    .set({ activity: 'AVAILABLE' })
    .where('activity', '=', 'TRAINING')
    .execute()
  const stayed = await day(end)
  expect(dayFigures(stayed as never, end)).toMatchObject({
    ...{ adherence: 0.75, outSeconds: 3600 },
    exceptions: [{ kind: 'WRONG_ACTIVITY', start: NOON + HOUR, end: NOON + 2 * HOUR }],
  })
  expect(
    judged((stayed as never as { shifts: never[] }).shifts[0] as never, stayed as never, end),
  ).toHaveLength(3)
  // The break is still planned: three hours of work and a quarter’s break.
  expect(dayFigures(stayed as never, end).plannedWorkSeconds).toBe((3 * 60 - 15) * 60)
  // Taken back, the time is the shift’s again; a shift that is given away takes no training with it.
  server.clock.now = NOON
  expect((await ask('sam', '/api/manager/training/unbook', { sessionID, userID: id('ivy') })).status).toBe(
    200,
  )
  expect((await day(NOON)).shifts[0]?.segments).toEqual([])
  expect(await book('sam', sessionID, 'ivy')).toMatchObject([{ done: true }])
  await db()
    .updateTable('shifts')
    .set({ userID: id('ida') })
    .where('id', '=', shiftID)
    .execute()
  const [ida] = await presentDay(db(), [id('ida')], NOON)
  expect(ida?.facts.shifts[0]?.segments).toEqual([])
})

test('D147 the supervisor records who came to a session that they ran, and nobody else’s', async () => {
  await addTrainingType(db(), { passMark: 70, validMonths: 12 })
  const sessionID = await addTrainingSession(db(), {
    ...{ trainerID: id('sam'), start: NOON + HOUR, end: NOON + 2 * HOUR },
  })
  await book('sam', sessionID, 'ivy', 'ida')
  const record = (outcomes: object[], as = 'sam') =>
    ask(as, '/api/supervisor/training/attendance', { id: sessionID, version: 1, outcomes })
  const both = [
    { userID: id('ivy'), outcome: 'ATTENDED', score: 70 },
    { userID: id('ida'), outcome: 'PARTLY' },
  ]
  expect(await record(both)).toEqual({ status: 400, body: { value: 'The session hasn’t begun yet.' } })
  server.clock.now = NOON + 2 * HOUR
  expect((await matrix('sam')).sessions).toMatchObject([{ id: sessionID, state: 'LIVE', isToRecord: true }])
  await holdAlone(db(), id('oz'), ['ISUPERVISOR_CAN_SEE_TRAINING'])
  expect(await record(both, 'oz')).toEqual({
    status: 403,
    body: { value: 'sam ran this session, and records who came.' },
  })
  expect(await record(both)).toMatchObject({ status: 200 })
  const states = await db()
    .selectFrom('trainingAttendees')
    .orderBy('userID')
    .select(['userID', 'state', 'score'])
    .execute()
  expect(states).toEqual([
    { userID: id('ivy'), state: 'ATTENDED', score: 70 },
    { userID: id('ida'), state: 'PARTLY', score: null },
  ])
  expect(await record(both)).toMatchObject({ status: 400 })
  expect((await matrix('sam')).sessions).toEqual([])
})

test('B045 completing a session needs an outcome for each, writes records, and gives who PASSED the skill', async () => {
  const [skillID = 0] = await addSkills(db(), [{ name: 'Recording' }])
  const typeID = await addTrainingType(db(), { passMark: 70, validMonths: 12, skillID })
  for (const name of ['eve', 'fay'])
    ids[name] = await addPerson(server, { userName: name, managerID: id('sam') })
  const sessionID = await addTrainingSession(db(), {
    ...{ trainerID: id('sam'), start: NOON + HOUR, end: NOON + 2 * HOUR },
  })
  await book('sam', sessionID, 'ivy', 'ida', 'eve', 'fay')
  server.clock.now = NOON + 3 * HOUR
  const outcomes: { userID: number; outcome: string; score?: number }[] = [
    { userID: id('ivy'), outcome: 'ATTENDED', score: 70 },
    { userID: id('ida'), outcome: 'ATTENDED', score: 69 },
    { userID: id('eve'), outcome: 'NO_SHOW' },
    { userID: id('fay'), outcome: 'EXCUSED' },
  ]
  const record = (of: object[]) =>
    ask('sam', '/api/supervisor/training/attendance', { id: sessionID, version: 1, outcomes: of })
  expect(await record(outcomes.slice(0, 3))).toEqual({
    status: 400,
    body: { value: 'Say of everybody whether they came.' },
  })
  expect(await record(outcomes.map(({ score: _score, ...one }) => one))).toEqual({
    status: 400,
    body: { value: 'Give everybody who attended a score.' },
  })
  expect(await record([...outcomes, { userID: id('out'), outcome: 'ATTENDED', score: 90 }])).toMatchObject({
    status: 404,
  })
  expect(await record(outcomes)).toMatchObject({ status: 200 })
  const records = await db()
    .selectFrom('trainingRecords')
    .orderBy('userID')
    .select(['userID', 'typeID', 'sessionID', 'day', 'result', 'score', 'expires', 'trainerID'])
    .execute()
  const common = { typeID, sessionID, day: '2026-05-04', trainerID: id('sam') }
  expect(records).toEqual([
    { userID: id('ivy'), result: 'PASSED', score: 70, expires: '2027-05-04', ...common },
    { userID: id('ida'), result: 'FAILED', score: 69, expires: null, ...common },
  ])
  const skills = await db().selectFrom('personSkills').selectAll().execute()
  expect(skills).toMatchObject([
    { userID: id('ivy'), skillID, since: '2026-05-04', expires: '2027-05-04', evidence: 'Induction' },
  ])
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ida'))
    .select('subject')
    .orderBy('id')
    .execute()
  expect(told.at(-1)?.subject).toBe('Induction: failed')
  const recorded = db().selectFrom('audit').where('action', '=', 'TRAINING_RECORDED').selectAll()
  const { changes, recordID } = await recorded.executeTakeFirstOrThrow()
  expect([recordID, JSON.parse(changes)]).toEqual([
    sessionID,
    [
      { field: 'status', before: 'LIVE', after: 'COMPLETED' },
      { field: 'outcomes', before: null, after: ['ATTENDED', 'ATTENDED', 'NO_SHOW', 'EXCUSED'] },
    ],
  ])
})

test('an excuse needs both permissions, a reason, and ends with its day; a reminder goes once a day', async () => {
  const typeID = await addTrainingType(db())
  const excuse = (more: object = {}) =>
    ask('mia', '/api/manager/training/excuse', { userID: id('ivy'), typeID, reason: 'Did it there', ...more })
  expect((await excuse()).status).toBe(403)
  await holdAlone(db(), id('mia'), ['ITRAINING_CAN_SEE_LOG'])
  expect((await excuse({ reason: 'no' })).status).toBe(400)
  expect((await excuse({ userID: id('out') })).status).toBe(404)
  expect((await excuse({ until: '2026-05-04' })).status).toBe(200)
  expect(stateOf(await matrix(), 'ivy', typeID)).toBe('NOT_NEEDED')
  server.clock.now = NOON + DAY
  expect(stateOf(await matrix(), 'ivy', typeID)).toBe('OVERDUE')
  const remind = () =>
    ask('mia', '/api/manager/training/remind', {
      needs: ['ivy', 'ida'].map((name) => ({ userID: id(name), typeID })),
    })
  expect((await remind()).body).toEqual({ reminded: 2, already: 0 })
  server.clock.now += DAY - 1
  expect((await remind()).body).toEqual({ reminded: 0, already: 2 })
  server.clock.now += 1
  expect((await remind()).body).toEqual({ reminded: 2, already: 0 })
})

test('4 §4.2.6 one books oneself into a session with places: not twice, not full, not past, not one’s own, not over something, not for others', async () => {
  for (const name of ['ivy', 'ida'])
    await holdAlone(db(), id(name), ['ITRACKER_CAN_SEE_TRAINING', 'ITRACKER_CAN_SEE_MY_SCHEDULE'])
  const needed = await addTrainingType(db())
  const other = await addTrainingType(db(), { name: 'Leadership', requiredFor: needsOf({}) })
  const at = (days: number, more: object = {}) =>
    addTrainingSession(db(), {
      ...{ typeID: needed, start: NOON + days * DAY, end: NOON + days * DAY + HOUR, capacity: 1 },
      ...more,
    })
  const open = await at(1, { capacity: 2 })
  const single = await at(2, { typeID: other })
  const past = await at(0, { start: NOON - 1, end: NOON + HOUR })
  const own = await at(3, { trainerID: id('ivy') })
  const hidden = [await at(4, { status: 'PLANNED' }), await at(5, { status: 'CANCELLED' }), await at(29)]
  const inShift = await at(6)
  await addShift(db(), { userID: id('ivy'), start: NOON + 6 * DAY - HOUR, end: NOON + 6 * DAY + HOUR })
  const list = async (as: string) => {
    const { sessions } = (await ask(as, '/api/itracker/training/sessions')).body as {
      sessions: (Record<'isBooked' | 'isOwnBooking' | 'isNeeded', boolean> & { id: number; state: string })[]
    }
    return sessions.map((one) => [
      ...[one.id, one.state],
      (['isNeeded', 'isBooked', 'isOwnBooking'] as const).filter((name) => one[name]).join(' '),
    ])
  }
  const self = (as: string, sessionID: number, more: object = {}) =>
    ask(as, '/api/itracker/training/book', { sessionID, ...more })
  const back = (as: string, sessionID: number) => ask(as, '/api/itracker/training/unbook', { sessionID })
  const no = (status: number, value: string) => ({ status, body: { value } })
  const DONE = { status: 200, body: { done: true } }

  expect((await ask('sam', '/api/itracker/training/sessions')).status).toBe(403)
  expect((await self('sam', open)).status).toBe(403)
  expect(await list('ivy')).toEqual([
    [open, 'OPEN', 'isNeeded'],
    [single, 'OPEN', ''],
    [inShift, 'OPEN', 'isNeeded'],
  ])
  // Whoever else is named, the caller alone is booked.
  expect(await self('ivy', open, { userID: id('ida') })).toEqual(DONE)
  expect(await self('ivy', open)).toEqual(no(409, 'You are booked into this session already.'))
  expect(await list('ida')).toContainEqual([open, 'OPEN', 'isNeeded'])
  expect(await self('ivy', single)).toEqual(DONE)
  expect(await self('ida', single)).toEqual(no(409, 'This session is full.'))
  expect(await self('ivy', past)).toEqual(no(400, 'The session has already taken place.'))
  expect(await self('ivy', own)).toEqual(no(400, 'Who runs the session can’t be booked into it.'))
  for (const sessionID of hidden.slice(0, 2)) expect((await self('ivy', sessionID)).status).toBe(400)
  expect(await self('ivy', 999)).toEqual(no(404, 'There is no such session.'))
  expect(await self('ivy', inShift)).toMatchObject({
    status: 400,
    body: { value: expect.stringMatching(/^Overlaps Shift/) },
  })
  // It stands in the calendar, as any booking does, and nobody is told what they did themselves.
  const day = { start: iso(NOON), end: iso(NOON + 2 * DAY) }
  const { events } = (await ask('ivy', '/api/calendar/events', day)).body as { events: CalendarEvent[] }
  expect(events.filter(({ eventType }) => eventType === 'TRAINING_SESSION')).toHaveLength(1)
  expect(await db().selectFrom('notifications').selectAll().execute()).toEqual([])
  expect(await list('ivy')).toEqual([
    [open, 'OPEN', 'isBooked isOwnBooking'],
    [single, 'FULL', 'isBooked isOwnBooking'],
    [inShift, 'OPEN', ''],
  ])

  // A booking of somebody else's is theirs to take back, nobody else's.
  expect(await back('ida', open)).toEqual(no(404, 'There is no such booking.'))
  expect(await back('ivy', single)).toEqual(DONE)
  expect(await self('ida', single)).toEqual(DONE)
  await book('mia', open, 'ida')
  expect(await list('ida')).toContainEqual([open, 'FULL', 'isBooked'])
  expect(await back('ida', open)).toEqual(no(403, 'Somebody else booked you into this session. Ask them.'))
  server.clock.now = NOON + DAY
  expect(await back('ivy', open)).toEqual(no(400, 'The session has already taken place.'))
  expect(await list('ivy')).toContainEqual([open, 'LIVE', 'isBooked'])
})

test('4 §4.2.6 of two who book themselves into the last place at once one gets it', async () => {
  for (const name of ['ivy', 'ida']) await holdAlone(db(), id(name), ['ITRACKER_CAN_SEE_TRAINING'])
  await addTrainingType(db())
  const sessionID = await addTrainingSession(db(), { capacity: 1 })
  const answers = await Promise.all(
    ['ivy', 'ida'].map((as) => ask(as, '/api/itracker/training/book', { sessionID })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
