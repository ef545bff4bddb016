import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
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
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'

const SCHEDULE = ['ITRACKER_CAN_SEE_MY_SCHEDULE'] as const
const HOUR = 3_600_000

let server: TestServer
let annID: number
let ann: { authorization: string }
let ben: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: SCHEDULE })
  await addPerson(server, { userName: 'ben', permissions: SCHEDULE })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  const { db } = server.server
  for (const table of ['calendarEvents', 'calendarFeeds', 'meetings', 'tasks', 'bookingRequests'] as const)
    await db.deleteFrom(table).execute()
})

const ask = async (name: string, payload: object, bearer = ann) =>
  said(await post(server, `/api/calendar/${name}`, payload, bearer))

/** What is in somebody's calendar from one moment to another. */
async function eventsFrom(start: string, end: string, bearer = ann): Promise<CalendarEvent[]> {
  const { status, body } = await ask(
    'events',
    { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    bearer,
  )
  expect(status).toBe(200)
  return (body as { events: CalendarEvent[] }).events.filter(
    ({ eventType }) => eventType !== 'PUBLIC_HOLIDAY',
  )
}
const MAY = ['2026-05-01T00:00Z', '2026-06-01T00:00Z'] as const
const brief = (events: CalendarEvent[]) =>
  events.map(({ eventStart, subject }) => `${eventStart.slice(5, 16)} ${subject}`)

const add = async (more: object = {}): Promise<string> => {
  const event = {
    subject: 'Physio',
    startLocal: '2026-05-05T09:00',
    endLocal: '2026-05-05T10:00',
    zone: 'Europe/London',
    ...more,
  }
  const { status, body } = await ask('events/add', event)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: string }).id
}
const SERIES = { rule: 'FREQ=WEEKLY;COUNT=4' }

test('W003 W061 a personal event is made, shown, changed, deleted and brought back by its owner alone', async () => {
  const id = await add({ note: 'Bring the form' })
  expect(id).toMatch(/^event:\d+$/)
  expect(await eventsFrom(...MAY)).toEqual([
    {
      id,
      eventType: 'PERSONAL',
      eventState: 'APPROVED',
      eventStart: '2026-05-05T08:00:00.000Z',
      eventEnd: '2026-05-05T09:00:00.000Z',
      subject: 'Physio',
      hover: 'Bring the form',
      userID: annID,
      userName: 'Ann',
      meta: {
        kind: 'event',
        recordID: Number(id.slice('event:'.length)),
        isAllDay: false,
        mayChange: true,
        version: 1,
        zone: 'Europe/London',
        rule: null,
        isException: false,
        // As long before it as everybody is reminded at first.
        reminder: 10,
        hasOwnReminder: false,
      },
    },
  ])
  expect(await eventsFrom(...MAY, ben)).toEqual([])
  const gone = { status: 400, body: { value: 'This event is no longer in your calendar.' } }
  for (const bearer of [ben])
    expect(await ask('events/change', { id, set: { subject: 'Mine' } }, bearer)).toEqual(gone)
  expect(await ask('events/delete', { id }, ben)).toEqual(gone)
  expect(await ask('events/restore', { id }, ben)).toEqual(gone)

  const set = { startLocal: '2026-05-06T09:00', endLocal: '2026-05-06T09:30' }
  expect(await ask('events/change', { id, version: 1, set })).toMatchObject({ body: { id, version: 2 } })
  expect(await ask('events/change', { id, version: 1, set })).toMatchObject({ status: 409 })
  expect(brief(await eventsFrom(...MAY))).toEqual(['05-06T08:00 Physio'])
  expect(await ask('events/delete', { id })).toMatchObject({ status: 200 })
  expect(await eventsFrom(...MAY)).toEqual([])
  expect(await ask('events/change', { id, set })).toEqual(gone)
  expect(await ask('events/restore', { id })).toMatchObject({ status: 200 })
  expect(brief(await eventsFrom(...MAY))).toEqual(['05-06T08:00 Physio'])
})

test('times that no event can have are refused', async () => {
  const bad = async (times: object) => {
    const { status, body } = await ask('events/add', {
      subject: 'x',
      zone: 'Europe/London',
      startLocal: '2026-05-05T09:00',
      endLocal: '2026-05-05T10:00',
      ...times,
    })
    return status === 200 ? 200 : (body as { value: string }).value
  }
  expect(await bad({ endLocal: '2026-05-05T08:59' })).toBe('An event must not end before it starts.')
  expect(await bad({ endLocal: '2028-05-05T09:00' })).toBe('An event may last 366 days at most.')
  expect(await bad({ startLocal: '0001-01-01T00:00' })).toContain('between 2000 and 2099')
  expect(await bad({ endLocal: '9999-01-01T00:00' })).toContain('between 2000 and 2099')
  expect(await bad({ zone: 'Mars/Base' })).toContain('no time zone')
  expect(await bad({ rule: 'FREQ=SECONDLY' })).toContain('no repetition')
  expect(await bad({ endLocal: '2026-05-05T09:00' })).toBe(200)
  const id = await add()
  // Moved to where it would end after the years that there are.
  const set = { startLocal: '2099-12-31T23:59', endLocal: '2099-12-31T23:00' }
  expect(await ask('events/change', { id, set })).toMatchObject({ status: 400 })
  const range = { start: new Date(NOON).toISOString(), end: new Date(NOON + 101 * 24 * HOUR).toISOString() }
  expect(await ask('events', range)).toEqual({
    status: 400,
    body: { value: 'The calendar shows 100 days at once at most.' },
  })
})

test('of a series this one alone is changed, deleted and brought back', async () => {
  const first = await add(SERIES)
  expect(first).toMatch(/^event:\d+:2026-05-05T09:00$/)
  const [, second = ''] = (await eventsFrom(...MAY)).map(({ id }) => id)
  const set = { startLocal: '2026-05-13T11:00', endLocal: '2026-05-13T12:00', subject: 'Physio (moved)' }
  expect(await ask('events/change', { id: second, scope: 'THIS', set })).toMatchObject({ status: 200 })
  const moved = [
    '05-05T08:00 Physio',
    '05-13T10:00 Physio (moved)',
    '05-19T08:00 Physio',
    '05-26T08:00 Physio',
  ]
  expect(brief(await eventsFrom(...MAY))).toEqual(moved)
  expect((await eventsFrom(...MAY)).map(({ meta }) => meta.isException)).toEqual([false, true, false, false])
  await ask('events/delete', { id: second, scope: 'THIS' })
  expect(brief(await eventsFrom(...MAY))).toEqual(moved.toSpliced(1, 1))
  await ask('events/restore', { id: second, scope: 'THIS' })
  expect(brief(await eventsFrom(...MAY))).toEqual(moved)
  const notOne = second.replace(/2026.*/, '2026-05-06T09:00')
  expect(await ask('events/change', { id: notOne, scope: 'THIS', set })).toMatchObject({ status: 400 })
})

test('of a series this and what follows is changed: it goes on as another, and can be put back', async () => {
  await add(SERIES)
  const third = (await eventsFrom(...MAY))[2]?.id ?? ''
  await ask('events/change', { id: third.replace('19T', '26T'), scope: 'THIS', set: { subject: 'Last' } })
  const set = { startLocal: '2026-05-20T10:00', endLocal: '2026-05-20T10:30' }
  const { body } = await ask('events/change', { id: third, scope: 'FOLLOWING', set })
  const { id, endedRule } = body as { id: string; endedRule: string }
  expect(endedRule).toBe('FREQ=WEEKLY;COUNT=4')
  expect(brief(await eventsFrom(...MAY))).toEqual([
    '05-05T08:00 Physio',
    '05-12T08:00 Physio',
    '05-20T09:00 Physio',
    '05-27T09:00 Last',
  ])
  expect(await eventsFrom('2026-06-01', '2026-07-01')).toEqual([])
  await ask('events/delete', { id, scope: 'ALL' })
  const first = (await eventsFrom(...MAY))[0]?.id
  await ask('events/change', { id: first, scope: 'ALL', set: { rule: endedRule } })
  expect(brief(await eventsFrom(...MAY))).toEqual([
    '05-05T08:00 Physio',
    '05-12T08:00 Physio',
    '05-19T08:00 Physio',
    '05-26T08:00 Last',
  ])
})

test('all of a series is changed by any of its own, with what was otherwise', async () => {
  await add({ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' })
  const [, second = ''] = (await eventsFrom(...MAY)).map(({ id }) => id)
  await ask('events/change', { id: second, scope: 'THIS', set: { subject: 'Otherwise' } })
  const set = { startLocal: '2026-05-13T08:00', endLocal: '2026-05-13T09:00' }
  await ask('events/change', { id: second, scope: 'ALL', set })
  expect(brief(await eventsFrom(...MAY))).toEqual([
    '05-06T07:00 Physio',
    '05-13T07:00 Otherwise',
    '05-20T07:00 Physio',
  ])
  const [, moved = ''] = (await eventsFrom(...MAY)).map(({ id }) => id)
  await ask('events/delete', { id: moved, scope: 'FOLLOWING' })
  expect(brief(await eventsFrom(...MAY))).toEqual(['05-06T07:00 Physio'])
})

test('W068 a day is one of four kinds: at weekends without shift, closed on a public holiday, a holiday or working', async () => {
  const DAY = 24 * HOUR
  await server.server.db
    .insertInto('bookingRequests')
    .values({
      ...{ userID: annID, type: 'HOLIDAY', start: NOON + 8 * DAY, end: NOON + 8 * DAY + HOUR, hours: 1 },
      ...{ dayPart: 'DAY', reason: '', state: 'APPROVED', askedAt: NOON, decisionNote: '' },
    })
    .execute()
  const { body } = await ask('events', { start: '2026-05-03T23:00:00Z', end: '2026-05-12T23:00:00Z' })
  expect((body as { days: { kind: string }[] }).days.map(({ kind }) => kind)).toEqual([
    ...['OFFICE_CLOSED', 'WORKING', 'WORKING', 'WORKING', 'WORKING', 'NO_SHIFT', 'NO_SHIFT'],
    ...['WORKING', 'HOLIDAY'],
  ])
})

test('D100 each week says the hours of its shifts without their breaks, and what the contract says', async () => {
  const { db } = server.server
  await db.updateTable('users').set({ weeklyHours: 37.5 }).where('id', '=', annID).execute()
  const shift = async (from: string, hours: number, more: object = {}) => {
    const start = Date.parse(from)
    await addShift(db, { userID: annID, start, end: start + hours * HOUR, breakMinutes: 0, ...more })
  }
  // Weeks are London's, Monday to Sunday: the first begins on 4 May at 23:00 UTC of the day before.
  await shift('2026-05-03T22:59:00Z', 1)
  await shift('2026-05-03T23:00:00Z', 8, { breakMinutes: 40 })
  await shift('2026-05-06T09:00:00Z', 4)
  await shift('2026-05-10T22:59:00Z', 2)
  for (const state of ['DRAFT', 'CANCELLED'] as const) await shift('2026-05-07T09:00:00Z', 3, { state })
  await shift('2026-05-10T23:00:00Z', 5)
  await shift('2026-05-17T22:59:00Z', 1)
  await shift('2026-05-17T23:00:00Z', 6)
  const weeks = async (start: string, end: string, bearer = ann) =>
    ((await ask('events', { start, end }, bearer)).body as { weeks: unknown }).weeks
  const week = (from: string, plannedHours: number, contractedHours: number | null = 37.5) => ({
    ...{ from, plannedHours, contractedHours },
  })
  expect(await weeks('2026-05-05T00:00:00Z', '2026-05-17T23:00:00Z')).toEqual([
    week('2026-05-04', 13.33),
    week('2026-05-11', 6),
  ])
  expect(await weeks('2026-05-05T00:00:00Z', '2026-05-06T00:00:00Z')).toEqual([week('2026-05-04', 13.33)])
  expect(await weeks('2026-05-05T00:00:00Z', '2026-05-06T00:00:00Z', ben)).toEqual([
    week('2026-05-04', 0, null),
  ])
  await db.deleteFrom('shifts').execute()
})

test('W003 W061 meetings, tasks, requests and public holidays are events, each derived from its record', async () => {
  const { db } = server.server
  const meeting = { hostID: annID, subject: 'Briefing', agenda: 'Quota', announcedAt: null }
  await db
    .insertInto('meetings')
    .values({ id: 7, ...meeting, start: NOON, end: NOON + HOUR })
    .execute()
  await db.insertInto('meetingPeople').values({ meetingID: 7, userID: annID }).execute()
  await addProject(db, 7, 'Rail')
  await addTaskRow(db, {
    id: 3,
    userID: annID,
    subject: 'Rota',
    eventStart: NOON + HOUR,
    eventEnd: NOON + 2 * HOUR,
  })
  await db
    .insertInto('bookingRequests')
    .values({
      id: 4,
      userID: annID,
      type: 'PERSONAL',
      start: NOON + 2 * HOUR,
      end: NOON + 3 * HOUR,
      hours: 1,
      dayPart: 'DAY',
      reason: 'Boiler',
      state: 'DECLINED',
      askedAt: NOON,
      decisionNote: '',
    })
    .execute()
  const { body } = await ask('events', { start: '2026-05-03T23:00:00Z', end: '2026-05-05T23:00:00Z' })
  const { events, days } = body as { events: CalendarEvent[]; days: unknown }
  expect(events.map(({ id, eventType, eventState }) => `${id} ${eventType} ${eventState}`)).toEqual([
    'holiday:20260504 PUBLIC_HOLIDAY APPROVED',
    'meeting:7 MEETING LIVE',
    'task:3 TASK APPROVED',
    'request:4 PERSONAL DECLINED',
  ])
  expect(events[0]).toMatchObject({
    subject: 'Early May bank holiday',
    meta: { holidayKind: 'UK_PUBLIC_HOLIDAY' },
  })
  expect(events[1]).toEqual({
    id: 'meeting:7',
    eventType: 'MEETING',
    eventState: 'LIVE',
    eventStart: new Date(NOON).toISOString(),
    eventEnd: new Date(NOON + HOUR).toISOString(),
    subject: 'Briefing',
    hover: 'Ann · Quota',
    userID: annID,
    userName: 'Ann',
    meta: expect.objectContaining({ kind: 'meeting', recordID: 7, isAllDay: false, isException: false }),
  })
  expect(events.slice(2).map(({ subject, hover }) => [subject, hover])).toEqual([
    ['Rota', expect.stringContaining('Rail')],
    [expect.any(String), 'Boiler'],
  ])
  expect(days).toEqual([
    { date: '2026-05-04', kind: 'OFFICE_CLOSED' },
    { date: '2026-05-05', kind: 'WORKING' },
  ])
  expect(brief(await eventsFrom(...MAY, ben))).toEqual([])
  // What ends as the time begins, or begins as it ends, isn't in it.
  const hasMeeting = async (from: number, to: number) =>
    (await eventsFrom(new Date(from).toISOString(), new Date(to).toISOString())).some(
      ({ id }) => id === 'meeting:7',
    )
  expect(await hasMeeting(NOON + HOUR, NOON + 2 * HOUR)).toBe(false)
  expect(await hasMeeting(NOON + HOUR - 1, NOON + 2 * HOUR)).toBe(true)
  expect(await hasMeeting(NOON - HOUR, NOON)).toBe(false)
  expect(await hasMeeting(NOON - HOUR, NOON + 1)).toBe(true)
  const moved = await ask('events/change', { id: 'meeting:7', set: { subject: 'x' } })
  expect(moved.status).toBe(400)
})

test('the secret address shows the calendar as a file until it is reset or closed', async () => {
  await add({ subject: 'Physio, left knee' })
  await add({ startLocal: '2026-05-09T00:00', endLocal: '2026-05-11T00:00', isAllDay: true, subject: 'Away' })
  const feed = async (path: string) => {
    const { statusCode, body } = await server.server.app.inject({ url: path })
    return { status: statusCode, body }
  }
  const pathOf = async () => ((await ask('feed/reset', {})).body as { path: string }).path
  const path = await pathOf()
  const { status, body } = await feed(path)
  expect(status).toBe(200)
  expect(body).toContain('DTSTART:20260505T080000Z\r\nDTEND:20260505T090000Z\r\nSUMMARY:Physio\\, left knee')
  expect(body).toContain('DTSTART;VALUE=DATE:20260509\r\nDTEND;VALUE=DATE:20260511\r\nSUMMARY:Away')
  expect(body).toContain('SUMMARY:Christmas Day')
  const next = await pathOf()
  expect((await feed(path)).status).toBe(400)
  expect((await feed(next)).status).toBe(200)
  await ask('feed/close', {}, ben)
  expect((await feed(next)).status).toBe(200)
  await ask('feed/close', {})
  expect((await feed(next)).body).toContain('There is no calendar at this address.')
  expect(JSON.stringify(await server.server.db.selectFrom('calendarFeeds').selectAll().execute())).toBe('[]')
})

test('W003 events come earliest first, those that begin together in the order of their numbers', async () => {
  const { db } = server.server
  const numberOf = async (id: string, to: number) => {
    await db
      .updateTable('calendarEvents')
      .set({ id: to })
      .where('id', '=', Number(id.slice('event:'.length)))
      .execute()
  }
  await numberOf(await add({}), 100_010)
  await numberOf(await add({}), 100_009)
  await numberOf(await add({}), 99_999)
  const early = { startLocal: '2026-05-04T09:00', endLocal: '2026-05-04T10:00' }
  await numberOf(await add(early), 100_011)
  const own = (await eventsFrom(...MAY)).filter(({ eventType }) => eventType === 'PERSONAL')
  expect(own.map(({ id }) => id)).toEqual(['event:100011', 'event:99999', 'event:100009', 'event:100010'])
})

test('W003 a calendar is for who may see theirs', async () => {
  await addPerson(server, { userName: 'cat' })
  const cat = await signIn(server, 'cat')
  expect((await ask('feed/reset', {}, cat)).status).toBe(403)
})
