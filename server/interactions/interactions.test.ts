import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { Interaction } from '#shared/contract/interactions.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
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
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  mia: ['IMANAGER_CAN_SEE_INTERACTIONS', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
  oz: ['IMANAGER_CAN_SEE_INTERACTIONS'],
  ivy: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
}

beforeEach(async () => {
  server = await startTestServer()
  const managers: Readonly<Record<string, string>> = { sam: 'mia', ivy: 'sam', ida: 'sam' }
  for (const name of ['mia', 'oz', 'sam', 'ivy', 'ida'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(managers[name] !== undefined && { managerID: id(managers[name] ?? '') }),
    })
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, await signIn(server, as)))

interface Row {
  readonly id: number
  readonly displayName: string
  readonly mark: string
  readonly daysSince: number | null
  readonly lastKind: string | null
  readonly [field: string]: unknown
}
const rows = async (as = 'mia') => ((await ask(as, '/api/manager/interactions')).body as { rows: Row[] }).rows
const rowOf = async (name: string) => (await rows()).find(({ displayName }) => displayName === name)
const timeline = async (name: string) =>
  (
    (await ask('mia', '/api/manager/interactions/timeline', { id: id(name) })).body as {
      interactions: Interaction[]
    }
  ).interactions
/** A shift in each of the last weeks, this one among them, on Mondays. */
const works = async (name: string, weeks: readonly number[]) => {
  for (const back of weeks)
    await addShift(db(), {
      ...{ userID: id(name), start: NOON - back * 7 * DAY - 2 * HOUR, end: NOON - back * 7 * DAY },
      state: 'COMPLETED',
    })
}

test('D118 each kind counts once in its column, and messages and calls in none', async () => {
  await works('ivy', [0, 1, 2])
  await addProject(db(), 7, 'Rail')
  await addForm(db())
  const day = (back: number) => NOON - back * DAY
  const talk = {
    minutes: 30,
    meetingID: null,
    version: 1,
    changedBy: null,
    changedAt: NOON,
    dueDay: '2026-05-01',
  }
  for (const row of [
    { ...talk, userID: id('ivy'), hostID: id('sam'), status: 'SIGNED', start: day(9), heldAt: day(9) },
    {
      ...{
        ...talk,
        userID: id('ivy'),
        hostID: id('sam'),
        status: 'HELD' as const,
        start: day(8),
        heldAt: day(8),
      },
      actions: JSON.stringify([
        { text: 'Ask for Welsh', due: null, doneAt: null },
        { text: 'New headset', due: null, doneAt: iso(NOON) },
      ]),
    },
    { ...talk, userID: id('ivy'), hostID: id('sam'), status: 'MISSED', start: day(1) },
    { ...talk, userID: id('ivy'), hostID: id('sam'), status: 'SCHEDULED', start: day(-3) },
  ] as const)
    await db().insertInto('oneToOnes').values(row).execute()
  const coaching = { userID: id('ivy'), coachID: id('sam'), minutes: 30, topics: 'Probing', reviewIDs: '[]' }
  for (const row of [
    {
      ...{ ...coaching, start: day(7), heldAt: day(7), state: 'HELD' as const, createdAt: NOON },
      actions: JSON.stringify([{ text: 'Probe twice', due: null, doneAt: null }]),
    },
    { ...coaching, start: day(-2), state: 'PLANNED' as const, createdAt: NOON },
    { ...coaching, start: day(1), state: 'MISSED' as const, createdAt: NOON },
    { ...coaching, start: day(1), state: 'CANCELLED' as const, createdAt: NOON },
  ] as const)
    await db().insertInto('coachingSessions').values(row).execute()
  const reviewed = { userID: id('ivy'), projectID: 7, reviewerID: id('sam') }
  await addReview(db(), { ...reviewed, submittedAt: day(6) })
  await addReview(db(), { ...reviewed, submittedAt: day(5), feedback: '' })
  await addReview(db(), { ...reviewed, submittedAt: day(5), isCalibration: 1 })
  await addReview(db(), { ...reviewed, submittedAt: null, state: 'IN_PROGRESS' })
  await addReview(db(), { ...reviewed, submittedAt: day(5), state: 'VOID' })
  const note = { userID: id('ivy'), byID: id('sam'), text: 'Well done' }
  await db()
    .insertInto('fileNotes')
    .values([
      { ...note, at: day(6), kind: 'NEUTRAL' },
      { ...note, at: day(5), kind: 'CONCERN' },
      { ...note, at: day(4), kind: 'RECOGNITION' },
      // Those of the last 28 days count, from London’s midnight on.
      { ...note, at: day(28) - 13 * HOUR, kind: 'CONCERN' },
      { ...note, at: day(29), kind: 'CONCERN' },
    ])
    .execute()
  const form = {
    ...{
      userID: id('ivy'),
      hostID: id('sam'),
      returnedAt: day(9),
      dueDay: '2026-05-01',
      details: 'A migraine',
    },
    ...{ version: 1, changedAt: NOON, changedBy: null },
  }
  for (const row of [
    {
      ...form,
      firstDay: '2026-04-20',
      lastDay: '2026-04-21',
      status: 'SIGNED' as const,
      hostSignedAt: day(3),
    },
    { ...form, firstDay: '2026-04-01', lastDay: '2026-04-02', status: 'DRAFT' as const },
  ])
    await db().insertInto('returnToWorkForms').values(row).execute()
  const plan = await db()
    .insertInto('pips')
    .values({
      ...{
        userID: id('ivy'),
        ownerID: id('sam'),
        reason: 'Refusals',
        start: '2026-04-01',
        end: '2026-06-01',
      },
      ...{ measures: '[]', state: 'ACTIVE', changedAt: NOON },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('pipMeetings')
    .values([
      { pipID: plan.id, at: day(3) - HOUR, notes: 'Openings' },
      { pipID: plan.id, at: day(10), notes: 'Openings' },
      { pipID: plan.id, at: day(29), notes: 'Too long ago to count' },
    ])
    .execute()
  await ask('mia', '/api/manager/interactions/welfare', {
    ...{ userID: id('ivy'), day: '2026-05-02', kind: 'CALL', text: 'She is well' },
  })
  // Neither a message nor a call is a talk.
  await holdAlone(db(), id('sam'), ['GENERAL_CAN_USE_TEAM_CHAT'])
  await holdAlone(db(), id('ivy'), ['GENERAL_CAN_USE_TEAM_CHAT'])
  const message = { userID: id('ivy'), message: 'How are you?' }
  expect((await ask('sam', '/api/my-team-chatroom/send-quick-message', message)).status).toBe(200)
  const call = { userID: id('ivy'), callerID: id('sam'), at: NOON, toldAt: null }
  await db().insertInto('missedCalls').values(call).execute()
  expect(await rowOf('ivy')).toMatchObject({
    ...{ oneToOnes: 2, coaching: 1, qcFeedback: 1, fileNotes: 3, recognitions: 1, welfare: 1 },
    ...{ returnsToWork: 1, pipMeetings: 2 },
    ...{ lastKind: 'WELFARE', lastBy: 'mia', openActions: 2, nextAt: iso(day(-2)) },
    ...{ daysSince: 2, mark: 'FINE' },
  })
  expect(
    (await timeline('ivy')).map(({ kind, isPlanned }) => `${kind}${isPlanned ? ' planned' : ''}`),
  ).toEqual([
    'ONE_TO_ONE planned',
    'COACHING planned',
    'WELFARE',
    'RETURN_TO_WORK',
    'PIP',
    'RECOGNITION',
    'FILE_NOTE',
    'QC_FEEDBACK',
    'FILE_NOTE',
    'COACHING',
    'ONE_TO_ONE',
    'ONE_TO_ONE',
    'PIP',
    'FILE_NOTE',
    'PIP',
    'FILE_NOTE',
  ])
  // What is written in a form or a plan isn't the manager's to read here.
  expect(
    (await timeline('ivy')).filter(({ kind }) => kind === 'PIP' || kind === 'RETURN_TO_WORK'),
  ).toMatchObject(Array.from({ length: 4 }, () => ({ text: '', reply: '', by: 'sam' })))
})

test('D118 who wasn’t spoken to for more than 7 days of weeks with a shift is due', async () => {
  const note = (name: string, back: number) =>
    db()
      .insertInto('fileNotes')
      .values({ userID: id(name), byID: null, kind: 'NEUTRAL', text: 'Talked', at: NOON - back * DAY })
      .execute()
  expect(await rowOf('ivy')).toMatchObject({ daysSince: null, mark: 'NO_SHIFTS' })
  // NOON is a Monday: weeks 0, 1 and 2 back have shifts.
  await works('ivy', [0, 1, 2])
  await note('ivy', 7)
  expect(await rowOf('ivy')).toMatchObject({ daysSince: 7, mark: 'FINE' })
  server.clock.now = NOON + 12 * HOUR
  expect(await rowOf('ivy')).toMatchObject({ daysSince: 8, mark: 'DUE' })
  server.clock.now = NOON
  // ida was off for two weeks: of the 20 days only five of that week and today count.
  await works('ida', [0, 3])
  await note('ida', 20)
  expect(await rowOf('ida')).toMatchObject({ daysSince: 6, mark: 'FINE' })
  await works('ida', [2])
  expect(await rowOf('ida')).toMatchObject({ daysSince: 13, mark: 'DUE' })
  // Nobody was told anything: since the first shift.
  await works('sam', [0, 1])
  expect(await rowOf('sam')).toMatchObject({ daysSince: 7, lastKind: null, mark: 'FINE' })
  await works('sam', [2])
  expect(await rowOf('sam')).toMatchObject({ daysSince: 14, mark: 'DUE' })
  expect((await rows()).map(({ displayName }) => displayName)).toEqual(['sam', 'ida', 'ivy'])
})

test('4 §4.3.4 a one-to-one is a meeting in both calendars, told to both, with what is in the way', async () => {
  const plan = (more: object = {}, as = 'mia') =>
    ask(as, '/api/manager/interactions/plan', {
      ...{ userID: id('ivy'), start: iso(NOON + DAY), minutes: 30, agenda: 'How it goes', ...more },
    })
  const { status, body } = await plan()
  expect({ status, body }).toMatchObject({ status: 200, body: { collisions: [] } })
  const range = { start: iso(NOON), end: iso(NOON + 2 * DAY) }
  for (const name of ['mia', 'ivy']) {
    const { events } = (await ask(name, '/api/calendar/events', range)).body as { events: CalendarEvent[] }
    expect(events.filter(({ eventType }) => eventType === 'MEETING')).toMatchObject([
      { subject: 'One-to-one', eventStart: iso(NOON + DAY), eventEnd: iso(NOON + DAY + HOUR / 2) },
    ])
  }
  const told = await db()
    .selectFrom('notifications')
    .where('source', '=', 'MEETING')
    .orderBy('userID')
    .select(['userID', 'body'])
    .execute()
  expect(told).toEqual([
    { userID: id('mia'), body: 'How it goes' },
    { userID: id('ivy'), body: 'How it goes' },
  ])
  expect((await plan({ start: iso(NOON + DAY + HOUR / 4) })).body).toMatchObject({
    collisions: [
      { name: 'mia', event: 'Meeting' },
      { name: 'ivy', event: 'Meeting' },
    ],
  })
  expect(await rowOf('ivy')).toMatchObject({ nextAt: iso(NOON + DAY) })
  expect((await plan({ start: iso(NOON - 1) })).status).toBe(400)
  for (const [minutes, answer] of [
    [14, 400],
    [15, 200],
    [120, 200],
    [121, 400],
  ] as const)
    expect([minutes, (await plan({ minutes, start: iso(NOON + 9 * DAY) })).status]).toEqual([minutes, answer])
  expect(await plan({}, 'oz')).toEqual({ status: 404, body: { value: 'There is no such person.' } })
})

test('4 §4.3.4 a welfare contact is of a day up to today, up to 2,000 characters, and the person is told', async () => {
  const log = (more: object = {}, as = 'mia') =>
    ask(as, '/api/manager/interactions/welfare', {
      ...{ userID: id('ivy'), day: '2026-05-04', kind: 'MEETING', text: 'All is well', ...more },
    })
  for (const [more, status] of [
    [{}, 200],
    [{ day: '2026-05-05' }, 400],
    [{ text: 'x'.repeat(2000) }, 200],
    [{ text: 'x'.repeat(2001) }, 400],
    [{ text: 'ok' }, 400],
    [{ userID: id('oz') }, 404],
  ] as const)
    expect([more, (await log(more)).status]).toEqual([more, status])
  expect((await log({}, 'oz')).status).toBe(404)
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ivy'))
    .orderBy('id')
    .select(['subject', 'body'])
    .execute()
  expect(told[0]).toEqual({ subject: 'mia wrote down a welfare contact with you', body: 'All is well' })
})

test('4 §4.3.4 where nobody was spoken to, the page says with whom to begin', async () => {
  const start = async (as = 'mia') => (await ask(as, '/api/manager/interactions/start')).body
  expect(await start()).toEqual({ hasAny: false, person: null })
  await works('ivy', [0, 1, 2])
  await works('ida', [0, 1])
  expect(await start()).toEqual({ hasAny: false, person: { id: id('ivy'), name: 'ivy', days: 14 } })
  expect(await start('oz')).toEqual({ hasAny: false, person: null })
  expect(await rows('oz')).toEqual([])
  expect((await ask('oz', '/api/manager/interactions/timeline', { id: id('ivy') })).status).toBe(404)
})
